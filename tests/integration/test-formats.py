# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Files that other programs write, as gscope opens them: test-formats.py GSCOPE CORPUS KIND...

The kinds are those that the build reads: audio, database, hdf5, lz4, matlab, mcap. CORPUS has the inputs with which the fuzzers
begin; some of them are files of other programs. Python writes further files, if NumPy, SciPy and h5py are installed."""

import atexit
import math
import shutil
import sqlite3
import struct
import subprocess
import sys
import tempfile
import wave
from pathlib import Path

GSCOPE = sys.argv[1]
CORPUS = Path(sys.argv[2])
KINDS = sys.argv[3:]
SCRATCH = Path(tempfile.mkdtemp(prefix="gscope-"))
atexit.register(shutil.rmtree, SCRATCH)
N = 2000

# The times in microseconds and the quarters of the messages in the kept files of MCAP
KEPT_MESSAGES = {
    "q/x": [(0, 0), (3, 3), (6, 6), (6, 9)],
    "r/p/x": [(1, 1), (1, 4), (2, 2), (5, 5), (7, 7), (8, 8), (10, 10), (11, 11)],
}


def run(*arguments, status=0):
    done = subprocess.run([GSCOPE, *map(str, arguments)], capture_output=True, text=True, check=False)
    if done.returncode != status:
        sys.exit(f"gscope {' '.join(map(str, arguments))} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def read(path, *options):
    """Returns the samples of a file: lists of times in milliseconds and values, by names."""
    tuples = SCRATCH / "read.tuples"
    run(path, "--export", tuples, *options)
    signals = {}
    for line in tuples.read_text().splitlines():
        if not line.startswith("#"):
            time, value, name = line.split(" ", 2)
            signals.setdefault(name, []).append((float(time), float(value)))
    return signals


def equal(what, found, expected):
    if found != expected:
        sys.exit(f"{what}: {found!r} instead of {expected!r}")


def check_kept_audio():
    """A file of the program flac."""
    signals = read(CORPUS / "audio/flac-program")
    expected = [(i / 8, 100 * i / 32768) for i in range(64)]
    equal("first channel of FLAC", signals["channel/1"], expected)
    equal("second channel of FLAC", signals["channel/2"], [(time, -value) for time, value in expected])


def check_kept_hdf5():
    """Files of h5py: a matrix with times, and a matrix that is compressed in parts."""
    signals = read(CORPUS / "hdf5/h5py")
    for i in range(2):
        equal("column of h5py", signals[f"run/v/{i + 1}"], [(1000 * row, 2 * row + i) for row in range(4)])
    signals = read(CORPUS / "hdf5/h5py-new")
    for i in range(4):
        equal("column of a newer file", signals[f"z/{i + 1}"], [(1000 * row, 4 * row + i) for row in range(4)])


def check_kept_matlab():
    """Files of SciPy, plain and compressed."""
    for name in ("scipy-0", "scipy-1"):
        signals = read(CORPUS / "matlab" / name)
        for i in range(2):
            equal(f"column of {name}", signals[f"v/{i + 1}"], [(1000 * row, 2 * row + i) for row in range(4)])
        equal(f"structure of {name}", signals["s.x"], [(1000 * i, i + 1) for i in range(3)])


def check_kept_mcap(name):
    """A file of the package mcap of PyPI, with messages of two channels, 1 us apart; the fifth and the tenth are 3 us late."""
    signals = read(CORPUS / "mcap" / f"foreign-{name}")
    begin = signals["q/x"][0][0]
    for signal, expected in KEPT_MESSAGES.items():
        rows = [(round((time - begin) * 1000), value * 4) for time, value in signals[signal]]
        equal(f"{signal} of {name}", sorted(rows), expected)
        equal(f"order of {signal} of {name}", [time for time, _ in rows], [time for time, _ in expected])


def check_kept(kind):
    """Opens files of the corpus, which other programs have written; these programs need not be installed."""
    if kind == "mcap":
        for name in ("none", "zstd", "no-chunks", "no-summary"):
            check_kept_mcap(name)
    elif kind == "lz4":
        check_kept_mcap("lz4")
    elif kind != "database":
        {"audio": check_kept_audio, "hdf5": check_kept_hdf5, "matlab": check_kept_matlab}[kind]()


def check_audio():
    path = SCRATCH / "sound.wav"
    values = [round(30000 * math.sin(i / 20)) for i in range(N)]
    with wave.open(str(path), "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(8000)
        file.writeframes(b"".join(struct.pack("<hh", value, -value) for value in values))
    expected = [(i / 8, value / 32768) for i, value in enumerate(values)]
    signals = read(path)
    equal("channels", set(signals), {"channel/1", "channel/2"})
    equal("first channel", signals["channel/1"], expected)
    equal("second channel", signals["channel/2"], [(time, -value) for time, value in expected])
    # a file is known by its first bytes
    other = SCRATCH / "sound"
    path.rename(other)
    equal("without a suffix", read(other), signals)


def check_database():
    path = SCRATCH / "lab.db"
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE log (time REAL, speed REAL, gear INTEGER, driver TEXT)")
        database.executemany("INSERT INTO log VALUES (?, ?, ?, ?)", ((i / 100, i * 1.5, i % 5, "Ann") for i in range(N)))
        database.execute("CREATE TABLE sensors (at TEXT, sensor TEXT, value REAL)")
        database.executemany("INSERT INTO sensors VALUES (?, ?, ?)",
                             ((f"2026-01-31T12:{i // 60:02}:{i % 60:02}Z", f"s{k}", i + k / 10)
                              for i in range(200) for k in range(3)))
    database.close()
    signals = read(path, "--select", "log")
    equal("columns", set(signals), {"speed", "gear"})
    equal("speed", signals["speed"], [(i * 10, i * 1.5) for i in range(N)])
    signals = read(path)
    equal("sensors", set(signals), {"s0", "s1", "s2"})
    equal("first", signals["s2"][0][1], 0.2)
    begin = 1_769_860_800_000
    equal("dates", [time for time, _ in signals["s1"]], [begin + 1000 * i for i in range(200)])
    equal("query", read(path, "--select", "SELECT time, speed * 2 AS twice FROM log WHERE gear = 0"),
          {"twice": [(i * 10, i * 3.0) for i in range(0, N, 5)]})
    if "it has no table" not in run(path, "--export", SCRATCH / "x.tuples", "--select", "lag", status=1):
        sys.exit("a table that is not there is not told")
    run(SCRATCH / "read.tuples", "--export", SCRATCH / "x.tuples", "--select", "log", status=1)


def check_matlab():
    import numpy
    import scipy.io

    path = SCRATCH / "run.mat"
    times = numpy.arange(N) / 50
    speed = numpy.sin(times)
    for compressed in (False, True):
        scipy.io.savemat(path, {"t": times, "clock": times * 2, "speed": speed, "pair": numpy.stack([speed, -speed], axis=1), "word": "text",
                                "run": {"time": times[:10], "level": numpy.arange(10, dtype=numpy.int32)}},
                         do_compression=compressed)
        signals = read(path)
        equal("variables", set(signals), {"clock", "speed", "pair/1", "pair/2", "run.level"})
        equal("speed", [value for _, value in signals["speed"]], list(speed))
        equal("times", [time for time, _ in signals["speed"]], [i * 20 for i in range(N)])
        equal("structure", signals["run.level"], [(i * 20, i) for i in range(10)])
    signals = read(path, "--select", "clock")
    equal("selected", set(signals), {"t", "speed", "pair/1", "pair/2"})
    equal("its times", [time for time, _ in signals["speed"]], [i * 40 for i in range(N)])


def check_hdf5():
    import h5py
    import numpy

    path = SCRATCH / "run.h5"
    times = numpy.arange(N) / 50
    with h5py.File(path, "w") as file:
        file["run/time"] = times
        file.create_dataset("run/pair", data=numpy.stack([times, -times], axis=1), compression="gzip", chunks=True)
        file["run/flag"] = times > 1
        file["name"] = "text"
    signals = read(path)
    equal("datasets", set(signals), {"run/pair/1", "run/pair/2", "run/flag"})
    equal("second column", signals["run/pair/2"], [(i * 20, -i / 50) for i in range(N)])
    equal("flags", sum(value for _, value in signals["run/flag"]), N - 51)


def main():
    checks = {"audio": check_audio, "database": check_database, "hdf5": check_hdf5, "matlab": check_matlab}
    for kind in KINDS:
        check_kept(kind)
        try:
            # test-mcap.py checks files that the package mcap writes
            if kind in checks:
                checks[kind]()
            print(f"{kind}: read as it was written")
        except ImportError as error:
            print(f"NOT TESTED: {kind} as Python writes it now: {error}")


main()
