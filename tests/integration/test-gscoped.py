# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""gscoped as a service: test-gscoped.py GSCOPED GSCOPECTL DATA-DIRECTORY SUPPORT-DIRECTORY"""

import json
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

GSCOPED, GSCOPECTL = sys.argv[1:3]
DATA = Path(sys.argv[3])
sys.path.insert(0, sys.argv[4])

from program import Failure, Program, wait_for  # noqa: E402

SCRATCH = Path(tempfile.mkdtemp(prefix="gscoped-"))
SCRATCH.chmod(0o755)
for name in ("XDG_RUNTIME_DIR", "TSL_PAGE_DIR"):
    os.environ[name] = str(SCRATCH)
os.environ["XDG_STATE_HOME"] = str(SCRATCH / "state")
os.environ["XDG_CONFIG_HOME"] = str(SCRATCH / "config")

CONFIG = SCRATCH / "gscoped.conf"
JOURNAL = SCRATCH / "writes.jsonl"
SOCKET = SCRATCH / "agent"
NOBODY = 65534
# Runs a program as that user, who may reach it in a closed directory, too.
AS_NOBODY = ("setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "--inh-caps=+dac_read_search",
             "--ambient-caps=+dac_read_search")

# Those that were started; what a test that failed leaves is killed.
PROGRAMS = []


def check(condition, message):
    if not condition:
        raise Failure(message)


def start(*command):
    program = Program(*command)
    PROGRAMS.append(program)
    return program


def write_config(agent="", rights=""):
    CONFIG.write_text(
        f"[agent]\nlisten=unix:{SOCKET}\nworkspace={SCRATCH}/workspace.json\n{agent}\n"
        f"[journal]\nfile={JOURNAL}\nsystemd=false\n{rights}\n", encoding="utf-8")


def start_agent(*options):
    JOURNAL.unlink(missing_ok=True)
    program = start(GSCOPED, "--config", CONFIG, *options)
    program.began("listens at")
    return program


def stop(program, number=signal.SIGTERM):
    program.process.send_signal(number)
    program.ended(0)


def reload(program, words):
    before = program.read().count(words)
    program.process.send_signal(signal.SIGHUP)
    wait_for(words, lambda: program.read().count(words) > before)


def control(*arguments, address=SOCKET, status=0, user=()):
    result = subprocess.run([*user, GSCOPECTL, "--agent", f"unix:{address}", *arguments], stdin=subprocess.DEVNULL,
                            capture_output=True, text=True, timeout=30, check=False)
    check(result.returncode == status, f"gscopectl {arguments}: {result.returncode}: {result.stderr}")
    return result.stdout + result.stderr


def read_journal(path=JOURNAL):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def refuse(text, *words):
    """A configuration file with an error: the agent says in one line what is wrong, and does not start."""
    CONFIG.write_text(text, encoding="utf-8")
    for options in ((), ("--check-config",)):
        said = start(GSCOPED, "--config", CONFIG, *options).ended(2, str(CONFIG), *words)
        check(len(said.splitlines()) == 1, f"not one line: {said}")


def test_simulated_agents():
    """Many agents in one process: each has its own waves while it has clients, and is away from them."""
    program = start(GSCOPED, "--simulate-agents", "30", "--simulate", "3", "--listen", f"unix:{SCRATCH}/rack")
    program.began(f"simulates 30 agents, from unix:{SCRATCH}/rack-00001 to unix:{SCRATCH}/rack-00030")
    for number in (1, 7, 30):
        address = SCRATCH / f"rack-{number:05}"
        check("wave/2" in control("list", "--all", address=address), f"no signals of {number}")
        stream = start(GSCOPECTL, "--agent", f"unix:{address}", "stream", "simulation/wave/0")
        wait_for("samples", lambda stream=stream: stream.read().count(" simulation/wave/0\n") > 5)
        stream.process.send_signal(signal.SIGINT)
        lines = stream.ended(0).splitlines()
        values = [float(line.split()[1]) for line in lines if line.endswith(" simulation/wave/0")]
        check(all(abs(value - number) <= 1.000001 for value in values), f"{number}: {values}")
    control("set", "simulation/amplitude=2", address=SCRATCH / "rack-00007")
    check("= 1" in control("get", "simulation/amplitude", address=SCRATCH / "rack-00008"), "one amplitude for all")
    stop(program)
    check(not list(SCRATCH.glob("rack-*")), "sockets remain")
    start(GSCOPED, "--simulate-agents", "2", "--simulate", "1").ended(1, "“unix:”", "unix:PATH")
    start(GSCOPED, "--simulate-agents", "2").ended(2, "--simulate")
    CONFIG.write_text("[agent]\ncarrier=\n", encoding="utf-8")
    start(GSCOPED, "--config", CONFIG, "--simulate-agents", "2", "--simulate", "1").ended(1, "“unix:”", "unix:PATH")


def test_errors():
    refuse("[agent]\nlistne=unix:\n", "[agent]", "“listne”", "listen, mmv, read-only, simulate, workspace")
    refuse("[agnet]\n", "[agnet]", "[journal]")
    refuse("[agent]\nread-only=maybe\n", "“maybe”", "“read-only”", "true or false")
    refuse("[agent]\nsimulate=-1\n", "“-1”", "from 0 to 100000")
    refuse("[agent]\nworkspace=a.json\n", "“workspace”", "absolute path")
    refuse("[agent]\nworkspace=no-such-name\n", "“no-such-name”", "name of a ready-made workspace")
    refuse("[agent]\nworkspace=ready/made\n", "“ready/made”", "absolute path")
    refuse("[agent]\ngroups=rack1;;web\n", "groups", "1 to 255 bytes")
    refuse("[agent]\nlisten=http://nowhere\n", "“http://nowhere”")
    refuse("[agent]\nlisten=ssh://nowhere\n", "“ssh://nowhere”")
    refuse("[journal]\nsize=1K\n", "“size”", "64K")
    refuse("[journal]\nsize=99999999999G\n", "“size”", "64K")
    refuse("[rights alice]\nread=*\n", "[rights alice]", "principal=user:alice")
    refuse("[rights alice]\nprincipal=user:a\\q\n", "principal")
    refuse("[network]\nnames=a;b\\q\n", "names")
    refuse("listen=unix:\n", "group")
    refuse("[agent]\nlisten\n", "listen")
    start(GSCOPED, "--config", SCRATCH / "nothing").ended(2, "nothing")
    CONFIG.write_bytes(b"#" * (2 << 20))
    start(GSCOPED, "--config", CONFIG).ended(2, "longer than")
    CONFIG.write_text("[network]\nkey=/a\n", encoding="utf-8")
    start(GSCOPED, "--config", CONFIG).ended(2, "certificate and its key")
    start(GSCOPED, "--dance").ended(2, "--dance", "--help")
    CONFIG.write_text(f"[agent]\nlisten=unix:{SCRATCH}/no/where\n", encoding="utf-8")
    start(GSCOPED, "--config", CONFIG).ended(1, "where")


def test_check():
    write_config()
    start(GSCOPED, "--check-config", "--config", CONFIG).ended(0, str(CONFIG), "is valid")
    start(GSCOPED, "--check-config", "--config", DATA / "gscoped.conf").ended(0, "is valid")
    # a ready-made workspace by its name, but not a file of the working directory
    ready = SCRATCH / "ready"
    ready.mkdir()
    shutil.copy(SCRATCH / "workspace.json", ready / "bench-test.json")
    CONFIG.write_text("[agent]\nworkspace=bench-test\n", encoding="utf-8")
    program = Path(GSCOPED).absolute()
    named = ("env", "-C", ready, f"GSCOPE_WORKSPACE_PATH={ready}", program, "--check-config", "--config", CONFIG)
    start(*named).ended(0, "is valid")
    CONFIG.write_text("[agent]\nworkspace=bench-test.json\n", encoding="utf-8")
    start(*named).ended(2, "absolute path")
    # the example with all of its keys
    example = (DATA / "gscoped.conf").read_text(encoding="utf-8")
    full = re.sub(r"^#(\[|[a-z-]+=)", r"\1", example, flags=re.MULTILINE)
    CONFIG.write_text(full.replace("/etc/gscope/agent.json", f"{SCRATCH}/workspace.json"), encoding="utf-8")
    start(GSCOPED, "--check-config", "--config", CONFIG).ended(0, "is valid")
    keys = set(re.findall(r"^([a-z-]+)=", full, flags=re.MULTILINE))
    manual = (DATA / "gscoped.conf.5").read_text(encoding="utf-8").replace("\\-", "-")
    check(keys <= set(re.findall(r"^\.B ([a-z-]+)$", manual, flags=re.MULTILINE)), "a key is not in the manual")
    for group in ("agent", "journal", "network", "recording", "rights x"):
        CONFIG.write_text(f"[{group}]\nnothing=1\n", encoding="utf-8")
        said = start(GSCOPED, "--config", CONFIG).ended(2)
        known = set(said.rsplit(": ", 1)[1].rstrip(".\n").split(", "))
        check(known <= keys, f"not in the example: {known - keys}")


def test_help():
    text = start(GSCOPED, "--help").ended(0)
    manual = (DATA / "gscoped.1").read_text(encoding="utf-8").replace("\\-", "-")
    for option in re.findall(r"--([a-z-]+)", text):
        for place, words in (("the manual", manual), *((f"{path.name}", path.read_text(encoding="utf-8"))
                                                       for path in DATA.glob("completions/gscoped.*"))):
            check(re.search(rf"\b{option}\b", words), f"{place} does not know {option}")


def test_journal():
    write_config()
    agent = start_agent()
    control("set", "demo/frequency=2")
    control("set", "demo/frequency=1000", status=1)
    write_config("read-only=true")
    reload(agent, "read its configuration again")
    check("read-only" in control("set", "demo/frequency=3", status=1), "no reason")
    stop(agent)
    first, *others = read_journal()
    check(first["parameter"] == "demo/frequency" and first["old"] == 1 and first["new"] == 2, f"{first}")
    check(first["principal"].startswith("user:") and first["origin"].startswith("pid "), f"{first}")
    check(others and "read-only" in others[-1]["reason"] and "new" not in others[-1], f"{others}")


def test_default_journal():
    agent = start(GSCOPED, "--config", "/dev/null", "--listen", f"unix:{SOCKET}", SCRATCH / "workspace.json")
    agent.began("listens at")
    control("set", "demo/frequency=2")
    stop(agent)
    check(len(read_journal(SCRATCH / "state/gscope/writes.jsonl")) == 1, "no record")


def test_full_journal():
    write_config()
    agent = start_agent()
    JOURNAL.unlink()
    JOURNAL.mkdir()
    for value in (2, 3, 4):
        control("set", f"demo/frequency={value}")
    JOURNAL.rmdir()
    control("set", "demo/frequency=5")
    stop(agent)
    check(agent.read().count("Cannot write the journal") == 1, agent.read())
    check(agent.read().count("recorded again") == 1, agent.read())
    check([record.get("left-out") for record in read_journal()] == [3, None], f"{read_journal()}")


def test_reload():
    write_config()
    agent = start_agent()
    CONFIG.write_text("[agent]\nlisten=unix:/nowhere\nlistne=1\n", encoding="utf-8")
    reload(agent, "former configuration remains")
    control("list")
    write_config(f"listen=unix:{SOCKET};unix:{SCRATCH}/second")
    reload(agent, "read its configuration again")
    control("list")
    watch = start(GSCOPECTL, "--agent", f"unix:{SOCKET}", "stream", "demo/sine")
    wait_for("samples", lambda: "demo/sine" in watch.read())
    write_config(f"listen=unix:{SCRATCH}/second")
    reload(agent, "read its configuration again")
    check(not SOCKET.exists(), "it listens at the former address")
    control("list", address=SCRATCH / "second")
    lines = watch.read().count("\n")
    wait_for("further samples", lambda: watch.read().count("\n") > lines + 10)
    write_config(f"listen=unix:{SCRATCH}/second\nclients-per-address=1")
    reload(agent, "read its configuration again")
    late = start(GSCOPECTL, "--agent", f"unix:{SCRATCH}/second", "stream", "demo/sine")
    wait_for("a refusal", lambda: "Close it." in late.read())
    late.ended(1)
    watch.process.send_signal(signal.SIGINT)
    watch.ended(0)
    stop(agent)


def test_address_later():
    """An address that a reload cannot open is opened when that is possible, and at the next reload."""
    folder = SCRATCH / "later"
    write_config()
    agent = start_agent()
    write_config(f"listen=unix:{SOCKET};unix:{folder}/one")
    reload(agent, "tried again every two seconds")
    control("list")
    folder.mkdir()
    agent.process.send_signal(signal.SIGHUP)
    # it may have been opened before the reload
    wait_for("the first address", lambda: f"listens at unix:{folder}/one" in agent.read())
    control("list", address=folder / "one")
    write_config(f"listen=unix:{SOCKET};unix:{folder}/one;unix:{folder}/more/two")
    reload(agent, f"{folder}/more/two")
    (folder / "more").mkdir()
    wait_for("the second address", lambda: f"listens at unix:{folder}/more/two" in agent.read())
    control("list", address=folder / "more/two")
    stop(agent)
    check(not (folder / "one").exists() and not (folder / "more/two").exists(), "sockets remain")


def test_restart():
    """A stream goes on after its agent was killed and started again."""
    write_config()
    agent = start_agent()
    stream = start(GSCOPECTL, "--agent", f"unix:{SOCKET}", "stream", "demo/sine")
    wait_for("samples", lambda: "demo/sine" in stream.read())
    agent.process.kill()
    agent.process.wait()
    wait_for("the reason", lambda: "It is made again as soon as the agent answers" in stream.read())
    agent = start_agent()
    lines = stream.read().count("\n")
    wait_for("further samples", lambda: stream.read().count("\n") > lines + 10)
    stream.process.send_signal(signal.SIGINT)
    stream.ended(0)
    stop(agent)


def test_network():
    """Tokens and a port of TCP, which a reload adds and removes"""
    tokens = SCRATCH / "tokens"
    tokens.write_text("lab:correct-horse-battery\n", encoding="utf-8")
    tokens.chmod(0o600)
    write_config()
    agent = start_agent()
    write_config(f"listen=unix:{SOCKET};ws://localhost:0\n[network]\ntokens={tokens}")
    reload(agent, "listens at ws://")
    port = int(re.findall(r"listens at ws://127.0.0.1:(\d+)", agent.read())[-1])
    socket.create_connection(("127.0.0.1", port)).close()
    tokens.chmod(0o644)
    write_config(f"listen=unix:{SOCKET};ws://localhost:0\n[network]\ntokens={tokens}\nnames=lab")
    # the agent also watches the file, and gives the reason before the reload, too
    reload(agent, "read its configuration again")
    check(str(tokens) in agent.read(), "no reason")
    write_config()
    reload(agent, "read its configuration again")
    with socket.socket() as client:
        check(client.connect_ex(("127.0.0.1", port)) != 0, "it listens at the former port")
    control("list")
    stop(agent)
    tokens.unlink()
    start(GSCOPED, "--config", CONFIG, "--tokens", tokens).ended(1, str(tokens))


def test_rights():
    """A user who may read, then write, then nothing: his connection ends. The one of another user stays."""
    if os.getuid() != 0:
        return
    write_config(rights="[rights nobody]\nprincipal=user:nobody\nread=demo")
    agent = start_agent()
    SOCKET.chmod(0o666)
    check("demo" in control("list", user=AS_NOBODY), "no source")
    check("may not write" in control("set", "demo/frequency=2", status=1, user=AS_NOBODY), "no reason")
    write_config(rights="[rights staff]\nprincipal=group:nogroup\nread=*\nwrite=demo/freq*")
    reload(agent, "read its configuration again")
    control("set", "demo/frequency=3", user=AS_NOBODY)
    check("may not write" in control("set", "demo/amplitude=3", status=1, user=AS_NOBODY), "no reason")
    mine = start(GSCOPECTL, "--agent", f"unix:{SOCKET}", "stream", "demo/sine")
    his = start(*AS_NOBODY, GSCOPECTL, "--agent", f"unix:{SOCKET}", "stream", "demo/sine")
    wait_for("samples", lambda: "demo/sine" in mine.read() and "demo/sine" in his.read())
    write_config()
    reload(agent, "read its configuration again")
    told = his.ended(1, "may not read “demo” at this agent")
    check(told.count("may not read") == 1, f"not one reason: {told}")
    lines = mine.read().count("\n")
    wait_for("further samples", lambda: mine.read().count("\n") > lines + 10)
    mine.process.send_signal(signal.SIGINT)
    mine.ended(0)
    stop(agent)
    check([record.get("new") for record in read_journal()] == [None, 3.0, None], f"{read_journal()}")


def test_reader_gone():
    """An agent that ssh has started ends in order when its reader has gone: values that were leased go back."""
    write_config()
    program = subprocess.Popen([GSCOPED, "--stdio", "--simulate", "1", "--config", CONFIG], stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)

    def send(message):
        data = json.dumps(message).encode()
        program.stdin.write(struct.pack("<I", len(data)) + data)
        program.stdin.flush()

    try:
        send({"hello": {"version": 2, "boot": "x", "clock": "y", "credit": 65536, "period_ns": 10**7,
                        "source": "simulation"}})
        program.stdout.read(4)
        program.stdout.close()
        for i in range(1000):
            send({"time": {"id": i, "t1": 0}})
            time.sleep(0.001)
    except BrokenPipeError:
        pass
    check(program.wait(30) == 0, f"exit status {program.returncode}")


class Client:
    """A connection to a source that asks for columns: docs/protocol.md"""

    def __init__(self, source):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(30)
        self.socket.connect(str(SOCKET))
        self.send({"hello": {"version": 2, "boot": "x", "clock": "y", "credit": 65536, "period_ns": 10**7,
                             "source": source}})
        self.ids = {}

    def send(self, message):
        data = json.dumps(message).encode()
        self.socket.sendall(struct.pack("<I", len(data)) + data)

    def read(self, n):
        data = b""
        while len(data) < n:
            part = self.socket.recv(n - len(data))
            check(part, "the agent closed the connection")
            data += part
        return data

    def receive(self):
        return self.read(struct.unpack("<I", self.read(4))[0])

    def find(self, name):
        while name not in self.ids:
            message = self.receive()
            if message.startswith(b'{"signals"'):
                for signal in json.loads(message)["signals"].get("added", []):
                    self.ids[f'{signal.get("group", "")}/{signal["name"]}'] = signal["id"]
        return self.ids[name]

    def query(self, name, begin, end, columns):
        """Returns the numbers of samples by time, and the time that is in gaps of the cause "stopped"."""
        self.send({"query": {"id": 7, "signals": [self.find(name)], "from_ns": begin, "to_ns": end,
                             "columns": columns}})
        counts, stopped = {}, 0
        while not (message := self.receive()).startswith(b'{"answer"'):
            at = 8
            while message[0] == 2 and at < len(message):
                _, n, time, width = struct.unpack_from("<IIqq", message, at)
                at += 24
                for i in range(n):
                    smallest, _, _, _, count = struct.unpack_from("<QdIII", message, at)
                    at += 28
                    if count and width > 1:
                        counts[time + i * width] = count
                    elif smallest == 0x7FF8675343000000 + 2:
                        stopped += width
        return counts, stopped


def wait_until(time_ns):
    wait_for("the time", lambda: time.monotonic_ns() > time_ns)


def wait_for_samples(directory):
    """A recording without samples is removed when it ends."""
    wait_for("samples in a recording", lambda: any(path.stat().st_size > 500 for path in directory.glob("*.zst")))


def write_recording_config(directory):
    CONFIG.write_text(f"[agent]\nlisten=unix:{SOCKET}\nsimulate=1\n[journal]\nfile=\nsystemd=false\n"
                      f"[recording]\ndirectory={directory}\nsize=16M\n", encoding="utf-8")


def test_recording():
    """Samples of an agent that was killed are there after its restart, with a gap"""
    directory = SCRATCH / "ring"
    begin = time.monotonic_ns()
    write_recording_config(directory)
    first = start_agent()
    wait_for_samples(directory)
    first.process.kill()
    first.process.wait()
    killed = time.monotonic_ns()
    wait_until(killed + 5 * 10**8)
    second = start_agent()
    wait_for("the index", lambda: list(directory.glob("*.index")))
    width = 10**8
    counts, stopped = Client("simulation").query("wave/0", begin, begin + 600 * width, 600)
    check(any(at < killed for at in counts), f"nothing before the restart: {counts}")
    check(stopped >= 4 * 10**8, f"no gap: {stopped}")
    other = start(GSCOPED, "--config", CONFIG, "--listen", f"unix:{SCRATCH}/other")
    wait_for("the refusal", lambda: "Another program records" in other.read())
    stop(other)
    stop(second)
    third = start_agent()
    wait_for("the indexes", lambda: len(list(directory.glob("*.index"))) == 2)
    again, _ = Client("simulation").query("wave/0", begin, begin + 600 * width, 600)
    check(counts.items() <= {**again, **{at: n for at, n in counts.items() if at > killed}}.items(), "not the same")
    lines = control("query", "--from", "60s", "--columns", "600", "simulation/wave/0").splitlines()[1:]
    check(lines == sorted(lines) and any("stopped" in line for line in lines), f"not in the order of time: {lines}")
    stop(third)


def test_recording_reload():
    """Another directory, and one that can be used only when the configuration is read for the second time"""
    write_recording_config(SCRATCH / "one")
    agent = start_agent()
    wait_for_samples(SCRATCH / "one")
    (SCRATCH / "two").write_text("not a directory", encoding="utf-8")
    write_recording_config(SCRATCH / "two")
    reload(agent, "read its configuration again")
    wait_for("the reason", lambda: f"Cannot record to “{SCRATCH}/two”" in agent.read())
    wait_for("an index of the former recording", lambda: list((SCRATCH / "one").glob("*.index")))
    (SCRATCH / "two").unlink()
    reload(agent, "read its configuration again")
    wait_for("another recording", lambda: list((SCRATCH / "two").glob("*.zst")))
    # the former recording may still be written when the next configuration comes
    before = agent.read().count("read its configuration again")
    for n, name in enumerate(("three", "four", "three", "four")):
        write_recording_config(SCRATCH / name)
        agent.process.send_signal(signal.SIGHUP)
        wait_for("the reload", lambda: agent.read().count("read its configuration again") > before + n)
    wait_for("the last recording", lambda: list((SCRATCH / "four").glob("*.zst")))
    stop(agent)
    check("Another program records" not in agent.read(), f"two recordings at once: {agent.read()}")


def test_end_awaits_sources():
    """An agent ends when its sources have stopped, which puts back what they changed."""
    far = start(GSCOPED, "--config", "/dev/null", "--simulate", "1", "--listen", f"unix:{SCRATCH}/far")
    far.began("listens at")
    (SCRATCH / "near.json").write_text(json.dumps({"gscope-workspace": 1, "scopes": [{"name": "A", "period-ms": 10, "sources": [
        {"type": "agent", "name": "simulation", "options": {"address": f"unix:{SCRATCH}/far"}}]}]}), encoding="utf-8")
    near = start(GSCOPED, "--config", "/dev/null", "--listen", f"unix:{SCRATCH}/near", SCRATCH / "near.json")
    near.began("listens at")
    wait_for("the far source", lambda: "wave/0" in control("list", "--all", address=SCRATCH / "near"))
    far.process.send_signal(signal.SIGSTOP)
    os.waitid(os.P_PID, far.process.pid, os.WSTOPPED | os.WNOWAIT)
    try:
        near.process.send_signal(signal.SIGTERM)
        near.process.wait(0.5)
        raise Failure("it does not await its source")
    except subprocess.TimeoutExpired:
        pass
    finally:
        far.process.send_signal(signal.SIGCONT)
    near.ended(0)
    stop(far)


class Manager:
    """A service manager: its socket for notifications, which a thread reads, and a socket that it listens at."""

    def __init__(self):
        self.messages = []
        self.notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.notify.bind(str(SCRATCH / "notify"))
        threading.Thread(target=self.read, daemon=True).start()
        self.listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.listener.bind(str(SCRATCH / "activated"))
        self.listener.listen()

    def read(self):
        while True:
            self.messages.append(self.notify.recv(4096).decode())

    def start(self, output, *command):
        environment = dict(os.environ, NOTIFY_SOCKET=str(SCRATCH / "notify"), LISTEN_FDS="1", LISTEN_FDNAMES="agent",
                           WATCHDOG_USEC="200000")
        fd = self.listener.fileno()
        # the shell knows the number of the process that it becomes
        script = f'exec 3<&{fd}; export LISTEN_PID=$$ WATCHDOG_PID=$$; exec "$@"'
        return subprocess.Popen(["bash", "-c", script, "-", *command], env=environment, pass_fds=[fd], stdout=output,
                                stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)

    def wait_for(self, pattern):
        """Waits for a message, and forgets those until then."""
        wait_for(pattern, lambda: any(re.match(pattern, message) for message in self.messages))
        while not re.match(pattern, self.messages.pop(0)):
            pass


def test_manager():
    """Sockets, readiness and watchdog as systemd has them."""
    manager = Manager()
    # the socket that is passed takes the place of the default one
    CONFIG.write_text(f"[agent]\nlisten=unix:\n[journal]\nfile={JOURNAL}\nsystemd=false\n", encoding="utf-8")
    output = tempfile.TemporaryFile("w+")
    process = manager.start(output, GSCOPED, "--config", CONFIG, "--simulate", "2")
    try:
        manager.wait_for(r"READY=1\nSTATUS=")
        check("simulation" in control("list", address=SCRATCH / "activated"), "no source")
        manager.wait_for("STATUS=Serves 1 client")
        manager.wait_for("WATCHDOG=1$")
        process.send_signal(signal.SIGHUP)
        manager.wait_for(r"RELOADING=1\nMONOTONIC_USEC=\d+$")
        manager.wait_for(r"READY=1\n")
        control("list", address=SCRATCH / "activated")
        process.send_signal(signal.SIGTERM)
        manager.wait_for("STOPPING=1$")
        check(process.wait(30) == 0, "exit status")
    finally:
        process.kill()
        process.wait()
    output.seek(0)
    check(output.read().count("listens at") == 2, "it listens elsewhere, too")
    check((SCRATCH / "activated").exists(), "the socket of the manager was removed")


def test_numbers():
    """The agent reads numbers in a file, which a workspace describes."""
    figures = SCRATCH / "figures"
    figures.write_text("free: 12 kB\nused: 30 kB\n", encoding="utf-8")
    signals = [{"name": "free", "file": str(figures), "pattern": "^free: (\\d+)", "scale": 1024, "unit": "B"},
               {"name": "used", "file": str(figures), "line": "used:", "field": 1}]
    source = {"type": "proc", "name": "figures", "options": {"entries": [], "signals": signals}}
    workspace = SCRATCH / "numbers.json"
    workspace.write_text(json.dumps({"gscope-workspace": 1, "scopes": [
        {"name": "A", "period-ms": 20, "sources": [source]}]}), encoding="utf-8")
    agent = start(GSCOPED, "--config", "/dev/null", "--listen", f"unix:{SOCKET}", workspace)
    agent.began("listens at")
    stream = start(GSCOPECTL, "--agent", f"unix:{SOCKET}", "stream", "figures/*")

    def has(name, value):
        lines = [line.split() for line in stream.read().splitlines()]
        return any(words[2:] == [name] and float(words[1]) == value for words in lines)

    wait_for("both numbers", lambda: has("figures/free", 12 * 1024) and has("figures/used", 30))
    figures.write_text("free: 13 kB\nused: 30 kB\n", encoding="utf-8")
    wait_for("the next number", lambda: has("figures/free", 13 * 1024))
    stream.process.send_signal(signal.SIGINT)
    stream.ended(0)
    stop(agent)


def main():
    tests = [test_errors, test_check, test_help, test_journal, test_default_journal, test_full_journal, test_reload,
             test_address_later, test_restart, test_reader_gone, test_network, test_rights, test_recording, test_recording_reload, test_simulated_agents,
             test_end_awaits_sources, test_numbers, test_manager]
    (SCRATCH / "workspace.json").write_text(json.dumps({"gscope-workspace": 1, "scopes": [
        {"name": "A", "period-ms": 10, "sources": [{"type": "demo", "name": "demo"}]}]}), encoding="utf-8")
    failures = 0
    print(f"1..{len(tests)}")
    for i, test in enumerate(tests, 1):
        try:
            test()
            print(f"ok {i} {test.__name__}", flush=True)
        except Failure as failure:
            failures += 1
            print(f"not ok {i} {test.__name__}: {failure}", flush=True)
        for program in PROGRAMS:
            program.process.kill()
            program.process.wait()
        PROGRAMS.clear()
    shutil.rmtree(SCRATCH)
    return failures > 0


sys.exit(main())
