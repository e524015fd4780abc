# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""A page of the manual in another language, docs/manual/LANGUAGE/NAME.md, keeps step with the English one: block by block it has
the same headings with the same ids, pictures, code, rows of tables and links. Names of the window are those of
po/LANGUAGE.po, and no sentence is left in English."""

import collections
import itertools
import re
import unicodedata

import tree

FOLDER = "docs/manual"
Block = collections.namedtuple("Block", "kind line text")

# The kinds of lines. Adjacent lines of the last two are one block.
KINDS = {
    "heading": re.compile(r"#+ "),
    "row of a table": re.compile(r"\|"),
    "picture": re.compile(r"!\["),
    "comment": re.compile(r"<!--.*-->$"),
    "code": re.compile(r" {4}"),
    "paragraph": re.compile(r""),
}
HEADING = re.compile(r"(#+) (.*?)(?: \{#([\w-]+)\})?")
PICTURE = re.compile(r"!\[(.*)\]\((.*)\)")
LINK = re.compile(r"\]\(([^)\s]+)\)")
QUOTED = re.compile(r"`[^`]+`|<!--.*?-->")
NAME = re.compile(r"(?<![*\w\\])\*([^*\s][^*]*)\*(?![*\w])")
CELL = re.compile(r"(?<!\\)\|")
# Code itself is not translated, what a comment in it says is.
REMARK = re.compile(r"\s+# .*")
SENTENCE_END = re.compile(r"(?<=[.?!])\s|(?<!\\)\|")
# A sentence with so many words in small letters is one, and no list of names.
SENTENCE_WORDS = 4

MESSAGE = re.compile(r'^msgid ((?:".*"\n)+)msgstr ((?:".*"\n)+)', re.MULTILINE)
STRING = re.compile(r'"(.*)"')
DECORATION = re.compile(r"_|\s*…$")


def split(path):
    """Returns the blocks of a page."""
    blocks = []
    before = None
    for number, line in enumerate(tree.read(path).splitlines(), 1):
        kind = next(kind for kind, start in KINDS.items() if start.match(line)) if line.strip() else None
        if kind == before and kind in ("code", "paragraph"):
            blocks[-1] = blocks[-1]._replace(text=f"{blocks[-1].text}\n{line}")
        elif kind:
            blocks.append(Block(kind, number, line))
        before = kind
    return blocks


def make_id(title):
    """Returns the id that the heading gets from its title, as Python's markdown makes it."""
    ascii_title = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode("ascii")
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", ascii_title).strip().lower())


def judge_heading(english, other):
    level, title, section = HEADING.fullmatch(english.text).groups()
    section = section or make_id(title)
    other_level, _, other_section = HEADING.fullmatch(other.text).groups()
    if (other_level, other_section) != (level, section):
        yield f"write “{level} … {{#{section}}}”, so that links to the section lead here"


def judge_picture(english, other):
    picture, other_picture = PICTURE.fullmatch(english.text), PICTURE.fullmatch(other.text)
    if not picture or not other_picture or picture.group(2) != other_picture.group(2):
        yield f"show the same picture, “{english.text}”, and nothing else in its line"


def judge_code(english, other):
    if REMARK.sub("", other.text) != REMARK.sub("", english.text):
        yield "copy the code; only comments in it are translated"


def judge_row(english, other):
    n, n_other = (len(CELL.split(QUOTED.sub("", block.text))) for block in (english, other))
    if n != n_other:
        yield f"the row has {n_other - 2} cells instead of {n - 2}"


JUDGES = {"heading": judge_heading, "picture": judge_picture, "code": judge_code, "row of a table": judge_row}


def list_names(block):
    return [" ".join(name.split()) for name in NAME.findall(QUOTED.sub("", block.text))]


def list_quoted(block):
    return {" ".join(quoted.split()) for quoted in QUOTED.findall(block.text)}


def list_sentences(block):
    return [" ".join(text.split()) for text in SENTENCE_END.split(QUOTED.sub("", block.text))]


def is_sentence(text):
    return len(re.findall(r"(?<![\w-])[a-z]{2,}(?![\w-])", LINK.sub("", text))) >= SENTENCE_WORDS


def judge_words(english, other, catalogue):
    links, other_links = (sorted(LINK.findall(block.text)) for block in (english, other))
    if links != other_links:
        yield f"it has links to {other_links} instead of {links}"
    quoted, other_quoted = list_quoted(english), list_quoted(other)
    if quoted != other_quoted:
        yield f"in `…`, add {sorted(quoted - other_quoted)} and remove {sorted(other_quoted - quoted)}"
    for name in list_names(english):
        titles = catalogue.get(name, set())
        if titles and not titles.intersection(list_names(other)):
            yield f"write *{'* or *'.join(sorted(titles))}* for *{name}*, as the catalogue does"
    left = set(filter(is_sentence, list_sentences(english))).intersection(list_sentences(other))
    yield from (f"translate “{sentence}”" for sentence in left)


def judge_block(english, other, catalogue):
    if english.kind in JUDGES:
        yield from JUDGES[english.kind](english, other)
    if english.kind != "code":
        yield from judge_words(english, other, catalogue)


def judge_page(path, original, catalogue):
    """Yields the problems of a page, until its blocks are others than those of the English page."""
    last = Block(None, tree.read(path).count("\n"), "")
    for english, other in itertools.zip_longest(split(original), split(path)):
        if not english:
            yield f"{path}:{other.line}: {original} ends before this {other.kind}: remove it, or add it there"
        elif not other or other.kind != english.kind:
            there = f"a {other.kind}" if other else "nothing"
            yield f"{path}:{(other or last).line}: {there}, where {original}:{english.line} has a {english.kind}: translate that"
        else:
            problems = judge_block(english, other, catalogue)
            yield from (f"{path}:{other.line}: {problem} ({original}:{english.line})" for problem in problems)
            continue
        return


def read_catalogue(path):
    """Returns the translations of each title, without mnemonics and dots."""
    catalogue = collections.defaultdict(set)
    for strings in MESSAGE.findall(tree.read(path)):
        message, translation = (DECORATION.sub("", "".join(STRING.findall(string))) for string in strings)
        if translation:
            catalogue[message].add(translation)
    return catalogue


def main():
    problems = []
    catalogues = {}
    pages = [path for path in tree.find(".md", folders=(FOLDER,)) if str(path.parent) != FOLDER]
    for path in pages:
        original = path.parents[1] / path.name
        language = path.parent.name
        if not (tree.SOURCE / original).exists():
            problems.append(f"{path}:1: there is no {original}: remove this page, or rename it")
        elif not (tree.SOURCE / f"po/{language}.po").exists():
            problems.append(f"{path}:1: there is no po/{language}.po: name the folder by a language of po/LINGUAS")
        else:
            if language not in catalogues:
                catalogues[language] = read_catalogue(f"po/{language}.po")
            problems += judge_page(path, original, catalogues[language])
    if not pages:
        problems.append(f"{FOLDER}: no page in another language was found")
    tree.end(problems)


main()
