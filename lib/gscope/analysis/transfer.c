/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/analysis/transfer-private.h>

#include <math.h>

/* `sums` has the sums of the segments since the start, `scratch` the segment that is being computed. */
struct _GscopeTransfer
{
  gatomicrefcount ref_count;
  GscopeSegments *segments;
  gsize size;
  gsize n_bins;
  GscopePairPower *sums;
  GscopePairPower *scratch;
  guint64 n_segments;
};

G_DEFINE_BOXED_TYPE (GscopeTransfer, gscope_transfer, gscope_transfer_ref, gscope_transfer_unref)

/**
 * gscope_transfer_new:
 * @input: the trace of the input
 * @input_holds: whether values of @input hold until the next sample; otherwise they are interpolated
 *   linearly
 * @output: the trace of the output, on the same clock
 * @output_holds: the same for @output
 * @settings: window, size, overlap and rate of the segments; other settings are not used
 *
 * Creates the transfer function from one trace to another, from their beginning on. See
 * [method@Transfer.start].
 *
 * Returns: (transfer full): the transfer function
 *
 * Since: 1.0
 */
GscopeTransfer *
gscope_transfer_new (GscopeTrace *input, gboolean input_holds, GscopeTrace *output,
                     gboolean output_holds, const GscopeSpectrumSettings *settings)
{
  GscopeSpectrumSettings used;
  GscopeTransfer *self;

  g_return_val_if_fail (gscope_spectrum_settings_check (settings), NULL);

  used = *settings;
  used.hold = input_holds;
  self = g_new0 (GscopeTransfer, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->segments = gscope_segments_new_pair (input, output, output_holds, &used);
  self->size = settings->size;
  self->n_bins = settings->size / 2 + 1;
  self->sums = g_new0 (GscopePairPower, self->n_bins);
  self->scratch = g_new (GscopePairPower, self->n_bins);
  return self;
}

/**
 * gscope_transfer_ref:
 * @self: a transfer function
 *
 * Adds a reference.
 *
 * Returns: (transfer full): @self
 *
 * Since: 1.0
 */
GscopeTransfer *
gscope_transfer_ref (GscopeTransfer *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * gscope_transfer_unref:
 * @self: (transfer full): a transfer function
 *
 * Drops a reference; the last one frees the transfer function.
 *
 * Since: 1.0
 */
void
gscope_transfer_unref (GscopeTransfer *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  gscope_segments_free (self->segments);
  g_free (self->sums);
  g_free (self->scratch);
  g_free (self);
}

/**
 * gscope_transfer_start:
 * @self: a transfer function
 * @begin: nanoseconds
 *
 * Drops all segments and begins with the first time from @begin on at which both traces have begun.
 *
 * Since: 1.0
 */
void
gscope_transfer_start (GscopeTransfer *self, gint64 begin)
{
  gscope_segments_start (self->segments, begin);
  for (gsize i = 0; i < self->n_bins; i++)
    self->sums[i] = (GscopePairPower){ 0 };
  self->n_segments = 0;
}

static void
add_segment (GscopeTransfer *self)
{
  for (gsize i = 0; i < self->n_bins; i++)
    {
      self->sums[i].input += self->scratch[i].input;
      self->sums[i].output += self->scratch[i].output;
      self->sums[i].real += self->scratch[i].real;
      self->sums[i].imaginary += self->scratch[i].imaginary;
    }
  self->n_segments++;
}

/**
 * gscope_transfer_update:
 * @self: a transfer function
 * @end: nanoseconds
 *
 * Adds the new segments that are complete and end before @end. All segments since the start have the
 * same weight.
 *
 * Returns: the number of new segments
 *
 * Since: 1.0
 */
guint
gscope_transfer_update (GscopeTransfer *self, gint64 end)
{
  guint n = 0;

  for (; gscope_segments_next_pair (self->segments, end, self->scratch); n++)
    add_segment (self);
  return n;
}

/**
 * gscope_transfer_get_n_segments:
 * @self: a transfer function
 *
 * Gets the number of segments averaged since the start. The random error of the coherence falls with
 * it.
 *
 * Returns: the number; 0 while there is no transfer function
 *
 * Since: 1.0
 */
guint64
gscope_transfer_get_n_segments (GscopeTransfer *self)
{
  return self->n_segments;
}

/**
 * gscope_transfer_get_n_broken:
 * @self: a transfer function
 *
 * Gets the number of segments left out since the start because of gaps in either trace, or because a
 * trace evicted samples before they were read.
 *
 * Returns: the number
 *
 * Since: 1.0
 */
guint64
gscope_transfer_get_n_broken (GscopeTransfer *self)
{
  return gscope_segments_get_n_broken (self->segments);
}

GscopeTransferPoint
gscope_transfer_read_point (const GscopePairPower *power, double frequency)
{
  double cross = hypot (power->real, power->imaginary);
  double gain = cross / power->input;

  return (GscopeTransferPoint){
    .frequency = frequency,
    .gain = gain,
    .decibels = 20 * log10 (gain),
    .phase = atan2 (power->imaginary, power->real) * 180 / G_PI,
    .coherence = MIN (cross / power->input * (cross / power->output), 1),
  };
}

/**
 * gscope_transfer_get_points:
 * @self: a transfer function
 *
 * Gets the transfer function at the frequencies above 0, up to half of the grid's rate. Frequencies
 * at which either signal has no power are left out: nothing is known about them.
 *
 * Returns: (transfer full) (element-type Gscope.TransferPoint): the points by frequency; none
 *   without a segment
 *
 * Since: 1.0
 */
GArray *
gscope_transfer_get_points (GscopeTransfer *self)
{
  GArray *points = g_array_new (FALSE, FALSE, sizeof (GscopeTransferPoint));
  double resolution = gscope_segments_get_rate (self->segments) / (double) self->size;

  for (gsize i = 1; i < self->n_bins; i++)
    if (self->sums[i].input > 0 && self->sums[i].output > 0)
      {
        GscopeTransferPoint point =
            gscope_transfer_read_point (&self->sums[i], (double) i * resolution);

        g_array_append_val (points, point);
      }
  return points;
}
