/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gstdio.h>
#include <gscope-test/gscope-test.h>
#include <math.h>
#include <string.h>

/* The number that the kernel would have. */
static char *
write_number (const char *text)
{
  char *file = g_build_filename (g_getenv ("XDG_RUNTIME_DIR"), "entropy", NULL);

  g_assert_true (g_file_set_contents (file, text, -1, NULL));
  return file;
}

static void
init (GscopeHarness *harness, const char *file)
{
  g_autofree char *options = g_strdup_printf ("{ \"file\": \"%s\" }", file);

  gscope_harness_init_plugin (harness, "entropy", options);
}

/* The source polls on a thread of its own, because reading a file may block. */
static void
await_value (GscopeHarness *harness, double value)
{
  while (gscope_harness_get (harness, "x/available") != value)
    gscope_harness_advance (harness, 100);
}

static void
test_scale (void)
{
  g_autofree char *file = write_number ("200\n");
  g_autofree char *reason = NULL;
  GscopeHarness harness;

  init (&harness, file);
  await_value (&harness, 200);
  g_assert_null (gscope_harness_write (&harness, "scale", g_variant_new_double (0.5)));
  await_value (&harness, 100);
  reason = gscope_harness_write (&harness, "scale", g_variant_new_double (11));
  g_assert_nonnull (strstr (reason, "10"));
  gscope_harness_clear (&harness);
}

/* Without the file there is a gap. */
static void
test_missing (void)
{
  g_autofree char *file = write_number ("200\n");
  GscopeHarness harness;

  init (&harness, file);
  await_value (&harness, 200);
  g_unlink (file);
  while (!isnan (gscope_harness_get (&harness, "x/available")))
    gscope_harness_advance (&harness, 100);
  gscope_harness_clear (&harness);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  gscope_test_add ("/entropy/scale", test_scale);
  gscope_test_add ("/entropy/missing", test_missing);
  return gscope_test_run (GSCOPE_TEST_DEFAULT);
}
