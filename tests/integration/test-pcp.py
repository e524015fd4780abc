# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Performance Co-Pilot: test-pcp.py TEST-PROGRAM GSCOPED

pmcd and pmproxy have a folder and ports of their own. The test of the plugin pcp asks pmproxy for metrics and stores one. gscoped
offers its signals in a file, of which pmcd has the metrics, also after gscoped was killed and started again."""

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "support"))
from web_server import await_answer, choose_port

SKIPPED = 77
TEST, GSCOPED = sys.argv[1:3]
TIMEOUT = 30
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
               AGENTS / "mmv/pmda_mmv.so", NAMES / "root_linux", Path("/usr/bin/pminfo")):
    if not needed.exists():
        print(f"NOT TESTED: Performance Co-Pilot is not installed: there is no {needed}")
        sys.exit(SKIPPED)


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
                env=self.environment, stdout=log, stderr=log, cwd=self.folder / "log"))

    def begin(self):
        subprocess.run([PROGRAMS / "pmnsmerge", *(NAMES / f"root_{name}" for name in ("pmcd", "linux", "mmv")),
                        self.folder / "names"], check=True, stdout=subprocess.DEVNULL, cwd=NAMES,
                       env={**os.environ, "PATH": f"{os.environ['PATH']}:{PROGRAMS}"})
        self.start("pmcd", "-c", self.write("pmcd.conf", PMCD), "-n", self.folder / "names", "-p", self.port,
                   "-s", self.folder / "run/pmcd.socket")
        self.start("pmproxy", "-c", self.write("pmproxy.conf", PMPROXY), "-p", self.proxy_port,
                   "-s", self.folder / "run/pmproxy.socket")
        await_answer(f"{self.address}/pmapi/fetch?name=kernel.all.load&hostspec={self.host}", "kernel.all.load",
                     self.processes)

    def end(self):
        for process in reversed(self.processes):
            process.terminate()
        for process in self.processes:
            process.wait(TIMEOUT)


def check_plugin(servers):
    subprocess.run([TEST, "-p", "/pcp/server"], check=True, timeout=TIMEOUT,
                   env={**os.environ, "GSCOPE_TEST_PCP": servers.address, "GSCOPE_TEST_PCP_HOST": servers.host})


def read_metrics(servers, name):
    """Returns what pminfo prints about a metric; an empty text if there is none."""
    done = subprocess.run(["pminfo", "-h", servers.host, "-dfT", name], env=servers.environment, capture_output=True, text=True,
                          check=False)
    return done.stdout if done.returncode == 0 else ""


def await_metrics(servers, what, is_right):
    end = time.monotonic() + TIMEOUT
    while not is_right(text := read_metrics(servers, "mmv.gscope_test.simulation.wave.n1")):
        if time.monotonic() > end:
            sys.exit(f"{what}: {text}")
        time.sleep(0.1)
    return text


@contextlib.contextmanager
def run_agent(servers):
    folder = servers.folder
    config = servers.write("gscoped.conf", f"[agent]\nlisten=unix:{folder}/agent\nsimulate=2\nmmv={folder}/mmv/gscope_test\n"
                                           "[journal]\nfile=\nsystemd=false\n")
    agent = subprocess.Popen([GSCOPED, "--config", config], stdout=subprocess.DEVNULL)
    try:
        yield agent
    finally:
        agent.terminate()
        agent.wait(TIMEOUT)


def check_values(servers):
    file = servers.folder / "mmv/gscope_test"
    with run_agent(servers) as agent:
        text = await_metrics(servers, "the signal is no metric", lambda text: "value" in text and "value nan" not in text.lower())
        for part in ("Data Type: double", "Semantics: instant", "InDom: PM_INDOM_NULL"):
            if part not in text:
                sys.exit(f"no “{part}”: {text}")
        first = text.rsplit("value", 1)[1]
        await_metrics(servers, "the value does not change", lambda text: "value" in text and text.rsplit("value", 1)[1] != first)
        agent.kill()
    await_metrics(servers, "the metrics of an agent that was killed remain", lambda text: "value" not in text)
    with run_agent(servers):
        await_metrics(servers, "the metrics do not come back", lambda text: "value" in text)
    if file.exists() or list(file.parent.iterdir()):
        sys.exit(f"the agent leaves {list(file.parent.iterdir())}")


def main():
    folder = tempfile.mkdtemp(prefix="gscope-")
    servers = Servers(folder)
    try:
        servers.begin()
        check_plugin(servers)
        check_values(servers)
    finally:
        servers.end()
        shutil.rmtree(folder)


main()
