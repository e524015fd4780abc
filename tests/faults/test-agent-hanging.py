# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""A source that hangs, a disk that does, and an agent that is stopped: gscopectl gives up after its time, and gscoped ends.

    test-agent-hanging.py GSCOPED SUPPORT-DIRECTORY GSCOPECTL PLUGIN STEP-CLOCK FAIL

PLUGIN has the source, STEP-CLOCK a clock of a program that this test steps, so that it need not wait, and FAIL a function to
write files that does not return."""

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

GSCOPED, _, GSCOPECTL, PLUGIN, STEP_CLOCK, FAIL = sys.argv[1:7]

# In seconds: how long gscopectl waits for an answer, and its doctor; and gscoped for its sources, and its recording.
PATIENCE = 120
DOCTOR_PATIENCE = 10
STOP_PATIENCE = 10
RECORDING_PATIENCE = 30
FAILED = 1
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


def describe_clock(step, *libraries):
    """Returns the environment of a program with a clock that SIGUSR1 steps."""
    return f"LD_PRELOAD={':'.join(str(Path(path).absolute()) for path in (*libraries, STEP_CLOCK))}", f"CLOCK_STEP={step}"


def start_control(path, *arguments, step=PATIENCE, environment=()):
    return Program("env", *describe_clock(step), *environment, GSCOPECTL, "--agent", f"unix:{path}", *arguments)


def give_up(control, *words):
    """Lets the time of gscopectl pass while it waits: it then says what to do."""
    check(control.process.poll() is None, f"gscopectl did not wait: {control.read()}")
    control.process.send_signal(signal.SIGUSR1)
    control.ended(UNREACHED, f"has not answered for {PATIENCE} seconds", *words)


def pass_time(program, seconds):
    """Steps the clock of a program by seconds again and again until it ends, and returns how much time has passed there at
    least: it may not wait yet at the first step."""
    passed = 0
    while program.process.poll() is None and passed < 100 * seconds:
        program.process.send_signal(signal.SIGUSR1)
        passed += seconds
        # the program notices this step before the next one
        time.sleep(0.1)
    return passed


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


def test_start(folder):
    """A source does not start at the agent, for gscopectl alone. The agent goes on, and ends without it."""
    with Agent(GSCOPED, environment=["HANGING_START=1", f"GSCOPE_PLUGIN_PATH={folder}"]) as agent:
        control = start_control(agent.path, "doctor", step=DOCTOR_PATIENCE, environment=[f"GSCOPE_PLUGIN_PATH={folder}"])
        wait_for("the start", lambda: "hanging: start" in agent.program.read())
        check(control.process.poll() is None, f"gscopectl did not wait: {control.read()}")
        pass_time(control, DOCTOR_PATIENCE)
        control.ended(FAILED, f"did not start within {DOCTOR_PATIENCE} seconds")
        Program(GSCOPECTL, "--agent", f"unix:{agent.path}", "list").ended(0)


def test_recording(demo):
    """The disk of a recording does not take the end of it: the agent ends nevertheless, but not at once."""
    with tempfile.TemporaryDirectory(prefix="ring-") as name:
        mark = Path(name) / "mark"
        environment = [*describe_clock(RECORDING_PATIENCE // 3, FAIL), "FAIL_CALL=write", "FAIL_NTH=3", "FAIL_HANGS=1",
                       f"FAIL_MARK={mark}"]
        with Agent(GSCOPED, demo, settings=f"[recording]\ndirectory={name}/ring\n", environment=environment) as agent:
            wait_for("the disk to hang", mark.exists)
            # others are served
            Program(GSCOPECTL, "--agent", f"unix:{agent.path}", "get", "demo/frequency").ended(0)
            agent.send_signal(signal.SIGTERM)
            wait_for("the end of the connections", lambda: not agent.path.exists())
            passed = pass_time(agent.program, RECORDING_PATIENCE // 3)
            agent.program.ended(0, f"The end of the recording in “{name}/ring” is not written yet, and is left.")
            check(passed >= RECORDING_PATIENCE, f"the agent waited only {passed} s for its disk")


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
            ("stopped at a start", lambda: test_stopped(demo, b'"verb":"start', "See whether it still works", "get",
                                                        "demo/frequency")),
            ("stopped at a query", lambda: test_stopped(demo, b'"query":', "Ask for a shorter time", "query", "demo/sine")),
            ("a stop hangs", lambda: test_end(hanging)),
            ("a start hangs", lambda: test_start(folder)),
            ("a disk hangs", lambda: test_recording(demo)),
        ]])


sys.exit(main())
