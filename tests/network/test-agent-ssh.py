#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Agents behind a real sshd, which this test runs for each connection to a port of its own, with keys of its own.

    test-agent-ssh.py GSCOPED GSCOPECTL CLIENT-DIRECTORY"""

import getpass
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import unchanged

sys.path[:0] = [str(Path(__file__).parents[1] / "support"), sys.argv[3]]
import gscope_agent
from agent_lab import check, run_tests
from program import TIMEOUT, Failure, Program, wait_for

GSCOPED, GSCOPECTL = (str(Path(path).resolve()) for path in sys.argv[1:3])
SSH = shutil.which("ssh")
SSHD = shutil.which("sshd", path=f"{os.environ['PATH']}:/usr/sbin")
# An agent of another version, as far as it gets.
OTHER = r"""
import json, struct, sys
sys.stdin.buffer.read(struct.unpack("<I", sys.stdin.buffer.read(4))[0])
hello = json.dumps({"hello": {"version": 1}}).encode()
sys.stdout.buffer.write(struct.pack("<I", len(hello)) + hello)
sys.stdout.buffer.flush()
sys.stdin.buffer.read()
"""


class Bed:
    """Keys, the sshd, and an agent of the user that programs started by ssh find."""

    def __init__(self, folder):
        self.folder = folder
        for name in ("host", "other-host", "own", "stranger"):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder / name], check=True)
        for name in ("near", "far"):
            (folder / name).mkdir()
        self.write_script("near/ssh", f'exec "{SSH}" -F "{folder}/ssh_config" "$@"')
        self.server = socket.create_server(("127.0.0.1", 0))
        self.port = self.server.getsockname()[1]
        self.address = f"ssh://{getpass.getuser()}@127.0.0.1:{self.port}"
        self.connections = []
        threading.Thread(target=self.serve, daemon=True).start()
        os.environ["PATH"] = f"{folder}/near:{os.environ['PATH']}"
        os.environ["XDG_RUNTIME_DIR"] = os.environ["XDG_STATE_HOME"] = os.environ["XDG_CONFIG_HOME"] = str(folder)
        self.set_up()
        self.agent = Program(GSCOPED, "--listen", "unix:", "--simulate", "2")
        self.agent.began("listens")

    def set_up(self, key="own", host="host", accepted="yes", script=f'exec "{GSCOPED}" "$@"'):
        """Says how a connection goes; script is what is found as gscoped there, if anything is."""
        folder = self.folder
        (folder / "ssh_config").write_text(
            f"IdentityFile {folder}/{key}\nIdentitiesOnly yes\nIdentityAgent none\n"
            f"UserKnownHostsFile {folder}/known\nGlobalKnownHostsFile none\n", encoding="utf-8")
        (folder / "known").write_text(
            f"[127.0.0.1]:{self.port} {(folder / f'{host}.pub').read_text(encoding='ascii')}" if host else "",
            encoding="utf-8")
        there = " ".join(f'"{name}={os.environ[name]}"' for name in (
            "XDG_RUNTIME_DIR", "XDG_STATE_HOME", "XDG_CONFIG_HOME"))
        (folder / "sshd_config").write_text(
            f"HostKey {folder}/host\nAuthorizedKeysFile {folder}/own.pub\nStrictModes no\nUsePAM no\nPermitRootLogin yes\n"
            f"PubkeyAuthentication {accepted}\nPasswordAuthentication yes\nPidFile none\n"
            f'SetEnv "PATH={folder}/far:/usr/bin:/bin" {there}\n', encoding="utf-8")
        (folder / "far/gscoped").unlink(missing_ok=True)
        if script:
            self.write_script("far/gscoped", script)

    def write_script(self, name, text):
        (self.folder / name).write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        (self.folder / name).chmod(0o755)

    def serve(self):
        while True:
            try:
                connection, _ = self.server.accept()
            except OSError:
                return
            with connection:
                self.connections.append(subprocess.Popen(
                    [SSHD, "-i", "-f", self.folder / "sshd_config", "-E", self.folder / "sshd.log"], stdin=connection,
                    stdout=connection, stderr=subprocess.DEVNULL))

    def run(self, *arguments, address=None):
        return subprocess.run([GSCOPECTL, "--agent", address or self.address, *arguments], capture_output=True, text=True,
                              timeout=TIMEOUT, check=False, stdin=subprocess.DEVNULL)

    def find_session(self):
        """Returns the processes below the sshd of the newest connection."""
        return {process.pid for process in unchanged.find_descendants(self.connections[-1].pid)}

    def close(self):
        self.server.close()
        for program in (self.agent.process, *self.connections):
            if program.poll() is None:
                program.terminate()
            program.wait(TIMEOUT)


def test_reasons(bed):
    """Nobody is asked for a password or whether a key is right: each failure is a sentence with its remedy."""
    host = re.escape(bed.address)
    for setting, status, sentence in (
        ({"host": None}, 3, f"does not know the host key of “{host}”. Run “ssh {host}” once"),
        ({"host": "other-host"}, 3, f"host key of “{host}” is another one than before.* Ask its owner"),
        ({"key": "stranger"}, 1, f"does not accept a key of yours.* Run “ssh-copy-id {host}”"),
        ({"accepted": "no"}, 1, "there is no terminal to type a password"),
        ({"script": None}, 3, f"There is no gscoped on “{host}”. Install it there"),
        ({"script": "echo Welcome"}, 3, f"prints text before gscoped starts there.*“ssh {host} true” has to print nothing"),
        ({"script": f"exec '{sys.executable}' -c '{OTHER}'"}, 1, "version 2.*version 1; use programs of the same release"),
        ({"script": "echo No such option. >&2; exit 2"}, 3, f"No such option. Run “ssh {host} gscoped --version”"),
    ):
        bed.set_up(**setting)
        failed = bed.run("list")
        check(failed.returncode == status and re.search(sentence, failed.stderr),
              f"{setting}: {failed.returncode}: {failed.stderr}")
    failed = bed.run("list", address="ssh://127.0.0.1:1")
    check("Connection refused. Run" in failed.stderr, failed.stderr)


def test_commands(bed):
    listed = bed.run("list")
    check(listed.stdout.startswith("simulation\trunning\t2\t1"), f"list: {listed}")
    check(bed.run("set", "simulation/amplitude=2").returncode == 0, "set")
    check("= 2" in bed.run("get", "simulation/amplitude").stdout, "get")
    streamed = bed.run("stream", "--duration=300ms", "simulation/wave/1")
    check("simulation/wave/1" in streamed.stdout, f"stream: {streamed}")


def test_python(bed):
    with gscope_agent.connect(bed.address) as agent:
        with agent.signals["simulation/wave/0"].stream(duration=0.3) as stream:
            check(len(list(stream)) > 5, "no samples over ssh")
    bed.set_up(script=None)
    try:
        gscope_agent.connect(bed.address)
        raise Failure("an agent that is not there")
    except ConnectionError as error:
        check("ssh ended, and printed why" in str(error), str(error))


def test_cut(bed):
    """A connection that is cut leaves nothing behind, and is made again."""
    watch = Program(GSCOPECTL, "--agent", bed.address, "watch", "--period=0.1", "simulation/wave/0")
    try:
        wait_for("values", lambda: len(watch.read().splitlines()) > 5)
        session = bed.find_session()
        check(session, "nothing runs below sshd")
        bed.connections[-1].kill()
        wait_for("the end of the session", lambda: not any(
            process.pid in session and process.state != "Z" for process in unchanged.find_descendants()))
        # The words of ssh depend on whether sshd had read all that the viewer had sent.
        wait_for("the reason", lambda: re.search(r"ssh has no connection to an agent on “.*”: .+\. Run", watch.read()))
        lines = len(watch.read().splitlines())
        wait_for("further values", lambda: len(watch.read().splitlines()) > lines + 20)
    finally:
        watch.process.send_signal(signal.SIGTERM)
        watch.process.wait(TIMEOUT)


def run_test(test, bed):
    bed.set_up()
    test(bed)


def find_obstacle():
    if not SSH or not SSHD:
        return "there is no sshd; install openssh-server"
    if os.geteuid() == 0 and subprocess.run(["unshare", "--mount", "true"], stderr=subprocess.DEVNULL, check=False).returncode:
        return "no mounts of its own to be had"
    return None


def main():
    obstacle = find_obstacle()
    if obstacle:
        print(f"1..0 # SKIP {obstacle}")
        return 0
    if os.geteuid() == 0 and "--inside" not in sys.argv:
        os.execvp("unshare", ["unshare", "--mount", sys.executable, *sys.argv, "--inside"])
    if os.geteuid() == 0:
        # sshd wants an empty directory there, and the agent of root is there
        subprocess.run(["mount", "-t", "tmpfs", "-o", "mode=755", "tmpfs", "/run"], check=True)
        Path("/run/sshd").mkdir()
    unchanged.adopt_orphans()
    with tempfile.TemporaryDirectory(prefix="agent-ssh-") as name:
        bed = Bed(Path(name))
        try:
            return run_tests([(test.__name__, lambda test=test: run_test(test, bed))
                              for test in (test_reasons, test_commands, test_python, test_cut)])
        finally:
            bed.close()


sys.exit(main())
