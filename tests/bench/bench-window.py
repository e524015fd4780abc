# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Measures the processor time of the window: bench-window.py GSCOPE BENCH-VIEW [SECONDS]

Prints the part of a processor that the program and its display server take while signals move, in the order of the runs, and the
version of GTK: on X11 (Xvfb) and on Wayland (weston without a screen), both with software rendering. Two programs are measured for
comparison: a window of pyqtgraph with the same signals, if it is installed, and BENCH-VIEW with the poller and a bare sweep, which
are the least that a sweep can cost.
"""

import json
import re
import subprocess
import sys
import time
from pathlib import Path

import displays

GSCOPE, VIEW = sys.argv[1:3]
SECONDS = float(sys.argv[3]) if len(sys.argv) > 3 else 6
# The largest cost of a sweep, in costs of the poller and a bare sweep
SWEEP_BAR = 1.5
# The largest cost of each mode, in costs of the window of pyqtgraph
PEER_BARS = {"sweep": 1 / 6, "roll": 1 / 4}
# The largest part of a processor that the program takes with "TCP congestion"
TCP_BAR = 0.08
# The largest cost of a window on Wayland, in costs of the same window on X11
WAYLAND_BAR = 1.5

PYQTGRAPH = """
import math, random, sys, time
import pyqtgraph as pg
from pyqtgraph.Qt import QtCore
app = pg.mkQApp()
plot = pg.PlotWidget()
plot.resize(1600, 900)
curves = [plot.plot(pen=pg.intColor(i)) for i in range(8)]
data = [[0.0] * 20000 for _ in curves]
begin = time.monotonic()
n = 0
def tick():
    global n
    end = int((time.monotonic() - begin) * 1000)
    while n < end:
        for i, values in enumerate(data):
            values[n % 20000] = math.sin(n / 200 * (1 + i)) + (random.random() if i > 5 else 0)
        n += 1
    for curve, values in zip(curves, data):
        curve.setData(values)
timer = QtCore.QTimer()
timer.timeout.connect(tick)
timer.start(16)
plot.show()
app.exec()
"""


def read_gtk(pid):
    """Returns the version of GTK that a process uses, by the name of the library."""
    maps = Path(f"/proc/{pid}/maps").read_text(encoding="utf-8")
    found = re.search(r"/libgtk-4\.so\.1\.(\d+)\.(\d+)", maps)
    return f"GTK 4.{int(found[1]) // 100}.{found[2]}" if found else "no GTK 4"


def measure(display, command):
    """Returns the parts of a processor that a program and its display server take, and the GTK of the program."""
    with display() as (server, env), displays.run(command, displays.with_software(env)) as program:
        time.sleep(displays.SETTLING)
        costs = displays.measure([program, server], SECONDS)
        assert program.poll() is None, command
        return costs, read_gtk(program.pid)


def measure_least():
    """Returns the part of a processor that the poller and a bare sweep take."""
    output = subprocess.run([VIEW, "least"], check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout
    return sum(float(word) for word in output.split())


def make_workspace(mode):
    names = ["sine", "square", "saw", "chirp", "pulse", "follower", "noise"]
    sources = [
        {"type": "demo", "name": "a", "options": {"signals": names}},
        {"type": "demo", "name": "b", "options": {"signals": ["noise"]}},
    ]
    matches = [{"match": "a/" + name} for name in names] + [{"match": "b/noise"}]
    workspace = {
        "gscope-workspace": 1,
        "title": mode,
        "scopes": [{"name": "A", "period-ms": 1, "sources": sources}],
        "views": [{"title": mode, "span-s": 20, "mode": mode, "layout": "overlay", "signals": matches}],
    }
    path = displays.SCRATCH / (mode + ".json")
    path.write_text(json.dumps(workspace), encoding="utf-8")
    return path


def print_row(title, costs, gtk):
    program, server = (100 * cost for cost in costs)
    print(f"     {title:42} {program:5.1f} % + {server:4.1f} % of its display server, {gtk}", flush=True)


def report(title, cost, reference_name, reference, bar):
    displays.report(title, f"{100 * cost:10.4g} %, {reference_name} {100 * reference:.4g} %", cost / reference, bar)


def run_both(title, command):
    """Measures a window on X11 and on Wayland. Returns the costs on X11."""
    costs = {}
    for name, display in (("X11", displays.x11), ("Wayland", displays.wayland)):
        costs[name], gtk = measure(display, command)
        print_row(f"{title}, {name}", costs[name], gtk)
    report(f"{title}, Wayland", sum(costs["Wayland"]), "X11", sum(costs["X11"]), WAYLAND_BAR)
    return costs["X11"]


def compare_with_peer(costs):
    script = displays.SCRATCH / "peer.py"
    script.write_text(PYQTGRAPH, encoding="utf-8")
    try:
        peer, _ = measure(displays.x11, ["/usr/bin/python3", script])
    except AssertionError:
        print("skip pyqtgraph: it is not installed", flush=True)
        return
    print_row("pyqtgraph, X11", peer, "Qt")
    for mode, bar in PEER_BARS.items():
        report(f"8 signals at 1 kHz, {mode}, X11", sum(costs[mode]), "pyqtgraph", sum(peer), bar)


def main():
    window = [GSCOPE, "--trust", "--size", displays.SIZE]
    modes = {mode: run_both(f"8 signals at 1 kHz, {mode}", [*window, make_workspace(mode)]) for mode in PEER_BARS}
    report("8 signals at 1 kHz, sweep, X11", sum(modes["sweep"]), "poller + bare sweep", measure_least(), SWEEP_BAR)
    named = {name: run_both(name, [*window[:-1], "1280x800", name]) for name in ("hello", "tcp-congestion")}
    report("tcp-congestion, X11, without the server", named["tcp-congestion"][0], "the bar", TCP_BAR, 1)
    compare_with_peer(modes)
    return displays.end()


sys.exit(main())
