# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2034
# What run.sh needs to know of the window's arguments (sourced, POSIX sh).

# split_arguments argument…: sets `file` (the first operand), `language` (the last --lang or --locale) and `picture`
# (the last --screenshot); each is empty if it is not among the arguments.
split_arguments() {
  file="" language="" picture=""
  while [ $# -gt 0 ]; do
    case $1 in
      --) shift; [ -n "$file" ] || file=${1:-}; return 0 ;;
      --lang=* | --locale=*) language=${1#*=} ;;
      --screenshot=*) picture=${1#*=} ;;
      --lang | --locale) language=${2:-}; [ $# -lt 2 ] || shift ;;
      --screenshot) picture=${2:-}; [ $# -lt 2 ] || shift ;;
      --tab | --theme | --size | --lesson) [ $# -lt 2 ] || shift ;;
      -?*) ;;
      *) [ -n "$file" ] || file=$1 ;;
    esac
    shift
  done
}
