# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Measurements beside those of NumPy and SciPy, on random signals: test-numpy.py MEASURE-TABLE"""

import subprocess
import sys

try:
    import numpy
    import scipy.integrate
    import scipy.signal
    import scipy.stats
except ImportError as error:
    print(f"1..0 # SKIP {error}")
    sys.exit()

RATE = 1000
COUNT = 1000


def measure(program, times, values, others, percentile):
    lines = "".join(f"{t:.9f} {v:.17g} {o:.17g}\n" for t, v, o in zip(times, values, others))
    result = subprocess.run([program, str(percentile)], input=lines, capture_output=True, text=True, check=True)
    return {name: float(value) for name, value in (line.split() for line in result.stdout.splitlines())}


def expect(values, times, others, percentile):
    lags = scipy.signal.correlation_lags(COUNT, COUNT)
    product = scipy.signal.correlate(others - others.mean(), values - values.mean())
    return {
        "mean": (numpy.mean(values), 1e-12),
        "rms": (numpy.sqrt(numpy.mean(values ** 2)), 1e-12),
        "minimum": (numpy.min(values), 0),
        "maximum": (numpy.max(values), 0),
        "peak-to-peak": (numpy.ptp(values), 0),
        "percentile": (numpy.percentile(values, percentile), 1e-12),
        "slope": (scipy.stats.linregress(times, values).slope, 1e-9),
        "integral": (scipy.integrate.trapezoid(values, times), 1e-12),
        "correlation": (scipy.stats.pearsonr(values, others)[0], 1e-9),
        "lag": (lags[numpy.argmax(product)] / RATE, 1 / RATE),
    }


def find_pulses(times, values):
    """Periods and duty factor from the crossings of the middle of a signal without noise."""
    above = values > (values.min() + values.max()) / 2
    middle = (values.min() + values.max()) / 2
    places = numpy.flatnonzero(above[1:] != above[:-1])
    instants = times[places] + (middle - values[places]) / (values[places + 1] - values[places]) / RATE
    rises = instants[~above[places]]
    return numpy.mean(numpy.diff(rises))


def main():
    random = numpy.random.default_rng(181)
    times = numpy.arange(COUNT) / RATE
    print("1..5")
    for number in range(5):
        delay = int(random.integers(-100, 100))
        noise = scipy.signal.lfilter([0.05], [1, -0.95], random.normal(size=COUNT + 400))
        values, others = noise[200:-200], noise[200 - delay:COUNT + 200 - delay]
        percentile = random.uniform(0, 100)
        measured = measure(sys.argv[1], times, values, others, percentile)
        for name, (value, error) in expect(values, times, others, percentile).items():
            assert abs(measured[name] - value) <= error, f"{name}: {measured[name]}, not {value}"
        frequency = random.uniform(2, 40)
        wave = numpy.tanh(5 * numpy.sin(2 * numpy.pi * frequency * times + random.uniform(0, 6)))
        measured = measure(sys.argv[1], times, wave, wave, 50)
        assert abs(measured["period"] - find_pulses(times, wave)) < 0.002 / frequency, f"period: {measured['period']}"
        assert abs(measured["frequency"] - frequency) < 0.002 * frequency, f"frequency: {measured['frequency']}"
        print(f"ok {number + 1}")


main()
