# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""A program under test: what it writes, how it ends. Nothing is waited for without end."""

import codecs
import os
import subprocess
import tempfile
import time

TIMEOUT = 30.0


class Failure(Exception):
    """A sentence that says what was not as it should be."""


def wait_for(what, ready):
    end = time.monotonic() + TIMEOUT
    while not (found := ready()):
        if time.monotonic() > end:
            raise Failure(f"{what}: not within {TIMEOUT:.0f} s")
        time.sleep(0.02)
    return found


class Program:
    """A program that was started, with all that it writes."""

    def __init__(self, *command):
        self.output = tempfile.TemporaryFile()
        self.process = subprocess.Popen(command, stdout=self.output, stderr=subprocess.STDOUT)

    def read(self):
        """Returns what it has written so far. The offset of the file stays as it is, because the program writes there; a
        character that is not complete yet is left out."""
        fd = self.output.fileno()
        return codecs.utf_8_decode(os.pread(fd, os.fstat(fd).st_size, 0))[0]

    def began(self, word):
        """Waits until it has written the word that it is known to begin with."""
        wait_for("the start", lambda: word in self.read() or self.process.poll() is not None)
        if self.process.poll() is not None:
            raise Failure(f"ended with {self.process.returncode} at its start: {self.read()}")

    def ended(self, status, *words):
        """Waits for its end and returns what it wrote, which has to contain the words."""
        try:
            self.process.wait(TIMEOUT)
        except subprocess.TimeoutExpired as error:
            raise Failure(f"still running after {TIMEOUT:.0f} s") from error
        text = self.read()
        if self.process.returncode != status:
            raise Failure(f"exit status {self.process.returncode}, not {status}: {text}")
        missing = [word for word in words if word not in text]
        if missing:
            raise Failure(f"not a word of {missing}: {text}")
        return text
