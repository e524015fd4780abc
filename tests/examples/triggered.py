# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""A window with a triggered display: each capture is over the mean of the captures and beside the first one, and a limit counts its
failures. The fifth capture ends the program."""

import math
import time

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("Gscope", "1")
gi.require_version("GscopeGtk", "1")
from gi.repository import Gio, GLib, Gscope, GscopeGtk, Gtk  # noqa: E402

MS = 1_000_000
LAST = 5


def make_captures(scope, signal):
    """A trigger fires where the signal rises through 0."""
    settings = Gscope.TriggerSettings()
    settings.condition.kind, settings.condition.hysteresis = Gscope.TriggerKind.RISING, 0.1
    settings.after = MS
    return Gscope.CaptureList.new(scope, Gscope.Trigger.new(signal, settings))


def make_limit(scope, signal):
    settings = Gscope.LimitSettings()
    settings.kind, settings.upper = Gscope.LimitKind.AT_MOST, 0.9
    return Gscope.Limit.new(scope, signal, None, settings)


def show_limits(view, limits):
    shown = Gio.ListStore.new(Gscope.Limit)
    for limit in limits:
        shown.append(limit)
    view.set_limits(shown)


def on_shown(view, pspec, window, seen):
    capture = view.get_shown_capture()
    if capture is None:
        return
    seen.append((capture, view.get_shown_mean()))
    # a kept capture is a dashed line behind the others
    seen[0][0].set_kept(True)
    if len(seen) == LAST:
        GLib.idle_add(window.destroy)


def main():
    scope = Gscope.Scope.new()
    wave = scope.add_func("wave", lambda data: math.sin(4 * math.pi * time.monotonic()), None)
    view = GscopeGtk.View.new(scope)
    window = Gtk.Window(default_width=700, default_height=400, child=view)
    limit = make_limit(scope, wave)
    show_limits(view, [limit])

    # a quarter of it is before the trigger
    view.get_viewport().set_span(400 * MS)
    view.get_settings().set_property("capture-mean", True)
    captures, seen = make_captures(scope, wave), []
    view.connect("notify::shown-capture", on_shown, window, seen)
    view.set_captures(captures)
    window.present()
    while Gtk.Window.get_toplevels().get_n_items() > 0:
        GLib.MainContext.default().iteration(True)

    for capture, _ in seen:
        print(f"capture {capture.get_number()} has {capture.get_n_gaps()} gaps")
    assert seen[-1][1] is not None
    assert captures.get_item(0).get_kept()
    print(limit.dup_outcome())
    assert limit.get_result().n_failures > 0


main()
