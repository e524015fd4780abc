/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/import/rows.h>
#include <gscope/trace/sample.h>

/* Names that are the same get numbers, also where another name ends as if it had that number. */
static void
test_names (void)
{
  static const char *const given[] = { "a", "a~3", "a", "a" };
  static const char *const expected[] = { "a", "a~3", "a~4", "a~5" };
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (given); i++)
    {
      g_autoptr (GString) name = g_string_new (given[i]);
      g_autofree char *added = gscope_import_rows_add_name (names, name);

      g_assert_cmpstr (added, ==, expected[i]);
      g_assert_cmpstr (name->str, ==, expected[i]);
    }
}

static void
append_begin (GscopeImportRows *rows, gint64 time, guint32 number, GString *text)
{
  const GscopeImportRecord record = {
    .time = time, .duration = GSCOPE_MSEC, .kind = GSCOPE_IMPORT_BEGIN, .number = number
  };

  gscope_import_rows_append (rows, &record, text);
}

/* Where the end of a state cannot be read again, the next state has no row of its own, and is left out. */
static void
test_missing_end (void)
{
  g_autoptr (GscopeImportSorter) sorter = gscope_import_sorter_new (100);
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GString) name = g_string_new ("thread");
  g_autoptr (GString) text = g_string_new (NULL);
  GscopeImportRows rows;

  for (guint32 i = 1; i <= 2; i++)
    {
      const GscopeImportRecord record = { .time = 2 * i * GSCOPE_MSEC,
                                          .duration = GSCOPE_MSEC,
                                          .kind = GSCOPE_IMPORT_BEGIN,
                                          .number = i };

      g_assert_true (gscope_import_sorter_add_state (sorter, &record, NULL));
    }
  g_assert_true (gscope_import_sorter_finish (sorter, NULL));
  gscope_import_rows_init (&rows);
  gscope_import_rows_rank (&rows, sorter);
  g_assert_cmpuint (rows.all->len, ==, 1);
  gscope_import_row_name (rows.all->pdata[0], names, name);
  append_begin (&rows, 2 * GSCOPE_MSEC, 1, text);
  append_begin (&rows, 4 * GSCOPE_MSEC, 2, text);
  g_assert_cmpstr (text->str, ==, "2 2 thread\n");
  g_assert_cmpuint (rows.all->len, ==, 1);
  gscope_import_rows_clear (&rows);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/import-rows/names", test_names);
  g_test_add_func ("/import-rows/missing-end", test_missing_end);
  return g_test_run ();
}
