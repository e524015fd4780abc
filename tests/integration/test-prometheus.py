# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""The plugin prometheus with the server: test-prometheus.py TEST-PROGRAM

The server scrapes itself once a second. The test of the plugin then asks it for values, the past and an error."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "support"))
from web_server import await_answer, choose_port

SKIPPED = 77
PROGRAM = sys.argv[1]
SERVER = shutil.which("prometheus")
TIMEOUT = 60

CONFIG = """\
global:
  scrape_interval: 1s
scrape_configs:
  - job_name: self
    static_configs:
      - targets: ['127.0.0.1:{port}']
"""

if not SERVER:
    print("NOT TESTED: prometheus is not installed")
    sys.exit(SKIPPED)


def main():
    port = choose_port()
    address = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory(prefix="gscope-") as folder:
        config = Path(folder, "prometheus.yml")
        config.write_text(CONFIG.format(port=port), encoding="utf-8")
        with open(Path(folder, "log"), "wb") as log, subprocess.Popen(
            [SERVER, f"--config.file={config}", f"--storage.tsdb.path={folder}/data", f"--web.listen-address=127.0.0.1:{port}"],
            stdout=log, stderr=log, cwd=folder,
        ) as server:
            try:
                # values of a few seconds
                await_answer(f"{address}/api/v1/query?query=count_over_time(up%5B1m%5D)%20%3E%205", '"value"', [server])
                subprocess.run([PROGRAM, "-p", "/prometheus/server"], check=True, timeout=TIMEOUT,
                               env={**os.environ, "GSCOPE_TEST_PROMETHEUS": address})
            finally:
                server.terminate()


main()
