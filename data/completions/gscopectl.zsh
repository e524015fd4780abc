#compdef gscopectl
# SPDX-License-Identifier: LGPL-2.1-or-later
# Completion of gscopectl(1) for zsh.

# Completes names of signals or parameters, which the agent of the command line has.
_gscopectl_names() {
  local kind=signals end=' ' option
  local -a given names
  case $line[1] in
    get) kind=parameters ;;
    set) kind=parameters end== ;;
    watch | stream | query) ;;
    measure) (( $#line > 2 )) || return ;;
    record) (( $#line > 2 )) || { _files; return } ;;
    names) compadd signals parameters; return ;;
    log | picture) _files; return ;;
    *) return ;;
  esac
  for option in --agent --carrier --token-file --certificate --client-certificate --client-key; do
    (( ! $+opt_args[$option] )) || given+=($option ${(Q)opt_args[$option]})
  done
  names=(${(f)"$($words[1] $given names $kind ${(Q)PREFIX} 2>/dev/null)"})
  compadd -S '' -- ${(M)names:#*/}
  compadd -S $end -- ${names:#*/}
}

_arguments \
  '--agent=[address of the agent]:address:(unix\: ssh\:// nats\://)' \
  '--carrier=[NATS server at which the agent is]:address:(nats\://)' \
  '--token-file=[file of the token for the agent]:file:_files' \
  '--certificate=[fingerprint of the certificate of the agent]:fingerprint' \
  '--client-certificate=[own certificate]:file:_files' \
  '--client-key=[key of the own certificate]:file:_files' \
  '(-a --all)'{-a,--all}'[print signals and parameters, too]' \
  '(-j --json)'{-j,--json}'[print JSON]' \
  '--csv[print comma-separated values]' \
  '(-n --dry-run)'{-n,--dry-run}'[check the values, and write nothing]' \
  '(-f --force)'{-f,--force}'[replace a file that exists]' \
  '--from=[how long ago the interval begins]:time' \
  '--to=[how long ago the interval ends]:time' \
  '--columns=[number of columns]:number' \
  '--group=[print agents of this group only]:group' \
  '--since=[print writes since this time]:time' \
  '--parameter=[print writes of this parameter only]:name' \
  '--principal=[print writes by this principal only]:name' \
  '--follow[go on with each write that is made]' \
  '(-p --period)'{-p,--period}'=[time between two values]:time' \
  '(-d --duration)'{-d,--duration}'=[duration]:time' \
  '(-h --help)'{-h,--help}'[print help]' \
  '--version[print the version]' \
  '1:command:((list\:"list the sources of the agent" limits\:"print whether signals are within their limits" get\:"print the values of parameters"
    set\:"write parameters" watch\:"print the newest values of signals" stream\:"print every sample of signals"
    record\:"record signals to a file of tuples" measure\:"measure signals over the duration" query\:"print the past of signals, in columns"
    mark\:"set a marker that every viewer shows" picture\:"write a picture of a window that is an agent" log\:"print who wrote parameters"
    names\:"print names, for completions" doctor\:"print what this machine offers and lacks"))' \
  '*:name:_gscopectl_names'
