# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""A message that names something of the window in quotes, such as “Overshoot”, names it in each language as the window does."""

import collections
import re

import tree

ENTRY = re.compile(r"(?:\n|^)((?:#.*\n)*)((?:msg.*\n(?:\".*\n)*)+)")
STRING = re.compile(r'^(msg\w+)(?:\[\d+\])? ((?:".*"\n?)+)', re.MULTILINE)
QUOTED = re.compile(r"[“„«「]\s*([^”“»」]+?)\s*[”“»」]")
DECORATION = re.compile(r"\(_\w\)|_|\s*…$|\.$")

Message = collections.namedtuple("Message", "context text translation places")


def read(path):
    for comments, strings in ENTRY.findall(tree.read(path)):
        texts = collections.defaultdict(str)
        for kind, text in STRING.findall(strings):
            # the first of several plural forms
            texts[kind] = texts[kind] or "".join(re.findall(r'"(.*)"', text))
        places = set(re.findall(r"[\w/.-]+\.\w+", " ".join(re.findall(r"#: (.*)", comments))))
        if texts["msgid"]:
            yield Message(texts["msgctxt"], texts["msgid"], texts["msgstr"], places)


def clean(text):
    return DECORATION.sub("", text).strip()


def find_names(known, name, places):
    """Returns the translations of a name: those of the same file, or else those without a context, or else all."""
    messages = known[name]
    chosen = [message for message in messages if message.places & places] \
        or [message for message in messages if not message.context] or messages
    return {clean(message.translation) for message in chosen}


def judge(path):
    messages = list(read(path))
    known = collections.defaultdict(list)
    for message in messages:
        if message.text[0].isupper():
            known[clean(message.text)].append(message)
    for message in messages:
        found = {clean(name) for name in QUOTED.findall(message.translation)}
        for name in map(clean, QUOTED.findall(message.text)):
            if name not in known or not message.translation:
                continue
            names = find_names(known, name, message.places)
            if not names & found:
                yield f"{path}: “{name}” is {' or '.join(sorted(names))} in the window, and not here: {message.translation}"


tree.end([problem for path in tree.find(".po", folders=("po",)) for problem in judge(path)])
