# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Finds the peaks of a signal with their harmonics, and the transfer function and the coherence from the input of a filter to its
output."""

import cmath
import math
import random

import gi

gi.require_version("Gscope", "1")
from gi.repository import Gscope  # noqa: E402

MS = 1_000_000
END = 2 ** 63 - 1
# lines of a machine that turns 50 times a second: hertz and volts
LINES = {50: 1, 150: 0.5, 80: 0.2}
# the part of a step that the filter follows in a millisecond
PART = 0.05


def make_trace(values):
    """Returns a trace with a value each millisecond; a program with a signal uses the trace of the signal."""
    trace = Gscope.Trace.new()
    trace.append_regular(0, MS, values)
    return trace


def make_settings():
    settings = Gscope.SpectrumSettings.init()
    settings.size = 1024
    return settings


def find_peaks(trace, n):
    """Returns the highest lines of a spectrum, the highest first."""
    spectrum = Gscope.Spectrum.new(trace, make_settings())
    spectrum.update(END)
    return list(spectrum.find_peaks(0, 500, n))


def describe_peaks(peaks):
    """Says of each line which harmonic of the highest one it is."""
    for peak in peaks:
        times = peak.frequency / peaks[0].frequency
        harmonic = round(times) if abs(times - round(times)) < 0.02 else None
        yield peak.frequency, peak.amplitude, harmonic


def list_transfer(source, target):
    """Returns gain, phase and coherence by frequency."""
    transfer = Gscope.Transfer.new(source, False, target, False, make_settings())
    transfer.update(END)
    assert transfer.get_n_segments() > 8
    return transfer.get_points()


def apply_filter(values):
    """A low pass of first order."""
    level, filtered = 0, []
    for value in values:
        level += PART * (value - level)
        filtered.append(level)
    return filtered


def main():
    times = [i / 1000 for i in range(16384)]
    lines = [sum(height * math.sin(2 * math.pi * line * time) for line, height in LINES.items()) for time in times]
    found = list(describe_peaks(find_peaks(make_trace(lines), len(LINES))))
    for frequency, amplitude, harmonic in found:
        print(f"{frequency:.1f} Hz: {amplitude:.2f} V" + (f", harmonic {harmonic}" if harmonic else ""))
    assert [round(frequency) for frequency, _, _ in found] == list(LINES)
    assert [harmonic for _, _, harmonic in found] == [1, 3, None]

    generator = random.Random(1)
    noise = [generator.gauss(0, 1) for _ in times]
    points = list_transfer(make_trace(noise), make_trace(apply_filter(noise)))
    for wanted in (4, 8, 32):
        point = min(points, key=lambda point: abs(point.frequency - wanted))
        print(f"{point.frequency:.1f} Hz: {point.decibels:.1f} dB, {point.phase:.0f}°, coherence {point.coherence:.3f}")
        expected = PART / (1 - (1 - PART) * cmath.exp(-2j * math.pi * point.frequency / 1000))
        assert abs(point.gain - abs(expected)) < 0.1 * abs(expected)
        assert abs(point.phase - math.degrees(cmath.phase(expected))) < 6
        assert point.coherence > 0.9


main()
