# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""What the checks of this folder share. Each is called with the source and the build directory."""

import os
import re
import sys
from pathlib import Path

SOURCE = Path(sys.argv[1])
BUILD = Path(sys.argv[2])
FOLDERS = ("lib", "plugins", "src", "tests")

# How a public header marks a function that the library exports
MARK = re.compile(r"[A-Z_]+_(AVAILABLE|DEPRECATED)_IN_(\d+)_(\d+)")
DECLARE_TYPE = re.compile(r"G_DECLARE_\w+\s*\(\s*\w+\s*,\s*(\w+)")
FUNCTION = re.compile(r"(?<![\w(])([a-z]\w*)\s*\(")

COMMENT_OR_LITERAL = re.compile(
    r"""/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'""", re.DOTALL
)


def find(*suffixes, folders=FOLDERS):
    """Returns the files that end so, relative to the source directory and sorted."""
    return sorted(
        Path(place, name).relative_to(SOURCE)
        for folder in folders
        for place, _, names in os.walk(SOURCE / folder)
        for name in names
        if name.endswith(suffixes) and not place.endswith("__pycache__")
    )


def read(path):
    return (SOURCE / path).read_text(encoding="utf-8")


def read_code(path):
    """Returns a C file's text without its comments, line by line as it was."""

    def blank(match):
        text = match.group()
        return "\n" * text.count("\n") if text.startswith("/") else text

    return COMMENT_OR_LITERAL.sub(blank, read(path))


def drop_bodies(code):
    """Leaves declarations only: what stands between braces, types' members included, goes."""
    while re.search(r"\{[^{}]*\}", code):
        code = re.sub(r"\{[^{}]*\}", ";", code)
    return code


def list_declared(code):
    """Yields each function that a header declares, and since which version it is exported: an empty text if only its
    deprecation is marked, None if it is not exported."""
    code = re.sub(r"^\s*#(?:.*\\\n)*.*", "", code, flags=re.MULTILINE)
    code = re.sub(r"\bG_(BEGIN|END)_DECLS\b|\bG_GNUC_\w+(\s*\([^)]*\))?", "", code)
    code = re.sub(r"(\bG_DECLARE_\w+\s*\([^)]*\))", r"\1;", code)
    for statement in drop_bodies(code).split(";"):
        statement = statement.strip()
        mark = MARK.match(statement)
        since = None
        if mark:
            since = f"{mark.group(2)}.{mark.group(3)}" if mark.group(1) == "AVAILABLE" else ""
        declared = DECLARE_TYPE.search(statement)
        if declared:
            yield declared.group(1) + "_get_type", since
        elif not re.match(r"typedef|static|struct|G_DEFINE|G_STATIC_ASSERT", statement):
            function = FUNCTION.search(statement)
            if function:
                yield function.group(1), since


def find_headers():
    """Returns the folders of lib/ that have lists of public headers, with each list by its prefix."""
    libraries = {}
    for path in find("meson.build", folders=("lib",)):
        lists = re.findall(r"^(\w+_)headers = \[(.*?)\]", read(path), re.DOTALL | re.MULTILINE)
        for prefix, names in lists:
            headers = [path.parent / name for name in re.findall(r"'([^']+)'", names)]
            libraries.setdefault(path.parent, {})[prefix] = headers
    return libraries


def find_libraries():
    """Returns the folders of lib/ that have lists of public headers, with all those headers."""
    return {
        library: [header for headers in lists.values() for header in headers]
        for library, lists in find_headers().items()
    }


def end(problems):
    """Prints the problems and leaves: with 1 if there are any."""
    for problem in problems:
        print(problem)
    sys.exit(1 if problems else 0)
