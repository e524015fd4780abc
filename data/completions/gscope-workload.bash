# SPDX-License-Identifier: LGPL-2.1-or-later
# Completion of gscope-workload(1) for bash.

_gscope_workload() {
  local cur prev words cword split
  _init_completion -s || return

  case $prev in
    --duration | -d) return ;;
  esac
  case $cur in
    -*) mapfile -t COMPREPLY < <(compgen -W '--duration --list --version --help' -- "$cur") ;;
    *)
      ((cword > 1)) \
        || mapfile -t COMPREPLY < <(compgen -W "$("$1" --list 2>/dev/null | cut -d ' ' -f 1)" -- "$cur")
      ;;
  esac
} && complete -F _gscope_workload gscope-workload
