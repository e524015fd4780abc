# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Lists what introspection data offers to other languages, as a plan of calls: every function with the types of the
arguments that a language passes, and how objects to call it with are made."""

import sys
import xml.etree.ElementTree as ElementTree

CORE = "{http://www.gtk.org/introspection/core/1.0}"
C = "{http://www.gtk.org/introspection/c/1.0}"
GLIB = "{http://www.gtk.org/introspection/glib/1.0}"
KINDS = ("constructor", "method", "function", "virtual-method")
OWNERS = ("class", "record", "interface", "enumeration", "bitfield")

# Waits for the user.
LEFT_OUT = ("print",)

# Types whose instances a type derived from them, or a method of another object, makes.
MADE_BY = {
    "Gscope.Clock": "Gscope.TestClock",
    "Gscope.Producer": ("Gscope.Signal", "create_producer"),
    "Gscope.Remote": "Gscope.ProgramRemote",
    "Gscope.Trace": ("Gscope.Signal", "get_trace"),
    "GscopeGtk.ViewSignal": ("GscopeGtk.View", "get_selected"),
    "GscopeGtk.Viewport": ("GscopeGtk.View", "get_viewport"),
}

SHARED = 40
# The kernel kills a real-time process that does not sleep.
LIMITING = ("realtime_begin",)


def qualify(namespace, name):
    return name if "." in name or name[0].islower() else f"{namespace}.{name}"


def describe_type(namespace, element):
    """Returns the name of a type; a list of one for an array."""
    array = element.find(f"{CORE}array")
    if array is not None:
        return [describe_type(namespace, array)]
    kind = element.find(f"{CORE}type")
    return "gpointer" if kind is None else qualify(namespace, kind.get("name", "gpointer"))


def list_arguments(namespace, callable_):
    """Returns the arguments that a language passes: without lengths of arrays, data of callbacks and what comes out."""
    parameters = callable_.findall(f"{CORE}parameters/{CORE}parameter")
    hidden = set()
    for place, parameter in enumerate(parameters):
        array = parameter.find(f"{CORE}array")
        if array is not None and array.get("length"):
            hidden.add(int(array.get("length")))
        for attribute in ("closure", "destroy"):
            if parameter.get(attribute) and int(parameter.get(attribute)) != place:
                hidden.add(int(parameter.get(attribute)))
    array = callable_.find(f"{CORE}return-value/{CORE}array")
    if array is not None and array.get("length"):
        hidden.add(int(array.get("length")))
    return [
        {
            "name": parameter.get("name"),
            "type": describe_type(namespace, parameter),
            "nullable": parameter.get("nullable") == "1" or parameter.get("allow-none") == "1",
        }
        for place, parameter in enumerate(parameters)
        if place not in hidden and parameter.get("direction") != "out"
    ]


def is_offered(kind, child):
    """PyGObject frees what an asynchronous virtual function calls back before it does; the methods work."""
    if child.get("name") in LEFT_OUT:
        return False
    hidden = ("introspectable", "0"), ("moved-to", child.get("moved-to")), ("shadowed-by", child.get("shadowed-by"))
    if any(value and child.get(name) == value for name, value in hidden):
        return False
    return not (kind == "virtual-method" and child.get("name").endswith("_async"))


def check_lengths(child):
    """A language gives each array a length of its own."""
    lengths = [array.get("length") for array in child.findall(f"{CORE}parameters/{CORE}parameter/{CORE}array")]
    lengths = [length for length in lengths if length]
    if len(set(lengths)) < len(lengths):
        sys.exit(f"{child.get(C + 'identifier')}: two arrays have one length")


def list_callables(namespace, owner, element):
    for kind in KINDS:
        for child in element.findall(CORE + kind):
            if not is_offered(kind, child):
                continue
            check_lengths(child)
            yield {
                "kind": kind,
                "namespace": namespace,
                "owner": owner,
                "name": child.get("shadows", child.get("name")),
                "arguments": list_arguments(namespace, child),
            }


def read(path):
    """Returns the calls, the types that instances can be of, and the names of enumerations."""
    namespace_element = ElementTree.parse(path).getroot().find(f"{CORE}namespace")
    namespace = namespace_element.get("name")
    calls = list(list_callables(namespace, None, namespace_element))
    types, enumerations = {}, []
    for tag in OWNERS:
        for element in namespace_element.findall(CORE + tag):
            name = element.get("name")
            if element.get(f"{GLIB}is-gtype-struct-for") or element.get("introspectable") == "0":
                continue
            own = list(list_callables(namespace, name, element))
            calls += own
            if tag in ("enumeration", "bitfield"):
                enumerations.append(f"{namespace}.{name}")
                continue
            types[f"{namespace}.{name}"] = {
                "object": tag == "class",
                "abstract": element.get("abstract") == "1",
                "constructors": [call for call in own if call["kind"] == "constructor"],
                "made-by": MADE_BY.get(f"{namespace}.{name}"),
            }
    return calls, types, enumerations


def read_all(paths):
    plan = {"calls": [], "types": {}, "enumerations": []}
    for path in paths:
        calls, types, enumerations = read(path)
        plan["calls"] += calls
        plan["types"] |= types
        plan["enumerations"] += enumerations
    return plan


def list_attempts(plan, only=""):
    """Yields each call with ordinary and with empty arguments, on an ordinary and on a bare object."""
    rows = list(plan["calls"])
    for kind, how in plan["types"].items():
        if how["object"] and not how["abstract"]:
            namespace, owner = kind.split(".")
            rows.append({"kind": "properties", "namespace": namespace, "owner": owner, "name": "(properties)",
                         "arguments": []})
    for row in rows:
        prefix = "do_" if row["kind"] == "virtual-method" else ""
        title = ".".join(part for part in (row["namespace"], row["owner"], prefix + row["name"]) if part)
        if only not in title:
            continue
        has_instance = row["kind"] in ("method", "virtual-method", "properties")
        for bare in (False, True)[:1 + has_instance]:
            for empty in (False, True)[:1 + bool(row["arguments"])]:
                words = " of a bare object" * bare + ", empty arguments" * empty
                yield row | {"bare": bare, "empty": empty, "title": title + words}


def find_end(rows, begin):
    """Returns the end of the calls that share a process with the first one: at most SHARED, and none after one that limits
    the process."""
    end = min(begin + SHARED, len(rows))
    return next((i + 1 for i in range(begin, end) if rows[i]["name"] in LIMITING), end)
