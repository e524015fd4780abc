#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""How exact mxtraf's link is, as iperf3 and ping measure it between its hosts.

    test-link.py [--full|--brief] MXTRAF

Each line has the figure and the bar it is held to; --full takes more rates and times, --brief one of
each. What else a machine does can only make a link less exact, so a measurement that misses its bar
is printed and made again, three times at most."""

import json
import os
import re
import signal
import statistics
import subprocess
import sys
import time
from pathlib import Path

import unchanged

sys.path.append(str(Path(__file__).parents[1] / "support"))
from program import TIMEOUT, Failure, Program

FULL = sys.argv[1] == "--full"
BRIEF = sys.argv[1] == "--brief"
MXTRAF = sys.argv[-1]
RATES = (1, 2, 5, 10, 20, 50, 100) if FULL else (10,) if BRIEF else (1, 10, 100)
ROUND_TRIPS = (10, 20, 50, 100, 150, 200) if FULL else (100,) if BRIEF else (10, 100, 200)
SETTLING = 2 if BRIEF else 3
SECONDS = 10 if FULL else 3 if BRIEF else 6
PINGS = 50 if FULL else 10 if BRIEF else 15
ATTEMPTS = 3

# Only a real processor can show its limit at 100 Mbit/s.
FAST = 100
EMULATED = "QEMU TCG" in Path("/proc/cpuinfo").read_text(encoding="utf-8")

SERVER, CLIENT = "198.18.0.1", "198.18.0.2"
REORDERED = ("TCPSACKReorder", "TCPRenoReorder", "TCPTSReorder")


class Report:
    """What one measurement found: pairs of success and line."""

    def __init__(self):
        self.lines = []

    def add(self, success, what):
        self.lines.append((success, what))

    def succeeded(self):
        return all(success for success, _ in self.lines)

    def hold(self, what, figure, low, high, unit, judged=True):
        note = "" if judged else "; an emulated processor is not held to it"
        line = f"{what}: {figure:.5g} {unit} (bar: {low:g} to {high:g}{note})"
        self.add(low <= figure <= high or not judged, line)

    def hold_rate(self, what, figure, rate):
        judged = rate < FAST or not EMULATED
        self.hold(what, figure, 0.95 * rate, 1.05 * rate, "Mbit/s", judged)


class Link:
    """A run of mxtraf; idle but for what its options say."""

    def __init__(self, **options):
        settings = {"elephants": 0, "measured": "off", **options}
        self.program = Program(MXTRAF, *(f"--{k.replace('_', '-')}={v}" for k, v in settings.items()))

    def __enter__(self):
        try:
            self.program.began(CLIENT)
            return self
        except Failure:
            self.__exit__()
            raise

    def __exit__(self, *_):
        if self.program.process.poll() is None:
            self.program.process.send_signal(signal.SIGTERM)
        # The processes of this link would slow the next link down.
        self.program.process.wait(TIMEOUT)

    def on(self, address, *command):
        """Returns the command as it is run on one of the hosts."""
        enter = re.search(re.escape(address) + r" \((nsenter [^)]*)\)", self.program.read())
        return [*enter.group(1).split(), "--", *command]

    def read(self, address, *command):
        return subprocess.run(
            self.on(address, *command), check=True, capture_output=True, text=True, timeout=120
        ).stdout

    def end(self):
        """Returns forwarded, dropped, marked and longest queue, of the way to the client."""
        self.program.process.send_signal(signal.SIGTERM)
        text = self.program.ended(128 + signal.SIGTERM)
        row = re.search(r"to the client +(\d+) +(\d+) +\S+ % +(\d+) +(\d+)", text)
        if not row:
            raise Failure(f"no row of packets in: {text}")
        return [int(number) for number in row.groups()]

    def find_router(self):
        below = unchanged.find_descendants(self.program.process.pid)
        return next(p.pid for p in below if p.name == "mxtraf-router")


def transfer(link, *options):
    """Sends from server to client and returns what iperf3 says about it at the receiving end."""
    receiver = Program(*link.on(CLIENT, "iperf3", "-s", "-1", "-J", "--forceflush"))
    end = time.monotonic() + 30
    while not re.search(r":1451 ", link.read(CLIENT, "cat", "/proc/net/tcp", "/proc/net/tcp6")):
        if time.monotonic() > end or receiver.process.poll() is not None:
            raise Failure(f"iperf3 does not listen: {receiver.read()}")
        time.sleep(0.05)
    duration = str(SETTLING + SECONDS)
    link.read(SERVER, "iperf3", "-c", CLIENT, "-t", duration, "-J", *options)
    result = json.loads(receiver.ended(0))
    if "error" in result:
        raise Failure(f"iperf3: {result['error']}")
    return result


def get_rate(result):
    """Returns the Mbit/s that were received once the flow had settled."""
    intervals = [interval["sum"] for interval in result["intervals"]][SETTLING : SETTLING + SECONDS]
    return sum(i["bytes"] for i in intervals) * 8e-6 / sum(i["seconds"] for i in intervals)


def count_reordered(link):
    lines = [line.split() for line in link.read(SERVER, "cat", "/proc/net/netstat").splitlines()]
    counts = dict(zip(lines[0], lines[1]))
    return sum(int(counts[name]) for name in REORDERED)


def get_processor_time(pid):
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def get_queue(rate):
    """Returns what fills the link whatever the congestion control, and is not slow to empty."""
    return max(20, 5 * rate)


def check_tcp(report, rate):
    with Link(rate=f"{rate}mbit", rtt="20ms", queue=get_queue(rate)) as link:
        router = link.find_router()
        begin, used = time.monotonic(), get_processor_time(router)
        result = transfer(link, "-C", "reno", "-l", "8K")
        used = (get_processor_time(router) - used) / (time.monotonic() - begin)
        report.hold_rate(f"TCP at {rate} Mbit/s", get_rate(result), rate)
        if rate == FAST:
            what = f"the router at {rate} Mbit/s"
            report.hold(what, 100 * used, 0, 60, "% of a core", not EMULATED)
        report.hold(f"TCP reordered at {rate} Mbit/s", count_reordered(link), 0, 0, "times")


def check_udp(report, rate):
    """More than fits: the link carries its rate in order and drops the rest at the queue's end."""
    queue = get_queue(rate)
    with Link(rate=f"{rate}mbit", rtt="20ms", queue=queue) as link:
        result = transfer(link, "-u", "-b", f"{1.25 * rate}M", "-l", "1472")
        stream = result["end"]["streams"][0]["udp"]
        report.hold_rate(f"UDP at {rate} Mbit/s", get_rate(result), rate)
        report.hold(f"UDP reordered at {rate} Mbit/s", stream["out_of_order"], 0, 0, "packets")
        _, dropped, marked, longest = link.end()
        report.hold(f"longest queue at {rate} Mbit/s", longest, queue, queue, "packets")
        report.hold(f"dropped at {rate} Mbit/s", dropped, 1, float("inf"), "packets")
        report.hold(f"marked at {rate} Mbit/s", marked, 0, 0, "packets")


def ping(milliseconds):
    """Returns the round-trip times, and what ping says at the end."""
    with Link(rate="30mbit", rtt=f"{milliseconds}ms") as link:
        text = link.read(CLIENT, "ping", "-n", "-i", "0.2", "-c", str(PINGS), SERVER)
        times = [float(found) for found in re.findall(r" time=([\d.]+) ms", text)]
        return times, " ".join(text.splitlines()[-2:])


def check_round_trip(report, milliseconds):
    times, said = ping(milliseconds)
    median = statistics.median(times)
    what = f"ping over {milliseconds} ms"
    if EMULATED:
        # Some 2 ms are the processor's own: what it needs for the programs and the kernel.
        own = min(ping(0)[0])
        what = f"{what}, less {own:.4g} ms over none"
        median -= own
    report.hold(f"{what}, median", median, milliseconds - 2, milliseconds + 2, "ms")
    report.add(" 0% packet loss" in said, f"ping over {milliseconds} ms: {said}")


def check_ecn(report):
    settings = {"rate": "30mbit", "rtt": "100ms", "queue": 1000, "policy": "ecn", "mark_at": 20}
    with Link(elephants=10, **settings) as able, Link(**settings) as link:
        transfer(link, "-u", "-b", "40M", "-l", "1472")
        _, dropped, marked, _ = able.end()
        report.hold("marked with ECN", marked, 1, float("inf"), "packets")
        report.hold("dropped with ECN", dropped, 0, 0, "packets")
        _, dropped, _, longest = link.end()
        report.hold("dropped without ECN", dropped, 1, float("inf"), "packets")
        report.hold("longest queue without ECN", longest, 20, 999, "packets")


def list_checks():
    for rate in RATES:
        yield check_tcp, rate
        yield check_udp, rate
    for milliseconds in ROUND_TRIPS:
        yield check_round_trip, milliseconds
    yield (check_ecn,)


def measure(check, *arguments):
    report = Report()
    try:
        check(report, *arguments)
    except (Failure, subprocess.SubprocessError) as failure:
        said = getattr(failure, "stderr", None) or getattr(failure, "stdout", None) or ""
        report.add(False, f"{check.__name__} {arguments}: {failure} {said}".replace("\n", " "))
    return report


def measure_patiently(*check):
    for _ in range(ATTEMPTS - 1):
        report = measure(*check)
        if report.succeeded():
            return report
        for success, line in report.lines:
            print(f"# {'ok' if success else 'to be made again'}: {line}", flush=True)
    return measure(*check)


def main():
    lines = failures = 0
    for check in list_checks():
        for success, line in measure_patiently(*check).lines:
            lines += 1
            failures += not success
            print(f"{'ok' if success else 'not ok'} {lines} - {line}", flush=True)
    print(f"1..{lines}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
