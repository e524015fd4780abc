# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""A source of the type “python”, in a process of its own: test-python-source.py ROOM.PY"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

import gi

gi.require_version("Gscope", "1")
from gi.repository import GLib, Gscope

ROOM = Path(sys.argv[1]).resolve()
PATIENCE = 20

HEAD = """
import os
import sys
import gi
gi.require_version("Gscope", "1")
from gi.repository import Gscope
source = Gscope.Source.new("room")
"""
CRASHES = HEAD + """
def end(value):
    sys.stderr.write("ValueError: no room\\n")
    sys.stderr.flush()
    os._exit(1)
source.declare_parameter("end", 0.0, end, range=(0, 1))
Gscope.serve_source(source)
"""
RAISES = HEAD + """
source.declare_parameter("size", 3)
Gscope.serve_source(source)
"""


def wait_for(what, condition):
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"not in {PATIENCE} s: {what}")
        Gscope.run_for(0.01)


def make_source(path):
    options = GLib.Variant("a{sv}", {"file": GLib.Variant("s", str(path))})
    source = Gscope.Registry.get_default().create("python", "room", options)
    scope = Gscope.Scope.new()
    scope.add_source(source)
    return scope, source


def fail_to_start(path):
    scope, source = make_source(path)
    try:
        Gscope.call(source, "start")
    except GLib.Error as error:
        assert source.get_state() != Gscope.SourceState.RUNNING
        return error.message
    raise AssertionError(f"{path} was started")


def list_values(scope):
    return [value for time, value in scope["room/level"].get_trace() if value == value]


def test_life():
    scope, source = make_source(ROOM)
    for _ in range(2):
        Gscope.call(source, "start")
        wait_for("the signal", lambda: "room/level" in scope)
        with scope["room/level"].leased():
            wait_for("samples", lambda: len(list_values(scope)) > 10)
        assert scope["room/level"].get_unit() == "°C" and scope["room/level"].get_max() == 40
        wait_for("the parameter", lambda: source.find_parameter("target"))
        assert source.find_parameter("target").write(50) == 30
        Gscope.call(source, "stop")
        assert source.get_state() == Gscope.SourceState.STOPPED


def test_crash():
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "crashes.py"
        path.write_text(CRASHES, encoding="utf-8")
        scope, source = make_source(path)
        Gscope.call(source, "start")
        wait_for("the parameter", lambda: source.find_parameter("end"))
        try:
            source.find_parameter("end").write(1)
        except GLib.Error as error:
            print("#", error.message)
        else:
            raise AssertionError("a program that had ended answered")
        wait_for("the end", lambda: source.get_state() != Gscope.SourceState.RUNNING)
        print("#", source.get_status())
        assert "ValueError: no room" in source.get_status()
        scope.remove_source(source)


def test_errors():
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "raises.py"
        path.write_text(RAISES, encoding="utf-8")
        for program, reason in (path, "TypeError: size"), (Path(folder) / "missing.py", "missing.py"):
            message = fail_to_start(program)
            print("#", message)
            assert reason in message
    assert "file" in fail_to_start("")


def test_alone():
    """A program that nobody serves says how it is used."""
    run = subprocess.run([sys.executable, ROOM], capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert run.returncode == 1 and "python" in run.stderr, run


def main():
    Gscope.loader_load(Gscope.Registry.get_default())
    tests = [(name, function) for name, function in globals().items() if name.startswith("test_")]
    print(f"1..{len(tests)}")
    for name, function in tests:
        function()
        print(f"ok - {name}", flush=True)


main()
