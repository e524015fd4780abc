# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""The maker of the manual's pages, with a small manual in two languages: test-manual-pages.py SOURCE-DIRECTORY

What it makes has its links, its languages and its index, and it refuses each mistake."""

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(sys.argv[1])
REPORTS = SOURCE / "data/reports/virtual-machine.json"
MAKER = ("make-manual.py", "manual.css", "reports.py", "search.js", "tables.py", "words.py")
CHAPTERS = {"start": ["start.md"], "signals": ["signals.md", "more.md"], "program": ["program.md"]}
PAGES = {
    "start.md": "# Start\n\nSee [signals](signals.md#one-source).\n\n![Window](pictures/window.png)\n\n## First steps\n\nAn overshoot.\n",
    "signals.md": "# Signals\n\n![Window](pictures/window.png)\n\n## One source\n\nSee [above](#signals) and [more](#more-signals).\n",
    "more.md": "# More signals\n\nMuch.\n\n## Files\n\nLeft out.\n",
    "program.md": "# In your program\n\n[Start](start.md) it.\n\n![Window](pictures/window.png)\n\n<!-- formats -->\n",
    "de/start.md": "# Einstieg {#start}\n\nSiehe [Signale](signals.md#one-source) und [Programme](program.md).\n\n"
                   "![Fenster](pictures/window.png)\n\n## Erste Schritte {#first-steps}\n\nEin Überschwingen.\n",
    "de/signals.md": "# Signale {#signals}\n\n![Fenster](pictures/window.png)\n\n## Eine Quelle {#one-source}\n\n[Mehr](#more-signals).\n",
}
FORMATS = [{"opens": [".good"], "tests": ["test-good"], "en": {"format": "Good", "kept": "all", "lost": "nothing"}}]


class Manual:
    """A source directory with the pages, and what is made of them."""

    def __init__(self, folder):
        self.folder = folder
        self.output = folder / "output"
        for name in MAKER:
            self.write(name, (SOURCE / "docs/manual" / name).read_text(encoding="utf-8"))
        for name, text in PAGES.items():
            self.write(name, text)
        self.write("formats.json", json.dumps(FORMATS))
        self.add("tests/unit/test-good.c")
        self.add("pictures/window.png")

    def add(self, name, text=""):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def write(self, name, text):
        self.add(f"docs/manual/{name}", text)

    def replace(self, name, old, new):
        text = (self.folder / "docs/manual" / name).read_text(encoding="utf-8")
        assert old in text, f"{name} has no “{old}”"
        self.write(name, text.replace(old, new))

    def make(self, pictures="all"):
        """Returns the exit status and what was said."""
        pages = self.folder / "docs/manual"
        chapters = [f"{name}={','.join(str(pages / file) for file in files)}" for name, files in CHAPTERS.items()]
        command = [sys.executable, pages / "make-manual.py", self.output, self.folder / "pictures", pictures, REPORTS, *chapters]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    def read(self, name):
        return (self.output / name).read_text(encoding="utf-8")


# What pages have, and what they do not have.
HAS = {
    "start.html": [
        '<html lang="en">',
        '<a href="de/start.html" rel="alternate" hreflang="de" lang="de">Deutsch</a>',
        '<link rel="alternate" hreflang="de" href="de/start.html">',
        '<a href="signals.html#one-source">signals</a>',
        'src="pictures/window.png"',
        'Next: Signals →',
        'role="search" hidden',
    ],
    "signals.html": ['<h2 id="more-signals">More signals</h2>', '<a href="#signals">above</a>', '<a href="#more-signals">more</a>'],
    "program.html": ["<td>Good, <code>.good</code></td>", "<td><code>test-good</code></td>"],
    "de/start.html": [
        '<html lang="de">',
        '<a href="../start.html" rel="alternate" hreflang="en" lang="en">English</a>',
        '<link rel="stylesheet" href="../manual.css">',
        '<script src="../search.js" defer></script>',
        '<a href="signals.html#one-source">Signale</a>',
        '<a href="../program.html" hreflang="en">Programme</a>',
        '<a href="../program.html" hreflang="en" lang="en">In your program</a>\n<small>(englisch)</small>',
        'src="../pictures/window.png"',
        'Weiter: Signale →',
    ],
    "de/signals.html": [
        '<a href="../signals.html#more-signals" hreflang="en">Mehr</a>',
        '<a href="../signals.html#more-signals" hreflang="en" lang="en">More signals</a>',
        'Weiter: In your program →',
    ],
}
LACKS = {"signals.html": ["Left out"], "program.html": ['rel="alternate"', "<!--"], "start.html": ["(in English)"]}


def check_pages(manual):
    for name, texts in HAS.items():
        yield from (f"{name} has no {text}" for text in texts if text not in manual.read(name))
    for name, texts in LACKS.items():
        yield from (f"{name} has {text}" for text in texts if text in manual.read(name))
    for folder in ("", "de/"):
        if manual.read(f"{folder}index.html") != manual.read(f"{folder}start.html"):
            yield f"{folder}index.html is not the first page"


def read_index(manual, name):
    """Returns the pages of an index, and the words of its sections by page and section."""
    index = json.loads(manual.read(name).partition(" = ")[2].rstrip(";\n"))
    words = {(index["pages"][page][0], section): words.split() for page, section, _, words in index["sections"]}
    return index["pages"], words


def check_index(manual):
    pages, words = read_index(manual, "search-index.js")
    if pages[0] != ["start.html", "Start", ""] or words["start.html", "first-steps"] != ["an", "first", "overshoot", "steps"]:
        yield f"the index has {pages}, {words}"
    pages, words = read_index(manual, "de/search-index.js")
    if pages[2] != ["../program.html", "In your program", "en"] or "uberschwingen" not in words["start.html", "first-steps"]:
        yield f"the German index has {pages}, {words}"


def check_good(folder):
    manual = Manual(folder)
    status, said = manual.make()
    if status:
        return [f"a good manual is refused: {said}"]
    problems = [*check_pages(manual), *check_index(manual)]
    (manual.folder / "pictures/window.png").unlink()
    status, said = manual.make("some")
    if status or "<img" in manual.read("start.html"):
        problems.append(f"a picture that is not there is not left out: {said}")
    return problems


# Each mistake, and what is said of it.
MISTAKES = {
    "start.html: signals.html has no section nowhere": ("start.md", "#one-source", "#nowhere"),
    "start.html: there is no nothing.md": ("start.md", "signals.md#one-source", "nothing.md"),
    "start.html: ../nothing.md is not in the manual": ("start.md", "signals.md#one-source", "../nothing.md"),
    "start.html: there is no pictures/other.png": ("start.md", "window.png", "other.png"),
    "start: no picture before its first section": ("start.md", "![Window](pictures/window.png)\n\n", ""),
    "de/start.md: its headings have not the ids of the original": ("de/start.md", "## Erste Schritte {#first-steps}\n", ""),
    "de/start.html: de/signals.html has no section nowhere": ("de/start.md", "signals.md#one-source", "signals.html#nowhere"),
    "formats.json: there is no test test-bad": ("formats.json", "test-good", "test-bad"),
}


def check_mistake(folder, expected, mistake):
    manual = Manual(folder)
    manual.replace(*mistake)
    status, said = manual.make()
    return [] if status == 1 and expected in said and "Traceback" not in said else [f"not “{expected}”, but {status}: {said}"]


def main():
    scratch = Path(tempfile.mkdtemp(prefix="gscope-"))
    try:
        problems = check_good(scratch / "good")
        for i, (expected, mistake) in enumerate(MISTAKES.items()):
            problems += check_mistake(scratch / str(i), expected, mistake)
    finally:
        shutil.rmtree(scratch)
    print("\n".join(problems) or f"a good manual is made, and {len(MISTAKES)} mistakes are found")
    sys.exit(bool(problems))


main()
