# SPDX-License-Identifier: LGPL-2.1-or-later
# Completion of mxtraf(1) for bash.

_mxtraf() {
  local cur prev words cword split
  _init_completion -s || return

  case $prev in
    --cc)
      local names
      names=$(cat /proc/sys/net/ipv4/tcp_available_congestion_control 2>/dev/null)
      mapfile -t COMPREPLY < <(compgen -W "$names" -- "$cur")
      ;;
    --policy)
      mapfile -t COMPREPLY < <(compgen -W 'tail-drop random-drop ecn' -- "$cur")
      ;;
    --method)
      mapfile -t COMPREPLY < <(compgen -W 'standard gate tuned' -- "$cur")
      ;;
    --content)
      mapfile -t COMPREPLY < <(compgen -W 'blocks stream replay' -- "$cur")
      ;;
    --pacing)
      mapfile -t COMPREPLY < <(compgen -W 'none clock soft kernel' -- "$cur")
      ;;
    --measured | --persistent)
      mapfile -t COMPREPLY < <(compgen -W 'on off' -- "$cur")
      ;;
    replay | --script | --record | -r)
      _filedir
      ;;
    --rate | --rtt | --loss | --queue | --mark-at | --quota | --elephants | --mice | --mouse-size | --web | --cbr | \
      --sndbuf | --initcwnd | --a | --b | --buffer-delay | --window | --tolerance | --video-rate | --level | \
      --train | --pause | --interval | --burst-interval | --latency-threshold | --duration | -d) ;;
    *)
      mapfile -t COMPREPLY < <(compgen -W 'stream replay --rate --rtt --loss --queue --policy --mark-at --quota --elephants
        --mice --mouse-size --web --persistent --cbr --cc --sndbuf --initcwnd --measured --method --a --b --buffer-delay
        --train --pause --pacing --interval --burst-interval
        --content --window --tolerance --video-rate --level --latency-threshold --duration --script --record --force --check --version --help' -- "$cur")
      ;;
  esac
} && complete -F _mxtraf mxtraf
