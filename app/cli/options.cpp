// SPDX-License-Identifier: Apache-2.0
#include "app/cli/options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <optional>

#include "app/cli/commands.hpp"
#include "core/catalogue/catalogue.hpp"
#include "core/text/messages.hpp"

namespace shardscope::cli {
namespace {

using Arguments = std::span<const std::string>;

bool takesLanguage(std::string_view argument) { return argument == "--lang" || argument == "--locale"; }
// Options that may stand before the command word and take the next one as their value.
bool takesValue(std::string_view argument) { return takesLanguage(argument) || argument == "--profile"; }

// "zh_CN.UTF-8@pinyin" → "zh_CN"
std::string_view languagePart(std::string_view locale) { return locale.substr(0, locale.find_first_of(".@")); }

Language environmentLanguage() {
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    const char* value = std::getenv(name);
    if (value != nullptr && *value != '\0') return languageNamed(languagePart(value)).value_or(Language::en);
  }
  return Language::en;
}

// The value of the last --lang or --locale, as written.
std::optional<std::string> languageArgument(Arguments arguments) {
  std::optional<std::string> value;
  for (std::size_t i = 0; i < arguments.size() && arguments[i] != "--"; ++i) {
    const auto equals = arguments[i].find('=');
    if (!takesLanguage(std::string_view(arguments[i]).substr(0, equals))) continue;
    if (equals != std::string::npos)
      value = arguments[i].substr(equals + 1);
    else if (i + 1 < arguments.size())
      value = arguments[++i];
  }
  return value;
}

// Where the command word stands; the options before it are common ones.
std::size_t commandPosition(Arguments arguments) {
  std::size_t i = 0;
  while (i < arguments.size() && arguments[i].starts_with('-') && arguments[i] != "-")
    i += takesValue(arguments[i]) ? 2 : 1;
  return std::min(i, arguments.size());
}

std::string commandList() {
  std::string list;
  for (const auto& command : commands()) list += (list.empty() ? "" : ", ") + std::string(command.name);
  return list;
}

std::string unknownCommand(const std::string& name, Language language) {
  std::vector<std::string> names;
  for (const auto& command : commands()) names.emplace_back(command.name);
  const auto similar = Catalogue::nearest(name, names, 1);
  if (similar.empty()) return text("cli-usage-command", language, {{"found", name}, {"commands", commandList()}});
  return text("cli-usage-command-similar", language,
              {{"found", name}, {"similar", similar.front()}, {"commands", commandList()}});
}

struct Parser {
  Options options;
  std::vector<std::string> operands;
  std::string languageText;
  CLI::App app{"", ""};
  std::string helpCall = "shardscope-cli --help";

  void addCommon() {
    app.set_help_flag();
    app.allow_extras();
    app.add_flag("-h,--help", options.help);
    app.add_flag("--version", options.version);
    addValue("--lang,--locale", languageText);
    addValue("--profile", options.profile);
  }

  // An option that takes a value: the last one counts; a missing value is empty, which no option allows.
  void addValue(const std::string& flags, std::string& value) {
    app.add_option(flags, value)->expected(0, 1)->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  }

  void addCommand(const Command& command) {
    options.command = &command;
    helpCall = "shardscope-cli " + std::string(command.name) + " --help";
    for (const auto& info : command.options) {
      const std::string flags(info.flag);
      switch (info.option) {
        case Opt::json: app.add_flag(flags, options.json); break;
        case Opt::asCsv: app.add_flag(flags, options.asCsv); break;
        case Opt::strict: app.add_flag(flags, options.strict); break;
        case Opt::force: app.add_flag(flags, options.force); break;
        case Opt::output: addValue(flags, options.output); break;
        case Opt::target: addValue(flags, options.target); break;
        case Opt::vary: addValue(flags, options.vary); break;
        case Opt::axes: addValue(flags, options.axes); break;
        case Opt::metric: addValue(flags, options.metric); break;
        case Opt::top: addValue(flags, options.top); break;
        case Opt::csv: addValue(flags, options.csv); break;
        case Opt::threads: addValue(flags, options.threads); break;
        case Opt::pareto: app.add_flag(flags, options.pareto); break;
        case Opt::keepInfeasible: app.add_flag(flags, options.keepInfeasible); break;
        case Opt::family: addValue(flags, options.family); break;
        case Opt::worst: addValue(flags, options.worst); break;
        case Opt::calibrate: addValue(flags, options.calibrate); break;
        case Opt::worth: addValue(flags, options.worth); break;
        case Opt::framework: addValue(flags, options.framework); break;
        case Opt::globalBatch: addValue(flags, options.globalBatch); break;
        case Opt::tokens: addValue(flags, options.tokens); break;
        case Opt::gpusMax: addValue(flags, options.gpusMax); break;
        case Opt::explain: addValue(flags, options.explain); break;
      }
    }
  }

  std::string usage(std::string_view id, std::initializer_list<MessageArg> args) const {
    return text(id, options.language, args) + " " + text("cli-usage-help", options.language, {{"call", helpCall}});
  }

  // Empty, or what is wrong. Operands are what CLI11 leaves over, so that it does not look into them: `[a,b].yaml` is a
  // name; so is everything behind `--`.
  std::string parse(Arguments arguments) {
    const auto separator = std::find(arguments.begin(), arguments.end(), "--");
    std::vector<std::string> reversed(std::make_reverse_iterator(separator), arguments.rend());  // as CLI11 wants them
    try {
      app.parse(std::move(reversed));
    } catch (const CLI::ParseError& error) {
      return usage("cli-usage-other", {{"detail", error.what()}});
    }
    for (const auto& extra : app.remaining()) {
      if (extra.size() > 1 && extra[0] == '-') return usage("cli-usage-option", {{"found", extra}});
      operands.push_back(extra);
    }
    if (separator != arguments.end()) operands.insert(operands.end(), separator + 1, arguments.end());
    for (const auto* option : app.get_options())
      if (option->count() > 0 && option->get_expected_max() == 1 && lastValue(*option).empty())
        return usage("cli-usage-value", {{"option", option->get_name()}});
    return {};
  }

  static std::string lastValue(const CLI::Option& option) {
    const auto& values = option.results();
    return values.empty() ? std::string() : values.back();
  }

  std::string checkLanguage() {
    if (languageText.empty() || languageNamed(languagePart(languageText))) return {};
    return usage("cli-usage-language", {{"found", languageText}});
  }

  std::string checkForms() const {
    if (!options.json || !options.asCsv) return {};
    return usage("cli-usage-exclusive", {{"one", "--json"}, {"other", "--csv"}});
  }

  std::string checkOperands() {
    const auto& command = *options.command;
    const std::size_t most = command.operand == Operand::none ? 0 : 1;
    if (options.help || options.version) return {};
    if (operands.size() > most)
      return usage("cli-usage-surplus", {{"found", operands[most]}, {"command", std::string(command.name)}});
    if (operands.empty() && command.operand == Operand::required)
      return usage("cli-usage-operand",
                   {{"operand", std::string(command.operandName)}, {"command", std::string(command.name)}});
    if (!operands.empty()) options.operand = operands.front();
    if (!operands.empty() && operands.front().empty()) return usage("cli-usage-empty", {});
    return {};
  }
};

}  // namespace

Language languageFor(std::span<const std::string> arguments) {
  const auto stated = languageArgument(arguments);
  return (stated ? languageNamed(languagePart(*stated)) : std::nullopt).value_or(environmentLanguage());
}

tl::expected<Options, std::string> parseArguments(std::span<const std::string> arguments) {
  const auto language = languageFor(arguments);
  const auto position = commandPosition(arguments);
  Parser parser;
  parser.options.language = language;
  parser.addCommon();
  const bool hasCommand = position < arguments.size();
  if (hasCommand) {
    const auto* command = commandNamed(arguments[position]);
    if (command == nullptr) return tl::unexpected(unknownCommand(arguments[position], language));
    parser.addCommand(*command);
  }
  std::vector<std::string> rest(arguments.begin(), arguments.begin() + static_cast<std::ptrdiff_t>(position));
  if (hasCommand)
    rest.insert(rest.end(), arguments.begin() + static_cast<std::ptrdiff_t>(position) + 1, arguments.end());
  auto problem = parser.parse(rest);
  if (problem.empty()) problem = parser.checkLanguage();
  if (problem.empty()) problem = parser.checkForms();
  if (problem.empty() && hasCommand) problem = parser.checkOperands();
  const bool saysNothing = !hasCommand && !parser.options.help && !parser.options.version;
  if (problem.empty() && saysNothing) problem = text("cli-usage-none", language, {{"commands", commandList()}});
  if (!problem.empty()) return tl::unexpected(std::move(problem));
  return std::move(parser.options);
}

}  // namespace shardscope::cli
