# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""The actions that types of sources need are those of the policy for polkit, which the manual lists."""

import re

import tree

POLICY = "data/org.gscope.Gscope.policy.in"
ACTION = re.compile(r'"(org\.gscope\.Gscope\.[a-z-]+)"')


def main():
    declared = set(ACTION.findall(tree.read(POLICY)))
    needed = {}
    for path in tree.find(".c", ".h", folders=("lib", "plugins", "src")):
        for action in ACTION.findall(tree.read(path)):
            needed.setdefault(action, path)
    problems = [f"{path}: {POLICY} has no {action}" for action, path in needed.items() if action not in declared]
    problems += [f"{POLICY}: no source needs {action}" for action in declared - set(needed)]
    pages = tree.read("docs/security.md") + tree.read("docs/manual/unlock.md")
    for action in declared:
        if f"`{action.rsplit('.', 1)[1]}`" not in pages:
            problems.append(f"docs/security.md: {action} is missing")
    tree.end(problems)


main()
