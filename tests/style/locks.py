# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""libtsl is used by threads of different priorities: its locks are TslLock, which inherits them."""

import re

import tree

OTHER = re.compile(r"\b(pthread_(mutex|cond|rwlock|spin)_\w+|g_(mutex|cond|rec_mutex|rw_lock)_\w+)")
# A thread that waits for a handover lends its reserve to the holder, or does not: as the service says.
HOME = ("lock.c", "lock.h", "handover.c", "handover-private.h")

problems = []
for path in tree.find(".c", ".h", folders=("lib/tsl",)):
    for number, line in enumerate(tree.read_code(path).splitlines(), 1):
        match = OTHER.search(line)
        if match and path.name not in HOME:
            problems.append(f"{path}:{number}: {match[1]}: a lock that inherits no priority")
tree.end(problems)
