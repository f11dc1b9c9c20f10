# SPDX-License-Identifier: Apache-2.0
# Writes OUTPUT: the text of INPUT as a character array.
file(READ "${INPUT}" hex HEX)
string(LENGTH "${hex}" digits)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${hex}")
string(REGEX REPLACE "(('[^,]+,){24})" "\\1\n" bytes "${bytes}")
math(EXPR size "${digits} / 2")
file(WRITE "${OUTPUT}" "#include <string_view>\n
namespace shardscope {
extern const std::string_view ${SYMBOL};
static const char data[] = {\n${bytes}'\\0'};
const std::string_view ${SYMBOL}{data, ${size}};
}  // namespace shardscope\n")
