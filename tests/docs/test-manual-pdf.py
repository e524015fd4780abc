# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""The manual for paper has each chapter, and a list of them with the numbers of their pages:
test-manual-pdf.py MAKE-PDF MANUAL-DIRECTORY VERSION"""

import html
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SKIPPED = 77
SCRIPT, MANUAL, VERSION = sys.argv[1:]
TOOLS = ("weasyprint", "pdfinfo", "pdftotext")


def read(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def list_titles():
    """Returns the titles of all chapters, in their order."""
    page = Path(MANUAL, "index.html").read_text(encoding="utf-8").partition("</nav>")[0]
    return [html.unescape(title) for title in re.findall(r'^<li[^>]*><a href="[^"]+"[^>]*>(.*?)</a>', page, re.MULTILINE)]


def judge(path, titles):
    n_pages = int(re.search(r"^Pages: +(\d+)$", read("pdfinfo", path), re.MULTILINE).group(1))
    # pages end with a form feed
    pages = [" ".join(page.split()) for page in read("pdftotext", "-layout", path, "-").split("\f")[:n_pages]]
    if VERSION not in pages[0]:
        yield f"the first page has no {VERSION}: {pages[0]}"
    contents = pages[1]
    last = 0
    for title in titles:
        listed = re.search(rf"{re.escape(title)} ?[. ]*(\d+)", contents)
        number = int(listed.group(1)) if listed else 0
        if not last < number <= n_pages:
            yield f"the list of chapters has {listed and listed.group()} for “{title}”: {contents}"
        elif not pages[number - 1].startswith(title):
            yield f"page {number} does not begin with “{title}”: {pages[number - 1][:200]}"
        last = number or last


def main():
    missing = [tool for tool in TOOLS if not shutil.which(tool)]
    if missing:
        print(f"NOT TESTED: there is no {', '.join(missing)}. Install weasyprint and poppler-utils.")
        sys.exit(SKIPPED)
    titles = list_titles()
    with tempfile.TemporaryDirectory(prefix="gscope-") as scratch:
        path = Path(scratch, "manual.pdf")
        subprocess.run([sys.executable, SCRIPT, MANUAL, path, VERSION], check=True)
        problems = list(judge(path, titles))
    print("\n".join(problems) or f"{len(titles)} chapters")
    sys.exit(bool(problems) or not titles)


main()
