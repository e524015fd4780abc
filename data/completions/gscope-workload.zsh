#compdef gscope-workload
# SPDX-License-Identifier: LGPL-2.1-or-later
# Completion of gscope-workload(1) for zsh.

_gscope_workload_names() {
  compadd -- ${(f)"$($words[1] --list 2>/dev/null | cut -d ' ' -f 1)"}
}

_arguments \
  '(-d --duration)'{-d,--duration}'=[seconds of the run]:seconds' \
  '(-l --list)'{-l,--list}'[list the workloads]' \
  '--version[print the version]' \
  '(-h --help)'{-h,--help}'[print help]' \
  '1:workload:_gscope_workload_names' \
  '*:parameter'
