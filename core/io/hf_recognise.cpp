// SPDX-License-Identifier: Apache-2.0
// Tells a model's config.json from a scenario file by the outermost keys.
#include <nlohmann/json.hpp>

#include "core/io/hf_config.hpp"
#include "core/io/json_input.hpp"

namespace shardscope {
namespace {

class OuterKeys : public nlohmann::json::json_sax_t {
 public:
  bool saysModel = false, saysScenario = false;

  bool key(string_t& name) override {
    if (depth_ != 1) return true;
    saysModel = saysModel || name == "model_type" || name == "architectures" || name == "peft_type";
    saysScenario = saysScenario || name == "shardscope";
    return true;
  }
  bool start_object(std::size_t) override { return ++depth_, true; }
  bool end_object() override { return --depth_, true; }
  bool start_array(std::size_t) override { return depth_++ > 0; }  // a list is neither
  bool end_array() override { return --depth_, true; }
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  // What was seen before the mistake decides who reports it.
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception&) override { return false; }

 private:
  std::size_t depth_ = 0;
};

}  // namespace

bool looksLikeHfConfig(std::string_view text) {
  const auto first = text.find_first_not_of("\xEF\xBB\xBF \t\r\n");
  if (first == text.npos || text[first] != '{') return false;  // YAML needs no second look
  OuterKeys keys;
  nlohmann::json::sax_parse(withQuotedWords(text), &keys);
  return keys.saysModel && !keys.saysScenario;
}

}  // namespace shardscope
