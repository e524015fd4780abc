# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Fills pages of the manual with tables of what the source has, so that no page can disagree with it.

A page has these comments:
    <!-- formats -->    the formats of files and servers, of formats.json; each names the tests that show its row
    <!-- languages -->  the languages, with the number of complete messages in po
    <!-- libraries -->  the libraries, from the descriptions of their interfaces that the test “abi” compares them with"""

import json
import re
from collections import Counter
from pathlib import Path

from words import translate

SOURCE = Path(__file__).parents[2]
FORMATS = SOURCE / "docs/manual/formats.json"
ABI = "tests/gates/abi"
SONAME = re.compile(r"<abi-corpus [^>]*\bsoname='([^']+)'")
SYMBOL = re.compile(r"<elf-symbol name='[^']+'[^>]* version='(\w+_)([\d.]+)'")
# A string of a message, whose text may go on in further lines.
STRING = re.compile(r'^(msg\w+)(?:\[\d+\])? ((?:"[^\n]*"\n?)+)', re.MULTILINE)
TEAM = re.compile(r'^"Language-Team: (.+)\\n"$', re.MULTILINE)
NONE = "–"


def make_table(*rows):
    lines = [f"| {' | '.join(map(str, row))} |" for row in rows]
    return "\n".join([lines[0], "|" + " --- |" * len(rows[0]), *lines[1:]])


def read_formats():
    return json.loads(FORMATS.read_text(encoding="utf-8"))


def list_missing_tests(formats):
    """Returns the tests that formats name and that have no file. tests/style/listed.py fails for a file that no test runs."""
    files = {path.stem for path in (SOURCE / "tests").rglob("test-*")}
    return sorted({test for row in formats for test in row["tests"]} - files)


def make_format(row, language):
    texts = row[language]
    suffixes = dict.fromkeys(suffix for key in ("opens", "exported", "recorded") for suffix in row.get(key, []))
    opens = "yes" if row.get("opens") else "no"
    written = "yes" if row.get("exported") else "yes, when it is recorded" if row.get("recorded") else "no"
    return (
        ", ".join([texts["format"], *(f"`{suffix}`" for suffix in suffixes)]),
        texts.get("opens") or translate(language, opens),
        texts.get("written") or translate(language, written),
        texts["kept"],
        texts["lost"],
        ", ".join(f"`{test}`" for test in row["tests"]),
    )


def make_formats(language, _):
    formats = read_formats()
    missing = list_missing_tests(formats)
    untested = [row["en"]["format"] for row in formats if not row["tests"]]
    if missing or untested:
        raise ValueError(f"{FORMATS.name}: there is no test {', '.join(missing + untested)}")
    head = [translate(language, word) for word in ("format", "opens", "is written", "kept", "lost", "test")]
    return make_table(head, *(make_format(row, language) for row in formats))


def count_messages(path):
    """Returns how many messages of a language are complete, and how many there are."""
    complete = total = 0
    for entry in path.read_text(encoding="utf-8").split("\n\n"):
        flags = [line for line in entry.splitlines() if line.startswith("#,")]
        texts = [(key, re.sub(r'^"|"$', "", text, flags=re.MULTILINE).replace("\n", ""))
                 for key, text in STRING.findall(entry)]
        # The head of the file is the message without a text.
        if ("msgid", "") in texts or not texts:
            continue
        total += 1
        complete += not any("fuzzy" in line for line in flags) and all(text for _, text in texts)
    return f"{complete} / {total}"


def make_language(language, code, n_chapters):
    path, man = SOURCE / f"po/{code}.po", SOURCE / f"po/man/{code}.po"
    team = TEAM.search(path.read_text(encoding="utf-8")).group(1)
    return (
        f"{translate(language, team)}, `{code}`",
        count_messages(path),
        count_messages(man) if man.exists() else NONE,
        n_chapters.get(code, NONE),
    )


def make_languages(language, n_chapters):
    codes = re.findall(r"^\w+$", (SOURCE / "po/LINGUAS").read_text(encoding="utf-8"), re.MULTILINE)
    words = ("language", "texts of window and programs", "paragraphs of man pages", "chapters of this manual")
    return make_table(
        [translate(language, word) for word in words],
        (translate(language, "English"), *[translate(language, "all")] * 2, n_chapters["en"]),
        *(make_language(language, code, n_chapters) for code in codes),
    )


def make_library(path):
    text = path.read_text(encoding="utf-8")
    versions = Counter(SYMBOL.findall(text))
    folder = path.stem.rpartition("-")[0]
    header = f"{folder}/{folder}.h"
    if not (SOURCE / "lib" / header).exists():
        raise ValueError(f"{ABI}: there is no lib/{header}")
    macros = "/".join(dict.fromkeys(prefix for prefix, _ in versions))
    counts = ", ".join(f"{count} of `{prefix}{version}`" for (prefix, version), count in versions.items())
    return (f"`lib{path.stem}`", f"`{header}`", f"`{path.stem}`", f"`{SONAME.search(text).group(1)}`",
            f"`{macros.lower()}`", f"`{macros}`", counts, f"`{path.name}`")


def make_libraries(language, _):
    words = ("library", "header", "pkg-config", "soname", "symbols", "macros", "functions and their version", "description")
    paths = sorted((SOURCE / ABI).glob("*.abi"))
    return make_table([translate(language, word) for word in words], *map(make_library, paths))


TABLES = {
    "<!-- formats -->": make_formats,
    "<!-- languages -->": make_languages,
    "<!-- libraries -->": make_libraries,
}


def fill(text, language, n_chapters):
    """Returns a page with the tables in place of its comments. N_CHAPTERS has the number of chapters of each language."""
    for comment, make in TABLES.items():
        if comment in text:
            text = text.replace(comment, make(language, n_chapters))
    return text
