# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Ready-made experiments name figures that exist, attempt enough of them, keep their tuples, and end in time. The list of
figures has a reason for each that none attempts."""

import json
import sys
from pathlib import Path

import schemas

# How long all experiments may measure, in minutes, and how many figures they must attempt. `make figures` may take 60 and
# 10 minutes: the rest is for opening workspaces, and for setting parameters, which takes a fifth of a second a run.
MOST_MINUTES = {"full": 55.5, "quick": 9.5}
FEWEST_ATTEMPTED = 60

# The values of experiments that do not set them, as in the schema.
REPETITIONS = 5
SETTLE = 1
RUN = 10


def read_once(pairs):
    """Returns an object whose members have different names."""
    names = [name for name, _value in pairs]
    if len(set(names)) < len(names):
        sys.exit("Labels that occur twice: " + ", ".join(sorted({name for name in names if names.count(name) > 1})))
    return dict(pairs)


def list_points(document):
    """Returns the names of the points."""
    sweep = document.get("sweep", {})
    if "points" in sweep:
        return [str(i) for i in range(sweep["points"])]
    return [variant["name"] for variant in sweep.get("variants", [])] or list(map(str, sweep.get("values", ["only"])))


def count_quick(document, names):
    """Returns the number of points of a quick run: those taken evenly, and those that claims name."""
    points = document.get("quick", {}).get("points", len(names))
    if points >= len(names):
        return len(names)
    kept = {names[int(i * (len(names) - 1) / max(points - 1, 1) + 0.5)] for i in range(points)}
    claimed = {str(claim[key]) for claim in document.get("verdicts", []) for key in ("at", "of-at") if key in claim}
    return len(kept | claimed & set(names))


def plan(document, quick):
    """Returns the seconds that an experiment waits and measures."""
    names = list_points(document)
    values = {**document, **document.get("quick", {})} if quick else document
    seconds = values.get("settle-s", SETTLE) + values.get("run-s", RUN)
    return (count_quick(document, names) if quick else len(names)) * values.get("repetitions", REPETITIONS) * seconds


figures_path, *experiments = sys.argv[1:]
figures = json.loads(Path(figures_path).read_text(encoding="utf-8"), object_pairs_hook=read_once)
problems = []
attempted = set()
minutes = dict.fromkeys(MOST_MINUTES, 0)
for path in experiments:
    document = schemas.load(path)
    labels = document.get("figure", [])
    problems += [f"{path}: there is no figure “{label}”" for label in labels if label not in figures]
    if len(set(labels)) < len(labels):
        problems.append(f"{path}: names a figure twice")
    if not document.get("record"):
        problems.append(f"{path}: records no signal, so that its tuples are lost")
    attempted.update(labels)
    for mode in minutes:
        minutes[mode] += plan(document, mode == "quick") / 60
for mode, bound in MOST_MINUTES.items():
    if minutes[mode] > bound:
        problems.append(f"all experiments take {minutes[mode]:.1f} minutes in {mode} runs, more than {bound}")
if len(attempted) < FEWEST_ATTEMPTED:
    problems.append(f"{len(attempted)} figures are attempted, fewer than {FEWEST_ATTEMPTED}")
without = {label for label, figure in figures.items() if isinstance(figure, dict) and figure["title"] and figure["missing"]}
problems += [f"“{label}” is attempted, and the list says why it is not" for label in sorted(without & attempted)]
problems += [f"“{label}” is not attempted, and the list does not say why" for label in sorted(figures.keys() - attempted - without)]
print("not attempted:", ", ".join(label for label in figures if label not in attempted))
print(f"{len(attempted)} of {len(figures)} figures and tables are attempted, in {minutes['full']:.1f} minutes, "
      f"{minutes['quick']:.1f} in quick runs")
print("\n".join(problems))
sys.exit(bool(problems))
