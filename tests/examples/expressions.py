# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Adds up the times that two parts of a request take, by an expression that converts their units."""

import gi

gi.require_version("Gscope", "1")
from gi.repository import GLib, Gscope  # noqa: E402

MS = 1_000_000
START = 1000 * MS


class Requests:
    """A scope with two signals, on a clock that passes as fast as the samples are made."""

    def __init__(self):
        self.clock = Gscope.TestClock.new(START)
        self.scope = Gscope.Scope.new_with_clock(self.clock)
        self.scope.set_delay(0)
        self.scope.set_period(MS)
        self.network, self.disk = self.add("network", "ms"), self.add("disk", "us")

    def add(self, name, unit):
        signal = self.scope.add_buffered(name)
        signal.set_unit(unit)
        return signal.create_producer()

    def go_to(self, time):
        """Lets the clock come to a time in milliseconds."""
        self.clock.advance(START + time * MS - self.clock.get_time())
        self.scope.drain()
        while GLib.MainContext.default().iteration(False):
            pass

    def push(self, producer, time, value):
        self.go_to(time)
        producer.push(START + time * MS, value)


def start_math(scope, expression):
    loop = GLib.MainLoop()
    source = Gscope.MathSource.new("math")
    source.configure(GLib.Variant("a{sv}", {"expression": GLib.Variant("s", expression)}))
    scope.add_source(source)
    source.start_async(None, lambda source, result: (source.start_finish(result), loop.quit()))
    loop.run()
    return source


def main():
    requests = Requests()
    source = start_math(requests.scope, "network + disk")
    # a value holds until the next sample of its signal
    requests.push(requests.network, 1, 1)
    requests.push(requests.disk, 2, 1000)
    requests.push(requests.network, 4, 5)
    requests.go_to(20)
    total = requests.scope.find_signal("math/result")
    trace = total.get_trace()
    places = range(trace.get_first(), trace.get_end())
    samples = [((trace.get_time(i) - START) // MS, trace.get_value(i)) for i in places]
    for time, value in samples:
        print(f"{time} ms: {value:g} {total.get_unit()}")
    assert total.get_unit() == "ms"
    assert samples == [(2, 2), (4, 6)], samples
    try:
        source.configure(GLib.Variant("a{sv}", {"expression": GLib.Variant("s", "network +")}))
    except GLib.Error as error:
        print(error.message)
    else:
        raise AssertionError("the expression is not complete")


main()
