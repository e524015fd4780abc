# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Writes the OpenAPI document of an agent: rest.json, with the definitions of protocol.json that it uses.

Every operation also gets the responses of problems. Usage: make-openapi.py VERSION rest.json protocol.json OUTPUT"""

import json
import sys

PREFIX = "protocol.json#/$defs/"
LOCAL = "#/$defs/"
TARGET = "#/components/schemas/"
METHODS = ("get", "put", "post")


def find_references(node):
    if isinstance(node, dict):
        if isinstance(node.get("$ref"), str):
            yield node
        for child in node.values():
            yield from find_references(child)
    elif isinstance(node, list):
        for child in node:
            yield from find_references(child)


def take(name, definitions, schemas, taken):
    """Adds a definition to the schemas, and those it uses. A schema of the document has the name first."""
    target = f"protocol-{name}" if name in schemas and name not in taken else name
    if taken.setdefault(name, target) in schemas:
        return taken[name]
    schema = json.loads(json.dumps(definitions[name]))
    schemas[taken[name]] = schema
    for reference in find_references(schema):
        used = reference["$ref"].removeprefix(LOCAL)
        reference["$ref"] = TARGET + take(used, definitions, schemas, taken)
    return taken[name]


def bundle(document, definitions):
    schemas = document["components"]["schemas"]
    taken = {}
    for reference in list(find_references(document)):
        if reference["$ref"].startswith(PREFIX):
            name = reference["$ref"].removeprefix(PREFIX)
            reference["$ref"] = TARGET + take(name, definitions, schemas, taken)


def add_problems(document):
    for item in document["paths"].values():
        for method in METHODS:
            if method in item:
                item[method]["responses"]["4XX"] = {"$ref": "#/components/responses/problem"}
                item[method]["responses"]["5XX"] = {"$ref": "#/components/responses/problem"}


def main():
    version, rest, protocol, output = sys.argv[1:]
    with open(rest, encoding="utf-8") as file:
        document = json.load(file)
    with open(protocol, encoding="utf-8") as file:
        definitions = json.load(file)["$defs"]
    document["info"]["version"] = version
    bundle(document, definitions)
    add_problems(document)
    with open(output, "w", encoding="utf-8") as file:
        json.dump(document, file, indent=1, ensure_ascii=False)
        file.write("\n")


main()
