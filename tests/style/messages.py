# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Sentences for users are marked for translation, whole: a text of three words in a row, outside of _ () and its
siblings, and outside of the functions below, whose texts are for programmers."""

import re

import tree

TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'|\w+|[()]')
SENTENCE = re.compile(r"\b[a-z']+ +[a-z']+ +[a-z']+\b", re.IGNORECASE)
CONVERSION = re.compile(r"%[-+ 0#]*[\d*]*(\.[\d*]+)?[a-z]+")
MARKED = {"_", "N_", "C_", "NC_", "ngettext", "g_dngettext"}
# names of sources, keys of settings in preferences.c, queries, and texts of other programs and of HTTP
FOREIGN = r"g_source_set_static_name|bind_choice|strstr|soup_server_message_set_status|decode_connection_prepare"
PROGRAMMERS = re.compile(
    rf"g_(assert\w*|critical|debug|error|info|message|return_\w+|warning\w*)|G_STATIC_ASSERT|{FOREIGN}"
)
# clients and test kit know no translations; draw-card is a program of the build
OTHERS = ("lib/client/", "lib/gscope-test/", "lib/gscope-gtk/plot/draw-card.c")
# an answer in HTTP
PROTOCOL = "\\r\\n"


def find_texts(code):
    """Yields the texts that are not an argument of a function above, each with its place."""
    calls = []
    before = ""
    for match in TOKEN.finditer(code):
        token = match.group()
        if token == "(":
            calls.append(before)
        elif token == ")":
            calls = calls[:-1]
        elif token[0] == '"' and not any(call in MARKED or PROGRAMMERS.fullmatch(call) for call in calls):
            yield match.start(), token
        before = token


# a translator cannot know the verb
VERB = re.compile(r"\bcannot %s")
# ngettext () takes the program's translations, not the library's
OF_PROGRAM = re.compile(r"\bngettext \(")

problems = []
for path in tree.find(".c", ".h", folders=("lib", "plugins", "src")):
    if path.as_posix().startswith(OTHERS):
        continue
    code = tree.read_code(path)
    for place, text in find_texts(code):
        if PROTOCOL not in text and SENTENCE.search(CONVERSION.sub("", text.replace("\\n", " "))):
            problems.append(f"{path}:{code.count(chr(10), 0, place) + 1}: {text}: not marked for translation")
    if VERB.search(code):
        problems.append(f"{path}: a verb is inserted into a message: write whole sentences")
    if path.parts[0] != "src" and OF_PROGRAM.search(code):
        problems.append(f"{path}: ngettext () takes the program's translations: use g_dngettext ()")
tree.end(problems)
