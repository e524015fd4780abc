/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/spectrum/live-spectrum.h>

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

enum
{
  /* The visible time has room for at least this many segments without overlap, which are three to
   * seven with an overlap of a half. */
  PARTS = 2,
  MIN_SIZE = 64,
  MAX_SIZE = 16384,
};

struct _GscopeGtkLiveSpectrum
{
  GscopeGtkViewSignal *signal;
  GscopeSpectrum *spectrum;
  GscopeSpectrumSettings settings;
  GscopeGtkInterval interval;
};

GscopeGtkLiveSpectrum *
gscope_gtk_live_spectrum_new (GscopeGtkViewSignal *signal)
{
  GscopeGtkLiveSpectrum *self = g_new0 (GscopeGtkLiveSpectrum, 1);

  self->signal = g_object_ref (signal);
  return self;
}

void
gscope_gtk_live_spectrum_free (GscopeGtkLiveSpectrum *self)
{
  g_clear_pointer (&self->spectrum, gscope_spectrum_unref);
  g_object_unref (self->signal);
  g_free (self);
}

GscopeGtkViewSignal *
gscope_gtk_live_spectrum_get_signal (GscopeGtkLiveSpectrum *self)
{
  return self->signal;
}

static GscopeTrace *
get_trace (GscopeGtkLiveSpectrum *self)
{
  return gscope_signal_get_trace (gscope_gtk_view_signal_get_signal (self->signal));
}

/* Creates a new spectrum if the settings have changed. */
static gboolean
apply (GscopeGtkLiveSpectrum *self, GscopeSpectrumSettings settings,
       const GscopeGtkInterval *interval)
{
  if (settings.size == 0)
    settings.size =
        gscope_gtk_interval_choose_size (interval, get_trace (self), PARTS, MIN_SIZE, MAX_SIZE,
                                         self->spectrum ? self->settings.size : 0);
  settings.hold = gscope_gtk_view_signal_get_line_mode (self->signal) == GSCOPE_LINE_MODE_STEPS;
  if (self->spectrum && gscope_gtk_same_settings (&settings, &self->settings))
    return FALSE;
  g_clear_pointer (&self->spectrum, gscope_spectrum_unref);
  self->spectrum = gscope_spectrum_new (get_trace (self), &settings);
  self->settings = settings;
  return TRUE;
}

gboolean
gscope_gtk_live_spectrum_update (GscopeGtkLiveSpectrum *self,
                                 const GscopeSpectrumSettings *settings,
                                 const GscopeGtkInterval *interval)
{
  gboolean is_new = apply (self, *settings, interval);

  if (is_new || !gscope_gtk_interval_goes_on (&self->interval, interval))
    {
      gscope_spectrum_start (self->spectrum, interval->begin);
      is_new = TRUE;
    }
  self->interval = *interval;
  return gscope_spectrum_update (self->spectrum, interval->end) > 0 || is_new;
}

/* Converts an amplitude to the scale of the settings; a density is the density of the bin. */
static double
to_value (GscopeGtkLiveSpectrum *self, const GscopeGtkSpectrumCurve *curve,
          const GscopeSpectrumPeak *peak)
{
  const GscopeSpectrumSettings *settings = &self->settings;
  gboolean is_amplitude = settings->scale == GSCOPE_SPECTRUM_SCALE_AMPLITUDE;
  double value = is_amplitude ? peak->amplitude : peak->amplitude * peak->amplitude / 2;

  if (settings->scale == GSCOPE_SPECTRUM_SCALE_DENSITY)
    return gscope_gtk_spectrum_curve_read (curve, peak->frequency);
  return settings->decibels ? (is_amplitude ? 20 : 10) * log10 (value / settings->reference)
                            : value;
}

gsize
gscope_gtk_live_spectrum_find_peaks (GscopeGtkLiveSpectrum *self,
                                     const GscopeGtkSpectrumCurve *curve, GscopeSpectrumPeak *peaks,
                                     gsize n)
{
  double low = gscope_spectrum_window_get_reach (self->settings.window) * curve->resolution;
  gsize found = gscope_spectrum_find_peaks (self->spectrum, low, INFINITY, peaks, n);

  for (gsize i = 0; i < found; i++)
    peaks[i].amplitude = to_value (self, curve, &peaks[i]);
  return found;
}

gboolean
gscope_gtk_live_spectrum_fill (GscopeGtkLiveSpectrum *self, GscopeGtkSpectrumCurve *curve,
                               guint n_peaks)
{
  GscopeSpectrumPeak peaks[GSCOPE_GTK_MAX_PEAKS];

  if (gscope_spectrum_get_n_segments (self->spectrum) == 0)
    return FALSE;
  curve->n_values = gscope_spectrum_get_n_bins (self->spectrum);
  curve->resolution = gscope_spectrum_get_resolution (self->spectrum);
  curve->values = g_renew (double, curve->values, curve->n_values);
  gscope_spectrum_get_values (self->spectrum, curve->values, curve->n_values);
  curve->n_peaks = gscope_gtk_live_spectrum_find_peaks (self, curve, peaks, n_peaks);
  for (guint i = 0; i < curve->n_peaks; i++)
    {
      curve->peaks[i].frequency = peaks[i].frequency;
      curve->peaks[i].value = peaks[i].amplitude;
    }
  return TRUE;
}

char *
gscope_gtk_live_spectrum_describe (GscopeGtkLiveSpectrum *self)
{
  gsize n_bins = gscope_spectrum_get_n_bins (self->spectrum);
  double rate = gscope_spectrum_get_resolution (self->spectrum) * 2 * (double) (n_bins - 1);
  g_autofree char *resampling = gscope_gtk_describe_resampling (self->settings.hold, rate);
  guint64 n_broken = gscope_spectrum_get_n_broken (self->spectrum);
  g_autofree char *broken = NULL;

  if (gscope_spectrum_get_n_segments (self->spectrum) == 0)
    return NULL;
  if (n_broken == 0)
    return g_steal_pointer (&resampling);
  broken =
      g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%" PRIu64 " segment with a gap left out",
                                    "%" PRIu64 " segments with gaps left out", (gulong) n_broken),
                       n_broken);
  /* Translators: how samples were made even, and how many segments were left out */
  return g_strdup_printf (_ ("%s; %s"), resampling, broken);
}
