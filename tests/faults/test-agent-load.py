# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Too much for an agent, a real process: floods, clients that do not read, thousands of connections. Every loss is
shown, the memory is bounded, and other viewers notice nothing.

    test-agent-load.py GSCOPED SUPPORT-DIRECTORY LAB-AGENT GSCOPECTL"""

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, sys.argv[2])
from agent_lab import CARRIERS, MIB, Agent, Viewer, Wire, check, check_memory, raise_limit, run_tests  # noqa: E402
from program import wait_for  # noqa: E402

GSCOPED, _, LAB_AGENT, GSCOPECTL = sys.argv[1:5]

# How long a viewer may wait for a sample, on a busy machine.
LATE = 2.0
# The unsent bytes of a connection, and some for the allocator.
UNSENT = 16 * MIB
N_CONNECTIONS = 10_000
PER_USER = 256
# Handshakes take both ends a few milliseconds of the processor.
TLS_SECONDS = 40
MIN_REFUSED = 64
# The messages a second that an agent takes of a client, and how many of them at once.
RATE = 20_000
ADVANCE = RATE // 2
# The bytes of a connection that is served: a buffer of 256 KiB for the messages, and its state.
COST = MIB // 2


def set_knob(wire, value):
    """Sets how many numbers the source counts in a millisecond."""
    wire.send({"call": {"id": 1, "verb": "apply", "parameter": "panel/knob", "value": value}})
    answer = wire.receive_kind("answer")
    check("error" not in answer, f"the knob: {answer}")


def end_in_order(agent):
    """Ends lab-agent. Returns how many numbers it counted, and how many it lost itself."""
    made, lost = agent.end().split()[-2:]
    return int(made), int(lost)


def test_flood(carrier):
    """100,000 numbers a second; the viewer does not read for some seconds: it gets or is shown each of them."""
    with Agent(LAB_AGENT, is_lab=True) as agent, Wire(agent, "socket").greet("lab") as control:
        quick = Viewer(agent, "lab", "count", carrier)
        slow = Viewer(agent, "lab", "count", carrier)
        wait_for("samples", lambda: quick.n and slow.n)
        set_knob(control, 100)
        slow.pause()
        time.sleep(5)
        slow.go_on()
        time.sleep(1)
        set_knob(control, 0)
        for viewer in (quick, slow):
            wait_for("the end of the flood", viewer.has_rest)
        # A viewer whose thread did not run for a while seems to have a rest, too.
        wait_for("what was left out", lambda: quick.last == slow.last and quick.is_exact() and slow.is_exact())
        check(slow.losses["reduced"] > 0, "the slow viewer lost nothing")
        for viewer in (quick, slow):
            viewer.close()
        made, lost = end_in_order(agent)
        check(lost == 0 and made == slow.last + 1, f"the agent made {made} and lost {lost}; the last one is {slow.last}")


def measure_growth(agent, seconds):
    before = agent.get_memory()
    time.sleep(seconds)
    return agent.get_memory() - before


def stream(agent, carrier, output):
    """Starts a viewer that is a process of its own."""
    options = [f"--agent={agent.address(carrier)}"]
    if carrier != "socket":
        options.append(f"--token-file={agent.write_token_file()}")
    if carrier == "tls":
        options.append(f"--certificate={agent.get_fingerprint()}")
    return subprocess.Popen([GSCOPECTL, *options, "stream", "lab/count"], stdin=subprocess.DEVNULL, stdout=output)


def has_grown(output, size):
    return os.fstat(output.fileno()).st_size > size


def test_stopped_reader(carrier):
    """A viewer that is stopped costs what may be unsent to it, and other viewers nothing. It goes on when it is continued."""
    with Agent(LAB_AGENT, is_lab=True) as agent, Wire(agent, "socket").greet("lab") as control, \
            tempfile.TemporaryFile() as output:
        viewer = Viewer(agent, "lab", "count")
        stopped = stream(agent, carrier, output)
        try:
            set_knob(control, 100)
            wait_for("samples of gscopectl", lambda: has_grown(output, 0) or stopped.poll() is not None)
            time.sleep(2)
            without = measure_growth(agent, 5)
            check(stopped.poll() is None, "gscopectl has ended")
            stopped.send_signal(signal.SIGSTOP)
            viewer.check("before the stop", float("inf"))
            grown = measure_growth(agent, 5)
            check_memory(grown - without, UNSENT, "a stopped reader")
            viewer.check("a stopped reader", LATE)
            size = os.fstat(output.fileno()).st_size
            stopped.send_signal(signal.SIGCONT)
            wait_for("further samples", lambda: has_grown(output, size + MIB) or stopped.poll() is not None)
            check(stopped.poll() is None, "gscopectl has ended")
        finally:
            stopped.kill()
            stopped.wait()
        viewer.close()


def check_rate(wire, n):
    """Sends many messages at once. The agent takes them at its rate, or ends the connection and says why."""
    wire.write(wire.frame(b'{"time":{"id":1,"t1":0}}') * n)
    heard = []
    try:
        while len(heard) < n and (message := wire.receive()) is not None:
            if "error" in message:
                reason = message["error"]["message"]
                check("messages came in a second" in reason, f"the reason is {reason}")
                break
            if "time" in message:
                heard.append(message["time"]["t2"])
    except ConnectionError:
        # what was sent in vain may make the system discard the reason
        pass
    if heard:
        most = ADVANCE + RATE * (heard[-1] - heard[0]) / 1e9
        check(len(heard) <= most + 1, f"the agent answered {len(heard)} messages, and may answer {most:.0f}")


def test_flood_of_calls(carrier):
    """Each of many calls and queries is answered, at least with a refusal, and too many messages end the connection."""
    with Agent(LAB_AGENT, is_lab=True) as agent:
        viewer = Viewer(agent, "lab", "count")
        with Wire(agent, carrier).greet("lab") as wire:
            wire.receive_kind("signals")
            calls = b"".join(wire.frame(json.dumps({"call": {"id": i, "verb": "check", "parameter": "gain", "value": i % 20}}).encode())
                             for i in range(4000))
            wire.write(calls)
            refused = [("error" in answer) for answer in (wire.receive_kind("answer") for _ in range(4000))]
            check(sum(refused) == 4000 * 9 // 20, f"{sum(refused)} calls were refused")
        with Wire(agent, carrier).greet("lab") as wire:
            wire.receive_kind("signals")
            queries = b"".join(wire.frame(json.dumps({"query": {"id": i, "signals": [1], "from_ns": 0, "to_ns": 4096, "columns": 16}})
                                          .encode()) for i in range(3000))
            wire.write(queries)
            ids = {wire.receive_kind("answer")["id"] for _ in range(3000)}
            check(len(ids) == 3000, f"{len(ids)} of 3000 queries were answered")
        with Wire(agent, carrier).greet("lab") as wire:
            wire.receive_kind("signals")
            check_rate(wire, 60_000)
        viewer.check("a flood of calls", LATE)
        viewer.close()


def connect(agent, carrier, context):
    """Connects, and greets so that the connection stays. Returns it, and whether the agent serves it; None if it closes it
    without a word."""
    wire = Wire(agent, carrier, context=context)
    found = ask(wire)
    if found and carrier != "socket":
        wire.send({"hello": {"version": 2, "boot": "unknown", "clock": "unknown"}})
    return wire, found


def ask(wire):
    """Returns whether the agent serves a connection; None if it closes it without a word."""
    try:
        if wire.carrier != "socket":
            return wire.upgrade() == 101
        wire.send({"hello": {"version": 2, "boot": "unknown", "clock": "unknown"}})
        return "hello" in wire.receive()
    except (OSError, ConnectionError):
        return None


def test_connections(agent, carrier):
    """Ten thousand connections at once, over TLS as many as are made within some seconds"""
    n = min(N_CONNECTIONS, raise_limit() - 200)
    end = time.monotonic() + (TLS_SECONDS if carrier == "tls" else 3600)
    context = agent.create_context()
    viewer = Viewer(agent, "demo", "sine")
    wait_for("samples", lambda: viewer.n > 5)
    before, memory = agent.count_descriptors(), agent.get_memory()
    wires = []
    try:
        served = refused = silent = 0
        while len(wires) < n and time.monotonic() < end:
            wire, found = connect(agent, carrier, context)
            wires.append(wire)
            served += found is True
            refused += found is False
            silent += found is None
        print(f"# {len(wires)} connections, {served} of them served", flush=True)
        check(served <= PER_USER, f"{served} connections are served")
        check(served >= PER_USER - 8, f"only {served} connections are served")
        check(silent == 0, f"{silent} connections were closed without a reason")
        check(refused >= MIN_REFUSED, f"{served} served, {refused} refused")
        check_memory(agent.get_memory() - memory, PER_USER * COST, "connections")
        viewer.check("many connections", LATE)
    finally:
        for wire in wires:
            wire.close()
    wait_for("the descriptors", lambda: agent.count_descriptors() <= before)
    check(ask(Wire(agent, carrier)), "no connection is served afterwards")
    viewer.check("the end of many connections", LATE)
    viewer.close()


def test_idle_connections(agent):
    """Ten thousand connections that say nothing: the agent keeps its bound of them, and lets them go"""
    n = min(N_CONNECTIONS, raise_limit() - 200)
    viewer = Viewer(agent, "demo", "sine")
    before = agent.count_descriptors()
    sockets = []
    try:
        for _ in range(n):
            sock = socket.create_connection(("127.0.0.1", agent.ports["web-socket"]), 20)
            sockets.append(sock)
        wait_for("the bound", lambda: agent.count_descriptors() - before <= PER_USER + 16)
        viewer.check("idle connections", LATE)
        wait_for("their end", lambda: agent.count_descriptors() <= before)
        viewer.check("the end of idle connections", LATE)
    finally:
        for sock in sockets:
            sock.close()
    viewer.close()


def main():
    # Each has an agent of its own.
    floods, stopped, calls = ([(f"{test.__name__} {carrier}", lambda test=test, carrier=carrier: test(carrier))
                               for carrier in CARRIERS]
                              for test in (test_flood, test_stopped_reader, test_flood_of_calls))
    with tempfile.TemporaryDirectory() as folder:
        workspace = Path(folder) / "workspace.json"
        workspace.write_text(json.dumps({"gscope-workspace": 1, "scopes": [
            {"name": "A", "period-ms": 10, "sources": [{"type": "demo", "name": "demo"}]}]}), encoding="utf-8")
        with Agent(GSCOPED, workspace=workspace) as agent:
            connections = [(f"connections {carrier}", lambda carrier=carrier: test_connections(agent, carrier))
                           for carrier in CARRIERS]
            idle = ("idle connections", lambda: test_idle_connections(agent))
            return run_tests([floods, [*stopped, idle], *calls, *connections])


sys.exit(main())
