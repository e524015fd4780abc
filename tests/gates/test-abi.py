# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""The libraries have the interface of the last release, which tests/gates/abi describes: nothing was removed or changed. New
functions, and new members at the ends of enumerations, are no difference. Needs abidw and abidiff of libabigail, and skips without them or on another architecture.

    test-abi.py [--renew] DESCRIPTIONS BUILD-DIRECTORY LIBRARY…

With --renew, it writes the descriptions. Before it judges, it shows that it finds a mistake."""

import json
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SKIPPED = 77
# Places and types that no public header defines are left out, and types have names that do not depend on their number.
DESCRIBE = ["abidw", "--no-show-locs", "--no-corpus-path", "--no-comp-dir-path", "--drop-undefined-syms",
            "--drop-private-types", "--type-id-style", "hash"]
HEADER = "enum gscope_kind { FIRST };\nstruct gscope_part { enum gscope_kind kind; int first; };\n"
GOOD = '#include "part.h"\nint gscope_good (struct gscope_part *part) { return part->first; }\n'
ADDED = GOOD + "int gscope_added (void) { return 0; }\n"


def list_headers(build):
    """Returns where the build installs headers from, by the name of their folder."""
    installed = json.loads((build / "meson-info/intro-installed.json").read_text(encoding="utf-8"))
    headers = {}
    for source, place in installed.items():
        found = re.search(r"/include/([^/]+)/.*\.h$", place)
        if found:
            headers.setdefault(found.group(1), []).append(Path(source))
    return headers


def describe(library, headers, output):
    """Writes the description of a library. libabigail compares only the names of headers."""
    with tempfile.TemporaryDirectory() as folder:
        for header in headers:
            Path(folder, header.name).touch()
        subprocess.run([*DESCRIBE, "--headers-dir", folder, "--out-file", output, library], check=True)


def compare(old, new):
    """Returns what differs, an empty text if nothing does."""
    run = subprocess.run(["abidiff", "--no-added-syms", old, new], capture_output=True, text=True, check=False)
    if run.returncode & 3:
        return f"abidiff failed:\n{run.stdout}{run.stderr}"
    return run.stdout if run.returncode else ""


def prove(folder):
    """Returns how the comparison fails to find a deliberate mistake, or finds one where there is none."""
    variants = {
        "good": (HEADER, GOOD),
        "added": (HEADER, ADDED),
        "enumerator": (HEADER.replace("FIRST", "FIRST, SECOND"), GOOD),
        "removed": (HEADER, "int gscope_other (void) { return 0; }\n"),
        "argument": (HEADER, GOOD.replace("*part)", "*part, int factor)")),
        "member": (HEADER.replace("int first;", "long new; int first;"), GOOD),
    }
    for name, (header, code) in variants.items():
        place = folder / name
        place.mkdir()
        (place / "part.h").write_text(header, encoding="utf-8")
        (place / "part.c").write_text(code, encoding="utf-8")
        command = ["cc", "-g", "-shared", "-fPIC", "-o", place / "libpart.so", place / "part.c"]
        subprocess.run(command, check=True)
        describe(place / "libpart.so", [place / "part.h"], place / "part.abi")
    for name in variants:
        difference = compare(folder / "good/part.abi", folder / name / "part.abi")
        if bool(difference) == (name in ("good", "added", "enumerator")):
            return f"the comparison is wrong about “{name}”: {difference}"
    return ""


def judge(library, old, new):
    if not old.exists():
        return f"{old} is missing: “meson compile renew-abi” writes it"
    difference = compare(old, new)
    return f"{library.name} is not what it was:\n{difference}" if difference else ""


def main():
    is_renewal = sys.argv[1] == "--renew"
    descriptions, build, *libraries = map(Path, sys.argv[2 if is_renewal else 1 :])
    missing = [name for name in ("abidw", "abidiff") if not shutil.which(name)]
    recorded = "".join(path.read_text(encoding="utf-8") for path in sorted(descriptions.glob("*.abi"))[:1])
    architecture = {"x86_64": "elf-amd-x86_64"}.get(platform.machine(), platform.machine())
    if missing:
        print(f"not checked here: {' and '.join(missing)} of libabigail is missing (abigail-tools)")
        sys.exit(1 if is_renewal else SKIPPED)
    if recorded and f"architecture='{architecture}'" not in recorded and not is_renewal:
        print(f"not checked here: the descriptions are not of {architecture}")
        sys.exit(SKIPPED)
    headers = list_headers(build)
    with tempfile.TemporaryDirectory() as folder:
        problems = [prove(Path(folder))]
        for library in libraries:
            name = library.name.partition(".so")[0].removeprefix("lib")
            old = descriptions / f"{name}.abi"
            new = old if is_renewal else Path(folder, old.name)
            describe(library, headers[name], new)
            problems.append("" if is_renewal else judge(library, old, new))
    problems = [problem for problem in problems if problem]
    print(*problems, sep="\n")
    sys.exit(1 if problems else 0)


main()
