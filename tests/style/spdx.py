# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Every file of the source says in its first lines what license it has."""

from pathlib import Path

import tree

IDENTIFIER = "SPDX-License-Identifier: LGPL-2.1-or-later"
SUFFIXES = (
    ".c", ".c.in", ".css", ".h", ".h.in", ".py", ".sh", ".toml.in", ".ui", ".xml",
    "meson.build", "meson_options.txt", "Makefile",
)


def is_script(path):
    return "." not in path.name and (tree.SOURCE / path).read_bytes().startswith(b"#!")


def has_identifier(path):
    return IDENTIFIER in "\n".join(tree.read(path).splitlines()[:4])


folders = (".ci", "data", "debian", "docs", "po", *tree.FOLDERS)
files = [Path(name) for name in (".clang-format", "Makefile", "meson.build", "meson_options.txt")]
files += [
    path
    for path in tree.find("", folders=folders)
    if path.name.endswith(SUFFIXES) or is_script(path)
]
tree.end([f"{path}: no '{IDENTIFIER}' at its top" for path in files if not has_identifier(path)])
