# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Calls every function that introspection offers, from Python: with ordinary and with empty arguments, on an ordinary
object and on one that was made without anything. A call may be refused, by an exception or a critical message; it may not
end the process, nor take longer than LIMIT. Some calls share a process, since a process takes longer than a call.
  sweep.py GIR…"""

import os
import signal
import sys
import tempfile
import types

import plan as plans

import gi
import gi.overrides

# The overrides of GTK open the display at once; here each process opens it by itself.
sys.modules["gi.overrides.Gtk"] = types.ModuleType("gi.overrides.Gtk")
sys.modules["gi.overrides.Gtk"].__all__ = []

for name in ("Gtk", "Gdk"):
    gi.require_version(name, "4.0")
gi.require_version("Gscope", "1")
gi.require_version("GscopeGtk", "1")
from gi.repository import Gio, GLib, GObject, Gscope, GscopeGtk, Gtk

LIMIT = 20
DEPTH = 4
MODULES = {"Gscope": Gscope, "GscopeGtk": GscopeGtk, "Gtk": Gtk}
NUMBERS = ("gint", "guint", "gint64", "guint64", "gsize", "gssize", "guint8", "guint32", "gint32", "gulong", "glong")


def find(name):
    namespace, _, own = name.partition(".")
    return getattr(MODULES[namespace], own)


class Maker:
    """Makes arguments and objects; empty ones on request."""

    def __init__(self, plan, directory):
        self.plan, self.directory = plan, directory
        self.made = {}

    def make_text(self, argument):
        if argument["type"] == "filename" or "path" in argument["name"]:
            return os.path.join(self.directory, "file.png")
        return "level"

    def make_other(self, kind):
        """Something of a type of GLib, GIO or GTK."""
        if kind == "GLib.Variant":
            return GLib.Variant("d", 1.0)
        if kind == "GLib.String":
            return GLib.String.new("text")
        if kind == "GLib.Bytes":
            return GLib.Bytes.new(b"0 1 level\n")
        if kind == "Gio.File":
            return Gio.File.new_for_path(os.path.join(self.directory, "file.tuples"))
        if kind == "Gio.Cancellable":
            return Gio.Cancellable()
        if kind in ("Gio.AsyncResult", "Gio.Task"):
            return Gio.Task.new(None, None, None)
        if kind == "Gio.InputStream":
            return Gio.MemoryInputStream.new_from_data(b"0 1 level\n", None)
        if kind == "Gio.IOStream":
            return Gio.SimpleIOStream.new(Gio.MemoryInputStream(), Gio.MemoryOutputStream.new_resizable())
        if kind == "GType":
            return Gscope.Source.__gtype__
        return None

    def make(self, argument, empty, depth=0):
        kind = argument["type"]
        if isinstance(kind, list):
            element = {"name": argument["name"], "type": kind[0], "nullable": False}
            if kind[0] == "guint8":
                return b"" if empty else b"t,a\n0,1\n1,2\n"
            return [] if empty else [self.make(element, False, depth + 1), self.make(element, False, depth + 1)]
        if empty and argument["nullable"]:
            return None
        if kind in ("utf8", "filename"):
            return "" if empty else self.make_text(argument)
        if kind == "gboolean":
            return not empty
        if kind in ("gdouble", "gfloat"):
            return 0.0 if empty else 0.5
        if kind in NUMBERS:
            return 0 if empty else 2
        if kind in self.plan["enumerations"]:
            return find(kind)(0 if empty else 1)
        if kind in self.plan["types"]:
            return self.make_bare(kind) if empty else self.make_instance(kind, depth + 1)
        if kind.endswith("Func") or kind.endswith("Callback"):
            return lambda *arguments: 0
        return self.make_other(kind)

    def make_bare(self, kind):
        record = find(kind)
        return GObject.new(record) if self.plan["types"][kind]["object"] else record()

    def make_instance(self, kind, depth=0):
        """An object as a program has it, or a bare one."""
        if kind not in self.made:
            self.made[kind] = self.construct(kind, depth)
        return self.made[kind]

    def construct(self, kind, depth):
        if depth > DEPTH:
            return self.make_bare(kind)
        special = getattr(self, "make_" + kind.replace(".", "_"), None)
        if special:
            return special()
        how = self.plan["types"][kind]
        if isinstance(how["made-by"], str):
            return self.make_instance(how["made-by"], depth + 1)
        if how["made-by"]:
            return getattr(self.make_instance(how["made-by"][0], depth + 1), how["made-by"][1])()
        for constructor in how["constructors"]:
            try:
                made = call(self, constructor, None, False, depth + 1)
            except (GLib.Error, TypeError, ValueError, NotImplementedError):
                continue
            if made is not None:
                return made
        return self.make_bare(kind)

    def make_Gscope_Scope(self):
        scope = Gscope.Scope.new_with_clock(self.make_instance("Gscope.Clock"))
        signal_ = scope.add_buffered("level")
        self.made["Gscope.Signal"] = signal_
        scope.start()
        producer = signal_.create_producer()
        for time in range(100):
            producer.push(time * 1000000, time % 7)
        scope.get_clock().advance(1000000000)
        scope.drain()
        return scope

    def make_Gscope_Annotation(self):
        return Gscope.Annotation.new('{"gap": {"signal": "level", "time_ns": 1, "cause": "tick"}}', -1)

    def make_Gscope_Signal(self):
        self.make_instance("Gscope.Scope")
        return self.made["Gscope.Signal"]

    def make_GscopeGtk_View(self):
        view = GscopeGtk.View.new(self.make_instance("Gscope.Scope"))
        view.set_selected(view.get_signals().get_item(0))
        return view


def call(maker, row, instance, empty, depth=0):
    arguments = [maker.make(argument, empty, depth) for argument in row["arguments"]]
    owner = MODULES[row["namespace"]]
    if row["owner"]:
        owner = getattr(owner, row["owner"])
    if row["kind"] == "virtual-method":
        return getattr(owner, "do_" + row["name"])(instance, *arguments)
    if row["kind"] == "method":
        return getattr(owner, row["name"])(instance, *arguments)
    return getattr(owner, row["name"])(*arguments)


def try_properties(maker, row):
    instance = row["make"](row["type"])
    for prop in instance.list_properties() if isinstance(instance, GObject.Object) else []:
        try:
            value = instance.get_property(prop.name) if prop.flags & GObject.ParamFlags.READABLE else prop.default_value
            instance.set_property(prop.name, value)
        except (TypeError, ValueError, AttributeError, NotImplementedError):
            pass
    return instance


def settle(made):
    """Lets what was begun go on for a moment, on the screen if it is a widget."""
    context = GLib.MainContext.default()
    window = None
    if isinstance(made, Gtk.Widget) and not isinstance(made, Gtk.Root) and made.get_parent() is None:
        window = Gtk.Window(child=made)
        window.present()
    for _ in range(30):
        if not context.iteration(False):
            break
    if window:
        window.destroy()


def run(maker, row, bare, empty):
    """Makes a call, in a process for such calls."""
    instance = made = None
    try:
        if row["kind"] in ("method", "virtual-method", "properties"):
            kind = f"{row['namespace']}.{row['owner']}"
            instance = maker.make_bare(kind) if bare else maker.make_instance(kind)
        if row["kind"] == "properties":
            made = try_properties(maker, {"make": lambda kind: instance, "type": None})
        elif instance is not None or row["kind"] not in ("method", "virtual-method"):
            made = call(maker, row, instance, empty)
    except (GLib.Error, TypeError, ValueError, AttributeError, NotImplementedError, RuntimeError, OverflowError,
            UnicodeDecodeError, SystemError) as error:
        print(f"{type(error).__name__}: {error}")
    settle(made if isinstance(made, Gtk.Widget) else instance)
    del made, instance
    maker.made.clear()


def run_all(maker, rows, log, done):
    """The process for some calls: says in a pipe how many are done, and in the log what the last one said."""
    os.dup2(log.fileno(), 1)
    os.dup2(log.fileno(), 2)
    if rows[0]["namespace"] == "GscopeGtk":
        Gtk.init()
    for row in rows:
        os.ftruncate(1, 0)
        os.lseek(1, 0, os.SEEK_SET)
        signal.alarm(LIMIT)
        try:
            run(maker, row, row["bare"], row["empty"])
        except BaseException as error:
            print("not expected:", type(error).__name__, error)
            sys.stdout.flush()
            os._exit(1)
        sys.stdout.flush()
        os.write(done, b".")
    os._exit(0)


def attempt(maker, rows, log):
    """Returns how many calls were made in one process, and what is wrong with the one after them, if something is."""
    counter, done = os.pipe()
    process = os.fork()
    if process == 0:
        run_all(maker, rows, log, done)
    os.close(done)
    status = os.waitpid(process, 0)[1]
    n = len(os.read(counter, plans.SHARED))
    os.close(counter)
    if status == 0:
        return n, None
    log.seek(0)
    words = " | ".join(log.read().decode(errors="replace").strip().splitlines()[-3:])
    how = signal.Signals(os.WTERMSIG(status)).name if os.WIFSIGNALED(status) else "exit"
    return n, f"{rows[n]['title']}: {how}: {words}"


def split(rows):
    """Returns the calls by process; those of widgets need the display."""
    for namespace in sorted({row["namespace"] for row in rows}):
        own = [row for row in rows if row["namespace"] == namespace]
        begin = 0
        while begin < len(own):
            end = plans.find_end(own, begin)
            yield own[begin:end]
            begin = end


def main():
    plan = plans.read_all(sys.argv[1:])
    rows = list(plans.list_attempts(plan, os.environ.get("SWEEP_ONLY", "")))
    failures = []
    with tempfile.TemporaryDirectory() as directory, tempfile.TemporaryFile() as log:
        maker = Maker(plan, directory)
        for left in split(rows):
            while left:
                n, failure = attempt(maker, left, log)
                left = left[n + bool(failure):]
                if failure:
                    failures.append(failure)
                    print(failure, flush=True)
    print(f"{len(rows)} calls, {len(failures)} failures")
    sys.exit(1 if failures else 0)


main()
