# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""The members of a public enumeration begin with its type's name: GSCOPE_GAP_CAUSE_SILENT is one of GscopeGapCause. A last
word “Flags” of the type may be left out, as in GLib."""

import re

import tree

ENUMERATION = re.compile(r"\btypedef\s+enum\b[^{;]*\{([^}]*)\}\s*(\w+)\s*;")
MEMBER = re.compile(r"(?:^|,)\s*([A-Za-z_]\w*)")
# The original's interface
EXCEPTIONS = {"GtkScopeSigType"}


def find_prefix(name):
    """Returns the type's name in capital letters, with the words that g-ir-scanner and glib-mkenums find."""
    name = re.sub(r"([^A-Z])([A-Z])", r"\1_\2", name)
    name = re.sub(r"([A-Z][A-Z])([A-Z][0-9a-z])", r"\1_\2", name)
    return name.upper() + "_"


def list_enumerations(path):
    """Yields the name and the members of each enumeration of a header."""
    code = re.sub(r"^\s*#(?:.*\\\n)*.*", "", tree.read_code(path), flags=re.MULTILINE)
    for members, name in ENUMERATION.findall(code):
        yield name, MEMBER.findall(members)


def main():
    problems = []
    for headers in tree.find_libraries().values():
        for path in headers:
            for name, members in list_enumerations(path):
                prefix = find_prefix(name.removesuffix("Flags"))
                wrong = [] if name in EXCEPTIONS else members
                problems += [f"{path}: {member} of {name} does not begin with {prefix}"
                             for member in wrong if not member.startswith(prefix)]
    tree.end(problems)


main()
