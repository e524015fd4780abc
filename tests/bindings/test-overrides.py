# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""What lib/python adds for Python: sequences, blocks, awaited functions, exceptions, NumPy and pictures in notebooks. Critical
messages end the process, so that an exception comes instead of one."""

import asyncio
import gc
import importlib.util
import math
import sys
import tempfile
import threading
import types
from pathlib import Path

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("Gscope", "1")
gi.require_version("GscopeGtk", "1")
from gi.repository import Gio, GLib, Gscope, GscopeGtk

try:
    import numpy
except ImportError:
    numpy = None

MS = 1_000_000
FIRST, LAST = -(2 ** 63), 2 ** 63 - 1


def expect(error, function, *arguments):
    try:
        result = function(*arguments)
    except error:
        return
    raise AssertionError(f"{function} returned {result}")


def make_trace(n, interval=10):
    trace = Gscope.Trace.new()
    trace.append_regular(0, interval, [float(i) for i in range(n)])
    return trace


class Bed:
    """A scope on a clock of its own, with a signal."""

    def __init__(self):
        self.clock = Gscope.TestClock.new(0)
        self.scope = Gscope.Scope.new_with_clock(self.clock)
        self.scope.start()
        self.signal = self.scope.add_buffered("level")

    def advance(self):
        self.clock.advance(Gscope.SEC)
        self.scope.drain()


def test_sequence():
    trace = Gscope.Trace.new()
    assert len(trace) == 0 and list(trace) == []
    trace = make_trace(10000)
    assert len(trace) == 10000 and trace[-1].value == 9999 and trace[3].time == 30
    assert [sample.value for sample in trace[2:4]] == [2, 3]
    assert sum(value for time, value in trace) == sum(range(10000))
    assert repr(trace[1]) == "Gscope.Sample(time=10, value=1.0)"
    assert repr(trace) == "<Gscope.Trace of 10000 samples>"
    expect(IndexError, trace.__getitem__, 10000)
    expect(IndexError, trace.__getitem__, -10001)
    expect(TypeError, trace.__getitem__, "1")
    rest = iter(trace)
    next(rest)
    trace.clear()
    trace.append_regular(0, 10, [0.5])
    assert list(rest)[-1].value == 0.5


def test_arrays():
    trace = make_trace(10)
    columns = trace.get_columns(0, 50, 2)
    assert [(column.min, column.max, column.count) for column in columns] == [(0, 4, 5), (5, 9, 5)]
    assert trace.get_density(0, 50, 2, 0, 10, False, 2) == [5, 0, 0, 5]
    states = Gscope.Trace.new()
    states.append_regular(0, 10, [0, 1, 0, 1])
    assert states.get_shares(0, 20, 2, 40, 2) == [10, 10, 10, 10]
    trace.append_gap(100, Gscope.GapCause.STOPPED)
    gaps = trace.get_gaps(FIRST, LAST)
    trace.clear()
    assert [(gap.begin, gap.cause) for gap in gaps] == [(100, Gscope.GapCause.STOPPED)]
    points = Gscope.xy_get_points(make_trace(5), False, make_trace(5), False, 0, 100, 16)
    assert [tuple(point) for point in points] == [(i, i) for i in range(5)]
    samples = Gscope.Tone.new(48000).render(100)
    assert len(samples) == 100


def test_spectrum():
    trace = Gscope.Trace.new()
    trace.append_regular(0, MS, [3 * math.sin(2 * math.pi * i / 8) for i in range(2048)])
    settings = Gscope.SpectrumSettings.init()
    settings.size = 256
    spectrum = Gscope.Spectrum.new(trace, settings)
    assert spectrum.get_values() == []
    spectrum.update(LAST)
    assert len(spectrum.get_values()) == 129
    (peak,) = spectrum.find_peaks(0, 500, 1)
    assert abs(peak.frequency - 125) < 0.5 and abs(peak.amplitude - 3) < 0.1, peak
    settings.size = 3
    expect(ValueError, Gscope.Spectrum.new, trace, settings)


def test_losses():
    bed = Bed()
    producer = bed.signal.create_producer()
    producer.push(10, 1.0)
    assert not producer.push(5, 1.0)
    bed.advance()
    (record,) = bed.signal.get_losses(FIRST, LAST)
    assert (record.cause, record.count) == (Gscope.Loss.BACKWARDS, 1), record


def test_states():
    signal, running, asleep = Gscope.Signal.new_buffered("decoder"), Gscope.State(), Gscope.State()
    running.value, running.style, running.color = 2, Gscope.StateStyle.DIGIT, 3
    running.name, running.label = "CPU 2", "2"
    asleep.name = "asleep"
    signal.set_states([running, asleep])
    states, found = signal.get_states(), signal.find_state(2)
    signal.set_states([])
    assert signal.get_states() == [] and signal.find_state(2) is None
    del signal
    gc.collect()
    expected = (2, Gscope.StateStyle.DIGIT, 3, "CPU 2", "2")
    assert [tuple(state) for state in states] == [expected, (0, Gscope.StateStyle.FILLED, 0, "asleep", None)]
    assert tuple(found) == expected


def test_limit():
    bed = Bed()
    settings = Gscope.LimitSettings()
    settings.kind, settings.lower, settings.upper = Gscope.LimitKind.BETWEEN, -1, 5
    limit = Gscope.Limit.new(bed.scope, bed.signal, None, settings)
    with bed.signal.create_producer() as producer:
        for i, value in enumerate((1.0, 5.5, 7.0, 2.0, -3.0, 1.0)):
            producer.push((i + 1) * MS, value)
        bed.advance()
    assert limit.get_corners() == []
    failures, worst = limit.get_failures(), [failure.worst for failure in limit.get_failures()]
    band, result = limit.get_settings(), limit.get_result()
    settings.kind, settings.mask = Gscope.LimitKind.MASK, "0 1 2, 1 3 4"
    limit.set_settings(settings)
    corners, mask = limit.get_corners(), limit.get_settings()
    assert limit.get_failures() == [] and limit.get_result().n_failures == 0
    del limit
    gc.collect()
    assert [(failure.begin, failure.end, failure.excess) for failure in failures] == [(2 * MS, 3 * MS, 2), (5 * MS, 5 * MS, 2)]
    assert [tuple(sample) for sample in worst] == [(3 * MS, 7), (5 * MS, -3)]
    assert [tuple(corner) for corner in corners] == [(0, 1, 2), (Gscope.SEC, 3, 4)]
    assert (band.kind, band.lower, band.upper) == (Gscope.LimitKind.BETWEEN, -1, 5)
    assert (mask.kind, mask.mask) == (Gscope.LimitKind.MASK, "0 1 2, 1 3 4")
    assert (result.n_failed, result.n_failures, result.margin) == (3, 2, -2)
    assert tuple(result.first) == (2 * MS, 5.5) and result.get_verdict() == Gscope.LimitVerdict.FAILS


def test_step():
    trace, step = Gscope.Trace.new(), 100 * Gscope.SEC
    trace.append_regular(step - 3001 * MS, 10 * MS, [0.0] * 301 + [5.0] * 600)
    response = Gscope.StepResponse.new(trace, 0, step, step)
    assert response.get_curve() == []
    response.update(step + 6 * Gscope.SEC)
    first, second, *_ = response.get_curve()
    del response
    gc.collect()
    assert abs(first.time + 0.001) < 1e-6 and abs(first.value) < 1e-9, first
    assert abs(second.time - 0.009) < 1e-6 and abs(second.value - 1) < 1e-9, second


def test_numpy():
    trace = make_trace(10000)
    values, times = trace.to_numpy(), trace.times()
    part = trace.to_numpy(100, 200)
    del trace
    gc.collect()
    assert values.dtype == numpy.float64 and (values == numpy.arange(10000)).all()
    assert times.dtype == numpy.int64 and (times == 10 * numpy.arange(10000)).all()
    assert part.tolist() == list(range(10, 20))
    values[0] = 5
    assert Gscope.Trace.new().to_numpy().size == 0
    assert make_trace(10).to_numpy(50, 20).size == 0


class Index(tuple):
    """In place of an index of pandas"""

    def __new__(cls, values, name):
        index = super().__new__(cls, values)
        index.name = name
        return index


class DataFrame(dict):
    """In place of a table of pandas: its columns"""

    def __init__(self, columns, index):
        super().__init__(columns)
        self.index = index

    def _repr_html_(self):
        return f"<table>{list(self)}</table>"


def test_table():
    """A table of pandas, or nothing without pandas. If it is not installed, a module in its place shows the parts of the table."""
    trace, bed = make_trace(10), Bed()
    is_there = importlib.util.find_spec("pandas") is not None
    if not is_there:
        assert trace._repr_html_() is None
        sys.modules["pandas"] = types.ModuleType("pandas")
        sys.modules["pandas"].Index, sys.modules["pandas"].DataFrame = Index, DataFrame
    table = trace.to_dataframe("level")
    assert table.index.name == "seconds" and list(table.index) == [10 * i / Gscope.SEC for i in range(10)]
    assert list(table) == ["level"] and list(table["level"]) == list(range(10))
    assert "<table" in trace._repr_html_()
    bed.signal.set_unit("V")
    assert list(bed.signal.to_dataframe()) == ["level (V)"] and "level (V)" in bed.signal._repr_html_()
    if not is_there:
        del sys.modules["pandas"]


def test_exceptions():
    trace = make_trace(10)
    signal = Bed().signal
    scope = Gscope.Scope.new()
    for function, *arguments in (
        (trace.append, [100, 110], [1.0]),
        (trace.append, [10], [1.0]),
        (trace.append_regular, 100, -1, [1.0]),
        (trace.append_regular, 10, 1, [1.0]),
        (trace.append_gap, 10, Gscope.GapCause.TICK),
        (trace.get_columns, 0, 0, 5),
        (trace.get_density, 0, 10, 5, 1, 1, False, 5),
        (trace.get_density, 0, 10, 5, 0, 1, True, 5),
        (trace.get_density, 0, 10, 5, 0, 1, False, 0),
        (trace.get_shares, 0, 10, 5, 0, 65),
        (scope.set_period, 0),
        (scope.set_delay, -1),
        (scope.set_budget, 1),
        (scope.add_consumer, 0),
        (signal.compose, 0, 10, 0),
        (signal.set_filter, 2.0),
        (signal.set_filter, math.nan),
        (signal.lease, -1),
        (signal.set_period, -1),
        (signal.set_period, 1),
        (signal.set_period, MS // 10 - 1),
        (Gscope.Parameter.new_double, "x", 0, 1, 2),
        (Gscope.Parameter.new_integer, "x", 0, 1, 2),
        (Gscope.Parameter.new_enumeration, "x", ["a"], None, "b"),
        (Gscope.xy_get_points, trace, False, trace, False, 0, 1, 1),
    ):
        expect(ValueError, function, *arguments)
    expect(IndexError, trace.get_value, 10)
    expect(IndexError, trace.get_time, -1)
    expect(TypeError, scope.set_period, "long")
    expect(TypeError, scope.set_period)
    scope.set_period(Gscope.SEC)
    assert scope.get_period() == Gscope.SEC
    for period in (MS // 10, 0):
        signal.set_period(period)
        assert signal.get_period() == period


def test_scope():
    bed = Bed()
    assert bed.scope["level"] == bed.signal and list(bed.scope) == [bed.signal]
    assert "level" in bed.scope and "other" not in bed.scope
    expect(KeyError, bed.scope.__getitem__, "other")
    assert repr(bed.scope) == "<Gscope.Scope of 1 signals, runs>"
    assert repr(bed.signal).startswith("<Gscope.Signal 'level' of "), repr(bed.signal)
    assert repr(Gscope.Source.new("lab")) == "<Gscope.Source 'lab'>"


def test_blocks():
    bed = Bed()
    with tempfile.TemporaryDirectory() as folder, bed.signal.leased(), bed.scope.consuming(Gscope.SEC):
        path = Path(folder) / "lab.tuples"
        recorder = Gscope.Recorder.new(bed.scope)
        with recorder.recording(path), bed.signal.create_producer() as producer:
            assert recorder.get_active()
            producer.push(MS, 2.5)
            bed.advance()
        assert not recorder.get_active()
        assert " 2.5 level" in path.read_text(encoding="utf-8")
        expect(GLib.Error, recorder.recording("/nonexistent/lab.tuples").__enter__)


def test_parameter():
    knob = {"gain": 2.0}

    def bind(write, value, data):
        if write:
            knob["gain"] = value
        return knob["gain"]

    scope = Gscope.Scope.new()
    parameter = Gscope.Parameter.new_double("gain", 0, 10, 1)
    parameter.bind_func(bind, None)
    scope.get_source().add_parameter(parameter)
    assert parameter.write(5) == 5 and knob["gain"] == 5
    assert repr(parameter).startswith("<Gscope.Parameter "), repr(parameter)
    expect(GLib.Error, parameter.write, 50)


def test_raising():
    """A function that raises an exception has no value, and a parameter keeps the value that is in force."""
    bed, state, printed = Bed(), {"fails": False}, set()

    def read(data):
        if state["fails"]:
            raise OSError("no sensor")
        return 5

    def turn(value):
        raise ValueError(f"{value} is too far")

    sensor = bed.scope.add_func("sensor", read, None)
    target = bed.scope.get_source().declare_parameter("target", 20.0, turn, range=(0, 100))
    sys.excepthook = lambda kind, error, where: printed.add(kind)
    try:
        for state["fails"] in (False, True):
            bed.clock.advance(Gscope.SEC)
            while GLib.MainContext.default().iteration(False):
                continue
            bed.scope.drain()
        assert target.write(50) == 20
    finally:
        sys.excepthook = sys.__excepthook__
    values = [value for time, value in sensor.get_trace()]
    assert {value for value in values if value == value} == {5} and math.isnan(values[-1]), values
    assert printed == {OSError, ValueError}, printed


def test_source():
    clock = Gscope.TestClock.new(0)
    scope = Gscope.Scope.new_with_clock(clock)
    source = Gscope.Source.new("room")
    state = {"target": 20.0}

    def turn(value):
        state["target"] = min(value, 30)
        return state["target"]

    level = source.declare_signal("level", lambda: state["target"], unit="°C", range=(0, 100), title="Level")
    events = source.declare_signal("events")
    target = source.declare_parameter("target", 20.0, turn, range=(0, 100), unit="°C", steered=["level"])
    assert not source.declare_parameter("on", False).get_value().unpack()
    assert source.declare_parameter("mode", "fast", choices=["slow", "fast"]).get_nicks() == ["slow", "fast"]
    assert source.declare_parameter("count", 3, range=(0, 9)).get_max() == 9
    expect(TypeError, source.declare_parameter, "size", 3)
    expect(TypeError, source.declare_parameter, "note", "", turn)
    expect(GLib.Error, source.declare_signal, "level")
    scope.add_source(source)
    Gscope.call(source, "start")
    assert (level.get_unit(), level.get_max(), events.get_kind()) == ("°C", 100, Gscope.SignalKind.BUFFERED)
    assert target.write(50) == 30 and state["target"] == 30
    clock.advance(Gscope.SEC)
    scope.drain()
    assert scope["room/level"] == level
    Gscope.call(source, "stop")


def write_recording(folder):
    path = Path(folder) / "lab.tuples"
    path.write_text("".join(f"{time} {time} level\n" for time in range(100)), encoding="utf-8")
    return Gio.File.new_for_path(str(path))


async def play(folder):
    player = Gscope.Player.new("", write_recording(folder))
    scope = Gscope.Scope.new_with_clock(player.get_transport())
    scope.add_source(player)
    assert await Gscope.wait(player, "start")
    assert [sample.value for sample in scope["level"].get_trace()[:3]] == [0, 1, 2]
    assert await Gscope.wait(player, "stop")
    missing = Gscope.Player.new("", Gio.File.new_for_path(folder + "/missing.tuples"))
    try:
        await Gscope.wait(missing, "start")
    except GLib.Error:
        return
    raise AssertionError("a file that is not there was played")


def test_asyncio():
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(play(folder))
    ticks = []

    async def follow():
        task = Gscope.attach()
        GLib.timeout_add(1, lambda: ticks.append(1) or GLib.SOURCE_CONTINUE if len(ticks) < 3 else GLib.SOURCE_REMOVE)
        while len(ticks) < 3:
            await asyncio.sleep(0.001)
        task.cancel()

    asyncio.run(follow())


def test_cancel():
    """A task that is cancelled cancels its function. Nobody has to take the result."""
    problems, ends = [], []

    async def cancel(folder):
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda loop, context: problems.append(context))
        player = Gscope.Player.new("", write_recording(folder))
        scope = Gscope.Scope.new_with_clock(player.get_transport())
        scope.add_source(player)

        def finish(result):
            ends.append(result)
            return player.start_finish(result)

        owner = types.SimpleNamespace(start_async=player.start_async, start_finish=finish)
        task = loop.create_task(Gscope.wait(owner, "start"))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        assert task.cancelled()
        follow = Gscope.attach()
        while not ends:
            await asyncio.sleep(0.001)
        await asyncio.sleep(0)
        ends.clear()
        follow.cancel()
        gc.collect()

    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(cancel(folder))
    assert not problems, problems


def test_past():
    """A signal whose samples are all here has no columns."""
    bed = Bed()
    with bed.signal.create_producer() as producer:
        for i in range(1, 5):
            producer.push(i * MS, i)
        bed.advance()
    assert [value for time, value in asyncio.run(bed.signal.past(2 * MS, 4 * MS, MS))] == [2, 3]
    trace, n_coarse = bed.signal.compose(0, Gscope.SEC, MS)
    assert len(trace) == 4 and n_coarse == 0


def test_thread():
    """The thread of the main loop answers a task of another thread."""
    loop, answers = GLib.MainLoop(), []
    source = Gscope.Source.new("lab")

    def work():
        try:
            answers.append(asyncio.run(Gscope.wait(source, "start")))
        finally:
            GLib.idle_add(loop.quit)

    thread = threading.Thread(target=work)
    GLib.idle_add(lambda: thread.start())
    loop.run()
    thread.join()
    assert answers == [True]


def test_calls():
    source = Gscope.Source.new("lab")
    assert Gscope.call(source, "start")
    Gscope.run_for(0.01)


def test_picture():
    bed = Bed()
    view = GscopeGtk.View.new(bed.scope)
    with bed.signal.create_producer() as producer:
        producer.push(MS, 2.5)
        producer.push(2 * MS, 4.5)
        bed.advance()
    assert view._repr_png_().startswith(b"\x89PNG")
    assert b"<svg" in view.to_picture(GscopeGtk.Picture.SVG, 300, 200)
    expect(GLib.Error, view.to_picture, GscopeGtk.Picture.PNG, 300, 200, 100)


def main():
    tests = [(name, function) for name, function in globals().items() if name.startswith("test_")]
    print(f"1..{len(tests)}")
    for name, function in tests:
        if numpy is None and name in ("test_numpy", "test_table"):
            print(f"ok - {name} # SKIP NumPy is not installed")
            continue
        function()
        print(f"ok - {name}", flush=True)
    sys.exit()


main()
