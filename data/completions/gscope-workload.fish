# SPDX-License-Identifier: LGPL-2.1-or-later
# Completion of gscope-workload(1) for fish.

# Prints the workloads with their descriptions.
function __gscope_workload_names
    gscope-workload --list 2>/dev/null | string replace -r ' +' \t
end

complete -c gscope-workload -f
complete -c gscope-workload -n __fish_use_subcommand -a '(__gscope_workload_names)'
complete -c gscope-workload -s d -l duration -x -d 'Seconds of the run'
complete -c gscope-workload -s l -l list -d 'List the workloads'
complete -c gscope-workload -l version -d 'Print the version'
complete -c gscope-workload -s h -l help -d 'Print help'
