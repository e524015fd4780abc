# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""What makes Gscope at home in Python. PyGObject loads this file with Gscope itself.

A trace is a sequence of samples and a NumPy array, a scope is a mapping of its signals, producers, leases and recordings end
with their block, asynchronous functions are called or awaited, and arguments that are out of their range raise an exception
where C prints a message. NumPy and pandas are used where they are installed, and only by the methods that return theirs."""

import asyncio
import contextlib
import math
import operator
import sys

from gi.module import get_introspection_module
from gi.repository import Gio, GLib

Gscope = get_introspection_module("Gscope")
__all__ = ["attach", "call", "run_for", "serve_source", "wait", "xy_get_points"]

# Seconds between two rounds of GLib's main context while asyncio waits for it.
INTERVAL = 0.005
# How many samples an iteration of a trace reads at once.
BATCH = 4096

# Structures without functions, and their members.
RECORDS = {
    "Column": ("min", "max", "first", "last", "count"),
    "Gap": ("begin", "end", "cause"),
    "LimitCorner": ("time", "lower", "upper"),
    "LimitFailure": ("begin", "end", "worst", "excess"),
    "LossRecord": ("time", "cause", "count"),
    "Sample": ("time", "value"),
    "SpectrumPeak": ("frequency", "amplitude"),
    "State": ("value", "style", "color", "name", "label"),
    "StepPoint": ("time", "value"),
    "XyPoint": ("x", "y"),
}


def extend(owner, **methods):
    for name, method in methods.items():
        setattr(owner, name, method)


# Asynchronous functions


def find_cancellable(begin):
    """Returns whether a function takes a cancellable."""
    return any(argument.get_name() == "cancellable" for argument in begin.get_arguments())


def call(owner, verb, *arguments):
    """Calls an asynchronous function, waits for its end, and returns its result: call(player, "start").

    `arguments` are those in front of the cancellable. GLib's main context runs meanwhile."""
    results = []
    begin, finish = getattr(owner, verb + "_async"), getattr(owner, verb + "_finish")
    begin(*arguments, callback=lambda source, result, *_: results.append(result))
    while not results:
        GLib.MainContext.default().iteration(True)
    return finish(results[0])


def iterate(context):
    """Does what is due, and no more: what comes without end leaves time for others."""
    for _ in range(100):
        if not context.iteration(False):
            break


def settle(future, value, error):
    if future.done():
        return
    if error is None:
        future.set_result(value)
    else:
        future.set_exception(error)


async def wait(owner, verb, *arguments):
    """Calls an asynchronous function, and returns its result when that is there: await wait(player, "start").

    `arguments` are those in front of the cancellable; where the task is cancelled, so is the function. GLib's main context runs
    in this thread meanwhile, unless another thread runs it: then the function is called there."""
    loop = asyncio.get_running_loop()
    future = loop.create_future()
    begin, finish = getattr(owner, verb + "_async"), getattr(owner, verb + "_finish")
    cancellable = Gio.Cancellable()
    options = {"cancellable": cancellable} if find_cancellable(begin) else {}

    def end(source, result, *_):
        value = error = None
        try:
            value = finish(result)
        except GLib.Error as reason:
            error = reason
        if not loop.is_closed():
            loop.call_soon_threadsafe(settle, future, value, error)

    def start():
        try:
            begin(*arguments, callback=end, **options)
        except Exception as reason:
            loop.call_soon_threadsafe(settle, future, None, reason)
        return GLib.SOURCE_REMOVE

    context = GLib.MainContext.default()
    is_ours = context.acquire()
    try:
        if not is_ours:
            GLib.idle_add(start)
            return await future
        start()
        while not future.done():
            iterate(context)
            await asyncio.wait([future], timeout=INTERVAL)
        return future.result()
    except asyncio.CancelledError:
        # nobody takes the result any more
        future.cancel()
        cancellable.cancel()
        raise
    finally:
        if is_ours:
            context.release()


def attach():
    """Has the asyncio loop of this thread run GLib's main context, so that samples come and views move, as in a notebook.

    Returns the task that does so; cancel it to end that."""

    async def run():
        while True:
            iterate(GLib.MainContext.default())
            await asyncio.sleep(INTERVAL)

    return asyncio.get_running_loop().create_task(run())


def run_for(seconds):
    """Runs GLib's main context for a time, in which samples come."""
    loop = GLib.MainLoop()
    GLib.timeout_add(round(seconds * 1000), loop.quit)
    loop.run()


# Exceptions in place of messages on the standard error


def check(owner, name, judge):
    """Has a function called only with arguments for which judge, which takes the same, returns no message. PyGObject says what
    is wrong with their number; those that are passed by name are not judged. A function may have more than one judge."""
    function = getattr(owner, name)
    n = judge.__code__.co_argcount

    def checked(*arguments, **keywords):
        message = judge(*arguments) if len(arguments) == n else None
        if message:
            raise ValueError(message)
        return function(*arguments, **keywords)

    checked.__name__, checked.__doc__, checked.is_constructor = name, function.__doc__, function.is_constructor
    setattr(owner, name, staticmethod(checked) if function.is_constructor() else checked)


def check_range(owner, prop):
    def judge(self, value):
        if not prop.minimum <= value <= prop.maximum:
            return f"{prop.name}: {value} is not from {prop.minimum} to {prop.maximum}"
        return None

    check(owner, "set_" + prop.name.replace("-", "_"), judge)


def check_ranges(owner):
    """The range of a property is that of the function that sets it."""
    for prop in owner.list_properties():
        is_own = prop.owner_type == owner.__gtype__
        if is_own and hasattr(prop, "minimum") and hasattr(owner, "set_" + prop.name.replace("-", "_")):
            check_range(owner, prop)


def judge_following(self, time):
    newest = self.get_time(self.get_end() - 1) if len(self) > 0 else time
    return f"time: {time} is before the newest sample, {newest}" if time < newest else None


def judge_arrays(self, times, values):
    if len(times) != len(values):
        return f"there are {len(times)} times and {len(values)} values"
    return judge_following(self, times[0]) if len(times) > 0 else None


def judge_regular(self, time, interval, values):
    if interval < 0:
        return f"interval: {interval} is negative"
    return judge_following(self, time) if len(values) > 0 else None


def judge_columns(self, time, width, n_columns):
    return f"width: {width} is not more than 0" if width <= 0 else None


def judge_density(self, time, width, n_columns, low, high, logarithmic, n_bins):
    if n_bins <= 0 or not low < high:
        return f"there are no {n_bins} bins from {low} to {high}"
    if logarithmic and low <= 0:
        return f"min: {low} has no logarithm"
    return judge_columns(self, time, width, n_columns)


def judge_shares(self, time, width, n_columns, until, n_states):
    if not 0 < n_states <= Gscope.MAX_STATES:
        return f"n_states: {n_states} is not from 1 to {Gscope.MAX_STATES}"
    return judge_columns(self, time, width, n_columns)


def judge_position(self, position):
    if not self.get_first() <= position < self.get_end():
        raise IndexError(f"position: {position} is not from {self.get_first()} to {self.get_end() - 1}")


def judge_number(name, low, high, value):
    return None if low <= value <= high else f"value: {value} is not from {low} to {high}"


def judge_choice(name, nicks, titles, value):
    if value not in nicks:
        return f"value: {value} is none of {', '.join(nicks)}"
    if titles and len(titles) != len(nicks):
        return f"there are {len(nicks)} nicks and {len(titles)} titles"
    return None


def judge_interval(self, interval):
    return f"interval: {interval} is not more than 0" if interval <= 0 else None


def judge_own_period(self, period):
    """A signal has the range of its scope, or 0 for the scope's period."""
    shortest = Gscope.Scope.find_property("period").minimum
    return f"period: {period} is neither 0 nor at least {shortest}" if 0 < period < shortest else None


def judge_compose(self, begin, end, width):
    return judge_columns(self, begin, width, 0)


def judge_lease(self, period):
    return f"period: {period} is negative" if period < 0 else None


def judge_settings(trace, settings):
    return None if settings.check() else "settings: one is out of its bounds"


def check_all():
    for owner in (Gscope.Parameter, Gscope.Scope, Gscope.Signal):
        check_ranges(owner)
    for name, judge in {
        "append": judge_arrays,
        "append_gap": lambda self, time, cause: judge_following(self, time),
        "append_regular": judge_regular,
        "get_columns": judge_columns,
        "get_density": judge_density,
        "get_shares": judge_shares,
        "get_time": judge_position,
        "get_value": judge_position,
    }.items():
        check(Gscope.Trace, name, judge)
    check(Gscope.Parameter, "new_double", judge_number)
    check(Gscope.Parameter, "new_integer", judge_number)
    check(Gscope.Parameter, "new_enumeration", judge_choice)
    check(Gscope.Scope, "add_consumer", judge_interval)
    check(Gscope.Signal, "compose", judge_compose)
    check(Gscope.Signal, "lease", judge_lease)
    check(Gscope.Signal, "set_period", judge_own_period)
    check(Gscope.Spectrum, "new", judge_settings)


def xy_get_points(x, x_holds, y, y_holds, begin, end, n):
    """Gets the curve of one signal over another: see the reference of the function in C."""
    if n < Gscope.XY_MIN_POINTS:
        raise ValueError(f"n: {n} is less than {Gscope.XY_MIN_POINTS}")
    return Gscope.xy_get_points(x, x_holds, y, y_holds, begin, end, n)


# Functions that C calls: after an exception, PyGObject would print it and return 0 to C.


def print_exception():
    sys.excepthook(*sys.exc_info())


def make_read(function):
    """Returns a function that reads the values of a signal: not-a-number, which is a gap, after an exception."""

    def read(*data):
        try:
            return float(function(*data))
        except Exception:
            print_exception()
            return math.nan

    return read


new_polled, add_polled, bind_number = Gscope.Signal.new_func, Gscope.Scope.add_func, Gscope.Parameter.bind_func


def new_func(name, func, *data):
    """Creates a signal whose values a function returns: see the reference of the function in C."""
    return new_polled(name, make_read(func), *data)


def add_func(self, name, func, *data):
    """Adds a signal whose values a function returns: see the reference of the function in C."""
    return add_polled(self, name, make_read(func), *data)


def bind_func(self, func, *data):
    """Binds the number to a function, an exception of which keeps the value that is in force: see the reference of the function
    in C."""
    in_force = self.get_value().unpack()

    def bind(write, value, *data):
        nonlocal in_force
        try:
            in_force = float(func(write, value, *data))
        except Exception:
            print_exception()
        return in_force

    bind_number(self, bind, *data)


# Structures


def make_record(name, members):
    get = operator.attrgetter(*members)

    def show(self):
        values = ", ".join(f"{member}={getattr(self, member)!r}" for member in members)
        return f"Gscope.{name}({values})"

    extend(getattr(Gscope, name), __repr__=show, __iter__=lambda self: iter(get(self)))


def keep_owner(record, member):
    """Has a structure that is a member of another one keep that, whose memory it is in."""
    field = getattr(record, member)

    def get(self):
        part = field.fget(self)
        part._owner = self
        return part

    setattr(record, member, property(get, field.fset))


# Traces


class Block:
    """Has NumPy use the memory of a block, which stays as long as the array."""

    def __init__(self, block, kind, n):
        self._block = block
        self.__array_interface__ = {
            "version": 3,
            "typestr": kind,
            "shape": (n,),
            "data": (block.get_region(1, 0, block.get_size()), False),
        }


def make_array(block, kind, n):
    import numpy

    dtype = numpy.dtype(kind)
    if block.get_size() != n * dtype.itemsize:
        raise MemoryError(f"there is no memory for {n} samples")
    return numpy.asarray(Block(block, dtype.str, n)) if n > 0 else numpy.empty(0, dtype)


class Trace:
    """The methods that a trace has more in Python. `begin` and `end` are times in nanoseconds; without them, all samples that
    the trace has are meant."""

    def __len__(self):
        return self.get_end() - self.get_first()

    def __getitem__(self, key):
        if isinstance(key, slice):
            return [self[i] for i in range(*key.indices(len(self)))]
        i = operator.index(key)
        i += len(self) if i < 0 else 0
        if not 0 <= i < len(self):
            raise IndexError(f"the trace has {len(self)} samples")
        return self.read(self.get_first() + i, 1)[0]

    def __iter__(self):
        """Samples that the trace drops meanwhile are left out."""
        position = self.get_first()
        while samples := self.read(position, BATCH):
            yield from samples
            position = max(position + len(samples), self.get_first())

    def __repr__(self):
        return f"<Gscope.Trace of {len(self)} samples>"

    def find_positions(self, begin=None, end=None):
        """Returns the positions of the first sample of an interval and of the one after it."""
        first = self.get_first() if begin is None else self.find(begin)
        return first, max(first, self.get_end() if end is None else self.find(end))

    def to_numpy(self, begin=None, end=None):
        """Returns the values as an array that is yours: NaN where the trace is broken."""
        first, after = self.find_positions(begin, end)
        return make_array(self.read_values(first, after - first), "f8", after - first)

    def times(self, begin=None, end=None):
        """Returns the times of the values of to_numpy() as an array, in nanoseconds."""
        first, after = self.find_positions(begin, end)
        return make_array(self.read_times(first, after - first), "i8", after - first)

    def to_dataframe(self, name="value", begin=None, end=None):
        """Returns a table of pandas with a column, by the times in seconds."""
        import pandas

        index = pandas.Index(self.times(begin, end) / Gscope.SEC, name="seconds")
        return pandas.DataFrame({name: self.to_numpy(begin, end)}, index=index)

    def _repr_html_(self):
        return show_table(self, "value")


def show_table(trace, name):
    """Returns the table of a trace for a notebook, None without pandas."""
    try:
        return trace.to_dataframe(name)._repr_html_()
    except ImportError:
        return None


# Signals, scopes, parameters and sources


@contextlib.contextmanager
def lease_signal(self, period=0):
    """Has an agent send the samples of a signal within a block: with signal.leased(): …"""
    lease = self.lease(period)
    try:
        yield self
    finally:
        self.release(lease)


async def read_past(self, begin, end, width):
    """Returns a trace of an interval, also of the time that is in the history of a signal alone, such as that of an agent:
    of each of its columns the first sample, the extremes and the last one. A column is `width` nanoseconds wide."""
    trace, history = self.get_trace(), self.get_history()
    until = min(end, trace.get_time(trace.get_first())) if len(trace) > 0 else end
    if history and begin < until and width > 0:
        await wait(history, "load", begin, until, width)
    return self.compose(begin, end, width)[0]


def name_column(signal):
    unit = signal.get_unit()
    return f"{signal.get_full_name()} ({unit})" if unit else signal.get_full_name()


def show_signal(self):
    return f"<Gscope.Signal {self.get_full_name()!r} of {len(self.get_trace())} samples>"


def get_signal(self, full_name):
    signal = self.find_signal(full_name)
    if signal is None:
        raise KeyError(full_name)
    return signal


def show_scope(self):
    state = "runs" if self.get_running() else "is stopped"
    return f"<Gscope.Scope of {len(self.get_signals())} signals, {state}>"


@contextlib.contextmanager
def consume(self, interval):
    """Has a scope take its samples at least so often within a block, nanoseconds."""
    consumer = self.add_consumer(interval)
    try:
        yield self
    finally:
        self.remove_consumer(consumer)


def write_parameter(self, value, writer="Python"):
    """Writes a value and returns the one that is then in force; raises GLib.Error with the reason if it is refused."""
    kind = self.get_value().get_type_string()
    return call(self, "write", GLib.Variant(kind, value), writer).unpack()


def show_parameter(self):
    return f"<Gscope.Parameter {self.dup_full_name()!r}: {self.describe_value()}>"


def set_up(thing, settings):
    """Calls the function that sets it for each setting: unit="V" calls set_unit("V"), range=(0, 5) calls set_range(0, 5)."""
    for name, value in settings.items():
        setter = getattr(thing, "set_" + name)
        setter(*value) if isinstance(value, tuple) else setter(value)


def declare_signal(self, name, read=None, **settings):
    """Adds a signal to a source: one that is polled by a function without arguments, or one for producers.

    The settings are those for which a signal has a function, such as title, unit, range and line_mode."""
    signal = Gscope.Signal.new_func(name, lambda data: read(), None) if read else Gscope.Signal.new_buffered(name)
    set_up(signal, settings)
    self.add_signal(signal)
    return signal


def make_parameter(name, value, bounds, choices):
    if isinstance(value, bool):
        return Gscope.Parameter.new_boolean(name, value)
    if isinstance(value, str):
        return (Gscope.Parameter.new_enumeration(name, choices, None, value) if choices
                else Gscope.Parameter.new_string(name, value))
    if bounds is None:
        raise TypeError(f"{name}: a number needs a range")
    make = Gscope.Parameter.new_integer if isinstance(value, int) else Gscope.Parameter.new_double
    return make(name, *bounds, value)


def declare_parameter(self, name, value, apply=None, range=None, choices=None, **settings):
    """Adds a parameter to a source; its type is that of its value, of which a number has a range, and a text may have choices.

    A function applies the values of numbers; it returns the value that is then in force, or None for the one that it got. The
    other settings are those for which a parameter has a function, such as title, unit, step and steered."""
    if apply and isinstance(value, str):
        raise TypeError(f"{name}: a function applies numbers, and no texts")
    parameter = make_parameter(name, value, range, choices)
    set_up(parameter, settings)
    if apply:
        in_force = value

        def bind(write, number, data):
            nonlocal in_force
            if write:
                answer = apply(number)
                in_force = number if answer is None else answer
            return in_force

        parameter.bind_func(bind, None)
    self.add_parameter(parameter)
    return parameter


def serve_source(source, delay=20_000_000):
    """Serves a source to the Gscope that runs this program, until that closes the connection: the last line of a program for the
    type of source “python”. A sample may be pushed so many nanoseconds after its time."""
    if "--share-fd" not in sys.argv[1:-1]:
        sys.exit("This program is a source: add one of the type “python” in Gscope, whose option “file” is its path.")
    Gscope.serve(source, int(sys.argv[sys.argv.index("--share-fd") + 1]), delay)


def show_source(self):
    return f"<{type(self).__module__.rsplit('.', 1)[-1]}.{type(self).__name__} {self.get_name()!r}>"


@contextlib.contextmanager
def record(self, file):
    """Records within a block, into a file or a path: with recorder.recording("lab.tuples"): …"""
    self.start(file if isinstance(file, Gio.File) else Gio.File.new_for_commandline_arg(str(file)))
    try:
        yield self
    finally:
        call(self, "stop")


check_all()
for record_name, record_members in RECORDS.items():
    make_record(record_name, record_members)
keep_owner(Gscope.LimitFailure, "worst")
Gscope.Signal.new_func = staticmethod(new_func)
extend(Gscope.Trace, **{name: method for name, method in vars(Trace).items() if callable(method)})
extend(
    Gscope.Signal,
    __repr__=show_signal,
    leased=lease_signal,
    past=read_past,
    to_dataframe=lambda self, begin=None, end=None: self.get_trace().to_dataframe(name_column(self), begin, end),
    _repr_html_=lambda self: show_table(self.get_trace(), name_column(self)),
)
extend(
    Gscope.Scope,
    __repr__=show_scope,
    __iter__=lambda self: iter(self.get_signals()),
    __contains__=lambda self, full_name: self.find_signal(full_name) is not None,
    __getitem__=get_signal,
    add_func=add_func,
    consuming=consume,
)
extend(Gscope.Parameter, __repr__=show_parameter, bind_func=bind_func, write=write_parameter)
extend(Gscope.Producer, __enter__=lambda self: self, __exit__=lambda self, *_: self.close())
extend(Gscope.Recorder, recording=record)
extend(
    Gscope.Source,
    __repr__=show_source,
    declare_signal=declare_signal,
    declare_parameter=declare_parameter,
)
