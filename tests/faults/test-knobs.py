# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Settings of the kernel go back to what they were when the agent ends, is killed, or its client is.

    test-knobs.py GSCOPED GSCOPECTL CLIENT-DIRECTORY SUPPORT-DIRECTORY

The setting is the congestion control of a connection of this program, which needs no privilege."""

import ctypes
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

GSCOPED, GSCOPECTL = sys.argv[1:3]
sys.path.insert(0, sys.argv[4])
os.environ["PYTHONPATH"] = sys.argv[3]

from program import Failure, Program, wait_for  # noqa: E402

WORKSPACE = {"gscope-workspace": 1, "scopes": [{"name": "A", "sources": [{"type": "tcp", "name": "tcp"}]}]}
# Writes with a lease, says so, and stays.
LEASEHOLDER = """
import sys, time, gscope_agent
agent = gscope_agent.connect(sys.argv[1])
print(agent.parameters["tcp/congestion-control"].write(sys.argv[2], lease=True), flush=True)
time.sleep(600)
"""


# prctl (PR_SET_PTRACER, PR_SET_PTRACER_ANY)
PR_SET_PTRACER, ANY = 0x59616D61, -1


def check(condition, sentence):
    if not condition:
        raise Failure(sentence)


class Bed:
    """An agent with the plugin “tcp”, which steers a connection of this program."""

    def __init__(self, scratch):
        self.address = f"unix:{scratch}/agent"
        (scratch / "workspace.json").write_text(json.dumps(WORKSPACE), encoding="utf-8")
        listener = socket.create_server(("127.0.0.1", 0))
        self.near = socket.create_connection(listener.getsockname())
        self.far, _ = listener.accept()
        listener.close()
        self.before = self.read()
        self.other = "cubic" if self.before == "reno" else "reno"
        self.programs = []
        self.agent = self.start(GSCOPED, "--config", "/dev/null", "--listen", self.address, scratch / "workspace.json")
        self.agent.began("listens at")
        self.set(f"tcp/port={self.near.getsockname()[1]}", f"tcp/steered={self.near.getsockname()[1]}")

    def start(self, *command):
        self.programs.append(Program(*command))
        return self.programs[-1]

    def close(self):
        for program in self.programs:
            if program.process.poll() is None:
                program.process.kill()
                program.process.wait()
        self.near.close()
        self.far.close()

    def read(self):
        return self.near.getsockopt(socket.IPPROTO_TCP, socket.TCP_CONGESTION, 16).split(b"\0")[0].decode()

    def set(self, *writes):
        run = subprocess.run([GSCOPECTL, "--agent", self.address, "set", *writes], capture_output=True, text=True,
                             timeout=30, check=False)
        check(run.returncode == 0, f"set {writes}: {run.stderr}")

    def turn(self):
        self.set(f"tcp/congestion-control={self.other}")
        wait_for("the setting", lambda: self.read() == self.other)

    def wait_for_return(self):
        wait_for("the former setting", lambda: self.read() == self.before)


def test_end(bed):
    bed.turn()
    bed.agent.process.send_signal(signal.SIGTERM)
    bed.agent.ended(0)
    check(bed.read() == bed.before, f"{bed.read()} after the end of the agent")


def test_kill(bed):
    """Its guard lives on."""
    bed.turn()
    bed.agent.process.kill()
    bed.agent.process.wait()
    bed.wait_for_return()


def hold(bed):
    holder = bed.start(sys.executable, "-c", LEASEHOLDER, bed.address, bed.other)
    holder.began(bed.other)
    wait_for("the setting", lambda: bed.read() == bed.other)
    return holder


def test_lease(bed):
    """The client is killed: the agent lives on, and both the parameter and the setting return."""
    hold(bed).process.kill()
    bed.wait_for_return()
    run = subprocess.run([GSCOPECTL, "--agent", bed.address, "get", "tcp/congestion-control"], capture_output=True,
                         text=True, timeout=30, check=False)
    check("unchanged" in run.stdout, f"the parameter: {run.stdout}{run.stderr}")


def test_lease_and_kill(bed):
    """Both are killed."""
    holder = hold(bed)
    bed.agent.process.kill()
    holder.process.kill()
    bed.wait_for_return()


def main():
    # The agent is no ancestor of this program.
    ctypes.CDLL(None).prctl(PR_SET_PTRACER, ctypes.c_ulong(ANY))
    tests = [test_end, test_kill, test_lease, test_lease_and_kill]
    failures = 0
    print(f"1..{len(tests)}")
    for i, test in enumerate(tests, 1):
        with tempfile.TemporaryDirectory(prefix="knobs-") as directory:
            for name in ("XDG_RUNTIME_DIR", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "TSL_PAGE_DIR"):
                os.environ[name] = directory
            bed = Bed(Path(directory))
            try:
                test(bed)
                print(f"ok {i} {test.__name__}", flush=True)
            except Failure as failure:
                failures += 1
                print(f"not ok {i} {test.__name__}: {failure}", flush=True)
            finally:
                bed.close()
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
