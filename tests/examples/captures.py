# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Captures each pulse of a sensor, measures the captures, takes their mean, finds the same pulses in the whole
history, and keeps one."""

import math

import gi

gi.require_version("Gscope", "1")
from gi.repository import GLib, Gscope  # noqa: E402

MS = 1_000_000
HEIGHTS = [1, 1.2, 0.8]
# from the beginning of a pulse to the beginning of the next one, in milliseconds
LENGTH = 100
BEGIN, END = -(2 ** 63), 2 ** 63 - 1


class Pulses:
    """A scope with the signal of a sensor, on a clock that passes as fast as the samples are made."""

    def __init__(self):
        self.clock = Gscope.TestClock.new(1000 * MS)
        self.scope = Gscope.Scope.new_with_clock(self.clock)
        self.scope.set_delay(0)
        self.signal = self.scope.add_buffered("sensor")
        self.signal.set_line_mode(Gscope.LineMode.LINES)
        self.producer = self.signal.create_producer()

    def add(self, height):
        """A pulse of half a sine; a program with a real sensor pushes its values instead."""
        for time in range(LENGTH):
            self.clock.advance(MS)
            self.producer.push(self.clock.get_time(), max(0, height * math.sin(2 * math.pi * time / LENGTH)))
            self.scope.drain()
            while GLib.MainContext.default().iteration(False):
                pass


def make_settings():
    """A trigger fires where the signal rises through 0.5."""
    settings = Gscope.TriggerSettings()
    settings.condition.kind, settings.condition.level = Gscope.TriggerKind.RISING, 0.5
    settings.after = MS
    return settings


def measure(captures):
    """Returns the largest value of each capture."""
    largest = Gscope.Measurement.MAXIMUM
    column = Gscope.CaptureColumn.new(captures, largest, Gscope.MeasurementSettings(), "sensor", None)
    while column.measure(100):
        pass
    return [column.get_value(captures.get_item(i)) for i in range(captures.get_n_items())]


def take_mean(captures):
    """Returns the traces of the mean and of the standard deviation, with a point each millisecond."""
    mean = Gscope.CaptureMean.new(captures, 16, MS, LENGTH)
    mean.add_signal("sensor", False)
    while mean.measure(100):
        pass
    assert mean.get_n_captures() == len(HEIGHTS)
    capture = mean.get_capture()
    return capture.find_trace("sensor"), capture.find_trace("sensor deviation")


def find_all(trace, settings):
    search = Gscope.TriggerSearch.new(trace, settings, BEGIN, END)
    while search.go_on(1000):
        pass
    return list(search.get_times())


def list_values(trace):
    values = [trace.get_value(i) for i in range(trace.get_first(), trace.get_end())]
    # a point is not-a-number if no capture has samples there
    return [value for value in values if not math.isnan(value)]


def main():
    pulses, settings = Pulses(), make_settings()
    trigger = Gscope.Trigger.new(pulses.signal, settings)
    captures = Gscope.CaptureList.new(pulses.scope, trigger)
    captures.set_window(5 * MS, 80 * MS)
    # after the last pulse, the signal stays at 0
    for height in [*HEIGHTS, 0]:
        pulses.add(height)
    times = [captures.get_item(i).get_time() for i in range(captures.get_n_items())]
    for time, largest in zip(times, measure(captures)):
        print(f"the pulse at {time / MS:.0f} ms is {largest:.2f} high")
    assert [round(value, 6) for value in measure(captures)] == HEIGHTS
    mean, deviation = (list_values(trace) for trace in take_mean(captures))
    print(f"on average {max(mean):.2f}, with a deviation of at most {max(deviation):.2f}")
    assert abs(max(mean) - 1) < 0.05 and 0.1 < max(deviation) < 0.3
    assert find_all(pulses.signal.get_trace(), settings) == times
    # a view compares new captures with one that is kept, and the list keeps it when others go
    captures.get_item(0).set_kept(True)
    captures.set_bounds(1, 1 << 20)
    assert [captures.get_item(i).get_time() for i in range(captures.get_n_items())] == times[:1]


main()
