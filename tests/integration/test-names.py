# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""What assistive technologies are told over their bus: test-names.py GSCOPE ACTIONS WORKSPACE GALLERY

Each element of the window that can have the focus has a name, and so has each element of the windows that actions open: those of
the table in ACTIONS, actions.c, whose titles end with “…”, and a few others. Windows of GTK and libadwaita are not judged. In the
program GALLERY, which shows each widget of the library, the same is true of each page."""

import atexit
import contextlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SKIPPED = 77
try:
    from gi.repository import Gio, GLib
except ImportError as error:
    print(f"1..0 # SKIP Python has no GLib ({error}): install python3-gi")
    sys.exit(SKIPPED)

GSCOPE, ACTIONS, WORKSPACE, GALLERY = sys.argv[1:]
SESSION_PATH = "/org/gscope/Gscope"
PATIENCE = 20
# An event ends each wait; where none comes, the wait looks again after this many milliseconds.
INTERVAL = 50

ROW = re.compile(r'\{ "((?:win|app)\.[\w-]+)",\s*N_ \("[^"]+…"\)')
OTHERS = ["app.preferences", "app.shortcuts"]
# These ask for a file or a printer by windows of GTK, which are not ours.
FOREIGN = {"win.open", "win.save-as", "win.export", "win.export-data", "win.export-captures", "win.export-mean",
           "win.export-transfer", "win.compare", "win.compare-shown", "win.compare-beside", "win.print"}
# These open a part of the window itself.
POPOVERS = ["win.note", "win.find", "win.view-settings"]
# In this workspace, there is nothing to unlock and no math signal.
IDLE = {"win.unlock", "win.edit-math"}

DAEMON = "org.freedesktop.DBus"
ACCESSIBLE = "org.a11y.atspi.Accessible"
ROOT = "/org/a11y/atspi/accessible/root"
FOCUSABLE = 11
LABELLED_BY = 2
# GTK names what has no name after its type.
TYPE = re.compile(r"(Gtk|Adw|App|Demo|Gscope)[A-Z]\w+")
# Parts of these controls are named with them.
CONTROLS = {"button", "combo box", "entry", "push button", "search box", "spin button", "toggle button"}
CLOSERS = ("Close", "Cancel")


class Gone(Exception):
    """An object was removed before it was asked."""


class Bus:
    """A connection, whose calls are synchronous and whose signals end a wait."""

    def __init__(self, address):
        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        self.connection = Gio.DBusConnection.new_for_address_sync(address, flags, None, None)
        self.connection.signal_subscribe(None, None, None, None, None, Gio.DBusSignalFlags.NONE, lambda *_: None)

    def call(self, name, path, interface, method, signature="()", *arguments):
        try:
            answer = self.connection.call_sync(name, path, interface, method, GLib.Variant(signature, arguments), None,
                                               Gio.DBusCallFlags.NONE, PATIENCE * 1000, None)
        except GLib.Error as error:
            if error.matches(Gio.dbus_error_quark(), Gio.DBusError.UNKNOWN_METHOD):
                raise Gone from error
            raise
        return answer.unpack()

    def get(self, name, path, interface, name_of_property):
        return self.call(name, path, "org.freedesktop.DBus.Properties", "Get", "(ss)", interface, name_of_property)[0]

    def get_pid(self, name):
        return self.call(DAEMON, "/", DAEMON, "GetConnectionUnixProcessID", "(s)", name)[0]

    def find_name(self, pid):
        """Returns the name of the connection of a process."""
        for name in self.call(DAEMON, "/", DAEMON, "ListNames")[0]:
            if name.startswith(":") and self.get_pid(name) == pid:
                return name
        return None


def wait_for(what, ready):
    context = GLib.MainContext.default()
    end = GLib.get_monotonic_time() + PATIENCE * 1000000
    tick = GLib.timeout_add(INTERVAL, lambda: True)
    try:
        while not (found := ready()):
            if GLib.get_monotonic_time() > end:
                raise AssertionError(f"{what}: not within {PATIENCE} s")
            context.iteration(True)
        return found
    finally:
        GLib.source_remove(tick)


class Element:
    """An object of the application on the bus of assistive technologies."""

    def __init__(self, bus, name, path):
        self.bus, self.owner, self.path = bus, name, path

    def __eq__(self, other):
        return (self.owner, self.path) == (other.owner, other.path)

    def ask(self, method):
        return self.bus.call(self.owner, self.path, ACCESSIBLE, method)[0]

    def get_children(self):
        return [Element(self.bus, *child) for child in self.ask("GetChildren")]

    def get_name(self):
        return self.bus.get(self.owner, self.path, ACCESSIBLE, "Name")

    def get_role(self):
        return self.ask("GetRoleName")

    def has_state(self, state):
        words = self.ask("GetState")
        return bool(words[state // 32] >> state % 32 & 1)

    def is_labelled(self):
        return any(relation == LABELLED_BY for relation, _ in self.ask("GetRelationSet"))

    def activate(self):
        self.bus.call(self.owner, self.path, "org.a11y.atspi.Action", "DoAction", "(i)", 0)


class Walk:
    """Counts the elements below one that can have the focus, and describes those without a name."""

    def __init__(self, element):
        self.n, self.nameless, self.closers = 0, [], []
        self.visit(element, (), False)

    def visit(self, element, trail, is_part):
        """Returns the roles of the elements that can have the focus: this one and those in it."""
        can_focus = element.has_state(FOCUSABLE)
        role = element.get_role() if can_focus else ""
        name = element.get_name() if can_focus else ""
        is_named = bool(name.strip()) and not TYPE.fullmatch(name)
        children = element.get_children()
        place = (*trail, role or "·")
        inner = set()
        for child in children:
            with contextlib.suppress(Gone):
                inner |= self.visit(child, place, is_part or (is_named and role in CONTROLS))
        if not can_focus:
            return inner
        self.n += 1
        if not (is_named or is_part or needs_no_name(role, name, inner, children) or element.is_labelled()):
            self.nameless.append(f"{' '.join(place)} has no name {name}")
        if name in CLOSERS and role in CONTROLS:
            self.closers.append(element)
        return inner | {role}


def needs_no_name(role, name, inner, children):
    """Returns whether an element hands the focus to what is in it, has the name of its text, or is the head of a table."""
    if role == "group" or (role == "label" and name == "GtkLabel"):
        return True
    if role == "list":
        return bool(inner) or name == "GtkListBox"
    if role == "list item":
        return "list item" in inner
    return role == "row" and any(child.get_role() == "column header" for child in children)


def is_foreign(what, problem):
    """Returns whether it is the search of a window that GTK or libadwaita makes."""
    return what.startswith("app.") and problem.endswith("GtkSearchEntry")


def walk(element, what):
    found = Walk(element)
    title = element.get_name()
    print(f"# {what}: “{title}”, {found.n} elements")
    problems = [f"{what}: {problem}" for problem in found.nameless if not is_foreign(what, problem)]
    if not title or TYPE.fullmatch(title):
        problems.append(f"{what}: the window has no title")
    if found.n == 0:
        problems.append(f"{what}: nothing in it can have the focus")
    return problems, found.closers


def find_all(element, accept):
    """Yields an element and those in it that are looked for."""
    if accept(element):
        yield element
    for child in element.get_children():
        yield from find_all(child, accept)


class Program:
    """A program, on both buses."""

    def __init__(self, scratch, *command):
        homes = {f"XDG_{kind}_HOME": scratch for kind in ("CACHE", "CONFIG", "DATA", "STATE")}
        environment = {**os.environ, **homes, "HOME": scratch, "TSL_PAGE_DIR": scratch, "GTK_A11Y": "atspi"}
        self.process = subprocess.Popen(command, env=environment)
        atexit.register(self.end)
        self.session = Bus(os.environ["DBUS_SESSION_BUS_ADDRESS"])
        self.bus = Bus(self.session.call("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress")[0])
        self.root = wait_for("the application on the bus", self.find_root)
        self.name = self.session.find_name(self.process.pid)
        self.window = wait_for("the window", lambda: (self.list_windows() or [None])[0])

    def end(self):
        self.process.terminate()
        self.process.wait()

    def find_root(self):
        if self.process.poll() is not None:
            raise AssertionError(f"{self.process.args[0]} ended with {self.process.returncode}")
        for child in Element(self.bus, "org.a11y.atspi.Registry", ROOT).get_children():
            if self.bus.get_pid(child.owner) == self.process.pid:
                return child
        return None

    def list_windows(self):
        return self.root.get_children()

    def list_dialogs(self):
        return [window for window in self.list_windows() if window != self.window]

    def call_actions(self, action, method, signature="()", *arguments):
        path = SESSION_PATH + ("/window/1" if action.startswith("win") else "")
        return self.session.call(self.name, path, "org.gtk.Actions", method, signature, *arguments)

    def describe(self, group):
        try:
            return self.call_actions(group, "DescribeAll")[0]
        except Gone:
            return {}

    def is_enabled(self, action):
        group, name = action.split(".")
        return self.describe(group).get(name, (False,))[0]

    def activate(self, action):
        """Activates an action. The answer comes when that is done, with the windows that it opened."""
        self.call_actions(action, "Activate", "(sava{sv})", action.split(".")[1], [], {})

    def close(self, dialog, closers):
        """Presses the last of the buttons that close a window: it is on the page in front. Waits until the window is gone."""
        if not closers:
            raise AssertionError(f"{dialog.get_name()}: there is no button that closes it")
        closers[-1].activate()
        wait_for("a window is closed", lambda: dialog not in self.list_dialogs())

    def find(self, accept):
        return next(find_all(self.window, accept))

    def select(self, items, position):
        self.bus.call(items.owner, items.path, "org.a11y.atspi.Selection", "SelectChild", "(i)", position)


def check_action(program, action):
    program.activate(action)
    if action in POPOVERS:
        return walk(program.window, action)[0]
    problems = []
    dialogs = program.list_dialogs()
    if not dialogs:
        return [f"{action}: no window opens"]
    for dialog in dialogs:
        found, closers = walk(dialog, action)
        problems += found
        program.close(dialog, closers)
    return problems


def check_window(scratch):
    program = Program(scratch, GSCOPE, WORKSPACE)
    wait_for("the actions of the window", lambda: "find" in program.describe("win"))
    actions = [action for action in ROW.findall(Path(ACTIONS).read_text(encoding="utf-8")) if action not in FOREIGN | IDLE | {*POPOVERS}]
    wait_for("the signals", lambda: program.is_enabled("win.note"))
    problems = walk(program.window, "the window")[0]
    # the first signal in the list beside the picture
    program.select(program.find(lambda element: element.get_role() in ("list", "list box")), 1)
    for action in [*actions, *OTHERS, *POPOVERS]:
        if program.is_enabled(action):
            problems += check_action(program, action)
        else:
            print(f"# {action} is disabled")
    program.end()
    return problems


def check_gallery(scratch):
    program = Program(scratch, GALLERY)
    pages = program.find(lambda element: element.get_name() == "Widgets")
    problems = []
    for i in range(len(pages.get_children())):
        program.select(pages, i)
        problems += walk(program.window, f"page {i + 1} of the gallery")[0]
    program.end()
    return problems


def main():
    scratch = tempfile.mkdtemp(prefix="gscope-")
    atexit.register(shutil.rmtree, scratch, True)
    has_failed = False
    print("1..2")
    for i, check in enumerate((check_window, check_gallery), 1):
        problems = check(scratch)
        has_failed |= bool(problems)
        for problem in problems:
            print(problem)
        print(f"{'not ok' if problems else 'ok'} {i} - {check.__name__}: each element that can have the focus has a name", flush=True)
    sys.exit(has_failed)


main()
