#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What is shipped beside the programs: desktop file, AppStream metadata, man pages, the Debian package.
set -eu
# shellcheck source=packaging/common.sh
. "$(dirname -- "$0")/common.sh"
cd "$root"
install_packages desktop-file-utils appstream lintian man-db >/dev/null

say "Desktop file and AppStream metadata"
desktop-file-validate packaging/shardscope.desktop
appstreamcli validate --no-net packaging/io.github.shardscope.Shardscope.metainfo.xml

say "Man pages"
for page in packaging/man/*.1; do
  # A long name that does not fill or break a line depends on the width of the reader's terminal: no fault of the page.
  messages=$(LC_ALL=C.UTF-8 MANROFFSEQ='' MANWIDTH=80 man --warnings=mac -E UTF-8 -l -Tutf8 -Z "$page" 2>&1 >/dev/null |
    grep -vE "(can't|cannot) (break|adjust) line" || true)
  [ -z "$messages" ] || fail "$page: $messages"
done

say "Debian package"
cmake -S . -B build/release -DCMAKE_BUILD_TYPE=Release >/dev/null
cmake --build build/release --target all >/dev/null
(cd build/release && cpack -G DEB >/dev/null) || fail "cpack failed."
lintian --fail-on error build/release/*.deb
