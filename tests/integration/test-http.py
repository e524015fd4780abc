# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""The commands in the manual's page about HTTP work as they are printed there, but for the port and the place of the
workspace. Called with gscoped, the page and the workspace."""

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "support"))
from manual_page import read_blocks

PROGRAM, PAGE, WORKSPACE = (str(Path(word).resolve()) for word in sys.argv[1:])
PORT = "4270"
INSTALLED = "/usr/share/gscope/workspaces/hello.json"


def run(command, folder):
    result = subprocess.run(["bash", "-c", command], cwd=folder, capture_output=True, text=True, check=True, timeout=20)
    return result.stdout


def main():
    setup, requests, shown = (block.splitlines() for block in read_blocks(PAGE)[:3])
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(HOME=folder, XDG_RUNTIME_DIR=folder, XDG_STATE_HOME=folder, XDG_CONFIG_HOME=folder,
                          PATH=f"{Path(PROGRAM).parent}:{os.environ['PATH']}")
        for command in setup[:-1]:
            run(command, folder)
        command = setup[-1].replace(PORT, "0").replace(INSTALLED, WORKSPACE)
        with subprocess.Popen(["bash", "-c", f"exec {command}"], cwd=folder, stdout=subprocess.PIPE, text=True) as agent:
            port = re.search(r":(\d+)$", agent.stdout.readline().strip()).group(1)
            answers = [run(request.replace(PORT, port), folder) for request in requests]
            while '"demo/sine"' not in answers[2]:
                answers[2] = run(requests[2].replace(PORT, port), folder)
            agent.terminate()
    before, after = json.loads(answers[0]), json.loads(answers[1])
    assert before["full-name"] == "demo/frequency" and before["value"] != 2.5 and before["writable"], before
    assert after["value"] == 2.5 and after["revision"] > before["revision"], after
    assert set(after) == set(json.loads(shown[0])), after
    assert answers[2].startswith("time_ns,width_ns,signal,"), answers[2]


main()
