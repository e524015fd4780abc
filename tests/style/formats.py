# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""The manual's table of formats has the files that gscope opens, exports and records, by the ends of their names, and names tests
that exist."""

import re
import sys

import tree

sys.path.insert(0, str(tree.SOURCE / "docs/manual"))
import tables  # noqa: E402

# Of each column of the table, the files of the code that have its suffixes.
SUFFIXES = {
    "opens": {
        "lib/gscope/playback/format.c": r'FORMAT \("[^"]+", \w+, "([^"]*)"',
        "src/app/dialogs/chooser.c": r'g_strv_builder_add_many \(builder, ([^;]*), NULL\);',
    },
    "exported": {"src/app/session/export.c": r'g_str_has_suffix \(name, "(\.[^"]+)"\)'},
    "recorded": {"lib/gscope/record/converters.c": r'\{ "(\.[\w-]+)", GSCOPE_EXPORT_'},
}
# A file of another name becomes tuples.
TUPLES = ".tuples"


def list_suffixes(path, pattern):
    return {suffix for text in re.findall(pattern, tree.read(path)) for suffix in re.findall(r"\.[\w-]+", text)}


def judge(key, formats):
    known = {suffix for row in formats for suffix in row.get(key, [])}
    found = set()
    for path, pattern in SUFFIXES[key].items():
        suffixes = list_suffixes(path, pattern)
        found |= suffixes
        if not suffixes:
            yield f"{path}: no suffix was found"
        for suffix in sorted(suffixes):
            if not any(name.endswith(suffix) for name in known):
                yield f"docs/manual/formats.json: no row of “{key}” has {suffix}, which is in {path}"
    if key != "opens":
        for name in sorted(known - {TUPLES}):
            if not any(name.endswith(suffix) for suffix in found):
                yield f"docs/manual/formats.json: {name} is not in {', '.join(SUFFIXES[key])}"


formats = tables.read_formats()
problems = [f"docs/manual/formats.json: there is no test {test}" for test in tables.list_missing_tests(formats)]
tree.end(problems + [problem for key in SUFFIXES for problem in judge(key, formats)])
