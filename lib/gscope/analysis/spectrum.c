/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/analysis/segments.h>
#include <gscope/analysis/spectrum.h>
#include <gscope/analysis/window-private.h>

#include <math.h>
#include <string.h>

enum
{
  /* In an exponential average, segments older than 16 times its length have a weight of e^-16. */
  MEMORY = 16,
  /* Bisections after which the interval is below the resolution of a double. */
  N_HALVINGS = 50,
};

/* Returns the distance of a line from its highest bin towards the next higher one. The ratio of the amplitudes of
 * both bins grows with the distance, up to the middle between both. */
static double
find_offset (GscopeSpectrumWindow window, double ratio)
{
  double low = 0, high = 0.5;

  for (guint i = 0; i < N_HALVINGS; i++)
    {
      double middle = (low + high) / 2;

      if (gscope_spectrum_window_get_response (window, 1 - middle)
          < ratio * gscope_spectrum_window_get_response (window, middle))
        low = middle;
      else
        high = middle;
    }
  return low;
}

static GscopeSpectrumPeak
read_peak (GscopeSpectrumWindow window, const double *powers, gsize bin)
{
  gboolean is_right = powers[bin + 1] > powers[bin - 1];
  double offset = find_offset (window, sqrt (powers[is_right ? bin + 1 : bin - 1] / powers[bin]));

  return (GscopeSpectrumPeak){
    .frequency = (double) bin + (is_right ? offset : -offset),
    .amplitude = sqrt (2 * powers[bin]) / gscope_spectrum_window_get_response (window, offset),
  };
}

/* Returns whether no bin that the same line reaches is higher. */
static gboolean
is_peak (const double *powers, gsize n_bins, gsize bin, gsize reach)
{
  gsize begin = bin > reach ? bin - reach : 0, end = MIN (n_bins, bin + reach + 1);

  for (gsize i = begin; i < end; i++)
    if (powers[i] > powers[bin] || (powers[i] == powers[bin] && i < bin))
      return FALSE;
  return powers[bin] > 0;
}

/* Inserts a peak into a list in descending order, if it is among the n highest. Returns the number
 * of peaks. */
static gsize
insert (GscopeSpectrumPeak *peaks, gsize used, gsize n, GscopeSpectrumPeak peak)
{
  gsize i = MIN (used, n - 1);

  if (used == n && peaks[n - 1].amplitude >= peak.amplitude)
    return used;
  for (; i > 0 && peaks[i - 1].amplitude < peak.amplitude; i--)
    peaks[i] = peaks[i - 1];
  peaks[i] = peak;
  return MIN (used + 1, n);
}

/* Finds the n highest lines between two bins of mean squares. Frequencies are in bins. */
static gsize
find_peaks (GscopeSpectrumWindow window, const double *powers, gsize n_bins, double low,
            double high, GscopeSpectrumPeak *peaks, gsize n)
{
  guint reach = gscope_spectrum_window_get_reach (window);
  gsize begin = (gsize) CLAMP (ceil (low), 1, (double) n_bins - 1);
  gsize end = (gsize) CLAMP (floor (high) + 1, (double) begin, (double) n_bins - 1);
  gsize used = 0;

  for (gsize bin = begin; n > 0 && bin < end; bin++)
    if (is_peak (powers, n_bins, bin, reach))
      used = insert (peaks, used, n, read_peak (window, powers, bin));
  return used;
}

/* Rows are the powers of the newest segments for a linear average, otherwise one row that is the
 * average. `scratch` has the segment that is being computed. */
struct _GscopeSpectrum
{
  gatomicrefcount ref_count;
  GscopeSpectrumSettings settings;
  GscopeSegments *segments;
  gsize n_bins;
  guint n_rows;
  double *rows;
  double *scratch;
  guint64 n_segments;
};

G_DEFINE_BOXED_TYPE (GscopeSpectrum, gscope_spectrum, gscope_spectrum_ref, gscope_spectrum_unref)

/**
 * gscope_spectrum_new:
 * @trace: a trace
 * @settings: its settings
 *
 * Creates the spectrum of a trace, from its beginning on. See [method@Spectrum.start].
 *
 * Returns: (transfer full): the spectrum
 *
 * Since: 1.0
 */
GscopeSpectrum *
gscope_spectrum_new (GscopeTrace *trace, const GscopeSpectrumSettings *settings)
{
  GscopeSpectrum *self;

  g_return_val_if_fail (gscope_spectrum_settings_check (settings), NULL);

  self = g_new0 (GscopeSpectrum, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->settings = *settings;
  self->segments = gscope_segments_new (trace, settings);
  self->n_bins = settings->size / 2 + 1;
  self->n_rows = settings->averaging == GSCOPE_SPECTRUM_AVERAGING_LINEAR ? settings->n_averaged : 1;
  self->rows = g_new0 (double, self->n_rows * self->n_bins);
  self->scratch = g_new (double, self->n_bins);
  return self;
}

/**
 * gscope_spectrum_ref:
 * @self: a spectrum
 *
 * Adds a reference.
 *
 * Returns: (transfer full): @self
 *
 * Since: 1.0
 */
GscopeSpectrum *
gscope_spectrum_ref (GscopeSpectrum *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * gscope_spectrum_unref:
 * @self: (transfer full): a spectrum
 *
 * Drops a reference; the last one frees the spectrum.
 *
 * Since: 1.0
 */
void
gscope_spectrum_unref (GscopeSpectrum *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  gscope_segments_free (self->segments);
  g_free (self->rows);
  g_free (self->scratch);
  g_free (self);
}

/**
 * gscope_spectrum_start:
 * @self: a spectrum
 * @begin: nanoseconds
 *
 * Drops all segments and begins with the first sample that is not older than @begin.
 *
 * Since: 1.0
 */
void
gscope_spectrum_start (GscopeSpectrum *self, gint64 begin)
{
  gscope_segments_start (self->segments, begin);
  memset (self->rows, 0, self->n_rows * self->n_bins * sizeof *self->rows);
  self->n_segments = 0;
}

/* The first segments, up to the number that is averaged, have equal weights. */
static void
fade_in (GscopeSpectrum *self)
{
  double part = 1.0 / (double) MIN (self->n_segments + 1, self->settings.n_averaged);

  for (gsize i = 0; i < self->n_bins; i++)
    self->rows[i] += part * (self->scratch[i] - self->rows[i]);
}

static void
add_segment (GscopeSpectrum *self)
{
  guint row = self->n_segments % self->n_rows;

  if (self->settings.averaging == GSCOPE_SPECTRUM_AVERAGING_EXPONENTIAL)
    fade_in (self);
  else
    memcpy (self->rows + row * self->n_bins, self->scratch, self->n_bins * sizeof *self->rows);
  self->n_segments++;
}

/**
 * gscope_spectrum_update:
 * @self: a spectrum
 * @end: nanoseconds
 *
 * Adds the new segments that are complete and end before @end. Segments too old to contribute to
 * the average are skipped.
 *
 * Returns: the number of new segments
 *
 * Since: 1.0
 */
guint
gscope_spectrum_update (GscopeSpectrum *self, gint64 end)
{
  gboolean fades = self->settings.averaging == GSCOPE_SPECTRUM_AVERAGING_EXPONENTIAL;
  guint n = 0;
  gint64 middle;

  gscope_segments_keep_last (self->segments, end,
                             fades ? MEMORY * self->settings.n_averaged : self->n_rows);
  for (; gscope_segments_next (self->segments, end, self->scratch, &middle); n++)
    add_segment (self);
  return n;
}

/**
 * gscope_spectrum_get_n_segments:
 * @self: a spectrum
 *
 * Gets the number of segments added since the start.
 *
 * Returns: the number; 0 while there is no spectrum
 *
 * Since: 1.0
 */
guint64
gscope_spectrum_get_n_segments (GscopeSpectrum *self)
{
  return self->n_segments;
}

/**
 * gscope_spectrum_get_n_broken:
 * @self: a spectrum
 *
 * Gets the number of segments left out since the start because of gaps, or because the trace
 * evicted samples before they were read.
 *
 * Returns: the number
 *
 * Since: 1.0
 */
guint64
gscope_spectrum_get_n_broken (GscopeSpectrum *self)
{
  return gscope_segments_get_n_broken (self->segments);
}

/**
 * gscope_spectrum_get_n_bins:
 * @self: a spectrum
 *
 * Gets the number of values: half of the segment's size, plus one.
 *
 * Returns: the number of bins
 *
 * Since: 1.0
 */
gsize
gscope_spectrum_get_n_bins (GscopeSpectrum *self)
{
  return self->n_bins;
}

/**
 * gscope_spectrum_get_resolution:
 * @self: a spectrum
 *
 * Gets the distance between two bins. The noise bandwidth of a line is larger by the factor
 * [func@SpectrumWindow.get_bandwidth].
 *
 * Returns: hertz; 0 while the trace has too few samples to determine it
 *
 * Since: 1.0
 */
double
gscope_spectrum_get_resolution (GscopeSpectrum *self)
{
  return gscope_segments_get_rate (self->segments) / (double) self->settings.size;
}

/* Returns the averaged power of a bin. */
static double
average (GscopeSpectrum *self, gsize bin)
{
  guint n = MIN (self->n_segments, self->n_rows);
  double sum = 0;

  for (guint row = 0; row < n; row++)
    sum += self->rows[row * self->n_bins + bin];
  return n > 0 ? sum / n : 0;
}

/**
 * gscope_spectrum_get_values:
 * @self: a spectrum
 * @values: (out caller-allocates) (array length=n): the values of bins from 0 on, in the unit of
 *   [method@SpectrumSettings.get_unit]
 * @n: how many there is room for
 *
 * Gets the averaged spectrum.
 *
 * Returns: the number of values written; 0 without a segment
 *
 * Since: 1.0
 */
gsize
gscope_spectrum_get_values (GscopeSpectrum *self, double *values, gsize n)
{
  if (self->n_segments == 0)
    return 0;

  n = MIN (n, self->n_bins);
  for (gsize i = 0; i < n; i++)
    values[i] = gscope_segments_to_scale (self->segments, i, average (self, i));
  return n;
}

/**
 * gscope_spectrum_dup_values: (rename-to gscope_spectrum_get_values)
 * @self: a spectrum
 * @n: (out): the number of values; 0 without a segment
 *
 * Gets the averaged spectrum, as gscope_spectrum_get_values() does, for languages whose arrays know
 * their lengths.
 *
 * Returns: (transfer full) (array length=n) (nullable): the values of all bins, in the unit of
 *   [method@SpectrumSettings.get_unit]
 *
 * Since: 1.0
 */
double *
gscope_spectrum_dup_values (GscopeSpectrum *self, gsize *n)
{
  double *values = g_new (double, self->n_bins);

  *n = gscope_spectrum_get_values (self, values, self->n_bins);
  return values;
}

/**
 * gscope_spectrum_find_peaks:
 * @self: a spectrum
 * @low: hertz
 * @high: hertz
 * @peaks: (out caller-allocates) (array length=n): the highest lines, the highest first
 * @n: how many there is room for
 *
 * Finds the highest lines between two frequencies, on any scale. The bin at 0 Hz is not a line.
 * Frequency and amplitude are interpolated: the ratio of the two highest bins of a line gives its
 * position between them by the window's own spectrum, and the position its height (Rife and
 * Vincent, Bell System Technical Journal 49/2, 1970). Lines that are closer than the window
 * resolves are found as one.
 *
 * Returns: the number of lines found, at most @n
 *
 * Since: 1.0
 */
gsize
gscope_spectrum_find_peaks (GscopeSpectrum *self, double low, double high,
                            GscopeSpectrumPeak *peaks, gsize n)
{
  double resolution = gscope_spectrum_get_resolution (self);
  g_autofree double *powers = g_new (double, self->n_bins);

  if (self->n_segments == 0)
    return 0;

  for (gsize i = 0; i < self->n_bins; i++)
    powers[i] = average (self, i);
  n = find_peaks (self->settings.window, powers, self->n_bins, low / resolution, high / resolution,
                  peaks, n);
  for (gsize i = 0; i < n; i++)
    peaks[i].frequency *= resolution;
  return n;
}

/**
 * gscope_spectrum_dup_peaks: (rename-to gscope_spectrum_find_peaks)
 * @self: a spectrum
 * @low: hertz
 * @high: hertz
 * @max: how many lines at most
 * @n: (out): the number of lines found
 *
 * Finds the highest lines between two frequencies, as gscope_spectrum_find_peaks() does, for
 * languages whose arrays know their lengths.
 *
 * Returns: (transfer full) (array length=n) (nullable): the lines, the highest first
 *
 * Since: 1.0
 */
GscopeSpectrumPeak *
gscope_spectrum_dup_peaks (GscopeSpectrum *self, double low, double high, gsize max, gsize *n)
{
  GscopeSpectrumPeak *peaks;

  max = MIN (max, self->n_bins);
  peaks = g_new (GscopeSpectrumPeak, max);
  *n = gscope_spectrum_find_peaks (self, low, high, peaks, max);
  return peaks;
}
