// SPDX-License-Identifier: Apache-2.0
#include "core/text/messages.hpp"

#include <algorithm>
#include <cassert>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "core/text/embedded.hpp"

namespace shardscope {
namespace {

struct Texts {
  std::string en, zhCn;
};

struct StringHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view s) const { return std::hash<std::string_view>{}(s); }
};

struct Table {
  std::unordered_map<std::string, Texts, StringHash, std::equal_to<>> texts;
  std::vector<std::string> ids;
};

// {id: {"en": …, "zh_CN": …}}: depth 1 keys are ids, depth 2 keys are languages.
class TableReader : public nlohmann::json::json_sax_t {
 public:
  explicit TableReader(Table& table) : table_(table) {}

  bool key(string_t& name) override {
    if (depth_ == 1) {
      table_.ids.push_back(name);
      entry_ = &table_.texts[name];
    } else {
      target_ = name == "en" ? &entry_->en : name == "zh_CN" ? &entry_->zhCn : nullptr;
    }
    return true;
  }
  bool string(string_t& value) override {
    if (depth_ != 2 || !target_) return false;
    *target_ = std::move(value);
    return true;
  }
  bool start_object(std::size_t) override { return ++depth_ <= 2; }
  bool end_object() override { return --depth_ >= 0; }
  bool null() override { return false; }
  bool boolean(bool) override { return false; }
  bool number_integer(number_integer_t) override { return false; }
  bool number_unsigned(number_unsigned_t) override { return false; }
  bool number_float(number_float_t, const string_t&) override { return false; }
  bool binary(binary_t&) override { return false; }
  bool start_array(std::size_t) override { return false; }
  bool end_array() override { return false; }
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception&) override { return false; }

 private:
  Table& table_;
  Texts* entry_ = nullptr;
  std::string* target_ = nullptr;
  int depth_ = 0;
};

Table readTable() {
  Table table;
  for (const auto& file : embeddedFiles()) {
    if (!file.name.starts_with("messages/")) continue;
    TableReader reader(table);
    [[maybe_unused]] const bool readable = nlohmann::json::sax_parse(file.text, &reader);
    assert(readable && "an embedded message file is not {id: {\"en\": …, \"zh_CN\": …}}");
  }
  return table;
}

const Table& table() {
  static const Table instance = readTable();
  return instance;
}

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool isNamePart(char c) { return isLetter(c) || (c >= '0' && c <= '9') || c == '_'; }

// The name of the placeholder that starts at `at` ("{name}"), or nothing.
std::string_view placeholderAt(std::string_view text, std::size_t at) {
  auto end = at + 1;
  while (end < text.size() && isNamePart(text[end])) ++end;
  const bool isPlaceholder =
      text[at] == '{' && end > at + 1 && isLetter(text[at + 1]) && end < text.size() && text[end] == '}';
  return isPlaceholder ? text.substr(at + 1, end - at - 1) : std::string_view{};
}

// The ending that starts at `at`, "s" of "(s)" or "es" of "(es)", or nothing.
std::string_view pluralAt(std::string_view text, std::size_t at) {
  for (const std::string_view mark : {"(s)", "(es)"})
    if (text.substr(at).starts_with(mark)) return text.substr(at + 1, mark.size() - 2);
  return {};
}

}  // namespace

std::string text(std::string_view id, Language language, std::initializer_list<MessageArg> args) {
  return fillIn(textTemplate(id, language), std::span(args.begin(), args.size()));
}

bool hasText(std::string_view id) { return table().texts.contains(id); }

std::string_view textTemplate(std::string_view id, Language language) {
  const auto found = table().texts.find(id);
  assert(found != table().texts.end() && "unknown message id");
  if (found == table().texts.end()) return id;
  return language == Language::zhCn ? found->second.zhCn : found->second.en;
}

std::string fillIn(std::string_view textTemplate, std::span<const MessageArg> args) {
  std::string filled;
  filled.reserve(textTemplate.size() + 32);
  bool isOne = false;  // the last number was 1
  for (std::size_t i = 0; i < textTemplate.size(); ++i) {
    if (const auto ending = pluralAt(textTemplate, i); !ending.empty()) {
      if (!isOne) filled += ending;
      i += ending.size() + 1;
      continue;
    }
    const auto name = placeholderAt(textTemplate, i);
    const auto arg = std::find_if(args.begin(), args.end(), [&](const MessageArg& a) { return a.first == name; });
    if (name.empty() || arg == args.end()) {
      assert(name.empty() && "a placeholder without an argument");
      filled += textTemplate[i];
      continue;
    }
    filled += arg->second;
    isOne = arg->second == "1";
    i += name.size() + 1;
  }
  return filled;
}

const std::vector<std::string>& textIds() { return table().ids; }

std::vector<std::string> placeholders(std::string_view textTemplate) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < textTemplate.size(); ++i)
    if (const auto name = placeholderAt(textTemplate, i); !name.empty()) names.emplace_back(name);
  return names;
}

}  // namespace shardscope
