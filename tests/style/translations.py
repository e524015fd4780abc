# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Translations keep the placeholders, line breaks and mnemonics of the messages, and LINGUAS names each language."""

import os
import re
import subprocess

import tree

FOLDER = tree.SOURCE / "po"
ENVIRONMENT = {**os.environ, "LC_ALL": "C.UTF-8"}

problems = []
names = re.findall(r"^[\w@]+$", tree.read("po/LINGUAS"), re.MULTILINE)
files = sorted(path.stem for path in FOLDER.glob("*.po"))
if names != files:
    problems.append(f"po/LINGUAS names {names}, and there are {files}")
for name in [*files, *sorted(f"man/{path.stem}" for path in FOLDER.glob("man/*.po"))]:
    command = ["msgfmt", "--check", "--check-accelerators=_", "--statistics", "--output-file=/dev/null", f"po/{name}.po"]
    result = subprocess.run(command, cwd=tree.SOURCE, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    print(f"{name}: {result.stderr}")
    if result.returncode:
        problems.append(f"po/{name}.po: {result.stderr}")
tree.end(problems)
