/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/analysis/spectrum-peak.h>

#include <math.h>

enum
{
  /* Halves an interval to less than a double resolves of a bin. */
  N_HALVINGS = 50,
};

/* How far a line is from its highest bin towards the next higher one, of which the amplitudes have this
 * ratio. It grows with the distance, from bin to the middle between both. */
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

/* Returns whether no bin in reach of the same line is higher. */
static gboolean
is_peak (const double *powers, gsize n_bins, gsize bin, gsize reach)
{
  gsize begin = bin > reach ? bin - reach : 0, end = MIN (n_bins, bin + reach + 1);

  for (gsize i = begin; i < end; i++)
    if (powers[i] > powers[bin] || (powers[i] == powers[bin] && i < bin))
      return FALSE;
  return powers[bin] > 0;
}

/* Keeps the highest ones in order. */
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

gsize
gscope_spectrum_peaks_find (GscopeSpectrumWindow window, const double *powers, gsize n_bins,
                            double low, double high, GscopeSpectrumPeak *peaks, gsize n)
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
