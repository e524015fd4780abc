# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""The kept reports of whole runs stay when quick runs are kept, and whole runs take the place of all.

    test-keep-reports.py KEEP-REPORTS"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path


def keep(folder, output, *reports):
    """Keeps reports, each a name, whether its run is quick, and a value."""
    folder.mkdir(exist_ok=True)
    for name, quick, value in reports:
        path = folder / f"{name}{'-quick' if quick else ''}.report.json"
        path.write_text(json.dumps({"name": name, "quick": quick, "value": value}), encoding="utf-8")
    subprocess.run([sys.executable, sys.argv[1], folder, output], check=True)
    kept = {report["name"]: report["value"] for report in json.loads(output.read_text(encoding="utf-8"))}
    for path in folder.iterdir():
        path.unlink()
    return kept


with tempfile.TemporaryDirectory() as scratch:
    folder, output = Path(scratch, "figures"), Path(scratch, "reports.json")
    for reports, expected in [
        ([("a", True, 1.23456789), ("b", True, 2.0)], {"a": 1.2346, "b": 2}),
        ([("a", True, 3.0), ("a", False, 4.0), ("b", True, 5.0)], {"a": 4, "b": 5}),
        ([("a", True, 6.0), ("b", True, 7.0)], {"a": 4, "b": 7}),
        ([("a", False, 8.0), ("b", False, 9.0)], {"a": 8, "b": 9}),
    ]:
        kept = keep(folder, output, *reports)
        if kept != expected:
            sys.exit(f"{reports}: {kept} are kept, not {expected}")
print("4 runs")
