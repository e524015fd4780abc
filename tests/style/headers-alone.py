# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Every header of a library compiles by itself, with the flags of the library. The build shows that for those that a file
includes first."""

import json
import re
import shlex
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import tree

WITH_VALUE = ("-MQ", "-MF", "-o", "-c")
FIRST_DIRECTIVE = re.compile(r"^[ \t]*#[ \t]*(?:include[ \t]+[\"<]([^\">]+)[\">])?", re.MULTILINE)


def find_compiled():
    """Returns the files of lib/ that are compiled, with their commands."""
    compiled = {}
    for entry in json.loads((tree.BUILD / "compile_commands.json").read_text(encoding="utf-8")):
        path = Path(entry["directory"], entry["file"]).resolve()
        if path.is_relative_to(tree.SOURCE / "lib"):
            compiled.setdefault(path.relative_to(tree.SOURCE), entry["command"])
    return compiled


def find_flags(compiled):
    """Returns for each folder of lib/ the flags that one of its files is compiled with."""
    flags = {}
    for path, command in compiled.items():
        flags.setdefault(Path(*path.parts[:2]), shlex.split(command))
    return flags


def find_first(path):
    """Returns the header that a file includes before any other directive."""
    found = FIRST_DIRECTIVE.search(tree.read_code(path))
    own = path.with_name(Path(found.group(1)).name) if found and found.group(1) else None
    return own if own and own.as_posix().endswith(found.group(1)) else None


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
    compiled = find_compiled()
    flags = find_flags(compiled)
    shown = {find_first(path) for path in compiled if (tree.SOURCE / path).exists()}
    headers = [header for header in tree.find(".h", folders=("lib",)) if header not in shown]
    with ThreadPoolExecutor() as pool:
        results = pool.map(
            lambda header: compile_header(header, choose_flags(header, flags)), headers
        )
    tree.end([problem for problem in results if problem])


main()
