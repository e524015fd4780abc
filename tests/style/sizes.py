# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""No file has more than 800 lines, no function more than 80, no folder more than 30 C files: a larger one has a second subject."""

import collections
import re

import tree

FILE_LINES = 800
FUNCTION_LINES = 80
# Headers count. In tests, a folder is a list: its length says nothing.
FOLDER_FILES = 30
# clang-format puts the braces of functions and types into the first column. A type ends with more than a brace.
BODY = re.compile(r"^\{\n(.*?)^\}([^\n]*)$", re.DOTALL | re.MULTILINE)


def find_long_functions(path):
    text = tree.read(path)
    for body in BODY.finditer(text):
        n = body.group(1).count("\n")
        if n > FUNCTION_LINES and not body.group(2):
            yield text.count("\n", 0, body.start()) + 1, n


def main():
    folders = collections.Counter(path.parent for path in tree.find(".c", ".h", folders=("lib", "plugins", "src")))
    problems = [f"{folder}: {n} files, more than {FOLDER_FILES}" for folder, n in folders.items() if n > FOLDER_FILES]
    for path in tree.find(".c", ".cpp", ".h", ".py"):
        n = tree.read(path).count("\n")
        if n > FILE_LINES:
            problems.append(f"{path}: {n} lines, more than {FILE_LINES}")
        if path.suffix != ".py":
            problems += [f"{path}:{line}: a function of {n} lines, more than {FUNCTION_LINES}"
                         for line, n in find_long_functions(path)]
    tree.end(problems)


main()
