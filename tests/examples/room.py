# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""A source of the type “python”: the temperature of a room, and the parameter that steers it."""

import gi

gi.require_version("Gscope", "1")
from gi.repository import Gscope  # noqa: E402


class Room:
    """Follows the target by a twentieth of the difference in each period."""

    def __init__(self):
        self.level, self.target = 15.0, 20.0

    def read(self):
        self.level += (self.target - self.level) / 20
        return self.level

    def heat(self, target):
        """Does not heat beyond 30 °C."""
        self.target = min(target, 30.0)
        return self.target


room, source = Room(), Gscope.Source.new("room")
source.declare_signal("level", room.read, title="Temperature", unit="°C", range=(0, 40))
source.declare_parameter("target", room.target, room.heat, range=(0, 100), unit="°C", title="Target", steered=["level"])
Gscope.serve_source(source)
