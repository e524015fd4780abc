# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""A library's umbrella header includes exactly the public headers of its own prefix, and only public
headers export."""

import re

import tree


def check_umbrella(library, own):
    umbrella = library / (library.name + ".h")
    includes = re.findall(r"#include <([^>]+)>", tree.read(umbrella))
    wanted = {header.relative_to("lib").as_posix() for header in own if header != umbrella}
    generated = {
        path.relative_to("lib").as_posix().removesuffix(".in")
        for path in tree.find(".h.in", folders=(library,))
    }
    if "output: 'version.h'" in tree.read(library / "meson.build"):
        generated.add(f"{library.name}/version.h")
    missing = (wanted | generated) - set(includes)
    surplus = set(includes) - wanted - generated
    problems = [f"{umbrella}: {name} is not included" for name in sorted(missing)]
    problems += [f"{umbrella}: {name} is not public" for name in sorted(surplus)]
    if includes != sorted(includes):
        problems.append(f"{umbrella}: the includes are not sorted")
    return problems


def check_library(library, lists):
    public = [header for headers in lists.values() for header in headers]
    own = lists.get(library.name.replace("-", "_") + "_")
    problems = check_umbrella(library, own) if own else []
    for header in tree.find(".h", folders=(library,)):
        exports = re.search(r"^\w+_AVAILABLE_IN_", tree.read_code(header), re.MULTILINE)
        if exports and header not in public:
            problems.append(f"{header}: exports, but {library}/meson.build does not list it")
        if header in public and re.search(r"\bprivate\.h$", header.name):
            problems.append(f"{header}: is called private, but {library}/meson.build lists it")
    return problems


libraries = tree.find_headers()
tree.end([problem for item in libraries.items() for problem in check_library(*item)])
