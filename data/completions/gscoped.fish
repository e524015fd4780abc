# SPDX-License-Identifier: LGPL-2.1-or-later
# Completion of gscoped(1) for fish.

complete -c gscoped -k -x -a '(__fish_complete_suffix .json)'
complete -c gscoped -s l -l listen -x -a 'unix: ws://localhost wss://0.0.0.0' -d 'Address to listen at'
complete -c gscoped -l carrier -x -a 'nats://' -d 'Place at a NATS server'
complete -c gscoped -s c -l config -r -F -d 'Configuration file'
complete -c gscoped -l check-config -d 'Check the configuration'
complete -c gscoped -l journal -r -F -d 'File of the records of writes'
complete -c gscoped -l tokens -r -F -d 'File of tokens'
complete -c gscoped -l certificate -r -F -d 'Certificate of the agent'
complete -c gscoped -l key -r -F -d 'Key of the certificate'
complete -c gscoped -l new-token -x -d 'Make a token and print it'
complete -c gscoped -l client-authority -r -F -d 'Authority of the certificates of clients'
complete -c gscoped -l stdio -d 'Serve one client over standard input and output'
complete -c gscoped -s r -l read-only -d 'Let nobody write parameters'
complete -c gscoped -l simulate -x -d 'Number of sine waves'
complete -c gscoped -s h -l help -d 'Print help'
complete -c gscoped -l version -d 'Print the version'
