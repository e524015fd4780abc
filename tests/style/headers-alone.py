# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Every header of a library compiles by itself, with the flags of the library."""

import json
import shlex
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import tree

WITH_VALUE = ("-MQ", "-MF", "-o", "-c")


def find_flags():
    """Returns for each folder of lib/ the flags that one of its files is compiled with."""
    flags = {}
    for entry in json.loads((tree.BUILD / "compile_commands.json").read_text(encoding="utf-8")):
        path = Path(entry["directory"], entry["file"]).resolve()
        if path.is_relative_to(tree.SOURCE / "lib"):
            library = Path(*path.relative_to(tree.SOURCE).parts[:2])
            flags.setdefault(library, shlex.split(entry["command"]))
    return flags


def choose_flags(header, flags):
    """A header directly in lib/ is for all libraries."""
    if len(header.parts) == 2:
        return next(iter(flags.values()))
    return flags.get(Path(*header.parts[:2]))


def compile_header(header, flags):
    if not flags:
        return f"{header}: no meson.build compiles a file beside it"
    kept = [flags[0]] + [
        flag
        for before, flag in zip(flags, flags[1:])
        if flag not in ("-MD", *WITH_VALUE) and before not in WITH_VALUE
    ]
    command = kept + ["-Werror", "-Wno-unused-function", "-fsyntax-only", "-x", "c", "-include"]
    run = subprocess.run(
        [*command, str(tree.SOURCE / header), "-fdiagnostics-color=never", "/dev/null"],
        cwd=tree.BUILD, capture_output=True, text=True, check=False,
    )
    return f"{header} does not compile alone:\n{run.stderr}" if run.returncode else None


def main():
    flags = find_flags()
    headers = tree.find(".h", folders=("lib",))
    with ThreadPoolExecutor() as pool:
        results = pool.map(
            lambda header: compile_header(header, choose_flags(header, flags)), headers
        )
    tree.end([problem for problem in results if problem])


main()
