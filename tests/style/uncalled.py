# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""A function that a header of the application declares is named in another place than its definition: it is
called, or it is in a row of a table, such as that of the actions."""

import re
from collections import Counter

import tree

DECLARED = re.compile(r"\b(app_\w+) \(")
NAMED = re.compile(r"\bapp_\w+\b")
# GObject defines these for each type.
MADE = re.compile(r"app_\w+_get_type$")

headers = list(tree.find(".h", folders=("src/app",)))
sources = list(tree.find(".c", folders=("src/app",)))
named = Counter()
for path in sources:
    named.update(NAMED.findall(tree.read_code(path)))

problems = []
for path in headers:
    for name in DECLARED.findall(tree.read_code(path)):
        if named[name] < 2 and not MADE.match(name):
            problems.append(f"{path}: {name}: nothing calls it, and no table has it")
tree.end(problems)
