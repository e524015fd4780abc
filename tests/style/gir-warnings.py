# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""The scanner of introspection data finds nothing to warn of. Called with the name of the file that
it writes in the build directory, after the two directories."""

import shlex
import subprocess
import sys
import tempfile

import tree

NINJA = ["ninja", "-C", str(tree.BUILD), "-t", "commands", "-s"]


def main():
    name = sys.argv[3]
    output = subprocess.run([*NINJA, name], capture_output=True, text=True, check=True).stdout
    command = shlex.split(output.strip().splitlines()[-1])
    with tempfile.NamedTemporaryFile(suffix=".gir") as scratch:
        command = [f"--output={scratch.name}" if "--output" in word else word for word in command]
        run = subprocess.run([*command, "--warn-all", "--warn-error"], cwd=tree.BUILD, check=False)
    sys.exit(run.returncode)


main()
