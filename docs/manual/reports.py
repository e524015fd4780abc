# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Fills pages of the manual with what experiments measured on a machine, so that no page can disagree with its report.

A page has these comments; POINT is left out where an experiment has one point:
    <!-- measured EXPERIMENT MEASURE POINT -->   the mean with its unit
    <!-- published EXPERIMENT MEASURE POINT -->  the published value
    <!-- judged EXPERIMENT… -->                  the verdicts of experiments
    <!-- verdicts -->                            in a row of a table: those of the experiments that the cell before the last names
    <!-- machine -->                             the machine, and whether its runs were quick
    <!-- reports -->                             the report of the machine"""

import json
import re
import shlex
from collections import Counter

VALUE = re.compile(r"<!-- (measured|published) (.*?) -->")
JUDGED = re.compile(r"<!-- judged (.*?) -->")
VERDICTS = re.compile(r"^(\|.*\| ([^|]*`[^|]*) \| [^|]* \|) <!-- verdicts -->", re.MULTILINE)
# Conditions that a chapter has for each machine; the others differ between experiments.
CONDITIONS = ["kernel", "preemption", "timer", "lockdown", "processor", "processors", "machine", "rights", "program"]
TITLES = {"holds": "hold", "refuted": "refuted", "not-here": "not here"}
DIGITS = 3


def read(path):
    """Returns the reports of a machine by the name of the experiment."""
    return {report["name"]: report for report in json.loads(path.read_text(encoding="utf-8"))}


def show(number, unit=None):
    """Returns a number with three significant digits and its unit."""
    text = f"{float(f'{number:.{DIGITS}g}'):.10f}".rstrip("0").rstrip(".")
    return f"{text} {unit}" if unit else text


def find_measure(reports, name, measure):
    for candidate in reports[name]["measures"]:
        if candidate["name"] == measure:
            return candidate
    raise KeyError(f"“{name}” has no measure “{measure}”")


def find_point(measure, point):
    for candidate in measure["points"]:
        if candidate["point"] == point:
            return candidate
    raise KeyError(f"“{measure['name']}” has no point “{point}”")


def fill_value(reports, found):
    name, measure, *rest = shlex.split(found.group(2))
    measure = find_measure(reports, name, measure)
    point = find_point(measure, rest[0] if rest else "")
    if found.group(1) == "published":
        return show(point["paper"], measure.get("unit"))
    return show(point["mean"], measure.get("unit")) if "mean" in point else "not measured"


def count(reports, names):
    """Returns the verdicts of experiments in words."""
    counts = Counter(verdict["verdict"] for name in names for verdict in reports.get(name, {}).get("verdicts", []))
    return ", ".join(f"{counts[key]} {title}" for key, title in TITLES.items() if counts[key]) or "not measured"


def describe_machine(reports):
    conditions = next(iter(reports.values()))["conditions"]
    n_quick = sum(report["quick"] for report in reports.values())
    kind = "quick runs" if n_quick == len(reports) else "whole runs" if n_quick == 0 else "whole and quick runs"
    return f"{conditions['processors']} processors ({conditions.get('processor', 'unknown')}), {conditions['kernel']}, {kind}"


def get_common(reports):
    """Returns the conditions of most experiments; one under an emulator has others."""
    common = {}
    for name in CONDITIONS:
        values = Counter(str(report["conditions"][name]) for report in reports.values() if name in report["conditions"])
        if values.total() > len(reports) / 2:
            common[name] = values.most_common(1)[0][0]
    return common


def show_measure(measure):
    """Returns the rows of a measure that has published values."""
    rows = []
    for point in measure["points"]:
        if "paper" not in point:
            continue
        here = show(point["mean"]) if "mean" in point else "–"
        if "error" in point:
            here += f" ± {show(point['error'])}"
        ratio = show(point["ratio"]) if "ratio" in point else "–"
        unit = f", {measure['unit']}" if "unit" in measure else ""
        rows.append(f"| {measure['title']}{unit} | {point['point']} | {here} | {show(point['paper'])} | {ratio} |")
    return rows


def show_report(report):
    """Returns the section of an experiment."""
    rows = [row for measure in report["measures"] for row in show_measure(measure)]
    lines = [f"### {report['title']}", "", ", ".join([f"`{report['name']}`", *report["figure"]]) + ".", ""]
    if rows:
        lines += ["| measure | point | here | published | ratio |", "| --- | --- | ---: | ---: | ---: |", *rows, ""]
    for verdict in report["verdicts"]:
        text = f": {verdict['text']}" if verdict["text"] else ""
        lines.append(f"- {verdict['title']}: **{verdict['verdict'].replace('-', ' ')}**{text}")
    load = report["conditions"].get("load")
    lines += ["", f"Runs: {report['runs']} of {report['runs-planned']}. Lost samples: {report['lost']}. "
              f"Load: {show(load) if load is not None else 'unknown'}. {report['conditions']['date'][:10]}.", ""]
    return "\n".join(lines)


def show_all(reports):
    figures = {label for report in reports.values() for label in report["figure"]}
    lines = [f"{len(reports)} experiments attempt {len(figures)} figures and tables. Of their claims: {count(reports, reports)}.", ""]
    lines += ["| condition | value |", "| --- | --- |"]
    lines += [f"| {name} | {value} |" for name, value in get_common(reports).items()]
    lines += ["", "## Experiments", ""]
    lines += [show_report(report) for report in reports.values()]
    return "\n".join(lines)


def fill(text, reports):
    """Returns a page with the values in place of its comments."""
    text = VALUE.sub(lambda found: fill_value(reports, found), text)
    text = JUDGED.sub(lambda found: count(reports, found.group(1).split()), text)
    text = VERDICTS.sub(lambda row: f"{row.group(1)} {count(reports, re.findall(r'`([^`]+)`', row.group(2)))}", text)
    text = text.replace("<!-- machine -->", describe_machine(reports))
    return text.replace("<!-- reports -->", show_all(reports))
