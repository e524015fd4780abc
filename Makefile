# SPDX-License-Identifier: LGPL-2.1-or-later
# Short names for the usual commands. What they do stands in meson.build and tests/support.

.PHONY: run test bench install-deps

# What is in ARGS goes to the program, as in: make run ARGS='--workspace hello'
run: install-deps
	test -f build/build.ninja || meson setup build
	meson compile -C build window
	meson devenv -C build src/app/gscope $(ARGS)

# What is in SETUP goes to each `meson setup`, as in: make test SETUP=--werror
test: install-deps
	tests/support/run-tests $(SETUP)

bench:
	data/packaging/install-deps g++ libfast-float-dev
	test -f build-bench/build.ninja || meson setup --buildtype=release -Dintrospection=disabled -Ddocs=disabled build-bench
	meson test -C build-bench --benchmark --verbose

install-deps:
	data/packaging/install-deps
