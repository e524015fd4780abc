# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""The OpenAPI document is valid, and describes every answer of the tests of an agent's HTTP: each operation answers in the
tests, and each member of the schemas occurs. Metrics are parsed by the strict parser of prometheus_client.

Called with the protocol's schema, the OpenAPI document, docs/protocol.md and the programs of the tests."""

import json
import re
import sys

import schemas

try:
    from prometheus_client.openmetrics.parser import text_string_to_metric_families
except ImportError:
    sys.exit("Python has no module prometheus_client. Install python3-prometheus-client.")

METHODS = {"get", "put", "post", "delete", "options", "head", "patch", "trace"}
PLACES = {"query", "header", "path", "cookie"}

# The parts of the OpenAPI specification 3.1.0 that the document uses.
OPERATION = {
    "type": "object",
    "required": ["operationId", "summary", "responses"],
    "additionalProperties": False,
    "properties": {
        "operationId": {"type": "string"}, "summary": {"type": "string"}, "description": {"type": "string"},
        "parameters": {"type": "array", "items": {"$ref": "#/$defs/parameter"}},
        "requestBody": {
            "type": "object", "required": ["content"], "additionalProperties": False,
            "properties": {"required": {"type": "boolean"}, "content": {"$ref": "#/$defs/content"}},
        },
        "responses": {
            "type": "object", "minProperties": 1, "additionalProperties": False,
            "patternProperties": {"^([1-5][0-9][0-9]|[1-5]XX)$": {"$ref": "#/$defs/response"}},
        },
    },
}
DOCUMENT = {
    "type": "object",
    "required": ["openapi", "info", "paths"],
    "additionalProperties": False,
    "properties": {
        "openapi": {"const": "3.1.0"},
        "info": {
            "type": "object", "required": ["title", "version"], "additionalProperties": False,
            "properties": {
                "title": {"type": "string"}, "summary": {"type": "string"}, "description": {"type": "string"},
                "version": {"type": "string"},
                "license": {"type": "object", "required": ["name"], "additionalProperties": {"type": "string"}},
            },
        },
        "servers": {"type": "array", "items": {"type": "object", "required": ["url"]}},
        "security": {"type": "array", "items": {"type": "object", "additionalProperties": {"type": "array"}}},
        "paths": {
            "type": "object", "additionalProperties": False,
            "patternProperties": {"^/": {
                "type": "object", "additionalProperties": False,
                "properties": {
                    "parameters": {"type": "array", "items": {"$ref": "#/$defs/parameter"}},
                    **{method: {"$ref": "#/$defs/operation"} for method in METHODS},
                },
            }},
        },
        "components": {
            "type": "object", "additionalProperties": False,
            "properties": {
                name: {"type": "object", "propertyNames": {"pattern": "^[a-zA-Z0-9._-]+$"}, "additionalProperties": schema}
                for name, schema in {
                    "schemas": {"type": ["object", "boolean"]}, "responses": {"$ref": "#/$defs/response"},
                    "parameters": {"$ref": "#/$defs/parameter"}, "headers": {"type": "object"},
                    "securitySchemes": {
                        "type": "object", "required": ["type"],
                        "properties": {"type": {"enum": ["apiKey", "http", "mutualTLS", "oauth2", "openIdConnect"]}},
                        "if": {"properties": {"type": {"const": "http"}}}, "then": {"required": ["scheme"]},
                    },
                }.items()
            },
        },
    },
    "$defs": {
        "operation": OPERATION,
        "content": {
            "type": "object", "propertyNames": {"pattern": "^[^/]+/[^/]+$"},
            "additionalProperties": {"type": "object", "required": ["schema"]},
        },
        "response": {
            "type": "object", "if": {"not": {"required": ["$ref"]}}, "then": {"required": ["description"]},
            "additionalProperties": False,
            "properties": {
                "$ref": {"type": "string"}, "description": {"type": "string"}, "headers": {"type": "object"},
                "content": {"$ref": "#/$defs/content"},
            },
        },
        "parameter": {
            "type": "object", "if": {"not": {"required": ["$ref"]}}, "then": {"required": ["name", "in", "schema"]},
            "additionalProperties": False,
            "properties": {
                "$ref": {"type": "string"}, "name": {"type": "string"}, "in": {"enum": sorted(PLACES)},
                "required": {"type": "boolean"}, "description": {"type": "string"}, "style": {"const": "form"},
                "explode": {"type": "boolean"}, "schema": {"type": "object"},
            },
        },
    },
}


def list_operations(document):
    for path, item in document["paths"].items():
        for method in METHODS & set(item):
            yield path, method, item[method], item.get("parameters", []) + item[method].get("parameters", [])


def list_references(document):
    return {node["$ref"] for node in schemas.list_schemas(document) if isinstance(node.get("$ref"), str)}


def check_references(document):
    for reference in sorted(list_references(document)):
        try:
            schemas.find(document, reference)
        except KeyError:
            yield f"{reference} is not in the document"


def check_document(document):
    for error in schemas.Validator(DOCUMENT).iter_errors(document):
        yield schemas.describe(error)
    for name, schema in document["components"]["schemas"].items():
        for error in schemas.Validator(schemas.Validator.META_SCHEMA).iter_errors(schema):
            yield f"schema {name}: {schemas.describe(error)}"
    used = list_references(document)
    for kind, items in document["components"].items():
        for name in items:
            if kind != "securitySchemes" and not name.startswith("event-") and f"#/components/{kind}/{name}" not in used:
                yield f"components/{kind}/{name} is not used"
    names = [operation["operationId"] for _, _, operation, _ in list_operations(document)]
    if len(names) != len(set(names)):
        yield "two operations have one operationId"
    for path, method, _, parameters in list_operations(document):
        resolved = [schemas.find(document, p["$ref"]) if "$ref" in p else p for p in parameters]
        if {p["name"] for p in resolved if p["in"] == "path"} != set(re.findall(r"\{(\w+)\}", path)):
            yield f"{method} {path}: its parameters are not those of the path"


class Answers:
    """The answers of the tests."""

    def __init__(self, document):
        self.document = document
        self.closed = schemas.close(json.loads(json.dumps(document)))
        self.resolver = schemas.jsonschema.RefResolver.from_schema(self.closed)
        self.coverage = schemas.Coverage(document)
        self.operations = set()
        self.types = set()
        self.events = set()

    def find_path(self, path):
        for pattern in self.document["paths"]:
            if re.fullmatch(re.sub(r"\{\w+\}", ".+", pattern), path):
                return pattern
        return None

    def check_instance(self, reference, instance, where):
        schema = {"$ref": reference, "unevaluatedProperties": False}
        for error in schemas.Validator(schema, resolver=self.resolver).iter_errors(instance):
            yield f"{where}: {schemas.describe(error)}: {json.dumps(instance)[:200]}"
        self.coverage.note({"$ref": reference}, instance)

    def check_content(self, content, media_type, text, where):
        if media_type not in content:
            yield f"{where}: the document has no type {media_type}"
        elif media_type.endswith("json"):
            schema = content[media_type]["schema"]
            if "$ref" in schema:
                yield from self.check_instance(schema["$ref"], json.loads(text), where)

    def check(self, line):
        path, method = self.find_path(line["path"]), line["method"].lower()
        where = f"{line['method']} {line['path']} {line['status']}"
        problem = self.document["components"]["responses"]["problem"]["content"]
        operation = self.document["paths"].get(path, {}).get(method)
        if not operation:
            # the WebSocket is no resource of the document, and answers other requests by a problem
            if line["status"] not in (404, 405) and (line["path"], line["status"]) != ("/v1", 400):
                yield f"{where}: the document has no such operation"
            yield from self.check_content(problem, line["type"], line["answer"], where)
            return
        response = operation["responses"].get(str(line["status"])) or operation["responses"].get(f"{line['status'] // 100}XX")
        if not response:
            yield f"{where}: the document has no such status"
        elif "$ref" in response:
            yield from self.check_content(problem, line["type"], line["answer"], where)
        elif "content" in response:
            self.operations.add(operation["operationId"])
            self.types.add((operation["operationId"], line["type"]))
            yield from self.check_content(response["content"], line["type"], line["answer"], where)
            if "body" in line:
                yield from self.check_content(operation["requestBody"]["content"], "application/json", line["body"], where)
        if line.get("type") == "application/openmetrics-text":
            yield from check_metrics(line["answer"])

    def check_events(self, text):
        for event in re.findall(r"id: [0-9a-f]{8}-\d+\nevent: (\w+)\ndata: (.*)\n\n", text):
            self.operations.add("readEvents")
            self.types.add(("readEvents", "text/event-stream"))
            self.events.add(event[0])
            yield from self.check_instance(f"#/components/schemas/event-{event[0]}", json.loads(event[1]), "event")

    def list_missing(self):
        for path, method, operation, _ in list_operations(self.document):
            name = operation["operationId"]
            if name not in self.operations:
                yield f"{method} {path} is not answered in the tests"
            for media_type in operation["responses"].get("200", {}).get("content", {}):
                if (name, media_type) not in self.types:
                    yield f"{method} {path} never answers with {media_type} in the tests"
        for name, schema in self.document["components"]["schemas"].items():
            if name.startswith("event-") and name.removeprefix("event-") not in self.events:
                yield f"no {name} in the tests"
            if f'"#/components/schemas/{name}"' in json.dumps(self.document["paths"]) or name.startswith("event-"):
                yield from (f"no answer of the tests has {path}" for path in self.coverage.list_missing(schema, name))


def check_metrics(text):
    """The strict parser raises an error for text that breaks a rule."""
    families = list(text_string_to_metric_families(text))
    if not any(family.unit for family in families):
        yield "metrics: no family has a unit"
    for family in families:
        if family.unit and not family.name.endswith(f"_{family.unit}"):
            yield f"metrics: {family.name} does not end with {family.unit}"


def main():
    _, path, _, *programs = sys.argv[1:]
    document = schemas.load(path)
    problems = list(check_references(document))
    if problems:
        schemas.end(problems)
    problems += check_document(document)
    answers = Answers(document)
    for line in map(json.loads, schemas.run(programs, "GSCOPE_TEST_HTTP")):
        problems += answers.check_events(line["events"]) if "events" in line else answers.check(line)
    problems += answers.list_missing()
    schemas.end(problems)


main()
