# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""The manual has what a user can choose: one of its sentences or tables has all titles of a list of choices, and each
action of the window is there by its title or by a key. The page of each program has its options, and the completions of the
program for each shell have the options of its page."""

import re

import tree

# The titles of the choices of each list.
CHOICES = {
    "lib/gscope/signal/aggregate.c": r'\[GSCOPE_AGGREGATION_\w+\] = \{ NC_ \("aggregation", "([^"]+)"\)',
    "lib/gscope/trigger/condition.c": r'\[GSCOPE_TRIGGER_\w+\] = \{ N_ \("([^"]+)"\)',
    "lib/gscope/playback/format.c": r'FORMAT \("[^"]+", \w+, "[^"]*",\s*N_ \("([^"]+)"\)',
    "lib/gscope/document/view-settings.h": r'PANE \(\w+, \w+, \'\w\', N_ \("[^"]+"\),\s*N_ \("([^"]+)"\)\)',
}
ACTION = re.compile(r'\{ "win\.([\w-]+)",\s*N_ \("([^"]+)"\)(?:, (?:\.view_keys = )?"([^"]+)")?')
KEYS = {"plus": "+", "minus": "−", "backslash": "\\\\", "bar": "|", "space": "Space", "Return": "Enter"}
OPTION = re.compile(r'\{ "([a-z-]+)", (?:\'\w\'|0), (?!G_OPTION_FLAG_HIDDEN)\w+, G_OPTION_ARG')
# Programs with their tables of options, and how the completions of a shell write an option.
PROGRAMS = {
    "gscope": "src/app/main.c",
    "gscope-workload": "src/workload/main.c",
    "gscopectl": "src/tools/options.c",
    "gscoped": "src/agent/options.c",
    "mxtraf": "src/mxtraf/cli/options.c",
}
SHELLS = {"bash": r"--([a-z][a-z-]*)", "fish": r"^complete .* -l ([a-z][a-z-]*)", "zsh": r"--([a-z][a-z-]*)"}


def split(page):
    """Yields the sentences and the tables of a page, each as one line."""
    for part in re.split(r"\n\s*\n", page):
        for text in [part] if part.startswith("|") else part.split(". "):
            yield " ".join(text.split())


def has(text, name):
    return name in text and re.search(rf"(?<![\w+]){re.escape(name)}(?![\w+])", text) is not None


def list_missing(titles, text):
    return [title for title in titles if not has(text, title.lower())]


def judge_choices(pages):
    texts = [text.lower() for page in pages for text in split(page)]
    for path, row in CHOICES.items():
        titles = re.findall(row, tree.read(path))
        least = min((list_missing(titles, text) for text in texts), key=len)
        if not titles:
            yield f"{path}: no title was found"
        elif least:
            yield f"{path}: docs/manual has no list of the choices with: {', '.join(least)}"


def list_keys(keys):
    """Yields the keys of an action as the manual writes them."""
    for key in keys.split():
        *modifiers, name = re.findall(r"\w+", key)
        name = KEYS.get(name, name.upper() if len(name) == 1 else name)
        yield "+".join([modifier.replace("Control", "Ctrl") for modifier in modifiers] + [name])


def judge_actions(pages):
    actions = ACTION.findall(tree.read("src/app/window/actions.c"))
    text = " ".join(" ".join(pages).split())
    lower = text.lower()
    if not actions:
        yield "src/app/window/actions.c: no action was found"
    for action, title, keys in actions:
        title = title.replace("_", "").removesuffix("…")
        if not has(lower, title.lower()) and not any(has(text, key) for key in list_keys(keys)):
            yield f"src/app/window/actions.c: docs/manual has neither “{title}” nor a key of win.{action}"


def list_options(program):
    """Returns the options that the page of a program describes, without the section “For programs”, which is not for users."""
    page = tree.read(f"data/{program}.1").replace("\\-", "-")
    options = page.partition("\n.SH OPTIONS\n")[2].partition("\n.SH ")[0].partition("\n.SS For programs\n")[0]
    heads = re.findall(r"^\.TP\n(\.BR? .*)$", options, re.MULTILINE)
    return set(re.findall(r"--([a-z][a-z-]*)", " ".join(heads)))


def judge_options():
    for program, path in PROGRAMS.items():
        known = set(OPTION.findall(tree.read(path)))
        if not known:
            yield f"{path}: no option was found"
        yield from (f"data/{program}.1: no --{name}" for name in sorted(known - list_options(program)))


def judge_completions():
    for program in PROGRAMS:
        options = list_options(program)
        if not options:
            yield f"data/{program}.1: no option was found"
        for shell, pattern in SHELLS.items():
            path = f"data/completions/{program}.{shell}"
            found = set(re.findall(pattern, tree.read(path), re.MULTILINE))
            yield from (f"{path}: no --{name}" for name in sorted(options - found))
            yield from (f"{path}: --{name} is not in data/{program}.1" for name in sorted(found - options))


manual = [tree.read(path) for path in tree.find(".md", folders=("docs/manual",)) if path.parent.name == "manual"]
tree.end([*judge_choices(manual), *judge_actions(manual), *judge_options(), *judge_completions()])
