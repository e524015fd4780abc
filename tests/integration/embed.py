# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Uses the library from Python, as far as other languages can."""

import gi

gi.require_version("Gscope", "1")
from gi.repository import GLib, Gscope

clock = Gscope.TestClock.new(0)
scope = Gscope.Scope.new_with_clock(clock)
signal = scope.add_func("level", lambda data: 0.5, None)
parameter = Gscope.Parameter.new_double("gain", 0.0, 10.0, 1.0)

assert scope.get_signals().get_item(0) == signal
assert signal.get_kind() == Gscope.SignalKind.FUNC
assert parameter.get_value().unpack() == 1.0

# Samples, one by one and many; a function replaces words of memory, which cannot be bound.
scope.start()
pushed = scope.add_buffered("pushed")
producer = pushed.create_producer()
samples = [Gscope.Sample(), Gscope.Sample()]
samples[0].time, samples[0].value = 1, 3.0
samples[1].time, samples[1].value = 2, 4.0
assert producer.push(0, 2.0) and producer.push_many(samples) == 2
clock.advance(Gscope.SEC)
scope.drain()
trace = pushed.get_trace()
values = [trace.get_value(i) for i in range(trace.get_first(), trace.get_end())]
there, latest = pushed.get_latest()
assert there and latest.value == 4.0 and [value for value in values if value == value] == [2, 3, 4]

state = {"gain": 2.0}


def bind_gain(write, value, data):
    if write:
        state["gain"] = min(value, 5.0)
    return state["gain"]


def on_written(written, result):
    state["written"] = written.write_finish(result).unpack()


parameter.bind_func(bind_gain, None)
assert parameter.get_number() == 2.0
assert scope.get_source().add_parameter(parameter)
parameter.write_async(GLib.Variant("d", 9.0), "test", None, on_written)
while "written" not in state:
    GLib.MainContext.default().iteration(True)
assert state == {"gain": 5.0, "written": 5.0} and parameter.get_number() == 5.0

choice = Gscope.Parameter.new_enumeration("choice", ["a", "b"], ["First", "Second"], "a")
assert choice.get_nicks() == ["a", "b"] and choice.get_titles() == ["First", "Second"]
assert Gscope.Aggregation.get_title(Gscope.Aggregation.SUM) == "Sum"
# what a caller in C provides an array for is returned as a list
read = [sample.value for sample in trace.read(trace.get_first(), 100)]
assert [value for value in read if value == value] == [2, 3, 4]
assert [column.max for column in trace.get_columns(0, 1, 3)] == [2, 3, 4]
assert trace.read_values(trace.get_first(), 100).get_size() == 8 * len(read)

# Introspection data is loaded a symbol at a time: load it all.
for name in dir(Gscope):
    getattr(Gscope, name)

# Functions that other languages call by variants of their own.
rows = Gscope.CsvFormat.guess(b"t,a\n0,1\n").read_rows(b"t,a\n0,1\n", 10)
assert rows.unpack() == [["t", "a"], ["0", "1"]]
assert trace.append([], []) == 0
settings = Gscope.SpectrumSettings.init()
Gscope.ViewSettings(size=256).apply_spectrum(settings)
assert settings.size == 256


class Thermostat(Gscope.Source):
    """A source whose verbs are plain functions."""

    __gtype_name__ = "Thermostat"
    heats = False

    def do_start(self):
        self.heats = True
        return True

    def do_check(self, written, value):
        if value.get_double() > 30:
            raise GLib.Error("take less than 30 °C", "gscope", 1)
        return GLib.Variant("d", round(value.get_double()))


def on_started(started, result):
    answers.append(started.start_finish(result))


def on_judged(judged, result):
    try:
        answers.append(judged.write_finish(result).unpack())
    except GLib.Error as error:
        answers.append(error.message)


answers = []
source = Thermostat(name="room")
level = Gscope.Parameter.new_double("level", 0.0, 100.0, 20.0)
assert source.add_parameter(level)
source.start_async(None, on_started)
for value in (21.4, 80.0):
    n = len(answers)
    while len(answers) == n:
        GLib.MainContext.default().iteration(True)
    level.write_async(GLib.Variant("d", value), "test", None, on_judged)
while len(answers) < 3:
    GLib.MainContext.default().iteration(True)
assert source.heats and answers == [True, 21.0, "take less than 30 °C"]
