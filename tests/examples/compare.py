# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Compares two recordings of a step, aligned at the change of the parameter, without a window."""

import tempfile
from pathlib import Path

import gi

gi.require_version("Gscope", "1")
from gi.repository import Gio, GLib, Gscope  # noqa: E402

MS = 1_000_000
HEADER = ('#gscope {"version":1,"start":"2026-01-01T00:00:00.000000000Z","time_ns":0,"clock":"monotonic",'
          '"signals":[{"name":"lab/level"}]}\n')


def record(path, step, level):
    """Writes a recording in which the level follows the write of a parameter at a time, in milliseconds."""
    write = f'#gscope {{"marker":{{"time_ns":{step * MS},"kind":"write","subject":"lab/setpoint","label":"0 → 1"}}}}\n'
    before = "".join(f"{time} 0 lab/level\n" for time in range(0, step))
    after = "".join(f"{time} {level} lab/level\n" for time in range(step, step + 100))
    path.write_text(HEADER + before + write + after, encoding="utf-8")
    return Gio.File.new_for_path(str(path))


def start(loop, thing):
    thing.start_async(None, lambda source, result: (source.start_finish(result), loop.quit()))
    loop.run()


def main():
    loop = GLib.MainLoop()
    with tempfile.TemporaryDirectory() as folder:
        player = Gscope.Player.new("", record(Path(folder) / "now.tuples", 200, 1.5))
        scope = Gscope.Scope.new_with_clock(player.get_transport())
        scope.add_source(player)
        start(loop, player)
        runs = Gscope.ComparisonList.new(scope)
        comparison = runs.add(0, record(Path(folder) / "earlier.tuples", 50, 1))
        start(loop, comparison)
        assert comparison.get_anchor() == "marker:lab/setpoint 0 → 1", comparison.get_anchor()
        compared = comparison.find_compared(scope.find_signal("lab/level")).get_trace()
        first = compared.find(200 * MS)
        print(comparison.dup_description(), compared.get_value(first - 1), compared.get_value(first))
        assert (compared.get_value(first - 1), compared.get_value(first)) == (0, 1)
        comparison.set_offset(-10 * MS)
        assert compared.get_time(compared.get_first()) == 140 * MS
        runs.remove(comparison)
        player.stop_async(None, lambda source, result: loop.quit())
        loop.run()


main()
