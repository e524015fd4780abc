# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""A library exports exactly what its public headers declare, all by its prefixes, and defines what
any of its headers declares. Called with the library's folder, its shared and its static build and
the generated headers after the two directories."""

import re
import subprocess
import sys
from pathlib import Path

import tree

DECLARE_TYPE = re.compile(r"G_DECLARE_\w+\s*\(\s*\w+\s*,\s*(\w+)")
# Some linkers mark the borders of a library's data in its table of symbols.
BORDERS = {"__bss_start", "_edata", "_end"}
FUNCTION = re.compile(r"(?<![\w(])([a-z]\w*)\s*\(")


def list_symbols(*arguments):
    """Returns the functions and data that nm finds defined."""
    output = subprocess.run(["nm", *arguments], capture_output=True, text=True, check=True).stdout
    rows = [line.split() for line in output.splitlines()]
    return {row[-1] for row in rows if len(row) == 3 and row[1] in "TDBRVW"} - BORDERS


def drop_bodies(code):
    """Leaves declarations only: what stands between braces, types' members included, goes."""
    while re.search(r"\{[^{}]*\}", code):
        code = re.sub(r"\{[^{}]*\}", ";", code)
    return code


def list_declared(code):
    """Yields each function that a header declares, and whether it is exported."""
    code = re.sub(r"^\s*#(?:.*\\\n)*.*", "", code, flags=re.MULTILINE)
    code = re.sub(r"\bG_(BEGIN|END)_DECLS\b|\bG_GNUC_\w+(\s*\([^)]*\))?", "", code)
    code = re.sub(r"(\bG_DECLARE_\w+\s*\([^)]*\))", r"\1;", code)
    for statement in drop_bodies(code).split(";"):
        statement = statement.strip()
        exported = re.match(r"\w+_EXPORT\b", statement) is not None
        declared = DECLARE_TYPE.search(statement)
        if declared:
            yield declared.group(1) + "_get_type", exported
        elif not re.match(r"typedef|static|struct|G_DEFINE|G_STATIC_ASSERT", statement):
            function = FUNCTION.search(statement)
            if function:
                yield function.group(1), exported


def main():
    library, shared, static, *generated = sys.argv[3:]
    library = Path(library)
    public = set(tree.find_libraries()[library]) | {tree.BUILD / path for path in generated}
    headers = tree.find(".h", folders=(library,)) + [tree.BUILD / path for path in generated]
    prefixes = tuple(tree.find_headers()[library])
    actual = list_symbols("-D", "--defined-only", shared)
    defined = list_symbols("--defined-only", static)
    promised = set()
    problems = []
    for header in headers:
        code = tree.read_code(header)
        for name, exported in list_declared(code):
            if name not in defined:
                problems.append(f"{header}: {name} is declared and not defined")
            if exported and header in public:
                promised.add(name)
            elif header in public:
                problems.append(f"{header}: {name} is public and not marked as exported")
    strangers = {name for name in actual if not name.startswith(prefixes)}
    problems += [f"{name} is exported without a prefix of {library}" for name in sorted(strangers)]
    problems += [f"{name} is public and not exported" for name in sorted(promised - actual)]
    problems += [f"{name} is exported, in no public header" for name in sorted(actual - promised)]
    if not promised:
        problems.append(f"{library}: no public function was found")
    tree.end(problems)


main()
