# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""What the real window costs: bench-window.py GSCOPE [SECONDS]

Prints the part of a processor that the program and its display server take while signals move, in the order of the runs: on X11 (Xvfb)
and on Wayland (weston without a screen), both with software rendering. The window of pyqtgraph with the same signals is measured beside
them where it is installed.
"""

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

GSCOPE = sys.argv[1]
SECONDS = float(sys.argv[2]) if len(sys.argv) > 2 else 6
SETTLING = 4
SIZE = "1600x900"
SCRATCH = Path(tempfile.mkdtemp(prefix="gscope-"))

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


def read_cpu(pid):
    """The seconds of a process and of its children that have ended."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return sum(int(field) for field in fields[11:15]) / os.sysconf("SC_CLK_TCK")


def wait_for(condition):
    end = time.monotonic() + 20
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError
        time.sleep(0.05)


@contextlib.contextmanager
def run(command, env):
    with subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            yield process
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGKILL)


@contextlib.contextmanager
def x11():
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", SIZE + "x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL) as server:
        os.close(write)
        with os.fdopen(read) as pipe:
            number = pipe.readline().strip()
        env = {**os.environ, "DISPLAY": ":" + number, "GDK_BACKEND": "x11", "QT_QPA_PLATFORM": "xcb"}
        env.pop("WAYLAND_DISPLAY", None)
        try:
            yield server, env
        finally:
            server.terminate()


@contextlib.contextmanager
def wayland():
    runtime = SCRATCH / "runtime"
    runtime.mkdir(mode=0o700, exist_ok=True)
    env = {**os.environ, "XDG_RUNTIME_DIR": str(runtime), "GDK_BACKEND": "wayland", "WAYLAND_DISPLAY": "wayland-bench"}
    env.pop("DISPLAY", None)
    width, height = SIZE.split("x")
    command = ["weston", "--backend=headless-backend.so", "--use-pixman", "--socket=wayland-bench", "--idle-time=0",
               f"--width={width}", f"--height={height}"]
    with run(command, {key: value for key, value in env.items() if key != "WAYLAND_DISPLAY"}) as server:
        wait_for((runtime / "wayland-bench").exists)
        yield server, env


def measure(display, command):
    """Returns the parts of a processor that a program and its display server take."""
    with display() as (server, env):
        env["GSK_RENDERER"] = "cairo"
        env["GDK_DEBUG"] = "gl-disable"
        env["GTK_A11Y"] = "none"
        with run(command, env) as program:
            time.sleep(SETTLING)
            before = [read_cpu(process.pid) for process in (program, server)]
            begin = time.monotonic()
            time.sleep(SECONDS)
            after = [read_cpu(process.pid) for process in (program, server)]
            assert program.poll() is None, command
            return [(b - a) / (time.monotonic() - begin) for a, b in zip(before, after)]


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
    path = SCRATCH / (mode + ".json")
    path.write_text(json.dumps(workspace), encoding="utf-8")
    return path


def print_row(title, costs, reference=None):
    program, server = (100 * cost for cost in costs)
    ratio = f", {sum(costs) / sum(reference):.2f} x" if reference else ""
    print(f"     {title:42} {program:5.1f} % + {server:4.1f} % of its display server{ratio}", flush=True)


def main():
    window = [GSCOPE, "--trust", "--size", SIZE]
    for mode in ("sweep", "roll"):
        command = [*window, make_workspace(mode)]
        reference = measure(x11, command)
        print_row(f"8 signals at 1 kHz, {mode}, X11", reference)
        print_row(f"8 signals at 1 kHz, {mode}, Wayland", measure(wayland, command), reference)
    for name in ("hello", "tcp-congestion"):
        command = [*window[:-1], "1280x800", name]
        reference = measure(x11, command)
        print_row(f"{name}, X11", reference)
        print_row(f"{name}, Wayland", measure(wayland, command), reference)
    script = SCRATCH / "peer.py"
    script.write_text(PYQTGRAPH, encoding="utf-8")
    try:
        print_row("pyqtgraph, X11", measure(x11, ["/usr/bin/python3", script]))
    except AssertionError:
        print("     pyqtgraph is not installed", flush=True)


main()
