# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""A file includes only what its place allows."""

import re
from pathlib import Path

import tree

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)

# The rooms of each artefact: a file includes its own room and those before it. A file without a room includes all rooms;
# rooms include the headers without a room that are for everybody.
ROOMS = {
    "lib/gscope": "trace clock signal trigger control source scope capture limit analysis sound step measure math document workspace text import chrome-json sysprof trace-dat files csv playback compare record experiment net carrier publish remote share nats access dial session http rest foxglove agent",
    "lib/gscope-gtk": "paint plot badge chrome limits handles view tables control analysis spectrum pane",
    "lib/tsl": "page guard timer sched latency tcp realrate quality",
    "plugins/tcp": "diag flows steering",
    "src/app": "programs compare session agents undo widgets fields captures signals parameters bars sound panes numbers dialogs limits experiments window batch",
    "src/tools": "commands",
    "src/mxtraf": "process link stream traffic engine cli",
    "src/workload": "media threads loads kinds run",
}

SCREEN = r"(gtk|gdk|gsk|pango|cairo|graphene|adwaita)\b"
NETWORK = r"(gio/g(\w*socket\w*|\w*network\w*|tls\w*|inet\w*)\.h|libsoup/|sys/socket\.h|netinet/)"

FORBIDDEN = [
    ("lib/", r"(plugins|app|agent)/", "a library knows no program or plugin"),
    ("lib/client/", r"(glib|gio|gobject|gscope/|json-glib/)", "a client depends on nothing"),
    ("lib/tsl/", r"(gio|gobject|gscope|json-glib|glib-object)\b", "libtsl has GLib alone"),
    ("lib/tsl/", SCREEN, "libtsl has no screen"),
    ("lib/mcap/", r"(gio|gobject|gscope|json-glib|glib-object|tsl)\b", "libmcap has GLib and compressors alone"),
    ("lib/mcap/", SCREEN, "libmcap has no screen"),
    ("lib/tsl-source/", SCREEN, "what plugins share has no screen"),
    ("lib/schedule-source/", SCREEN, "what plugins share has no screen"),
    ("lib/schedule-source/", r"tsl/", "it has libgscope and the events of lib/tsl-bpf"),
    ("lib/web-source/", SCREEN, "what plugins share has no screen"),
    ("lib/web-source/", r"tsl/", "it has libgscope alone"),
    ("lib/tsl-bpf/", r"(gio|gobject|gscope|json-glib|glib-object)\b", "it has GLib and libtsl alone"),
    ("lib/tsl-bpf/", SCREEN, "what plugins share has no screen"),
    ("lib/gscope/", SCREEN, "lib/gscope has no screen"),
    ("lib/gscope/", r"tsl/", "what is time-sensitive links libtsl beside"),
    ("lib/gscope/", r"gscope-gtk/", "lib/gscope has no screen"),
    ("lib/gscope-test/", SCREEN, "the test kit has no screen"),
    ("lib/gscope-test/", r"(gscope-gtk|tsl)/", "the test kit has libgscope alone"),
    ("lib/gscope/document/", r"gscope/(source|scope)/", "a document knows no live source or scope"),
    ("lib/gscope-gtk/", r"adwaita", "libadwaita belongs to the application"),
    ("lib/gscope-gtk/", NETWORK, "the widget has no sockets"),
    ("lib/gscope-gtk/", r"json-glib/", "the widget reads no files"),
    ("lib/gscope-gtk/", r"gscope/workspace/workspace\.h", "the widget reads no files"),
    ("plugins/", SCREEN, "a plugin has no screen: agents load it too"),
    ("plugins/", r"gscope-gtk/", "a plugin has no screen: agents load it too"),
    ("plugins/", r"app/", "a plugin does not know the application"),
    ("src/mxtraf/", SCREEN, "mxtraf has no screen"),
    ("src/workload/", SCREEN, "gscope-workload has no screen"),
    ("src/agent/", SCREEN, "gscoped has no screen"),
    ("src/decode/", SCREEN, "gscope-decode has no screen"),
    ("src/tools/", SCREEN, "gscopectl has no screen"),
    ("src/tsl-guard/", r"(gio|gobject|gscope)\b", "tsl-guard has libtsl alone"),
]


def find_room(artefact, path):
    """Returns the room of a file of an artefact; None where it is in none."""
    parts = path.relative_to(artefact).parts
    return parts[0] if len(parts) > 1 else None


def check_layer(path, include):
    artefact = next((place for place in ROOMS if path.is_relative_to(place)), None)
    if not artefact or path.parent == Path(artefact):
        return None
    library = Path(artefact).name
    if artefact.startswith("lib/") and include == f"{library}/{library}.h":
        return "the umbrella header is for users of the library"
    order = ROOMS[artefact].split()
    room = find_room(artefact, path)
    if room not in order:
        return f"{room}/ has no place in the order: {', '.join(order)}"
    target = Path("lib", include) if artefact.startswith("lib/") else Path(artefact, include)
    other = find_room(artefact, target) if target.is_relative_to(artefact) else None
    if other in order and order.index(other) > order.index(room):
        return f"{room} comes before {other}"
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
    headers = tree.find(".h", folders=("lib",))
    shared = {path for path in headers if path.parts[1] in ("schedule-source", "tsl-source", "tsl-bpf", "web-source") or path.parent == Path("lib")}
    internal = set(headers) - public - shared
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
