# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""The sum of all tests counts failures, and counts a record that is absent or empty as one."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

SUM = Path(sys.argv[1]) / "tests/support/sum-results"


def write(path, *results):
    lines = [json.dumps({"name": result.lower(), "result": result}) + "\n" for result in results]
    path.write_text("".join(lines), encoding="utf-8")
    return path


def check(expected, status, *logs):
    run = subprocess.run([SUM, *logs], capture_output=True, text=True, check=False)
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
