# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""A recording without a window ends with the measurements of its workspace: test-measured.py GSCOPE"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

GSCOPE = sys.argv[1]
SCRATCH = Path(tempfile.mkdtemp(prefix="gscope-"))
# Programs of other tests have pages and journals, too.
os.environ["TSL_PAGE_DIR"] = str(SCRATCH)
RECORDING = SCRATCH / "x.tuples"

# The view ends several times while it is recorded, the last ten seconds do not, and there are no cursors.
MEASUREMENTS = [
    {"signal": "demo/sine", "measurement": "maximum", "over": "view"},
    {"signal": "demo/sine", "measurement": "minimum", "over": "latest", "latest-s": 10},
    {"signal": "demo/sine", "measurement": "mean", "over": "cursors"},
]
SCOPE = {"name": "A", "period-ms": 10, "delay-ms": 50, "sources": [{"type": "demo"}]}
VIEW = {"span-s": 0.2, "signals": [{"match": "demo/sine"}], "measurements": MEASUREMENTS}


def record(*options):
    path = SCRATCH / "workspace.json"
    path.write_text(json.dumps({"gscope-workspace": 1, "scopes": [SCOPE], "views": [VIEW]}), encoding="utf-8")
    command = [GSCOPE, "--workspace", path, "--record", RECORDING, "--force", "--duration", "1.2", *options]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout


def read_lines(is_note):
    return [line for line in RECORDING.read_text(encoding="utf-8").splitlines() if (line[0] == "#") == is_note]


def read_values(name):
    lines = [line.split(" ", 2) for line in read_lines(False)]
    # a lost tick has a line without a number
    return [float(value) for _, value, signal in lines if signal == name and value != "nan"]


def count_lost():
    """A busy machine loses ticks."""
    notes = [json.loads(line.removeprefix("#gscope ")) for line in read_lines(True)]
    losses = [note["loss"] for note in notes if "loss" in note]
    assert all(loss["cause"] == "tick" for loss in losses), losses
    return sum(loss["count"] for loss in losses)


def test_json():
    outcome = json.loads(record("--json"))
    values = read_values("demo/sine")
    view, latest = outcome["measurements"]
    assert view["signal"] == latest["signal"] == "demo/sine", outcome
    # a busy machine stops the recording later
    assert 3 <= view["count"] <= outcome["seconds"] / VIEW["span-s"], outcome
    assert view["min"] <= view["mean"] <= view["max"] and view["deviation"] >= 0, view
    assert min(values) <= view["value"] <= view["max"] <= max(values), (view, max(values))
    assert latest["count"] == 0 and latest["mean"] is None, latest
    assert min(values) <= latest["value"] <= max(values), latest
    assert outcome["samples"] > 0 and outcome["lost"] == count_lost(), outcome


def test_text():
    lines = record().splitlines()
    measured = [line for line in lines if line.startswith("  demo/sine: ")]
    assert len(measured) == 2, lines
    assert "mean" in measured[0] and "values" in measured[0], lines
    assert "mean" not in measured[1], lines


def test_refused():
    program = subprocess.run([GSCOPE, "--json"], capture_output=True, text=True, timeout=60, check=False)
    assert program.returncode != 0 and "--json" in program.stderr, program


def main():
    tests = [test_json, test_text, test_refused]
    print(f"1..{len(tests)}")
    try:
        for i, test in enumerate(tests, 1):
            test()
            print(f"ok {i} {test.__name__}")
    finally:
        shutil.rmtree(SCRATCH)


main()
