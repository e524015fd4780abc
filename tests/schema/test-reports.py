# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""The pages of the manual with measured values name experiments, measures and points that the kept report of a machine has.

    test-reports.py MANUAL-DIRECTORY REPORTS"""

import re
import sys
from pathlib import Path

manual, kept = sys.argv[1:]
sys.dont_write_bytecode = True
sys.path.insert(0, manual)
import reports  # noqa: E402

machine = reports.read(Path(kept))
problems = []
for name in ("changed.md", "measured.md", "papers.md"):
    try:
        text = reports.fill((Path(manual) / name).read_text(encoding="utf-8"), machine)
    except KeyError as error:
        problems.append(f"{name}: {error.args[0]}")
        continue
    left = set(re.findall(r"<!-- (?!SPDX|figures).*?-->", text))
    problems += [f"{name}: nothing takes the place of “{comment}”" for comment in sorted(left)]
print("\n".join(problems) or f"{len(machine)} reports")
sys.exit(bool(problems) or not machine)
