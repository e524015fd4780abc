# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""How long 10 million samples take from a trace to NumPy, beside a copy within NumPy. Skips without NumPy."""

import sys
import time

import gi

gi.require_version("Gscope", "1")
from gi.repository import Gscope

try:
    import numpy
except ImportError as error:
    print(error)
    sys.exit(77)

N = 10_000_000
BATCH = 100_000
N_RUNS = 15
# milliseconds
BAR = 50


def make_trace():
    trace = Gscope.Trace.new()
    values = [float(i) for i in range(BATCH)]
    for begin in range(0, N, BATCH):
        trace.append_regular(1000 * begin, 1000, values)
    return trace


def measure(functions):
    """Returns the median times of functions, milliseconds, which run in turn. Their results are freed in between."""
    times = [[] for _ in functions]
    for _ in range(N_RUNS):
        for function, own in zip(functions, times):
            begin = time.perf_counter()
            result = function()
            own.append(1000 * (time.perf_counter() - begin))
            assert len(result) == N
            del result
    return [sorted(own)[N_RUNS // 2] for own in times]


def main():
    trace = make_trace()
    source = numpy.arange(N, dtype=float)
    values, times, copy = measure([trace.to_numpy, trace.times, source.copy])
    is_met = values <= BAR
    print(f"{'ok' if is_met else 'MISS':4} {'10^7 values to NumPy':52} {values:10.4g} ms, copy in NumPy {copy:.4g} ms (bar {BAR} ms)")
    print(f"     {'10^7 times to NumPy':52} {times:10.4g} ms", flush=True)
    sys.exit(0 if is_met else 1)


main()
