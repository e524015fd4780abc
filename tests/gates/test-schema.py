# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""The tests of the schemas find a mistake in a schema. Called with the folder of the tests, protocol.json, the OpenAPI
document, docs/protocol.md, and a program that sends messages and one that sends requests."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER, PROTOCOL, OPENAPI, PAGE, MESSAGES, REQUESTS = sys.argv[1:]


def remove_kind(schema):
    del schema["properties"]["beat"]


def add_member(schema):
    schema["$defs"]["beat"]["properties"]["volume"] = {"type": "number"}


def remove_member(schema):
    del schema["$defs"]["source"]["properties"]["state"]


def narrow_type(schema):
    schema["$defs"]["version"] = {"const": 3}


def add_word(schema):
    schema["$defs"]["loss-cause"]["enum"].append("eaten")


def remove_path(document):
    del document["paths"]["/v1/health"]


def remove_status(document):
    del document["paths"]["/v1/sources"]["get"]["responses"]["200"]


def require_more(document):
    document["components"]["schemas"]["problem"]["required"].append("remedy")


def add_operation(document):
    document["paths"]["/v1/sources"]["delete"] = {"operationId": "forget", "summary": "Forgets.", "responses": {}}


def break_reference(document):
    document["paths"]["/v1/query"]["get"]["parameters"].append({"$ref": "#/components/parameters/gone"})


CASES = [
    ("messages", remove_kind, "kind beat: only one of"),
    ("messages", add_member, "no message with beat.volume"),
    ("messages", remove_member, "'state' was unexpected"),
    ("messages", narrow_type, "3 was expected"),
    ("messages", add_word, "loss-cause eaten: only one of"),
    ("openapi", remove_path, "GET /v1/health 200: the document has no such operation"),
    ("openapi", remove_status, "GET /v1/sources 200: the document has no such status"),
    ("openapi", require_more, "'remedy' is a required property"),
    ("openapi", add_operation, "delete /v1/sources is not answered in the tests"),
    ("openapi", break_reference, "#/components/parameters/gone is not in the document"),
]


def run(test, change, folder):
    paths = {"messages": PROTOCOL, "openapi": OPENAPI}
    schema = json.loads(Path(paths[test]).read_text(encoding="utf-8"))
    change(schema)
    paths[test] = Path(folder, "schema.json")
    paths[test].write_text(json.dumps(schema), encoding="utf-8")
    program = MESSAGES if test == "messages" else REQUESTS
    command = [sys.executable, Path(FOLDER, f"test-{test}.py"), paths["messages"], paths["openapi"], PAGE, program]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def main():
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        for test, change, part in CASES:
            result = run(test, change, folder)
            if result.returncode == 0 or part not in result.stdout:
                failures.append(f"{change.__name__}: “{part}” is not in:\n{result.stdout[:2000]}{result.stderr[:2000]}")
    sys.exit("\n".join(failures) or 0)


main()
