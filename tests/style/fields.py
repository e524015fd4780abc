# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""A record that has a table of fields has a row for each of its members, and the sweep of all tables knows the record."""

import re
from pathlib import Path

import tree

SWEEP = Path("tests/unit/document/test-fields.c")
TABLE = re.compile(r"\bGscopeField \w+\[\] = \{(.*?)^\};", re.DOTALL | re.MULTILINE)
ROW = re.compile(r"\.offset = G_STRUCT_OFFSET \((\w+), ([\w.]+)\)")
STRUCT = re.compile(r"^typedef struct\s*\{(.*?)^\} (\w+);", re.DOTALL | re.MULTILINE)
MEMBER = re.compile(r"^\s*([\w ]+?[ *]+)(\w+);", re.MULTILINE)
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
# Lists, objects and other records have tables of their own, or none.
ELSEWHERE = re.compile(r"\*$")
TEXTS = ("char *", "GVariant *")


def find_structs():
    """Returns the members of each structure: their types and names, without private ones."""
    structs = {}
    for path in tree.find(".h", ".c", folders=("lib",)):
        for body, name in STRUCT.findall(tree.read(path)):
            public = COMMENT.sub("", body.partition("/*< private >*/")[0])
            structs[name] = [(kind.strip(), member) for kind, member in MEMBER.findall(public)]
    return structs


def find_tables():
    """Returns the members that have rows, by structure, and where each structure has its table."""
    rows, places = {}, {}
    for path in tree.find(".c", folders=("lib",)):
        for table in TABLE.findall(tree.read_code(path)):
            for struct, member in ROW.findall(table):
                rows.setdefault(struct, set()).add(member)
                places[struct] = path
    return rows, places


def list_members(structs, struct, prefix=""):
    for kind, member in structs[struct]:
        if kind in structs:
            yield from list_members(structs, kind, f"{prefix}{member}.")
        elif kind in TEXTS or not ELSEWHERE.search(kind):
            yield prefix + member


def main():
    structs = find_structs()
    rows, places = find_tables()
    sweep = tree.read(SWEEP) if rows else ""
    problems = []
    for struct, members in rows.items():
        if struct not in structs:
            problems.append(f"{places[struct]}: {struct}: its definition was not found")
            continue
        missing = [member for member in list_members(structs, struct) if member not in members]
        problems += [f"{places[struct]}: {struct}: “{member}” has no row" for member in missing]
        if not re.search(rf"\b{struct}\b", sweep):
            problems.append(f"{SWEEP}: {struct} is not swept")
    tree.end(problems)


main()
