# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""In the README's table of features, every function is public and every test is there and run."""

import re

import tree

PAGE = "README.md"
ROW = re.compile(r"^\| (.+) \| (.+) \| (.+) \| (.+) \|$", re.MULTILINE)
NAME = re.compile(r"`([\w-]+)`")

declared = set()
for headers in tree.find_libraries().values():
    for header in headers:
        declared |= set(re.findall(r"\b(gscope_\w+|gtk_scope_\w+) \(", tree.read(header)))

lists = [tree.read(path) for path in tree.find("meson.build", folders=("tests",))]


def is_run(test):
    quoted = (f"'{test}'", f"'{test.removeprefix('test-')}'")
    return any(name in text for name in quoted for text in lists)


problems = []
rows = [row for row in ROW.findall(tree.read(PAGE)) if "`test-" in row[3]]
for what, functions, _, tests in rows:
    for name in NAME.findall(functions):
        if name not in declared:
            problems.append(f"{PAGE}: {what}: no public function {name}")
    for name in NAME.findall(tests):
        files = [path for path in tree.find(name, f"{name}.c", folders=("tests",))]
        if not files or not is_run(name):
            problems.append(f"{PAGE}: {what}: no test {name} is run")
if not rows:
    problems.append(f"{PAGE}: no table of features")
tree.end(problems)
