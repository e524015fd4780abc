# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Bytes that no client would send, to a real gscoped: each is refused with a reason, while a viewer goes on.

    test-agent-hostile.py GSCOPED SUPPORT-DIRECTORY"""

import json
import os
import signal
import socket
import struct
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, sys.argv[2])
from agent_lab import (  # noqa: E402
    CARRIERS, HELLO, MIB, TOKEN, Agent, Viewer, Wire, check, check_memory, find_overlap, run_tests)
from program import Failure, wait_for  # noqa: E402

# A hostile message has 131072 values at most, and costs this while it is read.
COST = 40 * MIB
# How long a viewer may wait for a sample meanwhile, on a busy machine.
LATE = 2.0

DEEP = 300_000


def binary(kind, version, *blocks):
    return bytes([kind, version, 0, 0, 0, 0, 0, 0]) + b"".join(blocks)


# Messages, on every carrier: a name, the bytes, words of the reason. Those of the second list come after a hello.
FIRST = (
    ("not JSON", b"hello", ""),
    ("an array", b"[1]", ""),
    ("an empty message", b"", ""),
    ("truncated JSON", b'{"hello":{"version":2', "column"),
    ("two objects", b'{"beat":{}}{"beat":{}}', "after the end"),
    ("two kinds", b'{"beat":{},"hello":{}}', "message"),
    ("an unknown kind", b'{"fly":{}}', "fly|message"),
    ("a message of the server", b'{"beat":{}}', "hello"),
    ("another version", b'{"hello":{"version":99,"boot":"a","clock":"b","credit":1000,"period_ns":10000000}}', "99"),
    ("a text for the version", b'{"hello":{"version":"2"}}', "version"),
    ("a hello without members", b'{"hello":{}}', "version"),
    ("wrong UTF-8", b'{"hello":{"version":2,"boot":"\xff\xfe"}}', "UTF-8|utf|message"),
    ("a NUL", b'{"hello":{"version":2,"boot":"a\0b"}}', "UTF-8"),
    ("half a surrogate", b'{"hello":{"version":2,"boot":"\\ud800","clock":"x"}}', ""),
    ("deep nesting", b'{"hello":' + b"[" * DEEP + b"]" * DEEP + b"}", "deep|nest|message"),
    ("deep objects", b'{"a":' * 100_000 + b"1" + b"}" * 100_000, "deep|nest|message"),
    ("a JSON bomb", b'{"hello":{"x":[' + b"{}," * 340_000 + b"{}]}}", "many values"),
    ("many members", b'{"hello":{' + b",".join(b'"%d":0' % i for i in range(100_000)) + b"}}", "version"),
    ("a huge number", b'{"hello":{"version":' + b"9" * 400_000 + b"}}", ""),
    ("a number without end", b'{"hello":{"version":1e999999}}', ""),
    ("no source of that name", json.dumps({"hello": {**HELLO["hello"], "source": "nothing"}}).encode(), "nothing"),
    ("a source of a long name", json.dumps({"hello": {**HELLO["hello"], "source": "x" * 5000}}).encode(), "source"),
    ("credit without end", json.dumps({"hello": {**HELLO["hello"], "source": "demo", "credit": 1 << 62}}).encode(), "credit"),
    ("no credit", json.dumps({"hello": {**HELLO["hello"], "source": "demo", "credit": -1}}).encode(), "credit"),
    ("samples of a client", binary(1, 2, struct.pack("<II", 1, 0)), ""),
    ("columns of a client", binary(2, 2), ""),
)
SECOND = (
    ("a second hello", json.dumps(HELLO).encode(), "out of order"),
    ("a signal of the server", b'{"signals":{}}', "wrong end"),
    ("samples", binary(1, 2, struct.pack("<IIqd", 1, 1, 0, 0.0)), ""),
    ("columns with a wrong id", binary(2, 2, struct.pack("<IIqq", 99999, 1, 0, 1), b"\0" * 28), ""),
    ("an unknown binary message", b"\7" + b"\0" * 100, ""),
    ("a period without sense", b'{"subscribe":{"signals":[1],"period_ns":-5,"lease_ms":1000}}', "period_ns"),
    ("a lease that is no number", b'{"subscribe":{"signals":[1],"period_ns":0,"lease_ms":[]}}', "lease_ms"),
    ("ids that are no numbers", b'{"subscribe":{"signals":["a"],"period_ns":0,"lease_ms":1000}}', "signals"),
    ("too many ids", json.dumps({"subscribe": {"signals": [1] * 5000, "period_ns": 0, "lease_ms": 1}}).encode(), "signals"),
    ("credit beyond the limit", b'{"credit":{"bytes":67108865}}', "bytes"),
    ("less credit", b'{"credit":{"bytes":-1}}', "bytes"),
    ("a time that is no number", b'{"time":{"id":1,"t1":"now"}}', "t1"),
    ("a pace without sense", b'{"pace":{"interval_ns":-1}}', "interval_ns"),
    ("a call without a verb", b'{"call":{"id":1}}', "verb"),
    ("a call of an unknown verb", b'{"call":{"id":1,"verb":"fly"}}', "fly|verb"),
    ("a call without an id", b'{"call":{"verb":"start"}}', "id"),
    ("columns that do not fit", b'{"query":{"id":1,"signals":[1],"from_ns":0,"to_ns":2305843009213693952,"columns":65535}}', "columns"),
    ("columns without end", json.dumps({"query": {"id": 1, "signals": list(range(1, 4000)), "from_ns": 0, "to_ns": 65536,
                                                  "columns": 65536}}).encode(), "columns"),
    ("a query before all times", b'{"query":{"id":1,"signals":[1],"from_ns":-9223372036854775808,"to_ns":0,"columns":1}}', "from_ns"),
    ("an id beyond 32 bits", b'{"call":{"id":1099511627776,"verb":"start"}}', "id"),
)
# Calls and queries that are answered with an error, after which the connection goes on.
ANSWERED = (
    {"call": {"id": 1, "verb": "apply", "parameter": "nothing", "value": 1}},
    {"call": {"id": 1, "verb": "apply", "parameter": "frequency", "value": {}}},
    {"call": {"id": 1, "verb": "apply", "parameter": "frequency", "value": 1e300}},
    {"call": {"id": 1, "verb": "apply-all", "writes": [{"parameter": "x", "value": 0}] * 4000}},
    {"call": {"id": 1, "verb": "configure", "options": {"x" * 1000: "y" * 100_000}}},
)
# Frames of WebSockets: a name, what is sent, the code of the close frame.
FRAMES = (
    ("an unmasked frame", lambda wire: wire.frame(b"{}", mask=b""), 1002),
    ("a reserved bit", lambda wire: wire.frame(b"{}", head=0xC1), 1002),
    ("a reserved opcode", lambda wire: wire.frame(b"{}", opcode=3), 1002),
    ("a reserved control opcode", lambda wire: wire.frame(b"{}", opcode=11), 1002),
    ("a continuation of nothing", lambda wire: wire.frame(b"{}", opcode=0), 1002),
    ("a ping in parts", lambda wire: wire.frame(b"x", head=0x09), 1002),
    ("a long ping", lambda wire: wire.frame(b"x" * 200, opcode=9), 1002),
    ("a second begin", lambda wire: wire.frame(b"{", head=0x01) + wire.frame(b"{", head=0x01), 1002),
    ("a length with too many bytes", lambda _: b"\x81\xfe\0\5\1\2\3\4hello", 1002),
    ("a length of 63 bits", lambda _: b"\x81\xff\x7f" + b"\xff" * 7 + b"\1\2\3\4", 1009),
    ("a length of 64 bits", lambda _: b"\x81\xff" + b"\xff" * 8 + b"\1\2\3\4", None),
    ("a text that is no UTF-8", lambda wire: wire.frame(b"{\xc3\x28}"), 1007),
    ("parts without end", lambda wire: wire.frame(b"x" * 65000, head=0x01) + wire.frame(b"x" * 65000, head=0) * 20, 1009),
    ("a close frame with half a code", lambda wire: wire.frame(b"\3", opcode=8), 1002),
)
HEAD = b"GET /v1 HTTP/1.1\r\nHost: localhost\r\n"
UPGRADE = (b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
           b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n")
ALLOWED = f"Authorization: Bearer {TOKEN}\r\n".encode()
# Requests of HTTP: a name, the bytes, statuses of which one comes (0: the connection ends without an answer).
REQUESTS = (
    ("garbage", os.urandom(64) + b"\r\n\r\n", (0, 400)),
    ("zeros", bytes(4096) + b"\r\n\r\n", (0, 400)),
    ("another protocol", b"SSH-2.0-OpenSSH_9.2\r\n\r\n", (0, 400)),
    ("HTTP/2", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", (0, 400, 401, 421, 505)),
    ("no host", b"GET /v1 HTTP/1.1\r\n\r\n", (400,)),
    ("another host", b"GET /v1 HTTP/1.1\r\nHost: evil.example\r\n" + ALLOWED + b"\r\n", (421,)),
    ("a web page", HEAD + b"Origin: https://evil.example\r\n" + ALLOWED + b"\r\n", (403,)),
    ("no token", HEAD + UPGRADE + b"\r\n", (401,)),
    ("a way out of the folder", b"GET /../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n" + ALLOWED + b"\r\n", (400, 404)),
    ("no subprotocol", HEAD + UPGRADE + ALLOWED + b"\r\n", (400,)),
    ("two lengths", b"POST /v1 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 500\r\n" + ALLOWED
     + b"\r\nhello", (400, 404, 405, 0)),
    ("a body of 2 MiB", b"PUT /v1/parameters/demo/frequency HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2097152\r\n"
     + ALLOWED + b"\r\n" + bytes(2 * MIB), (413,)),
    ("a body of 1 TiB", b"PUT /v1/parameters/demo/frequency HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1099511627776\r\n"
     + ALLOWED + b"\r\n" + bytes(18 * MIB), (0, 413)),
    ("a negative length", b"PUT /v1/parameters/demo/frequency HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n" + ALLOWED
     + b"\r\n", (0, 400, 411, 413, 415)),
    ("a chunk of 2^64", b"PUT /v1/parameters/demo/frequency HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n" + ALLOWED
     + b"\r\nffffffffffffffffff\r\nx", (0, 400, 413)),
    ("a deep body", b"PUT /v1/parameters/demo/frequency HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
     + b"Content-Length: 6000\r\n" + ALLOWED + b"\r\n" + b"[" * 6000, (400,)),
    ("a long body", b"PUT /v1/parameters/demo/frequency HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
     + b"Content-Length: 600000\r\n" + ALLOWED + b"\r\n" + b"[" * 600000, (413,)),
)


class Bench:
    """gscoped with a source, a viewer on each carrier, and what the agent had before."""

    def __init__(self, agent):
        self.agent = agent
        self.viewers = [Viewer(agent, "demo", "sine", carrier) for carrier in CARRIERS]
        self.settle()

    def settle(self):
        self.await_samples()
        self.descriptors = self.agent.count_descriptors()
        self.memory = self.agent.get_memory()

    def await_samples(self):
        before = [viewer.n for viewer in self.viewers]
        wait_for("samples", lambda: all(viewer.n > n + 5 for viewer, n in zip(self.viewers, before)))

    def look(self, what, cost=COST):
        """The viewers went on, and nothing is left."""
        self.await_samples()
        for viewer in self.viewers:
            viewer.check(what, LATE)
        check_memory(self.agent.get_memory() - self.memory, cost, what)
        # those of the start may have ended: the agent asks RealtimeKit where it may not be real-time itself
        wait_for(f"{what}: the descriptors", lambda: self.agent.count_descriptors() <= self.descriptors)


def test_judgement(bench):
    """The viewers notice an agent that stands still, whatever this process does at other times."""
    check(find_overlap([(0, 1), (2, 5), (7, 9)], 0.5, 8) == 4.5, "the delays of this process are not added")
    check(find_overlap([(0, 1), (2, 5)], 1, 2) == 0, "a delay at another time counts")
    bench.agent.send_signal(signal.SIGSTOP)
    begin = time.monotonic()
    wait_for("a second of this process", lambda: all(viewer.get_run_time(begin) > 1 for viewer in bench.viewers))
    bench.agent.send_signal(signal.SIGCONT)
    bench.await_samples()
    for viewer in bench.viewers:
        worst = viewer.take_worst()
        check(worst > 0.3, f"a viewer has seen at most {worst:.1f} s of a stop of 1 s")


def find_reason(what, wire):
    """Returns why the agent ends the connection: a message, or the words of a close frame."""
    try:
        return str(wire.receive_kind("error").get("message", ""))
    except (ConnectionError, Failure) as error:
        if wire.farewell:
            return wire.farewell
        raise Failure(f"{what}: {error}") from error


def check_reason(what, reason, words):
    check(reason and any(word.lower() in reason.lower() for word in words.split("|")), f"{what}: the reason is “{reason}”")
    check(len(reason.encode()) <= 1024, f"{what}: the reason is long")


def test_messages(bench, carrier):
    for name, data, words in FIRST:
        with Wire(bench.agent, carrier).open() as wire:
            wire.send_bytes(data, 2 if data[:1] in (b"\1", b"\2") else 1)
            check_reason(name, find_reason(name, wire), words)
            wire.read()
    bench.look(f"first messages on {carrier}")


def test_later_messages(bench, carrier):
    for name, data, words in SECOND:
        with Wire(bench.agent, carrier).greet("demo") as wire:
            wire.receive_kind("signals")
            wire.send_bytes(data, 2 if data[:1] in (b"\1", b"\2", b"\7") else 1)
            check_reason(name, find_reason(name, wire), words)
            wire.read()
    bench.look(f"later messages on {carrier}")


def test_answers(bench, carrier):
    with Wire(bench.agent, carrier).greet("demo") as wire:
        for message in ANSWERED:
            wire.send(message)
            answer = wire.receive_kind("answer")
            check("error" in answer and answer["error"]["message"], f"no reason: {message}"[:200])
        wire.send({"call": {"id": 2, "verb": "check", "parameter": "frequency", "value": 2}})
        check(wire.receive_kind("answer")["value"] == 2, "the connection does not go on")
    bench.look(f"calls on {carrier}")


def test_lengths(bench):
    """The length of a message on the socket"""
    for length in (MIB + 1, 1 << 31, 0xFFFFFFFF):
        with Wire(bench.agent, "socket") as wire:
            wire.write(struct.pack("<I", length) + b"{" * 1000)
            check_reason(f"length {length}", find_reason(f"length {length}", wire), "long|1048576|MiB|bytes")
    for size in (1, 3, 4, 5, 100):
        with Wire(bench.agent, "socket") as wire:
            wire.write((struct.pack("<I", 200) + b'{"hello":{"version":2,' + b" " * 200)[:size])
    bench.look("lengths")


def test_frames(bench, carrier):
    for name, make, code in FRAMES:
        with Wire(bench.agent, carrier).open() as wire:
            wire.write(make(wire))
            data = wire.read()
            at = data.rfind(b"\x88")
            check(at >= 0, f"{name}: no close frame: {data[-80:]!r}")
            found = int.from_bytes(data[at + 2 : at + 4], "big")
            check(found in (1002, 1009) if code is None else found == code, f"{name}: closed with {found}, not {code}")
    bench.look(f"frames on {carrier}")


def check_request(bench, carrier, name, data, statuses):
    with Wire(bench.agent, carrier) as wire:
        wire.write(data)
        answer = wire.read()
    status = int(answer.split()[1]) if answer.startswith(b"HTTP/1.") else 0
    check(status in statuses, f"{name} on {carrier}: the status is {status}: {answer[:200]!r}")
    if status in (401, 403, 421):
        check(b"application/problem+json" in answer, f"{name} on {carrier}: no reason: {answer[:300]!r}")


def test_requests(bench):
    """All at the same time: some connections end only at the limit of 10 s."""
    cases = [(carrier, *request) for carrier in CARRIERS[1:] for request in REQUESTS]
    with ThreadPoolExecutor(len(cases)) as pool:
        list(pool.map(lambda case: check_request(bench, *case), cases))
    bench.look("requests")


def test_endless_headers(bench, carrier):
    """A head that does not end costs a bounded amount, and the connection ends."""
    with Wire(bench.agent, carrier) as wire:
        wire.write(HEAD)
        sent = 0
        line = b"X-Filler: " + b"x" * 1000 + b"\r\n"
        try:
            while sent < 64 * MIB:
                wire.sock.sendall(line * 64)
                sent += 64 * len(line)
        except OSError:
            pass
        check(sent < 64 * MIB, "the agent reads a head of 64 MiB")
    bench.look(f"endless headers on {carrier}")


def test_no_tls(bench):
    """Bytes that are no TLS, and a handshake that stops."""
    for data in (b"GET / HTTP/1.1\r\n\r\n", os.urandom(1000), b"\x16\x03\x01\x40\x00\x01" + bytes(100), b"\x16\x03\x01\xff\xff"):
        with socket.create_connection(("127.0.0.1", bench.agent.ports["tls"]), 30) as sock:
            sock.sendall(data)
            while True:
                try:
                    if not sock.recv(65536):
                        break
                except ConnectionResetError:
                    break
    bench.look("no TLS")


def test_slow(bench):
    """Slow loris: many clients that send a byte now and then are let go after ten seconds."""
    begin = time.monotonic()
    wires = []
    for carrier in CARRIERS:
        for _ in range(40):
            if carrier == "tls":
                sock = socket.create_connection(("127.0.0.1", bench.agent.ports["tls"]), 30)
            else:
                sock = Wire(bench.agent, carrier).sock
            sock.settimeout(0)
            wires.append((sock, struct.pack("<I", 1000) if carrier == "socket" else b"GET / HTTP/1.1" if carrier != "tls"
                          else b"\x16\x03\x01\x02\x00"))
    left = dict(enumerate(wires))
    sent = 0
    while left:
        check(time.monotonic() - begin < 40, f"{len(left)} slow clients are still connected")
        time.sleep(0.1)
        for number, (sock, data) in list(left.items()):
            try:
                sock.send(data[sent % len(data) :][:1] if sent < len(data) else b"x")
                while sock.recv(65536):
                    pass
                raise ConnectionResetError
            except BlockingIOError:
                pass
            except OSError:
                sock.close()
                del left[number]
        sent += 1
    bench.look("slow clients")


def main():
    with tempfile.TemporaryDirectory() as folder:
        workspace = Path(folder) / "workspace.json"
        workspace.write_text(json.dumps({"gscope-workspace": 1, "scopes": [
            {"name": "A", "period-ms": 10, "sources": [{"type": "demo", "name": "demo"}]}]}), encoding="utf-8")
        with Agent(sys.argv[1], workspace=workspace) as agent:
            bench = Bench(agent)
            tests = [("test_judgement", lambda: test_judgement(bench))]
            for carrier in CARRIERS:
                for func in (test_messages, test_later_messages, test_answers):
                    tests.append((f"{func.__name__} {carrier}", lambda func=func, carrier=carrier: func(bench, carrier)))
            for carrier in CARRIERS[1:]:
                for func in (test_frames, test_endless_headers):
                    tests.append((f"{func.__name__} {carrier}", lambda func=func, carrier=carrier: func(bench, carrier)))
            for func in (test_requests, test_lengths, test_no_tls, test_slow):
                tests.append((func.__name__, lambda func=func: func(bench)))
            status = run_tests(tests)
            for viewer in bench.viewers:
                viewer.close()
    return status


sys.exit(main())
