# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""A file includes only what its place allows."""

import re
from pathlib import Path

import tree

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)

# A sample's way through lib/gscope: each folder may include itself and those before it.
LAYERS = [
    "trace",
    "signal",
    "trigger",
    "control",
    "source",
    "scope",
    "analysis",
    "workspace",
    "text",
    "csv",
    "record",
    "net",
    "share",
]

SCREEN = r"(gtk|gdk|gsk|pango|cairo|graphene|adwaita)\b"
NETWORK = r"(gio/g(\w*socket\w*|\w*network\w*|tls\w*|inet\w*)\.h|libsoup/|sys/socket\.h|netinet/)"

FORBIDDEN = [
    ("lib/", r"(plugins|app|agent)/", "a library knows no program or plugin"),
    ("lib/client/", r"(glib|gio|gobject|gscope/|json-glib/)", "a client depends on nothing"),
    ("lib/tsl/", r"(gio|gobject|gscope|json-glib|glib-object)\b", "libtsl has GLib alone"),
    ("lib/tsl/", SCREEN, "libtsl has no screen"),
    ("lib/tsl-source/", SCREEN, "what plugins share has no screen"),
    ("lib/tsl-bpf/", r"(gio|gobject|gscope|json-glib|glib-object)\b", "it has GLib and libtsl alone"),
    ("lib/tsl-bpf/", SCREEN, "what plugins share has no screen"),
    ("lib/gscope/", SCREEN, "lib/gscope has no screen"),
    ("lib/gscope/", r"tsl/", "what is time-sensitive links libtsl beside"),
    ("lib/gscope/", r"gscope-gtk/", "lib/gscope has no screen"),
    ("lib/gscope-gtk/", r"adwaita", "libadwaita belongs to the application"),
    ("lib/gscope-gtk/", NETWORK, "the widget has no sockets"),
    ("lib/gscope-gtk/", r"json-glib/", "the widget reads no files"),
    ("lib/gscope-gtk/", r"gscope/workspace/workspace\.h", "the widget reads no files"),
    ("plugins/", SCREEN, "a plugin has no screen: agents load it too"),
    ("plugins/", r"gscope-gtk/", "a plugin has no screen: agents load it too"),
    ("plugins/", r"app/", "a plugin does not know the application"),
    ("src/mxtraf/", SCREEN, "mxtraf has no screen"),
    ("src/workload/", SCREEN, "gscope-workload has no screen"),
    ("src/tsl-guard/", r"(gio|gobject|gscope)\b", "tsl-guard has libtsl alone"),
]


def check_layer(path, include):
    if path.parts[:2] != ("lib", "gscope") or path.name in ("gscope.h", "enums.c.in"):
        return None
    if include == "gscope/gscope.h":
        return "the umbrella header is for users of the library"
    match = re.match(r"gscope/(\w+)/", include)
    folder = path.parts[2] if len(path.parts) > 3 else None
    if folder and folder not in LAYERS:
        return f"{folder}/ has no place in the order: {', '.join(LAYERS)}"
    if match and LAYERS.index(match.group(1)) > (LAYERS.index(folder) if folder else -1):
        return f"{folder or path.name} comes before {match.group(1)}"
    return None


def check_privacy(path, include, public, internal):
    target = Path("lib", include)
    if target not in internal:
        return None
    if path in public:
        return "a public header includes public headers only"
    if path.parts[0] != "tests" and path.parts[:2] != target.parts[:2]:
        return "a private header stays in its library"
    return None


def main():
    libraries = tree.find_libraries()
    public = {header for headers in libraries.values() for header in headers}
    shared = set(tree.find(".h", folders=("lib/tsl-source", "lib/tsl-bpf"))) | {Path("lib/installed.h")}
    internal = set(tree.find(".h", folders=("lib",))) - public - shared
    problems = []
    for path in tree.find(".c", ".h", ".c.in", ".h.in"):
        for quote, include in INCLUDE.findall(tree.read_code(path)):
            reasons = [
                why
                for prefix, pattern, why in FORBIDDEN
                if path.as_posix().startswith(prefix) and re.match(pattern, include)
            ]
            reasons.append(check_layer(path, include))
            reasons.append(check_privacy(path, include, public, internal))
            if quote == '"' and path.parts[0] == "lib":
                reasons.append("libraries include as <library/folder/file.h>")
            problems += [f"{path}: {include}: {reason}" for reason in reasons if reason]
    tree.end(problems)


main()
