# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""C files are written as .clang-format says. What that means is defined by version 14, Debian 12's:
other versions break some lines elsewhere. Files that have not changed since the last good run are not read again."""

import os
import platform
import re
import shutil
import subprocess
import sys

import tree

VERSION = "14"
NOT_CHECKED = 77


def find_program():
    for name in (f"clang-format-{VERSION}", "clang-format"):
        program = shutil.which(name)
        version = subprocess.getoutput(f"{name} --version")
        if program and re.search(rf"version {VERSION}\.", version):
            return program
    return None


def is_debian_12():
    try:
        release = platform.freedesktop_os_release()
    except OSError:
        return False
    return release["ID"] == "debian" and release.get("VERSION_ID") == "12"


def find_changed(stamp):
    """Returns the files to check: a file of the stamp's own instant may be newer."""
    files = [str(path) for path in tree.find(".c", ".h")]
    if not stamp.exists():
        return files
    checked_at = stamp.stat().st_mtime_ns
    if (tree.SOURCE / ".clang-format").stat().st_mtime_ns >= checked_at:
        return files
    return [path for path in files if (tree.SOURCE / path).stat().st_mtime_ns >= checked_at]


def check(program, files):
    n = min(os.cpu_count(), len(files))
    commands = [[program, "--dry-run", "-Werror", "--style=file", *files[i::n]] for i in range(n)]
    running = [subprocess.Popen(command, cwd=tree.SOURCE) for command in commands]
    return max([process.wait() for process in running], default=0)


def main():
    program = find_program()
    if not program:
        print(f"not checked here: needs clang-format {VERSION}")
        sys.exit(1 if is_debian_12() else NOT_CHECKED)
    stamp = tree.BUILD / "clang-format.stamp"
    begin = tree.BUILD / "clang-format.begin"
    begin.touch()
    files = find_changed(stamp)
    status = check(program, files)
    if status == 0:
        begin.replace(stamp)
    sys.exit(status)


main()
