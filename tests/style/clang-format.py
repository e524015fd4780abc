# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""C files are written as .clang-format says. What that means is defined by version 14, Debian 12's:
other versions break some lines elsewhere. Files that have not changed since the last good run are not read again.

The third argument, as in "2-of-8", is the share of the files to check: all files take seconds."""

import platform
import re
import shutil
import subprocess
import sys
import zlib

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


def find_share(share):
    """Returns the files of the share. A file stays in its share when others are added, as each share has its own stamp."""
    number, n = map(int, share.split("-of-"))
    files = [str(path) for path in tree.find(".c", ".h")]
    return [path for path in files if zlib.crc32(path.encode()) % n == number % n]


def find_changed(files, stamp):
    """Returns the files to check: a file of the stamp's own instant may be newer."""
    if not stamp.exists():
        return files
    checked_at = stamp.stat().st_mtime_ns
    if (tree.SOURCE / ".clang-format").stat().st_mtime_ns >= checked_at:
        return files
    return [path for path in files if (tree.SOURCE / path).stat().st_mtime_ns >= checked_at]


def main():
    program = find_program()
    if not program:
        print(f"not checked here: needs clang-format {VERSION}")
        sys.exit(1 if is_debian_12() else NOT_CHECKED)
    share = sys.argv[3] if len(sys.argv) > 3 else "1-of-1"
    stamp = tree.BUILD / f"clang-format-{share}.stamp"
    begin = tree.BUILD / f"clang-format-{share}.begin"
    begin.touch()
    files = find_changed(find_share(share), stamp)
    command = [program, "--dry-run", "-Werror", "--style=file", *files]
    if files and subprocess.run(command, cwd=tree.SOURCE).returncode:
        sys.exit(1)
    begin.replace(stamp)


main()
