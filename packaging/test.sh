#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing, builds everything with its tests and runs the whole test suite (no display needed).
# Arguments go to ctest (-R name, -j 1 …).
set -eu
# shellcheck source=packaging/common.sh
. "$(dirname -- "$0")/common.sh"

# shellcheck disable=SC2086
install_packages $build_packages $test_packages
out="$root/build/release"
mkdir -p "$root/build"
configure "$out" -DCMAKE_BUILD_TYPE=Release -DSHARDSCOPE_TESTS=ON
build "$out" all
say "Running the tests"
exec ctest --test-dir "$out" --output-on-failure -j "$(nproc)" "$@"
