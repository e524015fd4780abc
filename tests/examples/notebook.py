# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Plays a recording and looks at its samples, as the cells of a notebook do."""

import asyncio
import tempfile
from pathlib import Path

import gi

gi.require_version("Gscope", "1")
from gi.repository import Gio, GLib, Gscope  # noqa: E402

# milliseconds, values and the name of the signal
TUPLES = "".join(f"{time} {time % 100} ramp\n" for time in range(1000))


async def main():
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "lab.tuples"
        path.write_text(TUPLES, encoding="utf-8")
        player = Gscope.Player.new("", Gio.File.new_for_path(str(path)))
        scope = Gscope.Scope.new_with_clock(player.get_transport())
        scope.add_source(player)
        await Gscope.wait(player, "start")
        ramp = scope["ramp"]
        values = [value for time, value in ramp.get_trace()]
        begin = player.get_transport().get_begin()
        columns = ramp.get_trace().get_columns(begin, Gscope.SEC // 10, 10)
        print(ramp, "from", min(values), "to", max(values))
        print([column.max for column in columns])
        assert "flat" not in scope and [column.max for column in columns] == [99] * 10
        await Gscope.wait(player, "stop")
        try:
            await Gscope.wait(Gscope.Player.new("", Gio.File.new_for_path("/nonexistent")), "start")
        except GLib.Error as error:
            print(error.message)
    try:
        scope.set_period(0)
    except ValueError as error:
        print(error)


asyncio.run(main())
