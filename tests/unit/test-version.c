/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/gscope.h>

#define IS_AT_LEAST(major, minor, micro)                                                           \
  GSCOPE_CHECK_VERSION (GSCOPE_MAJOR_VERSION + (major), GSCOPE_MINOR_VERSION + (minor),            \
                        GSCOPE_MICRO_VERSION + (micro))

static void
test_compiled (void)
{
  g_assert_true (IS_AT_LEAST (0, 0, 0));
  g_assert_true (GSCOPE_CHECK_VERSION (0, 0, 0));
  g_assert_true (IS_AT_LEAST (0, -1, 1));
  g_assert_true (IS_AT_LEAST (-1, 1, 1));
  g_assert_false (IS_AT_LEAST (0, 0, 1));
  g_assert_false (IS_AT_LEAST (0, 1, 0));
  g_assert_false (IS_AT_LEAST (1, -1, 0));
  g_assert_cmpuint (GSCOPE_VERSION_MAX_ALLOWED, >=, GSCOPE_VERSION_1_0);
}

/* The library that runs is the one that the test was compiled with. */
static void
test_running (void)
{
  g_assert_cmpuint (gscope_get_major_version (), ==, GSCOPE_MAJOR_VERSION);
  g_assert_cmpuint (gscope_get_minor_version (), ==, GSCOPE_MINOR_VERSION);
  g_assert_cmpuint (gscope_get_micro_version (), ==, GSCOPE_MICRO_VERSION);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/version/compiled", test_compiled);
  g_test_add_func ("/version/running", test_running);
  return g_test_run ();
}
