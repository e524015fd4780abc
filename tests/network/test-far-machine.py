#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""The workspace "TCP congestion" in an agent on another machine: in network and time namespaces of its own. A slider on this
machine writes to the agent. Three programs record the same run: gscopectl on the machine of the agent, gscope and gscopectl on
this one, the latter over TLS with a token that may only read. The recordings are the same but for the clock.

    test-far-machine.py GSCOPED GSCOPECTL GSCOPE WORKSPACES SLIDE…

SLIDE is a command that moves a slider, on a display of its own."""

import json
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "support"))
from agent_lab import TOKEN, check, make_certificate, run_tests
from program import TIMEOUT, Program, wait_for

GSCOPED, GSCOPECTL, GSCOPE, WORKSPACES = (str(Path(path).resolve()) for path in sys.argv[1:5])
SLIDE = sys.argv[5:]
WORKSPACE = Path(WORKSPACES) / "tcp-congestion.json"
HERE, THERE = "198.51.100.1", "198.51.100.2"
# How far the clock there is ahead, seconds.
AHEAD = 5000
# The period of the signals, milliseconds. A tick that is late, by less than this, has the time at which it was due.
PERIOD = 10
# How exactly both clocks are compared, milliseconds, unless the stated error is larger.
EXACT = 2
FLOWS = 24
# The exit status of gscopectl if samples were lost.
LOST = 4
SIGNALS = ("mxtraf/*", "tcp/*")
# Causes of losses between the machines; a busy machine may miss ticks.
BETWEEN = ("reduced", "no-time", "evicted", "ring-full")


class Recording:
    """A tuple file: the signals that it declares, its samples by name, with values as they are written, and markers."""

    def __init__(self, path, ahead=0):
        self.signals, self.markers, self.losses, self.samples = {}, [], [], {}
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("#gscope "):
                self.take(json.loads(line.removeprefix("#gscope ")), ahead)
            elif not line.startswith("#"):
                time, value, name = line.split(" ", 2)
                self.samples.setdefault(name, []).append((float(time) - ahead * 1e3, value))

    def take(self, record, ahead):
        for item in record.get("signals", []):
            # each viewer has a palette of its own
            item.pop("color", None)
            self.signals[item["name"]] = item
        if "marker" in record:
            marker = record["marker"]
            self.markers.append((marker["kind"], marker.get("subject"), marker["time_ns"] / 1e6 - ahead * 1e3))
        if "loss" in record:
            self.losses.append(record["loss"])

    def find_write(self):
        """Returns when the slider wrote, which is one write."""
        writes = [time for kind, subject, time in self.markers if subject == "mxtraf/elephants" and kind == "write"]
        check(len(writes) == 1, f"{len(writes)} markers of the write")
        return writes[0]


def is_constant(name):
    """Whether every run has the signal, whatever flows there are."""
    return name.startswith(("mxtraf/", "tcp/all/", "tcp/busiest/")) and not is_clock(name)


def is_clock(name):
    return "/clock/" in name


class Far:
    """An agent in namespaces of its own, which a pair of virtual devices connects with those of the test."""

    def __init__(self, folder):
        self.folder = folder
        self.local = f"unix:{folder}/agent"
        make_certificate(folder, "own")
        for name, text in ("tokens", f"viewer:{TOKEN}\n"), ("token", TOKEN + "\n"):
            (folder / name).touch(mode=0o600)
            (folder / name).write_text(text, encoding="utf-8")
        config = folder / "gscoped.conf"
        config.write_text(
            f"[agent]\nlisten={self.local};wss://0.0.0.0:0\nworkspace={WORKSPACE}\n[network]\ntokens={folder}/tokens\n"
            f"certificate={folder}/own.pem\nkey={folder}/own.key\n[journal]\nfile=\nsystemd=false\n"
            "[rights viewer]\nprincipal=token:viewer\nread=*\n", encoding="utf-8")
        self.agent = Program("unshare", "--net", "--time", "--monotonic", str(AHEAD), "--boottime", str(AHEAD), "--fork",
                             "--kill-child", GSCOPED, "--config", config)
        try:
            self.agent.began("SHA-256 fingerprint")
            said = self.agent.read()
            self.fingerprint = re.search(r"fingerprint ([0-9A-F:]+)", said).group(1)
            self.port = re.search(r"wss://0\.0\.0\.0:(\d+)", said).group(1)
            self.connect()
            wait_for("the sources", lambda: self.run("list").stdout.count("\trunning\t") == 2)
        except BaseException:
            self.agent.process.kill()
            self.agent.process.wait(TIMEOUT)
            raise

    def find(self):
        """Returns the process of the agent: unshare itself ignores signals."""
        pid = self.agent.process.pid
        return Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()[0]

    def connect(self):
        there = self.find()
        for command in (
            ["ip", "link", "add", "here", "type", "veth", "peer", "name", "there", "netns", there],
            ["ip", "address", "add", f"{HERE}/24", "dev", "here"],
            ["ip", "link", "set", "here", "up"],
            ["nsenter", "--net", "--target", there, "ip", "address", "add", f"{THERE}/24", "dev", "there"],
            ["nsenter", "--net", "--target", there, "ip", "link", "set", "there", "up"],
        ):
            subprocess.run(command, check=True, timeout=TIMEOUT)

    def run(self, *arguments):
        return subprocess.run([GSCOPECTL, "--agent", self.local, *arguments], capture_output=True, text=True,
                              timeout=TIMEOUT, check=False, stdin=subprocess.DEVNULL)

    def read_only(self, *arguments):
        """Returns a command that runs here, and reaches the agent over TLS with a token that may only read."""
        return [GSCOPECTL, "--agent", f"{THERE}:{self.port}", "--certificate", self.fingerprint, "--token-file",
                self.folder / "token", *arguments]

    def end(self):
        os.kill(int(self.find()), signal.SIGTERM)
        self.agent.ended(0)


def write_remote(path, address, parameters=None):
    """Writes the workspace with each source in the agent; parameters has those of sources."""
    workspace = json.loads(WORKSPACE.read_text(encoding="utf-8"))
    for scope in workspace["scopes"]:
        for source in scope["sources"]:
            source["parameters"] = (parameters or {}).get(source["name"], {})
            source.update(type="agent", options={"address": address})
    path.write_text(json.dumps(workspace), encoding="utf-8")


def record_workspace(workspace, path, *options):
    return Program(GSCOPE, "--workspace", workspace, "--trust", "--record", path, *options)


def has_flows(path, flows):
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    return re.search(rf"^[\d.]+ {flows} mxtraf/elephants$", text, re.MULTILINE)


def record(far):
    """Records a run with a write. Returns the files of the three programs."""
    paths = [far.folder / name for name in ("there.tuples", "here.tuples", "tls.tuples")]
    write_remote(far.folder / "remote.json", far.local)
    # gscopectl records the signals that are there when it starts
    wait_for("the flows of tcp", lambda: re.search(r"^  tcp/\S+ > ", far.run("list", "--all").stdout, re.MULTILINE))
    programs = [
        Program("nsenter", "--time", "--target", far.find(), GSCOPECTL, "--agent", far.local, "record", paths[0], *SIGNALS),
        record_workspace(far.folder / "remote.json", paths[1]),
        Program(*far.read_only("record", paths[2], *SIGNALS)),
    ]
    try:
        for path in paths:
            wait_for(f"samples of {path.name}", lambda path=path: has_flows(path, 10))
        refused = subprocess.run(far.read_only("set", f"mxtraf/elephants={FLOWS + 1}"), capture_output=True, text=True,
                                 timeout=TIMEOUT, check=False)
        check(refused.returncode == 1 and "token:viewer may not write “mxtraf/elephants”" in refused.stderr,
              f"the agent did not refuse a write: {refused.stdout}{refused.stderr}")
        slide = Program("env", "GDK_BACKEND=x11", "GSK_RENDERER=cairo", "GDK_DEBUG=gl-disable", "GTK_A11Y=none",
                        "ASAN_OPTIONS=abort_on_error=1:detect_leaks=0", *SLIDE,
                        far.local, "mxtraf", "elephants", str(FLOWS))
        slide.ended(0)
        said = far.run("get", "mxtraf/elephants")
        check(f"mxtraf/elephants = {FLOWS}" in said.stdout, f"the slider wrote nothing: {said.stdout}{said.stderr}")
        for path in paths:
            wait_for(f"the flows of {path.name}", lambda path=path: has_flows(path, FLOWS))
    finally:
        for program in programs:
            if program.process.poll() is None:
                program.process.send_signal(signal.SIGINT)
        for program in programs:
            program.process.wait(TIMEOUT)
    for program in programs:
        # The recordings say which samples were lost: a busy machine may miss ticks.
        status = program.process.returncode
        check(status in (0, LOST), f"a recording ended with {status}: {program.read()}")
    return paths


def steer(far):
    """The viewer writes to the agent by its workspace."""
    write_remote(far.folder / "steering.json", far.local, {"mxtraf": {"elephants": FLOWS - 7}})
    viewer = record_workspace(far.folder / "steering.json", far.folder / "steered.tuples")
    try:
        wait_for("the write of the viewer", lambda: f"= {FLOWS - 7}" in far.run("get", "mxtraf/elephants").stdout)
    finally:
        viewer.process.send_signal(signal.SIGINT)
        viewer.process.wait(TIMEOUT)


def compare_samples(name, there, here, exact, n_late):
    """Each sample of here is one of there, at the same time, and none is left out between the first and the last, but for those
    that came late, which both count."""
    begin, end = there[0][0] + 100, there[-1][0] - 100
    here = [sample for sample in here if begin <= sample[0] <= end]
    if not here:
        return 0
    there = [sample for sample in there if here[0][0] - exact <= sample[0] <= here[-1][0] + exact]
    # Events may be so close to each other that more than one could be the first one.
    starts = range(max(len(there) - len(here) + 1, 1))
    check(any(are_same(there[start:], here, exact, n_late) for start in starts),
          f"{name}: {len(here)} samples here and {len(there)} there, or others; {n_late} were late")
    return len(here)


def are_same(there, here, exact, n_late):
    """Whether both have the same samples, but for as many as were late."""
    i = j = n_apart = 0
    while i < len(there) and j < len(here):
        (far, far_value), (near, near_value) = there[i], here[j]
        # the next one has the same value and is closer: this one was late
        is_left = i + 1 < len(there) and there[i + 1][1] == near_value and abs(there[i + 1][0] - near) < abs(far - near)
        is_same = far_value == near_value and abs(far - near) < exact and not is_left
        n_apart += not is_same
        i += is_same or is_left or far <= near
        j += not is_left and (is_same or far > near)
    return n_apart + len(here) - j <= n_late


def compare(there, here, what):
    """All signals but those of the clock."""
    names = {name for name in there.samples if not is_clock(name)}
    missing = {name for name in names if is_constant(name)} - set(here.samples)
    check(not missing, f"{what}: no {sorted(missing)}")
    lost = [loss for loss in here.losses if loss["cause"] in BETWEEN]
    check(not lost, f"{what}: samples were lost between the machines: {lost}")
    common = names & set(here.samples)
    exact = max([EXACT, *(float(value) * 1e3 for name, samples in here.samples.items() if name.endswith("/clock/error")
                          for _, value in samples)])
    late = {name: sum(loss["count"] for loss in there.losses + here.losses
                      if loss["signal"] == name and loss["cause"] == "late") for name in common}
    n = sum(compare_samples(name, there.samples[name], here.samples[name], exact, late[name]) for name in common)
    check(n > 1000, f"{what}: only {n} samples")
    check(any(re.match("tcp/(?!all/|busiest/)", name) for name in common), f"{what}: no flow of tcp")
    print(f"# {what}: {n} samples of {len(common)} signals are the same, {sum(late.values())} were late, {exact:.1f} ms", flush=True)
    write = abs(there.find_write() - here.find_write())
    check(write < exact, f"{what}: the marker of the write is {write} ms apart")
    offset = statistics.mean(float(value) for _, value in here.samples["mxtraf/clock/offset"])
    check(abs(offset - AHEAD) < 0.01, f"{what}: the clock there is {offset} s ahead, not {AHEAD} s")


def check_write(there):
    """The write has an effect, after its marker, and the refused one has none."""
    flows = there.samples["mxtraf/elephants"]
    write = there.find_write()
    before = [(time, value) for time, value in flows if time < write - PERIOD]
    early = [f"{value} {write - time:.3f} ms before" for time, value in before if float(value) > 10]
    check(before and not early, f"the marker at {write:.3f} ms is after its effect: {early} of {len(before)}")
    check(flows[-1][1] == str(FLOWS), "the write did not reach the flows")


def test_recordings(folder):
    far = Far(folder)
    try:
        there, here, tls = record(far)
        steer(far)
    finally:
        far.end()
    there = Recording(there, AHEAD)
    check_write(there)
    compare(there, Recording(here), "gscope")
    compare(there, Recording(tls), "gscopectl over TLS")


def test_workspace(folder):
    """A run on this machine has the same signals, with the same units, ranges and titles."""
    record_workspace(WORKSPACE, folder / "near.tuples", "--duration", "2").ended(0)
    near, far = Recording(folder / "near.tuples"), Recording(folder / "here.tuples")
    names = {name for name in near.signals if is_constant(name)}
    check(len(names) > 20, f"only {len(names)} signals")
    for name in names:
        check(near.signals[name] == far.signals.get(name), f"{near.signals[name]} is {far.signals.get(name)} far away")


def main():
    if os.environ.get("GSCOPE_TEST_KERNEL") == "guest":
        print("1..0 # SKIP an emulated processor does not run the agent and three recordings in time")
        return 0
    if "FAR_MACHINE_UNSHARED" not in os.environ:
        os.environ["FAR_MACHINE_UNSHARED"] = "1"
        os.execvp("unshare", ["unshare", "--net", sys.executable, *sys.argv])
    with tempfile.TemporaryDirectory() as folder:
        return run_tests([(test.__name__, lambda test=test: test(Path(folder)))
                          for test in (test_recordings, test_workspace)])


sys.exit(main())
