# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Agents and viewers prove who they are at a NATS server by NKeys, and by credentials files of a server with an operator:
    test-nats-keys.py GSCOPECTL GSCOPED"""

import base64
import binascii
import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

GSCOPECTL, GSCOPED = map(os.path.abspath, sys.argv[1:])
NAMES = ("web1", "alice", "bob")
# The types of NKeys, and the one of seeds.
OPERATOR, ACCOUNT, USER, SEED = 14 << 3, 0, 20 << 3, 18 << 3


def encode(data):
    """NKeys: in base32, with a check sum."""
    return base64.b32encode(data + binascii.crc_hqx(data, 0).to_bytes(2, "little")).decode().rstrip("=")


class Key:
    """A pair of keys of Ed25519, which openssl makes."""

    def __init__(self, folder, name, kind):
        self.path = folder / f"{name}.key"
        subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", self.path], check=True)
        private = subprocess.run(["openssl", "pkey", "-in", self.path, "-outform", "DER"], check=True, capture_output=True)
        public = subprocess.run(["openssl", "pkey", "-in", self.path, "-pubout", "-outform", "DER"], check=True,
                                capture_output=True)
        self.public = encode(bytes([kind]) + public.stdout[-32:])
        self.seed = encode(bytes([SEED | kind >> 5, (kind & 31) << 3]) + private.stdout[-32:])

    def sign(self, text):
        with tempfile.NamedTemporaryFile() as file:
            file.write(text.encode())
            file.flush()
            return subprocess.run(["openssl", "pkeyutl", "-sign", "-rawin", "-inkey", self.path, "-in", file.name],
                                  check=True, capture_output=True).stdout

    def issue(self, subject, name, claims):
        """Returns a JWT for another key."""
        body = {"jti": name, "iat": int(time.time()), "iss": self.public, "name": name, "sub": subject.public,
                "nats": {**claims, "version": 2}}
        parts = [base64.urlsafe_b64encode(json.dumps(part).encode()).decode().rstrip("=")
                 for part in ({"typ": "JWT", "alg": "ed25519-nkey"}, body)]
        signature = base64.urlsafe_b64encode(self.sign(".".join(parts))).decode().rstrip("=")
        return ".".join([*parts, signature])


def permissions(name):
    """The subjects of the manual."""
    if name == "web1":
        return (["gscope.web1.>", "$JS.API.STREAM.CREATE.gscope_log", "$JS.API.STREAM.CREATE.KV_gscope",
                 "$KV.gscope.web1"], ["gscope.web1.>"])
    return ([f"gscope.*._ask.{name}", f"gscope.*._open.{name}", f"gscope.*._up.{name}.>",
             "$JS.API.CONSUMER.CREATE.KV_gscope"], [f"gscope.*._down.{name}.>"])


def write_secret(path, text):
    path.write_text(text)
    path.chmod(0o600)


def await_words(path, words):
    for _ in range(1000):
        if path.exists() and words in path.read_text():
            return
        time.sleep(0.02)
    raise AssertionError(f"{path}: not in 20 s: {words}\n{path.read_text() if path.exists() else ''}")


@contextlib.contextmanager
def running(log, *command, **environment):
    with open(log, "w", encoding="utf-8") as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT, env={**os.environ, **environment})
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


def control(folder, name, address, expected, *arguments):
    result = subprocess.run([GSCOPECTL, "--carrier", address, *arguments], capture_output=True, text=True, check=False,
                            env={**os.environ, "GSCOPE_NATS_CONFIG": str(folder / f"{name}.conf")})
    said = result.stdout + result.stderr
    assert result.returncode == expected, f"{name}: {arguments}: {result.returncode}: {said}"
    return said


def check(folder, address):
    """An agent and two users; the files NAME.conf say how they connect."""
    (folder / "gscoped.conf").write_text("[rights all]\nprincipal=nats:*\nread=*\n"
                                         "[rights alice]\nprincipal=nats:alice\nwrite=*\n[journal]\nsystemd=false\nfile=\n")
    with running(folder / "agent.log", GSCOPED, "--config", folder / "gscoped.conf", "--listen", f"unix:{folder}/agent",
                 "--simulate", "1", "--carrier", f"{address}/web1", GSCOPE_NATS_CONFIG=str(folder / "web1.conf")):
        await_words(folder / "agent.log", "listens at nats://")
        for _ in range(500):
            if "web1\t" in control(folder, "alice", address, 0, "list"):
                break
        else:
            raise AssertionError((folder / "agent.log").read_text())
        said = control(folder, "alice", address, 0, "--agent", "web1", "set", "simulation/amplitude=2")
        assert "simulation/amplitude = 2" in said, said
        said = control(folder, "bob", address, 1, "--agent", "web1", "set", "simulation/amplitude=3")
        assert "nats:bob may not write" in said, said
        # bob cannot call himself alice, and who has another key cannot come in
        said = control(folder, "mallory", address, 1, "--agent", "web1", "get", "simulation/amplitude")
        assert "does not let this user connect" in said, said
        said = control(folder, "eve", address, 3, "--agent", "web1", "get", "simulation/amplitude")
        assert "no connection to the NATS server" in said, said
        for secret in (*folder.glob("bob.seed"), *folder.glob("bob.creds")):
            secret.chmod(0o644)
            said = control(folder, "bob", address, 2, "--agent", "web1", "get", "simulation/amplitude")
            assert f"chmod 600 {secret}" in said, said


@contextlib.contextmanager
def serving(folder, text):
    """A server at a port that it chooses, and its address."""
    log = folder / "server.log"
    (folder / "server.conf").write_text(f'listen: "127.0.0.1:-1"\njetstream {{ store_dir: "{folder}/store" }}\n{text}')
    with running(log, "nats-server", "--config", folder / "server.conf"):
        await_words(log, "Listening for client connections")
        await_words(log, "Server is ready")
        port = re.search(r"Listening for client connections on .*:(\d+)$", log.read_text(), re.MULTILINE).group(1)
        yield f"nats://127.0.0.1:{port}"


def test_nkeys(folder):
    keys = {name: Key(folder, name, USER) for name in (*NAMES, "eve")}
    for name, key in keys.items():
        write_secret(folder / f"{name}.seed", key.seed)
        (folder / f"{name}.conf").write_text(f"[*]\nuser={name}\nnkey={key.public}\nseed={folder}/{name}.seed\n")
    (folder / "mallory.conf").write_text((folder / "bob.conf").read_text().replace("user=bob", "user=alice"))
    users = [{"nkey": keys[name].public, "permissions": dict(zip(("publish", "subscribe"), permissions(name)))}
             for name in NAMES]
    with serving(folder, f"authorization {{ users: {json.dumps(users)} }}\n") as address:
        check(folder, address)


def test_credentials(folder):
    operator, system, account, other = (Key(folder, name, kind) for name, kind in (
        ("operator", OPERATOR), ("system", ACCOUNT), ("account", ACCOUNT), ("other", ACCOUNT)))
    limits = {"subs": -1, "data": -1, "payload": -1, "imports": -1, "exports": -1, "wildcards": True, "conn": -1,
              "leaf": -1}
    storage = {"mem_storage": -1, "disk_storage": -1, "streams": -1, "consumer": -1}
    tokens = {"operator": operator.issue(operator, "rack", {"type": "operator"}),
              "system": operator.issue(system, "system", {"type": "account", "limits": limits}),
              "account": operator.issue(account, "rack", {"type": "account", "limits": {**limits, **storage}})}
    for name in (*NAMES, "eve"):
        key = Key(folder, name, USER)
        publish, subscribe = permissions(name)
        issuer = other if name == "eve" else account
        token = issuer.issue(key, name, {"type": "user", "pub": {"allow": publish}, "sub": {"allow": subscribe},
                                         "subs": -1, "data": -1, "payload": -1})
        write_secret(
            folder / f"{name}.creds",
            f"-----BEGIN NATS USER JWT-----\n{token}\n------END NATS USER JWT------\n\n"
            f"-----BEGIN USER NKEY SEED-----\n{key.seed}\n------END USER NKEY SEED------\n")
        (folder / f"{name}.conf").write_text(f"[*]\nuser={name}\ncredentials={folder}/{name}.creds\n")
    (folder / "mallory.conf").write_text((folder / "bob.conf").read_text().replace("user=bob", "user=alice"))
    text = (f"operator: \"{tokens['operator']}\"\nresolver: MEMORY\nsystem_account: {system.public}\n"
            f"resolver_preload: {{ {system.public}: \"{tokens['system']}\"\n"
            f"{account.public}: \"{tokens['account']}\" }}\n")
    with serving(folder, text) as address:
        check(folder, address)


def main():
    if os.environ.get("TEST_NATS") == "0":
        print("this Gscope was built without libnats")
        sys.exit(77)
    if not shutil.which("nats-server") or not shutil.which("openssl"):
        print("nats-server or openssl is not installed")
        sys.exit(77)
    for test in (test_nkeys, test_credentials):
        with tempfile.TemporaryDirectory() as folder:
            os.environ.update({name: folder for name in ("XDG_RUNTIME_DIR", "XDG_STATE_HOME", "XDG_CONFIG_HOME",
                                                         "TSL_PAGE_DIR")})
            os.environ["LC_ALL"] = "C.UTF-8"
            test(Path(folder))
        print(f"ok {test.__name__}")


main()
