# SPDX-License-Identifier: Apache-2.0
# embed_files(target root file...): compiles the files' text into `target`, found by core/text/embedded.hpp under their
# path relative to `root`. One generated source per file, so that a change rebuilds one file.
function(embed_files target root)
  set(declarations "")
  set(entries "")
  set(index 0)
  foreach(file IN LISTS ARGN)
    file(RELATIVE_PATH name ${root} ${file})
    set(source ${CMAKE_CURRENT_BINARY_DIR}/embedded_${index}.cpp)
    add_custom_command(
      OUTPUT ${source}
      COMMAND ${CMAKE_COMMAND} -DINPUT=${file} -DOUTPUT=${source} -DSYMBOL=embeddedFile${index}
              -P ${PROJECT_SOURCE_DIR}/core/embed_one.cmake
      DEPENDS ${file} ${PROJECT_SOURCE_DIR}/core/embed_one.cmake
      VERBATIM)
    target_sources(${target} PRIVATE ${source})
    string(APPEND declarations "extern const std::string_view embeddedFile${index};\n")
    string(APPEND entries "    {\"${name}\", embeddedFile${index}},\n")
    math(EXPR index "${index} + 1")
  endforeach()
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/embedded_index.cpp @ONLY CONTENT [[
#include "core/text/embedded.hpp"

namespace shardscope {
@declarations@
std::vector<EmbeddedFile> embeddedFiles() {
  return {
@entries@  };
}
}  // namespace shardscope
]])
  target_sources(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/embedded_index.cpp)
endfunction()
