# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""The title of the newest commit has at most 72 characters and begins with an area and a colon."""

import re
import subprocess
import sys

import tree

TITLE = re.compile(r"[\w-]+: \S.*")
MOST = 72

if not (tree.SOURCE / ".git").exists():
    print("the source is not a checkout of git: there is no commit to look at")
    sys.exit(77)
# the checkout may belong to another user
command = ["git", "-c", "safe.directory=*", "log", "-1", "--no-merges", "--format=%s"]
title = subprocess.run(command, cwd=tree.SOURCE, capture_output=True, text=True, check=True).stdout.strip()
problems = []
if len(title) > MOST:
    problems.append(f"{title}: the title of the commit has {len(title)} characters; the maximum is {MOST}")
if not TITLE.fullmatch(title):
    problems.append(f"{title}: the title of the commit does not begin with an area, such as “tuple: ”")
tree.end(problems)
