# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Does with a client what lines on standard input say, and answers each with a number, as client-driver.c
does: client-driver.py ADDRESS TOKEN"""

import sys

import gscope_client

try:
    client = gscope_client.Client(sys.argv[1], sys.argv[2])
except ValueError:
    client = None
print(int(client is not None), flush=True)
while client and (line := sys.stdin.readline()):
    verb, _, name = line.rstrip("\n").partition(" ")
    print(int(client.push(name, 0.5)) if verb == "push" else client.dropped, flush=True)
if client:
    client.close()
