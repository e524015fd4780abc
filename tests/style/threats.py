# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Each threat of docs/security.md names tests, which meson runs."""

import json
import re

import tree

PAGE = "docs/security.md"
HEAD = "| threat | answer | test |"
RUN = tree.BUILD / "meson-info/intro-tests.json"

known = {test["name"] for test in json.loads(RUN.read_text(encoding="utf-8"))} if RUN.exists() else set()
# a build without an optional part leaves some out
lists = [tree.read(path) for path in tree.find("meson.build", folders=("tests",))]

problems = []
is_threat = False
n_threats = 0
for number, line in enumerate(tree.read(PAGE).splitlines() if (tree.SOURCE / PAGE).exists() else (), 1):
    is_threat = line == HEAD or (is_threat and line.startswith("|"))
    if not is_threat or line == HEAD or line.startswith("| ---"):
        continue
    n_threats += 1
    names = re.findall(r"`([\w-]+)`", line.rsplit("|", 2)[1])
    if not names:
        problems.append(f"{PAGE}:{number}: no test shows this")
    problems += [
        f"{PAGE}:{number}: there is no test “{name}”"
        for name in names
        if name not in known and not any(f"'{name}'" in text for text in lists)
    ]
if known and not n_threats:
    problems.append(f"{PAGE}: no table of threats")
tree.end(problems)
