#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""An agent behind mxtraf's link, over TLS: 5 % of the packets are lost and the round trip takes 200 ms, and then nothing
comes through at all.

    test-far-agent.py GSCOPED GSCOPECTL MXTRAF"""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import unchanged

sys.path.append(str(Path(__file__).parents[1] / "support"))
from agent_lab import TOKEN, check, make_certificate, run_tests
from program import TIMEOUT, Failure, Program, wait_for

GSCOPED, GSCOPECTL, MXTRAF = (str(Path(path).resolve()) for path in sys.argv[1:])
SERVER, CLIENT = "198.18.0.1", "198.18.0.2"
ADDRESS = f"wss://{SERVER}:4270"
# How long an end waits for the network, and how long a busy machine may take to notice.
PATIENCE = 30
NOTICE = 15


class Far:
    """mxtraf, idle but for its link, and an agent at the server's end. The client's end runs gscopectl."""

    def __init__(self, folder):
        self.folder = folder
        self.local = f"unix:{folder}/agent"
        self.agent = None
        self.link = Program(MXTRAF, "--elephants=0", "--measured=off", "--rate=20mbit", "--rtt=200ms", "--loss=5%",
                            "--queue=1000")
        try:
            self.link.began(CLIENT)
            self.start_agent()
        except BaseException:
            self.close()
            raise

    def start_agent(self):
        make_certificate(self.folder, "own")
        tokens = self.folder / "tokens"
        tokens.touch(mode=0o600)
        tokens.write_text(f"lab:{TOKEN}\n", encoding="utf-8")
        token = self.folder / "token"
        token.touch(mode=0o600)
        token.write_text(TOKEN + "\n", encoding="utf-8")
        workspace = self.folder / "workspace.json"
        workspace.write_text(json.dumps({"gscope-workspace": 1, "scopes": [
            {"name": "A", "period-ms": 10, "sources": [{"type": "demo", "name": "demo"}]}]}), encoding="utf-8")
        config = self.folder / "gscoped.conf"
        config.write_text(
            f"[agent]\nlisten={self.local};{ADDRESS}\nworkspace={workspace}\n[network]\ntokens={tokens}\n"
            f"certificate={self.folder}/own.pem\nkey={self.folder}/own.key\n[journal]\nfile=\nsystemd=false\n"
            "[rights lab]\nprincipal=token:lab\nread=*\nwrite=*\n", encoding="utf-8")
        # nsenter becomes the agent
        self.agent = Program(*self.on(SERVER), GSCOPED, "--config", config)
        self.agent.began("listens at wss:")
        self.idle = self.count_descriptors()
        text = subprocess.run(["openssl", "x509", "-in", self.folder / "own.pem", "-noout", "-fingerprint", "-sha256"],
                              check=True, capture_output=True, text=True).stdout
        self.fingerprint = text.strip().split("=")[1]

    def on(self, address):
        """Returns the words before a command that runs it at one of the ends."""
        enter = re.search(re.escape(address) + r" \((nsenter [^)]*)\)", self.link.read())
        return [*enter.group(1).split(), "--"]

    def control(self, *arguments):
        return [*self.on(CLIENT), GSCOPECTL, "--agent", ADDRESS, "--token-file", self.folder / "token", "--certificate",
                self.fingerprint, *arguments]

    def run(self, *arguments):
        result = subprocess.run(self.control(*arguments), capture_output=True, text=True, timeout=TIMEOUT, check=False,
                                stdin=subprocess.DEVNULL)
        check(result.returncode == 0, f"gscopectl {arguments}: {result.stderr}")
        return result.stdout

    def run_there(self, *arguments):
        return subprocess.run([GSCOPECTL, "--agent", self.local, *arguments], capture_output=True, text=True,
                              timeout=TIMEOUT, check=True, stdin=subprocess.DEVNULL).stdout

    def count_descriptors(self):
        return len(os.listdir(f"/proc/{self.agent.process.pid}/fd"))

    def find_router(self):
        below = unchanged.find_descendants(self.link.process.pid)
        return next(p.pid for p in below if p.name == "mxtraf-router")

    def close(self):
        for program in (self.agent, self.link):
            if program and program.process.poll() is None:
                program.process.send_signal(signal.SIGTERM)
                program.process.wait(TIMEOUT)


def test_write(far):
    """A write comes back with the value that is in force, which the agent has then."""
    for value in (2, 3, 4):
        said = far.run("set", f"demo/frequency={value}")
        check(f"demo/frequency = {value}" in said, f"gscopectl says: {said}")
        check(float(re.findall(r"= *([\d.]+)", far.run_there("get", "demo/frequency"))[0]) == value, "no such value there")


def read_samples(text):
    """Returns the times and values. Other lines are reports of losses, and the one that is being written."""
    return {tuple(line.split(" ", 2)[:2]) for line in text.splitlines() if line.endswith(" demo/sine")}


def test_subscription(far):
    """Each sample that was made arrives, in spite of the losses below. Ticks that the poller missed on a busy machine made
    none; gscopectl counts them."""
    near = Program(GSCOPECTL, "--agent", far.local, "stream", "demo/sine")
    try:
        wait_for("samples there", lambda: read_samples(near.read()))
        text = Program(*far.control("stream", "--duration=8", "demo/sine")).ended(0)
        here = read_samples(text)
        lost = re.findall(r"lost samples\. (?!Missed tick: \d+\.).*", text)
        check(not lost, f"samples were lost: {lost}")
        check(len(here) > 300, f"only {len(here)} samples came")
        last = max(float(time_text) for time_text, _ in here)
        wait_for("later samples there", lambda: any(float(sample[0]) > last for sample in read_samples(near.read())))
    finally:
        near.process.send_signal(signal.SIGINT)
        near.process.wait(TIMEOUT)
    there = read_samples(near.read())
    check(here <= there, "samples differ from those of the agent")
    times = sorted(float(time_text) for time_text, _ in here)
    between = [sample for sample in there if times[0] <= float(sample[0]) <= times[-1]]
    check(len(between) == len(here), f"{len(between)} samples were made, {len(here)} came")


def test_query(far):
    rows = [line for line in far.run("query", "--csv", "--from=5s", "--columns=50", "demo/sine").splitlines() if line]
    check(len(rows) > 40, f"only {len(rows)} rows: {rows[:3]}")


def test_half_open(far):
    """Nothing comes through: the viewer says so at once, both ends drop the connection, and the viewer makes another."""
    before = far.idle
    router = far.find_router()
    wait_for("the end of former connections", lambda: far.count_descriptors() <= before)
    watch = Program(*far.control("watch", "--period=0.2", "demo/sine"))
    try:
        wait_for("values", lambda: len(watch.read().splitlines()) > 5)
        check(far.count_descriptors() > before, "the agent has no connection")
        os.kill(router, signal.SIGSTOP)
        begin = time.monotonic()
        try:
            wait_for("the warning", lambda: "does not answer" in watch.read())
            warned = time.monotonic() - begin
            await_end(far, before, begin)
            ended = time.monotonic() - begin
        finally:
            os.kill(router, signal.SIGCONT)
        print(f"# warned after {warned:.1f} s; the agent dropped the connection after {ended:.1f} s", flush=True)
        check(warned < 5, f"the viewer says only after {warned:.1f} s that the agent does not answer")
        lines = len(watch.read().splitlines())
        wait_longer("further values", lambda: len(watch.read().splitlines()) > lines + 20)
    finally:
        watch.process.send_signal(signal.SIGTERM)
        watch.process.wait(TIMEOUT)


def await_end(far, before, begin):
    while far.count_descriptors() > before:
        if time.monotonic() - begin > PATIENCE + NOTICE:
            raise Failure("the agent keeps the connection")
        time.sleep(0.1)


def wait_longer(what, ready):
    """The viewer has waited for longer and longer times between its tries, at most half a minute."""
    try:
        wait_for(what, ready)
    except Failure:
        wait_for(what, ready)


def main():
    with tempfile.TemporaryDirectory() as name:
        far = Far(Path(name))
        try:
            write, subscribe, query, half_open = (
                (test.__name__, lambda test=test: test(far))
                for test in (test_write, test_subscription, test_query, test_half_open))
            return run_tests([[write, subscribe], query, half_open])
        finally:
            far.close()


sys.exit(main())
