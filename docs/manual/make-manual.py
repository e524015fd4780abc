# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Makes the manual from Markdown: an HTML page for each chapter, with a search.

    make-manual OUTPUT-DIRECTORY PICTURES-DIRECTORY all|some REPORTS CHAPTER=FILE[,FILE…]…

The first file of a chapter has its title; the others follow as sections of it, without their parts about source files.
The comment <!-- include FILE --> is replaced by the code in a file, whose path is relative to the page. In the row of a
table, <!-- figures --> is replaced by the figures of the experiments that the cell before names. REPORTS are those of a machine, whose
values are filled in as reports.py says; tables.py has further comments.

The translation of FOLDER/NAME.md is FOLDER/LANGUAGE/NAME.md. Its headings have the ids of the original, and its links are written as
in the original. A chapter whose first file is translated has a page in the directory LANGUAGE of the output, too. Links lead to
translations where there are any.

A link to a page, a section or a picture that does not exist is an error, and so is a chapter that does not begin with a picture.
Where the directory has only some of the pictures, the pages leave out the others."""

import html
import json
import os
import re
import shutil
import sys
import unicodedata
from pathlib import Path

import markdown
import reports
import tables
from words import LANGUAGES, get_name, translate

FOOT = re.compile(r"^## (?:Files|How it works)\n.*?(?=^## |\Z)", re.DOTALL | re.MULTILINE)
INCLUDE = re.compile(r"<!-- include (\S+) -->\n?")
FIGURES = re.compile(r"\| ([^|\n]*) \| <!-- figures -->")
EXPERIMENTS = Path(__file__).parents[2] / "data/experiments"
LICENCE = re.compile(r"\A(?:/\*.*?\*/\n+|(?:(?:#|//)[^\n]*\n)+\n*)", re.DOTALL)
COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)
HEADING = re.compile(r"^#+ (.+?)(?: \{.*\})?$", re.MULTILINE)
PICTURE = re.compile(r"(!\[[^\]]*\]\()(pictures/[^)]*)\)(\n?)")
LINK = re.compile(r"\]\((?:(?:[\w.-]+/)*([\w-]+)\.md)?(?:#([\w-]+))?\)")
SECTION = re.compile(r'<h[1-6] id="([^"]+)">(.*?)</h[1-6]>', re.DOTALL)
TAG = re.compile(r"<[^>]*>")
EXTENSIONS = ["attr_list", "def_list", "fenced_code", "sane_lists", "tables", "toc"]
ORIGINAL = "en"
# The section of a translation that lists what only the original has.
REST = "only-in-english"
# Chapters about other viewers and about texts, which no window shows.
WITHOUT_PICTURE = {"foxglove", "promise", "protocol", "reference"}
# Directories beside the manual.
REFERENCES = {"gscope-1", "gscope-gtk-1"}

PAGE = """<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} — Gscope</title>
<link rel="stylesheet" href="{root}manual.css">
{alternates}<script src="{root}search.js" defer></script>
</head>
<body>
<nav aria-label="{label}">
<h2><a href="{first}.html">Gscope</a></h2>
{languages}{search}<ol>
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

# search.js shows it.
SEARCH = """<form id="search-form" role="search" hidden data-none="{none}" data-one="{one}" data-many="{many}">
<label for="search-field">{label}</label>
<input id="search-field" type="search" autocomplete="off" spellcheck="false">
<p role="status" aria-live="polite"></p>
<ul></ul>
</form>
"""


class Page:
    """A chapter in a language."""

    def __init__(self, name, language, text):
        converter = markdown.Markdown(extensions=EXTENSIONS)
        self.name = name
        self.language = language
        self.body = converter.convert(text)
        self.title = html.unescape(converter.toc_tokens[0]["name"])
        self.sections = [(token["id"], token["name"]) for token in converter.toc_tokens[0]["children"]]
        self.ids = list_ids(converter.toc_tokens)


def list_ids(tokens):
    return [name for token in tokens for name in (token["id"], *list_ids(token["children"]))]


class Manual:
    """The pages of all languages."""

    def __init__(self, output, pictures, machine, files):
        self.output = output
        self.has_all = pictures == "all"
        self.machine = machine
        # the files of each chapter, and those that a language has; a chapter without its first file is not in it
        self.files = files
        self.translations = {ORIGINAL: files}
        for language in LANGUAGES:
            if language != ORIGINAL:
                self.translations[language] = find_translations(files, language)
        # the ids of the headings of each file of the original
        self.ids = {}
        self.pages = {language: {} for language in LANGUAGES}
        self.problems = []
        for language in self.pages:
            self.add_pages(language)

    def add_pages(self, language):
        counts = {code: len(chapters) for code, chapters in self.translations.items() if chapters}
        for name, paths in self.translations[language].items():
            texts = [read(path, i == 0, self.machine, language, counts) for i, path in enumerate(paths.values())]
            if language == ORIGINAL:
                page = self.make_page(name, language, "\n\n".join(texts))
                self.take_ids(page, texts)
                self.check_picture(name, texts[0])
            else:
                page = self.make_page(name, language, "\n\n".join([*texts, *self.list_rest(name, language)]))
                self.check_ids(page)
            self.pages[language][name] = page

    def make_page(self, name, language, text):
        text = PICTURE.sub(lambda found: self.link_picture(found, language), text)
        return Page(name, language, LINK.sub(lambda found: self.link_page(found, name, language), text))

    def link_picture(self, found, language):
        if not self.has_all and not (self.output / found.group(2)).exists():
            return ""
        return f"{found.group(1)}{find_root(language)}{found.group(2)}){found.group(3)}"

    def link_page(self, found, page, language):
        name, section = found.group(1) or page, found.group(2)
        if name not in self.files or not (found.group(1) or section):
            return found.group()
        target = self.choose(language, name, section)
        place = "" if name == page and target == language else find_page(language, target, name)
        return f"]({place}{f'#{section}' if section else ''}){'' if target == language else f'{{: hreflang={target} }}'}"

    def choose(self, language, name, section=None):
        """Returns the language of the page to which those of a language link."""
        files = self.translations[language].get(name, {})
        known = any(section in self.ids.get(path, []) for path in files)
        return language if language == ORIGINAL or (files and (known or not section)) else ORIGINAL

    def take_ids(self, page, texts):
        """Keeps which file of a chapter has which headings."""
        ids = list(page.ids)
        for path, text in zip(self.files[page.name], texts):
            n = len(HEADING.findall(text))
            self.ids[path], ids = ids[:n], ids[n:]
        if ids:
            self.problems.append(f"{page.name}: it is not clear which file has the sections {', '.join(ids)}")

    def check_ids(self, page):
        expected = [name for path in self.translations[page.language][page.name] for name in self.ids[path]]
        found = [name for name in page.ids if name != REST]
        if found != expected:
            self.problems.append(f"{page.language}/{page.name}.md: its headings have not the ids of the original: "
                                 f"{', '.join(found)} instead of {', '.join(expected)}")

    def check_picture(self, name, text):
        if self.has_all and name not in WITHOUT_PICTURE and not PICTURE.search(text.partition("\n## ")[0]):
            self.problems.append(f"{name}: no picture before its first section")

    def list_rest(self, name, language):
        """Returns the section of a translation about the files of a chapter that are not translated."""
        rest = [path for path in self.files[name] if path not in self.translations[language][name]]
        lines = [f"\n## {translate(language, 'In English')} {{#{REST}}}\n"] if rest else []
        for path in rest:
            title = HEADING.search(path.read_text(encoding="utf-8")).group(1)
            place = f"{find_page(language, ORIGINAL, name)}#{self.ids[path][0]}"
            lines.append(f"- [{title}]({place}){{: hreflang={ORIGINAL} lang={ORIGINAL} }}")
        return ["\n".join(lines)] if lines else []

    def find(self, language, name):
        """Returns the page of a chapter that those of a language link to."""
        return self.pages[self.choose(language, name)][name]


def find_translations(files, language):
    """Returns, of each chapter whose first file is translated, the files that are, by those of the original."""
    translations = {}
    for name, paths in files.items():
        places = {path: path.parent / language / path.name for path in paths}
        if next(iter(places.values())).exists():
            translations[name] = {path: place for path, place in places.items() if place.exists()}
    return translations


def find_root(language):
    """Returns the path from the pages of a language to the directory of the manual."""
    return "" if language == ORIGINAL else "../"


def find_page(language, target, name):
    """Returns the path from the pages of a language to a page of another one, or of the same."""
    if language == target:
        return f"{name}.html"
    return f"{find_root(language)}{'' if target == ORIGINAL else f'{target}/'}{name}.html"


def show_code(path):
    code = LICENCE.sub("", path.read_text(encoding="utf-8"))
    return f"```{path.suffix[1:]}\n{code}```\n"


def list_figures(found):
    """Returns the cell of experiments, and one of the figures that they measure again."""
    figures = []
    for name in re.findall(r"`([^`]+)`", found.group(1)):
        figures += json.loads((EXPERIMENTS / f"{name}.json").read_text(encoding="utf-8"))["figure"]
    return f"| {found.group(1)} | {', '.join(dict.fromkeys(figures))}"


def read(path, is_first, machine, language, counts):
    """Returns the Markdown of a file: headings of the files after the first are a level lower."""
    text = path.read_text(encoding="utf-8")
    text = INCLUDE.sub(lambda found: show_code(path.parent / found.group(1)), text)
    text = tables.fill(text, language, counts)
    text = COMMENT.sub("", reports.fill(FIGURES.sub(list_figures, text), machine))
    return text if is_first else re.sub(r"^#", "##", FOOT.sub("", text), flags=re.MULTILINE)


def make_link(page, language, text, attributes=""):
    """Returns a link from the pages of a language, which says so if it leads to another language."""
    place = find_page(language, page.language, page.name)
    if page.language != language:
        attributes += f' hreflang="{page.language}" lang="{page.language}"'
    return f'<a href="{place}"{attributes}>{html.escape(text)}</a>'


def make_contents(manual, current):
    lines = []
    for name in manual.files:
        page = manual.find(current.language, name)
        is_current = name == current.name
        attributes = ' aria-current="page"' if is_current else ""
        lines.append(f"<li{' class=current' if is_current else ''}>{make_link(page, current.language, page.title, attributes)}")
        if page.language != current.language:
            lines.append(f"<small>{translate(current.language, '(in English)')}</small>")
        if is_current and page.sections:
            items = "".join(f'<li><a href="#{section}">{text}</a></li>' for section, text in page.sections)
            lines.append(f"<ul>{items}</ul>")
        lines.append("</li>")
    return "\n".join(lines)


def make_footer(manual, current):
    language = current.language
    names = list(manual.files)
    i = names.index(current.name)
    links = []
    if i > 0:
        page = manual.find(language, names[i - 1])
        links.append(make_link(page, language, f"← {translate(language, 'Back')}: {page.title}", ' rel="prev"'))
    if i + 1 < len(names):
        page = manual.find(language, names[i + 1])
        links.append(make_link(page, language, f"{translate(language, 'Next')}: {page.title} →", ' rel="next"'))
    return " ".join(links)


def make_page(manual, page):
    language = page.language
    others = [pages[page.name] for code, pages in manual.pages.items() if code != language and page.name in pages]
    links = [make_link(other, language, get_name(other.language), ' rel="alternate"') for other in others]
    search = SEARCH.format(
        label=translate(language, "Search"),
        none=translate(language, "No section has all these words"),
        one=translate(language, "1 section"),
        many=translate(language, "# sections"),
    )
    return PAGE.format(
        language=language,
        title=html.escape(page.title),
        root=find_root(language),
        alternates="".join(f'<link rel="alternate" hreflang="{other.language}" href="{find_page(language, other.language, page.name)}">\n'
                           for other in others),
        label=translate(language, "Chapters"),
        first=next(iter(manual.pages[language])),
        languages=f"<p>{' '.join(links)}</p>\n" if links else "",
        search=search,
        contents=make_contents(manual, page),
        body=page.body,
        footer=make_footer(manual, page),
    )


def list_words(text):
    """Returns the words of a text, as search.js finds those of a query."""
    letters = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.category(c).startswith("M"))
    return re.findall(r"\w{2,}", letters.lower())


def make_index(manual, language):
    """Returns what search.js reads: pages, with the language of those in another one, and sections with their words."""
    pages, sections = [], []
    for name in manual.files:
        page = manual.find(language, name)
        pages.append([find_page(language, page.language, name), page.title, page.language if page.language != language else ""])
        parts = SECTION.split(page.body)
        for section, *texts in zip(parts[1::3], parts[2::3], parts[3::3]):
            title, text = (html.unescape(TAG.sub(" " if i else "", part)) for i, part in enumerate(texts))
            words = " ".join(sorted(set(list_words(f"{title} {text}"))))
            sections.append([len(pages) - 1, section, title, words])
    index = json.dumps({"pages": pages, "sections": sections}, ensure_ascii=False, separators=(",", ":"))
    return f"globalThis.manualIndex = {index};\n"


def check_links(output):
    """Returns a line for each link within the manual that leads nowhere."""
    pages = {path.relative_to(output).as_posix(): path.read_text(encoding="utf-8") for path in output.rglob("*.html")}
    problems = []
    for name, text in pages.items():
        for link in re.findall(r'(?:href|src)="([^"]+)"', text):
            place, _, section = link.partition("#")
            if "://" in place:
                continue
            page = os.path.normpath(os.path.join(os.path.dirname(name), place)) if place else name
            if page.startswith("../"):
                if page.split("/")[1] not in REFERENCES:
                    problems.append(f"{name}: {place} is not in the manual")
            elif not (output / page).exists():
                problems.append(f"{name}: there is no {page}")
            elif section and f'id="{section}"' not in pages.get(page, ""):
                problems.append(f"{name}: {page} has no section {section}")
    return problems


def write(manual):
    for language, pages in manual.pages.items():
        if not pages:
            continue
        folder = manual.output if language == ORIGINAL else manual.output / language
        folder.mkdir(exist_ok=True)
        for name, page in pages.items():
            (folder / f"{name}.html").write_text(make_page(manual, page), encoding="utf-8")
        shutil.copy(folder / f"{next(iter(pages))}.html", folder / "index.html")
        (folder / "search-index.js").write_text(make_index(manual, language), encoding="utf-8")


def main():
    output = Path(sys.argv[1])
    shutil.rmtree(output, ignore_errors=True)
    (output / "pictures").mkdir(parents=True)
    for picture in Path(sys.argv[2]).glob("*.png"):
        shutil.copy(picture, output / "pictures")
    for name in ("manual.css", "search.js"):
        shutil.copy(Path(__file__).with_name(name), output)
    files = {}
    for argument in sys.argv[5:]:
        name, _, paths = argument.partition("=")
        files[name] = {path: path for path in map(Path, paths.split(","))}
    try:
        manual = Manual(output, sys.argv[3], reports.read(Path(sys.argv[4])), files)
        write(manual)
    except ValueError as error:
        sys.exit(f"make-manual: {error}")
    problems = manual.problems + check_links(output)
    for problem in problems:
        print(f"make-manual: {problem}", file=sys.stderr)
    sys.exit(1 if problems else 0)


main()
