/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/analysis/segments.h>
#include <gscope/analysis/spectrogram.h>

#include <string.h>

/* Each row has the summed powers of a column's segments. Column i is row i modulo n_columns. */
struct _GscopeSpectrogram
{
  gatomicrefcount ref_count;
  GscopeSegments *segments;
  gint64 width;
  guint n_columns;
  gsize n_bins;
  guint *counts;
  float *rows;
  double *scratch;
  gint64 newest;
};

G_DEFINE_BOXED_TYPE (GscopeSpectrogram, gscope_spectrogram, gscope_spectrogram_ref,
                     gscope_spectrogram_unref)

/**
 * gscope_spectrogram_new:
 * @trace: a trace
 * @settings: the settings of its spectra
 * @width: duration of a column, nanoseconds, more than 0
 * @n_columns: number of columns that are kept, the newest ones, 1 to 65536
 *
 * Creates the spectrogram of a trace, from its beginning on. A column takes 4 bytes per bin.
 *
 * Returns: (transfer full): the spectrogram
 *
 * Since: 1.0
 */
GscopeSpectrogram *
gscope_spectrogram_new (GscopeTrace *trace, const GscopeSpectrumSettings *settings, gint64 width,
                        guint n_columns)
{
  GscopeSpectrogram *self;

  g_return_val_if_fail (gscope_spectrum_settings_check (settings), NULL);
  g_return_val_if_fail (width > 0, NULL);
  g_return_val_if_fail (n_columns >= 1 && n_columns <= 65536, NULL);

  self = g_new0 (GscopeSpectrogram, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->segments = gscope_segments_new (trace, settings);
  self->width = width;
  self->n_columns = n_columns;
  self->n_bins = settings->size / 2 + 1;
  self->counts = g_new0 (guint, n_columns);
  self->rows = g_new (float, n_columns * self->n_bins);
  self->scratch = g_new (double, self->n_bins);
  self->newest = G_MININT64;
  return self;
}

/**
 * gscope_spectrogram_ref:
 * @self: a spectrogram
 *
 * Adds a reference.
 *
 * Returns: (transfer full): @self
 *
 * Since: 1.0
 */
GscopeSpectrogram *
gscope_spectrogram_ref (GscopeSpectrogram *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * gscope_spectrogram_unref:
 * @self: (transfer full): a spectrogram
 *
 * Drops a reference; the last one frees the spectrogram.
 *
 * Since: 1.0
 */
void
gscope_spectrogram_unref (GscopeSpectrogram *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  gscope_segments_free (self->segments);
  g_free (self->counts);
  g_free (self->rows);
  g_free (self->scratch);
  g_free (self);
}

/**
 * gscope_spectrogram_start:
 * @self: a spectrogram
 * @begin: nanoseconds
 *
 * Drops all columns and begins with the first sample that is not older than @begin.
 *
 * Since: 1.0
 */
void
gscope_spectrogram_start (GscopeSpectrogram *self, gint64 begin)
{
  gscope_segments_start (self->segments, begin);
  memset (self->counts, 0, self->n_columns * sizeof *self->counts);
  self->newest = G_MININT64;
}

/* Division that rounds down, for times before 0 too. */
static gint64
find_column (GscopeSpectrogram *self, gint64 time)
{
  return time / self->width - (time % self->width < 0);
}

static guint
find_row (GscopeSpectrogram *self, gint64 column)
{
  gint64 row = column % self->n_columns;

  return row < 0 ? row + self->n_columns : row;
}

/* Makes a column the newest one, and clears those between it and the newest one so far. */
static void
reach_column (GscopeSpectrogram *self, gint64 column)
{
  gint64 from = MAX (self->newest, column - self->n_columns);

  while (from < column)
    self->counts[find_row (self, ++from)] = 0;
  self->newest = column;
}

static void
add_segment (GscopeSpectrogram *self, gint64 column)
{
  guint row = find_row (self, column);
  float *sums = self->rows + row * self->n_bins;

  if (self->counts[row]++ == 0)
    memset (sums, 0, self->n_bins * sizeof *sums);
  for (gsize i = 0; i < self->n_bins; i++)
    sums[i] += (float) self->scratch[i];
}

/**
 * gscope_spectrogram_update:
 * @self: a spectrogram
 * @end: nanoseconds
 *
 * Adds the new segments that are complete and end before @end.
 *
 * Returns: the number of new segments
 *
 * Since: 1.0
 */
guint
gscope_spectrogram_update (GscopeSpectrogram *self, gint64 end)
{
  guint n = 0;
  gint64 middle;

  for (; gscope_segments_next (self->segments, end, self->scratch, &middle); n++)
    {
      gint64 column = find_column (self, middle);

      if (column > self->newest)
        reach_column (self, column);
      add_segment (self, column);
    }
  return n;
}

/**
 * gscope_spectrogram_get_n_bins:
 * @self: a spectrogram
 *
 * Gets the number of values of a column.
 *
 * Returns: the number of bins
 *
 * Since: 1.0
 */
gsize
gscope_spectrogram_get_n_bins (GscopeSpectrogram *self)
{
  return self->n_bins;
}

/**
 * gscope_spectrogram_get_resolution:
 * @self: a spectrogram
 *
 * Gets the distance between two bins.
 *
 * Returns: hertz; 0 while the trace has too few samples to determine it
 *
 * Since: 1.0
 */
double
gscope_spectrogram_get_resolution (GscopeSpectrogram *self)
{
  return gscope_segments_get_rate (self->segments) / (double) (2 * (self->n_bins - 1));
}

/**
 * gscope_spectrogram_get_column:
 * @self: a spectrogram
 * @column: a column: time divided by width, rounded down
 * @values: (out caller-allocates) (array length=n): the values of bins from 0 on, in the unit of
 *   [method@SpectrumSettings.get_unit]
 * @n: the size of @values
 *
 * Gets the spectrum of a column.
 *
 * Returns: the number of values written; 0 if the column is empty or no longer kept
 *
 * Since: 1.0
 */
gsize
gscope_spectrogram_get_column (GscopeSpectrogram *self, gint64 column, double *values, gsize n)
{
  guint row = find_row (self, column);

  if (column > self->newest || column <= self->newest - (gint64) self->n_columns
      || self->counts[row] == 0)
    return 0;

  n = MIN (n, self->n_bins);
  for (gsize i = 0; i < n; i++)
    values[i] = gscope_segments_to_scale (self->segments, i,
                                          self->rows[row * self->n_bins + i] / self->counts[row]);
  return n;
}

/**
 * gscope_spectrogram_dup_column: (rename-to gscope_spectrogram_get_column)
 * @self: a spectrogram
 * @column: a column: time divided by width, rounded down
 * @n: (out): the number of values; 0 if the column is empty or no longer kept
 *
 * Gets the spectrum of a column, as gscope_spectrogram_get_column() does, for languages whose
 * arrays know their lengths.
 *
 * Returns: (transfer full) (array length=n) (nullable): the values of all bins, in the unit of
 *   [method@SpectrumSettings.get_unit]
 *
 * Since: 1.0
 */
double *
gscope_spectrogram_dup_column (GscopeSpectrogram *self, gint64 column, gsize *n)
{
  double *values = g_new (double, self->n_bins);

  *n = gscope_spectrogram_get_column (self, column, values, self->n_bins);
  return values;
}
