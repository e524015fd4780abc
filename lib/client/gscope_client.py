# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Sends values to Gscope from Python 3. This file is all that is needed.

    client = gscope_client.Client("tcp:127.0.0.1:17333")
    client.push("fill level", level)
    client.close()

The address is tcp:PORT, tcp:HOST:PORT, tcp:[HOST]:PORT or unix:PATH; a host's name is looked up once,
at the start. Nothing here waits for the network. Lines are kept in a buffer of 64 KB and sent by a
later push, at most every 5 ms, or by flush(): call it where the program goes idle. Values without room are dropped and counted. A connection that is lost is made again by a later push, after 0.1 s at first and
at most every 10 s. Any thread may call any method.

A server that has a token takes values only from Client(address, token="…")."""

import errno
import socket
import threading
import time

CAPACITY = 65536
MAX_NAME = 255
MAX_TOKEN = 255
PACE = 0.005
FIRST_RETRY = 0.1
LAST_RETRY = 10.0

_UNDER_WAY = (errno.EINPROGRESS, errno.EALREADY, errno.EINTR, errno.EAGAIN)


def _find(address):
    """Returns the family and the address that a socket connects to."""
    if address.startswith("unix:") and len(address) > 5:
        return socket.AF_UNIX, address[5:]
    host, _, port = address.removeprefix("tcp:").rpartition(":")
    if not address.startswith("tcp:") or not port.isdecimal():
        raise ValueError(f"“{address}” is not an address: write tcp:PORT, tcp:HOST:PORT or unix:PATH")
    found = socket.getaddrinfo(host.strip("[]") or "127.0.0.1", int(port), type=socket.SOCK_STREAM)
    return found[0][0], found[0][4]


def _greet(token):
    """Returns the first line of each connection."""
    if len(token.encode()) > MAX_TOKEN or "\n" in token or "\r" in token:
        raise ValueError("a token is one line of at most 255 bytes")
    return f"#token {token}\n".encode() if token else b""


class Client:
    """A connection to a tuple server. `dropped` counts the values that were not sent."""

    def __init__(self, address, token=""):
        self._family, self._address = _find(address)
        self._greeting = _greet(token)
        self._greeting_left = b""
        self._lock = threading.Lock()
        self._socket = None
        self._connected = False
        self._buffer = bytearray()
        self._in_line = False
        self._retry = FIRST_RETRY
        self._retry_at = 0.0
        self._sent_at = 0.0
        self.dropped = 0
        self.flush()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def push(self, name, value, time_ns=None):
        """Sends a value that is there now, or its time in nanoseconds of a clock that runs evenly,
        the same for all that this client sends. Returns False if it was dropped."""
        stamp = time.monotonic_ns() if time_ns is None else time_ns
        sign, size = ("-", -stamp) if stamp < 0 else ("", stamp)
        text = f"{sign}{size // 1000000}.{size % 1000000:06} {float(value)!r} {name}\n".encode()
        valid = len(name.encode()) <= MAX_NAME and "\n" not in name and "\r" not in name
        with self._lock:
            fits = valid and len(self._buffer) + len(text) <= CAPACITY
            if fits:
                self._buffer += text
            else:
                self.dropped += 1
            if len(self._buffer) > CAPACITY // 2 or time.monotonic() - self._sent_at >= PACE:
                self._flush()
        return fits

    def flush(self):
        """Sends what can be sent without waiting. Returns how many bytes are left."""
        with self._lock:
            return self._flush()

    def close(self):
        """Sends what is left, for at most 0.2 s; what is left then is dropped and counted."""
        end = time.monotonic() + 0.2
        while self.flush() > 0 and self._socket and time.monotonic() < end:
            time.sleep(0.001)
        with self._lock:
            self.dropped += self._buffer.count(b"\n")
            self._buffer.clear()
            self._in_line = False
            if self._socket:
                self._socket.close()
            self._socket = None
            self._connected = False

    def _flush(self):
        self._sent_at = time.monotonic()
        if not self._connected and (self._socket or self._sent_at >= self._retry_at):
            self._connect()
        try:
            if self._connected:
                self._send()
        except (BlockingIOError, InterruptedError):
            pass
        except OSError:
            self._disconnect()
        return len(self._buffer)

    def _connect(self):
        if not self._socket:
            self._socket = socket.socket(self._family, socket.SOCK_STREAM)
            self._socket.setblocking(False)
        status = self._socket.connect_ex(self._address)
        if status in (0, errno.EISCONN):
            self._connected = True
            self._greeting_left = self._greeting
        elif status not in _UNDER_WAY:
            self._disconnect()

    def _send(self):
        self._listen()
        while self._buffer and self._greeting_left:
            sent = self._socket.send(self._greeting_left)
            self._greeting_left = self._greeting_left[sent:]
        while self._buffer:
            sent = self._socket.send(self._buffer)
            self._in_line = self._buffer[sent - 1] != ord("\n")
            del self._buffer[:sent]
            self._retry = FIRST_RETRY

    def _listen(self):
        """Discards the text of the server, which is for users; only the end of the connection matters."""
        try:
            while self._socket.recv(512):
                pass
        except (BlockingIOError, InterruptedError):
            return
        raise ConnectionResetError("the server has closed the connection")

    def _disconnect(self):
        self._socket.close()
        self._socket = None
        self._connected = False
        self._retry_at = time.monotonic() + self._retry
        self._retry = min(2 * self._retry, LAST_RETRY)
        if self._in_line:
            # A line of which the server has only the beginning is lost.
            del self._buffer[: self._buffer.index(b"\n") + 1]
            self._in_line = False
            self.dropped += 1
