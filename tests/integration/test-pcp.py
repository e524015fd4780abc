# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""The plugin pcp with pmcd and pmproxy of Performance Co-Pilot: test-pcp.py TEST-PROGRAM

The servers have a folder and ports of their own. The test of the plugin asks pmproxy for metrics and stores one."""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

SKIPPED = 77
TEST = sys.argv[1]
TIMEOUT = 60
PROGRAMS = Path("/usr/lib/pcp/bin")
AGENTS = Path("/var/lib/pcp/pmdas")
NAMES = Path("/var/lib/pcp/pmns")

PMCD = f"""\
pmcd 2 dso pmcd_init {AGENTS}/pmcd/pmda_pmcd.so
linux 60 pipe binary {AGENTS}/linux/pmdalinux
mmv 70 dso mmv_init {AGENTS}/mmv/pmda_mmv.so
[access]
allow "*" : all;
"""
PMPROXY = """\
[pmproxy]
pcp.enabled = true
http.enabled = true
redis.enabled = false
"""

for needed in (PROGRAMS / "pmcd", PROGRAMS / "pmproxy", PROGRAMS / "pmnsmerge", AGENTS / "linux/pmdalinux",
               AGENTS / "mmv/pmda_mmv.so", NAMES / "root_linux"):
    if not needed.exists():
        print(f"NOT TESTED: Performance Co-Pilot is not installed: there is no {needed}")
        sys.exit(SKIPPED)


def choose_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Servers:
    def __init__(self, folder):
        self.folder = Path(folder)
        self.port, self.proxy_port = choose_port(), choose_port()
        self.address = f"http://127.0.0.1:{self.proxy_port}"
        self.host = f"127.0.0.1:{self.port}"
        self.processes = []
        for name in ("mmv", "run", "log"):
            (self.folder / name).mkdir()
        self.environment = {
            **os.environ, "PCP_TMP_DIR": folder, "PCP_RUN_DIR": f"{folder}/run", "PCP_LOG_DIR": f"{folder}/log",
            "PMCD_PORT": str(self.port), "PMCD_SOCKET": f"{folder}/run/pmcd.socket",
        }

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def start(self, name, *arguments):
        user = ["-U", "root"] if os.geteuid() == 0 else []
        with open(self.folder / "log" / f"{name}.out", "wb") as log:
            self.processes.append(subprocess.Popen(
                [PROGRAMS / name, "-f", "-A", *user, "-i", "127.0.0.1", "-l", self.folder / "log" / name,
                 "-x", self.folder / "log" / f"{name}.failed", *map(str, arguments)],
                env=self.environment, stdout=log, stderr=log))

    def begin(self):
        subprocess.run([PROGRAMS / "pmnsmerge", *(NAMES / f"root_{name}" for name in ("pmcd", "linux", "mmv")),
                        self.folder / "names"], check=True, stdout=subprocess.DEVNULL, cwd=NAMES,
                       env={**os.environ, "PATH": f"{os.environ['PATH']}:{PROGRAMS}"})
        self.start("pmcd", "-c", self.write("pmcd.conf", PMCD), "-n", self.folder / "names", "-p", self.port,
                   "-s", self.folder / "run/pmcd.socket")
        self.start("pmproxy", "-c", self.write("pmproxy.conf", PMPROXY), "-p", self.proxy_port,
                   "-s", self.folder / "run/pmproxy.socket")
        self.await_answer()

    def await_answer(self):
        end = time.monotonic() + TIMEOUT
        while True:
            try:
                with urllib.request.urlopen(f"{self.address}/pmapi/fetch?name=kernel.all.load&hostspec={self.host}",
                                            timeout=5):
                    return
            except (urllib.error.URLError, OSError) as error:
                if time.monotonic() > end or any(process.poll() is not None for process in self.processes):
                    sys.exit(f"the servers do not answer: {error}")
                time.sleep(0.1)

    def end(self):
        for process in reversed(self.processes):
            process.terminate()
        for process in self.processes:
            process.wait(TIMEOUT)


def check_plugin(servers):
    subprocess.run([TEST, "-p", "/pcp/server"], check=True, timeout=TIMEOUT,
                   env={**os.environ, "GSCOPE_TEST_PCP": servers.address, "GSCOPE_TEST_PCP_HOST": servers.host})


def main():
    folder = tempfile.mkdtemp(prefix="gscope-")
    servers = Servers(folder)
    try:
        servers.begin()
        check_plugin(servers)
    finally:
        servers.end()
        shutil.rmtree(folder)


main()
