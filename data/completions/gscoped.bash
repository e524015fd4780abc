# SPDX-License-Identifier: LGPL-2.1-or-later
# Completion of gscoped(1) for bash.

_gscoped() {
  local cur prev words cword split
  _init_completion -s || return

  case $prev in
    --listen | -l)
      mapfile -t COMPREPLY < <(compgen -W 'unix: ws://localhost wss://0.0.0.0' -- "$cur")
      return
      ;;
    --carrier)
      mapfile -t COMPREPLY < <(compgen -W 'nats://' -- "$cur")
      return
      ;;
    --group | --simulate | --simulate-agents) return ;;
    --config | -c | --journal | --tokens | --certificate | --key | --client-authority)
      _filedir
      return
      ;;
  esac
  case $cur in
    -*)
      mapfile -t COMPREPLY < <(compgen -W '--listen --carrier --group --announce --config --check-config --journal --tokens --certificate
        --key --new-token --client-authority --stdio --read-only
        --simulate --simulate-agents --help --version' -- "$cur")
      ;;
    *) _filedir json ;;
  esac
} && complete -F _gscoped gscoped
