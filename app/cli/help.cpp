// SPDX-License-Identifier: Apache-2.0
#include "app/cli/help.hpp"

#include <algorithm>

#include "app/cli/layout.hpp"
#include "core/text/messages.hpp"

namespace shardscope::cli {
namespace {

struct Entry {
  std::string left, right;
};

// "-o,--output" and "FILE" → "-o, --output FILE"; options without a short form line up behind those with one.
std::string optionName(const OptionInfo& option) {
  std::string name(option.flag);
  if (const auto comma = name.find(','); comma != std::string::npos)
    name.insert(comma + 1, " ");
  else
    name = "    " + name;
  return option.value.empty() ? name : name + " " + std::string(option.value);
}

std::string listed(const std::vector<Entry>& entries, int width) {
  int left = 0;
  for (const auto& entry : entries) left = std::max(left, displayWidth(entry.left));
  std::string result;
  for (const auto& entry : entries) result += paragraph("  " + padRight(entry.left, left) + "  ", entry.right, width);
  return result;
}

std::vector<Entry> commonOptions(Language language) {
  return {{"    --lang en|zh_CN", text("cli-option-lang", language)},
          {"    --profile FILE", text("cli-option-profile", language)},
          {"-h, --help", text("cli-option-help", language)},
          {"    --version", text("cli-option-version", language)}};
}

std::string usageLine(const std::string& rest, Language language) {
  return text("cli-help-usage", language) + " shardscope-cli " + rest + "\n\n";
}

}  // namespace

std::string generalHelp(Language language, int width) {
  std::vector<Entry> list;
  for (const auto& command : commands())
    list.push_back({std::string(command.name) + " " + std::string(command.operandName), text(command.text, language)});
  return usageLine(text("cli-help-general-call", language), language) +
         paragraph("", text("cli-help-about", language), width) + "\n" + text("cli-help-commands", language) + "\n" +
         listed(list, width) + "\n" + text("cli-help-options", language) + "\n" +
         listed(commonOptions(language), width) + "\n" + paragraph("", text("cli-help-file", language), width) + "\n" +
         text("cli-help-exit", language) + "\n" +
         listed({{"0", text("cli-exit-0", language)},
                 {"1", text("cli-exit-1", language)},
                 {"2", text("cli-exit-2", language)},
                 {"3", text("cli-exit-3", language)},
                 {"4", text("cli-exit-4", language)}},
                width);
}

std::string commandHelp(const Command& command, Language language, int width) {
  std::vector<Entry> list;
  for (const auto& option : command.options) list.push_back({optionName(option), text(option.text, language)});
  for (auto& entry : commonOptions(language)) list.push_back(std::move(entry));
  const auto call = std::string(command.name) + " " + std::string(command.operandName);
  return usageLine(call + " " + text("cli-help-options-word", language), language) +
         paragraph("", text(command.text, language), width) + "\n" +
         paragraph("", text(command.operandText, language), width) + "\n" + text("cli-help-options", language) + "\n" +
         listed(list, width);
}

}  // namespace shardscope::cli
