#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Runs a command and fails if it leaves something behind: a process, whatever it did to get away,
a namespace, a network device of this network namespace, a mount, or the page of a program that links
libtsl, where those have a directory of their own (TSL_PAGE_DIR).

    unchanged.py COMMAND [ARGUMENT...]

The exit status is the command's where nothing is left. What the kernel tidies up on its own time
is waited for."""

import ctypes
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections import namedtuple
from pathlib import Path

# The seconds within which a busy machine ends what was killed. The test of this program, which leaves things behind,
# waits for less.
TIMEOUT = float(os.environ.get("UNCHANGED_TIMEOUT", "30"))
PR_SET_CHILD_SUBREAPER = 36
NAMESPACES = ("net", "user", "mnt", "pid", "time")
NAMESPACE_LINK = re.compile(r"(%s):\[\d+\]" % "|".join(NAMESPACES))

Process = namedtuple("Process", "pid parent name state")


def adopt_orphans():
    """From now on, no process below this one can get away from it by losing its parent."""
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "prctl")


def read_process(directory):
    try:
        pid, rest = (directory / "stat").read_text(errors="replace").split(" (", 1)
    except (OSError, ValueError):
        return None
    name, rest = rest.rsplit(") ", 1)
    state, parent = rest.split()[:2]
    return Process(int(pid), int(parent), name, state)


def find_descendants(root=None):
    """Returns the processes below root (this one), zombies included."""
    found = [read_process(entry) for entry in Path("/proc").iterdir() if entry.name.isdigit()]
    processes = [process for process in found if process]
    wave, descendants = {root or os.getpid()}, []
    while wave:
        children = [process for process in processes if process.parent in wave]
        descendants += children
        wave = {process.pid for process in children}
    return descendants


def read_links(directory):
    links = set()
    try:
        names = os.listdir(directory)
    except OSError:
        return links
    for name in names:
        try:
            links.add(os.readlink(f"{directory}/{name}"))
        except OSError:
            pass
    return {link for link in links if NAMESPACE_LINK.fullmatch(link)}


def list_namespaces(pid):
    """Returns the namespaces that a process is in or holds open."""
    return read_links(f"/proc/{pid}/ns") | read_links(f"/proc/{pid}/fd")


def list_mounts():
    mounts = Path("/proc/self/mountinfo").read_text(errors="replace").splitlines()
    return {f"mount {fields[3]} at {fields[4]}" for fields in map(str.split, mounts)}


def list_pages():
    directory = os.environ.get("TSL_PAGE_DIR")
    return {f"page {page}" for page in Path(directory).glob("tsl-*/*")} if directory else set()


def take_stock():
    """Returns a line for each thing there is."""
    processes = [process for process in find_descendants() if process.state != "Z"]
    own = list_namespaces("self")
    stock = {f"process {process.pid} {process.name}" for process in processes}
    stock |= {f"network device {name}" for _, name in socket.if_nameindex()}
    for process in processes:
        for namespace in list_namespaces(process.pid) - own:
            stock.add(f"namespace {namespace} of process {process.pid} {process.name}")
    return stock | list_mounts() | list_pages()


def reap():
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass


def find_changes(before):
    """Returns what is not as it was, once it is or patience has ended. All children of this
    process must have been waited for, other than those left behind."""
    end = time.monotonic() + TIMEOUT
    while True:
        reap()
        after = take_stock()
        if after == before or time.monotonic() > end:
            break
        time.sleep(0.05)
    return [f"left behind: {thing}" for thing in sorted(after - before)] + [
        f"gone: {thing}" for thing in sorted(before - after)
    ]


def end_descendants():
    """Ends what was left behind. Only children are sent a signal: their numbers are nobody else's
    until they are waited for, and the children of those that end become ours."""
    while children := [p for p in find_descendants() if p.parent == os.getpid()]:
        for child in children:
            os.kill(child.pid, signal.SIGKILL)
            os.waitpid(child.pid, 0)


def main():
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    adopt_orphans()
    before = take_stock()
    status = subprocess.run(sys.argv[1:], check=False).returncode
    changes = find_changes(before)
    end_descendants()
    for change in changes:
        print(f"{sys.argv[1]}: {change}", file=sys.stderr)
    return 1 if changes else status if status >= 0 else 128 - status


if __name__ == "__main__":
    sys.exit(main())
