# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Nothing is left for later in the source."""

import re

import tree

# Not written out, or this file would find itself.
WORDS = re.compile(r"\b(TO" + r"DO|FIX" + r"ME|XX" + r"X|HA" + r"CK)\b")
TEXT = (
    ".c", ".in", ".css", ".desktop", ".h", ".json", ".md", ".py", ".sh", ".toml", ".ui", ".xml",
    "meson.build",
)

problems = []
for path in tree.find(*TEXT, folders=("data", "docs", "po", *tree.FOLDERS)):
    for number, line in enumerate(tree.read(path).splitlines(), 1):
        if WORDS.search(line):
            problems.append(f"{path}:{number}: {line.strip()}")
tree.end(problems)
