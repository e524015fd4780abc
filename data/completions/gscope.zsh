#compdef gscope
# SPDX-License-Identifier: LGPL-2.1-or-later
# Completion of gscope(1) for zsh.

_gscope_formats() {
  compadd -- ${(f)"$($words[1] --list-formats 2>/dev/null | cut -d ' ' -f 1)"}
}

_arguments \
  '(-w --workspace)'{-w,--workspace}'=[workspace to open]:workspace:_files' \
  '(-r --record)'{-r,--record}'=[record to a tuple file]:file:_files' \
  '(-f --force)'{-f,--force}'[replace a recording that exists]' \
  '--diagnostics[also record diagnostic signals]' \
  '(-j --json)'{-j,--json}'[print the outcome as JSON]' \
  '--check-limits[compare signals with their limits]' \
  '(-s --screenshot)'{-s,--screenshot}'=[write a picture of the window]:file:_files' \
  '(-d --duration)'{-d,--duration}'=[seconds to record or draw]:seconds' \
  '(-x --export)'{-x,--export}'=[write a recording to a file]:file:_files' \
  '--csv-times=[times of an exported table]:kind:(milliseconds seconds dates)' \
  '--read-as=[format of a recording]:format:_gscope_formats' \
  '--select=[what of a file is shown]:table, query or vector' \
  '*--experiment=[run an experiment]:experiment:_files' \
  '--quick[take fewer and shorter runs]' \
  '--report=[directory of reports]:directory:_files -/' \
  '--compare-reports=[compare two directories of reports]:directory:_files -/' \
  '--size=[size of the window]:size' \
  '--agent=-[let other programs use the window]:address' \
  '--trust[let the workspace do what needs consent]' \
  '--list-plugins[list the types of sources]' \
  '--list-formats[list the formats of recordings]' \
  '(-h --help)'{-h,--help}'[print help]' \
  '--version[print the version]' \
  '*:file:_files'
