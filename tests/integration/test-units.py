# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""The units of systemd: test-units.py GSCOPED UNIT-DIRECTORY

systemd-analyze finds no mistake in them, and the unit without privileges has an exposure of 2.0 at most."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

GSCOPED, UNITS = (Path(argument).resolve() for argument in sys.argv[1:3])

# Of the unit without privileges: the most that gscoped.conf(5) says.
MAX_EXPOSURE = 2.0
SKIPPED = 77


def run(*command):
    result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    return result.returncode, result.stdout + result.stderr


def copy_units(folder, target):
    """Copies the units, with the program of the build and an instance of each template."""
    for path in folder.glob("*"):
        if path.suffix not in (".in", ".socket"):
            continue
        text = path.read_text(encoding="utf-8").replace("@bindir@", str(GSCOPED.parent))
        name = path.name.removesuffix(".in")
        (target / name).write_text(text, encoding="utf-8")
        (target / name.replace("@.", "@lab.")).write_text(text, encoding="utf-8")


def verify(target, manager):
    names = sorted(path for path in target.iterdir() if "@." not in path.name)
    status, text = run("systemd-analyze", "verify", f"--{manager}", "--man=no", "--recursive-errors=no", *map(str, names))
    # other units of the machine are not of interest
    mistakes = [line for line in text.splitlines() if "gscope" in line]
    return "" if status == 0 and not mistakes else text


def get_exposure(unit):
    _, text = run("systemd-analyze", "security", "--offline=yes", str(unit))
    found = re.search(r"exposure level for .*: ([0-9.]+)", text)
    return float(found.group(1)) if found else None


def main():
    if not shutil.which("systemd-analyze"):
        print("skipped: there is no systemd-analyze; install systemd")
        return SKIPPED
    failures = 0
    with tempfile.TemporaryDirectory(prefix="gscope-units-") as scratch:
        # the manager of a user has one
        os.environ["XDG_RUNTIME_DIR"] = scratch
        for manager, folder in (("system", UNITS), ("user", UNITS / "user")):
            target = Path(scratch, manager)
            target.mkdir()
            copy_units(folder, target)
            text = verify(target, manager)
            failures += bool(text)
            print(f"{'not ok' if text else 'ok'} - units of the {manager}\n{text}".rstrip())
        for unit in sorted(Path(scratch, "system").glob("*.service")):
            if "PrivateUsers=yes" in unit.read_text(encoding="utf-8"):
                failures += 1
                print(f"not ok - {unit.name}: the kernel reports all users to such a service as nobody")
        exposure = get_exposure(Path(scratch, "system/gscoped@lab.service"))
        failures += exposure is None or exposure > MAX_EXPOSURE
        print(f"gscoped@.service: exposure {exposure}, at most {MAX_EXPOSURE}")
        print(f"gscoped.service: exposure {get_exposure(Path(scratch, 'system/gscoped.service'))}")
    return failures > 0


sys.exit(main())
