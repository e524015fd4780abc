/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The private resources of a test program, besides its directories. */
typedef enum
{
  GSCOPE_TEST_DEFAULT,
  /* A message bus, as session bus and as system bus. It needs dbus-daemon. */
  GSCOPE_TEST_BUS = 1 << 0,
} GscopeTestFlags;

/* Adds a test with a watchdog: a test that takes more than a minute ends the program with an error that names the test.
 * The variable GSCOPE_TEST_TIMEOUT sets other seconds, such as 0.5, or 0 for no watchdog, as for a debugger. The watchdog
 * is a thread; g_test_add_func() adds a test that must have none. */
void gscope_test_add (const char *path, void (*func) (void));

/* Runs the tests with a directory of their own for temporary files, settings, caches, sockets and the pages of libtsl, and
 * removes it with everything that the tests left there. TMPDIR and the variables of the user's directories name it, also for
 * programs that the tests start. Returns the status of g_test_run(). */
int gscope_test_run (GscopeTestFlags flags);

/* Removes a file, or a folder with everything in it. Links are not followed. */
void gscope_test_remove (const char *path);

G_END_DECLS
