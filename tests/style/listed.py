# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Every C file is compiled by a target or handed to a test, and every test, benchmark and check of
tests/ is run."""

import json
import os
from pathlib import Path

import tree

# Files that a build leaves out, and the target without which it does so.
OPTIONAL = {
    "lib/tsl-bpf/expiries.bpf.c": "expiries.bpf.o",
    "lib/tsl-bpf/kernel-program.c": "kernel-objects.h",
    "lib/tsl-bpf/switches.bpf.c": "switches.bpf.o",
    "lib/tsl-bpf/triggers.bpf.c": "triggers.bpf.o",
    "lib/tsl-bpf/wakeups.bpf.c": "wakeups.bpf.o",
    **{f"plugins/tracefs/{name}.c": "plugin-tracefs" for name in ("choice", "decoder", "instance", "reader", "row", "source")},
    "tests/plugins/test-tracefs.c": "plugin-tracefs",
    "tests/unit/sysprof/test-sysprof-reference.c": "test-sysprof-reference",
    "tests/docs/test-manual-pages.py": "manual",
    "tests/docs/test-manual-pdf.py": "manual",
    "tests/examples/embed.py": "Gscope-1.gir",
    "tests/bindings/sweep-js.py": "Gscope-1.gir",
    "tests/bench/bench-python.py": "Gscope-1.gir",
    "tests/bindings/sweep.py": "Gscope-1.gir",
    "tests/bindings/test-overrides.py": "Gscope-1.gir",
    "tests/bindings/test-python-source.py": "Gscope-1.gir",
    "tests/examples/room.py": "Gscope-1.gir",
    "tests/integration/embed.py": "Gscope-1.gir",
    "tests/style/gir-warnings.py": "Gscope-1.gir",
    "tests/fuzz/fuzz-audio.c": "replay-audio",
    "tests/fuzz/fuzz-database.c": "replay-database",
    "tests/fuzz/fuzz-hdf5.c": "replay-hdf5",
    "tests/fuzz/fuzz-matlab.c": "replay-matlab",
    "tests/unit/decode/test-decode-hdf5.c": "test-decode-hdf5",
    "tests/unit/decode/test-decode-matlab.c": "test-decode-matlab",
    "tests/unit/decode/test-decode-database.c": "test-decode-database",
    "tests/unit/decode/test-decode-audio.c": "test-decode-audio",
}

# Of each pair, a build compiles one.
ALTERNATIVES = {
    "lib/gscope/access/key-pair.c": "lib/gscope/access/key-pair-absent.c",
    "lib/gscope/nats/line.c": "lib/gscope/nats/line-absent.c",
    "lib/mcap/lz4.c": "lib/mcap/lz4-absent.c",
    "src/app/sound/speaker.c": "src/app/sound/speaker-absent.c",
    "src/decode/audio.c": "src/decode/audio-absent.c",
    "src/decode/hdf5.c": "src/decode/hdf5-absent.c",
    "src/decode/matlab.c": "src/decode/matlab-absent.c",
    "src/decode/connection.c": "src/decode/database-absent.c",
    "src/decode/database.c": "src/decode/database-absent.c",
    "src/decode/table.c": "src/decode/database-absent.c",
}


def load(name):
    path = tree.BUILD / "meson-info" / f"intro-{name}.json"
    return json.loads(path.read_text(encoding="utf-8"))


def list_compiled():
    return {
        Path(os.path.normpath(name))
        for target in load("targets")
        for group in target["target_sources"]
        for name in group.get("sources", [])
    }


def list_left_out():
    names = {target["name"] for target in load("targets")}
    return {tree.SOURCE / path for path, target in OPTIONAL.items() if target not in names}


def list_alternatives(compiled):
    pairs = [{tree.SOURCE / a, tree.SOURCE / b} for a, b in ALTERNATIVES.items()]
    return set().union(*(pair for pair in pairs if pair & compiled))


def list_run():
    """Returns every word of the commands of all tests and benchmarks."""
    return {
        Path(os.path.normpath(tree.BUILD / word))
        for test in load("tests") + load("benchmarks")
        for word in test["cmd"]
    }


def list_idle(run):
    """Returns the programs of the tests' folders that no test or benchmark runs or needs."""
    needed = {name for test in load("tests") + load("benchmarks") for name in test["depends"]}
    return [
        target
        for target in load("targets")
        if target["type"] == "executable"
        and Path(target["defined_in"]).is_relative_to(tree.SOURCE / "tests")
        and not any(Path(name) in run for name in target["filename"])
        and target["id"] not in needed
    ]


def is_module(path):
    """Says whether scripts beside it import it."""
    scripts = (tree.SOURCE / path).parent.glob("*.py")
    return any(f"\nimport {path.stem}" in script.read_text(encoding="utf-8") for script in scripts)


def main():
    run = list_run()
    compiled = list_compiled()
    known = compiled | list_left_out() | list_alternatives(compiled) | run
    problems = [
        f"{path}: no meson.build compiles it"
        for path in tree.find(".c")
        if tree.SOURCE / path not in known
    ]
    problems += [f"{target['name']}: a program that nothing runs" for target in list_idle(run)]
    problems += [
        f"{path}: no test runs it"
        for path in tree.find(".py", ".sh", folders=("tests",))
        if path.parts[1] != "support" and not is_module(path) and tree.SOURCE / path not in known
    ]
    tree.end(problems)


main()
