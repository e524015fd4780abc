#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Ends mxtraf in every way there is. It says why, and leaves no process, namespace or device.

    test-leave-nothing.py MXTRAF"""

import os
import signal
import sys
from pathlib import Path

import unchanged

sys.path.append(str(Path(__file__).parents[1] / "support"))
from program import Failure, Program, wait_for

MXTRAF = sys.argv[1]
HOSTS = "198.18.0.1"
PROCESSES = ("mxtraf-router", "mxtraf-server", "mxtraf-client")
TRAFFIC = ("--elephants", "3", "--mice", "5", "--cbr", "5%", "--content", "stream")

# Opens mxtraf's source over a socket as a scope does, and stays.
HOLDER = """
import json, pathlib, signal, socket, struct, subprocess, sys
ours, theirs = socket.socketpair()
fd = str(theirs.fileno())
subprocess.Popen([*sys.argv[1:], "--share-fd", fd], pass_fds=[theirs.fileno()])
theirs.close()
boot = pathlib.Path("/proc/sys/kernel/random/boot_id").read_text().strip()
for message in (
    {"hello": {"version": 2, "boot": boot, "period_ns": 10_000_000, "credit": 1 << 20}},
    {"call": {"id": 1, "verb": "start"}},
):
    text = json.dumps(message).encode()
    ours.sendall(struct.pack("<I", len(text)) + text)
while ours.recv(65536):
    pass
"""


def find_process(name):
    """Returns the process of that name, if there is one, below this one."""
    return next((p.pid for p in unchanged.find_descendants() if p.name == name), None)


def find_all():
    return all(find_process(name) for name in PROCESSES)


def start():
    run = Program(MXTRAF, *TRAFFIC)
    run.began(HOSTS)
    return run


def end_by_duration():
    Program(MXTRAF, *TRAFFIC, "--duration", "1").ended(0, "elephants", "Forwarded")


def end_by_signal(number):
    run = start()
    run.process.send_signal(number)
    run.ended(128 + number, "elephants", "Forwarded")


def kill_program():
    run = start()
    run.process.kill()
    run.ended(-signal.SIGKILL)


def kill_process(name):
    run = start()
    pid = wait_for(name, lambda: find_process(name))
    descriptor = os.pidfd_open(pid)
    # The descriptor refers to that process if the process still exists now.
    still = find_process(name) == pid
    if still:
        signal.pidfd_send_signal(descriptor, signal.SIGKILL)
    os.close(descriptor)
    if not still:
        raise Failure(f"{name} ended before it was killed")
    run.ended(1, name)


def kill_holder():
    run = Program(sys.executable, "-c", HOLDER, MXTRAF, *TRAFFIC)
    wait_for("a start over a socket", find_all)
    run.process.kill()
    run.ended(-signal.SIGKILL)


WAYS = {
    "its time is over": end_by_duration,
    "SIGINT": lambda: end_by_signal(signal.SIGINT),
    "SIGTERM": lambda: end_by_signal(signal.SIGTERM),
    "the program is killed": kill_program,
    "the program that holds its socket is killed": kill_holder,
    **{f"{name} is killed": lambda name=name: kill_process(name) for name in PROCESSES},
}


def check(way):
    """Returns what is wrong with the end, line by line."""
    before = unchanged.take_stock()
    problems = []
    try:
        way()
    except Failure as failure:
        problems.append(str(failure))
    problems += unchanged.find_changes(before)
    unchanged.end_descendants()
    return problems


def main():
    unchanged.adopt_orphans()
    print(f"1..{len(WAYS)}", flush=True)
    failures = 0
    for name, way in WAYS.items():
        problems = check(way)
        failures += bool(problems)
        print(f"{'not ok' if problems else 'ok'} - {name}", flush=True)
        for line in "\n".join(problems).splitlines():
            print(f"# {line}", flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
