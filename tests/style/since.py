# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Each documentation comment of a library ends with the version that first had what it describes, and each exported
function has such a comment, with the version that its header names."""

import re

import tree

COMMENT = re.compile(r"^[ \t]*/\*\*\n(.*?)\*/", re.DOTALL | re.MULTILINE)
SUBJECT = re.compile(r"\s*\* ([\w:-]+?):(?:\s|$)")
SINCE = re.compile(r"\n\s*\* Since: (\d+\.\d+)\s*$")


def list_comments(path):
    """Yields the subject of each documentation comment of a file, and the version, or None."""
    for text in COMMENT.findall(tree.read(path)):
        subject = SUBJECT.match(text)
        since = SINCE.search(text)
        if subject:
            yield subject.group(1), since.group(1) if since else None


problems = []
for library in tree.find_libraries():
    documented = {}
    for path in tree.find(".c", ".h", folders=(library,)):
        for subject, since in list_comments(path):
            documented[subject] = since
            if not since:
                problems.append(f"{path}: {subject}: the comment does not end with “Since: ” and a version")
    for path in tree.find_libraries()[library]:
        for name, since in tree.list_declared(tree.read_code(path)):
            if since is None or name.endswith("_get_type"):
                continue
            if name not in documented:
                problems.append(f"{path}: {name} has no documentation comment")
            elif since and documented[name] and documented[name] != since:
                problems.append(f"{path}: {name} is available since {since}, and its comment says {documented[name]}")
tree.end(problems)
