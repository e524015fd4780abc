# SPDX-License-Identifier: LGPL-2.1-or-later
# Completion of gscopectl(1) for fish.

# Prints names of signals or parameters, which the agent of the command line has.
function __gscopectl_names
    set -l words (commandline -opc)
    set -l given
    for i in (seq 2 (count $words))
        switch $words[$i]
            case --agent --carrier --token-file --certificate --client-certificate --client-key
                set -a given $words[$i] $words[(math $i + 1)]
            case '--agent=*' '--carrier=*' '--token-file=*' '--certificate=*' '--client-certificate=*' '--client-key=*'
                set -a given $words[$i]
        end
    end
    $words[1] $given names $argv[1] (commandline -ct) 2>/dev/null
end

complete -c gscopectl -f
complete -c gscopectl -n '__fish_seen_subcommand_from get' -a '(__gscopectl_names parameters)'
complete -c gscopectl -n '__fish_seen_subcommand_from set' -a '(__gscopectl_names parameters | string replace -r "([^/])\$" "\$1=")'
complete -c gscopectl -n '__fish_seen_subcommand_from watch stream record measure query' -a '(__gscopectl_names signals)'
complete -c gscopectl -n '__fish_seen_subcommand_from names' -a 'signals parameters'
complete -c gscopectl -n __fish_use_subcommand -a list -d 'List the sources of the agent'
complete -c gscopectl -n __fish_use_subcommand -a get -d 'Print the values of parameters'
complete -c gscopectl -n __fish_use_subcommand -a set -d 'Write parameters'
complete -c gscopectl -n __fish_use_subcommand -a watch -d 'Print the newest values of signals'
complete -c gscopectl -n __fish_use_subcommand -a stream -d 'Print every sample of signals'
complete -c gscopectl -n __fish_use_subcommand -a record -d 'Record signals to a file of tuples'
complete -c gscopectl -n __fish_use_subcommand -a measure -d 'Measure signals over the duration'
complete -c gscopectl -n __fish_use_subcommand -a query -d 'Print the past of signals, in columns'
complete -c gscopectl -n __fish_use_subcommand -a limits -d 'Print whether signals are within their limits'
complete -c gscopectl -n __fish_use_subcommand -a mark -d 'Set a marker that every viewer shows'
complete -c gscopectl -n __fish_use_subcommand -a picture -d 'Write a picture of a window that is an agent'
complete -c gscopectl -n __fish_use_subcommand -a log -d 'Print who wrote parameters'
complete -c gscopectl -n __fish_use_subcommand -a names -d 'Print names, for completions'
complete -c gscopectl -n __fish_use_subcommand -a doctor -d 'Print what this machine offers and lacks'
complete -c gscopectl -n '__fish_seen_subcommand_from log picture record' -F
complete -c gscopectl -l agent -x -a 'unix: ssh:// nats://' -d 'Address of the agent'
complete -c gscopectl -l carrier -x -a 'nats://' -d 'NATS server at which the agent is'
complete -c gscopectl -l token-file -r -F -d 'File of the token for the agent'
complete -c gscopectl -l certificate -x -d 'Fingerprint of the certificate of the agent'
complete -c gscopectl -l client-certificate -r -F -d 'Own certificate'
complete -c gscopectl -l client-key -r -F -d 'Key of the own certificate'
complete -c gscopectl -s a -l all -d 'Print signals and parameters, too'
complete -c gscopectl -s j -l json -d 'Print JSON'
complete -c gscopectl -l csv -d 'Print comma-separated values'
complete -c gscopectl -s n -l dry-run -d 'Check the values, and write nothing'
complete -c gscopectl -s f -l force -d 'Replace a file that exists'
complete -c gscopectl -l from -x -d 'How long ago the interval begins'
complete -c gscopectl -l to -x -d 'How long ago the interval ends'
complete -c gscopectl -l columns -x -d 'Number of columns'
complete -c gscopectl -l group -x -d 'Print agents of this group only'
complete -c gscopectl -l since -x -d 'Print writes since this time'
complete -c gscopectl -l parameter -x -d 'Print writes of this parameter only'
complete -c gscopectl -l principal -x -d 'Print writes by this principal only'
complete -c gscopectl -l follow -d 'Go on with each write that is made'
complete -c gscopectl -s p -l period -x -d 'Time between two values'
complete -c gscopectl -s d -l duration -x -d 'Duration'
complete -c gscopectl -s h -l help -d 'Print help'
complete -c gscopectl -l version -d 'Print the version'
