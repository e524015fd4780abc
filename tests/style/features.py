# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""In the manual's table of features, every row names functions, which are public, places in the window, which
it says of itself, keys, which the table of actions has, and tests, which are there and run."""

import re

import tree

PAGE = "docs/manual/original.md"
HEAD = "| what | in a program | in the window | test |\n| --- | --- | --- | --- |\n"
ROW = re.compile(r"\| (.+) \| (.+) \| (.+) \| (.+) \|")
NAME = re.compile(r"`([\w-]+)`")
# A place begins with a capital letter.
PLACE = re.compile(r"(?:^|[,;:→(] ?|\b(?:and|or) )([A-Z][^,;:→()]*?)(?= and | or |[,;:→()]|$)")
KEY = re.compile(r"((?:(?:Ctrl|Shift|Alt)\+)*)(F\d+|\w+)(?: twice)?")
KEYS = {"Space": "space", "Enter": "Return", "Delete": "Delete"}

declared = set()
for headers in tree.find_libraries().values():
    for header in headers:
        declared |= set(re.findall(r"\b(gscope_\w+|gtk_scope_\w+) \(", tree.read(header)))

lists = [tree.read(path) for path in tree.find("meson.build", folders=("tests",))]
files = {path.name for path in tree.find("", folders=("tests",))}


def is_run(test):
    quoted = (f"'{test}'", f"'{test}.c'", f"'{test.removeprefix('test-')}'")
    return any(name in text for name in quoted for text in lists)


texts = set()
for path in tree.find(".ui", folders=("src/app",)):
    texts |= set(re.findall(r'translatable="yes">([^<]+)<', tree.read(path)))
for path in tree.find(".c", folders=("src/app", "lib")):
    texts |= set(re.findall(r'"((?:[^"\\\n]|\\.)+)"', tree.read_code(path)))
texts = {text.replace("_", "").lower() for text in texts}
actions = tree.read("src/app/window/actions.c")
told = {key for keys in re.findall(r'"\), (?:\.view_keys = )?"([^"]+)"', actions) for key in keys.split()}
# The window of shortcuts has a row for each pane in the table.
for path in tree.find(".h", folders=("lib/gscope",)):
    told |= set(re.findall(r"\bPANE \(\w+, \w+, '(\w)',", tree.read(path)))


def is_key(place):
    return "+" in place or re.fullmatch(r"F\d+|[A-Z]( twice)?", place)


def is_told(place):
    modifiers, key = KEY.fullmatch(place).groups()
    key = KEYS.get(key, key.lower() if len(key) == 1 else key)
    modifiers = modifiers.replace("Ctrl", "Control")
    return re.sub(r"(\w+)\+", r"<\1>", modifiers) + key in told


def is_there(place):
    if is_key(place):
        return is_told(place)
    return any(text.startswith(place.lower()) for text in texts)


problems = []
table = tree.read(PAGE).partition(HEAD)[2].partition("\n\n")[0]
rows = [ROW.fullmatch(line) for line in table.splitlines()]
for line, row in zip(table.splitlines(), rows):
    if not row or not NAME.search(row[2]) or not NAME.search(row[4]):
        problems.append(f"{PAGE}: no function or no test: {line}")
        continue
    what, functions, places, tests = row.groups()
    for place in PLACE.findall(places):
        if not is_there(place.strip()):
            problems.append(f"{PAGE}: {what}: the window has no “{place}”")
    for name in NAME.findall(functions):
        if name not in declared:
            problems.append(f"{PAGE}: {what}: no public function {name}")
    for name in NAME.findall(tests):
        if not {name, f"{name}.c", f"{name}.py"} & files or not is_run(name):
            problems.append(f"{PAGE}: {what}: no test {name} is run")
if not rows:
    problems.append(f"{PAGE}: no table of features")
tree.end(problems)
