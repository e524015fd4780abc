# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Shows numbers in a file of the kernel, each found at its place, and makes the workspace with which Gscope records
them without this program: number.py [WORKSPACE]"""

import json
import sys
from pathlib import Path

import gi

gi.require_version("Gscope", "1")
from gi.repository import GLib, Gscope  # noqa: E402

FILE = Path("/proc/meminfo")
NAMES = ("MemFree", "MemAvailable", "Dirty")
# the file counts in kB
SCALE = 1024
# milliseconds between two reads
PERIOD = 50
N_READS = 20
SECOND = 1_000_000_000


class Numbers:
    """Signals of numbers in a file, which is read once for all of them."""

    def __init__(self, scope):
        text = FILE.read_text(encoding="utf-8")
        self.clock = scope.get_clock()
        self.n_reads = 0
        self.places, self.signals, self.producers = {}, {}, {}
        for name in NAMES:
            # the first number after the name, as if it was clicked in the window
            self.places[name] = Gscope.NumberPlace.new_at(text, text.index(f"{name}:"))
            self.signals[name] = scope.add_buffered(name)
            self.signals[name].set_unit("B")
            self.producers[name] = self.signals[name].create_producer()

    def read(self):
        text, time = FILE.read_text(encoding="utf-8"), self.clock.get_time()
        for name, place in self.places.items():
            fault, number, _begin = place.find(text)
            if fault == Gscope.NumberFault.NONE:
                self.producers[name].push(time, number * SCALE)
        self.n_reads += 1

    def make_workspace(self):
        signals = [{"name": name, "file": FILE.name, "scale": SCALE, "unit": "B", **place.describe().unpack()}
                   for name, place in self.places.items()]
        source = {"type": "proc", "name": "memory", "options": {"entries": [], "signals": signals}}
        workspace = {"gscope-workspace": 1, "scopes": [{"name": "A", "period-ms": PERIOD, "sources": [source]}]}
        return json.dumps(workspace, indent=2)


def main():
    loop = GLib.MainLoop()
    scope = Gscope.Scope.new()
    numbers = Numbers(scope)

    def on_time():
        numbers.read()
        if numbers.n_reads < N_READS:
            return GLib.SOURCE_CONTINUE
        loop.quit()
        return GLib.SOURCE_REMOVE

    scope.add_consumer(SECOND // 10)
    GLib.timeout_add(PERIOD, on_time)
    loop.run()
    scope.drain()
    for name, signal in numbers.signals.items():
        trace = signal.get_trace()
        n = trace.get_end() - trace.get_first()
        # the newest samples wait for the delay of the scope
        assert 0 < n <= N_READS, f"{name}: {n}"
        print(f"{name}: {n} samples, the last one is {trace.get_value(trace.get_end() - 1) / SCALE:.0f} KiB")
    workspace = numbers.make_workspace()
    assert Gscope.Workspace.new_from_data(workspace, -1).get_problems().get_n_items() == 0
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(workspace, encoding="utf-8")


main()
