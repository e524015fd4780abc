# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""What the tests of this folder share: schemas, what they describe, and what the tests' programs said."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import jsonschema
except ImportError:
    sys.exit("Python has no module jsonschema. Install python3-jsonschema.")

Validator = jsonschema.Draft202012Validator
# The time of one program, shorter than that of the test, which would not say which program hangs.
PROGRAM_SEC = 60


def load(path):
    return json.loads(Path(path).read_text(encoding="utf-8"))


def list_schemas(node):
    """Yields all objects of a document."""
    if isinstance(node, dict):
        yield node
        for child in node.values():
            yield from list_schemas(child)
    elif isinstance(node, list):
        for child in node:
            yield from list_schemas(child)


def close(document):
    """Has the schemas of a document refuse members that they do not describe. Other programs ignore them."""
    for schema in list(list_schemas(document)):
        children = [schema.get("items"), *schema["properties"].values()] if isinstance(schema.get("properties"), dict) \
            else [schema.get("items")]
        for child in children:
            if isinstance(child, dict) and "additionalProperties" not in child:
                child["unevaluatedProperties"] = False
    return document


def find(document, reference):
    node = document
    for part in reference.removeprefix("#/").split("/"):
        node = node[part.replace("~1", "/").replace("~0", "~")]
    return node


class Coverage:
    """The members of a document's schemas that instances had."""

    def __init__(self, document):
        self.document = document
        self.seen = set()

    def note(self, schema, instance):
        if "$ref" in schema:
            self.note(find(self.document, schema["$ref"]), instance)
        for part in schema.get("allOf", []):
            self.note(part, instance)
        for part in schema.get("anyOf", []):
            if not list(self.make_validator(part).iter_errors(instance)):
                self.note(part, instance)
        if isinstance(instance, dict):
            for name, child in schema.get("properties", {}).items():
                if name in instance:
                    self.seen.add((id(schema), name))
                    self.note(child, instance[name])
        if isinstance(instance, list) and "items" in schema:
            for item in instance:
                self.note(schema["items"], item)
        if "enum" in schema:
            self.seen.add((id(schema), instance))

    def make_validator(self, schema):
        return Validator(schema, resolver=jsonschema.RefResolver.from_schema(self.document))

    def list_missing(self, root, path, enums=()):
        """Yields the members below a schema that no instance had, and the values of enumerations of these paths."""
        for name, child in root.get("properties", {}).items():
            if (id(root), name) not in self.seen:
                yield f"{path}.{name}"
            elif child is not True:
                yield from self.list_missing(child, f"{path}.{name}", enums)
        if isinstance(root.get("items"), dict):
            yield from self.list_missing(root["items"], f"{path}[]", enums)
        for part in root.get("allOf", []) + root.get("anyOf", []):
            if "if" not in part:
                yield from self.list_missing(part, path, enums)
        if "$ref" in root:
            yield from self.list_missing(find(self.document, root["$ref"]), path, enums)
        if path in enums:
            yield from (f"{path} = {value}" for value in root.get("enum", []) if (id(root), value) not in self.seen)


def decode(output):
    """Returns the text of an output that was cut off, which Python has as bytes, or as nothing."""
    return (output or b"").decode("utf-8", "replace")


def run(programs, variable):
    """Runs programs, and returns the different lines that they write to the file of a variable."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "log")
        log.touch()
        for program in programs:
            environment = {**os.environ, variable: str(log)}
            try:
                result = subprocess.run(
                    [program], env=environment, capture_output=True, text=True, check=False, timeout=PROGRAM_SEC
                )
            except subprocess.TimeoutExpired as late:
                sys.exit(f"{program} did not end within {PROGRAM_SEC} s:\n{decode(late.stdout)}{decode(late.stderr)}")
            if result.returncode != 0:
                sys.exit(f"{program} failed:\n{result.stdout}{result.stderr}")
        return list(dict.fromkeys(log.read_text(encoding="utf-8").splitlines()))


def describe(error):
    path = "/".join(str(part) for part in error.absolute_path)
    return f"{path}: {error.message}"


def end(problems):
    for problem in problems[:200]:
        print(problem)
    sys.exit(1 if problems else 0)
