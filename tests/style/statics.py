# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Libraries, plugins and programs keep state in objects, not in static variables. Constants may be
static, and what is written once: under g_once_init_enter, by g_atomic_pointer_compare_and_exchange, or what a class
registers."""

import re

import tree

STATIC = re.compile(r"^[ \t]*(?:static|_Thread_local|__thread)\b[^;{(=]*?(?==|;|\{)", re.MULTILINE)
CONSTANT = re.compile(r"\bconst\b[^*]*$|\*\s*const\b")
WRITTEN_ONCE = re.compile(
    r"static (GQuark|GSourceFuncs) \w+$"
    r"|static (GParamSpec \*\w+|guint signals) ?\["
)


def is_allowed(statement, code):
    name = re.search(r"(\w+)(\[.*)?$", statement).group(1)
    guarded = re.search(rf"\b(g_once_init_enter|g_atomic_pointer_compare_and_exchange) \(&{name}\b", code)
    return guarded or CONSTANT.search(statement) or WRITTEN_ONCE.match(statement)


problems = []
for path in tree.find(".c", ".h", folders=("lib", "plugins", "src")):
    code = tree.read_code(path)
    for match in STATIC.finditer(code):
        statement = " ".join(match.group().split())
        if not is_allowed(statement, code):
            line = code.count("\n", 0, match.end()) + 1
            problems.append(f"{path}:{line}: {statement}: keeps state outside of an object")
tree.end(problems)
