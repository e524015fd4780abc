# SPDX-License-Identifier: LGPL-2.1-or-later
# Completion of gscopectl(1) for bash.

_gscopectl() {
  local cur prev words cword split word command=
  local commands='list get set watch stream record query mark picture log doctor'
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
    --certificate | --carrier | --period | -p | --duration | -d | --from | --to | --columns | --group | --since | --parameter | --principal) return ;;
  esac
  for word in "${words[@]:1:cword-1}"; do
    [[ -n $command || " $commands " != *" $word "* ]] || command=$word
  done
  case $cur in
    -*)
      mapfile -t COMPREPLY < <(compgen -W '--agent --carrier --token-file --certificate --client-certificate
        --client-key --all --json --csv --dry-run --force --from --to --columns --group --since --parameter --principal --follow --period --duration --help
        --version' -- "$cur")
      ;;
    *)
      case $command in
        '') mapfile -t COMPREPLY < <(compgen -W "$commands" -- "$cur") ;;
        log | record | picture) _filedir ;;
      esac
      ;;
  esac
} && complete -F _gscopectl gscopectl
