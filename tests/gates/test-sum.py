# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""The sum of all tests counts failures, and counts a record that is absent or empty as one. It names the slowest tests."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

SUM = Path(sys.argv[1]) / "tests/support/sum-results"


def write(path, *results):
    entries = [
        {"name": f"{result.lower()}{i}", "result": result, "duration": i / 2} for i, result in enumerate(results)
    ]
    lines = [json.dumps(entry) + "\n" for entry in entries]
    path.write_text("".join(lines), encoding="utf-8")
    return path


def run_sum(*logs):
    return subprocess.run([SUM, *logs], capture_output=True, text=True, check=False)


def check(expected, status, *logs):
    run = run_sum(*logs)
    last = run.stdout.splitlines()[-1]
    if (last, run.returncode) != (expected, status):
        sys.exit(f"“{last}” with exit status {run.returncode}, expected “{expected}” with {status}")


with tempfile.TemporaryDirectory() as name:
    folder = Path(name)
    good = write(folder / "good.json", "OK", "OK", "EXPECTEDFAIL")
    bad = write(folder / "bad.json", "OK", "FAIL", "ERROR", "TIMEOUT", "UNEXPECTEDPASS", "INTERRUPT")
    check("3 passed, 0 failed", 0, good)
    check("3 passed, 0 failed, 1 skipped", 0, good, write(folder / "skipped.json", "SKIP"))
    check("4 passed, 5 failed", 1, good, bad)
    check("3 passed, 1 failed", 1, good, write(folder / "empty.json"))
    check("3 passed, 1 failed", 1, good, folder / "absent.json")
    check("0 passed, 0 failed, 1 skipped", 1, folder / "skipped.json")
    output = run_sum(good, bad).stdout
    for part in (
        ": expectedfail2 1.0 s, ok1 0.5 s, ok0 0.0 s\n",
        ": interrupt5 2.5 s, unexpectedpass4 2.0 s, timeout3 1.5 s, error2 1.0 s, fail1 0.5 s\n",
    ):
        if part not in output:
            sys.exit(f"“{part}” is not in “{output}”")
