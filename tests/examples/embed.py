# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""A scope in a window in three calls, and a parameter with its control. With GSCOPE_EXAMPLE_PICTURE
the program writes a picture of what it showed for two seconds, and ends."""

import math
import os
import time

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("Gscope", "1")
gi.require_version("GscopeGtk", "1")
from gi.repository import GLib, Gscope, GscopeGtk, Gtk

knobs = {"speed": 1.0}


def bind_speed(write, value, data):
    if write:
        knobs["speed"] = value
    return knobs["speed"]


def finish(view, picture):
    view.export(picture, 0, 0, 1.0)
    window.destroy()


window, box = Gtk.Window(), Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6)
scope = Gscope.Scope.new()
scope.add_func("level", lambda data: 10 * math.sin(5 * knobs["speed"] * time.monotonic()), None)
view = GscopeGtk.View.new(scope)

parameter = Gscope.Parameter.new_double("speed", 0, 10, 1)
parameter.bind_func(bind_speed, None)
scope.get_source().add_parameter(parameter)
box.append(view)
box.append(GscopeGtk.Control.new(parameter))
window.set_child(box)
window.present()
if "GSCOPE_EXAMPLE_PICTURE" in os.environ:
    GLib.timeout_add_seconds(2, finish, view, os.environ["GSCOPE_EXAMPLE_PICTURE"])
while Gtk.Window.get_toplevels().get_n_items() > 0:
    GLib.MainContext.default().iteration(True)
