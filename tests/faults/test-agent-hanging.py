# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""A source that hangs, and an agent that is stopped: gscopectl gives up after its time, and gscoped ends.

    test-agent-hanging.py GSCOPED SUPPORT-DIRECTORY GSCOPECTL PLUGIN STEP-CLOCK

PLUGIN has the source, and STEP-CLOCK a clock of gscopectl that this test steps, so that it need not wait."""

import contextlib
import json
import os
import signal
import socket
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, sys.argv[2])
from agent_lab import Agent, check, run_tests  # noqa: E402
from program import Program, wait_for  # noqa: E402

GSCOPED, _, GSCOPECTL, PLUGIN, STEP_CLOCK = sys.argv[1:6]

# In seconds: how long gscopectl waits for an answer, and gscoped for its sources.
PATIENCE = 120
STOP_PATIENCE = 10
UNREACHED = 3


class Relay:
    """Passes on the bytes between a client and an agent, and stops the process of the agent before some bytes of the client come."""

    def __init__(self, agent, words):
        self.agent = agent
        self.words = words
        self.path = agent.folder / "relay"
        self.has_stopped = threading.Event()
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(self.path))
        self.listener.listen()
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        client, _ = self.listener.accept()
        near = socket.socket(socket.AF_UNIX)
        near.connect(str(self.agent.path))
        threading.Thread(target=self.pass_on, args=(near, client), daemon=True).start()
        self.pass_on(client, near, self.words)

    def pass_on(self, source, target, words=None):
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                if words and words in data:
                    self.stop()
                target.sendall(data)

    def stop(self):
        self.agent.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, self.agent.process.pid, os.WSTOPPED | os.WNOWAIT)
        self.has_stopped.set()


def write_workspace(folder, name, *types):
    """Writes a workspace with a source of each type, and returns its path."""
    path = folder / name
    sources = [{"type": kind, "name": kind} for kind in types]
    path.write_text(json.dumps({"gscope-workspace": 1, "scopes": [{"name": "A", "period-ms": 10, "sources": sources}]}),
                    encoding="utf-8")
    return path


def start_control(path, *arguments):
    return Program("env", f"LD_PRELOAD={Path(STEP_CLOCK).absolute()}", f"CLOCK_STEP={PATIENCE}",
                   GSCOPECTL, "--agent", f"unix:{path}", *arguments)


def give_up(control, *words):
    """Lets the time of gscopectl pass while it waits: it then says what to do."""
    check(control.process.poll() is None, f"gscopectl did not wait: {control.read()}")
    control.process.send_signal(signal.SIGUSR1)
    control.ended(UNREACHED, f"has not answered for {PATIENCE} seconds", *words)


def test_write(workspace):
    """The agent answers, and its source does not."""
    with Agent(GSCOPED, workspace) as agent:
        control = start_control(agent.path, "set", "hanging/level=2")
        wait_for("the write", lambda: "hanging: apply" in agent.program.read())
        give_up(control, "The values may come into force later", "gscopectl get")
        # others are served
        Program(GSCOPECTL, "--agent", f"unix:{agent.path}", "get", "hanging/level").ended(0, "hanging/level = 1 V")
        agent.kill()


def test_stopped(workspace, words, said, *arguments):
    """The process of the agent is stopped when the request is on its way."""
    with Agent(GSCOPED, workspace) as agent:
        relay = Relay(agent, words)
        control = start_control(relay.path, *arguments)
        wait_for("the request", relay.has_stopped.is_set)
        give_up(control, said)
        agent.send_signal(signal.SIGCONT)


def test_end(workspace):
    """The agent ends without its source, but not at once."""
    with Agent(GSCOPED, workspace) as agent:
        # its source has started when the agent serves it, which may be after it listens
        Program(GSCOPECTL, "--agent", f"unix:{agent.path}", "get", "hanging/level").ended(0)
        begin = time.monotonic()
        agent.send_signal(signal.SIGTERM)
        agent.program.ended(0, "hanging: stop", "1 source has not stopped, and is left")
        waited = time.monotonic() - begin
        check(waited > STOP_PATIENCE - 1, f"the agent waited only {waited:.1f} s for its source")


def main():
    with tempfile.TemporaryDirectory(prefix="hanging-") as name:
        folder = Path(name)
        os.symlink(Path(PLUGIN).absolute(), folder / "hanging.so")
        os.environ["GSCOPE_PLUGIN_PATH"] += f":{folder}"
        hanging = write_workspace(folder, "hanging.json", "demo", "hanging")
        demo = write_workspace(folder, "demo.json", "demo")
        return run_tests([[
            ("a write hangs", lambda: test_write(hanging)),
            ("stopped at a write", lambda: test_stopped(demo, b'"verb":"apply', "The values may come into force later", "set",
                                                        "demo/frequency=2")),
            ("stopped at a query", lambda: test_stopped(demo, b'"query":', "Ask for a shorter time", "query", "demo/sine")),
            ("a stop hangs", lambda: test_end(hanging)),
        ]])


sys.exit(main())
