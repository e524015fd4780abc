# SPDX-License-Identifier: LGPL-2.1-or-later
# Short names for the usual commands. meson.build, tests/support and data/packaging say what they do.

.PHONY: run manual pdf pictures pot figures reports test check bench fuzz coverage package dist install-deps

# ARGS are options of the program, as in: make run ARGS='--workspace hello'
run: install-deps
	test -f build/build.ninja || meson setup build
	meson compile -C build window
	meson devenv -C build src/app/gscope $(ARGS)

manual: install-deps
	test -f build/build.ninja || meson setup build
	meson compile -C build docs/manual

# All chapters in one file for paper, build/docs/manual.pdf
pdf: install-deps
	data/packaging/install-deps fonts-dejavu-core weasyprint
	test -f build/build.ninja || meson setup build
	meson compile -C build manual-pdf

# The README shows copies of pictures of the manual.
pictures: manual
	for picture in docs/*.png; do cp "build/docs/pictures/$${picture#docs/}" docs/; done

# The template of translations, po/gscope.pot, and the messages of pages of the manual in their languages
pot: install-deps
	po/list-titles data/workspaces > po/titles.h
	find data lib plugins po src -name '*.[ch]' -o -name '*.ui' -o -name '*.gschema.xml' -o -name '*.desktop.in' \
	  -o -name '*.metainfo.xml.in' -o -name '*.mime.xml.in' -o -name '*.policy.in' | LC_ALL=C sort > po/POTFILES.in
	test -f build/build.ninja || meson setup build
	meson compile -C build gscope-pot
	po4a --no-translations po/man/po4a.cfg

# What the papers measured, measured again: build/figures has the reports. NAME are names of experiments, as in:
# make figures NAME=overshoot-by-alpha; with QUICK=1 runs are fewer and shorter.
NAME = $(basename $(notdir $(wildcard data/experiments/*.json)))
figures: install-deps
	test -f build/build.ninja || meson setup build
	meson compile -C build window
	meson devenv -C build ../tests/kernel/figures src/app/gscope figures $(if $(QUICK),--quick) \
	  $(patsubst %,../data/experiments/%.json,$(NAME))

# Keeps the reports of build/figures for the manual, which has the chapter of one machine.
MACHINE = virtual-machine
reports:
	docs/manual/keep-reports.py build/figures data/reports/$(MACHINE).json

# SETUP are options of each `meson setup`, as in: make test SETUP=--werror
test: install-deps
	tests/support/run-tests quick $(SETUP)

check: install-deps
	data/packaging/install-deps abigail-tools fonts-dejavu-core poppler-utils python3-scipy python3-yaml rpm rpmlint \
	  valgrind weasyprint weston
	tests/support/run-tests all $(SETUP)

bench:
	data/packaging/install-deps libfast-float-dev python3-numpy python3-pyqtgraph weston
	test -f build-bench/build.ninja || meson setup --buildtype=release -Dvapi=disabled -Ddocs=disabled build-bench
	meson test -C build-bench --benchmark --verbose

# FUZZ_SECONDS are the seconds of each fuzzer, as in: make fuzz FUZZ_SECONDS=600
fuzz: install-deps
	tests/support/run-tests fuzz $(SETUP)

coverage: install-deps
	tests/support/run-tests coverage $(SETUP)

# Debian packages, in build-packages. With TWICE=1 they are built a second time, and compared.
package:
	data/packaging/make-packages build-packages
	tests/packages/hardening build-packages
	tests/packages/check build-packages
	$(if $(TWICE),tests/packages/twice build-packages)

# The archive of the newest commit, in build-dist/meson-dist: its own files, unpacked, are built and tested.
dist: install-deps
	rm -rf build-dist
	meson setup -Dintrospection=disabled -Ddocs=disabled -Dtests=false build-dist
	meson dist -C build-dist --no-tests
	mkdir build-dist/unpacked
	tar --extract --file build-dist/meson-dist/*.tar.xz --directory build-dist/unpacked --strip-components 1
	$(MAKE) -C build-dist/unpacked test

install-deps:
	data/packaging/install-deps
