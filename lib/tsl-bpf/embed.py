# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Writes a header with the contents of programs for the kernel, NAME.bpf.o."""

import sys
from pathlib import Path

output, *objects = map(Path, sys.argv[1:])
with output.open("w", encoding="utf-8") as header:
    for path in objects:
        data = ", ".join(map(str, path.read_bytes()))
        # libbpf reads the object file in whole words
        header.write(f"static const guint8 {path.name.split('.')[0]}_object[] "
                     f"__attribute__ ((aligned (8))) = {{ {data} }};\n")
