# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""The manual's table of formats, row by row: test-format-table.py GSCOPE FORMATS

A file that the table says is exported or recorded has its format and not that of tuples, which other names get. If the table says
that such files open, the samples come back."""

import atexit
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

GSCOPE = sys.argv[1]
FORMATS = json.loads(Path(sys.argv[2]).read_text(encoding="utf-8"))
SCRATCH = Path(tempfile.mkdtemp(prefix="gscope-"))
atexit.register(shutil.rmtree, SCRATCH)
# The first bytes of tuples, and of what gzip and zstd compressed.
TUPLES_HEAD = b"#gscope"
COMPRESSED_HEADS = {".gz": b"\x1f\x8b", ".zst": b"\x28\xb5\x2f\xfd"}

TUPLES = """\
#gscope {"version":1,"start":"2026-01-02T03:04:05.000000000Z","time_ns":1000000,"clock":"other","signals":\
[{"name":"demo/a","title":"A","unit":"V","color":0,"line":"steps"},{"name":"demo/b","title":"B","color":0,"line":"steps"}]}
1 0.5 demo/a
1 2 demo/b
2 1.5 demo/a
2 3 demo/b
4 -2.25 demo/a
4 5 demo/b
"""


def run(*arguments):
    done = subprocess.run([GSCOPE, *map(str, arguments)], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"gscope {' '.join(map(str, arguments))} ended with {done.returncode}:\n{done.stdout}{done.stderr}")


def equal(what, found, expected):
    if found != expected:
        sys.exit(f"{what}: {found!r} instead of {expected!r}")


def list_values(text):
    """Returns the values of each signal, in an order that does not depend on their names."""
    signals = {}
    for line in text.splitlines():
        if not line.startswith("#"):
            _, value, name = line.split(" ", 2)
            signals.setdefault(name, []).append(float(value))
    return sorted(signals.values())


def read(path):
    """Returns the values of a file as gscope opens it."""
    tuples = SCRATCH / "read.tuples"
    tuples.unlink(missing_ok=True)
    run(path, "--export", tuples)
    return list_values(tuples.read_text(encoding="utf-8"))


def check_head(path, suffix):
    data = path.read_bytes()
    for end, head in COMPRESSED_HEADS.items():
        if suffix.endswith(end):
            equal(f"{suffix}: head", data[:len(head)], head)
    equal(f"{suffix}: has a text of tuples", data.startswith(TUPLES_HEAD), suffix == ".tuples")


def check_export(suffix, opens):
    path, recording = SCRATCH / f"exported{suffix}", SCRATCH / "recording.tuples"
    recording.write_text(TUPLES, encoding="utf-8")
    run(recording, "--export", path)
    check_head(path, suffix)
    if opens:
        equal(f"{suffix}: values", read(path), list_values(TUPLES))


def check_record(suffix, opens):
    path = SCRATCH / f"recorded{suffix}"
    run("--workspace", "hello", "--record", path, "--duration", "0.2")
    check_head(path, suffix)
    if opens:
        equal(f"{suffix}: has samples", any(read(path)), True)


def main():
    n = 0
    for row in FORMATS:
        for key, check in (("exported", check_export), ("recorded", check_record)):
            for suffix in row.get(key, []):
                check(suffix, suffix in row.get("opens", []))
                n += 1
    print(f"{n} files were written")
    sys.exit(n == 0)


main()
