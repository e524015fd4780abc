# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""What gscope --record says is missing is missing: test-losses.py GSCOPE SUPPORT-DIRECTORY

Each row makes samples, of which some are lost for one cause; then the samples that were made are those in the file,
those that the file and the program say were lost, and those that were late. Sources whose program is stopped or dies
are said to be so."""

import json
import os
import re
import shutil
import signal
import socket
import sys
import tempfile
import time
from pathlib import Path

GSCOPE, SUPPORT = sys.argv[1:3]
sys.path.insert(0, SUPPORT)

from program import Failure, Program, wait_for  # noqa: E402

SCRATCH = Path(tempfile.mkdtemp(prefix="gscope-"))
# Programs of other tests have pages and journals, too.
os.environ["TSL_PAGE_DIR"] = str(SCRATCH)
SOCKET = SCRATCH / "tuples.socket"
RECORDING = SCRATCH / "x.tuples"
AGAIN = SCRATCH / "again.tuples"

# The seconds for which gscope would wait for the end of a program that answers.
ANSWER_PATIENCE = 10

# Those that were started; what a test that failed leaves is killed.
PROGRAMS = []

TUPLES = {"type": "tuples", "options": {"listen": f"unix:{SOCKET}", "names": 2}}
WORKLOAD = {"type": "workload", "name": "w", "options": {"kind": "spin"}}


def write_workspace(*sources):
    path = SCRATCH / "workspace.json"
    scope = {"name": "A", "period-ms": 10, "delay-ms": 250, "sources": list(sources)}
    path.write_text(json.dumps({"gscope-workspace": 1, "scopes": [scope]}), encoding="utf-8")
    return path


def read_lines(path=RECORDING):
    """Returns the whole lines of a recording: its program may be writing the last one."""
    return path.read_text(encoding="utf-8").split("\n")[:-1]


def read_recording(name, path=RECORDING):
    """Returns how many samples of a signal the file has, and its losses and gaps by cause."""
    n, losses, gaps = 0, {}, []
    for line in read_lines(path):
        if line.startswith("#gscope "):
            note = json.loads(line.removeprefix("#gscope "))
            loss, gap = note.get("loss"), note.get("gap")
            if loss and loss["signal"] == name:
                losses[loss["cause"]] = losses.get(loss["cause"], 0) + loss["count"]
            if gap and gap["signal"] == name:
                gaps.append(gap)
            continue
        _, value, signal_name = line.split(" ", 2)
        n += signal_name == name and value != "nan"
    return n, losses, gaps


def check(condition, message):
    if not condition:
        raise Failure(message)


def record(workspace, *options):
    RECORDING.unlink(missing_ok=True)
    program = Program(GSCOPE, "--workspace", workspace, "--record", RECORDING, *options)
    PROGRAMS.append(program)
    wait_for("the recording", lambda: RECORDING.exists() and RECORDING.stat().st_size > 0)
    return program


def interrupt(program, status, *words):
    program.process.send_signal(signal.SIGINT)
    return program.ended(status, *words)


class Client:
    """Sends tuples with the times of this machine's clock."""

    def __init__(self):
        self.socket = socket.socket(socket.AF_UNIX)
        wait_for("the server", self.connect)
        self.made = 0

    def connect(self):
        return SOCKET.exists() and self.socket.connect_ex(str(SOCKET)) == 0

    def send(self, n, name="x", age=0.0):
        for i in range(n):
            now = (time.clock_gettime(time.CLOCK_MONOTONIC) - age) * 1000
            self.socket.sendall(f"{now:.6f} {i} {name}\n".encode())
        self.made += n

    def send_lines(self, n, line):
        self.socket.sendall(f"{line}\n".encode() * n)


def has_come(client):
    found = 0
    for name in ("tuples/x", "tuples/y"):
        n, losses, _ = read_recording(name)
        found += n + sum(losses.values())
    return found >= client.made


def nothing(client, program):
    client.send(100)


def late(client, program):
    client.send(10)
    client.send(7, "y", age=5.0)


# The server reads lines in their order: once the last sample is recorded, it has counted all lines.


def malformed(client, program):
    client.send_lines(6, "no tuple at all")
    client.send(10)


def over_limit(client, program):
    client.send(1)
    client.send(1, "y")
    client.send_lines(4, "1 2 third")
    client.send(10)


def recorder_stopped(client, program):
    """The program is stopped for 1.5 s, and tuples come meanwhile."""
    client.send(10)
    os.kill(program.process.pid, signal.SIGSTOP)
    end = time.monotonic() + 1.5
    while time.monotonic() < end:
        client.send(5)
        time.sleep(0.05)
    os.kill(program.process.pid, signal.SIGCONT)
    client.send(10)


def several(client, program):
    late(client, program)
    client.send_lines(6, "no tuple at all")
    client.send_lines(4, "1 2 third")
    client.send(10)


# The action, the signal or source that loses, and the cause.
ROWS = [
    (nothing, "tuples/x", None),
    (late, "tuples/y", "late"),
    (malformed, "tuples", "malformed"),
    (over_limit, "tuples", "limit"),
    (recorder_stopped, "tuples/x", "late"),
    (several, "tuples/y", "late"),
    (several, "tuples", "malformed"),
]


def read_summary(text):
    """Returns the numbers of samples, losses, late samples and gaps, and the lines by signal and cause."""
    numbers = re.search(r"(\d+) samples?, (\d+) lost, (\d+) late, (\d+) gap", text)
    return [int(number) for number in numbers.groups()], sorted(line for line in text.splitlines() if line[:2] == "  ")


def check_playback(what, text):
    """Plays the recording and writes it again: no loss vanishes, and none is counted twice."""
    summary = read_summary(text)
    for _ in range(2):
        program = Program(GSCOPE, RECORDING, "--export", AGAIN)
        PROGRAMS.append(program)
        played = read_summary(program.ended(0))
        check(played == summary, f"{what}: recorded {summary}, played {played}")
        for name in ("tuples/x", "tuples/y", "tuples"):
            recorded, again = read_recording(name), read_recording(name, AGAIN)
            check(again == recorded, f"{what}: {name}: recorded {recorded}, written again {again}")
        AGAIN.replace(RECORDING)


def test_tuples():
    workspace = write_workspace(TUPLES)
    for make, loser, cause in ROWS:
        program = record(workspace)
        client = Client()
        make(client, program)
        wait_for(make.__name__, lambda: has_come(client))
        text = interrupt(program, 0)
        n, lost, late_, _ = read_summary(text)[0]
        samples, told = 0, {}
        for name in ("tuples/x", "tuples/y", "tuples"):
            n_name, losses, _ = read_recording(name)
            samples += n_name
            for key, count in losses.items():
                told[key] = told.get(key, 0) + count
            if name == loser and cause:
                check(losses.get(cause, 0) > 0, f"{make.__name__}: no {cause} of {name}: {losses}")
        check(n == samples, f"{make.__name__}: {n} samples said, {samples} in the file")
        check(late_ == told.get("late", 0), f"{make.__name__}: {late_} late said, file {told}")
        check(lost == sum(told.values()) - told.get("late", 0), f"{make.__name__}: {lost} lost said, file {told}")
        lines = told.get("malformed", 0) + told.get("limit", 0)
        check(client.made == samples + sum(told.values()) - lines,
              f"{make.__name__}: {client.made} made, {samples} in the file, {told}")
        check_playback(make.__name__, text)
        check("server/" not in RECORDING.read_text(encoding="utf-8"), "the server's own signals are recorded")
        client.socket.close()


def test_diagnostics():
    program = record(write_workspace(TUPLES), "--diagnostics")
    wait_for("the server's signals", lambda: read_recording("tuples/server/clients")[0] > 0)
    interrupt(program, 0)


def test_ticks():
    """A tick that the poller missed is one lost sample of each signal."""
    program = record(write_workspace({"type": "demo", "name": "demo", "options": {"signals": ["sine"]}}))
    wait_for("samples", lambda: read_recording("demo/sine")[0] > 0)
    # a busy machine may have lost ticks before the first sample
    early = sum(read_recording("demo/sine")[1].values())
    os.kill(program.process.pid, signal.SIGSTOP)
    end = time.monotonic() + 1.5
    wait_for("1.5 s", lambda: time.monotonic() > end)
    os.kill(program.process.pid, signal.SIGCONT)
    wait_for("the loss", lambda: "tick" in read_recording("demo/sine")[1])
    text = interrupt(program, 0)
    n, losses, gaps = read_recording("demo/sine")
    times = [float(line.split(" ")[0]) for line in RECORDING.read_text(encoding="utf-8").splitlines()
             if line.endswith(" demo/sine") and " nan " not in line]
    made = round((times[-1] - times[0]) / 10) + 1
    check(losses["tick"] >= 100, f"{losses} of 150 ticks")
    check(made <= n + sum(losses.values()) <= made + early, f"{made} ticks, {n} samples, {losses}, {early} early")
    check(any(gap["cause"] == "tick" for gap in gaps), f"no gap: {gaps}")
    check(f"{n} samples, {sum(losses.values())} lost, 0 late" in text, text)


def find_child(program):
    children = Path(f"/proc/{program.process.pid}/task/{program.process.pid}/children")
    for pid in children.read_text(encoding="ascii").split():
        try:
            name = Path(f"/proc/{pid}/comm").read_text(encoding="ascii")
        except OSError:
            # It has ended meanwhile.
            continue
        if "workload" in name:
            return int(pid)
    return None


def get_signal():
    """A signal of the workload."""
    for line in read_lines():
        if not line.startswith("#") and line.split(" ", 2)[2].startswith("w/"):
            return line.split(" ", 2)[2]
    return None


def test_silent_source():
    program = record(write_workspace(WORKLOAD, {"type": "demo", "name": "demo"}))
    name = wait_for("samples", get_signal)
    child = wait_for("the workload", lambda: find_child(program))
    os.kill(child, signal.SIGSTOP)
    wait_for("the message", lambda: "does not answer" in program.read())
    before = read_recording(name)[0]
    os.kill(child, signal.SIGCONT)
    wait_for("samples again", lambda: read_recording(name)[0] > before + 10)
    interrupt(program, 0)
    gaps = [gap for gap in read_recording(name)[2] if gap["cause"] == "silent"]
    check(len(gaps) == 1, f"gaps: {gaps}")


def test_silent_end():
    program = record(write_workspace(WORKLOAD))
    wait_for("samples", get_signal)
    child = wait_for("the workload", lambda: find_child(program))
    os.kill(child, signal.SIGSTOP)
    wait_for("the message", lambda: "does not answer" in program.read())
    begin = time.monotonic()
    interrupt(program, 1)
    check(time.monotonic() - begin < ANSWER_PATIENCE, f"closing took {time.monotonic() - begin:.1f} s")
    wait_for("the workload's end", lambda: not Path(f"/proc/{child}").exists())


def test_dead_source():
    program = record(write_workspace(WORKLOAD))
    wait_for("samples", get_signal)
    os.kill(wait_for("the workload", lambda: find_child(program)), signal.SIGKILL)
    program.ended(1, "gscope: w: ", "ended unexpectedly")


def test_files():
    workspace = write_workspace({"type": "demo", "name": "demo"})
    program = record(workspace)
    other = Program(GSCOPE, "--workspace", workspace, "--record", RECORDING, "--force")
    other.ended(1, "another recording")
    interrupt(program, 0)
    content = RECORDING.read_bytes()
    Program(GSCOPE, "--workspace", workspace, "--record", RECORDING).ended(1, "--force")
    check(RECORDING.read_bytes() == content, "a recording was overwritten")
    Program(GSCOPE, "--workspace", workspace, "--record", RECORDING, "--force", "--duration", "0.2").ended(0)
    check(RECORDING.read_bytes() != content, "--force did not replace the recording")


def main():
    tests = [test_tuples, test_diagnostics, test_ticks, test_silent_source, test_silent_end, test_dead_source,
             test_files]
    failures = 0
    print(f"1..{len(tests)}")
    for i, test in enumerate(tests, 1):
        try:
            test()
            print(f"ok {i} {test.__name__}", flush=True)
        except Failure as failure:
            failures += 1
            for program in PROGRAMS:
                program.process.kill()
            print(f"not ok {i} {test.__name__}: {failure}", flush=True)
    shutil.rmtree(SCRATCH)
    return failures > 0


sys.exit(main())
