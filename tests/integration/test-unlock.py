#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
#
# A user without privileges steers a reserve of root through the system's agent, which asks polkit:
#   test-unlock.py GSCOPED GSCOPE [POLICY]
# As root, with a bus and a polkit (python-dbusmock) of its own; with POLICY, the file of Gscope's actions, with a polkitd of
# its own instead. A process of the test has the reserve.

import json
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import dbus

GSCOPED, GSCOPE = map(os.path.realpath, sys.argv[1:3])
POLICY = os.path.realpath(sys.argv[3]) if len(sys.argv) > 3 else None
POLKITD = ["/usr/lib/polkit-1/polkitd", "/usr/libexec/polkitd"]
ACTIONS = "org.gscope.Gscope."
RESERVE_TIME = ACTIONS + "reserve-time"
USER = 65534
MSEC = 1000000

BUS = """<busconfig><type>system</type><listen>{address}</listen><auth>EXTERNAL</auth><policy context="default">
<allow user="*"/><allow own="*"/><allow send_destination="*"/><allow receive_sender="*"/></policy></busconfig>"""

# polkitd asks no user: it says yes to what this allows.
RULE = """polkit.addRule (function (action, subject) {
  if (action.id == "%s" && subject.user == "nobody" && action.lookup ("type") == "reserve")
    return polkit.Result.YES;
});
"""


def wait_for(what, condition):
    for _ in range(1000):
        value = condition()
        if value:
            return value
        time.sleep(0.01)
    raise AssertionError(f"waited in vain: {what}")


class Bed:
    """The bus, polkit, the agent, and a thread with a reserve of 10 ms in each 100 ms."""

    def __init__(self):
        self.directory = tempfile.mkdtemp(prefix="gscope-unlock-")
        os.chmod(self.directory, 0o755)
        self.processes = []
        self.address = f"unix:{self.directory}/agent"
        bus = f"unix:path={self.directory}/bus"
        os.environ["DBUS_SYSTEM_BUS_ADDRESS"] = bus
        os.environ["TSL_PAGE_DIR"] = self.directory + "/pages"
        os.mkdir(self.directory + "/pages", 0o755)
        os.chmod(self.directory + "/pages", 0o1777)
        with open(f"{self.directory}/bus.conf", "w", encoding="utf-8") as file:
            file.write(BUS.format(address=bus))
        self.start("dbus-daemon", f"--config-file={self.directory}/bus.conf", "--nofork", "--nopidfile")
        wait_for("the bus", lambda: os.path.exists(f"{self.directory}/bus"))
        self.start_polkit()
        self.bus = dbus.bus.BusConnection(bus)
        wait_for("polkit", lambda: self.bus.name_has_owner("org.freedesktop.PolicyKit1"))
        self.polkit = dbus.Interface(
            self.bus.get_object("org.freedesktop.PolicyKit1", "/org/freedesktop/PolicyKit1/Authority"),
            "org.freedesktop.DBus.Mock")
        self.agent = self.start(GSCOPED, "--listen", self.address)
        wait_for("the agent", lambda: os.path.exists(f"{self.directory}/agent"))
        self.task = self.start("chrt", "--deadline", "--sched-runtime", str(10 * MSEC), "--sched-deadline",
                               str(100 * MSEC), "--sched-period", str(100 * MSEC), "0", "sleep", "1000")
        wait_for("the reserve", lambda: self.get_budget() == 10 * MSEC)

    def start_polkit(self):
        if not POLICY:
            self.start(sys.executable, "-m", "dbusmock", "--system", "--template", "polkitd")
            return
        # in the mount namespace of this test
        for name, place in ("actions", "/usr/share/polkit-1/actions"), ("rules", "/etc/polkit-1/rules.d"):
            path = f"{self.directory}/{name}"
            os.mkdir(path, 0o755)
            os.chmod(path, 0o755)
            subprocess.run(["mount", "--bind", path, place], check=True)
        shutil.copy(POLICY, f"{self.directory}/actions/")
        self.allow(None)
        self.start(next(path for path in POLKITD if os.path.exists(path)))

    def allow(self, action):
        """Lets polkitd allow an action. It reads its rules again by itself, but says so to nobody."""
        with open(f"{self.directory}/rules/10.rules", "w", encoding="utf-8") as file:
            file.write(RULE % action)

    def start(self, *command):
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=sys.stderr)
        self.processes.append(process)
        return process

    def get_budget(self):
        shown = subprocess.run(["chrt", "-p", str(self.task.pid)], capture_output=True, text=True).stdout
        found = re.search(r"runtime/deadline/period parameters: (\d+)/", shown)
        return int(found.group(1)) if found else 0

    def workspace(self, kind, parameters):
        source = {
            "type": "agent", "name": kind,
            "options": {"address": self.address, "type": kind},
            "parameters": parameters,
        }
        path = f"{self.directory}/workspace.json"
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"gscope-workspace": 1, "scopes": [{"name": "A", "sources": [source]}]}, file)
        return path

    def run(self, *command):
        """Starts a program as a user without privileges."""
        output = f"{self.directory}/out"
        os.makedirs(output, exist_ok=True)
        os.chown(output, USER, USER)
        client = subprocess.Popen(
            command, user=USER, group=USER, extra_groups=[], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, cwd="/", env=os.environ | {
                "HOME": output, "XDG_RUNTIME_DIR": output, "TMPDIR": output,
                "DBUS_SESSION_BUS_ADDRESS": f"unix:path={output}/no-bus"})
        self.processes.append(client)
        return client

    def record(self, kind="reserve", parameters=None):
        """Starts gscope, which records, and steers by the workspace."""
        parameters = {"sleep/budget": 20.0} if kind == "reserve" else parameters or {}
        return self.run(GSCOPE, "--workspace", self.workspace(kind, parameters), "--record",
                        f"{self.directory}/out/run.tuples", "--force", "--duration", "60", "--trust")

    def show(self):
        """Starts a window on a display of its own, which steers by the workspace. Returns the display and the window."""
        number = f"{self.directory}/out/window"
        display = self.run("xvfb-run", "-a", "sh", "-c", 'echo $$ >"$0" && exec "$@"', number, GSCOPE, "--workspace",
                           self.workspace("reserve", {"sleep/budget": 20.0}), "--trust")
        wait_for("the window", lambda: os.path.exists(number) and os.path.getsize(number) > 1)
        with open(number, encoding="ascii") as file:
            return display, int(file.read())

    def has_samples(self, source):
        path = f"{self.directory}/out/run.tuples"
        if not os.path.exists(path):
            return False
        with open(path, encoding="utf-8") as file:
            return any(f" {source}/" in line for line in file if not line.startswith("#"))

    def end(self):
        for process in reversed(self.processes):
            if process.poll() is None:
                process.terminate()
                process.wait()
        shutil.rmtree(self.directory)


def finish(client):
    client.send_signal(signal.SIGINT)
    return client.communicate(timeout=20)[0]


def has_said(client, words, text):
    """Whether the words are in what a client has written, which is added to the text."""
    fd = client.stdout.fileno()
    while select.select([fd], [], [], 0)[0] and (data := os.read(fd, 65536)):
        text += data
    return words in text


def test_refused(bed):
    bed.polkit.SetAllowed(dbus.Array([], signature="s"))
    client = bed.record()
    assert any("polkit does not let user:nobody do this" in line for line in client.stdout)
    finish(client)
    assert bed.get_budget() == 10 * MSEC


def test_steered(bed):
    bed.polkit.SetAllowed([RESERVE_TIME])
    client = bed.record()
    wait_for("the new budget", lambda: bed.get_budget() == 20 * MSEC)
    print(finish(client), file=sys.stderr)
    wait_for("the old budget", lambda: bed.get_budget() == 10 * MSEC)


def test_window(bed):
    bed.polkit.SetAllowed([RESERVE_TIME])
    display, window = bed.show()
    wait_for("the new budget", lambda: bed.get_budget() == 20 * MSEC)
    os.kill(window, signal.SIGTERM)
    display.communicate(timeout=20)
    wait_for("the old budget", lambda: bed.get_budget() == 10 * MSEC)


def test_client_killed(bed):
    bed.polkit.SetAllowed([RESERVE_TIME])
    client = bed.record()
    wait_for("the new budget", lambda: bed.get_budget() == 20 * MSEC)
    client.kill()
    client.communicate()
    wait_for("the old budget", lambda: bed.get_budget() == 10 * MSEC)


def test_client_gone_while_asked(bed):
    bed.polkit.SetAllowed([RESERVE_TIME])
    bed.polkit.SimulateHang(True)
    client = bed.record()
    wait_for("the question", lambda: bed.polkit.HaveHangingCalls())
    client.kill()
    client.communicate()
    bed.polkit.SimulateHang(False)
    bed.polkit.ReleaseHangingCalls()
    test_steered(bed)


def test_agent_killed(bed):
    """The guard of the agent restores the reserve."""
    bed.polkit.SetAllowed([RESERVE_TIME])
    client = bed.record()
    wait_for("the new budget", lambda: bed.get_budget() == 20 * MSEC)
    bed.agent.kill()
    bed.agent.wait()
    wait_for("the old budget", lambda: bed.get_budget() == 10 * MSEC)
    client.kill()
    client.communicate()


# Each type of source that the agent runs for others, and the action that unlocks it.
# The types and their actions are the rows of the manual, which the sweep of the plugins compares with their classes.
MANUAL = Path(__file__).parents[2] / "docs/manual/unlock.md"
KINDS = re.findall(r"^\| `([a-z-]+)` \| `([a-z-]+)` \|", MANUAL.read_text(encoding="utf-8"), re.MULTILINE)

# The file without which a type has no samples.
NEEDS = {
    "mxtraf": "/dev/net/tun",
    "schedule": "/sys/kernel/btf/vmlinux",
    "tracefs": "/sys/kernel/tracing/events",
    "trigger-states": "/sys/kernel/btf/vmlinux",
}


def test_kinds(bed):
    """The agent runs each type for a user whom polkit lets do that, and for nobody else."""
    assert KINDS, MANUAL
    for kind, action in KINDS:
        if kind in NEEDS and not os.path.exists(NEEDS[kind]):
            continue
        bed.polkit.SetAllowed(dbus.Array([], signature="s"))
        client = bed.record(kind)
        assert any(f"{ACTIONS}{action}" in line for line in client.stdout), kind
        finish(client)
        bed.polkit.SetAllowed([ACTIONS + action])
        client = bed.record(kind)
        wait_for(f"samples of {kind}", lambda kind=kind: bed.has_samples(kind))
        finish(client)


def test_threads(bed):
    """The timers of another user's thread, with the action for them alone, until the window ends."""
    thread = bed.start("sleep", "1000")
    slack = f"/proc/{thread.pid}/timerslack_ns"

    def read():
        with open(slack, encoding="ascii") as file:
            return int(file.read())

    before = read()
    parameters = {"programs": str(thread.pid), "overshoot": 500}
    bed.polkit.SetAllowed([ACTIONS + "observe-kernel"])
    client = bed.record("firm-timer", parameters)
    assert any(f"{ACTIONS}steer-threads" in line for line in client.stdout)
    finish(client)
    assert read() == before
    bed.polkit.SetAllowed([ACTIONS + "observe-kernel", ACTIONS + "steer-threads"])
    client = bed.record("firm-timer", parameters)
    wait_for("the overshoot", lambda: read() == 500000)
    finish(client)
    wait_for("the old overshoot", lambda: read() == before)


def test_mode(bed):
    """The mode of preemption has an action of its own. Machines without the kernel's file for it say so."""
    bed.polkit.SetAllowed([ACTIONS + "observe-kernel"])
    client = bed.record("preemption", {"mode": "voluntary"})
    assert any(f"{ACTIONS}set-preemption" in line for line in client.stdout)
    finish(client)
    if os.path.exists("/sys/kernel/debug/sched/preempt"):
        return
    bed.polkit.SetAllowed([ACTIONS + "observe-kernel", ACTIONS + "set-preemption"])
    client = bed.record("preemption", {"mode": "voluntary"})
    assert any("there is no file /sys/kernel/debug/sched/preempt" in line for line in client.stdout)
    finish(client)


def test_real_polkit(bed):
    """polkitd refuses an action for which nobody authenticates, and allows it by a rule."""
    client = bed.record()
    assert any("no program asks for the password" in line for line in client.stdout)
    finish(client)
    bed.allow(RESERVE_TIME)
    while True:
        client, text = bed.record(), bytearray()
        # it steers, or says that polkitd has not read the rule yet
        wait_for("an answer", lambda client=client, text=text: bed.get_budget() == 20 * MSEC or client.poll() is not None
                 or has_said(client, b"no program asks for the password", text))
        is_steered = bed.get_budget() == 20 * MSEC
        finish(client)
        if is_steered:
            break
    wait_for("the old budget", lambda: bed.get_budget() == 10 * MSEC)


def find_obstacle():
    """Why the test cannot run here."""
    if POLICY and not any(os.path.exists(path) for path in POLKITD):
        return "there is no polkitd"
    if os.geteuid() != 0:
        return "it needs root, to be the system's agent"
    task = ["chrt", "--deadline", "--sched-runtime", str(10 * MSEC), "--sched-deadline", str(100 * MSEC),
            "--sched-period", str(100 * MSEC), "0", "true"]
    if subprocess.run(task, capture_output=True).returncode != 0:
        return "the kernel gives no reserve of processor time"
    if subprocess.run(["test", "-x", GSCOPE], user=USER, group=USER, extra_groups=[]).returncode != 0:
        return "other users may not read the build directory"
    return None


def main():
    obstacle = find_obstacle()
    if obstacle:
        print(f"1..0 # SKIP {obstacle}")
        return
    if POLICY and "GSCOPE_UNLOCK_UNSHARED" not in os.environ:
        os.environ["GSCOPE_UNLOCK_UNSHARED"] = "1"
        os.execvp("unshare", ["unshare", "--mount", sys.executable, *sys.argv])
    tests = [test_real_polkit] if POLICY else [
        test_refused, test_steered, test_window, test_client_killed, test_client_gone_while_asked, test_kinds, test_threads, test_mode,
        test_agent_killed]
    print(f"1..{len(tests)}", flush=True)
    bed = Bed()
    try:
        for number, test in enumerate(tests, 1):
            test(bed)
            print(f"ok {number} {test.__name__}", flush=True)
    finally:
        bed.end()


main()
