# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Servers of HTTP on this machine that a test starts: where they listen, and when they answer."""

import socket
import sys
import time
import urllib.error
import urllib.request

TIMEOUT = 60


def choose_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def ask(address):
    """Returns the answer at an address; an empty text if nobody answers."""
    try:
        with urllib.request.urlopen(address, timeout=5) as answer:
            return answer.read().decode()
    except (urllib.error.URLError, OSError):
        return ""


def await_answer(address, part, processes):
    """Waits until the answer at an address has a part. Fails if one of the servers ends."""
    end = time.monotonic() + TIMEOUT
    while part not in (answer := ask(address)):
        if time.monotonic() > end or any(process.poll() is not None for process in processes):
            sys.exit(f"The answer of {address} has no “{part}”: {answer}")
        time.sleep(0.1)
