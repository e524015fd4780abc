# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Measures the window with large recordings: bench-large-window.py GSCOPE BENCH-LARGE [SECONDS]

BENCH-LARGE writes the recordings: a gigabyte of tuples, a million markers, and 10,000 signals, of which a workspace shows all in
the list and 1,000 in a view. On X11 (Xvfb) with software rendering, three values of each recording are measured: the seconds from
the start of the program to the end of --screenshot, which waits for samples and writes the picture of the window, the shortest
of several runs; the largest memory of the program; and the part of a processor that the program takes while the playback is
paused. A recording of a few rows is measured first, for the costs of the window alone.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import displays

GSCOPE, LARGE = sys.argv[1:3]
SECONDS = float(sys.argv[3]) if len(sys.argv) > 3 else 6
N_RUNS = 3
TIMEOUT = 120
SKIPPED = 77
NEEDED_BYTES = 2 << 30
N_IN_VIEW = 1000
# The recordings: the name that BENCH-LARGE knows, the title, and the most seconds to the picture and MiB of memory, None where there
# is no bar. The picture of tuples may take a second, and another second for each GB. Other pictures may take a second, and the
# time that bench-large.c allows the library on two processors.
RECORDINGS = {
    "small": ("a few rows", None, None),
    "tuples": ("1 GB of tuples", 2, 200),
    "markers": ("10^6 markers", 4, None),
    "signals": ("10^4 signals", 1.5, None),
}
# The largest part of a processor that the program may take while nothing moves.
IDLE_BAR = 0.02


def get_command(document, *options):
    return [GSCOPE, "--trust", "--size", displays.SIZE, *options, document]


def draw(document, env):
    """Returns the seconds until the program has written a picture of the document, and has ended."""
    picture = displays.SCRATCH / "picture.png"
    picture.unlink(missing_ok=True)
    begin = time.monotonic()
    subprocess.run(get_command(document, "--screenshot", picture, "--duration", "0.01"), env=env, check=True,
                   stdout=subprocess.DEVNULL, timeout=TIMEOUT)
    seconds = time.monotonic() - begin
    assert picture.exists(), document
    return seconds


def read_peak(pid):
    """Returns the most memory that a process had, in MiB."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    return int(re.search(r"VmHWM:\s+(\d+) kB", status)[1]) / 1024


def measure(document):
    """Returns the seconds to the picture, MiB of memory, and the part of a processor that the program takes when it is idle."""
    with displays.x11() as (_, env):
        env = displays.with_software(env)
        seconds = min(draw(document, env) for _ in range(N_RUNS))
        with displays.run(get_command(document), env) as program:
            time.sleep(seconds + displays.SETTLING)
            (cost,) = displays.measure([program], SECONDS)
            assert program.poll() is None, document
            return seconds, read_peak(program.pid), cost


def report_figure(title, value, unit, bar):
    if bar is None:
        print(f"     {title:52} {value:10.4g} {unit}", flush=True)
    else:
        displays.report(title, f"{value:10.4g} {unit}, the bar {bar:.4g} {unit}", value / bar, 1)


def report(title, document, seconds_bar, memory_bar):
    seconds, memory, cost = measure(document)
    report_figure(f"{title}: picture in the window", seconds, "s", seconds_bar)
    report_figure(f"{title}: memory of the window at most", memory, "MiB", memory_bar)
    report_figure(f"{title}: window while nothing moves", 100 * cost, "%", 100 * IDLE_BAR)


def make_workspace(recording):
    """Writes a workspace with a view of the first signals, which bench-large.c names in groups of a hundred."""
    matches = [{"match": f"group{i}/*"} for i in range(N_IN_VIEW // 100)]
    workspace = {
        "gscope-workspace": 1,
        "title": "Many signals",
        "playback": {"file": str(recording)},
        "scopes": [{}],
        "views": [{"title": "Many signals", "signals": matches}],
    }
    path = displays.SCRATCH / "many.json"
    path.write_text(json.dumps(workspace), encoding="utf-8")
    return path


def run(name, title, seconds_bar, memory_bar):
    recording = displays.SCRATCH / f"{name}.tuples"
    subprocess.run([LARGE, name, recording], check=True)
    report(title, recording, seconds_bar, memory_bar)
    if name == "signals":
        report("10^3 signals in a view", make_workspace(recording), seconds_bar, memory_bar)
    recording.unlink()


def main():
    if shutil.disk_usage(displays.SCRATCH).free < NEEDED_BYTES:
        print(f"skip large recordings: {displays.SCRATCH.parent} has less than 2 GiB free; set TMPDIR to another folder")
        return SKIPPED
    # otherwise the program looks for another instance on the bus, and for unsaved work of the user
    os.environ["DBUS_SESSION_BUS_ADDRESS"] = "disabled:"
    os.environ["XDG_STATE_HOME"] = str(displays.SCRATCH / "state")
    for name, row in RECORDINGS.items():
        run(name, *row)
    return displays.end()


sys.exit(main())
