# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""The program of a picture: sorts longer and shorter lists, and writes the milliseconds that this takes as tuples."""

import math
import random
import time
from itertools import count

for number in count():
    values = [random.random() for _ in range(int(40000 * (1.2 + math.sin(number / 10))))]
    begin = time.monotonic()
    values.sort()
    msec = 1000 * (time.monotonic() - begin)
    print(round(1000 * time.time()), f"{msec:.3f}", "sort-ms")
    time.sleep(0.05)
