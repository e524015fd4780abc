#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Kills each process of the ready-made experiments at a random point, and compares what is there afterwards with
what was before: processes, namespaces, devices, mounts and pages; the timer slack, the reserve and the
connection of somebody else, which the experiment turned; and in the end the kernel's own knobs, and what it
would still reserve. Until then real-time threads reserve and use less than nine tenths of the processors. Then it kills
experiments without a window: a sweep of each workspace, whose results the next run completes, and some of the ready-made
ones; and the replay of a trace.

    test-safety.py [--rounds NUMBER] GSCOPE WORKSPACES

Of an experiment that turns nothing of others one process is killed, any of them; with --rounds all are, so
many times, and all ready-made experiments.

GSCOPE_TEST_SEED in the environment repeats the random points of another run."""

import argparse
import json
import os
import random
import re
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import namedtuple
from pathlib import Path

import unchanged

sys.path.append(str(Path(__file__).parents[1] / "support"))
from program import Failure, Program, wait_for

SCRATCH = Path(tempfile.mkdtemp(prefix="safety-"))
SEED = int(os.environ.get("GSCOPE_TEST_SEED", random.randrange(1 << 32)))
# The seconds within which the point is, once everything runs.
LONGEST_RUN = 0.3
# The seconds within which an experiment is killed, after it measured its first run.
LONGEST_SWEEP = 2.0
# How many ready-made experiments are killed, and the seconds within which they are, after their start.
N_READY_MADE = 3
LONGEST_START = 4.0
# The most that real-time threads may reserve or use, in parts of all processors.
MOST_REAL_TIME = 0.9

SCHED_DEADLINE = 6
SCHED_RESET_ON_FORK = 0x40000000
PERIOD = 100_000_000
# The least reserve there is (sched(7)).
LEAST = (1024, 4_194_304_000)
# The precision of the free part of a processor, in bits.
BITS = 7

KNOBS = (
    "/proc/sys/kernel/sched_rt_runtime_us",
    "/proc/sys/kernel/sched_rt_period_us",
    "/proc/sys/kernel/timer_migration",
    "/proc/sys/net/ipv4/tcp_congestion_control",
    "/proc/sys/net/ipv4/tcp_notsent_lowat",
    "/sys/kernel/debug/sched/preempt",
)


def reserve(pid, budget, period):
    """Gives a process that sleeps a reserve, and returns whether the kernel does."""
    times = ("--sched-runtime", budget, "--sched-deadline", period, "--sched-period", period)
    command = ["chrt", "--reset-on-fork", "--deadline", *map(str, times), "--pid", "0", str(pid)]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def read_reserve(tid):
    """Returns the budget and the period that a thread has reserved, if it has."""
    text = subprocess.run(["chrt", "--pid", str(tid)], capture_output=True, text=True, check=False)
    found = re.search(r": (\d+)/\d+/(\d+)$", text.stdout, re.MULTILINE)
    return tuple(map(int, found.groups())) if found else None


def start_sleeper():
    return subprocess.Popen(["sleep", "600"])


def end_sleeper(sleeper):
    """Ends a process that may have a reserve. To end takes longer than the least budget: a process that still had it
    would wait for hundreds of its periods. It leaves an ordinary reserve by way of the least one, since the kernel may
    keep what a process reserved that slept when it left."""
    if read_reserve(sleeper.pid):
        reserve(sleeper.pid, *LEAST)
        subprocess.run(["chrt", "--other", "--pid", "0", str(sleeper.pid)], check=True)
    sleeper.kill()
    sleeper.wait()


class Slack:
    """The timer slack of a process that has nothing to do with us."""

    def __init__(self):
        self.process = start_sleeper()
        self.path = Path(f"/proc/{self.process.pid}/timerslack_ns")

    def may_turn(self):
        try:
            self.path.write_text(self.path.read_text())
        except OSError:
            return False
        return True

    def turn(self, sources):
        mine = next(source for source in sources if source["type"] == "firm-timer")
        mine["parameters"] = {"programs": str(self.process.pid), "overshoot": 777}

    def read(self):
        return os.sched_getscheduler(self.process.pid), self.path.read_text()

    def end(self):
        end_sleeper(self.process)


class Reserve:
    """The reserve of a process that has nothing to do with us."""

    def __init__(self):
        self.process = start_sleeper()
        self.has_reserve = reserve(self.process.pid, 2_000_000, 20_000_000)

    def may_turn(self):
        return self.has_reserve

    def turn(self, sources):
        mine = next(source for source in sources if source["type"] == "reserve")
        mine["parameters"] = {"sleep/budget": 3}

    def read(self):
        return os.sched_getscheduler(self.process.pid), read_reserve(self.process.pid)

    def end(self):
        end_sleeper(self.process)


class Connection:
    """The send buffer and the congestion control of a connection within this process."""

    def __init__(self):
        with socket.create_server(("127.0.0.1", 0)) as server:
            self.near = socket.create_connection(server.getsockname())
            self.far = server.accept()[0]

    def may_turn(self):
        scope = Path("/proc/sys/kernel/yama/ptrace_scope")
        return os.geteuid() == 0 or not scope.exists() or scope.read_text().strip() == "0"

    def turn(self, sources):
        port = self.near.getsockname()[1]
        own = self.far.getsockopt(socket.IPPROTO_TCP, socket.TCP_CONGESTION, 16)
        sources.append({
            "type": "tcp",
            "name": "turned",
            "parameters": {
                "port": str(port),
                "steered": str(port),
                "method": "low-water",
                "a": 1,
                "b": 3,
                "congestion-control": "cubic" if own.startswith(b"reno") else "reno",
            },
        })

    def read(self):
        return [
            (
                end.getsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT),
                end.getsockopt(socket.IPPROTO_TCP, socket.TCP_CONGESTION, 16),
            )
            for end in (self.near, self.far)
        ]

    def end(self):
        self.near.close()
        self.far.close()


# The processes of an experiment beside the host, and the settings that it changes in other programs and in itself.
Experiment = namedtuple("Experiment", "processes bystander parameters", defaults=(None, {}))

BOTH = "gscope with its guards"

WORKLOAD = ["gscope-workload"]
TRAFFIC = ["mxtraf", "mxtraf-router", "mxtraf-server", "mxtraf-client"]

EXPERIMENTS = {
    "audio-and-video": Experiment(WORKLOAD, None, {"player": {"scheduling": "reserve", "rival": 20, "load": "fork"}}),
    "firm-timers": Experiment(WORKLOAD, Slack, {"timers": {"overshoot": 200}}),
    "inter-activation-times": Experiment(WORKLOAD, None, {"timers": {"overshoot": 200}}),
    "overload": Experiment(WORKLOAD, None, {"overload": {"load": 105, "policy": "suspend"}}),
    "preemption-latency": Experiment(WORKLOAD, None, {"loads": {"fork": True, "memory": True}}),
    "reserve-propagation": Experiment(WORKLOAD, None, {"competition": {"competitors": 2}}),
    "reserves": Experiment(WORKLOAD, Reserve, {"competition": {"competitors": 2}}),
    "reserves-and-quality": Experiment(TRAFFIC + WORKLOAD, None, {"qos": {"capacity": 60}, "player": {"rival": 10}}),
    "rt-phone": Experiment(WORKLOAD, None, {"competition": {"competitors": 2}}),
    "schedule": Experiment(WORKLOAD, None, {"hogs": {"competitors": 2}}),
    "scheduler-accuracy": Experiment(WORKLOAD, None, {"competition": {"competitors": 1}}),
    "real-rate-controller": Experiment(WORKLOAD, None, {"decoder": {"ratio": 3}}),
    "real-rate-pipeline": Experiment(WORKLOAD, None, {"pipeline": {"player-need": 12}}),
    "tcp-congestion": Experiment(TRAFFIC, None, {"mxtraf": {"elephants": 3}}),
    "rate-based-clocking": Experiment(TRAFFIC + WORKLOAD, None, {
        "mxtraf": {"pacing": "soft"}, "polling": {"rate": 1000, "mode": "threaded"},
    }),
    "adaptive-streaming": Experiment(TRAFFIC, None, {"mxtraf": {"elephants": 3}}),
    "trigger-states": Experiment(TRAFFIC + WORKLOAD, None, {
        "mxtraf": {"mice": 5}, "competition": {"competitors": 1}, "loads": {"compiler": True},
    }),
    "send-buffer": Experiment(TRAFFIC, Connection, {"mxtraf": {"b": 3}}),
}


def find_processes(name):
    return [process.pid for process in unchanged.find_descendants() if process.name == name]


def kill_with_guards(host):
    """Kills the host and all guards at once, none of which sees the others go, and waits for the end of all: a guard
    that is ending still has its journal locked."""
    descriptors = [os.pidfd_open(pid) for pid in [*find_processes("tsl-guard"), host.process.pid]]
    for signal_number in (signal.SIGSTOP, signal.SIGKILL):
        for descriptor in descriptors:
            signal.pidfd_send_signal(descriptor, signal_number)
    for descriptor in descriptors:
        wait_for("the end of what was killed", lambda: select.select([descriptor], [], [], 0)[0])
        os.close(descriptor)
    host.process.wait()


def begin_another():
    """What the next program of Gscope does at its start is all that is left to put anything back."""
    Program("gscope-workload", "timers", "--duration", "0.05").ended(0, "restored")


def kill(name):
    """Kills one of the processes of that name below this one. Some live for a moment only."""
    def try_one():
        pid = random.choice(find_processes(name))
        try:
            descriptor = os.pidfd_open(pid)
        except ProcessLookupError:
            return False
        # The descriptor refers to that process if the process still exists now.
        still = pid in find_processes(name)
        if still:
            signal.pidfd_send_signal(descriptor, signal.SIGKILL)
        os.close(descriptor)
        return still

    wait_for(f"one of {name} to kill", try_one)


def write_workspace(name, parameters, bystander):
    document = json.loads((ARGUMENTS.workspaces / f"{name}.json").read_text())
    sources = document["scopes"][0]["sources"]
    for source in sources:
        source.setdefault("parameters", {}).update(parameters.get(source["name"], {}))
    if bystander:
        bystander.turn(sources)
    path = SCRATCH / f"{name}.json"
    path.write_text(json.dumps(document))
    return str(path)


def rest():
    """Lets everything run up to the random point."""
    time.sleep(random.uniform(0, LONGEST_RUN))


def list_threads(pids):
    """Returns the threads of processes."""
    threads = []
    for pid in pids:
        try:
            threads += [Path(f"/proc/{pid}/task/{tid}") for tid in os.listdir(f"/proc/{pid}/task")]
        except OSError:
            pass
    return threads


def list_own_threads():
    """Returns the threads of the processes below this one."""
    return list_threads(process.pid for process in unchanged.find_descendants())


def measure_real_time():
    """Returns how long each real-time thread below this process has run, in nanoseconds."""
    times = {}
    for path in list_own_threads():
        try:
            policy = os.sched_getscheduler(int(path.name)) & ~SCHED_RESET_ON_FORK
            if policy in (os.SCHED_FIFO, os.SCHED_RR, SCHED_DEADLINE):
                times[path.name] = int((path / "schedstat").read_text().split()[0])
        except OSError:
            pass
    return times


def check_real_time():
    """Rests, and fails if real-time threads reserve or use too much meanwhile."""
    before, begin = measure_real_time(), time.monotonic()
    rest()
    time.sleep(LONGEST_RUN / 3)
    after, end = measure_real_time(), time.monotonic()
    used = sum(after[thread] - before[thread] for thread in before.keys() & after.keys()) / 1e9 / (end - begin)
    for name, processors in (("use", used), ("reserve", sum_reserves(list_own_threads()))):
        if processors > MOST_REAL_TIME * os.cpu_count():
            raise Failure(f"real-time threads {name} {processors:.2f} processors of {os.cpu_count()}")


def end_host(host, victim):
    """As a user does, or by itself where the program of a source died: its child processes alone may be replaced."""
    if host.process.poll() is None:
        host.process.send_signal(signal.SIGTERM)
    try:
        host.ended(0)
    except Failure:
        if victim == "tsl-guard":
            raise
        host.ended(1, "ended unexpectedly")


def run(name, experiment, victim, bystander):
    before = bystander.read() if bystander else None
    processes = experiment.processes + (["tsl-guard"] if bystander else [])
    workspace = write_workspace(name, experiment.parameters, bystander)
    host = Program(ARGUMENTS.gscope, workspace, "--record", str(SCRATCH / "recording.tuples"),
        "--force", "--trust")

    def list_missing():
        if host.process.poll() is not None:
            raise Failure(f"the host ended at its start: {host.read()}")
        missing = [process for process in processes if not find_processes(process)]
        if bystander and bystander.read() == before:
            missing.append("what it turns of others")
        return missing

    try:
        try:
            wait_for(name, lambda: not list_missing())
        except Failure as failure:
            raise Failure(f"{failure}: {', '.join(list_missing())}; {host.read()}") from failure
        check_real_time()
        if victim == "gscope":
            host.process.kill()
            host.process.wait()
        elif victim == BOTH:
            kill_with_guards(host)
            if bystander.read() == before:
                raise Failure("what was turned went back before anybody could do that")
            begin_another()
        else:
            kill(victim)
            rest()
            end_host(host, victim)
        wait_for("what was turned", lambda: not bystander or bystander.read() == before)
    finally:
        host.process.kill()
        host.process.wait()


def tidy_pages():
    """The page of a program that was killed goes with the next one that has a page, at the latest."""
    if unchanged.list_pages():
        Program("gscope-workload", "timers", "--duration", "0.05").ended(0)


def check(name, experiment, victim):
    """Returns what is wrong after the victim was killed, line by line."""
    bystander = experiment.bystander() if experiment.bystander else None
    problems = []
    turned = bystander if bystander and bystander.may_turn() else None
    if victim in ("tsl-guard", BOTH) and not turned:
        print(f"# {name}: this user may turn nothing of others, so there is no guard")
    else:
        before = unchanged.take_stock()
        try:
            run(name, experiment, victim, turned)
            tidy_pages()
        except Failure as failure:
            problems.append(str(failure))
        problems += unchanged.find_changes(before)
    if bystander:
        bystander.end()
    unchanged.end_descendants()
    return problems


# The parameter that an experiment without a window sweeps, with its values.
SWEEPS = {
    "adaptive-streaming": ("mxtraf/method", ["standard", "gate"]),
    "audio-and-video": ("player/scheduling", ["ordinary", "reserve"]),
    "firm-timers": ("timers/overshoot", [100, 200]),
    "overload": ("overload/policy", ["shrink", "suspend"]),
    "rate-based-clocking": ("mxtraf/pacing", ["kernel", "soft"]),
    "reserve-propagation": ("clients/propagation", ["none", "inherit"]),
    "reserves": ("competition/competitors", [1, 2]),
    "reserves-and-quality": ("qos/capacity", [50, 60]),
    "rt-phone": ("phone/packet", [10, 20]),
    "schedule": ("hogs/competitors", [1, 2]),
    "scheduler-accuracy": ("competition/competitors", [0, 1]),
    "send-buffer": ("mxtraf/b", [1, 3]),
    "trigger-states": ("mxtraf/mice", [5, 10]),
}

# The files of an experiment in a folder of reports.
REPORTS = {"swept.jsonl", "swept.txt", "swept.report.json", "report.html"}


def write_experiment(name, workspace):
    parameter, values = SWEEPS[name]
    path = SCRATCH / "swept.json"
    path.write_text(json.dumps({
        "experiment": 1,
        "title": "Swept",
        "workspace": workspace,
        "sweep": {"parameter": parameter, "values": values},
        "repetitions": 2,
        "settle-s": 0.05,
        "run-s": 0.2,
        "measure": [{"name": "any", "signal": "*", "statistic": "count"}],
    }))
    return str(path)


def read_runs(folder, problems=True):
    """Returns the runs that the results have, with those that have a problem. Only the last line of a program that was killed may be
    broken."""
    path = folder / "swept.jsonl"
    lines = path.read_text().splitlines() if path.exists() else []
    runs = set()
    for i, line in enumerate(lines):
        try:
            fields = json.loads(line)
        except json.JSONDecodeError:
            if i < len(lines) - 1:
                raise Failure(f"a broken line before the end: {line}") from None
            continue
        if "point" in fields and (problems or "problem" not in fields):
            runs.add((fields["point"], fields["repetition"]))
    return runs


def interrupt(name, bystander):
    """Kills an experiment at a random point, and lets the next run complete it."""
    before = bystander.read() if bystander else None
    folder = SCRATCH / "report"
    workspace = write_workspace(name, EXPERIMENTS[name].parameters, bystander)
    experiment = write_experiment(name, workspace)
    command = (ARGUMENTS.gscope, "--experiment", experiment, "--report", str(folder), "--trust")
    first = Program(*command)
    try:
        wait_for("a run", lambda: read_runs(folder) or first.process.poll() is not None)
        time.sleep(random.uniform(0, LONGEST_SWEEP))
    finally:
        first.process.kill()
        first.process.wait()
    wait_for("what was turned", lambda: not bystander or bystander.read() == before)
    kept = read_runs(folder)
    if not kept:
        raise Failure(f"it measured nothing: {first.read()}")
    # runs with a problem are measured again
    words = ["resumed"] if 0 < len(read_runs(folder, problems=False)) < len(SWEEPS[name][1]) * 2 else []
    Program(*command).ended(0, *words)
    if bystander and bystander.read() != before:
        raise Failure("the second run left something turned")
    if len(read_runs(folder)) != len(SWEEPS[name][1]) * 2:
        raise Failure(f"runs are missing: {sorted(read_runs(folder))}")
    names = {path.name for path in folder.iterdir()}
    if names != REPORTS:
        raise Failure(f"the folder of the report has {sorted(names)}")


def start_ready_made(name, bystander):
    """Kills a ready-made experiment soon after its start."""
    folder = SCRATCH / "report"
    path = ARGUMENTS.workspaces.parent / "experiments" / f"{name}.json"
    run = Program(ARGUMENTS.gscope, "--experiment", str(path), "--quick", "--report", str(folder), "--trust")
    try:
        wait_for("its first file", lambda: list(folder.glob("*")) or run.process.poll() is not None)
        time.sleep(random.uniform(0, LONGEST_START))
    finally:
        run.process.kill()
        run.process.wait()
    if not list(folder.glob("*.jsonl")):
        raise Failure(f"it did not begin: {run.read()}")


def list_ready_made():
    """Returns the ready-made experiments to kill: some, or with --rounds all."""
    names = sorted(path.stem for path in (ARGUMENTS.workspaces.parent / "experiments").glob("*.json"))
    return names if ARGUMENTS.rounds > 0 else random.sample(names, N_READY_MADE)


def replay(name, bystander):
    """Kills a replay of a trace."""
    trace = SCRATCH / "sends.tuples"
    trace.write_text("".join(f"{20 * i} 3000\n" for i in range(200)))
    run = Program("mxtraf", "replay", str(trace), "--elephants", "2")
    try:
        wait_for(name, lambda: all(map(find_processes, TRAFFIC)))
        rest()
    finally:
        run.process.kill()
        run.process.wait()


def check_kill(name, function, bystander_type=None):
    """Returns what is wrong after the function killed something, line by line."""
    bystander = bystander_type() if bystander_type else None
    before = unchanged.take_stock()
    problems = []
    try:
        function(name, bystander if bystander and bystander.may_turn() else None)
        tidy_pages()
    except Failure as failure:
        problems.append(str(failure))
    problems += unchanged.find_changes(before)
    if bystander:
        bystander.end()
    unchanged.end_descendants()
    subprocess.run(["rm", "-rf", SCRATCH / "report"], check=False)
    return problems


def check_programs(ready_made):
    """Kills experiments without a window, and a replay. Returns how many of them leave something."""
    failures = 0
    for name in SWEEPS:
        failures += report(f"an experiment of {name} is killed", check_kill(name, interrupt, EXPERIMENTS[name].bystander))
    for name in ready_made:
        failures += report(f"the experiment {name} is killed", check_kill(name, start_ready_made))
    return failures + report("a replay is killed", check_kill("replay", replay))


def sum_reserves(threads):
    """Returns what threads have reserved, in processors."""
    total = 0
    for path in threads:
        try:
            policy = os.sched_getscheduler(int(path.name)) & ~SCHED_RESET_ON_FORK
        except OSError:
            continue
        found = read_reserve(path.name) if policy == SCHED_DEADLINE else None
        # one that is ending has none any more
        total += found[0] / found[1] if found and found[1] else 0
    return total


def find_free(sleeper):
    """Returns what the kernel would still reserve on a processor, and has it reserved."""
    taken = 0
    for bit in reversed(range(BITS)):
        tried = taken + (PERIOD >> (BITS - bit))
        if reserve(sleeper.pid, tried, PERIOD):
            taken = tried
    return taken / PERIOD


def list_all_threads():
    return list_threads(name for name in os.listdir("/proc") if name.isdigit())


def find_bandwidth():
    """Returns what is and what could be reserved, in processors; what the kernel lost is in neither. If others
    take or give back while it looks, it looks again."""
    for _ in range(20):
        total = sum_reserves(list_all_threads())
        sleepers = [start_sleeper() for _ in range(os.cpu_count())]
        free = sum(map(find_free, sleepers))
        for sleeper in sleepers:
            end_sleeper(sleeper)
        if sum_reserves(list_all_threads()) == total:
            break
    return total + free


def may_reserve():
    sleeper = start_sleeper()
    success = reserve(sleeper.pid, *LEAST)
    end_sleeper(sleeper)
    return success


def check_bandwidth(before):
    """What ended a moment ago may hold its own until its last deadline."""
    error = 2 * os.cpu_count() / (1 << BITS)
    try:
        wait_for("as much to reserve as before", lambda: find_bandwidth() >= before - error)
    except Failure as failure:
        return [f"{failure}: {find_bandwidth():.3f} processors and not {before:.3f}"]
    return []


def read_knobs():
    """Returns the text of those that there are and this user may read."""
    texts = {}
    for path in KNOBS:
        try:
            texts[path] = Path(path).read_text()
        except OSError:
            pass
    return texts


def check_knobs(before):
    return [f"{path}: {text}" for path, text in read_knobs().items() if text != before[path]]


def report(name, problems):
    print(f"{'not ok' if problems else 'ok'} - {name}", flush=True)
    for line in "\n".join(problems).splitlines():
        print(f"# {line}", flush=True)
    return bool(problems)


def list_kills(is_full):
    for name, experiment in EXPERIMENTS.items():
        victims = ["gscope", *experiment.processes]
        if experiment.bystander:
            victims += ["tsl-guard", BOTH]
        elif not is_full:
            victims = [random.choice(victims)]
        for victim in victims:
            yield name, experiment, victim


def main():
    kills = list(list_kills(ARGUMENTS.rounds > 0)) * max(1, ARGUMENTS.rounds)
    ready_made = list_ready_made()
    print(f"1..{len(kills) + len(SWEEPS) + len(ready_made) + 3}\n# GSCOPE_TEST_SEED={SEED}", flush=True)
    knobs = read_knobs()
    bandwidth = find_bandwidth() if may_reserve() else None
    failures = 0
    for name, experiment, victim in kills:
        failures += report(f"{name}: {victim} is killed", check(name, experiment, victim))
    failures += check_programs(ready_made)
    failures += report("knobs of the kernel", check_knobs(knobs))
    if bandwidth is None:
        print("# this user may reserve nothing, so there is no bandwidth to lose")
    failures += report("bandwidth", check_bandwidth(bandwidth) if bandwidth else [])
    return 1 if failures else 0


def parse_arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=0)
    parser.add_argument("gscope")
    parser.add_argument("workspaces", type=Path)
    return parser.parse_args()


ARGUMENTS = parse_arguments()
unchanged.adopt_orphans()
os.environ["TSL_PAGE_DIR"] = str(SCRATCH)
random.seed(SEED)
try:
    STATUS = main()
finally:
    subprocess.run(["rm", "-r", SCRATCH], check=False)
sys.exit(STATUS)
