# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Makes the pictures of the manual, on a display and a bus of their own:

    make-pictures DRAW-WINDOWS SOURCE-DIRECTORY OUTPUT-DIRECTORY

draw-windows writes a picture of each window, and the frames of the one that moves, which becomes an animated PNG here."""

import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

FRAME_MSEC = 125
PAUSE_MSEC = 1500


def run(program, source, output):
    with tempfile.TemporaryDirectory() as private:
        os.chmod(private, 0o700)
        places = ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR", "XDG_STATE_HOME", "TSL_PAGE_DIR")
        environment = dict(
            os.environ, GDK_BACKEND="x11", GSETTINGS_BACKEND="memory", GSK_RENDERER="cairo", GTK_A11Y="none",
            GIO_USE_VFS="local", LC_ALL="C.UTF-8", **{name: private for name in places},
        )
        command = ["dbus-run-session", "--", "xvfb-run", "-a", "-s", "-screen 0 1280x880x24 -noreset"]
        log = subprocess.run([*command, program, source, output], env=environment, capture_output=True, text=True)
    if log.returncode != 0 or "CRITICAL" in log.stderr:
        sys.exit(f"make-pictures: {program} failed:\n{log.stderr}")


def make_chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def compress(pixels, previous, width, height):
    """Returns a frame as PNG data in RGBA; pixels that do not change are transparent."""
    rows = bytearray()
    for y in range(height):
        row = pixels[y * width:(y + 1) * width]
        old = previous[y * width:(y + 1) * width] if previous else None
        rows.append(0)
        if row == old:
            rows += bytes(4 * width)
            continue
        for x, pixel in enumerate(row):
            changed = not old or old[x] != pixel
            rows += ((pixel & 0xFFFFFF) << 8 | 0xFF).to_bytes(4, "big") if changed else b"\0\0\0\0"
    return zlib.compress(bytes(rows), 9)


def pack(frames, size, path):
    width, height = size
    chunks = [
        make_chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)),
        make_chunk(b"acTL", struct.pack(">II", len(frames), 0)),
    ]
    previous, number = None, 0
    for i, frame in enumerate(frames):
        pixels = memoryview(frame.read_bytes()).cast("I")
        delay = PAUSE_MSEC if i == len(frames) - 1 else FRAME_MSEC
        control = struct.pack(">IIIIIHHBB", number, width, height, 0, 0, delay, 1000, 0, 1 if i else 0)
        chunks.append(make_chunk(b"fcTL", control))
        data = compress(pixels, previous, width, height)
        chunks.append(make_chunk(b"fdAT", struct.pack(">I", number + 1) + data) if i else make_chunk(b"IDAT", data))
        number += 2 if i else 1
        previous = pixels
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(chunks) + make_chunk(b"IEND", b""))


def main():
    program, source, output = (os.path.abspath(path) for path in sys.argv[1:4])
    shutil.rmtree(output, ignore_errors=True)
    with tempfile.TemporaryDirectory() as frames:
        Path(output).mkdir(parents=True)
        run(program, source, frames)
        for picture in Path(frames).glob("*.png"):
            shutil.move(picture, output)
        found = sorted(Path(frames).glob("*.rgb"))
        size = tuple(int(n) for n in re.search(r"\.(\d+)x(\d+)\.rgb$", found[0].name).groups())
        pack(found, size, Path(output) / "moving.png")


main()
