# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Compares pulses with a limit and with a mask, which is taken from the first pulse. The exit status is 3 if one fails."""

import math
import sys

import gi

gi.require_version("Gscope", "1")
from gi.repository import GLib, Gscope  # noqa: E402

MS = 1_000_000
N_PULSES = 5
# from the beginning of a pulse to the beginning of the next one, in milliseconds
LENGTH = 100


class Pulses:
    """A scope with the signal of a sensor, on a clock that passes as fast as the samples are made."""

    def __init__(self):
        self.clock = Gscope.TestClock.new(1000 * MS)
        self.scope = Gscope.Scope.new_with_clock(self.clock)
        self.scope.set_delay(0)
        self.signal = self.scope.add_buffered("sensor")
        self.signal.set_unit("V")
        self.producer = self.signal.create_producer()

    def add(self, height):
        """A pulse of half a sine; a program with a real sensor pushes its values instead."""
        for time in range(LENGTH):
            self.clock.advance(MS)
            self.producer.push(self.clock.get_time(), max(0, height * math.sin(2 * math.pi * time / LENGTH)))
            self.scope.drain()
            while GLib.MainContext.default().iteration(False):
                pass


def make_trigger(pulses):
    settings = Gscope.TriggerSettings()
    settings.condition.kind, settings.condition.level = Gscope.TriggerKind.RISING, 0.5
    settings.after = MS
    trigger = Gscope.Trigger.new(pulses.signal, settings)
    pulses.scope.mark_trigger(trigger)
    return trigger


def make_limit(pulses):
    settings = Gscope.LimitSettings()
    settings.kind, settings.upper = Gscope.LimitKind.AT_MOST, 1.2
    return Gscope.Limit.new(pulses.scope, pulses.signal, None, settings)


def make_mask(pulses, trigger, fired):
    """Takes the shape of the first pulse, 0.1 V and 2 ms wider on each side."""
    settings = Gscope.LimitSettings()
    settings.kind = Gscope.LimitKind.MASK
    settings.mask = Gscope.Limit.mask_from_trace(pulses.signal.get_trace(), fired[0], 0.1, 2 * MS)
    return Gscope.Limit.new(pulses.scope, pulses.signal, trigger, settings)


def check(heights):
    pulses, fired = Pulses(), []
    trigger = make_trigger(pulses)
    trigger.connect("triggered", lambda trigger, time: fired.append(time))
    limit = make_limit(pulses)
    pulses.add(1)
    mask = make_mask(pulses, trigger, fired)
    mask.connect("failed", lambda mask, time, value: print(f"the pulse at {time / MS:.0f} ms has {value:.2f} V"))
    # the mask ends within the next pulse
    for height in [*heights, 0]:
        pulses.add(height)
    for each in limit, mask:
        print(f"{each.dup_title()}: {each.dup_outcome()}")
    results = [each.get_result() for each in (limit, mask)]
    return 3 if any(result.n_failed > 0 for result in results) else 0


def main():
    # a pulse that is a fifth lower is within the limit, and fails at the mask
    assert check([1] * N_PULSES + [0.8]) == 3
    sys.exit(check([1] * N_PULSES))


main()
