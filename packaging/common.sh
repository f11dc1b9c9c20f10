# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2034
# Shared by run.sh, test.sh and .ci/run (sourced, POSIX sh): packages, configuring, building.
# Downloads nothing but distribution packages. Safe to repeat: what is there already is left alone.

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)

build_packages="g++ cmake ninja-build ccache qt6-base-dev qt6-tools-dev qt6-tools-dev-tools qt6-l10n-tools qt6-svg-dev
  libqcustomplot-dev nlohmann-json3-dev libyaml-cpp-dev libcli11-dev libfmt-dev libexpected-dev
  fonts-noto-core fonts-noto-mono fonts-noto-cjk"
test_packages="libgtest-dev libgmock-dev librapidcheck-dev libbenchmark-dev"

say() { printf '==> %s\n' "$*"; }
fail() { printf 'error: %s\n' "$*" >&2; exit 1; }

# install_packages name…: those that are not installed yet.
install_packages() {
  missing=""
  for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing="$missing $package"
  done
  [ -n "$missing" ] || { say "All packages are installed."; return 0; }
  command -v apt-get >/dev/null 2>&1 || fail "These packages are missing and apt-get is not here:$missing"
  as_root=""
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null 2>&1 || fail "Run as root, or install sudo: packages to install:$missing"
    as_root="sudo"
  fi
  say "Installing packages:$missing"
  # shellcheck disable=SC2086
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get update -qq || fail "apt-get update failed (see above)."
  # shellcheck disable=SC2086
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null ||
    fail "apt-get install failed (see above)."
}

# configure folder option…: SHARDSCOPE_WERROR=ON in the environment makes warnings errors.
configure() {
  folder=$1
  shift
  say "Configuring $folder"
  cmake -S "$root" -B "$folder" -G Ninja -DSHARDSCOPE_WERROR="${SHARDSCOPE_WERROR:-OFF}" "$@" >"$folder.log" 2>&1 ||
    { cat "$folder.log" >&2; fail "Configuring failed."; }
}

# build folder target…
build() {
  folder=$1
  shift
  say "Building $* in $folder"
  cmake --build "$folder" --target "$@" || fail "Building failed."
}
