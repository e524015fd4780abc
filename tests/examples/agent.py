# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Tunes the wave of the plugin “demo” and looks at what that did: agent.py ADDRESS"""

import sys

import gscope_agent

with gscope_agent.connect(sys.argv[1]) as agent:
    # What is there?
    for source in agent.sources:
        print(source.name, source.state)
    print(*agent.signals, sep="\n")

    # Samples, as they come
    with agent.signals["demo/sine"].stream(duration=1) as stream:
        before = [value for time, value in stream]
    print(len(before), "samples, up to", max(before))

    # A parameter: the agent checks the value, and says what is in force.
    amplitude = agent.parameters["demo/amplitude"]
    print(amplitude.value, amplitude.unit, amplitude.range)
    agent.mark("tuning", "twice the amplitude")
    agent.parameters["demo/amplitude"] = 2 * amplitude.value
    try:
        agent.parameters["demo/frequency"] = 1e6
    except gscope_agent.Refused as refusal:
        print(refusal)

    # Two at once: both, or none
    agent.parameters.update({"demo/amplitude": 3.0, "demo/frequency": 2.0})

    # The past, in 20 columns of a tenth of a second each
    now = agent.now()
    past = agent.signals["demo/sine"].history(now - 2, now, columns=20)
    for time, low, high in zip(past.time, past.minimum, past.maximum):
        print(f"{time - now:6.2f} s  {low:7.3f} … {high:7.3f}")
