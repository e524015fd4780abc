# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Says whether pictures show traces that move: coloured lines that are wide and high, and not the pen. Rulers, legends,
flags, marks of gaps and flat lines are no such traces."""

import sys
from collections import defaultdict

import gi

gi.require_version("GdkPixbuf", "2.0")
from gi.repository import GdkPixbuf

# The previous sweep is drawn at half opacity; only it is visible when the pen has just begun the next one.
COLOURED = 30
TRACE_WIDTH = 30
TRACE_HEIGHT = 40
# The pen and cursors are higher than any trace; the trace beside them is none the less one.
PEN_SHARE = 0.9


def list_columns(path):
    """Returns the rows of coloured pixels by column."""
    picture = GdkPixbuf.Pixbuf.new_from_file(path)
    pixels, stride, size = picture.get_pixels(), picture.get_rowstride(), picture.get_n_channels()
    columns = defaultdict(list)
    for y in range(picture.get_height()):
        row = pixels[y * stride:y * stride + picture.get_width() * size]
        red, green, blue = row[0::size], row[1::size], row[2::size]
        if red == green == blue:
            continue
        for x, colour in enumerate(zip(red, green, blue)):
            if max(colour) - min(colour) > COLOURED:
                columns[x].append(y)
    return columns


def split(rows):
    """Yields the first and the last row of each stretch of coloured pixels of a column."""
    first = last = rows[0]
    for row in rows[1:]:
        if row > last + 1:
            yield first, last
            first = row
        last = row
    yield first, last


def list_runs(columns):
    runs = [(x, first, last) for x in sorted(columns) for first, last in split(columns[x])]
    highest = max((last - first for _, first, last in runs), default=0)
    pen = PEN_SHARE * max(highest, TRACE_HEIGHT / PEN_SHARE + 1)
    return [run for run in runs if run[2] - run[1] < pen]


def find_shapes(runs):
    """Yields the left, top, right and bottom border of what is connected."""
    shapes, previous = [], []
    for x, first, last in runs:
        previous = [shape for shape in previous if shape["x"] >= x - 1]
        touching = [
            shape for shape in previous
            if any(place >= x - 1 and place != x and top <= last + 1 and first <= bottom + 1
                   for place, top, bottom in shape["runs"])
        ]
        shape = {"box": [x, first, x, last], "runs": [], "x": x}
        for other in touching:
            box, old = shape["box"], other["box"]
            shape["box"] = [min(box[0], old[0]), min(box[1], old[1]), x, max(box[3], old[3])]
            shape["runs"] += [run for run in other["runs"] if run[0] >= x - 1]
            previous.remove(other)
            shapes.remove(other)
        shape["runs"].append((x, first, last))
        previous.append(shape)
        shapes.append(shape)
    return [shape["box"] for shape in shapes]


def count_traces(path):
    return sum(
        right - left >= TRACE_WIDTH and bottom - top >= TRACE_HEIGHT
        for left, top, right, bottom in find_shapes(list_runs(list_columns(path)))
    )


def main():
    flat = [path for path in sys.argv[1:] if count_traces(path) == 0]
    for path in flat:
        print(f"{path}: no trace that moves", file=sys.stderr)
    sys.exit(1 if flat else 0)


main()
