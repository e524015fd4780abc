/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "fuzz.h"

#include <glib.h>
#include <gscope/tuple/block-parser.h>
#include <gscope/tuple/csv-line.h>
#include <string.h>

/* An input is the beginning of a table, which is guessed and read. */

static void
check_block (const GscopeBlock *block)
{
  guint64 n = 0;

  for (guint i = 0; i < block->n_columns; i++)
    {
      const GscopeBlockColumn *column = &block->columns[i];

      g_assert_cmpuint (column->channel, <, GSCOPE_CSV_MAX_COLUMNS);
      n += column->n;
      for (gsize k = 0; k < column->n; k++)
        {
          g_assert_cmpint (column->times[k], >=, block->first);
          g_assert_cmpint (column->times[k], <=, block->last);
          g_assert_true (k == 0 || column->times[k - 1] <= column->times[k]);
        }
    }
  g_assert_cmpuint (n, ==, block->n_samples);
  g_assert_cmpuint (block->reports->len, <=, block->n_skipped);
  g_assert_cmpuint (block->n_skipped, <=, block->n_lines);
}

static void
check_names (char **names)
{
  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *unit = gscope_csv_take_unit (names[i]);

      g_assert_true (g_utf8_validate (names[i], -1, NULL));
      g_assert_true (unit == NULL || g_utf8_validate (unit, -1, NULL));
    }
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autofree char *text = g_memdup2 (data, size);
  g_autoptr (GscopeCsvFormat) format = NULL;
  g_autoptr (GscopeBlock) block = NULL;
  g_auto (GStrv) names = NULL;
  GscopeTrackNames *channels;

  if (size == 0 || size > GSCOPE_BLOCK_SIZE)
    return 0;
  format = gscope_csv_format_guess (text, size, NULL);
  if (format == NULL)
    return 0;
  names = gscope_csv_format_read_names (format, text, size);
  channels = gscope_track_names_new ();
  block = gscope_block_new ();
  memcpy (block->text, text, size);
  block->length = size;
  {
    g_autoptr (GscopeBlockParser) parser =
        gscope_block_parser_new (channels, format, g_strv_length (names));

    gscope_block_parser_run (parser, block, G_MININT64);
  }
  check_block (block);
  check_names (names);
  gscope_track_names_free (channels);
  return 0;
}
