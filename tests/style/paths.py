# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Every file that a document names is there. A path may leave out its first folders; NAME in capital letters stands
for any name."""

import re

import tree

FOLDERS = ("data", "docs", "lib", "plugins", "po", "src", "tests")
SUFFIXES = r"\.(?:build|c|h|in|json|md|py|ui|\[ch\])"
PATH = re.compile(rf"`([\w./[\]-]+{SUFFIXES})`|\]\(([\w./-]+{SUFFIXES})\)")
PLACEHOLDER = re.compile(r"[A-Z]{4}")


def is_there(name, document, files):
    if name.startswith("build/") or PLACEHOLDER.search(name):
        return True
    if (tree.SOURCE / document.parent / name).exists():
        return True
    return any(f"/{path}".endswith(f"/{name}") for path in files)


def main():
    files = [str(path) for path in tree.find("", folders=FOLDERS)]
    files += [path.name for path in tree.SOURCE.iterdir() if path.is_file()]
    documents = [path.relative_to(tree.SOURCE) for path in tree.SOURCE.glob("*.md")]
    problems = []
    for document in documents + tree.find(".md", folders=FOLDERS):
        for quoted, link in PATH.findall(tree.read(document)):
            path = quoted or link
            names = [path.replace("[ch]", suffix) for suffix in "ch"] if "[ch]" in path else [path]
            problems += [f"{document}: no file {name}" for name in names if not is_there(name, document, files)]
    tree.end(problems)


main()
