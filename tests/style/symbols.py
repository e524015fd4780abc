# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""A library exports exactly what its public headers declare, all by its prefixes and with the symbol versions that the
headers name, and defines what any of its headers declares. Called with the library's folder, its shared and its static
build and the generated headers after the two directories."""

import subprocess
import sys
from pathlib import Path

import tree

# Some linkers mark the borders of a library's data in its table of symbols.
BORDERS = {"__bss_start", "_edata", "_end"}


def list_symbols(*arguments):
    """Returns the functions and data that nm finds defined, with their versions."""
    output = subprocess.run(["nm", *arguments], capture_output=True, text=True, check=True).stdout
    rows = [line.split() for line in output.splitlines()]
    symbols = [row[-1].partition("@") for row in rows if len(row) == 3 and row[1] in "TDBRVW"]
    return {name: version.lstrip("@") for name, _, version in symbols if name not in BORDERS}


def main():
    library, shared, static, *generated = sys.argv[3:]
    library = Path(library)
    public = set(tree.find_libraries()[library]) | {tree.BUILD / path for path in generated}
    headers = tree.find(".h", folders=(library,)) + [tree.BUILD / path for path in generated]
    prefixes = tuple(tree.find_headers()[library])
    actual = list_symbols("-D", "--defined-only", shared)
    defined = list_symbols("--defined-only", static)
    promised = {}
    problems = []
    for header in headers:
        for name, since in tree.list_declared(tree.read_code(header)):
            if name not in defined:
                problems.append(f"{header}: {name} is declared and not defined")
            if since is not None and header in public:
                promised[name] = since
            elif header in public:
                problems.append(f"{header}: {name} is public and not marked as available")
    strangers = {name for name in actual if not name.startswith(prefixes)}
    problems += [f"{name} is exported without a prefix of {library}" for name in sorted(strangers)]
    problems += [f"{name} is public and not exported" for name in sorted(set(promised) - set(actual))]
    problems += [f"{name} is exported, in no public header" for name in sorted(set(actual) - set(promised))]
    for name, since in promised.items():
        version = actual.get(name, "")
        if since and name in actual and version.rpartition("_")[2] != since:
            problems.append(f"{name} has the symbol version “{version}”, and is available since {since}")
    if not promised:
        problems.append(f"{library}: no public function was found")
    tree.end(problems)


main()
