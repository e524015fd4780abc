# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""The indented blocks of a page of the manual: commands, files and what programs print."""

import re
from pathlib import Path


def read_blocks(path):
    """Returns each block as a text without the indentation. A block ends at an empty line."""
    text = Path(path).read_text(encoding="utf-8")
    return [re.sub("^    ", "", block, flags=re.MULTILINE) for block in re.findall(r"(?<=\n\n)((?:    .*\n)+)", text)]


class Page:
    """A page of which a test takes each block once."""

    def __init__(self, path):
        self.path = Path(path)
        self.text = self.path.read_text(encoding="utf-8")
        self.blocks = read_blocks(path)

    def take(self, words):
        """Returns the first block with the words that nobody has taken yet."""
        found = next((block for block in self.blocks if words in block), None)
        assert found, f"{self.path.name}: no block has “{words}”"
        self.blocks.remove(found)
        return found

    def end(self):
        assert not self.blocks, f"{self.path.name}: nothing runs or checks these blocks: {self.blocks}"
