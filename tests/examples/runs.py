# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Lays the step responses of several runs over each other, labelled by their gains, without a window."""

import math
import tempfile
from pathlib import Path

import gi

gi.require_version("Gscope", "1")
from gi.repository import Gio, GLib, Gscope  # noqa: E402

MS = 1_000_000
HEADER = ('#gscope {"version":1,"start":"2026-01-01T00:00:00.000000000Z","time_ns":0,"clock":"monotonic",'
          '"signals":[{"name":"lab/level"}]}\n')


def record(folder, gain, step):
    """Writes a recording of a step of the setpoint at a time, in milliseconds, with the parameters as a recorder does."""
    path = Path(folder) / f"gain-{gain}.tuples"
    values = (f'#gscope {{"parameters":[{{"name":"lab/gain","title":"Gain","value":"{gain}"}},'
              '{"name":"lab/setpoint","title":"Setpoint","value":"0"}]}\n')
    write = (f'#gscope {{"marker":{{"time_ns":{step * MS},"kind":"write","subject":"lab/setpoint",'
             '"label":"Setpoint 0 → 1"}}\n')
    before = "".join(f"{time} 0 lab/level\n" for time in range(0, step))
    after = "".join(f"{step + time} {1 - math.exp(-gain * time / 50)} lab/level\n" for time in range(0, 200))
    path.write_text(HEADER + values + before + write + after, encoding="utf-8")
    return Gio.File.new_for_path(str(path))


def start(loop, thing):
    thing.start_async(None, lambda source, result: (source.start_finish(result), loop.quit()))
    loop.run()


def main():
    loop = GLib.MainLoop()
    with tempfile.TemporaryDirectory() as folder:
        player = Gscope.Player.new("", record(folder, 1, 100))
        scope = Gscope.Scope.new_with_clock(player.get_transport())
        scope.add_source(player)
        start(loop, player)
        runs = Gscope.ComparisonList.new(scope)
        for gain, step in ((2, 30), (4, 70), (8, 150)):
            start(loop, runs.add(0, record(folder, gain, step)))
        level = scope.find_signal("lab/level")
        for run in runs:
            trace = run.find_compared(level).get_trace()
            rises = trace.get_time(trace.find(100 * MS)) == 100 * MS
            print(run.get_label(), trace.get_value(trace.find(120 * MS)))
            assert rises and trace.get_value(trace.find(100 * MS)) == 0
        assert [run.get_label() for run in runs] == ["Gain 2", "Gain 4", "Gain 8"]
        for run in list(runs):
            runs.remove(run)
        player.stop_async(None, lambda source, result: loop.quit())
        loop.run()


main()
