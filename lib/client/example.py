# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Sends ten values: example.py ADDRESS NAME"""

import sys

import gscope_client

with gscope_client.Client(sys.argv[1]) as client:
    for i in range(10):
        client.push(sys.argv[2], i + 0.5)
sys.exit(client.dropped > 0)
