# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Makes the manual from Markdown: an HTML page for each chapter.

    make-manual OUTPUT-DIRECTORY PICTURES-DIRECTORY all|some REPORTS CHAPTER=FILE[,FILE…]…

The first file of a chapter has its title; the others follow as sections of it, without their parts about source files.
The comment <!-- include FILE.c --> is replaced by the code in a file, whose path is relative to the page. In the row of a
table, <!-- figures --> is replaced by the figures of the experiments that the cell before names. REPORTS are those of a machine, whose
values are filled in as reports.py says.
A link to a page, a section or a picture that does not exist is an error. Where the directory has only some of the pictures,
the pages leave out the others."""

import html
import json
import re
import shutil
import sys
from pathlib import Path

import markdown
import reports

FOOT = re.compile(r"^## (?:Files|How it works)\n.*?(?=^## |\Z)", re.DOTALL | re.MULTILINE)
INCLUDE = re.compile(r"<!-- include (\S+) -->\n?")
FIGURES = re.compile(r"\| ([^|\n]*) \| <!-- figures -->")
EXPERIMENTS = Path(__file__).parents[2] / "data/experiments"
LICENCE = re.compile(r"\A(?:/\*.*?\*/\n+|(?:#[^\n]*\n)+)", re.DOTALL)
COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)
PICTURE = re.compile(r"!\[[^\]]*\]\(([^)]*)\)\n?")
PAGE_LINK = re.compile(r"\]\((\w[\w-]*)\.md(#[\w-]+)?\)")
EXTENSIONS = ["attr_list", "def_list", "fenced_code", "sane_lists", "tables", "toc"]

PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} — Gscope</title>
<link rel="stylesheet" href="manual.css">
</head>
<body>
<nav>
<h2><a href="{first}.html">Gscope</a></h2>
<ol>
{contents}
</ol>
</nav>
<main>
{body}
<footer>{footer}</footer>
</main>
</body>
</html>
"""


def show_code(path):
    code = LICENCE.sub("", path.read_text(encoding="utf-8"))
    return f"```c\n{code}```\n"


def list_figures(found):
    """Returns the cell of experiments, and one of the figures that they measure again."""
    figures = []
    for name in re.findall(r"`([^`]+)`", found.group(1)):
        figures += json.loads((EXPERIMENTS / f"{name}.json").read_text(encoding="utf-8"))["figure"]
    return f"| {found.group(1)} | {', '.join(dict.fromkeys(figures))}"


def read(paths, machine):
    """Returns a chapter's Markdown: headings of the files after the first are a level lower."""
    texts = []
    for i, path in enumerate(paths):
        text = path.read_text(encoding="utf-8")
        text = INCLUDE.sub(lambda found, folder=path.parent: show_code(folder / found.group(1)), text)
        text = COMMENT.sub("", reports.fill(FIGURES.sub(list_figures, text), machine))
        if i:
            text = re.sub(r"^#", "##", FOOT.sub("", text), flags=re.MULTILINE)
        texts.append(text)
    return "\n\n".join(texts)


def list_sections(tokens):
    return [(token["id"], token["name"]) for token in tokens[0]["children"]]


def make_contents(chapters, current):
    lines = []
    for name, (title, _, sections) in chapters.items():
        lines.append(f'<li{" class=current" if name == current else ""}><a href="{name}.html">{html.escape(title)}</a>')
        if name == current and sections:
            items = "".join(f'<li><a href="#{section}">{text}</a></li>' for section, text in sections)
            lines.append(f"<ul>{items}</ul>")
        lines.append("</li>")
    return "\n".join(lines)


def make_footer(names, chapters, i):
    links = []
    if i > 0:
        links.append(f'<a href="{names[i - 1]}.html">← {html.escape(chapters[names[i - 1]][0])}</a>')
    if i + 1 < len(names):
        links.append(f'<a href="{names[i + 1]}.html">{html.escape(chapters[names[i + 1]][0])} →</a>')
    return " ".join(links)


def check_links(output):
    """Returns a line for each link within the manual that leads nowhere."""
    pages = {path.name: path.read_text(encoding="utf-8") for path in output.glob("*.html")}
    problems = []
    for name, text in pages.items():
        for link in re.findall(r'(?:href|src)="([^"]+)"', text):
            page, _, section = link.partition("#")
            if "://" in page or page.startswith("../"):
                continue
            if page and not (output / page).exists():
                problems.append(f"{name}: there is no {page}")
            elif section and f'id="{section}"' not in pages.get(page or name, ""):
                problems.append(f"{name}: {page or name} has no section {section}")
    return problems


def main():
    output = Path(sys.argv[1])
    has_all = sys.argv[3] == "all"
    shutil.rmtree(output, ignore_errors=True)
    (output / "pictures").mkdir(parents=True)
    for picture in Path(sys.argv[2]).glob("*.png"):
        shutil.copy(picture, output / "pictures")
    shutil.copy(Path(__file__).with_name("manual.css"), output)
    chapters = {}
    machine = reports.read(Path(sys.argv[4]))
    for argument in sys.argv[5:]:
        name, _, files = argument.partition("=")
        text = read([Path(path) for path in files.split(",")], machine)
        if not has_all:
            text = PICTURE.sub(lambda found: found.group() if (output / found.group(1)).exists() else "", text)
        text = PAGE_LINK.sub(r"](\1.html\2)", text)
        converter = markdown.Markdown(extensions=EXTENSIONS)
        body = converter.convert(text)
        chapters[name] = (html.unescape(converter.toc_tokens[0]["name"]), body, list_sections(converter.toc_tokens))
    names = list(chapters)
    for i, name in enumerate(names):
        title, body, _ = chapters[name]
        page = PAGE.format(title=html.escape(title), first=names[0], body=body,
                           contents=make_contents(chapters, name), footer=make_footer(names, chapters, i))
        (output / f"{name}.html").write_text(page, encoding="utf-8")
    shutil.copy(output / f"{names[0]}.html", output / "index.html")
    problems = check_links(output)
    for problem in problems:
        print(f"make-manual: {problem}", file=sys.stderr)
    sys.exit(1 if problems else 0)


main()
