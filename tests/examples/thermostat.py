# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""A source in a program of its own: a room, and the parameter that steers it. With the address of an agent, such as unix:,
windows and scripts see the source as long as the program runs; without one, it says what happens in a second."""

import sys

import gi

gi.require_version("Gscope", "1")
from gi.repository import GLib, Gscope  # noqa: E402


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


def main():
    room, scope, source = Room(), Gscope.Scope.new(), Gscope.Source.new("room")
    level = source.declare_signal("level", room.read, title="Temperature", unit="°C", range=(0, 40))
    target = source.declare_parameter("target", room.target, room.heat, range=(0, 100), unit="°C", title="Target",
                                      steered=["level"])
    scope.add_source(source)
    Gscope.call(source, "start")
    if len(sys.argv) > 1:
        agent = Gscope.Agent.new(scope, sys.argv[1])
        print("listens at", *agent.list_addresses())
        GLib.MainLoop().run()
        return
    print(target.write(50), "°C are in force")
    Gscope.run_for(1)
    scope.drain()
    values = [value for time, value in level.get_trace() if value == value]
    print(level, "from", round(values[0], 1), "to", round(values[-1], 1))
    assert room.target == 30 and values[0] < values[-1] <= 30
    Gscope.call(source, "stop")


main()
