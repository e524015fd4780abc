#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""The manual's pages about agents, word for word: each command runs as it is printed there, and each file is used. The test has
a network, a host name, users and directories of its own, so that HOST and rack.example.org are this machine. There is no
systemd: the socket of its unit is opened, and the agent started, by systemd-socket-activate with the words of the units.

    test-manual.py GSCOPED GSCOPECTL SOURCE"""

import json
import os
import pwd
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "support"))
from agent_lab import check, run_tests
from manual_page import Page
from program import TIMEOUT, Program, wait_for

GSCOPED, GSCOPECTL, SOURCE = (Path(path).resolve() for path in sys.argv[1:4])
PAGES = SOURCE / "docs/manual"
UNITS = SOURCE / "data/systemd"
SHIMS = Path("/run/shims")
ADDRESS = "192.0.2.1"
USERS = {"alice": 2001, "bob": 2002, "lab": 2003}
# An installed program finds these by itself.
FOUND = {
    "GSCOPE_WORKSPACE_PATH": str(SOURCE / "data/workspaces"),
    "PATH": f"{SHIMS}:{GSCOPED.parent}:{GSCOPECTL.parent}:{os.environ['PATH']}:/usr/sbin:/sbin",
}
SSHD = shutil.which("sshd", path=FOUND["PATH"])


def run_root(*command):
    subprocess.run(command, check=True, timeout=TIMEOUT)


def write(path, text, mode=0o644, owner=0):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    path.chmod(mode)
    os.chown(path, owner, owner)


def make_places():
    """In the namespaces of this test: empty directories where the programs write, users, names of hosts, and the TUN device."""
    shutil.copytree("/etc", "/run/etc", symlinks=True, ignore_dangling_symlinks=True)
    run_root("mount", "--bind", "/run/etc", "/etc")
    for place in ("/home", "/var/lib", "/var/log", "/usr/lib/sysusers.d"):
        run_root("mount", "-t", "tmpfs", "-o", "mode=755", "tmpfs", place)
    run_root("mknod", "-m", "666", "/run/tun", "c", "10", "200")
    run_root("mount", "--bind", "/run/tun", "/dev/net/tun")
    run_root("hostname", "HOST")
    # names are looked up where there is more than loopback
    for command in ("link set lo up", "link add here type veth peer name there", f"address add {ADDRESS}/24 dev here",
                    "link set here up", "link set there up"):
        run_root("ip", *command.split())
    with open("/etc/hosts", "a", encoding="ascii") as file:
        file.write(f"{ADDRESS} HOST rack.example.org\n")
    Path("/run/sshd").mkdir()
    SHIMS.mkdir()
    write(SHIMS / "sudo", '#!/bin/sh\nexec "$@"\n', 0o755)
    write(SHIMS / "systemctl", f'#!/bin/sh\necho "$@" >>{SHIMS}/asked\n', 0o755)
    shutil.copy(UNITS / "gscope.conf", "/usr/lib/sysusers.d/")
    for name, number in USERS.items():
        make_user(name, number)


def make_user(name, number):
    for file, line in (("passwd", f"{name}:x:{number}:{number}::/home/{name}:/bin/bash"), ("group", f"{name}:x:{number}:"),
                       ("shadow", f"{name}:*:20000::::::")):
        with open(f"/etc/{file}", "a", encoding="ascii") as text:
            text.write(line + "\n")
    for place in (f"/home/{name}", f"/run/user/{number}"):
        os.makedirs(place, exist_ok=True)
        os.chmod(place, 0o700)
        os.chown(place, number, number)


def get_environment(user):
    entry = pwd.getpwnam(user)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "TEST_", "LD_", "MALLOC_"))}
    return kept | FOUND | {"HOME": entry.pw_dir, "USER": user, "LOGNAME": user, "LC_ALL": "C.UTF-8",
                           "XDG_RUNTIME_DIR": f"/run/user/{entry.pw_uid}"}


class Command(Program):
    """Commands of a page that a user types in the home directory."""

    def __init__(self, user, text):
        entry = pwd.getpwnam(user)
        groups = ("--clear-groups",) if entry.pw_uid else ("--keep-groups",)
        super().__init__("env", "--chdir", entry.pw_dir, "-i", *(f"{k}={v}" for k, v in get_environment(user).items()),
                         "setpriv", "--reuid", str(entry.pw_uid), "--regid", str(entry.pw_gid), *groups, "--", "setsid",
                         "bash", "-e", "-c", text)

    def interrupt(self):
        """Ends what goes on, as Ctrl+C does."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGINT)
        self.process.wait(TIMEOUT)


def run(user, text, status=0):
    return Command(user, text).ended(status)


def await_line(user, text, words):
    """Runs commands that go on until they print words."""
    command = Command(user, text)
    try:
        wait_for(f"“{words}” of {text}", lambda: words in command.read() or command.process.poll() is not None)
        check(words in command.read(), f"{text}: {command.read()}")
    finally:
        command.interrupt()


def await_sources(user, options):
    wait_for("the sources", lambda: Command(user, f"gscopectl {options} list || true").ended(0).count("\trunning\t") == 2)


# Other machines.


def start_sshd():
    home = Path("/home/alice/.ssh")
    for name in "host", "user":
        run_root("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", f"/run/sshd/{name}")
    host, user = (Path(f"/run/sshd/{name}.pub").read_text(encoding="ascii") for name in ("host", "user"))
    for name, text in (("id_ed25519", Path("/run/sshd/user").read_text(encoding="ascii")), ("known_hosts", f"host {host}"),
                       ("authorized_keys", user)):
        write(home / name, text, 0o600, USERS["alice"])
    shutil.chown(home, "alice", "alice")
    there = " ".join(f'"{name}={value}"' for name, value in get_environment("alice").items() if '"' not in value)
    write(Path("/run/sshd/config"), f"HostKey /run/sshd/host\nUsePAM no\nPidFile none\nSetEnv {there}\n")
    return Program(SSHD, "-D", "-e", "-f", "/run/sshd/config")


def test_machines():
    page = Page(PAGES / "machines.md")
    commands = page.take("gscoped tcp-congestion"), page.take("gscopectl --agent ssh://HOST list")
    check_readme("".join(commands))
    sshd = start_sshd()
    there = Command("alice", commands[0])
    try:
        await_sources("alice", "--agent ssh://HOST")
        said = run("alice", commands[1])
        check("mxtraf\trunning" in said and "mxtraf/elephants = 24" in said, said)
        for line in page.take("record run.tuples").splitlines():
            run_script(line)
    finally:
        there.interrupt()
        sshd.process.terminate()
        sshd.process.wait(TIMEOUT)
    secure = Command("alice", page.take("umask 077"))
    try:
        secure.began("SHA-256 fingerprint")
        fingerprint = re.search(r"fingerprint ([0-9A-F:]+)", secure.read()).group(1)
        said = run("alice", page.take("--certificate FINGERPRINT").replace("FINGERPRINT", fingerprint))
        check("mxtraf\t" in said and "tcp\t" in said, said)
        check(not Path("/home/alice/token").stat().st_mode & 0o077, "others can read the token")
    finally:
        secure.interrupt()
    page.end()


def run_script(line):
    """A command goes on until it is interrupted, or as long as its duration says; half a minute is too long for a test."""
    if " watch " in line:
        await_line("alice", line, "tcp/all/cwnd")
    elif " record " in line:
        record = Command("alice", line)
        path = Path("/home/alice/run.tuples")
        wait_for("samples", lambda: path.exists() and "tcp/all/cwnd\n" in path.read_text(encoding="utf-8"))
        record.interrupt()
    else:
        check("tcp/all/cwnd" in run("alice", line.replace("--duration 30s", "--duration 2s")), line)


def check_readme(commands):
    """The README has the same commands."""
    readme = (SOURCE / "README.md").read_text(encoding="utf-8")
    shown = re.search(r"## Other machines\n\n((?:    .*\n)+)", readme).group(1)
    check(re.sub(r" +#.*", "", re.sub("^    ", "", shown, flags=re.MULTILINE)) == commands, f"README.md: {shown}")


# Many machines.


def hand_out(page):
    """Makes the certificates, and gives each user the files of the page."""
    home = Path("/home/alice")
    run("alice", page.take("openssl req -x509"))
    config = page.take("user=alice")
    for user, name in ("alice", "alice"), ("bob", "bob"), ("lab", "web1"):
        place = Path(f"/home/{user}")
        for file in "authority.pem", f"{name}.pem", f"{name}.key":
            if user != "alice":
                write(place / file, (home / file).read_text(encoding="ascii"), 0o600, USERS[user])
        text = config.replace("user=alice", f"user={name}").replace("/alice.", f"/{name}.").replace("/home/alice", f"/home/{user}")
        write(place / ".config/gscope/nats.conf", text, 0o600, USERS[user])
        run_root("chown", "-R", f"{user}:{user}", str(place))
    agent = "".join(page.take(words) for words in ("groups=rack1", "[rights readers]", "[rights alice]"))
    write(Path("/home/lab/.config/gscope/gscoped.conf"), agent, 0o600, USERS["lab"])
    server = page.take("jetstream")
    write(home / "rack.conf", server)
    return server


def check_parts(page, server):
    """Other settings, which are parts of files: the programs know them."""
    users = server.replace("users: [\n", "users: [\n    " + page.take("{ nkey:"))
    write(Path("/home/alice/nkey.conf"), re.sub(r"subscribe: \[.*bob.*", page.take("_live.load").strip(), users))
    run("root", "cd /home/alice && nats-server --config nkey.conf -t")
    write(Path("/home/alice/seed.conf"), page.take("nkey="), 0o600, USERS["alice"])
    # which is refused, so that its key is known
    write(Path("/home/alice/alice.seed"), "", 0o644, USERS["alice"])
    said = run("alice", "GSCOPE_NATS_CONFIG=~/seed.conf gscopectl --carrier nats://rack.example.org list", 2)
    check("/home/alice/alice.seed" in said, said)


def test_many():
    page = Page(PAGES / "many.md")
    server_config = hand_out(page)
    check_parts(page, server_config)
    server = Command("root", "cd /home/alice && exec " + page.take("nats-server --config rack.conf"))
    agent = Command("lab", "exec " + page.take("gscoped --carrier"))
    try:
        wait_for("the server", lambda: "Server is ready" in server.read())
        agent.began("listens at nats:")
        await_sources("alice", "--carrier nats://rack.example.org --agent web1")
        use_many(page)
    finally:
        agent.interrupt()
        server.interrupt()
    page.end()


def use_many(page):
    said = run("alice", page.take("nats://rack.example.org list\n"))
    check(re.search(r"^web1\tHOST\tmxtraf tcp\track1 web$", said, re.MULTILINE), said)
    said = run("alice", page.take("list --all"))
    check("tcp/all/cwnd" in said and "mxtraf/elephants = 24" in said, said)
    check("web1" in run("alice", page.take("--group rack1")), "no agent of the group")
    said = run("bob", "gscopectl --carrier nats://rack.example.org --agent web1 set mxtraf/elephants=25", 1)
    check(said == page.take("nats:bob may not write"), said)
    write(Path("/home/alice/ask.py"), page.take("import json"))
    said, shown = json.loads(run("alice", "python3 ask.py")), json.loads(page.take('{"answer"'))
    check(said["answer"].keys() == shown["answer"].keys() and said["answer"]["value"] == 24, f"{said}, not as {shown}")
    await_line("alice", page.take("--agent '*' watch"), "web1/tcp/all/cwnd")
    said = run("alice", page.take("log --since 1h"))
    check(re.search(r"\tweb1\tnats:alice\tmxtraf/elephants\t.*\t24\t24\t", said) and "nats:bob may not write" in said, said)
    said = [json.loads(line) for line in run("alice", page.take("log --parameter")).splitlines()]
    check([record["asked"] for record in said] == [24, 25, 24], f"{said}")
    check("nats:bob" in run("lab", page.take("gscopectl log ~/.local")), "no record in the journal of the agent")


# The agent as a service.


def read_unit(name, key):
    text = (UNITS / name).read_text(encoding="utf-8")
    return re.search(rf"^{key}=(.*)$", text, re.MULTILINE).group(1).replace("@bindir@", str(GSCOPED.parent)).replace("%i", "lab")


def activate():
    """Does what systemd does for gscoped@lab.socket."""
    place = read_unit("gscoped@.socket", "ListenStream")
    os.makedirs("/run/gscope", exist_ok=True)
    entry = pwd.getpwnam(read_unit("gscoped@.service.in", "User"))
    logs = Path("/var/log", read_unit("gscoped@.service.in", "LogsDirectory"))
    logs.mkdir(parents=True)
    os.chown(logs, entry.pw_uid, entry.pw_gid)
    agent = Program("env", "-i", *(f"{k}={v}" for k, v in get_environment("root").items()), f"LOGS_DIRECTORY={logs}",
                    "systemd-socket-activate", f"--listen={place}", "--fdname=agent", *(
                        word for name in os.environ | FOUND for word in ("-E", name)), "-E", "LOGS_DIRECTORY", "setpriv", "--reuid",
                    str(entry.pw_uid), "--regid", str(entry.pw_gid), "--clear-groups", "--inh-caps=-all",
                    *read_unit("gscoped@.service.in", "ExecStart").split())
    # A socket that has its path and does not listen yet refuses connections.
    wait_for("the socket", lambda: re.search(
        rf" 00010000 .* {re.escape(place)}$", Path("/proc/net/unix").read_text(encoding="utf-8"), re.MULTILINE))
    os.chmod(place, int(read_unit("gscoped@.socket", "SocketMode"), 8))
    return agent


def verify_drop_in(text):
    """systemd knows the settings of a drop-in."""
    with tempfile.TemporaryDirectory(prefix="gscope-manual-") as name:
        unit = (UNITS / "gscoped@.service.in").read_text(encoding="utf-8").replace("@bindir@", str(GSCOPED.parent))
        write(Path(name, "gscoped@lab.service"), unit)
        write(Path(name, "gscoped@lab.service.d/override.conf"), text)
        shutil.copy(UNITS / "gscoped@.socket", Path(name, "gscoped@lab.socket"))
        result = subprocess.run(["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", f"{name}/gscoped@lab.service"],
                                capture_output=True, text=True, check=False, timeout=TIMEOUT)
        check("override.conf" not in result.stderr, result.stderr)


def test_service():
    page = Page(PAGES / "service.md")
    *commands, listing = page.take("systemd-sysusers").splitlines()
    for command in commands:
        run("root", command)
    asked = (SHIMS / "asked").read_text(encoding="utf-8")
    check(asked == "enable --now gscoped@lab.socket\n" and (UNITS / "gscoped@.socket").exists(), asked)
    agent = activate()
    try:
        check("simulation\trunning\t10" in run("alice", listing), f"the agent does not list its signals: {agent.read()}")
        run("alice", "gscopectl --agent unix:/run/gscope/lab set simulation/amplitude=2", 1)
        check_journal(page)
    finally:
        agent.process.terminate()
        agent.process.wait(TIMEOUT)
    checks = re.search(r"`(gscoped --check-config [^`]*)`", page.text).group(1)
    with open("/etc/gscope/lab.conf", "a", encoding="utf-8") as file:
        file.write(page.take("[recording]"))
    run("root", checks)
    query_past(page)
    verify_drop_in(page.take("# systemctl edit gscoped@lab"))
    parts = re.search(r"For `mxtraf`, the drop-in is([^.]*(?:\.[^.]*)*?)\.\n", page.text).group(1)
    verify_drop_in("[Service]\n" + "\n".join(re.findall(r"`([^`]*)`", parts)) + "\n")
    page.end()


def check_journal(page):
    """journalctl finds nothing, as no journal is here: it has to know the words, and the agent the fields."""
    *journal, query = page.take("journalctl GSCOPE_PARAMETER").splitlines()
    said = json.loads(run("root", query))
    check(said["parameter"] == "simulation/amplitude" and "may not write" in said["reason"], f"{said}")
    command = re.search(r"`(gscopectl log /var[^`]*)`", page.text).group(1)
    check("user:alice\tsimulation/amplitude" in run("root", command), "no line of the write")
    for line in [*journal, page.take("journalctl -u")]:
        run("root", line)


def query_past(page):
    workspace = Path("/home/alice/demo.json")
    write(workspace, json.dumps({"gscope-workspace": 1, "scopes": [
        {"name": "A", "period-ms": 10, "sources": [{"type": "demo", "name": "demo"}]}]}))
    agent = Command("alice", "exec gscoped demo.json")
    try:
        agent.began("listens")
        await_line("alice", "gscopectl watch demo/sine", "demo/sine")
        command = page.take("gscopectl query").strip()
        run("alice", command)
        said = run("alice", command.replace("--from 3h --to 2h", "--from 1s"))
        check("demo/sine" in said, f"no past: {said}")
    finally:
        agent.interrupt()


def find_obstacle():
    if os.geteuid() != 0:
        return "it needs root, to have users of its own"
    for program in ("sshd", "ssh", "nats-server", "openssl", "jq", "systemd-socket-activate", "systemd-sysusers"):
        if not shutil.which(program, path=FOUND["PATH"]):
            return f"there is no {program}"
    if os.environ.get("TEST_NATS") == "0":
        return "this Gscope was built without libnats"
    if subprocess.run(["test", "-x", GSCOPED], user=USERS["alice"], group=USERS["alice"], extra_groups=[], check=False).returncode:
        return "other users may not read the build directory"
    return None


def main():
    obstacle = find_obstacle()
    if obstacle:
        print(f"1..0 # SKIP {obstacle}")
        return 0
    if "--inside" not in sys.argv:
        os.execvp("unshare", ["unshare", "--mount", "--net", "--uts", sys.executable, *sys.argv, "--inside"])
    run_root("mount", "-t", "tmpfs", "-o", "mode=755", "tmpfs", "/run")
    make_places()
    return run_tests([(test.__name__, test) for test in (test_machines, test_many, test_service)])


sys.exit(main())
