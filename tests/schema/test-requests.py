# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Every request and answer of the tests, and every example of the section “Requests” in docs/protocol.md, obeys the schema,
and each member of the schema is in one of the tests and documented.

Called with the schema, docs/protocol.md and the program of the tests."""

import json
import re
import sys

import schemas

SECTION = re.compile(r"^#### Requests\n(.*?)(?=^##)", re.MULTILINE | re.DOTALL)
EXAMPLE = re.compile(r"^    \{\n.*?^    \}$", re.MULTILINE | re.DOTALL)
ENUMERATIONS = ("call.verb",)


def check(instances, document, where):
    """Returns the problems of instances, and of members that none of them has."""
    validator = schemas.Validator(schemas.close(json.loads(json.dumps(document))))
    coverage = schemas.Coverage(document)
    problems = []
    for instance in instances:
        problems += [f"{where}: {schemas.describe(error)}: {instance}" for error in validator.iter_errors(instance)]
        for kind, member in instance.items():
            coverage.seen.add(kind)
            coverage.note(document["properties"][kind], member)
    for kind, schema in document["properties"].items():
        if kind not in coverage.seen:
            problems.append(f"{where}: no {kind}")
        problems += [f"{where}: nothing with {path}" for path in coverage.list_missing(schema, kind, ENUMERATIONS)]
    return problems


def main():
    path, documentation, program = sys.argv[1:]
    document = schemas.load(path)
    schemas.Validator.check_schema(document)
    section = SECTION.search(open(documentation, encoding="utf-8").read()).group(1)
    lines = schemas.run([program], "GSCOPE_TEST_REQUESTS")
    if not lines:
        print("there is no NATS")
        sys.exit(77)
    examples = [json.loads(text) for text in EXAMPLE.findall(section)]
    messages = [json.loads(line) for line in lines]
    problems = check(messages, document, "tests")
    problems += check(examples, document, "docs/protocol.md")
    problems += [f"docs/protocol.md: the tests send no {json.dumps(example)}" for example in examples
                 if ("call" in example or "query" in example) and example not in messages]
    print(f"{len(lines)} requests and answers, {len(examples)} examples")
    schemas.end(problems)


main()
