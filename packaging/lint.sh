#!/bin/sh
# Format, static analysis of the core, and the borders between the rooms. Needs a configured build/release
# (packaging/test.sh makes it). Arguments: files to analyse instead of all of core and app/cli.
set -eu
. "$(dirname -- "$0")/common.sh"
cd "$root"
install_packages clang-format clang-tidy git shellcheck >/dev/null

say "Borders: no Qt under core/ and app/cli/, qcustomplot.h only under ui/charts/"
if grep -rnE '#include *[<"](Q[A-Z]|Qt[A-Z]|qcustomplot)' core app/cli; then fail "A Qt header in a Qt-free room."; fi
if grep -rln 'qcustomplot\.h' --include='*.cpp' --include='*.hpp' ui app core tests | grep -v '^ui/charts/'; then
  fail "qcustomplot.h outside ui/charts/."
fi
if grep -rnE '#include *"(ui|app)/' core; then fail "core includes a room above it."; fi
if grep -rnE '#include *"app/' ui; then fail "ui includes app."; fi

say "Format"
git ls-files '*.cpp' '*.hpp' | xargs clang-format --dry-run --Werror

say "Shell scripts"
shellcheck -x packaging/*.sh .ci/run

say "clang-tidy on core and app/cli"
[ $# -gt 0 ] || set -- $(git ls-files 'core/*.cpp' 'app/cli/*.cpp')
printf '%s\n' "$@" | xargs -P "$(nproc)" -n 4 clang-tidy -p build/release --quiet 2>/dev/null
