# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Every check of tests/style passes a small tree and fails when one mistake is added to the tree. Called with the
source directory and the names of the checks."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(sys.argv[1])
LICENSE = "/* SPDX-License-Identifier: LGPL-2.1-or-later */\n"
LATER = "TO" + "DO"
POLICY = "data/org.gscope.Gscope.policy.in"


class Tree:
    """A source directory and a build directory that a check can be called with."""

    def __init__(self, folder):
        self.source = folder / "source"
        self.build = folder / "build"
        self.build.mkdir(parents=True)
        self.add("lib/gscope/meson.build", LICENSE + "gscope_headers = [\n  'gscope.h',\n  'trace/good.h',\n]\n")
        self.add("lib/gscope/gscope.h", LICENSE + "#include <gscope/trace/good.h>\n")
        self.add("lib/gscope/trace/good.h", LICENSE + "GSCOPE_AVAILABLE_IN_1_0\nvoid gscope_good (void);\n")
        self.add(
            "lib/gscope/trace/good.c",
            LICENSE + "/**\n * gscope_good:\n *\n * Does nothing. Any thread may call it.\n *\n * Since: 1.0\n */\n",
        )
        self.add("docs/gscope/threads.md", "\n## Functions\n\n[func@Gscope.good]\n")
        self.add("tests/unit/test-threads.c", LICENSE + "gscope_good ();\n")
        for name in (".clang-format", "Makefile", "meson.build", "meson_options.txt"):
            shutil.copy(SOURCE / name, self.source)

    def add(self, path, text):
        file = self.source / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return file

    def append(self, path, text):
        file = self.source / path
        return self.add(path, file.read_text(encoding="utf-8") + text)

    def describe(self, *sources):
        """Writes what meson says of a build that compiles these files."""
        for path in sources:
            self.add(path, LICENSE + "int x;\n")
        targets = [{"target_sources": [{"sources": [str(self.source / path) for path in sources]}],
                    "name": "all", "type": "static library", "defined_in": "", "filename": []}]
        (self.build / "meson-info").mkdir(exist_ok=True)
        for name, content in {"targets": targets, "tests": [], "benchmarks": []}.items():
            file = self.build / "meson-info" / f"intro-{name}.json"
            file.write_text(json.dumps(content), encoding="utf-8")


def link_folders(tree, *names):
    """Has links to folders of the source in place of the small tree. A link for each file would take longer than the check."""
    shutil.rmtree(tree.source)
    tree.source.mkdir()
    for name in names:
        (tree.source / name).symlink_to(SOURCE / name)


def link_sources_with_actions(tree):
    link_folders(tree, "docs", "lib", "plugins", "src")
    tree.add(POLICY, (SOURCE / POLICY).read_text(encoding="utf-8"))


def link_features(tree):
    """Has the lists of tests besides links, and the names of the tests."""
    link_folders(tree, "docs", "lib", "src")
    for path in (SOURCE / "tests").rglob("meson.build"):
        tree.add(path.relative_to(SOURCE), path.read_text(encoding="utf-8"))
    for pattern in ("tests/**/test-*", "tests/examples/*.c"):
        for path in SOURCE.glob(pattern):
            tree.add(path.relative_to(SOURCE), "")


def link_application(tree):
    """Has links to the application beside the small tree, whose function the documentation shows."""
    (tree.source / "src").mkdir()
    subprocess.run(["cp", "-rs", SOURCE / "src/app", tree.source / "src"], check=True)
    tree.add("docs/page.md", "Call `gscope_good ()`.\n")


def copy_choices(tree):
    """Copies the pages of the manual, and the lists of choices that they have."""
    for name in ("docs/manual", "data/completions"):
        shutil.copytree(SOURCE / name, tree.source / name)
    for page in SOURCE.glob("data/*.1"):
        shutil.copy(page, tree.source / "data")
    for name in ("lib/gscope/document/view-settings.h", "lib/gscope/playback/format.c",
                 "lib/gscope/signal/aggregate.c", "lib/gscope/trigger/condition.c", "src/agent/options.c", "src/app/main.c",
                 "src/app/window/actions.c", "src/mxtraf/cli/options.c", "src/tools/options.c", "src/workload/main.c"):
        tree.add(name, (SOURCE / name).read_text(encoding="utf-8"))


def copy_translated_pages(tree):
    shutil.copytree(SOURCE / "docs/manual", tree.source / "docs/manual")
    shutil.copytree(SOURCE / "po", tree.source / "po")


def copy_formats(tree):
    """Copies the table of formats and the code that has their suffixes, and has the names of the tests."""
    for name in ("docs/manual/formats.json", "docs/manual/tables.py", "docs/manual/words.py", "lib/gscope/playback/format.c",
                 "lib/gscope/record/converters.c", "src/app/dialogs/chooser.c", "src/app/session/export.c"):
        tree.add(name, (SOURCE / name).read_text(encoding="utf-8"))
    for row in json.loads((SOURCE / "docs/manual/formats.json").read_text(encoding="utf-8")):
        for test in row["tests"]:
            tree.add(f"tests/unit/{test}.c", LICENSE)


def empty_lists_of_tests(tree):
    for path in (tree.source / "tests").rglob("meson.build"):
        path.write_text("", encoding="utf-8")


def prepare_compilation(tree):
    for path in ("lib/gscope/trace/good.h", "lib/gscope/gscope.h"):
        tree.add(path, LICENSE)
    commands = [{"directory": str(tree.source), "file": "lib/gscope/trace/good.c", "command": "cc -Ilib -c"}]
    (tree.build / "compile_commands.json").write_text(json.dumps(commands), encoding="utf-8")


def keep_compiled(tree):
    """Every file of the tree is one that the build compiles."""
    shutil.rmtree(tree.source / "tests")
    tree.describe("lib/gscope/trace/good.c")


def build_library(tree, code, version="1.0"):
    """Builds the library of the tree, shared and static, from code in place of its sources."""
    source = tree.add("lib/gscope/built.c", LICENSE + code)
    versions = tree.add("lib/gscope/built.map", f"GSCOPE_{version} {{ global: *; }};\n")
    for command in (["cc", "-shared", "-fPIC", f"-Wl,--version-script={versions}", "-o", "good.so", source],
                    ["cc", "-c", "-o", "good.o", source],
                    ["ar", "rcs", "good.a", "good.o"]):
        subprocess.run(command, cwd=tree.build, check=True)
    source.unlink()


def prepare_introspection(tree):
    """Has a command in the build directory that scans the header of the tree, as meson's does."""
    tree.add("lib/gscope/trace/good.h", LICENSE + "void gscope_good (void);\n")
    files = [tree.source / "lib/gscope/trace" / name for name in ("good.h", "good.c")]
    scanner = "g-ir-scanner --quiet --namespace=Gscope --nsversion=1 --header-only --identifier-prefix=Gscope " \
              "--symbol-prefix=gscope --output=$out $in"
    text = f"rule scan\n  command = {scanner}\nbuild Gscope-1.gir: scan {files[0]} {files[1]}\n"
    (tree.build / "build.ninja").write_text(text, encoding="utf-8")


def name_control(tree, name="Spielraum"):
    tree.add("po/de.po", f'msgid "Overshoot"\nmsgstr "Spielraum"\n\nmsgid "Move “Overshoot”"\nmsgstr "Bewegen Sie „{name}“"\n')


def translate(tree, text="%u Proben", languages="de\n"):
    """Has a translation of one message."""
    head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
    tree.add("po/de.po", f'{head}#, c-format\nmsgid "%u samples"\nmsgstr "{text}"\n')
    tree.add("po/LINGUAS", languages)


def document_missing_argument(tree):
    tree.add("lib/gscope/trace/good.c", LICENSE + "/**\n * gscope_good:\n * @x: nothing\n *\n * Does nothing.\n */\n")


def lengthen_function(tree):
    tree.append("lib/gscope/trace/good.c", "void\nlong_one (void)\n{\n" + "  work ();\n" * 81 + "}\n")


def fill_folder(tree):
    for i in range(31):
        tree.add(f"lib/gscope/trace/part-{i}.h", LICENSE)


FIELDS = """
typedef struct
{
  double level;
} Good;

static const GscopeField good_fields[] = {
  { "level", .offset = G_STRUCT_OFFSET (Good, level) },
};
"""


def add_table(tree):
    tree.add("lib/gscope/trace/table.c", LICENSE + FIELDS)
    tree.add("tests/unit/document/test-fields.c", LICENSE + "sizeof (Good);\n")


def forget_row(tree):
    tree.add("lib/gscope/trace/table.c", LICENSE + FIELDS.replace("level;", "level;\n  int left_out;"))


def replace(tree, name, pattern, text):
    """Replaces text in a file, which may be a link to the source."""
    path = tree.source / name
    old = path.read_text(encoding="utf-8")
    path.unlink()
    path.write_text(re.sub(pattern, text, old, flags=re.DOTALL), encoding="utf-8")


def enumerate_kinds(tree, prefix):
    tree.append("lib/gscope/trace/good.h", f"typedef enum\n{{\n  {prefix}_ONE,\n  {prefix}_TWO,\n}} GscopeGoodKind;\n")


def leave_out_action(tree):
    replace(tree, "src/app/window/actions.c", r'  \{ "win\.print".*?app_action_print \},\n', "")


def commit(tree, title):
    identity = ["-c", "user.name=gate", "-c", "user.email=gate@example.org", "-c", "commit.gpgsign=false"]
    command = ["git", *identity, "commit", "--quiet", "--allow-empty", "--message", title]
    subprocess.run(command, cwd=tree.source, check=True)


def commit_file(tree):
    subprocess.run(["git", "init", "--quiet"], cwd=tree.source, check=True)
    commit(tree, "trace: do nothing")


# The files that a check needs besides the small tree, and each mistake that it must find.
CHECKS = {
    "actions": (link_sources_with_actions, lambda tree: replace(tree, POLICY, "org.gscope.Gscope.observe-kernel", "")),
    "clang-format": (None, lambda tree: tree.append("lib/gscope/trace/good.c", "int   badly ;\n")),
    "enumerations": (
        lambda tree: enumerate_kinds(tree, "GSCOPE_GOOD_KIND"),
        lambda tree: enumerate_kinds(tree, "GSCOPE_GOOD"),
    ),
    "features": (link_features, empty_lists_of_tests),
    "fields": (add_table, forget_row),
    "formats": (
        copy_formats,
        lambda tree: (tree.source / "tests/unit/test-csv.c").unlink(),
        lambda tree: replace(tree, "docs/manual/formats.json", r'"\.wav", ', ""),
        lambda tree: replace(tree, "lib/gscope/record/converters.c", r"\.syscap", ".capture"),
    ),
    "gir-warnings": (prepare_introspection, document_missing_argument),
    "headers-alone": (
        prepare_compilation,
        lambda tree: tree.add("lib/gscope/trace/bad.h", LICENSE + "GArray *get (void);\n"),
    ),
    "layering": (None, lambda tree: tree.append("lib/gscope/trace/good.c", "#include <gtk/gtk.h>\n")),
    "listed": (keep_compiled, lambda tree: tree.add("lib/gscope/trace/unlisted.c", LICENSE)),
    "locks": (None, lambda tree: tree.add("lib/tsl/bad.c", LICENSE + "g_mutex_lock (&mutex);\n")),
    "manual": (
        copy_choices,
        lambda tree: replace(tree, "docs/manual/signals.md", "number of events,", ""),
        lambda tree: replace(tree, "docs/manual/window.md", "F6", "It"),
        lambda tree: replace(tree, "data/gscope.1", r"\\-\\-size", r"\\-\\-large"),
        lambda tree: replace(tree, "data/completions/gscope.zsh", "--size", "--large"),
        lambda tree: replace(tree, "data/completions/mxtraf.fish", "complete[^\n]* -l rtt [^\n]*\n", ""),
    ),
    "manual-languages": (
        copy_translated_pages,
        lambda tree: tree.add("docs/manual/de/other.md", "# Anderes {#other}\n"),
        lambda tree: tree.append("docs/manual/start.md", "\nOne more paragraph.\n"),
        lambda tree: replace(tree, "docs/manual/de/start.md", "{#packages}", ""),
        lambda tree: replace(tree, "docs/manual/de/start.md", "pictures/welcome.png", "pictures/split.png"),
        lambda tree: replace(tree, "docs/manual/de/start.md", "--list-plugins", "--list-formats"),
        lambda tree: replace(tree, "docs/manual/de/start.md", "mit seinen Diensten,", "mit seinen Diensten, |"),
        lambda tree: replace(tree, "docs/manual/de/start.md", r"unlock\.md", "service.md"),
        lambda tree: replace(tree, "docs/manual/de/start.md", "`/etc/gscope`", "dort"),
        lambda tree: replace(tree, "po/de.po", 'msgstr "Elefanten"', 'msgstr "Rüssel"'),
        lambda tree: replace(tree, "docs/manual/de/signals.md", "Strg.F sucht .*? hinzu\\.",
                             "Ctrl+F finds signals by name or by pattern and adds them to the view."),
    ),
    "messages": (
        None,
        lambda tree: tree.append("lib/gscope/trace/good.c", 'error = g_error_new (domain, code, "There is NO FILE");\n'),
    ),
    "paths": (None, lambda tree: tree.add("docs/page.md", "See `trace/missing.c`.\n")),
    "quoted": (name_control, lambda tree: name_control(tree, "Überschwingen")),
    "since": (
        None,
        lambda tree: tree.append("lib/gscope/trace/good.c", "/**\n * GoodType:\n *\n * A type.\n */\n"),
        lambda tree: replace(tree, "lib/gscope/trace/good.c", "Since: 1.0", "Since: 1.1"),
        lambda tree: replace(tree, "lib/gscope/trace/good.c", r"/\*\*\n.*", ""),
    ),
    "sizes": (None, lengthen_function, fill_folder),
    "spdx": (None, lambda tree: tree.add("lib/gscope/trace/bad.c", "int x;\n")),
    "statics": (None, lambda tree: tree.append("lib/gscope/trace/good.c", "static int counter;\n")),
    "strings": (None, lambda tree: tree.append("lib/gscope/trace/good.c", 'char *s = _("%" NUMBER " of");\n')),
    "symbols": (
        lambda tree: build_library(tree, "void gscope_good (void) { }\n"),
        lambda tree: build_library(tree, "void gscope_good (void) { }\nvoid gscope_stray (void) { }\n"),
        lambda tree: build_library(tree, "void gscope_good (void) { }\n", version="1.1"),
    ),
    "threads": (None, lambda tree: tree.add("tests/unit/test-threads.c", LICENSE)),
    "threats": (
        None,
        lambda tree: tree.add("docs/security.md", "| threat | answer | test |\n| --- | --- | --- |\n| a | b | `no-test` |\n"),
    ),
    "translations": (
        translate,
        lambda tree: translate(tree, text="%s Proben"),
        lambda tree: translate(tree, languages="de\nfr\n"),
    ),
    "umbrella": (None, lambda tree: tree.add("lib/gscope/gscope.h", LICENSE)),
    "title": (commit_file, lambda tree: commit(tree, "Say nothing of the area")),
    "uncalled": (
        link_application,
        leave_out_action,
        lambda tree: tree.add("lib/gscope/trace/bad.h", LICENSE + "GSCOPE_AVAILABLE_IN_1_0\nvoid gscope_bad (void);\n"),
    ),
    "words": (None, lambda tree: tree.append("lib/gscope/trace/good.c", f"/* {LATER} */\n")),
}


# The arguments of a check after the two directories.
ARGUMENTS = {
    "gir-warnings": ["Gscope-1.gir"],
    "symbols": ["lib/gscope", "good.so", "good.a"],
}


def run(name, tree):
    command = [sys.executable, SOURCE / "tests/style" / f"{name}.py", tree.source, tree.build,
               *ARGUMENTS.get(name, [])]
    return subprocess.run(command, cwd=tree.build, capture_output=True, text=True, check=False)


def judge(name, folder):
    """Returns what is wrong with a check, or None."""
    prepare, *mistakes = CHECKS[name]
    for i, mistake in enumerate(mistakes):
        tree = Tree(folder / str(i))
        if prepare:
            prepare(tree)
        # All trees are the same before their mistakes.
        good = run(name, tree) if i == 0 else good
        if good.returncode == 77:
            return None
        if good.returncode:
            return f"{name}: fails without a mistake:\n{good.stdout}{good.stderr}"
        mistake(tree)
        bad = run(name, tree)
        if bad.returncode != 1 or "Traceback" in bad.stderr or not bad.stdout + bad.stderr:
            return f"{name}: does not find its mistake: exit status {bad.returncode}\n{bad.stdout}{bad.stderr}"
    return None


def main():
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    names = sys.argv[2:]
    problems = [f"{name}: there is no mistake for it here" for name in names if name not in CHECKS]
    with tempfile.TemporaryDirectory() as folder:
        for name in filter(CHECKS.get, names):
            problem = judge(name, Path(folder, name))
            problems += [problem] if problem else []
    print(*problems, sep="\n")
    sys.exit(1 if problems else 0)


main()
