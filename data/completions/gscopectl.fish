# SPDX-License-Identifier: LGPL-2.1-or-later
# Completion of gscopectl(1) for fish.

complete -c gscopectl -f
complete -c gscopectl -n __fish_use_subcommand -a list -d 'List the sources of the agent'
complete -c gscopectl -n __fish_use_subcommand -a get -d 'Print the values of parameters'
complete -c gscopectl -n __fish_use_subcommand -a set -d 'Write parameters'
complete -c gscopectl -n __fish_use_subcommand -a watch -d 'Print the newest values of signals'
complete -c gscopectl -n __fish_use_subcommand -a stream -d 'Print every sample of signals'
complete -c gscopectl -n __fish_use_subcommand -a record -d 'Record signals to a file of tuples'
complete -c gscopectl -n __fish_use_subcommand -a query -d 'Print the past of signals, in columns'
complete -c gscopectl -n __fish_use_subcommand -a mark -d 'Set a marker that every viewer shows'
complete -c gscopectl -n '__fish_seen_subcommand_from record' -F
complete -c gscopectl -l agent -x -a 'unix: ssh://' -d 'Address of the agent'
complete -c gscopectl -s a -l all -d 'Print signals and parameters, too'
complete -c gscopectl -s j -l json -d 'Print JSON'
complete -c gscopectl -l csv -d 'Print comma-separated values'
complete -c gscopectl -s n -l dry-run -d 'Check the values, and write nothing'
complete -c gscopectl -s f -l force -d 'Replace a file that exists'
complete -c gscopectl -l from -x -d 'How long ago the interval begins'
complete -c gscopectl -l to -x -d 'How long ago the interval ends'
complete -c gscopectl -l columns -x -d 'Number of columns'
complete -c gscopectl -s p -l period -x -d 'Time between two values'
complete -c gscopectl -s d -l duration -x -d 'Duration'
complete -c gscopectl -s h -l help -d 'Print help'
complete -c gscopectl -l version -d 'Print the version'
