# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""po/POTFILES.in lists exactly the files with strings to translate; xgettext reads them whole."""

import re

import tree

MARKED_C = re.compile(r'\b(_|N_|C_|NC_|Q_|ngettext|g_dngettext)\s*\(\s*(GETTEXT_PACKAGE,\s*)?"')
# xgettext knows the macros of <inttypes.h>; any other one ends the string for it.
LITERAL = re.compile(r'"(?:\\.|[^"\\\n])*"')
CUT = re.compile(r'\b(?:_|N_|C_|NC_|Q_|ngettext)\s*\([^()]*?""\s*(?!PRI)[A-Z]\w+')
MARKED_UI = re.compile(r'translatable="(yes|true)"')
ALWAYS = (".desktop.in", ".metainfo.xml.in", ".policy.in", ".gschema.xml")


def has_strings(path):
    if path.name.endswith(ALWAYS):
        return True
    if path.name.endswith(".ui"):
        return MARKED_UI.search(tree.read(path)) is not None
    return MARKED_C.search(tree.read_code(path)) is not None


def main():
    lines = tree.read("po/POTFILES.in").splitlines()
    listed = [line for line in lines if line and not line.startswith("#")]
    candidates = tree.find(".c", ".h", ".ui", *ALWAYS, folders=("data", "lib", "plugins", "src"))
    wanted = [path.as_posix() for path in candidates if has_strings(path)]
    problems = [f"po/POTFILES.in: {name} is missing" for name in wanted if name not in listed]
    problems += [f"po/POTFILES.in: {name} has no strings" for name in listed if name not in wanted]
    if listed != sorted(set(listed)):
        problems.append("po/POTFILES.in: the list is not sorted, or names a file twice")
    for path in tree.find(".c", ".h", folders=("lib", "plugins", "src")):
        code = LITERAL.sub('""', tree.read_code(path))
        for match in CUT.finditer(code):
            number = code.count("\n", 0, match.end()) + 1
            problems.append(f"{path}:{number}: xgettext ends the string here; use <inttypes.h>")
    tree.end(problems)


main()
