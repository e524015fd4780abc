# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Every message that the programs of share and agent send in the tests, and every example of docs/protocol.md, obeys the
schema. Each kind of message and each member of the schema is in a message of the tests, and documented.

Called with the schema, the OpenAPI document, docs/protocol.md and the programs of the tests."""

import json
import re
import sys

import schemas

EXAMPLE = re.compile(r'^    (\{".*\})$', re.MULTILINE)
SECTION = re.compile(r"^### (\w+)\n(.*?)(?=^##)", re.MULTILINE | re.DOTALL)
MEMBER = re.compile(r"^\| ((?:`[\w-]+`(?:, )?)+) \|", re.MULTILINE)

# The enumerations of which the tests send each value.
ENUMERATIONS = ("call.verb", "step.clock", "source.state")


def note(message, document, coverage):
    for kind, instance in message.items():
        if kind in document["properties"]:
            coverage.seen.add(kind)
            coverage.note(document["properties"][kind], instance)


def check(texts, document, coverage, where):
    validator = schemas.Validator(schemas.close(json.loads(json.dumps(document))))
    reported = set()
    for text in texts:
        message = json.loads(text)
        for error in validator.iter_errors(message):
            if schemas.describe(error) not in reported:
                yield f"{where}: {schemas.describe(error)}: {text[:200]}"
            reported.add(schemas.describe(error))
        note(message, document, coverage)


def note_received(texts, document, coverage):
    """Notes messages that tests wrote by hand, unless they are wrong on purpose."""
    validator = schemas.Validator(schemas.close(json.loads(json.dumps(document))))
    for text in texts:
        try:
            message = json.loads(text)
        except ValueError:
            continue
        if validator.is_valid(message):
            note(message, document, coverage)


def list_missing(document, coverage, where):
    for kind, schema in document["properties"].items():
        if kind not in coverage.seen:
            yield f"{where}: no message of the kind {kind}"
        else:
            yield from (f"{where}: no message with {path}"
                        for path in coverage.list_missing(schema, kind, ENUMERATIONS))


def check_words(lines, document):
    """The schema has the words that the programs know, and no others."""
    known = {name: schema["enum"] for name, schema in document["$defs"].items() if "enum" in schema}
    known["kind"] = list(document["properties"])
    known["verb"] = document["$defs"]["call"]["properties"]["verb"]["enum"]
    for words in map(json.loads, lines):
        for name in set(known) | set(words):
            for word in set(known.get(name, [])) ^ set(words.get(name, [])):
                yield f"{name} {word}: only one of the programs and protocol.json has it"


def list_members(document, schema):
    """Yields the members that the section of a kind has to document."""
    if "$ref" in schema:
        yield from list_members(document, schemas.find(document, schema["$ref"]))
    for part in schema.get("allOf", []):
        yield from list_members(document, part)
    for name, child in schema.get("properties", {}).items():
        yield name
        yield from list_members(document, child)
    if "items" in schema:
        yield from list_members(document, schema["items"])


def check_sections(text, document):
    """Each kind has a section, with a table of all its members and an example."""
    sections = dict(SECTION.findall(text[max(0, text.find("\n## Messages\n")):] + "\n##"))
    for kind, schema in document["properties"].items():
        section = sections.get(kind, "")
        found = {name for cell in MEMBER.findall(section) for name in re.findall(r"`([\w-]+)`", cell)}
        for name in set(list_members(document, schema)) ^ found:
            yield f"docs/protocol.md: section {kind}: {name} is only in one of the table and the schema"
        if not re.search(rf'^    \{{"{kind}": ', section, re.MULTILINE):
            yield f"docs/protocol.md: section {kind} has no example"


def main():
    path, _, documentation, *programs = sys.argv[1:]
    document = schemas.load(path)
    schemas.Validator.check_schema(document)
    lines = schemas.run(programs, "GSCOPE_TEST_MESSAGES")
    messages = [line[1:] for line in lines if line.startswith(">")]
    text = open(documentation, encoding="utf-8").read()
    sent = schemas.Coverage(document)
    documented = schemas.Coverage(document)
    problems = list(check_words([line[1:] for line in lines if line.startswith("=")], document))
    problems += check(messages, document, sent, "tests")
    note_received([line[1:] for line in lines if line.startswith("<")], document, sent)
    problems += list_missing(document, sent, "tests")
    problems += check(EXAMPLE.findall(text), document, documented, "docs/protocol.md")
    problems += check_sections(text, document)
    print(f"{len(messages)} messages")
    schemas.end(problems)


main()
