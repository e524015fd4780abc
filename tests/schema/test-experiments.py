# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Ready-made experiments fit the schema of experiments, and the schema knows every key that the reader knows."""

import re
import sys
from pathlib import Path

import schemas

schema_path, reader_folder, *experiments = sys.argv[1:]
schema = schemas.load(schema_path)
problems = []
for path in experiments:
    for error in schemas.Validator(schema).iter_errors(schemas.load(path)):
        problems.append(f"{path}: {'/'.join(map(str, error.path))}: {error.message}")

# A reader asks for each key as its second argument.
KEY = re.compile(r'\b(?:gscope_reader|gscope_experiment_read|read|require)_\w+ \(&?\w+,\s*"([\w$-]+)"')
known = {key for node in schemas.list_schemas(schema) for key in node.get("properties", {})}
asked = set()
for name in ("read.c", "points.c"):
    asked.update(KEY.findall((Path(reader_folder) / name).read_text(encoding="utf-8")))
problems += [f"{schema_path}: the reader asks for “{key}”" for key in sorted(asked - known)]
problems += [f"{schema_path}: no reader asks for “{key}”" for key in sorted(known - asked)]
print("\n".join(problems) or f"{len(experiments)} experiments, {len(asked)} keys")
sys.exit(bool(problems) or not experiments)
