# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""The Python client of agents, with an agent: test-agent-client.py GSCOPED CLIENT-DIRECTORY SUPPORT-DIRECTORY EXAMPLE"""

import itertools
import json
import math
import os
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

GSCOPED, EXAMPLE = sys.argv[1], sys.argv[4]
sys.path[:0] = sys.argv[2:4]
os.environ["PYTHONPATH"] = sys.argv[2]

import gscope_agent  # noqa: E402
from program import Failure, Program, wait_for  # noqa: E402

SCRATCH = Path(tempfile.mkdtemp(prefix="agent-client-"))
os.environ["XDG_RUNTIME_DIR"] = os.environ["TSL_PAGE_DIR"] = str(SCRATCH)
os.environ["XDG_STATE_HOME"] = os.environ["XDG_CONFIG_HOME"] = str(SCRATCH / "own")
ADDRESS = f"unix:{SCRATCH}/agent"
WORKSPACE = {"gscope-workspace": 1, "scopes": [
    {"name": "A", "period-ms": 10, "sources": [{"type": "demo", "name": "demo"}]}]}


def check(condition, message):
    if not condition:
        raise Failure(message)


def refusal(function):
    """Calls a function, which has to be refused, and returns the refusal."""
    try:
        function()
    except gscope_agent.Refused as refused:
        return refused
    raise Failure("nothing was refused")


def test_lists(agent):
    check({source.name for source in agent.sources} == {"demo", "simulation"}, f"sources: {agent.sources}")
    check("simulation/wave/2" in agent.signals, "no signal simulation/wave/2")
    check(len(agent.signals) > 3 and "demo/sine" in list(agent.signals), "not all signals")
    check(agent.signals["demo/sine"].unit == "V", "unit of a signal")
    for names in (agent.signals, agent.parameters):
        for missing in ("demo/nothing", "nobody/x", "nobody", "/x", ""):
            check(missing not in names, f"“{missing}” is there")
            try:
                check(not names[missing], f"“{missing}” is there")
            except KeyError as error:
                check("has no" in str(error), str(error))


def test_patterns(agent):
    waves = agent.signals.match("simulation/wave/*")
    check(len(waves) == 3 and waves["simulation/wave/1"].unit == "", f"{list(waves)}")
    check("demo/frequency" in agent.parameters.match("*/freq*"), "* matches a source")
    check(not agent.signals.match("wave/*"), "a pattern is for the full name")


def take(stream, n):
    """Returns the next samples. A busy machine loses ticks, which are gaps."""
    return list(itertools.islice((sample for sample in stream if not math.isnan(sample.value)), n))


def test_stream(agent):
    with agent.signals["simulation/wave/0"].stream() as stream:
        samples = take(stream, 30)
    steps = {round((b.time - a.time) * 1e3) % 10 for a, b in zip(samples, samples[1:])}
    check(steps == {0}, f"steps {steps}")
    for when, value in samples:
        check(abs(value - math.sin(2 * math.pi * when)) < 1e-6, f"{value} at {when}")
    check(stream.lost.keys() <= {"tick"}, f"lost: {stream.lost}")
    with agent.signals["simulation/wave/0"].stream(period=0.1, duration=0.5) as slow:
        check(len(list(slow)) < 10, "a period of a tenth of a second")


def test_credit(agent):
    """A stream that nobody reads gets no more than its credit, and goes on later."""
    small, gscope_agent.CREDIT, gscope_agent.BATCH = (gscope_agent.CREDIT, gscope_agent.BATCH), 4096, 1024
    try:
        with agent.signals["simulation/wave/1"].stream() as stream:
            # ten times the credit
            times = [next(stream).time for _ in range(2560 // 10)]
            check(times == sorted(times), "not in the order of times")
    finally:
        gscope_agent.CREDIT, gscope_agent.BATCH = small


def test_parameters(agent):
    frequency = agent.parameters["demo/frequency"]
    check(frequency.value == 1.0 and frequency.unit == "Hz", repr(frequency))
    check(frequency.range == (0.05, 50.0), f"range {frequency.range}")
    before = frequency.revision
    agent.parameters["demo/frequency"] = 4
    check(frequency.value == 4.0 and frequency.revision == before + 1, repr(frequency))
    check(refusal(lambda: frequency.write(99)).code == "invalid", "a value out of range")
    check(refusal(lambda: frequency.write(5, revision=before)).code == "superseded", "a stale revision")
    check(frequency.check(6) == 6.0 and frequency.value == 4.0, "a check writes nothing")
    with gscope_agent.connect(ADDRESS) as other:
        other.parameters["demo/frequency"].write(7, lease=True)
        check(frequency.value == 7.0, f"another's write: {frequency!r}")
    wait_for("the end of a lease", lambda: frequency.value == 4.0)


def test_together(agent):
    agent.parameters.update({"demo/frequency": 2.0, "demo/amplitude": 3.0})
    check(agent.parameters["demo/amplitude"].value == 3.0, "two values at once")
    refused = refusal(lambda: agent.parameters.update({"demo/amplitude": 1.0, "demo/frequency": 99.0}))
    check("demo/frequency" in str(refused), str(refused))
    check(agent.parameters["demo/amplitude"].value == 3.0, "a value beside a refused one")


def test_history(agent):
    # the stream is there for samples of a whole second
    with agent.signals["simulation/wave/0"].stream(duration=1.2) as stream:
        last = list(stream)[-1].time
    past = agent.signals["simulation/wave/0"].history(last - 1, last, columns=10)
    check(len(past.time) == 10 and sum(past.count) > 50, f"{past.count}")
    check(min(past.minimum) < -0.9 and max(past.maximum) > 0.9, "not the whole wave")
    for row in zip(*past):
        check(row[1] <= row[3] <= row[2] and row[1] <= row[4] <= row[2], f"a column: {row}")
    agent.now()
    before = time.time()
    now = agent.unix_time(agent.now())
    check(before - 0.05 < now < time.time() + 0.05, "the time of the agent")


def test_marker(agent):
    agent.markers("demo")
    agent.mark("deployed", "release 7")
    found = []
    wait_for("the marker", lambda: found.extend(agent.markers("demo")) or found)
    check(found[0].label == "deployed" and "release 7" in found[0].detail and found[0].kind == "note", f"{found}")


def test_example(agent):
    text = Program(sys.executable, EXAMPLE, ADDRESS).ended(0, "demo running", "samples, up to", "-0.10 s  ")
    check("to 50 Hz" in text, f"no reason of the refusal: {text}")


def test_web_socket(agent):
    with gscope_agent.connect(WEB, token="correct-horse-battery") as far:
        with far.signals["simulation/wave/0"].stream() as stream:
            take(stream, 6)
        far.parameters["demo/frequency"] = 5
    check(agent.parameters["demo/frequency"].value == 5.0, "a write over a WebSocket")
    try:
        gscope_agent.connect(WEB, token="wrong-wrong-wrong")
        raise Failure("a wrong token was taken")
    except gscope_agent.Refused as refused:
        check("token" in str(refused), str(refused))
    for wrong in ("ws://example.org:1", "http://localhost", "lab/x"):
        try:
            gscope_agent.connect(wrong)
            raise Failure(f"{wrong} is no address")
        except ValueError:
            pass


def connection_error(**options):
    try:
        gscope_agent.connect(TLS, **options)
    except (ConnectionError, ValueError) as error:
        return str(error)
    raise Failure(f"an agent was trusted: {options}")


def test_tls(agent):
    """An agent that nobody has signed is trusted by its fingerprint, and gets no token before."""
    for pin in (FINGERPRINT, FINGERPRINT.replace(":", "").lower()):
        with gscope_agent.connect(TLS, token="correct-horse-battery", fingerprint=pin) as far:
            with far.signals["simulation/wave/0"].stream() as stream:
                take(stream, 6)
            far.parameters["demo/frequency"] = 6
            last = far.now()
            far.signals["simulation/wave/0"].history(last - 1, last, columns=10)
    check(agent.parameters["demo/frequency"].value == 6.0, "a write over TLS")
    check("fingerprint" in connection_error(token="correct-horse-battery"), "no remedy")
    other = ("1" if FINGERPRINT[0] == "0" else "0") + FINGERPRINT[1:]
    check("another certificate" in connection_error(token="correct-horse-battery", fingerprint=other), "another pin")
    check("another certificate" in connection_error(fingerprint=FINGERPRINT[:5]), "half a pin")
    for token in "correct-horse\r\nX: y", "correct horse battery", "correct-horse!battery", "horse", "a" * 513:
        check("letters" in connection_error(token=token, fingerprint=FINGERPRINT), f"the token {token[:30]!r}")
    missing = refusal(lambda: gscope_agent.connect(TLS, fingerprint=FINGERPRINT))
    check("asks for a token" in str(missing), f"not the agent’s reason: {missing}")
    refused = refusal(lambda: gscope_agent.connect(TLS, token="wrong-horse-battery", fingerprint=FINGERPRINT))
    check(refused.code == "token" and "does not know the token" in str(refused), f"not the agent’s reason: {refused}")


def test_ssh(agent):
    """An ssh that runs the command here."""
    folder = SCRATCH / "bin"
    folder.mkdir()
    (folder / "ssh").write_text(f'#!/bin/sh\nexec "{GSCOPED}" --stdio --simulate 1\n', encoding="utf-8")
    (folder / "ssh").chmod(0o755)
    path, os.environ["PATH"] = os.environ["PATH"], f"{folder}:{os.environ['PATH']}"
    try:
        with gscope_agent.connect("ssh://lab") as far:
            check([source.name for source in far.sources] == ["simulation"], f"{far.sources}")
            check("simulation/wave/0" in far.signals, "no signal over ssh")
    finally:
        os.environ["PATH"] = path


def serve(answers):
    """Listens as an agent that sends some bytes to each client, and then nothing."""
    listener = socket.socket(socket.AF_UNIX)
    path = SCRATCH / "hostile"
    path.unlink(missing_ok=True)
    listener.bind(str(path))
    listener.listen()

    def run():
        client, _ = listener.accept()
        with client, listener:
            client.sendall(answers)
            client.recv(65536)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    return f"unix:{path}"


def frame(**message):
    text = json.dumps(message).encode()
    return struct.pack("<I", len(text)) + text


def test_hostile(agent):
    for answers, error in (
        (struct.pack("<I", 1 << 30), "too long"),
        (frame(hello={"version": 9}), "version"),
        (frame(error={"message": "go away"}), "go away"),
        (frame(hello=[]), "breaks the protocol"),
        (frame(answer={}), "breaks the protocol"),
        (struct.pack("<IBBHIII", 16, 1, 2, 0, 0, 1, 999999), "breaks the protocol"),
        (struct.pack("<I", 100006) + b'{"x":' + b"[" * 100000 + b"}", "breaks the protocol"),
        (b"", "closed"),
    ):
        try:
            gscope_agent.connect(serve(answers))
            raise Failure(f"{error}: no error")
        except (ConnectionError, gscope_agent.Refused) as found:
            check(error in str(found), str(found))
    patience, gscope_agent.PATIENCE = gscope_agent.PATIENCE, 0.2
    try:
        gscope_agent.connect(serve(struct.pack("<I", 10)))
        raise Failure("an agent that says nothing")
    except ConnectionError:
        pass
    finally:
        gscope_agent.PATIENCE = patience


def test_restart(agent):
    """After the agent is gone, an access raises; after it is back, the same objects work."""
    global PROGRAM
    frequency = agent.parameters["demo/frequency"]
    stream = agent.signals["simulation/wave/0"].stream()
    next(stream)
    PROGRAM.process.send_signal(signal.SIGTERM)
    PROGRAM.ended(0)
    for access in (lambda: frequency.value, lambda: [next(stream) for _ in range(10000)]):
        try:
            access()
            raise Failure("an agent that is gone")
        except (ConnectionError, gscope_agent.Refused):
            pass
    PROGRAM = start()
    check(frequency.value == 1.0, repr(frequency))


def start():
    program = Program(
        GSCOPED, "--config", str(SCRATCH / "config"), "--simulate", "3", "--listen", ADDRESS, "--listen",
        "ws://localhost:0", "--listen", "wss://127.0.0.1:0", "--certificate", str(SCRATCH / "agent.pem"), "--key",
        str(SCRATCH / "agent.key"), "--tokens", str(SCRATCH / "tokens"), str(SCRATCH / "workspace.json"))
    program.began("fingerprint")
    return program


def set_up():
    (SCRATCH / "workspace.json").write_text(json.dumps(WORKSPACE), encoding="utf-8")
    (SCRATCH / "config").write_text(
        f"[journal]\nfile={SCRATCH}/writes\nsystemd=false\n"
        "[rights lab]\nprincipal=token:lab\nread=*\nwrite=demo/*;simulation/*\n", encoding="utf-8")
    (SCRATCH / "tokens").write_text("lab:correct-horse-battery\n", encoding="utf-8")
    (SCRATCH / "tokens").chmod(0o600)
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1",
         "-subj", "/CN=lab", "-keyout", SCRATCH / "agent.key", "-out", SCRATCH / "agent.pem"],
        check=True, stderr=subprocess.DEVNULL)
    (SCRATCH / "agent.key").chmod(0o600)


TESTS = [value for name, value in list(globals().items()) if name.startswith("test_")]
failed = 0
set_up()
PROGRAM = start()
WEB = re.search(r"ws://\S+", PROGRAM.read())[0]
TLS = re.search(r"wss://\S+", PROGRAM.read())[0]
FINGERPRINT = re.search(r"fingerprint (\S+)", PROGRAM.read())[1]
print(f"1..{len(TESTS)}", flush=True)
try:
    for number, test in enumerate(TESTS, 1):
        try:
            with gscope_agent.connect(ADDRESS) as agent:
                test(agent)
            print(f"ok {number} {test.__name__}", flush=True)
        except Exception as error:  # noqa: BLE001
            failed += 1
            print(f"not ok {number} {test.__name__}\n# {error!r}", flush=True)
finally:
    PROGRAM.process.terminate()
    PROGRAM.process.wait()
    shutil.rmtree(SCRATCH)
sys.exit(failed > 0)
