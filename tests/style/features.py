# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""In the README's table of features, every row names functions, which are public, and tests, which are
there and run."""

import re

import tree

PAGE = "README.md"
HEAD = "| what | in a program | in the window | test |\n| --- | --- | --- | --- |\n"
ROW = re.compile(r"\| (.+) \| (.+) \| (.+) \| (.+) \|")
NAME = re.compile(r"`([\w-]+)`")

declared = set()
for headers in tree.find_libraries().values():
    for header in headers:
        declared |= set(re.findall(r"\b(gscope_\w+|gtk_scope_\w+) \(", tree.read(header)))

lists = [tree.read(path) for path in tree.find("meson.build", folders=("tests",))]


def is_run(test):
    quoted = (f"'{test}'", f"'{test}.c'", f"'{test.removeprefix('test-')}'")
    return any(name in text for name in quoted for text in lists)


problems = []
table = tree.read(PAGE).partition(HEAD)[2].partition("\n\n")[0]
rows = [ROW.fullmatch(line) for line in table.splitlines()]
for line, row in zip(table.splitlines(), rows):
    if not row or not NAME.search(row[2]) or not NAME.search(row[4]):
        problems.append(f"{PAGE}: no function or no test: {line}")
        continue
    what, functions, _, tests = row.groups()
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
