# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""A ready-made workspace fixes the range of a value that has bounds, such as a share. The range of any other value, such as a
delay, grows with it: under load the value would leave a fixed one.

    test-ranges.py WORKSPACE

WORKSPACE is any of the ready-made ones."""

import json
import re
import sys
from pathlib import Path

# Shares in percent, the layers of a video, and numbers of threads that a parameter bounds.
BOUNDED = re.compile(r"usage|limit|allocated|offer|total|granted|proportion|need|loudness|sent|-share$|above-|within|per-check"
                     r"|quality|spinners")

n_signals = 0
problems = []
for path in sorted(Path(sys.argv[1]).parent.glob("*.json")):
    for view in json.loads(path.read_text(encoding="utf-8"))["views"]:
        for signal in view["signals"]:
            n_signals += 1
            if "max" in signal and not signal.get("auto-range") and not BOUNDED.search(signal["match"].rpartition("/")[2]):
                problems.append(f"{path.name}: “{signal['match']}” can leave its range; give it \"auto-range\": true")
print("\n".join(problems) or f"{n_signals} signals have bounds or a range that grows")
sys.exit(bool(problems) or n_signals == 0)
