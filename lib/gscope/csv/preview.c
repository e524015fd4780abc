/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gi18n-lib.h>
#include <gscope/csv/head.h>
#include <gscope/csv/time.h>
#include <gscope/files/reader.h>
#include <string.h>

#define HEAD_BYTES (64 * 1024)

/**
 * gscope_csv_read_head:
 * @file: a file on this machine, plain or compressed with gzip or zstd
 * @length: (out): the bytes of the text
 * @error: why it cannot be read
 *
 * Reads the first lines of a file, at most 64 KiB of text, as gscope_csv_format_guess() takes them. It
 * blocks while it reads.
 *
 * Returns: (transfer full) (array length=length) (element-type guint8): the text
 *
 * Since: 1.0
 */
char *
gscope_csv_read_head (GFile *file, gsize *length, GError **error)
{
  g_autofree char *path = g_file_get_path (file);
  g_autofree char *text = g_malloc (HEAD_BYTES + 1);
  g_autoptr (GscopeTextReader) reader = path ? gscope_text_reader_new (path, error) : NULL;
  gssize got = reader ? gscope_text_reader_read (reader, text, HEAD_BYTES, error) : -1;

  if (!path)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                         _ ("only files of this machine are read"));
  *length = got > 0 ? (gsize) got : 0;
  text[*length] = '\0';
  return got < 0 ? NULL : g_steal_pointer (&text);
}

static char **
split (const GscopeCsvFormat *self, const char *line, gsize length, GscopeCsvField *fields)
{
  g_autoptr (GPtrArray) cells = g_ptr_array_new_with_free_func (g_free);
  guint n = gscope_csv_split (line, length, self->delimiter, fields, GSCOPE_CSV_MAX_COLUMNS);

  for (guint i = 0; i < MIN (n, GSCOPE_CSV_MAX_COLUMNS); i++)
    {
      g_autofree char *cell = gscope_csv_dup_field (&fields[i]);

      g_ptr_array_add (cells, g_utf8_make_valid (cell, -1));
    }
  g_ptr_array_add (cells, NULL);
  return (char **) g_ptr_array_steal (cells, NULL);
}

/**
 * gscope_csv_format_read_rows:
 * @self: a format
 * @text: (array length=length) (element-type guint8): the first lines of a file
 * @length: of @text in bytes
 * @max: the most lines
 *
 * Splits the first lines of a table for somebody who chooses its format. The names are the first row if
 * the format has any. A line that cannot be split is a row without cells.
 *
 * Returns: (transfer full) (element-type GStrv): the cells of the rows
 *
 * Since: 1.0
 */
GPtrArray *
gscope_csv_format_read_rows (const GscopeCsvFormat *self, const char *text, gsize length, guint max)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  g_autofree GscopeCsvField *fields = g_new (GscopeCsvField, GSCOPE_CSV_MAX_COLUMNS);
  g_autoptr (GscopeCsvHead) head = gscope_csv_head_new (self, text, length, NULL);
  const char *end = text + length, *line;
  gsize n;

  if (max > 0 && head != NULL && self->header == GSCOPE_CSV_HEADER_COMMENT)
    g_ptr_array_add (rows, g_strdupv (head->names));
  text = gscope_csv_skip_lines (text, end, self->first_line);
  while (rows->len < max && gscope_csv_next_line (&text, end, &line, &n))
    g_ptr_array_add (rows, split (self, line, n, fields));
  return rows;
}

/**
 * gscope_csv_format_dup_rows: (rename-to gscope_csv_format_read_rows)
 * @self: a format
 * @text: (array length=length) (element-type guint8): the first lines of a file
 * @length: of @text in bytes
 * @max: how many lines at most
 *
 * Splits the first lines of a table, as gscope_csv_format_read_rows() does, for other languages.
 *
 * Returns: (transfer full): the cells of the rows, `aas`
 *
 * Since: 1.0
 */
GVariant *
gscope_csv_format_dup_rows (const GscopeCsvFormat *self, const char *text, gsize length, guint max)
{
  g_autoptr (GPtrArray) rows = gscope_csv_format_read_rows (self, text, length, max);
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("aas"));
  for (guint i = 0; i < rows->len; i++)
    {
      const char *const *cells = rows->pdata[i];

      g_variant_builder_open (&builder, G_VARIANT_TYPE ("as"));
      for (guint k = 0; cells[k]; k++)
        {
          g_autofree char *cell = g_utf8_make_valid (cells[k], -1);

          g_variant_builder_add (&builder, "s", cell);
        }
      g_variant_builder_close (&builder);
    }
  return g_variant_ref_sink (g_variant_builder_end (&builder));
}

/**
 * gscope_csv_format_read_time:
 * @self: a format
 * @cells: (array zero-terminated=1): the cells of a row
 * @time: (out): nanoseconds, since 1970 or since the time that the file counts from
 *
 * Reads the time of a row as the format has it. Rows without a time column are all at 0 here.
 *
 * Returns: whether the row has a time
 *
 * Since: 1.0
 */
gboolean
gscope_csv_format_read_time (const GscopeCsvFormat *self, const char *const *cells, gint64 *time)
{
  guint n = g_strv_length ((char **) cells);
  g_autofree GscopeCsvField *fields = g_new0 (GscopeCsvField, n + 1);

  for (guint i = 0; i < n; i++)
    fields[i] = (GscopeCsvField){ cells[i], strlen (cells[i]), FALSE };
  *time = 0;
  return self->time == GSCOPE_CSV_TIME_ROWS || gscope_csv_read_row_time (self, fields, n, time);
}
