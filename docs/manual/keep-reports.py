#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Keeps the reports of experiments in one small file, from which the manual has the chapter of a machine.

    keep-reports REPORT-DIRECTORY FILE

A whole run of an experiment takes the place of a quick one, and a quick one never that of a whole one, which the file then keeps.
Descriptions are left out, because the experiments have them."""

import json
import sys
from pathlib import Path

DIGITS = 5


def shorten(value):
    """Returns a value of JSON whose numbers have no more digits than the manual shows."""
    if isinstance(value, dict):
        return {key: shorten(member) for key, member in value.items() if key != "description"}
    if isinstance(value, list):
        return list(map(shorten, value))
    return float(f"{value:.{DIGITS}g}") if isinstance(value, float) else value


def read_whole(path):
    """Returns the reports of whole runs that a file keeps, by their names."""
    kept = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    return {report["name"]: report for report in kept if not report["quick"]}


def main():
    folder, output = map(Path, sys.argv[1:])
    reports = {}
    whole = read_whole(output)
    for path in sorted(folder.glob("*.report.json")):
        report = json.loads(path.read_text(encoding="utf-8"))
        if report["name"] not in reports or not report["quick"]:
            reports[report["name"]] = report
    if not reports:
        sys.exit(f"keep-reports: “{folder}” has no reports; run make figures")
    for name in filter(whole.get, list(reports)):
        if reports[name]["quick"]:
            reports[name] = whole[name]
    lines = [json.dumps(shorten(reports[name]), ensure_ascii=False, separators=(",", ":")) for name in sorted(reports)]
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


main()
