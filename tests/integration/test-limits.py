# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Comparisons with limits without a window, live, of recordings and by an agent, and their exit statuses:
test-limits.py GSCOPE GSCOPED GSCOPECTL SUPPORT-DIRECTORY"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

GSCOPE, GSCOPED, GSCOPECTL = sys.argv[1:4]
sys.path.insert(0, sys.argv[4])

from program import Program, wait_for  # noqa: E402

SCRATCH = Path(tempfile.mkdtemp(prefix="gscope-"))
# Programs of other tests have pages and journals, too.
for name in ("TSL_PAGE_DIR", "XDG_RUNTIME_DIR", "XDG_STATE_HOME", "XDG_CONFIG_HOME"):
    os.environ[name] = str(SCRATCH)
WORKSPACE = SCRATCH / "workspace.json"
RECORDING = SCRATCH / "x.tuples"

BELOW_HALF = {"kind": "at-most", "upper": 0.5, "mark": True}
WITHIN_TWO = {"kind": "between", "lower": -2, "upper": 2}


def write(path, *signals, **members):
    """Writes a workspace that runs waves and has the signals with limits."""
    scope = {"name": "A", "period-ms": 10, "delay-ms": 50, "sources": [{"type": "demo"}], "signals": signals}
    path.write_text(json.dumps({"gscope-workspace": 1, "scopes": [scope], **members}), encoding="utf-8")


def run(*command):
    return subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)


def check(limit, *options, signal="demo/sine", duration="1.2"):
    """Compares a sine of amplitude 1 and frequency 1 Hz."""
    write(WORKSPACE, {"name": signal, "limit": limit})
    return run(GSCOPE, "--workspace", WORKSPACE, "--check-limits", "--duration", duration, *options)


def test_passed():
    program = check(WITHIN_TWO)
    assert program.returncode == 0, program
    assert "demo/sine" in program.stdout, program


def test_failed():
    program = check(BELOW_HALF, "--record", RECORDING, "--force")
    assert program.returncode == 3, program
    lines = RECORDING.read_text(encoding="utf-8").splitlines()
    samples = [line.split() for line in lines if line[0] != "#"]
    # Lines of missed ticks have no number.
    values = [float(value) for time, value, signal in samples if signal == "demo/sine" and value != "nan"]
    markers = [line for line in lines if "Limit failed" in line]
    outcome = re.search(r"(\d+) of (\d+) samples failed", program.stdout)
    n_failed, n = int(outcome[1]), int(outcome[2])
    # The recorder begins before the limits and ends after them: meanwhile a busy machine may run other programs.
    parts = [values[begin:begin + n] for begin in range(max(len(values) - n, 0) + 1)]
    assert n_failed > 0 and len(values) / 2 < n <= len(values) + 1, (len(values), program)
    assert any(abs(sum(value > 0.5 for value in part) - n_failed) <= 1 for part in parts), (values, program)
    assert 1 <= len(markers) <= 3, markers


def test_json():
    program = check(BELOW_HALF, "--record", RECORDING, "--force", "--json")
    outcome = json.loads(program.stdout)
    assert program.returncode == 3 and outcome["file"] == str(RECORDING), program
    (limit,) = outcome["limits"]
    assert limit["signal"] == "demo/sine" and limit["verdict"] == "fails" and limit["failed"] > 0, limit
    assert limit["margin"] < 0 and limit["unit"] == "V" and limit["first"]["value"] > 0.5, limit
    program = check(WITHIN_TWO, "--json")
    (limit,) = json.loads(program.stdout)["limits"]
    assert program.returncode == 0 and limit["verdict"] == "passes" and "first" not in limit, program


def test_stopped():
    begin = time.monotonic()
    program = check({"kind": "at-most", "upper": 0.5, "stop": True}, duration="50")
    assert program.returncode == 3, program
    assert time.monotonic() - begin < 25, program


def test_nothing_compared():
    program = check({"kind": "at-most", "upper": 2}, signal="demo/nothing")
    assert program.returncode == 1, program
    assert "demo/nothing" in program.stdout + program.stderr, program


def record(n_periods, spike=None):
    """Writes a line that rises from 0 to 9 in each 100 ms, but for one sample of one period."""
    values = [value for _ in range(n_periods) for value in range(10)]
    if spike:
        values[10 * spike + 7] = 25
    lines = [f"{10 * i} {value} demo/level\n" for i, value in enumerate(values)]
    RECORDING.write_text("".join(lines), encoding="utf-8")


def check_recording(*options, limit=None, trigger=None):
    signal = {"name": "demo/level", "limit": limit or {"kind": "at-most", "upper": 9}}
    write(WORKSPACE, signal | ({"trigger": trigger} if trigger else {}))
    return run(GSCOPE, RECORDING, "--workspace", WORKSPACE, "--check-limits", *options)


def test_recording():
    """A recording of 17 minutes is compared at once; sources of the workspace do not run."""
    record(10000)
    begin = time.monotonic()
    program = check_recording()
    assert program.returncode == 0 and time.monotonic() - begin < 50, program
    assert program.stdout == "demo/level, ≤ 9: passes, 0 of 100000 samples failed, margin 0\n", program
    record(10000, spike=9999)
    program = check_recording()
    assert program.returncode == 3, program
    assert program.stdout.startswith("demo/level, ≤ 9: 1 failure, 1 of 100000 samples failed"), program
    program = check_recording("--duration", "60", "--json")
    outcome = json.loads(program.stdout)
    assert program.returncode == 0 and outcome["file"] == str(RECORDING), program
    assert outcome["limits"][0]["passed"] == 6001, outcome


def test_recording_with_mask():
    """A mask around each of ten thousand triggers, more than a trigger reports at once."""
    record(10000, spike=5000)
    mask = {"kind": "mask", "mask": "-0.02 0 20, 0.03 0 20"}
    program = check_recording(limit=mask, trigger={"kind": "rising", "level": 4.5, "hysteresis": 1})
    assert program.returncode == 3, program
    assert "1 of 10000 captures failed, margin −5 at " in program.stdout, program
    program = check_recording(limit=mask)
    assert program.returncode == 1, program
    assert "“demo/level” has no trigger" in program.stdout, program


def test_recording_of_workspace():
    """A workspace that plays a recording names it itself."""
    record(10, spike=2)
    write(WORKSPACE, {"name": "demo/level", "limit": {"kind": "at-most", "upper": 9}}, playback={"file": RECORDING.name})
    program = run(GSCOPE, WORKSPACE, "--check-limits")
    assert program.returncode == 3 and "1 of 100 samples failed" in program.stdout, program


def test_recording_refused():
    """Each of these says why nothing was compared."""
    record(10)
    write(WORKSPACE, {"name": "demo/absent", "limit": WITHIN_TWO})
    for words, status, command in (
        ("--workspace lab.json", 1, [RECORDING]),
        ("demo/absent", 1, [RECORDING, "--workspace", WORKSPACE]),
        ("absent.tuples", 1, [SCRATCH / "absent.tuples", "--workspace", WORKSPACE]),
        ("leave the recording out", 2, [RECORDING, "--workspace", WORKSPACE, "--record", SCRATCH / "y.tuples"]),
        ("Standard input", 2, ["-"]),
    ):
        program = run(GSCOPE, *command, "--check-limits")
        assert program.returncode == status and words in program.stderr, program
    RECORDING.write_text("0 1 demo/level\nnonsense\n10 1 demo/level\n", encoding="utf-8")
    program = check_recording()
    assert program.returncode == 1 and "line 2" in program.stderr and "0 of 2" in program.stdout, program


class Agent:
    """Runs the workspace, and answers at a socket and at a port."""

    def __enter__(self):
        tokens = SCRATCH / "tokens"
        self.token = run(GSCOPED, f"--tokens={tokens}", "--new-token=test").stdout.strip()
        self.program = Program(GSCOPED, "--config=/dev/null", f"--listen=unix:{SCRATCH}/agent",
                               "--listen=ws://localhost:0", f"--tokens={tokens}", WORKSPACE)
        self.program.began("ws://")
        (line,) = [line for line in self.program.read().splitlines() if "ws://" in line]
        self.port = line.rsplit(":", 1)[1]
        return self

    def __exit__(self, *_):
        self.program.process.terminate()
        self.program.ended(0)

    def control(self, *arguments):
        return run(GSCOPECTL, "--agent", f"unix:{SCRATCH}/agent", *arguments)

    def get(self, path):
        request = urllib.request.Request(f"http://localhost:{self.port}{path}",
                                         headers={"Authorization": f"Bearer {self.token}"})
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.read().decode()


def test_agent():
    """The agent compares all the time, and tells the outcome to viewers, scripts and Prometheus."""
    write(WORKSPACE, {"name": "demo/sine", "limit": BELOW_HALF}, {"name": "demo/square", "limit": WITHIN_TWO})
    with Agent() as agent:
        program = wait_for("the failure", lambda: (found := agent.control("limits")).returncode == 5 and found)
        assert "demo/sine, ≤ 500 mV: " in program.stdout and "failure" in program.stdout, program
        assert "demo/square, −2 V to 2 V: passes, 0 of " in program.stdout, program
        assert "1 signal was beyond its limit" in program.stderr, program
        limits = {limit["signal"]: limit for limit in json.loads(agent.control("limits", "--json").stdout)}
        assert limits["demo/sine"]["verdict"] == "fails" and limits["demo/square"]["verdict"] == "passes", limits
        assert limits["demo/sine"]["unit"] == "V" and limits["demo/sine"]["margin"] < 0, limits
        metrics = agent.get("/metrics")
        labels = '{source="limits",group="demo/sine",signal='
        assert f'gscope_signal_failures{labels}"failures"}} ' in metrics, metrics
        assert f'gscope_signal_failed_samples{labels}"failed"}} ' in metrics, metrics
        assert f'gscope_signal_margin_volts{labels}"margin"}} -' in metrics, metrics
        assert "Limit failed" in agent.get("/v1/markers"), agent.get("/v1/markers")
        agent.control("record", "--force", "--duration", "1500ms", RECORDING, "demo/sine")
        assert "Limit failed" in RECORDING.read_text(encoding="utf-8")
        signals = json.loads(agent.get("/v1/signals?name=limits/demo/square/*"))["signals"]
        assert {signal["group"] for signal in signals} == {"demo/square"}, signals


def test_agent_without_failure():
    write(WORKSPACE, {"name": "demo/sine", "limit": WITHIN_TWO})
    with Agent() as agent:
        wait_for("samples that pass", lambda: agent.control("limits").returncode == 0)
    write(WORKSPACE, {"name": "demo/absent", "limit": WITHIN_TWO})
    with Agent() as agent:
        program = agent.control("limits")
        assert program.returncode == 1 and "no sample was compared" in program.stdout, program
    write(WORKSPACE)
    with Agent() as agent:
        program = agent.control("limits")
        assert program.returncode == 1 and "has no limits" in program.stderr, program


def main():
    tests = [
        test_passed, test_failed, test_json, test_stopped, test_nothing_compared, test_recording,
        test_recording_with_mask, test_recording_of_workspace, test_recording_refused, test_agent,
        test_agent_without_failure,
    ]
    print(f"1..{len(tests)}")
    try:
        for i, test in enumerate(tests, 1):
            test()
            print(f"ok {i} {test.__name__}")
    finally:
        shutil.rmtree(SCRATCH)


main()
