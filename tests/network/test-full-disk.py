#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""An agent that records to a disk that is full for a while, and is killed then: nothing is lost that fits into memory,
and it says how much else is lost.

    test-full-disk.py GSCOPED GSCOPECTL"""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "support"))
from program import Failure, Program, wait_for

GSCOPED, GSCOPECTL = (str(Path(path).resolve()) for path in sys.argv[1:3])
DISK = 24 << 20
# The largest part of samples that a busy machine may miss.
MISSED = 0.2
# A scope that keeps the samples of a few seconds, and the simulation, whose scope keeps those of minutes.
WORKSPACE = {"gscope-workspace": 1, "scopes": [
    {"name": "A", "period-ms": 1, "budget-mb": 1,
     "sources": [{"type": "demo", "name": f"demo{i}"} for i in range(4)]}]}


def check(condition, sentence):
    if not condition:
        raise Failure(sentence)


def fill(path):
    """Leaves less room than one file of the recording needs."""
    path.write_bytes(bytes(DISK - 150_000))


def query(address, name, begin, end):
    """Returns the numbers of samples by second, and the number of gaps."""
    now = time.monotonic()
    run = subprocess.run([GSCOPECTL, "--agent", address, "query", "--json", "--from", f"{int((now - begin) * 1000)}ms",
                          "--to", f"{int((now - end) * 1000)}ms", "--columns", str(int(end - begin)), name],
                         capture_output=True, text=True, timeout=60, check=False)
    check(run.returncode == 0, f"query: {run.stderr}")
    rows = [json.loads(line) for line in run.stdout.splitlines()]
    return [row["count"] for row in rows if "gap" not in row], sum("gap" in row for row in rows)


def check_whole(address, begin, end):
    """Without a hole: as many samples as there are periods."""
    counts, _ = query(address, "simulation/wave/0", begin, end)
    seconds = int(end - begin)
    check(len(counts) >= seconds - 1, f"columns of {seconds} s: {counts}")
    check(sum(counts) >= (1 - MISSED) * 100 * (seconds - 1), f"samples of {seconds} s: {counts}")


def run(scratch):
    disk, address = scratch / "disk", f"unix:{scratch}/agent"
    (scratch / "workspace.json").write_text(json.dumps(WORKSPACE), encoding="utf-8")
    (scratch / "conf").write_text(
        f"[agent]\nlisten={address}\nworkspace={scratch}/workspace.json\nsimulate=100\n[journal]\nfile=\nsystemd=false\n"
        f"[recording]\ndirectory={disk}/ring\nsize=16M\n", encoding="utf-8")
    fill(disk / "filler")
    first = Program(GSCOPED, "--config", scratch / "conf")
    second = None
    try:
        first.began("listens at")
        begin = time.monotonic()
        wait_for("the full disk", lambda: "the disk is full" in first.read())
        full = time.monotonic()
        # the next tries fail, too
        wait_for("the next try", lambda: time.monotonic() > full + 7)
        check_whole(address, begin, full + 5)
        check(first.read().count("the disk is full") == 1, f"it says so again: {first.read()}")
        (disk / "filler").unlink()
        wait_for("the recovery", lambda: "recorded again" in first.read())
        lost = re.search(r"Since the start, (\d+) w", first.read())
        check(lost, f"no losses: {first.read()}")
        first.process.kill()
        killed = time.monotonic()
        first.process.wait()
        second = Program(GSCOPED, "--config", scratch / "conf")
        second.began("listens at")
        # The last second was not written.
        check_whole(address, begin, killed - 2)
        counts, n_gaps = query(address, "demo0/sine", full, full + 10)
        check(sum(counts) < 10000 and n_gaps > 0, f"no gap where samples were lost: {counts}")
        said = second.read()
        check("was killed, or the machine stopped" in said and str(disk) in said, f"nothing about the kill: {said}")
        second.process.send_signal(signal.SIGTERM)
        second.ended(0)
    finally:
        for program in (first, second):
            if program and program.process.poll() is None:
                program.process.kill()
                program.process.wait()


def main():
    if "--inside" not in sys.argv:
        private = subprocess.run(["unshare", "--mount", "true"], capture_output=True, text=True, check=False)
        if private.returncode != 0:
            print(f"1..0 # SKIP no mounts of its own to be had: {private.stderr.strip()}")
            return
        os.execvp("unshare", ["unshare", "--mount", sys.executable, *sys.argv, "--inside"])
    print("1..1", flush=True)
    with tempfile.TemporaryDirectory(prefix="full-disk-") as directory:
        scratch = Path(directory)
        for name in ("XDG_RUNTIME_DIR", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "TSL_PAGE_DIR"):
            os.environ[name] = directory
        (scratch / "disk").mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", scratch / "disk"], check=True)
        try:
            run(scratch)
            print("ok 1 full-disk")
        except Failure as failure:
            print(f"not ok 1 full-disk: {failure}")
            sys.exit(1)
        finally:
            subprocess.run(["umount", scratch / "disk"], check=True)


if __name__ == "__main__":
    main()
