# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""A function that a header of the application declares is named in another place than its definition: it is
called, or it is in a row of a table, such as that of the actions. A function that a library exports is named in
other code than that of tests, or an example or the documentation shows it to programs that use the library."""

import re
from collections import Counter

import tree

DECLARED = re.compile(r"\b(app_\w+) \(")
EXPORTED = re.compile(r"^(?:GSCOPE|GSCOPE_GTK|MCAP|TSL)_AVAILABLE_IN_\d+_\d+\b[^;(]*?\b([a-z]\w+) \(", re.DOTALL | re.MULTILINE)
# languages with introspection know these by another name
RENAMED = re.compile(r"^ \* (\w+): \((?:rename-to|get-property|set-property) ", re.MULTILINE)
WORD = re.compile(r"\b[a-z]\w+\b")
# the interface of the original is kept whole, for programs that were written for it
ORIGINAL = "lib/gtkscope"


def is_made(name):
    """Returns whether GObject defines the function."""
    return name.endswith("_get_type")


def count(read, *suffixes, folders):
    words = Counter()
    for path in tree.find(*suffixes, folders=folders):
        words.update(WORD.findall(read(path)))
    return words


def judge_application():
    named = count(tree.read_code, ".c", folders=("src/app",))
    for path in tree.find(".h", folders=("src/app",)):
        for name in DECLARED.findall(tree.read_code(path)):
            if named[name] < 2 and not is_made(name):
                yield f"{path}: {name}: nothing calls it, and no table has it"


def judge_libraries():
    named = count(tree.read_code, ".c", ".h", folders=("lib", "plugins", "src"))
    shown = set(count(tree.read, ".c", ".md", folders=("docs", "tests/examples")))
    for path in tree.find(".c", folders=("lib",)):
        shown.update(RENAMED.findall(tree.read(path)))
    for path in tree.find(".h", folders=("lib",)):
        if path.as_posix().startswith(ORIGINAL):
            continue
        for name in EXPORTED.findall(tree.read_code(path)):
            # the declaration and the definition
            if named[name] <= 2 and name not in shown and not is_made(name):
                yield f"{path}: {name}: only tests call it: use it, show it in the manual, or delete it"


tree.end([*judge_application(), *judge_libraries()])
