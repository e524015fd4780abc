# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""xgettext reads the strings to translate whole: at a macro that is not of <inttypes.h> it ends one."""

import re

import tree

LITERAL = re.compile(r'"(?:\\.|[^"\\\n])*"')
MARK = r'\b(?:_|N_|C_|NC_|Q_|ngettext|g_dngettext)\s*\('
CUT = re.compile(MARK + r'[^()]*?""\s*(?!PRI)[A-Z]\w+')

problems = []
for path in tree.find(".c", ".h", folders=("lib", "plugins", "src")):
    code = LITERAL.sub('""', tree.read_code(path))
    for match in CUT.finditer(code):
        number = code.count("\n", 0, match.end()) + 1
        problems.append(f"{path}:{number}: xgettext ends the string here; use <inttypes.h>")
tree.end(problems)
