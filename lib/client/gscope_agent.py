# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Reads signals and writes parameters of a Gscope agent from Python 3.11. This file is all that is needed.

    with gscope_agent.connect("unix:") as agent:
        for time, value in agent.signals["tcp/flow/cwnd"].stream(duration=10):
            print(time, value)
        agent.parameters["mxtraf/elephants"] = 20

The address is unix:PATH, unix: for the default path, ws://HOST:PORT on this machine, wss://HOST:PORT, HOST or HOST:PORT
for the same, or ssh://USER@HOST:PORT. Times are seconds on the agent's monotonic clock; Agent.unix_time() converts them.

A name that the agent does not have raises KeyError, a value that it refuses Refused with the agent's reason. An agent
that cannot be reached, or that does not answer for ten seconds, raises ConnectionError. There are no threads here: an
agent and its streams belong to the thread that uses them."""

from __future__ import annotations

import base64
import collections
import contextlib
import fnmatch
import hashlib
import json
import math
import os
import re
import socket
import ssl
import struct
import subprocess
import time
from collections.abc import Iterator, Mapping, MutableMapping
from typing import Any, NamedTuple, Self

VERSION = 2
PORT = 4270
MAX_MESSAGE = 1024 * 1024
# How long an agent may send nothing. It sends a beat every quarter of a second.
PATIENCE = 10.0
# How many bytes of samples an agent may send in advance, and how many are granted at once.
CREDIT = 512 * 1024
BATCH = 8 * 1024
# How long a lease lasts, in seconds, unless it is renewed.
LEASE = 600.0
MAX_COLUMNS = 65536
MAX_ITEMS = 65536

Value = bool | int | float | str

_SAMPLES, _COLUMNS, _BREAK = 1, 2, 0xFFFFFFFF
_GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


class Refused(Exception):
    """The agent refused something; `code` is the kind of the reason, such as “invalid” or “superseded”."""

    def __init__(self, message: str, code: str = "refused") -> None:
        super().__init__(message)
        self.code = code


class Sample(NamedTuple):
    """A value, NaN where the signal has a gap."""
    time: float
    value: float


class Columns(NamedTuple):
    """The history of a signal: lists of one length, an item for each column that has samples."""
    time: list[float]
    minimum: list[float]
    maximum: list[float]
    first: list[float]
    last: list[float]
    count: list[int]


class Marker(NamedTuple):
    time: float
    kind: str
    label: str
    detail: str


class SourceInfo(NamedTuple):
    name: str
    title: str
    state: str
    status: str


class _Stream:
    """Transports messages, which begin with “{” or the type of a binary one, each with its length in front."""

    def __init__(self, sock: socket.socket, process: subprocess.Popen[bytes] | None = None) -> None:
        self._socket = sock
        self._process = process
        self._buffer = bytearray()

    def send(self, message: bytes) -> None:
        self._write(struct.pack("<I", len(message)) + message)

    def receive(self, timeout: float) -> bytes | None:
        """Returns the next message; None if there is none in time."""
        deadline = time.monotonic() + timeout
        while (message := self._take()) is None:
            if not self._read(max(0.0, deadline - time.monotonic())):
                return None
        return message

    def close(self) -> None:
        self._socket.close()
        if self._process:
            self._process.terminate()
            self._process.wait()

    def _take(self) -> bytes | None:
        if len(self._buffer) < 4:
            return None
        (length,) = struct.unpack_from("<I", self._buffer)
        if length > MAX_MESSAGE:
            raise ConnectionError("the agent sent a message that is too long")
        return self._cut(4, length)

    def _cut(self, start: int, length: int) -> bytes | None:
        if len(self._buffer) < start + length:
            return None
        message = bytes(self._buffer[start : start + length])
        del self._buffer[: start + length]
        return message

    def _write(self, data: bytes) -> None:
        self._socket.settimeout(PATIENCE)
        self._socket.sendall(data)

    def _read(self, timeout: float) -> bool:
        self._socket.settimeout(timeout)
        try:
            data = self._socket.recv(65536)
        except (TimeoutError, BlockingIOError, ssl.SSLWantReadError):
            return False
        except ConnectionResetError:
            data = b""
        if not data:
            raise ConnectionError("ssh ended, and printed why" if self._process else "the agent closed the connection")
        self._buffer += data
        return True


class _WebSocket(_Stream):
    """Messages as those of a WebSocket (RFC 6455)."""

    def __init__(self, sock: socket.socket, host: str, token: str) -> None:
        super().__init__(sock)
        self._fragments = bytearray()
        self._upgrade(host, token)

    def send(self, message: bytes) -> None:
        self._send_frame(1, message)

    def _send_frame(self, opcode: int, data: bytes) -> None:
        mask = os.urandom(4)
        if len(data) < 126:
            head = struct.pack(">BB", 0x80 | opcode, 0x80 | len(data))
        elif len(data) < 65536:
            head = struct.pack(">BBH", 0x80 | opcode, 0x80 | 126, len(data))
        else:
            head = struct.pack(">BBQ", 0x80 | opcode, 0x80 | 127, len(data))
        keys = (mask * (len(data) // 4 + 1))[: len(data)]
        masked = int.from_bytes(data, "big") ^ int.from_bytes(keys, "big")
        self._write(head + mask + masked.to_bytes(len(data), "big"))

    def _upgrade(self, host: str, token: str) -> None:
        if token and not re.fullmatch(r"[\w.~+/=-]{16,512}", token, re.ASCII):
            raise ValueError("a token has 16 to 512 letters, digits and - . _ ~ + / =")
        key = base64.b64encode(os.urandom(16))
        head = (
            f"GET /v1 HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key.decode()}\r\nSec-WebSocket-Protocol: gscope.v1\r\n"
        )
        self._write((head + (f"Authorization: Bearer {token}\r\n" if token else "") + "\r\n").encode())
        deadline = time.monotonic() + PATIENCE
        while (end := self._buffer.find(b"\r\n\r\n")) < 0:
            if len(self._buffer) > 16384 or not self._read(max(0.0, deadline - time.monotonic())):
                raise ConnectionError("the agent did not answer the request for a WebSocket")
        answer = self._buffer[:end].decode("latin-1").split("\r\n")
        del self._buffer[: end + 4]
        self._check_answer(answer, key)

    def _check_answer(self, head: list[str], key: bytes) -> None:
        fields = {n.strip().lower(): v.strip() for n, _, v in (line.partition(":") for line in head)}
        expected = base64.b64encode(hashlib.sha1(key + _GUID).digest()).decode()
        if " 101 " in head[0] + " " and fields.get("sec-websocket-accept") == expected:
            return
        with contextlib.suppress(ConnectionError, KeyError, RecursionError, TypeError, ValueError):
            while len(self._buffer) < min(int(fields["content-length"]), 16384) and self._read(PATIENCE):
                pass
            raise Refused(str(json.loads(self._buffer)["detail"]), "token" if " 401 " in head[0] else "privilege")
        raise ConnectionError(f"this is not an agent: {head[0]}")

    def _take(self) -> bytes | None:
        while (frame := self._take_frame()) is not None:
            opcode, is_last, data = frame
            if opcode == 8:
                raise ConnectionError("the agent closed the connection")
            if opcode == 9:
                self._send_frame(10, data)
            elif opcode in (0, 1, 2):
                self._fragments += data
                if len(self._fragments) > MAX_MESSAGE:
                    raise ConnectionError("the agent sent a message that is too long")
                if is_last:
                    message = bytes(self._fragments)
                    self._fragments.clear()
                    return message
        return None

    def _take_frame(self) -> tuple[int, bool, bytes] | None:
        if len(self._buffer) < 2:
            return None
        length, start = self._buffer[1] & 0x7F, 2
        if self._buffer[1] & 0x80 or self._buffer[0] & 0x70:
            raise ConnectionError("the agent sent a frame that breaks the rules of WebSockets")
        if length > 125:
            size = 2 if length == 126 else 8
            if len(self._buffer) < 2 + size:
                return None
            length, start = int.from_bytes(self._buffer[2 : 2 + size], "big"), 2 + size
        if length > MAX_MESSAGE:
            raise ConnectionError("the agent sent a message that is too long")
        opcode, is_last = self._buffer[0] & 0x0F, bool(self._buffer[0] & 0x80)
        data = self._cut(start, length)
        return None if data is None else (opcode, is_last, data)


class _Endpoint:
    """The address of an agent, and what it takes to be let in there."""

    def __init__(self, address: str, token: str, fingerprint: str) -> None:
        self.address = address
        self._token = token
        self._fingerprint = fingerprint.replace(":", "").lower()

    def open(self) -> _Stream:
        try:
            return self._open()
        except OSError as error:
            raise ConnectionError(f"Cannot reach an agent at “{self.address}”: {error}") from error

    def _open(self) -> _Stream:
        scheme, _, rest = self.address.partition("://")
        if self.address.startswith("unix:"):
            return _Stream(self._open_unix(self.address.removeprefix("unix:")))
        if scheme == "ssh" and rest:
            return self._open_ssh(self.address if ":" in rest else rest)
        if not rest:
            scheme, rest = "wss", self.address
        if scheme not in ("ws", "wss") or not rest or "/" in rest.rstrip("/"):
            raise ValueError(f"“{self.address}” is not an address: write unix:PATH, ssh://USER@HOST, wss://HOST or ws://…")
        return self._open_web_socket(scheme, rest.rstrip("/"))

    @staticmethod
    def _open_unix(path: str) -> socket.socket:
        if not path:
            runtime = os.environ.get("XDG_RUNTIME_DIR") or f"/run/user/{os.getuid()}"
            path = ("/run" if os.getuid() == 0 else runtime) + "/gscope/agent"
        with contextlib.ExitStack() as stack:
            sock = stack.enter_context(socket.socket(socket.AF_UNIX))
            sock.settimeout(PATIENCE)
            sock.connect(path)
            stack.pop_all()
        return sock

    @staticmethod
    def _open_ssh(host: str) -> _Stream:
        command = ["ssh", "-T", "-oBatchMode=yes", "-oConnectTimeout=8", "-oServerAliveInterval=10", "--", host]
        near, far = socket.socketpair()
        with far:
            return _Stream(near, subprocess.Popen([*command, "gscoped", "--stdio"], stdin=far, stdout=far))

    def _open_web_socket(self, scheme: str, place: str) -> _Stream:
        host, _, port = place.rpartition(":") if not place.endswith("]") else (place, "", "")
        if not port.isdecimal():
            host, port = place, str(PORT)
        host = host.strip("[]")
        if scheme == "ws" and host not in ("localhost", "::1") and not host.startswith("127."):
            raise ValueError(f"“{self.address}” is not on this machine: write wss:// so that nobody can listen")
        sock = socket.create_connection((host, int(port)), PATIENCE)
        try:
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if scheme == "wss":
                sock = self._encrypt(sock, host)
            return _WebSocket(sock, place, self._token)
        except BaseException:
            sock.close()
            raise

    def _encrypt(self, sock: socket.socket, host: str) -> socket.socket:
        context = ssl.create_default_context()
        if self._fingerprint:
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        try:
            encrypted = context.wrap_socket(sock, server_hostname=host)
        except ssl.SSLCertVerificationError as error:
            raise ConnectionError(f"{error.verify_message}. Give the fingerprint that gscoped printed.") from error
        shown = hashlib.sha256(encrypted.getpeercert(True) or b"").hexdigest()
        if self._fingerprint and shown != self._fingerprint:
            encrypted.close()
            raise ConnectionError(f"the agent shows another certificate, with the fingerprint {shown}")
        return encrypted


class _Link:
    """A connection to a source, or to the agent itself without one."""

    def __init__(self, endpoint: _Endpoint, source: str = "") -> None:
        self._carrier = endpoint.open()
        self._next_id = 1
        self._unread = 0
        self.hello: dict[str, Any] = {}
        self.sources: list[SourceInfo] | None = None
        self.ids: dict[str, int] = {}
        self.signals: dict[int, dict[str, Any]] = {}
        self.parameters: dict[str, dict[str, Any]] = {}
        self.markers: collections.deque[Marker] = collections.deque(maxlen=1000)
        self.samples: collections.deque[tuple[int, Sample]] = collections.deque()
        self.columns: list[tuple[int, int, int, bytes]] = []
        self.lost: collections.Counter[str] = collections.Counter()
        self.resolution = 0.0
        self._answers: dict[int, dict[str, Any]] = {}
        try:
            self._greet(source)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        self._carrier.close()

    def send(self, kind: str, **members: Any) -> None:
        self._carrier.send(json.dumps({kind: members}, allow_nan=False).encode())

    def _greet(self, source: str) -> None:
        hello: dict[str, Any] = {"version": VERSION, "boot": "unknown", "clock": "unknown", "program": "gscope_agent.py"}
        if source:
            hello |= {"source": source, "credit": CREDIT, "period_ns": 10_000_000}
        self.send("hello", **hello)
        while not self.hello:
            self.wait()
        if source:
            self.call("start")

    def wait(self) -> None:
        """Takes the next message. The agent sends one four times a second at least."""
        message = self._carrier.receive(PATIENCE)
        if message is None:
            raise ConnectionError(f"the agent has not answered for {PATIENCE:.0f} seconds")
        self._take(message)

    def catch_up(self) -> None:
        """Takes all messages that have come."""
        while (message := self._carrier.receive(0.0)) is not None:
            self._take(message)

    def call(self, verb: str, **members: Any) -> dict[str, Any]:
        return self._ask("call", verb=verb, **members)

    def query(self, **members: Any) -> list[tuple[int, int, int, bytes]]:
        """Returns blocks of columns: signal, begin, width, the columns as they were sent."""
        self.columns = []
        self._ask("query", **members)
        return self.columns

    def compare_clocks(self) -> float:
        """Returns by how many seconds Unix time is ahead of the clock of the agent."""
        best = (math.inf, 0.0)
        for _ in range(8):
            sent, begin = time.time(), time.monotonic()
            answer = self._ask("time", t1=0)
            way = time.monotonic() - begin
            best = min(best, (way, sent + way / 2 - (answer["t2"] + answer["t3"]) / 2e9))
        return best[1]

    def grant(self, size: int) -> None:
        """Counts bytes of samples that were read, so that the agent sends as many more."""
        self._unread += size
        if self._unread >= BATCH:
            self._unread, unread = 0, self._unread
            self.send("credit", bytes=unread)

    def _ask(self, kind: str, **members: Any) -> dict[str, Any]:
        number = self._next_id
        self._next_id = number % 0x7FFFFFFF + 1
        self.send(kind, id=number, **members)
        while number not in self._answers:
            self.wait()
        answer = self._answers.pop(number)
        if "error" in answer and "writes" not in answer:
            self._take_error(answer["error"])
        return answer

    def _take(self, message: bytes) -> None:
        try:
            self._take_any(message)
        except (ArithmeticError, AttributeError, LookupError, RuntimeError, TypeError, ValueError, struct.error) as error:
            raise ConnectionError("the agent sent a message that breaks the protocol") from error

    def _take_any(self, message: bytes) -> None:
        if message[:1] == b"{":
            ((kind, content),) = json.loads(message).items()
            if taker := getattr(self, "_take_" + kind, None):
                taker(content)
        elif message[0] == _SAMPLES:
            self._take_samples(message)
        elif message[0] == _COLUMNS:
            self._take_columns(message)

    def _take_hello(self, content: dict[str, Any]) -> None:
        if content.get("version") != VERSION:
            raise ConnectionError(f"the agent speaks version {content.get('version')} of the protocol, not {VERSION}")
        self.hello = content

    def _take_error(self, content: dict[str, Any]) -> None:
        raise Refused(str(content.get("message", "")), str(content.get("code", "refused")))

    def _take_answer(self, content: dict[str, Any]) -> None:
        self._answers[content["id"]] = content

    _take_time = _take_answer

    def _take_sources(self, content: dict[str, Any]) -> None:
        sources = content.get("sources", [])
        self.sources = [SourceInfo(*(source.get(field, "") for field in SourceInfo._fields)) for source in sources]

    def _take_signals(self, content: dict[str, Any]) -> None:
        for number in content.get("removed", []):
            self.ids.pop(_path(self.signals.pop(number, {})), None)
        for signal in content.get("added", []):
            self.signals[signal["id"]] = signal
            self.ids[_path(signal)] = signal["id"]
        if len(self.signals) > MAX_ITEMS:
            raise ConnectionError(f"the agent has more than {MAX_ITEMS} signals in a source")

    def _take_parameters(self, content: dict[str, Any]) -> None:
        for path in content.get("removed", []):
            self.parameters.pop(path, None)
        for parameter in content.get("added", []):
            self.parameters[_path(parameter)] = parameter

    def _take_notice(self, content: dict[str, Any]) -> None:
        if known := self.parameters.get(content["parameter"]):
            known |= {"value": content["value"], "revision": content["revision"]}

    def _take_marker(self, content: dict[str, Any]) -> None:
        texts = (content.get("kind", "event"), content.get("label", ""), content.get("detail", ""))
        self.markers.append(Marker(content["time_ns"] / 1e9, *texts))

    def _take_losses(self, content: dict[str, Any]) -> None:
        self.lost[content["cause"]] += content["count"]

    def _take_reduced(self, content: dict[str, Any]) -> None:
        self.resolution = content["resolution_ns"] / 1e9

    def _take_samples(self, message: bytes) -> None:
        at, before = 8, len(self.samples)
        while at < len(message):
            signal, n = struct.unpack_from("<II", message, at)
            for when, value in struct.iter_unpack("<qd", message[at + 8 : at + 8 + 16 * n]):
                self.samples.append((signal, Sample(when / 1e9, value)))
            at += 8 + 16 * n
        if at != len(message):
            raise ValueError("samples are missing")
        # the samples themselves count when the program takes them
        self._unread += len(message) - 16 * (len(self.samples) - before)

    def _take_columns(self, message: bytes) -> None:
        at = 8
        while at < len(message):
            signal, n, begin, width = struct.unpack_from("<IIqq", message, at)
            self.columns.append((signal, begin, width, message[at + 24 : at + 24 + 28 * n]))
            at += 24 + 28 * n
        if at != len(message):
            raise ValueError("columns are missing")


def _path(description: Mapping[str, Any]) -> str:
    name, group = description.get("name", ""), description.get("group", "")
    return f"{group}/{name}" if group else name


class _Closing:
    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Stream(_Closing):
    """The samples of a signal as they come: an iterator of Sample. Close it, or use it in a `with` statement.

    `lost` counts the samples that did not come, by cause. `resolution` is the interval in seconds at which the signal
    comes while the connection, or the program, is too slow for every sample; 0 otherwise."""

    def __init__(self, endpoint: _Endpoint, source: str, path: str, period: float, duration: float | None) -> None:
        self._link = _Link(endpoint, source)
        self._period = period
        self._end = math.inf if duration is None else time.monotonic() + duration
        self._renewal = 0.0
        try:
            self._id = _find(self._link.ids, source, path)
        except BaseException:
            self.close()
            raise

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Sample:
        while not self._link.samples:
            now = time.monotonic()
            if now >= self._end:
                self.close()
                raise StopIteration
            if now >= self._renewal:
                self._renew(now)
            self._link.wait()
        self._link.grant(16)
        return self._link.samples.popleft()[1]

    @property
    def lost(self) -> dict[str, int]:
        return dict(self._link.lost)

    @property
    def resolution(self) -> float:
        return self._link.resolution

    def close(self) -> None:
        self._end = -math.inf
        self._link.close()

    def _renew(self, now: float) -> None:
        self._renewal = now + LEASE / 3
        period = int(self._period * 1e9)
        self._link.send("subscribe", signals=[self._id], period_ns=period, lease_ms=int(LEASE * 1000))


def _find(items: Mapping[str, Any], source: str, path: str) -> Any:
    if path in items:
        return items[path]
    raise KeyError(f"the source “{source}” has no “{path}”")


class Signal:
    """A signal of an agent."""

    def __init__(self, agent: Agent, name: str) -> None:
        self._agent = agent
        self.name = name
        self._source, _, self._path = name.partition("/")

    @property
    def unit(self) -> str:
        link = self._agent._get_link(self._source)
        return str(link.signals[_find(link.ids, self._source, self._path)].get("unit", ""))

    def stream(self, period: float = 0.0, duration: float | None = None) -> Stream:
        """Returns the samples from now on: all, or the newest one in each period of seconds. A gap is a NaN."""
        return Stream(self._agent._endpoint, self._source, self._path, period, duration)

    def history(self, begin: float | None = None, end: float | None = None, columns: int = 500) -> Columns:
        """Returns the past in equal columns: by default the last minute. Columns without samples are left out."""
        if not 1 <= columns <= MAX_COLUMNS:
            raise ValueError(f"a history has from 1 to {MAX_COLUMNS} columns")
        link = self._agent._get_link(self._source)
        number = _find(link.ids, self._source, self._path)
        end = self._agent.now() if end is None else end
        begin = end - 60.0 if begin is None else begin
        width = int((end - begin) * 1e9) // columns
        if width < 1:
            raise ValueError("the end of a history comes after its begin, at least a nanosecond a column")
        start = int(begin * 1e9)
        blocks = link.query(signals=[number], from_ns=start, to_ns=start + width * columns, columns=columns)
        return _join_columns(blocks, start, start + width * columns)


def _join_columns(blocks: list[tuple[int, int, int, bytes]], begin: int, end: int) -> Columns:
    joined = Columns([], [], [], [], [], [])
    for _, start, width, data in blocks:
        for i, (low, high, first, last, count) in enumerate(struct.iter_unpack("<ddIII", data)):
            when = start + i * width
            # gaps, and the neighbours of the interval
            if count == 0 or not begin <= when < end:
                continue
            part = (high - low) / (_BREAK - 1)
            ends = (math.nan if word == _BREAK else min(high, low + part * word) for word in (first, last))
            for column, item in zip(joined, (when / 1e9, low, high, *ends, count)):
                column.append(item)
    return joined


class Parameter:
    """A parameter of an agent. `value` and `revision` are those in force."""

    def __init__(self, agent: Agent, name: str) -> None:
        self._agent = agent
        self.name = name
        self._source, _, self._path = name.partition("/")

    def __repr__(self) -> str:
        return f"<Parameter {self.name} = {self.value!r}>"

    @property
    def _known(self) -> dict[str, Any]:
        found: dict[str, Any] = _find(self._agent._get_link(self._source).parameters, self._source, self._path)
        return found

    @property
    def value(self) -> Value:
        value: Value = self._known["value"]
        return value

    @value.setter
    def value(self, value: Value) -> None:
        self.write(value)

    @property
    def revision(self) -> int:
        return int(self._known["revision"])

    @property
    def unit(self) -> str:
        return str(self._known.get("unit", ""))

    @property
    def range(self) -> tuple[float, float] | None:
        """The least and the greatest value of a number."""
        known, numbers = self._known, ("integer", "double")
        return (known.get("min", -math.inf), known.get("max", math.inf)) if known["type"] in numbers else None

    @property
    def choices(self) -> list[str] | None:
        """The values of an enumeration."""
        return self._known.get("nicks")

    def write(self, value: Value, revision: int | None = None, lease: bool = False) -> Value:
        """Writes a value, and returns the one that was read back. With a revision, the agent refuses if somebody else
        has written since. A leased value goes back to the former one when the connection ends."""
        known = self._known
        members: dict[str, Any] = {"parameter": self._path, "value": value, "writer": "gscope_agent.py"}
        members |= {"revision": revision} if revision is not None else {}
        members |= {"lease": True} if lease else {}
        answer = self._agent._get_link(self._source).call("apply", **members)
        known |= {"value": answer["value"], "revision": answer.get("revision", known["revision"])}
        accepted: Value = answer["value"]
        return accepted

    def check(self, value: Value) -> Value:
        """Returns the value that a write would put in force, without writing; raises Refused as a write would."""
        checked: Value = self._agent._get_link(self._source).call("check", parameter=self._path, value=value)["value"]
        return checked


class _Names:
    """The full names of what the sources of an agent have."""

    _table, _type = "", object

    def __init__(self, agent: Agent) -> None:
        self._agent = agent

    def _check(self, name: str) -> tuple[str, str]:
        source, _, path = name.partition("/")
        _find(getattr(self._agent._get_link(source), self._table), source, path)
        return source, path

    def __getitem__(self, name: str) -> Any:
        self._check(name)
        return self._type(self._agent, name)

    def __iter__(self) -> Iterator[str]:
        for source in self._agent.sources:
            for path in list(getattr(self._agent._get_link(source.name), self._table)):
                yield f"{source.name}/{path}"

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def match(self, pattern: str) -> dict[str, Any]:
        """Returns those whose full names match a pattern, such as “*/cwnd”; * matches slashes, too."""
        return {name: self[name] for name in self if fnmatch.fnmatchcase(name, pattern)}


class Signals(_Names, Mapping[str, Signal]):
    """The signals of an agent by their full names."""

    _table, _type = "ids", Signal


class Parameters(_Names, MutableMapping[str, Parameter]):
    """The parameters of an agent by their full names. Assigning a value writes it; update() writes several, all of one
    source or none."""

    _table, _type = "parameters", Parameter

    def __setitem__(self, name: str, value: Value) -> None:  # type: ignore[override]
        self[name].write(value)

    def __delitem__(self, name: str) -> None:
        raise TypeError("an agent keeps its parameters")

    def update(self, *arguments: Any, **values: Value) -> None:
        """Writes several values. Those of one source are written together: all of them, or none."""
        groups: dict[str, list[tuple[str, Value]]] = {}
        for name, value in dict(*arguments, **values).items():
            source, path = self._check(name)
            groups.setdefault(source, []).append((path, value))
        for source, pairs in groups.items():
            self._write_all(self._agent._get_link(source), pairs)

    @staticmethod
    def _write_all(link: _Link, pairs: list[tuple[str, Value]]) -> None:
        writes = [{"parameter": path, "value": value} for path, value in pairs]
        answer = link.call("apply-all", writes=writes, writer="gscope_agent.py")
        for (path, _), written in zip(pairs, answer.get("writes", [])):
            link.parameters[path] |= {"value": written["value"], "revision": written["revision"]}
        if "error" in answer:
            raise Refused(**answer["error"])


class Agent(_Closing):
    """An agent. It connects to each of its sources when that is first used, and again if the connection was lost."""

    def __init__(self, endpoint: _Endpoint) -> None:
        self._endpoint = endpoint
        self._links: dict[str, _Link] = {}
        self._ahead: float | None = None
        self.signals = Signals(self)
        self.parameters = Parameters(self)
        self._get_link("")

    def close(self) -> None:
        for link in self._links.values():
            link.close()
        self._links.clear()

    @property
    def sources(self) -> list[SourceInfo]:
        link = self._get_link("")
        while link.sources is None:
            link.wait()
        return link.sources

    def mark(self, label: str, detail: str = "") -> None:
        """Sets a marker at the present time, which every viewer of the agent shows."""
        self._get_link("").call("mark", label=label, detail=detail)

    def markers(self, source: str) -> list[Marker]:
        """Returns the markers that came from a source since it was first used here, and forgets them."""
        link = self._get_link(source)
        markers = list(link.markers)
        link.markers.clear()
        return markers

    def now(self) -> float:
        """Returns the present time on the clock of the agent, in seconds."""
        return time.time() - self._get_ahead()

    def unix_time(self, when: float) -> float:
        """Converts a time of a sample to seconds since 1970."""
        return when + self._get_ahead()

    def _get_ahead(self) -> float:
        if self._ahead is None:
            names = [source.name for source in self.sources]
            if not names:
                raise LookupError("the agent has no source yet, whose clock could be compared")
            self._ahead = self._get_link(names[0]).compare_clocks()
        return self._ahead

    def _get_link(self, source: str) -> _Link:
        if link := self._links.get(source):
            try:
                link.catch_up()
                return link
            except (OSError, Refused):
                link.close()
                del self._links[source]
        if source and all(known.name != source for known in self.sources):
            raise KeyError(f"the agent has no source “{source}”")
        self._links[source] = _Link(self._endpoint, source)
        return self._links[source]


def connect(address: str = "unix:", token: str = "", fingerprint: str = "") -> Agent:
    """Connects to an agent. The token is for addresses of TCP; by default it is in the environment’s GSCOPE_TOKEN. With
    the fingerprint (SHA-256) of its certificate, an agent at wss:// is trusted whoever signed that."""
    return Agent(_Endpoint(address, token or os.environ.get("GSCOPE_TOKEN", ""), fingerprint))
