# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Reads the output of another program: the program prints a line for each sample, and each name in the lines is a signal."""

import math
import sys

import gi

gi.require_version("Gscope", "1")
from gi.repository import Gio, GLib, Gscope  # noqa: E402

MS = 1_000_000
VALUES = [1, 4, 9, 16, 25]
# milliseconds, value, name
PROGRAM = f"""
import sys
import time
for value in {VALUES}:
    print(time.time_ns() // {MS}, value, "square", flush=True)
    time.sleep(0.02)
sys.exit(7)
"""


def start_server(scope):
    """Returns a source that reads streams, and listens at no address."""
    loop = GLib.MainLoop()
    server = Gscope.TupleServer.new("output")
    server.configure(GLib.Variant("a{sv}", {"listen": GLib.Variant("as", [])}))
    scope.add_source(server)
    server.start_async(None, lambda source, result: (source.start_finish(result), loop.quit()))
    loop.run()
    return server


def list_values(signal):
    trace = signal.get_trace()
    values = [trace.get_value(i) for i in range(trace.get_first(), trace.get_end())]
    # after the end of the output there is a gap
    return [value for value in values if not math.isnan(value)]


def main():
    scope = Gscope.Scope.new()
    # a line may come this much later than its time
    scope.set_delay(500 * MS)
    server = start_server(scope)
    scope.start()
    scope.add_consumer(100 * MS)
    process = Gio.Subprocess.new([sys.executable, "-c", PROGRAM], Gio.SubprocessFlags.STDOUT_PIPE)
    server.add_stream(process.get_stdout_pipe())
    process.wait(None)
    signal = None
    while signal is None or len(list_values(signal)) < len(VALUES):
        GLib.MainContext.default().iteration(True)
        signal = scope.find_signal("output/square")
    print(f"{signal.get_full_name()}: {list_values(signal)}; exit status {process.get_exit_status()}")
    assert list_values(signal) == VALUES and process.get_exit_status() == 7


main()
