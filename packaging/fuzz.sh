#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Fuzzes one target after another under AddressSanitizer and UndefinedBehaviorSanitizer (clang, libFuzzer):
#   fuzz.sh [SECONDS [TARGET…]]      default: 60 seconds each of every target
# New inputs are kept in build/fuzz/corpus/TARGET; a finding ends the run and is left in build/fuzz/findings/.
set -eu
# shellcheck source=packaging/common.sh
. "$(dirname -- "$0")/common.sh"
cd "$root"
# shellcheck disable=SC2086
install_packages $build_packages clang libclang-rt-14-dev

seconds=${1:-60}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- scenario_yaml scenario_json hf_config run_table profile evaluate

cmake --preset fuzz >build/fuzz.log 2>&1 || { cat build/fuzz.log >&2; fail "Configuring failed."; }
cmake --build --preset fuzz
mkdir -p build/fuzz/findings
for target in "$@"; do
  program=build/fuzz/tests/fuzz/fuzz_$target
  [ -x "$program" ] || fail "There is no fuzz target $target."
  kept=build/fuzz/corpus/$target
  mkdir -p "$kept"
  options="-max_total_time=$seconds -timeout=10 -rss_limit_mb=2048 -artifact_prefix=build/fuzz/findings/$target-"
  case $target in
    scenario_*) seeds=tests/fuzz/corpus/$target dictionary=scenario ;;
    hf_config) seeds="tests/fuzz/corpus/hf_config tests/data/models" dictionary=hf_config ;;
    run_table | profile) seeds=tests/fuzz/corpus/$target dictionary="" ;;
    *) seeds="" dictionary="" ;;
  esac
  [ -z "$dictionary" ] || options="$options -dict=build/fuzz/tests/fuzz/$dictionary.dict"
  say "Fuzzing $target for $seconds s"
  # shellcheck disable=SC2086
  "$program" $options "$kept" $seeds
done
