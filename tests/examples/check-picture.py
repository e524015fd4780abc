# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Says whether a view's picture shows a trace that moves: coloured columns, at many heights."""

import sys

import gi

gi.require_version("GdkPixbuf", "2.0")
from gi.repository import GdkPixbuf

COLOURED = 60
TRACE_COLUMNS = 30
TRACE_ROWS = 60

picture = GdkPixbuf.Pixbuf.new_from_file(sys.argv[1])
pixels, stride, size = picture.get_pixels(), picture.get_rowstride(), picture.get_n_channels()
columns, rows = set(), set()
for y in range(picture.get_height()):
    for x in range(picture.get_width()):
        colour = pixels[y * stride + x * size:y * stride + x * size + 3]
        if max(colour) - min(colour) > COLOURED:
            columns.add(x)
            rows.add(y)
if len(columns) < TRACE_COLUMNS or len(rows) < TRACE_ROWS:
    sys.exit(f"{sys.argv[1]}: {len(columns)} columns and {len(rows)} rows have colour: no trace")
