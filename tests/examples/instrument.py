# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""A window with two views of the same time: axes of signals, one of them logarithmic, an overview, and a measurement, whose value
ends the program."""

import math
import time

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("Gscope", "1")
gi.require_version("GscopeGtk", "1")
from gi.repository import GLib, Gscope, GscopeGtk, Gtk  # noqa: E402

AMPLITUDE = 10


def find_signal(view, name):
    """Returns a signal as the view shows it; waits until the view has it."""
    while True:
        for i in range(view.get_signals().get_n_items()):
            entry = view.get_signals().get_item(i)
            if entry.get_signal().get_full_name() == name:
                return entry
        GLib.MainContext.default().iteration(True)


def show_axes(view):
    """Shows all signals in one lane, each in its own range: `power` has an axis of its own, `wave` is moved and smaller."""
    view.set_layout(Gscope.ViewLayout.OVERLAY)
    view.get_settings().set_property("axis-titles", True)
    power = find_signal(view, "power")
    power.set_own_axis(True)
    power.set_value_axis(Gscope.ValueAxis.LOGARITHMIC)
    wave = find_signal(view, "wave")
    wave.set_offset(0.1)
    wave.set_magnification(0.5)


def link_times(views):
    """Returns a link, which links the times of views as long as it exists."""
    link = GscopeGtk.TimeLink.new()
    for view in views:
        view.get_settings().set_property("linked", True)
        link.add(view)
    return link


def on_value(badge, pspec, window):
    print("peak to peak:", badge.get_text())
    if abs(badge.get_value() - 2 * AMPLITUDE) < 0.1 * AMPLITUDE:
        badge.disconnect_by_func(on_value)
        GLib.idle_add(window.destroy)


def main():
    scope = Gscope.Scope.new()
    scope.add_func("wave", lambda data: AMPLITUDE * math.sin(4 * math.pi * time.monotonic()), None)
    scope.add_func("power", lambda data: 10 ** (2 + 2 * math.sin(time.monotonic())), None)
    upper, lower = GscopeGtk.View.new(scope), GscopeGtk.View.new(scope)
    window = Gtk.Window(default_width=900, default_height=700)
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6)
    for part in upper, lower, GscopeGtk.Overview.new(upper):
        box.append(part)
    window.set_child(box)

    show_axes(upper)
    link = link_times([upper, lower])
    upper.get_viewport().set_span(5 * Gscope.SEC)
    assert lower.get_viewport().get_span() == 5 * Gscope.SEC, link
    badge = upper.get_badges().add(Gscope.WorkspaceMeasurement.new("wave", Gscope.Measurement.PEAK_TO_PEAK))
    badge.connect("notify::text", on_value, window)
    window.present()
    while Gtk.Window.get_toplevels().get_n_items() > 0:
        GLib.MainContext.default().iteration(True)


main()
