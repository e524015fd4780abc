# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""The agent for viewers that speak Foxglove's protocol: test-foxglove.py GSCOPED PAGE WORKSPACE SUPPORT-DIRECTORY

The commands of the manual's page work as they are printed there, but for the port and the place of the workspace. A client
without other packages asks for all that a viewer does. The same client then asks the reference implementation of the
protocol, the server in the package foxglove-websocket of PyPI: both answer with messages of one form."""

import asyncio
import atexit
import base64
import hashlib
import json
import logging
import os
import re
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from urllib.parse import urlsplit

sys.path.append(sys.argv[4])
from manual_page import Page  # noqa: E402

GSCOPED, PAGE, WORKSPACE = (str(Path(word).resolve()) for word in sys.argv[1:4])
PORT = "4270"
TIMEOUT = 20
SCRATCH = Path(tempfile.mkdtemp(prefix="gscope-foxglove-"))
atexit.register(shutil.rmtree, SCRATCH)
PROTOCOL = "foxglove.websocket.v1"
DATA, TIME = 1, 2


class Client:
    """A viewer: a WebSocket of which each message is read with a limit of time."""

    def __init__(self, address, protocol=PROTOCOL):
        url = urlsplit(address)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket = socket.create_connection((url.hostname, url.port), TIMEOUT)
        self.buffer = b""
        path = (url.path or "/") + (f"?{url.query}" if url.query else "")
        self.socket.sendall(
            f"GET {path} HTTP/1.1\r\nHost: {url.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: {protocol}\r\n\r\n".encode())
        head = self.read_until(b"\r\n\r\n").decode()
        accept = base64.b64encode(hashlib.sha1(f"{key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11".encode()).digest()).decode()
        assert head.startswith("HTTP/1.1 101"), head
        assert f"Sec-WebSocket-Accept: {accept}\r\n".lower() in head.lower(), head
        self.protocol = re.search(r"Sec-WebSocket-Protocol: (\S+)", head, re.IGNORECASE).group(1)

    def close(self):
        self.socket.close()

    def fill(self):
        data = self.socket.recv(65536)
        assert data, "the connection has ended"
        self.buffer += data

    def read_until(self, end):
        while end not in self.buffer:
            self.fill()
        head, self.buffer = self.buffer.split(end, 1)
        return head + end

    def take(self, size):
        while len(self.buffer) < size:
            self.fill()
        data, self.buffer = self.buffer[:size], self.buffer[size:]
        return data

    def read_frame(self):
        """Returns the next frame that is no ping: whether it is the last one of its message, the opcode, and the data."""
        first, length = self.take(2)
        if length in (126, 127):
            length = int.from_bytes(self.take(2 if length == 126 else 8), "big")
        data = self.take(length)
        return self.read_frame() if first & 15 == 9 else (bool(first & 0x80), first & 0x7f, data)

    def read(self):
        """Returns the next message: an object of JSON, (DATA, subscription, time, object), or (TIME, time)."""
        is_last, opcode, data = self.read_frame()
        assert opcode in (1, 2), opcode
        while not is_last:
            is_last, continuation, more = self.read_frame()
            assert continuation == 0, continuation
            data += more
        if opcode == 1:
            return json.loads(data)
        if data[0] == TIME:
            return TIME, struct.unpack("<xQ", data)[0]
        opcode, subscription, when = struct.unpack("<BIQ", data[:13])
        assert opcode == DATA, data
        return DATA, subscription, when, json.loads(data[13:])

    def read_op(self, op):
        """Returns the next message with an operation."""
        while True:
            message = self.read()
            if isinstance(message, dict) and message["op"] == op:
                return message

    def read_data(self):
        while True:
            message = self.read()
            if not isinstance(message, dict) and message[0] == DATA:
                return message

    def send(self, **members):
        data = json.dumps(members).encode()
        mask = os.urandom(4)
        head = struct.pack("!BB", 0x81, 0x80 | len(data)) if len(data) < 126 else struct.pack("!BBH", 0x81, 0xfe, len(data))
        self.socket.sendall(head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(data)))


def run(command):
    return subprocess.run(["bash", "-c", command], cwd=SCRATCH, capture_output=True, text=True, check=True,
                          timeout=TIMEOUT).stdout


class Agent:
    """The agent of the page."""

    def __init__(self, page):
        *setup, command = page.take("gscoped --config").splitlines()
        os.environ.update(HOME=str(SCRATCH), XDG_RUNTIME_DIR=str(SCRATCH), XDG_STATE_HOME=str(SCRATCH),
                          XDG_CONFIG_HOME=str(SCRATCH), GSCOPE_WORKSPACE_PATH=str(Path(WORKSPACE).parent),
                          PATH=f"{Path(GSCOPED).parent}:{os.environ['PATH']}")
        run("\n".join(setup))
        self.process = subprocess.Popen(["bash", "-c", f"exec {command.replace(PORT, '0')}"], cwd=SCRATCH,
                                        stdout=subprocess.PIPE, text=True)
        atexit.register(self.process.kill)
        port = re.search(r":(\d+)$", self.process.stdout.readline().strip()).group(1)
        self.address = run(page.take("foxglove?token")).strip().replace(PORT, port)

    def stop(self):
        self.process.terminate()
        assert self.process.wait(TIMEOUT) == 0


def test_viewer(agent, page):
    """Greeting, messages and their times, as a viewer shows them."""
    fields = list(json.loads(page.take('{"sine"')))
    client = Client(agent.address, "foxglove.sdk.v1, foxglove.websocket.v1")
    assert client.protocol == PROTOCOL, client.protocol
    info = client.read()
    assert info["op"] == "serverInfo" and info["capabilities"] == ["parameters", "parametersSubscribe", "time"], info
    channels = {channel["topic"]: channel for channel in client.read_op("advertise")["channels"]}
    channel = channels["/demo"]
    schema = json.loads(channel["schema"])
    assert (channel["encoding"], channel["schemaEncoding"], channel["schemaName"]) == ("json", "jsonschema", "demo"), channel
    assert list(schema["properties"]) == fields, schema
    client.send(op="subscribe", subscriptions=[{"id": 5, "channelId": channel["id"]}])
    told, n_told, times = 0, 0, []
    while len(times) < 100:
        message = client.read()
        if message[0] == TIME:
            told = message[1]
            n_told += 1
            continue
        _, subscription, when, values = message
        assert subscription == 5 and when == told, message
        assert list(values) == fields and all(abs(value) < 10 for value in values.values()), values
        times.append(when)
    assert abs(times[-1] / 1e9 - time.time()) < 5, times[-1]
    assert 100 <= n_told < 200, n_told
    steps = {(after - before + 500_000) // 1_000_000 for before, after in zip(times, times[1:])}
    assert 10 in steps and all(step % 10 == 0 for step in steps), steps
    client.send(op="unsubscribe", subscriptionIds=[5])
    client.close()


def test_parameters(agent, page):
    """A write comes to another client; a refusal is a status, and the value that is in force."""
    writer, reader = Client(agent.address), Client(agent.address)
    reader.send(op="getParameters", parameterNames=[], id="all")
    values = reader.read_op("parameterValues")
    assert values["id"] == "all", values
    assert {"name": "demo/frequency", "value": 0.5, "type": "float64"} in values["parameters"], values
    reader.send(op="subscribeParameterUpdates", parameterNames=["demo/frequency"])
    reader.send(op="getParameters", parameterNames=["demo/none"])
    assert reader.read_op("parameterValues")["parameters"] == []
    writer.send(op="setParameters", parameters=[{"name": "demo/frequency", "value": 2, "type": "float64"}], id="w")
    written = {"name": "demo/frequency", "value": 2.0, "type": "float64"}
    assert writer.read_op("parameterValues") == {"op": "parameterValues", "parameters": [written], "id": "w"}
    assert reader.read_op("parameterValues") == {"op": "parameterValues", "parameters": [written]}
    writer.send(op="setParameters", parameters=[{"name": "demo/frequency", "value": 1e9}])
    status = writer.read_op("status")
    assert status["level"] == 2 and "demo/frequency" in status["message"], status
    assert writer.read_op("parameterValues")["parameters"] == [written]
    records = [json.loads(line) for line in (SCRATCH / "gscope/writes.jsonl").read_text().splitlines()]
    assert [record.get("new") for record in records] == [2, None], records
    assert records[0]["principal"] == records[0]["writer"] == "token:viewer", records
    writer.close()
    reader.close()


def shape(value):
    """Returns the form of a message: members with the types of their values, but for those that are null, and for metadata,
    which is optional; lists have the form of their first item."""
    if isinstance(value, dict):
        return {name: shape(member) for name, member in value.items() if member is not None and name != "metadata"}
    if isinstance(value, (list, tuple)):
        return [shape(item) for item in value[:1]]
    return "number" if isinstance(value, (int, float)) and not isinstance(value, bool) else type(value).__name__


def talk(address, topic, parameter):
    """Returns what a server answers to a client."""
    client = Client(address)
    answers = {"serverInfo": client.read(), "advertise": client.read_op("advertise")}
    answers["advertise"]["channels"] = [
        channel for channel in answers["advertise"]["channels"] if channel["topic"] == topic]
    client.send(op="subscribe", subscriptions=[{"id": 3, "channelId": answers["advertise"]["channels"][0]["id"]}])
    opcode, subscription, when, _ = client.read_data()
    assert abs(when / 1e9 - time.time()) < 5, when
    answers["data"] = (opcode, subscription)
    client.send(op="getParameters", parameterNames=[parameter], id="get")
    answers["get"] = client.read_op("parameterValues")
    client.send(op="setParameters", parameters=[{"name": parameter, "value": 1.5, "type": "float64"}], id="set")
    answers["set"] = client.read_op("parameterValues")
    client.send(op="subscribe", subscriptions=[{"id": 4, "channelId": 99}])
    answers["refusal"] = client.read_op("status")
    client.close()
    return answers


def serve_reference(server, listener, opened):
    """Runs the reference server with a channel and a parameter."""

    class Parameters(listener):
        values = [{"name": "gain", "value": 1.25, "type": "float64"}]

        async def on_subscribe(self, server, channel_id):
            pass

        async def on_unsubscribe(self, server, channel_id):
            pass

        async def on_get_parameters(self, server, param_names, request_id):
            return self.values

        async def on_set_parameters(self, server, params, request_id):
            return params

    async def serve():
        logger = logging.getLogger("reference")
        logger.setLevel(logging.CRITICAL)
        async with server("127.0.0.1", 0, "reference", capabilities=["parameters"], session_id="run",
                          logger=logger) as running:
            running.set_listener(Parameters())
            channel = await running.add_channel({
                "topic": "/demo", "encoding": "json", "schemaName": "demo", "schema": '{"type":"object"}',
                "schemaEncoding": "jsonschema"})
            opened((await running.wait_opened()).sockets[0].getsockname()[1])
            while True:
                await asyncio.sleep(0.02)
                await running.send_message(channel, time.time_ns(), b'{"sine":1}')

    asyncio.run(serve())


def test_reference(agent, page):
    """The agent's messages have the members of those of the reference implementation, of the same types."""
    try:
        from foxglove_websocket.server import FoxgloveServer, FoxgloveServerListener
    except ImportError as error:
        print(f"# NOT TESTED: Python has no package foxglove-websocket ({error}). Install it with “pip install foxglove-websocket”.")
        return
    port, opened = [], threading.Event()
    threading.Thread(target=serve_reference, daemon=True, args=(
        FoxgloveServer, FoxgloveServerListener, lambda number: (port.append(number), opened.set()))).start()
    assert opened.wait(TIMEOUT), "the reference server does not start"
    ours = talk(agent.address, "/demo", "demo/frequency")
    reference = talk(f"ws://127.0.0.1:{port[0]}", "/demo", "gain")
    for name, expected in reference.items():
        found, wanted = shape(ours[name]), shape(expected)
        assert found == wanted, f"{name}: {found} instead of {wanted}"


def main():
    page = Page(PAGE)
    agent = Agent(page)
    failures = 0
    tests = [test_viewer, test_parameters, test_reference]
    print(f"1..{len(tests)}")
    for i, test in enumerate(tests, 1):
        try:
            test(agent, page)
            print(f"ok {i} {test.__name__}", flush=True)
        except (AssertionError, OSError, KeyError) as failure:
            failures += 1
            print(f"not ok {i} {test.__name__}: {failure!r}", flush=True)
    agent.stop()
    page.take("ssh -N")
    page.end()
    return failures > 0


sys.exit(main())
