/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gstdio.h>
#include <gscope/error.h>
#include <gscope/import/sorter.h>
#include <string.h>

enum
{
  N_RECORDS = 20000,
};

static gboolean
add (GscopeImportSorter *sorter, gint64 time, GscopeImportKind kind, gint64 duration,
     guint32 number)
{
  const GscopeImportRecord record = {
    .time = time, .duration = duration, .kind = kind, .number = number
  };

  return gscope_import_sorter_add (sorter, &record, NULL);
}

/* Of one time, ends come first, and then what lasts longest. */
static void
test_order (void)
{
  static const guint32 expected[] = { 7, 3, 2, 5, 6, 1, 4 };
  g_autoptr (GscopeImportSorter) sorter = gscope_import_sorter_new (100);
  GscopeImportRecord record;

  add (sorter, 10, GSCOPE_IMPORT_COUNTER, 0, 1);
  add (sorter, 10, GSCOPE_IMPORT_BEGIN, 5, 2);
  add (sorter, 10, GSCOPE_IMPORT_END, 0, 3);
  add (sorter, 10, GSCOPE_IMPORT_INSTANT, 0, 4);
  add (sorter, 10, GSCOPE_IMPORT_BEGIN, 3, 5);
  add (sorter, 10, GSCOPE_IMPORT_BEGIN, 3, 6);
  add (sorter, 9, GSCOPE_IMPORT_INSTANT, 0, 7);
  g_assert_true (gscope_import_sorter_finish (sorter, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_assert_true (gscope_import_sorter_next (sorter, &record));
      g_assert_cmpuint (record.number, ==, expected[i]);
    }
  g_assert_false (gscope_import_sorter_next (sorter, &record));
}

/* Reads all records twice: they come in order, each once. */
static void
check (GscopeImportSorter *sorter, guint n)
{
  for (guint pass = 0; pass < 2; pass++)
    {
      g_autofree guint8 *seen = g_new0 (guint8, n);
      gint64 last = G_MININT64;
      GscopeImportRecord record;

      for (guint i = 0; i < n; i++)
        {
          g_assert_true (gscope_import_sorter_next (sorter, &record));
          g_assert_cmpint (record.time, >=, last);
          g_assert_cmpuint (record.number, <, n);
          g_assert_cmpuint (seen[record.number]++, ==, 0);
          last = record.time;
        }
      g_assert_false (gscope_import_sorter_next (sorter, &record));
      g_assert_false (gscope_import_sorter_is_damaged (sorter));
      gscope_import_sorter_rewind (sorter);
    }
}

/* The records are in memory, in a file of many runs, of one and a bit, or of whole ones. */
static void
test_runs (void)
{
  static const gsize runs[] = { 1000000, 100, N_RECORDS - 1, N_RECORDS / 2, N_RECORDS };

  for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
    {
      g_autoptr (GscopeImportSorter) sorter = gscope_import_sorter_new (runs[i]);
      guint32 random = 1;

      for (guint k = 0; k < N_RECORDS; k++)
        {
          random = random * 1664525u + 1013904223u;
          g_assert_true (add (sorter, (gint64) (random >> 18) - 8000, GSCOPE_IMPORT_COUNTER, 0, k));
        }
      g_assert_true (gscope_import_sorter_finish (sorter, NULL));
      check (sorter, N_RECORDS);
    }
}

static void
test_empty (void)
{
  g_autoptr (GscopeImportSorter) sorter = gscope_import_sorter_new (4);

  g_assert_true (gscope_import_sorter_finish (sorter, NULL));
  check (sorter, 0);
}

/* Without a folder for the file, the error says what to do. */
static void
test_no_folder (void)
{
  g_autofree char *folder = g_strdup (g_getenv ("TMPDIR"));
  g_autoptr (GscopeImportSorter) sorter = gscope_import_sorter_new (1);
  const GscopeImportRecord record = { .time = 1 };
  g_autoptr (GError) error = NULL;

  g_setenv ("TMPDIR", "/nowhere/at-all", TRUE);
  g_assert_true (gscope_import_sorter_add (sorter, &record, &error));
  g_assert_false (gscope_import_sorter_add (sorter, &record, &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID);
  g_assert_nonnull (strstr (error->message, "Set TMPDIR"));
  if (folder)
    g_setenv ("TMPDIR", folder, TRUE);
  else
    g_unsetenv ("TMPDIR");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/import-sorter/order", test_order);
  g_test_add_func ("/import-sorter/runs", test_runs);
  g_test_add_func ("/import-sorter/empty", test_empty);
  g_test_add_func ("/import-sorter/no-folder", test_no_folder);
  return g_test_run ();
}
