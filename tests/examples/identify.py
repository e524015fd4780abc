# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Identifies a simulated low pass: a chirp on its parameter gives its gain and phase by frequency."""

import json
import math

import gi

gi.require_version("Gscope", "1")
from gi.repository import GLib, Gscope  # noqa: E402

# the low pass: gain, time constant in seconds, and milliseconds between two samples
GAIN, TIME_CONSTANT, STEP = 3, 0.1, 4
SECOND = 1_000_000_000


def keep_choices(workspace, plant):
    """Puts choices into a workspace, whose window shows them, and returns them."""
    choices = Gscope.WorkspaceIdentification.new(plant.drive.dup_full_name(), plant.signal.get_full_name())
    choices.amplitude, choices.low, choices.high, choices.duration = 2, 0.5, 5, 8 * SECOND
    workspace.set_identifications([choices])
    assert workspace.get_identifications()[0].equal(choices)
    assert json.loads(workspace.to_data())["identifications"][0]["low-hz"] == 0.5
    return choices


class LowPass:
    """Follows the parameter, and pushes its level."""

    def __init__(self, scope):
        self.clock = scope.get_clock()
        self.drive = Gscope.Parameter.new_double("drive", 0, 10, 4)
        scope.get_source().add_parameter(self.drive)
        self.signal = scope.add_buffered("level")
        self.signal.set_line_mode(Gscope.LineMode.LINES)
        self.producer = self.signal.create_producer()
        self.level, self.value, self.time = GAIN * 4, 4, self.clock.get_time()
        self.drive.connect("notify::value", lambda *_: self.follow())

    def follow(self):
        """Brings the level up to now, with the value that the parameter has had until now."""
        now = self.clock.get_time()
        part = math.exp((self.time - now) / SECOND / TIME_CONSTANT)
        self.level = GAIN * self.value * (1 - part) + self.level * part
        self.value, self.time = self.drive.get_number(), now

    def step(self):
        self.follow()
        self.producer.push(self.time, self.level)
        return GLib.SOURCE_CONTINUE


def main():
    loop = GLib.MainLoop()
    scope = Gscope.Scope.new()
    plant = LowPass(scope)
    scope.start()
    GLib.timeout_add(STEP, plant.step)
    scope.add_consumer(SECOND // 10)

    identify = Gscope.Identify.new(scope, plant.drive, plant.signal)
    # an amplitude of 5 would leave the range from 0 to 10
    identify.set_chirp(5, 0.5, 5, 8 * SECOND)
    try:
        identify.start()
    except GLib.Error as error:
        print(error.message)
    else:
        raise AssertionError("it left the range")

    workspace = Gscope.Workspace.new_from_data('{ "gscope-workspace": 1 }', -1)
    choices = keep_choices(workspace, plant)
    identify.set_chirp(choices.amplitude, choices.low, choices.high, choices.duration)
    identify.connect("changed", lambda self: self.get_state() == Gscope.IdentifyState.ENDED and loop.quit())
    identify.start()
    loop.run()

    assert identify.get_reason() is None, identify.get_reason()
    assert plant.drive.get_number() == 4
    points = identify.get_points()
    assert len(points) == 21
    for point in points:
        ratio = 2 * math.pi * point.frequency * TIME_CONSTANT
        expected = 20 * math.log10(GAIN / math.hypot(1, ratio))
        print(f"{point.frequency:.2f} Hz: {point.decibels:.1f} dB, {point.phase:.0f}°, coherence {point.coherence:.3f}")
        assert abs(point.decibels - expected) < 1.5
        assert abs(point.phase + math.degrees(math.atan(ratio))) < 15


main()
