# SPDX-License-Identifier: LGPL-2.1-or-later
# Completion of gscopectl(1) for bash.

_gscopectl() {
  local cur prev words cword split
  _init_completion -s || return

  case $prev in
    --agent)
      mapfile -t COMPREPLY < <(compgen -W 'unix: ssh:// nats://' -- "$cur")
      return
      ;;
    --token-file | --client-certificate | --client-key)
      _filedir
      return
      ;;
    --certificate | --carrier | --period | -p | --duration | -d | --from | --to | --columns | --group) return ;;
  esac
  case $cur in
    -*)
      mapfile -t COMPREPLY < <(compgen -W '--agent --carrier --token-file --certificate --client-certificate
        --client-key --all --json --csv --dry-run --force --from --to --columns --group --period --duration --help
        --version' -- "$cur")
      ;;
    *)
      mapfile -t COMPREPLY < <(compgen -W 'list get set watch stream record query mark picture doctor' -- "$cur")
      ;;
  esac
} && complete -F _gscopectl gscopectl
