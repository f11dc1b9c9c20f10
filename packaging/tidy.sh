#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# clang-tidy on core and app/cli, or on the files named. Needs a configured build/release (packaging/test.sh makes it).
set -eu
# shellcheck source=packaging/common.sh
. "$(dirname -- "$0")/common.sh"
cd "$root"
install_packages clang-tidy git >/dev/null
if [ $# -gt 0 ]; then printf '%s\n' "$@"; else git ls-files 'core/*.cpp' 'app/cli/*.cpp'; fi |
  xargs -P "$(nproc)" -n 4 clang-tidy -p build/release --quiet
