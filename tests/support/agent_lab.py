# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""A real agent that a test torments: gscoped, or lab-agent, on a Unix socket, a WebSocket and TLS; connections to it
that send what they like; and what it costs."""

import collections
import contextlib
import hashlib
import json
import os
import re
import resource
import shutil
import signal
import socket
import ssl
import struct
import subprocess
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from program import Failure, Program, wait_for

TOKEN = "correct-horse-battery"
HELLO = {"hello": {"version": 2, "boot": "unknown", "clock": "unknown", "period_ns": 10000000, "credit": 4194304}}
CARRIERS = ("socket", "web-socket", "tls")
PATIENCE = 20.0
MIB = 1024 * 1024


def check(condition, sentence):
    if not condition:
        raise Failure(sentence)


def check_memory(grown, bound, what):
    """AddressSanitizer keeps what is freed: the bound is for builds without it."""
    check("TEST_SANITIZED" in os.environ or grown < bound, f"{what}: the agent has {grown / MIB:.1f} MiB more")


def make_certificate(folder, name, days=1):
    """A certificate that is its own authority; an expired one if the days are negative."""
    key, request, made = (str(folder / f"{name}.{end}") for end in ("key", "csr", "pem"))
    for command in (
        ["req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", key, "-out", request,
         "-subj", f"/O=Lab/CN={name}", "-addext", "subjectAltName=IP:127.0.0.1,IP:198.18.0.1", "-addext", "basicConstraints=CA:TRUE"],
        ["x509", "-req", "-in", request, "-out", made, "-copy_extensions", "copyall", "-days", str(days), "-signkey", key],
    ):
        subprocess.run(["openssl", *command], check=True, capture_output=True, timeout=30)


class Agent:
    """An agent with the token “lab” for everything, in a folder that goes with it. Settings are further lines of its
    configuration, and the environment is in addition to that of the test."""

    def __init__(self, command, workspace=None, is_lab=False, tokens=None, settings="", environment=()):
        self.folder = Path(tempfile.mkdtemp(prefix="agent-"))
        self.folder.chmod(0o755)
        self.path = self.folder / "agent"
        self._command = command
        self._is_lab = is_lab
        self._workspace = workspace
        self._settings = settings
        self._environment = environment
        self.ports = {"web-socket": 0, "tls": 0}
        try:
            make_certificate(self.folder, "own")
            self.write_tokens(tokens or {"lab": TOKEN})
            self.start()
        except BaseException:
            self.close()
            raise

    def write_tokens(self, tokens):
        path = self.folder / "tokens"
        new = self.folder / "tokens.new"
        new.touch(mode=0o600)
        new.write_text("".join(f"{name}:{token}\n" for name, token in tokens.items()), encoding="utf-8")
        new.rename(path)

    def write_config(self):
        addresses = f"unix:{self.path};ws://127.0.0.1:{self.ports['web-socket']};wss://127.0.0.1:{self.ports['tls']}"
        files = "".join(f"{key}={self.folder}/{name}\n" for key, name in
                        (("tokens", "tokens"), ("certificate", "own.pem"), ("key", "own.key")))
        workspace = f"workspace={self._workspace}\n" if self._workspace else ""
        (self.folder / "gscoped.conf").write_text(
            f"[agent]\nlisten={addresses}\n{workspace}[network]\n{files}"
            f"[journal]\nfile={self.folder}/writes.jsonl\nsystemd=false\n"
            f"[rights lab]\nprincipal=token:lab\nread=*\nwrite=*\n{self._settings}", encoding="utf-8")

    def start(self):
        self.write_config()
        addresses = [self.address(carrier) for carrier in CARRIERS]
        arguments = ([addresses[0], self.folder, *addresses[1:]] if self._is_lab
                     else ["--config", self.folder / "gscoped.conf"])
        self.program = Program("env", *self._environment, self._command, *arguments)
        self.process = self.program.process
        wait_for("the addresses of the agent", lambda: self._find_ports() or self.process.poll() is not None)
        check(self.process.poll() is None, f"the agent did not start: {self.program.read()}")

    def _find_ports(self):
        text = self.program.read()
        for carrier, scheme in (("web-socket", "ws"), ("tls", "wss")):
            found = re.search(rf"\b{scheme}://127\.0\.0\.1:(\d+)", text)
            if not found:
                return False
            self.ports[carrier] = int(found.group(1))
        return True

    def address(self, carrier):
        return f"unix:{self.path}" if carrier == "socket" else (
            f"{'ws' if carrier == 'web-socket' else 'wss'}://127.0.0.1:{self.ports[carrier]}")

    def create_context(self):
        """The TLS of a client that trusts the agent's certificate."""
        return ssl.create_default_context(cafile=str(self.folder / "own.pem"))

    def get_fingerprint(self):
        text = (self.folder / "own.pem").read_text(encoding="ascii")
        return hashlib.sha256(ssl.PEM_cert_to_DER_cert(text)).hexdigest()

    def write_token_file(self):
        """Writes the token for gscopectl, and returns the path."""
        path = self.folder / "token"
        path.touch(mode=0o600)
        path.write_text(f"{TOKEN}\n", encoding="ascii")
        return path

    def send_signal(self, number):
        check(self.process.poll() is None, f"the agent has ended: {self.program.read()}")
        self.process.send_signal(number)

    def kill(self):
        self.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)

    def count_descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def get_memory(self):
        """The bytes of memory that the agent has now."""
        text = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        return int(re.search(r"VmRSS:\s+(\d+) kB", text).group(1)) * 1024

    def get_processor_time(self):
        fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii").rsplit(") ", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self):
        """Ends the agent in order: it says nothing of errors."""
        self.send_signal(signal.SIGTERM)
        text = self.program.ended(0)
        for word in ("CRITICAL", "WARNING", "ERROR", "Sanitizer"):
            check(word not in text, f"the agent said: {text}")
        return text

    def close(self):
        program = getattr(self, "program", None)
        if program and program.process.poll() is None:
            program.process.kill()
            program.process.wait(PATIENCE)
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        try:
            if kind is None and self.process.poll() is None:
                self.end()
        finally:
            self.close()


class Wire:
    """A connection to an agent that sends any bytes."""

    def __init__(self, agent, carrier, patience=PATIENCE, context=None):
        self.carrier = carrier
        self.buffer = b""
        # the words of a close frame
        self.farewell = ""
        self.sock = socket.socket(socket.AF_UNIX if carrier == "socket" else socket.AF_INET)
        self.sock.settimeout(patience)
        try:
            self.sock.connect(str(agent.path) if carrier == "socket" else ("127.0.0.1", agent.ports[carrier]))
            if carrier != "socket":
                self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if carrier == "tls":
                self.sock = (context or agent.create_context()).wrap_socket(self.sock, server_hostname="127.0.0.1")
        except BaseException:
            self.sock.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.sock.close()

    def write(self, data):
        """Sends bytes, as far as the agent takes them."""
        with contextlib.suppress(BrokenPipeError, ConnectionResetError, ssl.SSLError):
            self.sock.sendall(data)

    def read(self):
        """Returns all that comes until the agent closes the connection."""
        with contextlib.suppress(ConnectionResetError, ssl.SSLEOFError):
            while data := self.sock.recv(65536):
                self.buffer += data
        return self.buffer

    def _fill(self, size):
        while len(self.buffer) < size:
            data = self.sock.recv(65536)
            if not data:
                raise ConnectionError("the agent closed the connection")
            self.buffer += data

    def _take(self, size):
        self._fill(size)
        data, self.buffer = self.buffer[:size], self.buffer[size:]
        return data

    def upgrade(self, token=TOKEN, host="localhost"):
        """Asks for the WebSocket, and returns the status."""
        self.write((f"GET /v1 HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                    f"Sec-WebSocket-Protocol: gscope.v1\r\nAuthorization: Bearer {token}\r\n\r\n").encode())
        while b"\r\n\r\n" not in self.buffer:
            self._fill(len(self.buffer) + 1)
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        return int(head.split()[1])

    def open(self):
        """Goes on to the messages."""
        if self.carrier != "socket":
            status = self.upgrade()
            check(status == 101, f"{self.carrier}: the status is {status}")
        return self

    def greet(self, source=None):
        message = json.loads(json.dumps(HELLO))
        if source:
            message["hello"]["source"] = source
        self.open()
        self.send(message)
        return self

    def send(self, message):
        self.send_bytes(json.dumps(message).encode())

    def send_bytes(self, data, opcode=1):
        """Sends a message, which need not be one."""
        self.write(self.frame(data, opcode))

    def frame(self, data, opcode=1, mask=b"\1\2\3\4", head=None):
        if self.carrier == "socket":
            return struct.pack("<I", len(data)) + data
        if len(data) < 126:
            length = struct.pack(">B", (0x80 if mask else 0) | len(data))
        elif len(data) < 65536:
            length = struct.pack(">BH", (0x80 if mask else 0) | 126, len(data))
        else:
            length = struct.pack(">BQ", (0x80 if mask else 0) | 127, len(data))
        keys = (mask * (len(data) // 4 + 1))[: len(data)]
        masked = (int.from_bytes(data, "big") ^ int.from_bytes(keys, "big")).to_bytes(len(data), "big") if mask else data
        return bytes([0x80 | opcode if head is None else head]) + length + mask + masked

    def receive(self):
        """Returns the next message, a text as an object; None at an orderly end."""
        if self.carrier == "socket":
            (length,) = struct.unpack("<I", self._take(4))
            data = self._take(length)
        else:
            opcode, length = self._take(1)[0] & 15, self._take(1)[0] & 127
            if length > 125:
                length = int.from_bytes(self._take(2 if length == 126 else 8), "big")
            data = self._take(length)
            if opcode == 8:
                self.farewell = data[2:].decode()
                return None
        return json.loads(data) if data[:1] == b"{" else data

    def receive_kind(self, kind):
        """Returns the content of the next message of a kind."""
        end = time.monotonic() + PATIENCE
        while (message := self.receive()) is not None:
            check(time.monotonic() < end, f"no {kind} came")
            if isinstance(message, dict) and "error" in message and kind != "error":
                raise Failure(f"the agent refuses: {message['error']}")
            if isinstance(message, dict) and kind in message:
                return message[kind]
        raise ConnectionError("the agent closed the connection")


def find_overlap(spans, begin, end):
    """Returns how much of an interval the spans cover, which do not overlap."""
    return sum(max(0.0, min(end, span_end) - max(begin, span_begin)) for span_begin, span_end in spans)


class Viewer:
    """A client that shall notice nothing: a thread leases a signal, and looks how old samples are when they come, and whether they
    come all the time."""

    def __init__(self, agent, source, signal_name, carrier="socket"):
        self.wire = Wire(agent, carrier).greet(source)
        while True:
            added = self.wire.receive_kind("signals").get("added", [])
            found = [item["id"] for item in added if item["name"] == signal_name]
            if found:
                break
        self.id = found[0]
        self.wire.send({"subscribe": {"signals": [self.id], "period_ns": 0, "lease_ms": 600000}})
        self.n = 0
        self.first = self.last = None
        self.losses = collections.Counter()
        # when late samples were on their way, or none came, and when the machine did not run this process: begin and end
        self.late = []
        self.arrived = time.monotonic()
        self.delays = []
        self.watched = 0.0
        self.problem = None
        self._ends = False
        self._may_read = threading.Event()
        self._may_read.set()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        threading.Thread(target=self._watch, daemon=True).start()

    def _watch(self):
        while not self._ends:
            due = time.monotonic() + 0.02
            time.sleep(0.02)
            now = time.monotonic()
            if now - due > 0.01:
                self.delays.append((due, now))
            # who has waited for this finds the delay before it
            self.watched = now

    def _run(self):
        try:
            while not self._ends:
                self._may_read.wait()
                self._take(self.wire.receive())
        except (OSError, Failure, ValueError) as problem:
            self.problem = self.problem or problem

    def _take(self, message):
        check(message is not None, "the agent closed the connection")
        if not isinstance(message, dict):
            self._take_samples(message)
            return
        check("error" not in message, f"the agent refuses: {message}")
        if "losses" in message and message["losses"]["signal"] == self.id:
            self.losses[message["losses"]["cause"]] += message["losses"]["count"]

    def _take_samples(self, message):
        at = 8
        while at < len(message):
            signal_id, n = struct.unpack_from("<II", message, at)
            samples = list(struct.iter_unpack("<qd", message[at + 8 : at + 8 + 16 * n]))
            if signal_id == self.id and samples:
                self.n += n
                self.first = samples[0][1] if self.first is None else self.first
                self.last = samples[-1][1]
                self._note(samples[-1][0] / 1e9, time.monotonic())
            at += 8 + 16 * n
        self.wire.send({"credit": {"bytes": len(message)}})

    def _note(self, begin, end):
        begin, self.arrived = min(begin, self.arrived), end
        if end - begin > 0.1:
            self.late.append((begin, end))

    def take_worst(self):
        """Returns how late a sample was at most since the last time, or for how long none came. The agent does not answer for those
        parts of the time in which this process did not run."""
        late, self.late = self.late, []
        now = time.monotonic()
        wait_for("the watch of this process", lambda: self.watched > now)
        delays, self.delays = self.delays, []
        return max((end - begin - find_overlap(delays, begin, end) for begin, end in late), default=0.0)

    def get_run_time(self, begin):
        """Returns for how long this process has run since a time, as far as it is known."""
        end = self.watched
        return end - begin - find_overlap(list(self.delays), begin, end)

    def pause(self):
        """Reads no more, as a viewer that is stopped."""
        self._may_read.clear()

    def go_on(self):
        self._may_read.set()

    def has_rest(self):
        """Whether nothing came for a while."""
        n = self.n
        time.sleep(0.5)
        return self.n == n

    def is_exact(self):
        """Whether all numbers from the first to the last one came or were reported as lost."""
        return self.n + sum(self.losses.values()) == self.last - self.first + 1

    def check(self, what, late):
        """Asserts that samples came, each soon enough, since the last time."""
        check(not self._ends and not self.problem, f"{what}: a viewer lost its connection: {self.problem}")
        worst = self.take_worst()
        check(worst < late, f"{what}: a viewer waited {worst:.1f} s for a sample")

    def close(self):
        self._ends = True
        self._may_read.set()
        self.wire.sock.shutdown(socket.SHUT_RDWR)
        self._thread.join(PATIENCE)
        self.wire.close()


def raise_limit():
    """Raises the limit of descriptors as far as it goes, and returns it."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard


def attempt(name, test):
    """Returns whether a test succeeds, and the rest of its line of TAP."""
    begin = time.monotonic()
    try:
        test()
        return True, f"{name} # {time.monotonic() - begin:.1f} s"
    except (Failure, OSError, subprocess.SubprocessError) as failure:
        return False, f"{name}: {type(failure).__name__}: {failure}".replace("\n", " ")


def run_tests(tests):
    """Prints a line of TAP for each test: pairs of a name and a function. Those of a list within the list wait most of
    their time, and run at the same time."""
    groups = [test if isinstance(test, list) else [test] for test in tests]
    print(f"1..{sum(map(len, groups))}", flush=True)
    n = failures = 0
    for group in groups:
        with ThreadPoolExecutor(len(group)) as pool:
            results = pool.map(lambda pair: attempt(*pair), group)
            for is_good, line in results:
                n += 1
                failures += not is_good
                print(f"{'ok' if is_good else 'not ok'} {n} {line}", flush=True)
    return 1 if failures else 0
