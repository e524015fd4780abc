# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Uses the library from Python, as far as other languages can."""

import gi

gi.require_version("Gscope", "1")
from gi.repository import Gscope

clock = Gscope.TestClock.new(0)
scope = Gscope.Scope.new_with_clock(clock)
signal = scope.add_func("level", lambda data: 0.5, None)
parameter = Gscope.Parameter.new_double("gain", 0.0, 10.0, 1.0)

assert scope.get_signals().get_item(0) == signal
assert signal.get_kind() == Gscope.SignalKind.FUNC
assert parameter.get_value().unpack() == 1.0

# Introspection data is loaded a symbol at a time: load it all.
for name in dir(Gscope):
    getattr(Gscope, name)
