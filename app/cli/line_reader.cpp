// SPDX-License-Identifier: Apache-2.0
#include "app/cli/line_reader.hpp"

#include <algorithm>
#include <cerrno>

#include "core/io/descriptor.hpp"

namespace shardscope::cli {
namespace {

constexpr std::size_t kChunk = 64 * 1024;

}  // namespace

LineReader::LineReader(int descriptor, std::size_t longest, std::function<void()> beforeWaiting)
    : descriptor_(descriptor), longest_(longest), beforeWaiting_(std::move(beforeWaiting)) {}

// Drops what was consumed and appends what there is to read. False at the end of input or on an error.
bool LineReader::fill() {
  if (atEnd_) return false;
  buffer_.erase(0, begin_);
  searched_ -= begin_;
  begin_ = 0;
  beforeWaiting_();
  const auto held = buffer_.size();
  buffer_.resize(held + kChunk);
  const auto got = readSome(descriptor_, buffer_.data() + held, kChunk);
  if (got < 0) error_ = errno;
  buffer_.resize(held + static_cast<std::size_t>(got < 0 ? 0 : got));
  atEnd_ = got <= 0;
  return !atEnd_;
}

LineReader::Status LineReader::skipLine() {
  length_ = 0;
  while (true) {
    const auto lineBreak = buffer_.find('\n', begin_);
    length_ += std::min(lineBreak, buffer_.size()) - begin_;
    if (lineBreak != std::string::npos) {
      begin_ = searched_ = lineBreak + 1;
      return Status::tooLong;
    }
    begin_ = searched_ = buffer_.size();
    if (!fill()) return error_ != 0 ? Status::failed : Status::tooLong;
  }
}

LineReader::Status LineReader::next(std::string_view& line) {
  while (true) {
    const auto lineBreak = buffer_.find('\n', searched_);
    const bool found = lineBreak != std::string::npos;
    const auto end = found ? lineBreak : buffer_.size();
    if (end - begin_ > longest_) return skipLine();
    if (!found) {
      searched_ = end;
      if (fill()) continue;
      if (error_ != 0) return Status::failed;
      if (begin_ == buffer_.size()) return Status::end;
    }
    line = std::string_view(buffer_).substr(begin_, found ? end - begin_ : std::string_view::npos);
    begin_ = searched_ = found ? end + 1 : buffer_.size();
    return Status::line;
  }
}

}  // namespace shardscope::cli
