// SPDX-License-Identifier: Apache-2.0
#pragma once
// Lines of a descriptor, one at a time, in bounded memory.

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace shardscope::cli {

class LineReader {
 public:
  enum class Status { line, tooLong, end, failed };

  // `beforeWaiting` runs before every read, which may block: the place to flush what a waiting reader needs.
  LineReader(int descriptor, std::size_t longest, std::function<void()> beforeWaiting);

  // The next line without its line break; valid until the next call. A line over `longest` bytes is skipped (tooLong).
  Status next(std::string_view& line);
  std::size_t length() const { return length_; }  // of the line that was too long
  int error() const { return error_; }            // errno when failed

 private:
  bool fill();
  Status skipLine();

  int descriptor_;
  std::size_t longest_;
  std::function<void()> beforeWaiting_;
  std::string buffer_;
  std::size_t begin_ = 0;  // of the next line in buffer_
  std::size_t length_ = 0;
  std::size_t searched_ = 0;  // no line break before this
  bool atEnd_ = false;
  int error_ = 0;
};

}  // namespace shardscope::cli
