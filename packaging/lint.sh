#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The borders between the rooms, the format of the code, the shell scripts. Seconds; builds nothing.
# Static analysis needs a configured build and minutes: packaging/tidy.sh.
set -eu
# shellcheck source=packaging/common.sh
. "$(dirname -- "$0")/common.sh"
cd "$root"
install_packages clang-format git shellcheck >/dev/null

say "Borders: no Qt under core/ and app/cli/, qcustomplot.h only under ui/charts/"
if grep -rnE '#include *[<"](Q[A-Z]|Qt[A-Z]|qcustomplot)' core app/cli; then fail "A Qt header in a Qt-free room."; fi
if grep -rln 'qcustomplot\.h' --include='*.cpp' --include='*.hpp' ui app core tests | grep -v '^ui/charts/'; then
  fail "qcustomplot.h outside ui/charts/."
fi
if grep -rnE '#include *"(ui|app)/' core; then fail "core includes a room above it."; fi
if grep -rnE '#include *"app/' ui; then fail "ui includes app."; fi

say "Licence of every source and script"
unlicensed=$(git ls-files '*.cpp' '*.hpp' '*.sh' '*.cmake' '*CMakeLists.txt' 'packaging/man/*' 'packaging/completions/*' .ci/run |
  while read -r file; do head -n 4 "$file" | grep -q 'SPDX-License-Identifier: ' || printf ' %s' "$file"; done)
[ -z "$unlicensed" ] || fail "No SPDX-License-Identifier in the first lines of:$unlicensed"

say "Format"
git ls-files '*.cpp' '*.hpp' | xargs clang-format --dry-run --Werror

say "Shell scripts"
shellcheck -x packaging/*.sh .ci/run
