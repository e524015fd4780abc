# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""The manual's table of the publications' systems names workspaces and experiments that exist and belong together, and each
experiment once.

    test-papers.py PAGE WORKSPACE EXPERIMENT…

WORKSPACE is any of the ready-made ones."""

import re
import sys
from pathlib import Path

import schemas

page, workspace, *paths = sys.argv[1:]
workspaces = Path(workspace).parent
experiments = {Path(path).stem: schemas.load(path) for path in paths}
problems = []
named = []
ROW = re.compile(r"^\| [^|]+ \| [^|]*`[^|]* \| `([\w-]+)` \| ([^|]+) \| <!-- figures --> \| <!-- verdicts --> \|$", re.MULTILINE)
for place, cell in ROW.findall(Path(page).read_text(encoding="utf-8")):
    if not (workspaces / f"{place}.json").exists():
        problems.append(f"there is no workspace “{place}”")
    for name in re.findall(r"`([^`]+)`", cell):
        named.append(name)
        if name not in experiments:
            problems.append(f"there is no experiment “{name}”")
        elif experiments[name]["workspace"] != place:
            problems.append(f"“{name}” is in the row of “{place}”, and its workspace is “{experiments[name]['workspace']}”")
problems += [f"“{name}” has no row" for name in sorted(experiments.keys() - set(named))]
problems += [f"“{name}” has two rows" for name in sorted(set(named)) if named.count(name) > 1]
print("\n".join([f"{page}: {problem}" for problem in problems]) or f"{len(named)} experiments have a row")
sys.exit(bool(problems) or not named)
