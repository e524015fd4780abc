# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""C files are written as .clang-format says. What that means is defined by version 14, Debian 12's:
other versions break some lines elsewhere."""

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


def main():
    program = find_program()
    if not program:
        print(f"not checked here: needs clang-format {VERSION}")
        sys.exit(1 if is_debian_12() else NOT_CHECKED)
    files = [str(path) for path in tree.find(".c", ".h")]
    n = os.cpu_count()
    commands = [[program, "--dry-run", "-Werror", "--style=file", *files[i::n]] for i in range(n)]
    running = [subprocess.Popen(command, cwd=tree.SOURCE) for command in commands]
    sys.exit(max(process.wait() for process in running))


main()
