#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing, builds Shardscope and opens it. Without a display: prints the report and writes a picture of
# the window, both of the example if no file is named. Arguments go to the program (a scenario, a config.json, preset:NAME, --lang zh_CN …).
set -eu
# shellcheck source=packaging/common.sh
. "$(dirname -- "$0")/common.sh"
# shellcheck source=packaging/operands.sh
. "$root/packaging/operands.sh"

# shellcheck disable=SC2086
install_packages $build_packages
out="$root/build/release"
mkdir -p "$root/build"
configure "$out" -DCMAKE_BUILD_TYPE=Release -DSHARDSCOPE_TESTS=OFF
build "$out" shardscope shardscope-cli

if [ -n "${DISPLAY:-}" ] || [ -n "${WAYLAND_DISPLAY:-}" ]; then
  say "Opening Shardscope"
  exec "$out/app/shardscope" "$@"
fi

say "No display: here is the report, and a picture of the window."
split_arguments "$@"
[ -n "$file" ] || { file=preset:64-gpu-example; set -- "$@" "$file"; }
"$out/app/shardscope-cli" ${language:+--lang "$language"} evaluate -- "$file"
[ -n "$picture" ] || { picture="$root/build/shardscope.png"; set -- --screenshot "$picture" "$@"; }
if [ -z "${XDG_RUNTIME_DIR:-}" ]; then  # as in a bare chroot; Qt wants one and says so
  XDG_RUNTIME_DIR="$root/build/runtime"
  mkdir -p "$XDG_RUNTIME_DIR"
  chmod 700 "$XDG_RUNTIME_DIR"
  export XDG_RUNTIME_DIR
fi
QT_QPA_PLATFORM=offscreen "$out/app/shardscope" "$@"
say "Picture of the window: $picture"
