/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/csv/head.h>

G_DEFINE_BOXED_TYPE (GscopeCsvFormat, gscope_csv_format, gscope_csv_format_copy,
                     gscope_csv_format_free)

/**
 * gscope_csv_format_copy:
 * @self: a format
 *
 * Copies a format.
 *
 * Returns: (transfer full): the copy
 *
 * Since: 1.0
 */
GscopeCsvFormat *
gscope_csv_format_copy (const GscopeCsvFormat *self)
{
  return g_memdup2 (self, sizeof *self);
}

/**
 * gscope_csv_format_free:
 * @self: (transfer full): a format
 *
 * Frees a format.
 *
 * Since: 1.0
 */
void
gscope_csv_format_free (GscopeCsvFormat *self)
{
  g_free (self);
}

/**
 * gscope_csv_format_read_names:
 * @self: a format
 * @text: (array length=length) (element-type guint8): the first lines of a file
 * @length: of @text in bytes
 *
 * Reads the names of the columns, the time among them. Columns without a name are called `column 1`
 * and so on; a unit follows its name in parentheses.
 *
 * Returns: (transfer full): the names; none if the text does not have the format
 *
 * Since: 1.0
 */
char **
gscope_csv_format_read_names (const GscopeCsvFormat *self, const char *text, gsize length)
{
  g_autoptr (GscopeCsvHead) head = gscope_csv_head_new (self, text, length, NULL);

  GPtrArray *names = g_ptr_array_new ();

  for (guint i = 0; head != NULL && i < head->n_columns; i++)
    g_ptr_array_add (names, head->units[i] != NULL
                                ? g_strdup_printf ("%s (%s)", head->names[i], head->units[i])
                                : g_strdup (head->names[i]));
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_free (names, FALSE);
}
