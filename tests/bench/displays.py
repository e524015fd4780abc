# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""For the benchmarks of the window: starts displays, measures the processor time of programs on them, and reports bars."""

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SIZE = "1600x900"
# Seconds from the start of a program until its processor time is steady
SETTLING = 4
# The folder is removed when the benchmark ends, also by SIGTERM.
_scratch = tempfile.TemporaryDirectory(prefix="gscope-")
SCRATCH = Path(_scratch.name)
missed = []

signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))


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


def with_software(env):
    """Returns the environment of a program that draws by software, and has no assistive technology."""
    return {**env, "GSK_RENDERER": "cairo", "GDK_DEBUG": "gl-disable", "GTK_A11Y": "none"}


def measure(processes, seconds):
    """Returns the part of a processor that each of the processes takes."""
    before = [read_cpu(process.pid) for process in processes]
    begin = time.monotonic()
    time.sleep(seconds)
    after = [read_cpu(process.pid) for process in processes]
    return [(b - a) / (time.monotonic() - begin) for a, b in zip(before, after)]


def report(title, figures, ratio, bar):
    """Prints whether a ratio is within its bar, as bench_report () does, and keeps the title if it is not."""
    met = ratio <= bar
    found, limit = (f"{value:.3g}" if bar >= 1 else f"1/{1 / value:.3g}" for value in (ratio, bar))
    if not met:
        missed.append(title)
    print(f"{'ok' if met else 'MISS':4} {title:52} {figures}: {found} (bar {limit})", flush=True)


def end():
    """Returns the exit status of a benchmark: 0 if every bar was met."""
    if missed:
        print(f"{len(missed)} bars missed")
    return len(missed) > 0
