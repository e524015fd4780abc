#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""That unchanged.py notices what it is there to notice. Needs namespaces and a TUN device."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import unchanged

UNCHANGED = Path(__file__).with_name("unchanged.py")

# Root needs no user namespace, and has none where its root directory is not the machine's.
UNSHARE = ["unshare", *(["--user", "--map-root-user"] if os.geteuid() else []), "--net"]
# Mounts in this namespace stay there. In a chroot the root directory is no mount, whose propagation unshare
# could change.
APART = [*UNSHARE, "--mount", "--propagation", "unchanged"]
PRIVATE = "mount --make-private /dev/shm; mount -t tmpfs none /dev/shm"

# TUNSETIFF of a TUN device, TUNSETPERSIST.
PERSISTENT_DEVICE = """
import fcntl, os, struct
device = os.open("/dev/net/tun", os.O_RDWR)
fcntl.ioctl(device, 0x400454CA, struct.pack("16sH22x", b"left0", 1))
fcntl.ioctl(device, 0x400454CB, 1)
"""

# The command, whether apart, the exit status and what is said. A command ends after it has made
# the thing that it leaves behind.
CASES = {
    "nothing": (["true"], False, 0, None),
    "its exit status": (["sh", "-c", "exit 3"], False, 3, None),
    "a signal": (["sh", "-c", "kill -9 $$"], False, 137, None),
    "a process that ends soon": (["sh", "-c", "sleep 1 &"], False, 0, None),
    "a process": (["sh", "-c", "setsid -f sleep 61"], False, 1, "left behind: process"),
    "a namespace": (
        [*UNSHARE, "setsid", "-f", "sleep", "62"],
        False, 1, "left behind: namespace net:",
    ),
    "a namespace held open": (
        ["sh", "-c", f"{' '.join(UNSHARE)} sh -c 'exec setsid -f sleep 63 9</proc/self/ns/net'"],
        False, 1, "left behind: namespace net:",
    ),
    "a mounted namespace": (
        ["sh", "-c", f"{PRIVATE}; touch /dev/shm/net; unshare --net=/dev/shm/net true"],
        True, 1, "at /dev/shm/net",
    ),
    "a page": (
        ["sh", "-c", 'mkdir "$TSL_PAGE_DIR/tsl-1"; touch "$TSL_PAGE_DIR/tsl-1/64"'],
        False, 1, "left behind: page",
    ),
    "a device": ([sys.executable, "-c", PERSISTENT_DEVICE], True, 1, "network device left0"),
}


def fails(name, command, apart, status, said):
    whole = [*(APART if apart else []), sys.executable, str(UNCHANGED), *command]
    with tempfile.TemporaryDirectory() as pages:
        result = subprocess.run(
            whole, capture_output=True, text=True, check=False,
            env={**os.environ, "TSL_PAGE_DIR": pages, **({"UNCHANGED_TIMEOUT": "2"} if said else {})},
        )
    right = result.returncode == status and (said in result.stderr if said else not result.stderr)
    print(f"{'ok' if right else 'not ok'} - {name}", flush=True)
    if not right:
        print(f"# exit status {result.returncode}\n{result.stderr}")
    return not right


# A process that is left behind becomes a child of this one. Other runs of this test have processes of their own.
unchanged.adopt_orphans()
print(f"1..{len(CASES) + 1}")
failures = [name for name, case in CASES.items() if fails(name, *case)]
tidy = not any(process.state != "Z" for process in unchanged.find_descendants())
print(f"{'ok' if tidy else 'not ok'} - what was left behind was ended")
sys.exit(1 if failures or not tidy else 0)
