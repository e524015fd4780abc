#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""The workspace "TCP congestion" in an agent on another machine: in network and time namespaces of its own.

    test-far-machine.py GSCOPED GSCOPECTL GSCOPE WORKSPACES"""

import json
import os
import signal
import statistics
import sys
import tempfile
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "support"))
from program import Failure, Program, wait_for

GSCOPED, GSCOPECTL, GSCOPE, WORKSPACES = (str(Path(path).resolve()) for path in sys.argv[1:])
AHEAD = 5000
SECONDS = 6
FLOWS = 24
# Causes of losses between the machines; a busy machine may miss ticks.
BETWEEN = ("reduced", "no-time", "evicted", "ring-full")


class Recording:
    """A tuple file: the signals that it declares, its values and markers."""

    def __init__(self, path):
        self.names, self.markers, self.losses, self.values = set(), [], [], {}
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("#gscope "):
                self.take(json.loads(line.removeprefix("#gscope ")))
            elif not line.startswith("#"):
                time, value, name = line.split(" ", 2)
                self.values.setdefault(name, []).append((float(time), float(value)))

    def take(self, record):
        self.names |= {signal["name"] for signal in record.get("signals", [])}
        if "marker" in record:
            self.markers.append(record["marker"])
        if "loss" in record:
            self.losses.append(record["loss"])


def is_constant(name):
    """Whether every run has the signal, whatever flows there are."""
    return name.startswith(("mxtraf/", "tcp/all/", "tcp/busiest/")) and not name.startswith("mxtraf/clock/")


def check(condition, sentence):
    if not condition:
        raise Failure(sentence)


def record(workspace, path):
    return Program(GSCOPE, "--workspace", workspace, "--trust", "--record", path, "--duration", str(SECONDS))


def write_remote(path, address):
    """Writes the workspace with each source in the agent."""
    workspace = json.loads((Path(WORKSPACES) / "tcp-congestion.json").read_text(encoding="utf-8"))
    for scope in workspace["scopes"]:
        for source in scope["sources"]:
            source.pop("parameters", None)
            source.update(type="agent", options={"address": address})
    path.write_text(json.dumps(workspace), encoding="utf-8")


def start_agent(address):
    agent = Program("unshare", "--net", "--time", "--monotonic", str(AHEAD), "--boottime", str(AHEAD), "--fork",
                    "--kill-child", GSCOPED, "--listen", address,
                    str(Path(WORKSPACES) / "tcp-congestion.json"))
    agent.began("listens at")
    return agent


def end_agent(agent):
    """unshare itself ignores the signal."""
    pid = agent.process.pid
    child = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()[0]
    os.kill(int(child), signal.SIGTERM)
    agent.ended(0)


def is_running(address):
    listing = Program(GSCOPECTL, "--agent", address, "list")
    listing.process.wait(30)
    return listing.read().count("\trunning\t") == 2


def compare(far, near):
    missing = {name for name in near.names if is_constant(name)} - far.names
    check(not missing, f"the recording of the far machine has no {sorted(missing)}")
    check("mxtraf/clock/offset" in far.names, "the far machine has the clock of this one")
    lost = [loss for loss in far.losses if loss["cause"] in BETWEEN]
    check(not lost, f"samples were lost between the machines: {lost}")
    offset = statistics.mean(value for _, value in far.values["mxtraf/clock/offset"])
    check(abs(offset - AHEAD) < 0.01, f"the clock there is {offset} s ahead, not {AHEAD} s")


def check_write(far):
    markers = [marker for marker in far.markers if marker.get("subject") == "mxtraf/elephants"]
    check(len(markers) == 1, f"{len(markers)} markers of the write")
    before = [v for t, v in far.values["mxtraf/elephants"] if t < markers[0]["time_ns"] / 1e6]
    check(far.values["mxtraf/elephants"][-1][1] == FLOWS, "the write did not reach the flows")
    check(before and before[-1] != FLOWS, "the marker stands after what it did")


def run(folder):
    address = f"unix:{folder}/agent"
    workspace = folder / "remote.json"
    write_remote(workspace, address)
    agent = start_agent(address)
    try:
        wait_for("the sources", lambda: is_running(address))
        far = record(workspace, folder / "far.tuples")
        wait_for("the recording", lambda: (folder / "far.tuples").exists())
        Program(GSCOPECTL, "--agent", address, "set", f"mxtraf/elephants={FLOWS}").ended(
            0, f"mxtraf/elephants = {FLOWS}")
        far.ended(0)
    finally:
        end_agent(agent)
    record(str(Path(WORKSPACES) / "tcp-congestion.json"), folder / "near.tuples").ended(0)
    recording = Recording(folder / "far.tuples")
    compare(recording, Recording(folder / "near.tuples"))
    check_write(recording)


def main():
    print("1..1")
    with tempfile.TemporaryDirectory() as folder:
        try:
            run(Path(folder))
        except Failure as failure:
            print(f"not ok 1 far machine: {failure}")
            return 1
    print("ok 1 far machine")
    return 0


sys.exit(main())
