# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Calls every function that introspection offers, from JavaScript, as sweep.py does from Python. A process makes some
calls, and another one goes on after a call that ended it.
  sweep-js.py GJS SWEEP.js GIR…"""

import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading

import plan as plans

LIMIT = 30


def read_lines(process, lines):
    for line in process.stdout:
        lines.put(line.strip())
    lines.put(None)


def follow(process):
    """Returns the number of the last call, or None where all were made; ends what hangs."""
    lines, last = queue.Queue(), -1
    threading.Thread(target=read_lines, args=(process, lines), daemon=True).start()
    while True:
        try:
            line = lines.get(timeout=LIMIT)
        except queue.Empty:
            process.send_signal(signal.SIGALRM)
            continue
        if line is None:
            return last
        if line == "end":
            return None
        last = int(line) if line.isdigit() else last


def run(command, begin, end, log):
    """Returns the number of the call that ended the process, and how; None if all were made."""
    log.seek(0)
    log.truncate()
    process = subprocess.Popen([*command, str(begin), str(end)], stdout=subprocess.PIPE, stderr=log, text=True)
    last = follow(process)
    status = process.wait()
    if last is None and status == 0:
        return None, None
    log.seek(0)
    words = " | ".join(log.read().decode(errors="replace").strip().splitlines()[-3:])
    how = signal.Signals(-status).name if status < 0 else f"exit status {status}"
    return end - 1 if last is None else max(last, begin), f"{how}: {words}"


def main():
    gjs, script, *girs = sys.argv[1:]
    plan = plans.read_all(girs)
    calls = plan["calls"] = list(plans.list_attempts(plan, os.environ.get("SWEEP_ONLY", "")))
    n_failures, begin = 0, 0
    with tempfile.TemporaryDirectory() as directory, tempfile.TemporaryFile() as log:
        path = os.path.join(directory, "plan.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(plan, file)
        while begin < len(calls):
            end = plans.find_end(calls, begin)
            last, how = run([gjs, script, path, directory], begin, end, log)
            begin = end if last is None else last + 1
            if last is not None:
                n_failures += 1
                print(f"{calls[last]['title']}: {how}", flush=True)
    print(f"{len(calls)} calls, {n_failures} failures")
    sys.exit(1 if n_failures else 0)


main()
