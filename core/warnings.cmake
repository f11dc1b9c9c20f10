# SPDX-License-Identifier: Apache-2.0
# Compiler settings of our own code; libraries arrive as SYSTEM and stay silent.
add_library(shardscope_options INTERFACE)
add_library(shardscope::options ALIAS shardscope_options)
target_include_directories(shardscope_options INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_features(shardscope_options INTERFACE cxx_std_20)
target_compile_options(shardscope_options INTERFACE -Wall -Wextra -Wconversion -Wshadow -Wno-missing-field-initializers)
if(SHARDSCOPE_WERROR)
  target_compile_options(shardscope_options INTERFACE -Werror -Wno-error=restrict)  # false alarms on std::string (GCC bug 105651)
endif()
if(SHARDSCOPE_SANITIZE)
  target_compile_options(shardscope_options INTERFACE
    -fsanitize=${SHARDSCOPE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all -g)
  target_link_options(shardscope_options INTERFACE -fsanitize=${SHARDSCOPE_SANITIZE})
endif()
