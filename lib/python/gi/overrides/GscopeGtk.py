# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""The widgets of Gscope in notebooks. PyGObject loads this file with GscopeGtk itself."""

from gi.module import get_introspection_module
from gi.repository import Gdk

GscopeGtk = get_introspection_module("GscopeGtk")
__all__ = []

# Logical pixels of a view that was never shown.
WIDTH, HEIGHT = 960, 320

make_view = GscopeGtk.View.new


def new_view(scope):
    if Gdk.Display.get_default() is None:
        raise RuntimeError("There is no display. Run the program in one, for example by xvfb-run.")
    return make_view(scope)


def to_picture(self, kind=GscopeGtk.Picture.PNG, width=0, height=0, scale=1):
    """Returns a picture of the view as bytes. Without a size, it has that of the view, or a usual one."""
    return self.render(kind, width or self.get_width() or WIDTH, height or self.get_height() or HEIGHT, scale).get_data()


GscopeGtk.View.new = staticmethod(new_view)
GscopeGtk.View.to_picture = to_picture
GscopeGtk.View._repr_png_ = to_picture
