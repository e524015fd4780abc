# SPDX-License-Identifier: LGPL-2.1-or-later
# Completion of gscopectl(1) for bash.

# Completes names of signals or parameters, which the agent of the command line has.
_gscopectl_names() {
  local i given=()
  for ((i = 1; i < cword; i++)); do
    case ${words[i]} in
      --agent | --carrier | --token-file | --certificate | --client-certificate | --client-key)
        given+=("${words[i]}" "${words[i + 1]}")
        ;;
      --agent=* | --carrier=* | --token-file=* | --certificate=* | --client-certificate=* | --client-key=*)
        given+=("${words[i]}")
        ;;
    esac
  done
  mapfile -t COMPREPLY < <("${words[0]}" "${given[@]}" names "$1" "${cur//\\/}" 2>/dev/null)
  for i in "${!COMPREPLY[@]}"; do
    [[ ${COMPREPLY[i]} == */ ]] || COMPREPLY[i]+=$2
    [[ ${COMPREPLY[i]} != *[/=] ]] || compopt -o nospace 2>/dev/null
    printf -v "COMPREPLY[i]" %q "${COMPREPLY[i]}"
  done
  __ltrim_colon_completions "$cur"
}

_gscopectl() {
  local cur prev words cword split word command=
  local n_arguments=0
  local commands='list limits get set watch stream record measure query mark picture log names doctor'
  _init_completion -s -n : || return

  case $prev in
    --agent)
      mapfile -t COMPREPLY < <(compgen -W 'unix: ssh:// nats://' -- "$cur")
      __ltrim_colon_completions "$cur"
      return
      ;;
    --token-file | --client-certificate | --client-key)
      _filedir
      return
      ;;
    --certificate | --carrier | --period | -p | --duration | -d | --from | --to | --columns | --group | --since | --parameter | --principal) return ;;
  esac
  for word in "${words[@]:1:cword-1}"; do
    [[ -z $command || $word == -* ]] || n_arguments=$((n_arguments + 1))
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
        get) _gscopectl_names parameters ;;
        set) _gscopectl_names parameters '=' ;;
        watch | stream | query) _gscopectl_names signals ;;
        measure)
          ((n_arguments == 0)) || _gscopectl_names signals
          ;;
        record)
          if ((n_arguments > 0)); then _gscopectl_names signals; else _filedir; fi
          ;;
        names) mapfile -t COMPREPLY < <(compgen -W 'signals parameters' -- "$cur") ;;
        log | picture) _filedir ;;
      esac
      ;;
  esac
} && complete -F _gscopectl gscopectl
