# SPDX-License-Identifier: LGPL-2.1-or-later
# Completion of gscope(1) for bash.

_gscope() {
  local cur prev words cword split
  _init_completion -s || return

  case $prev in
    --experiment | --record | -r | --screenshot | -s | --export | -x)
      _filedir
      return
      ;;
    --report | --compare-reports)
      _filedir -d
      return
      ;;
    --csv-times)
      mapfile -t COMPREPLY < <(compgen -W 'milliseconds seconds dates' -- "$cur")
      return
      ;;
    --read-as)
      mapfile -t COMPREPLY < <(compgen -W "$("$1" --list-formats 2>/dev/null | cut -d ' ' -f 1)" -- "$cur")
      return
      ;;
    --duration | -d | --size | --agent | --select) return ;;
  esac
  case $cur in
    -*)
      mapfile -t COMPREPLY < <(compgen -W '--workspace --record --force --diagnostics --json --check-limits --screenshot --duration --export --csv-times
        --read-as --select --experiment --quick --report --compare-reports --size --agent --trust --list-plugins --list-formats --help --version' -- "$cur")
      ;;
    *) _filedir ;;
  esac
} && complete -F _gscope gscope
