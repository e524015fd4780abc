#compdef gscoped
# SPDX-License-Identifier: LGPL-2.1-or-later
# Completion of gscoped(1) for zsh.

_arguments \
  '*'{-l,--listen}'=[address to listen at]:address:(unix\: ws\://localhost wss\://0.0.0.0)' \
  '*--carrier=[place at a NATS server]:address:(nats\://)' \
  '*--group=[group by which viewers find the agent]:group' \
  '--announce[announce the agent in the local network]' \
  '(-c --config)'{-c,--config}'=[configuration file]:file:_files' \
  '--check-config[check the configuration]' \
  '--journal=[file of the records of writes]:file:_files' \
  '--tokens=[file of tokens]:file:_files' \
  '--certificate=[certificate of the agent]:file:_files' \
  '--key=[key of the certificate]:file:_files' \
  '--new-token=[make a token and print it]:name:' \
  '--client-authority=[authority of the certificates of clients]:file:_files' \
  '--stdio[serve one client over standard input and output]' \
  '(-r --read-only)'{-r,--read-only}'[let nobody write parameters]' \
  '--simulate=[number of sine waves]:number' \
  '--simulate-agents=[number of simulated agents]:number' \
  '(-h --help)'{-h,--help}'[print help]' \
  '--version[print the version]' \
  '1:workspace:_files -g "*.json"'
