# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Tokens and certificates that change or expire while a real agent serves clients.

    test-agent-credentials.py GSCOPED SUPPORT-DIRECTORY LAB-AGENT GSCOPECTL"""

import os
import socket
import ssl
import subprocess
import sys
import threading

sys.path.insert(0, sys.argv[2])
from agent_lab import TOKEN, Agent, Viewer, Wire, check, make_certificate, run_tests  # noqa: E402
from program import Program, wait_for  # noqa: E402

GSCOPED, _, LAB_AGENT, GSCOPECTL = sys.argv[1:5]
LATE = 2.0
OTHER = "staple-staple-staple"
NEW = "another-token-of-lab"


def test_token(carrier):
    """A token that is replaced ends its connections with the reason, and no others."""
    with Agent(GSCOPED, tokens={"lab": TOKEN, "other": OTHER}) as agent:
        first = Wire(agent, carrier).greet()
        second = Wire(agent, carrier)
        check(second.upgrade(OTHER) == 101, "the second token is refused")
        second.send({"hello": {"version": 2, "boot": "unknown", "clock": "unknown"}})
        local = Wire(agent, "socket").greet()
        for wire in (first, second, local):
            wire.receive_kind("sources")
        agent.write_tokens({"lab": NEW, "other": OTHER})
        check("was taken away" in first.receive_kind("error")["message"], "no reason")
        check(has_access(agent, carrier, NEW), "the new token is refused")
        check(not has_access(agent, carrier, TOKEN), "the former token is accepted")
        for wire in (second, local):
            wire.send({"call": {"id": 1, "verb": "mark", "label": "still here"}})
            wire.receive_kind("answer")
        for wire in (first, second, local):
            wire.close()


def has_access(agent, carrier, token):
    with Wire(agent, carrier) as wire:
        status = wire.upgrade(token)
        check(status in (101, 401), f"the status is {status}")
        return status == 101


def test_tokens_removed():
    """A file that others may read, or that is gone, lets nobody in."""
    with Agent(GSCOPED) as agent:
        viewer = Wire(agent, "web-socket").greet()
        viewer.receive_kind("sources")
        (agent.folder / "tokens").unlink()
        check("was taken away" in viewer.receive_kind("error")["message"], "no reason")
        check(not has_access(agent, "web-socket", TOKEN), "a token without its file is accepted")
        viewer.close()


def test_expired_agent():
    """An agent does not start with a certificate that has expired, and keeps its own when that is replaced by one."""
    with Agent(LAB_AGENT, is_lab=True) as agent:
        make_certificate(agent.folder, "late", days=-1)
        said = Program(GSCOPED, "--config", "/dev/null", "--certificate", agent.folder / "late.pem", "--key",
                       agent.folder / "late.key", "--tokens", agent.folder / "tokens", "--listen", "wss://127.0.0.1:0").ended(1)
        check("expired on" in said, f"no reason: {said}")
        viewer = Viewer(agent, "lab", "count", "tls")
        own = (agent.folder / "own.pem").read_bytes()
        os.replace(agent.folder / "late.pem", agent.folder / "own.pem")
        wait_for("samples", lambda n=viewer.n: viewer.n > n + 100)
        (agent.folder / "own.pem").write_bytes(own)
        Viewer(agent, "lab", "count", "tls").close()
        viewer.check("an expired certificate", LATE)
        viewer.close()


def test_other_key():
    """An agent does not start with a key of another certificate, and keeps its pair while the files do not fit."""
    with Agent(GSCOPED) as agent:
        make_certificate(agent.folder, "other")
        said = Program(GSCOPED, "--config", "/dev/null", "--certificate", agent.folder / "own.pem", "--key",
                       agent.folder / "other.key", "--tokens", agent.folder / "tokens", "--listen", "wss://127.0.0.1:0").ended(1)
        check("does not belong to the certificate" in said, f"no reason: {said}")
        own = read_certificate(agent)
        os.replace(agent.folder / "other.pem", agent.folder / "own.pem")
        wait_for("a reason", lambda: "does not belong to the certificate" in agent.program.read())
        check(read_certificate(agent) == own, "the agent took a certificate without its key")
        os.replace(agent.folder / "other.key", agent.folder / "own.key")
        wait_for("the new pair", lambda: read_certificate(agent) != own)


def read_certificate(agent):
    return ssl.get_server_certificate(("127.0.0.1", agent.ports["tls"]))


def test_expired_for_viewer():
    """A viewer refuses an agent whose certificate has expired, and says when."""
    with Agent(GSCOPED) as agent:
        make_certificate(agent.folder, "late", days=-1)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(agent.folder / "late.pem", agent.folder / "late.key")
        with socket.create_server(("127.0.0.1", 0)) as server:
            server.settimeout(20)
            thread = threading.Thread(target=accept, args=(server, context))
            thread.start()
            address = f"wss://127.0.0.1:{server.getsockname()[1]}"
            result = subprocess.run([GSCOPECTL, "--agent", address, "list"], capture_output=True, text=True, timeout=30,
                                    stdin=subprocess.DEVNULL, check=False)
            thread.join(20)
        check(result.returncode != 0 and "expired on" in result.stderr, f"gscopectl says {result.stderr}")


def accept(server, context):
    try:
        client, _ = server.accept()
        with client:
            context.wrap_socket(client, server_side=True)
    except OSError:
        pass


def main():
    compares_keys = os.environ.get("TEST_KEY_PAIRS") != "0"
    return run_tests([
        ("token web-socket", lambda: test_token("web-socket")),
        ("token tls", lambda: test_token("tls")),
        ("tokens removed", test_tokens_removed),
        ("expired agent", test_expired_agent),
        *([("key of another certificate", test_other_key)] if compares_keys else []),
        ("expired for a viewer", test_expired_for_viewer),
    ])


sys.exit(main())
