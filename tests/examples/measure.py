# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Measures a recording without a window: its frequency over the whole time, and its peak to peak value from a time on that is given as
a user types it."""

import tempfile
from pathlib import Path

import gi

gi.require_version("Gscope", "1")
from gi.repository import Gio, GLib, Gscope  # noqa: E402

# 10 Hz for two seconds, in milliseconds
TUPLES = "".join(f"{time} {5 if time // 50 % 2 else -5} square\n" for time in range(2000))


def measure(player, scope, measurement, since="0 s"):
    """Measures from a time on, such as “1.5 s” since the beginning, or “-1 s” before the end."""
    transport = player.get_transport()
    end = transport.get_end()
    _, begin = Gscope.time_parse(since, transport, transport.get_begin(), end, end)
    settings = Gscope.MeasurementSettings()
    settings.percentile, settings.tolerance, settings.holds = 50, 2, True
    trace = scope.find_signal("square").get_trace()
    return Gscope.measurement_compute(measurement, settings, begin, end + 1, trace, None)


def main():
    loop = GLib.MainLoop()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "lab.tuples"
        path.write_text(TUPLES, encoding="utf-8")
        player = Gscope.Player.new("", Gio.File.new_for_path(str(path)))
        scope = Gscope.Scope.new_with_clock(player.get_transport())
        scope.add_source(player)
        player.start_async(None, lambda source, result: (source.start_finish(result), loop.quit()))
        loop.run()
        frequency = measure(player, scope, Gscope.Measurement.FREQUENCY)
        swing = measure(player, scope, Gscope.Measurement.PEAK_TO_PEAK, "-1 s")
        player.stop_async(None, lambda source, result: loop.quit())
        loop.run()
    print(f"{frequency:.2f} Hz, {swing:.0f} from peak to peak")
    assert abs(frequency - 10) < 0.1 and swing == 10


main()
