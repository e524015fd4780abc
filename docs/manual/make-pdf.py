# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Makes one file for paper of the manual's pages: all chapters in their order, after a list of them with page numbers.

    make-pdf MANUAL-DIRECTORY PDF VERSION

It needs WeasyPrint. The styles for paper are in manual.css."""

import html
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

CHAPTER = re.compile(r'^<li[^>]*><a href="([\w-]+)\.html"', re.MULTILINE)
MAIN = re.compile(r"<main>\n(.*)<footer>", re.DOTALL)
TITLE = re.compile(r"<h1[^>]*>(.*?)</h1>", re.DOTALL)

DOCUMENT = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Gscope</title>
<link rel="stylesheet" href="manual.css">
</head>
<body>
<main>
<h1>Gscope</h1>
<p>Version {version}</p>
<div class="contents">
<h1>Chapters</h1>
<ol>
{contents}
</ol>
</div>
{chapters}
</main>
</body>
</html>
"""


def adapt_link(found, name, names):
    """Returns a link of a chapter as one within the document; the references beside the manual are not in it."""
    page, _, section = found.group(1).partition("#")
    target = page.removesuffix(".html") or name
    if "://" in page:
        return found.group()
    if target not in names:
        return ""
    return f' href="#{target}-{section}"' if section else f' href="#{target}"'


def adapt(body, name, names):
    """Returns a chapter whose sections have names that no other chapter has."""
    body = re.sub(r' id="([^"]+)"', rf' id="{name}-\1"', body)
    return re.sub(r' href="([^"]+)"', lambda found: adapt_link(found, name, names), body)


def join(manual, version):
    navigation = (manual / "index.html").read_text(encoding="utf-8").partition("</nav>")[0]
    names = CHAPTER.findall(navigation)
    bodies = {name: MAIN.search((manual / f"{name}.html").read_text(encoding="utf-8")).group(1) for name in names}
    contents = [f'<li><a href="#{name}">{TITLE.search(body).group(1)}</a></li>' for name, body in bodies.items()]
    chapters = [f'<div class="chapter" id="{name}">\n{adapt(body, name, names)}</div>' for name, body in bodies.items()]
    return DOCUMENT.format(version=html.escape(version), contents="\n".join(contents), chapters="\n".join(chapters))


def main():
    manual, output = map(Path, sys.argv[1:3])
    program = shutil.which("weasyprint")
    if not program:
        sys.exit("make-pdf: there is no weasyprint; run make pdf, which installs it")
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".html") as document:
        document.write(join(manual, sys.argv[3]))
        document.flush()
        subprocess.run([program, "--quiet", "--base-url", f"{manual.resolve()}/", document.name, output], check=True)


main()
