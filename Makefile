# SPDX-License-Identifier: LGPL-2.1-or-later
# Short names for the usual commands. What they do stands in meson.build and tests/support.

.PHONY: test bench install-deps

# What is in SETUP goes to each `meson setup`, as in: make test SETUP=--werror
test: install-deps
	tests/support/run-tests $(SETUP)

bench:
	data/packaging/install-deps g++ libfast-float-dev
	test -f build-bench/build.ninja || meson setup --buildtype=release -Dintrospection=disabled -Ddocs=disabled build-bench
	meson test -C build-bench --benchmark --verbose

install-deps:
	data/packaging/install-deps
