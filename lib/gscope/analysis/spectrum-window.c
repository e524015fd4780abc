/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/analysis/window-private.h>

#include <glib/gi18n-lib.h>
#include <math.h>

enum
{
  MAX_TERMS = 5,
};

/* All of them are sums of cosines: w(i) = Σ (−1)^j terms(j) cos (2 π j i / n). Coefficients are those
 * of Harris (Proceedings of the IEEE 66/1, 1978) and, for the flat top, of D'Antona and Ferrero
 * (Digital Signal Processing for Measurement Systems, 2006). Another window is a row. */
static const struct
{
  const char *title;
  double terms[MAX_TERMS];
  guint n_terms;
} rows[] = {
  [GSCOPE_SPECTRUM_WINDOW_RECTANGULAR] = { N_ ("Rectangular"), { 1 }, 1 },
  [GSCOPE_SPECTRUM_WINDOW_HANN] = { N_ ("Hann"), { 0.5, 0.5 }, 2 },
  [GSCOPE_SPECTRUM_WINDOW_HAMMING] = { N_ ("Hamming"), { 0.54, 0.46 }, 2 },
  [GSCOPE_SPECTRUM_WINDOW_BLACKMAN_HARRIS] = { N_ ("Blackman–Harris"),
                                               { 0.35875, 0.48829, 0.14128, 0.01168 },
                                               4 },
  [GSCOPE_SPECTRUM_WINDOW_FLAT_TOP] = { N_ ("Flat top"),
                                        { 0.21557895, 0.41663158, 0.277263158, 0.083578947,
                                          0.006947368 },
                                        5 },
};

/**
 * gscope_spectrum_window_get_title:
 * @window: a window
 *
 * Gets a window's name for users. Any thread may call this.
 *
 * Returns: the translated name, such as “Flat top”
 *
 * Since: 1.0
 */
const char *
gscope_spectrum_window_get_title (GscopeSpectrumWindow window)
{
  g_return_val_if_fail ((guint) window < G_N_ELEMENTS (rows), NULL);

  return g_dgettext (GETTEXT_PACKAGE, rows[window].title);
}

double
gscope_spectrum_window_get_gain (GscopeSpectrumWindow window)
{
  g_return_val_if_fail ((guint) window < G_N_ELEMENTS (rows), NAN);

  return rows[window].terms[0];
}

/**
 * gscope_spectrum_window_get_bandwidth:
 * @window: a window
 *
 * Gets a window's equivalent noise bandwidth: the mean square of its weights divided by the square
 * of their mean. Any thread may call this.
 *
 * Returns: the bandwidth in bins, 1 for the rectangular window
 *
 * Since: 1.0
 */
double
gscope_spectrum_window_get_bandwidth (GscopeSpectrumWindow window)
{
  const double *terms = rows[window].terms;
  double square = terms[0] * terms[0];

  for (guint j = 1; j < rows[window].n_terms; j++)
    square += terms[j] * terms[j] / 2;
  return square / (terms[0] * terms[0]);
}

/**
 * gscope_spectrum_window_get_reach:
 * @window: a window
 *
 * Gets half the width of a line: the distance from its frequency to the first zero on either side.
 * Any thread may call this.
 *
 * Returns: bins
 *
 * Since: 1.0
 */
guint
gscope_spectrum_window_get_reach (GscopeSpectrumWindow window)
{
  return rows[window].n_terms;
}

double
gscope_spectrum_window_get_response (GscopeSpectrumWindow window, double offset)
{
  const double *terms = rows[window].terms;
  double sum = 0, square;

  /* A term that is 0 / 0 has a limit, which a nearby offset gives. */
  if (fabs (offset - rint (offset)) < 1e-6)
    offset = rint (offset) + 1e-6;
  square = offset * offset;
  for (guint j = 0; j < rows[window].n_terms; j++)
    sum += (j % 2 == 0 ? 1 : -1) * terms[j] * offset / (square - (double) j * j);
  return fabs (sum * sin (G_PI * offset) / (G_PI * terms[0]));
}

void
gscope_spectrum_window_fill (GscopeSpectrumWindow window, double *weights, gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      weights[i] = 0;
      for (guint j = 0; j < rows[window].n_terms; j++)
        weights[i] += (j % 2 == 0 ? 1 : -1) * rows[window].terms[j]
                      * cos (2 * G_PI * (double) ((j * i) % n) / (double) n);
    }
}
