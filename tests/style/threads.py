# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""docs/gscope/threads.md lists exactly the functions whose comments say that they belong to other
threads than the main one, and tests/unit/test-threads.c calls each of them."""

import re

import tree

PAGE = "docs/gscope/threads.md"
TEST = "tests/unit/test-threads.c"
COMMENT = re.compile(r"/\*\*\n \* (gscope_\w+):(.*?)\*/", re.DOTALL)
OTHERS = re.compile(r"\bAny thread\b|\bThe producer's thread\b")
LISTED = re.compile(r"\[(method|func|ctor)@Gscope\.([\w.]+)\]")


def list_documented():
    for path in tree.find(".c", folders=("lib/gscope",)):
        for name, text in COMMENT.findall(tree.read(path)):
            if OTHERS.search(re.sub(r"\s+\*?\s*", " ", text)):
                yield name


def to_c(reference):
    """Returns the function that a reference of gi-docgen names."""
    return "gscope_" + re.sub(r"(?<=[a-z])(?=[A-Z])", "_", reference).replace(".", "_").lower()


documented = set(list_documented())
page = tree.read(PAGE).split("\n## ", 1)[1]
listed = {to_c(reference) for _, reference in LISTED.findall(page)}
code = tree.read_code(TEST)
called = {name for name in documented if re.search(rf"\b{name}\b", code)}
tree.end(
    [f"{PAGE}: {name} is missing" for name in sorted(documented - listed)]
    + [f"{PAGE}: {name}: its comment does not say so" for name in sorted(listed - documented)]
    + [f"{TEST}: {name} is not called" for name in sorted(documented - called)]
)
