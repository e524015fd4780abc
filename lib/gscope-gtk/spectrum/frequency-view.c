/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/analysis/analysis-view-private.h>
#include <gscope-gtk/chrome/interval.h>
#include <gscope-gtk/spectrum/frequency-view-private.h>

#define MAX_SIZE (1 << 20)

/**
 * GscopeGtkFrequencyView:
 *
 * The base class of views of the frequencies in signals: a [class@SpectrumView] of the whole
 * visible time, or a [class@SpectrogramView] over time. Both have the same settings.
 *
 * Since: 1.0
 */
G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (GscopeGtkFrequencyView, gscope_gtk_frequency_view,
                                     GSCOPE_GTK_TYPE_ANALYSIS_VIEW)

enum
{
  PROP_WINDOW = 1,
  PROP_AVERAGING,
  PROP_N_AVERAGED,
  PROP_SIZE,
  PROP_DECIBELS,
  PROP_LOGARITHMIC,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

GscopeGtkFrequencyViewPrivate *
gscope_gtk_frequency_view_peek (gpointer self)
{
  return gscope_gtk_frequency_view_get_instance_private (self);
}

static void
take_settings (GscopeGtkFrequencyView *self, GParamSpec *pspec, GscopeViewSettings *from)
{
  GscopeSpectrumSettings settings = gscope_gtk_frequency_view_peek (self)->settings;

  gscope_view_settings_apply_spectrum (from, &settings);
  gscope_gtk_frequency_view_set_settings (self, &settings);
}

void
gscope_gtk_frequency_view_follow (GscopeGtkAnalysisView *self, GscopeViewSettings *settings)
{
  g_object_bind_property (settings, "logarithmic-frequencies", self, "logarithmic",
                          G_BINDING_SYNC_CREATE);
  g_signal_connect_object (settings, "notify", G_CALLBACK (take_settings), self, G_CONNECT_SWAPPED);
  take_settings (GSCOPE_GTK_FREQUENCY_VIEW (self), NULL, settings);
}

static void
gscope_gtk_frequency_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  const GscopeGtkFrequencyViewPrivate *self = gscope_gtk_frequency_view_peek (object);

  switch (id)
    {
    case PROP_WINDOW:
      g_value_set_enum (value, self->settings.window);
      break;
    case PROP_AVERAGING:
      g_value_set_enum (value, self->settings.averaging);
      break;
    case PROP_N_AVERAGED:
      g_value_set_uint (value, self->settings.n_averaged);
      break;
    case PROP_SIZE:
      g_value_set_uint (value, (guint) self->settings.size);
      break;
    case PROP_DECIBELS:
      g_value_set_boolean (value, self->settings.decibels);
      break;
    case PROP_LOGARITHMIC:
      g_value_set_boolean (value, self->logarithmic);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
set_logarithmic (GscopeGtkFrequencyView *self, gboolean logarithmic)
{
  GscopeGtkFrequencyViewPrivate *frequency = gscope_gtk_frequency_view_peek (self);

  if (frequency->logarithmic == logarithmic)
    return;
  frequency->logarithmic = logarithmic;
  gscope_gtk_analysis_view_change (GSCOPE_GTK_ANALYSIS_VIEW (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LOGARITHMIC]);
}

static void
gscope_gtk_frequency_view_set_property (GObject *object, guint id, const GValue *value,
                                        GParamSpec *pspec)
{
  GscopeGtkFrequencyView *self = GSCOPE_GTK_FREQUENCY_VIEW (object);
  GscopeSpectrumSettings settings = gscope_gtk_frequency_view_peek (self)->settings;

  switch (id)
    {
    case PROP_WINDOW:
      settings.window = g_value_get_enum (value);
      break;
    case PROP_AVERAGING:
      settings.averaging = g_value_get_enum (value);
      break;
    case PROP_N_AVERAGED:
      settings.n_averaged = g_value_get_uint (value);
      break;
    case PROP_SIZE:
      settings.size = g_value_get_uint (value);
      break;
    case PROP_DECIBELS:
      settings.decibels = g_value_get_boolean (value);
      break;
    case PROP_LOGARITHMIC:
      set_logarithmic (self, g_value_get_boolean (value));
      return;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
  gscope_gtk_frequency_view_set_settings (self, &settings);
}

static void
install_properties (GObjectClass *klass)
{
  const GParamFlags rw = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  /**
   * GscopeGtkFrequencyView:window:
   *
   * The window by which segments are multiplied.
   *
   * Since: 1.0
   */
  properties[PROP_WINDOW] = g_param_spec_enum ("window", NULL, NULL, GSCOPE_TYPE_SPECTRUM_WINDOW,
                                               GSCOPE_SPECTRUM_WINDOW_HANN, rw);
  /**
   * GscopeGtkFrequencyView:averaging:
   *
   * How segments are averaged. In a spectrogram each column is the average of its segments.
   *
   * Since: 1.0
   */
  properties[PROP_AVERAGING] =
      g_param_spec_enum ("averaging", NULL, NULL, GSCOPE_TYPE_SPECTRUM_AVERAGING,
                         GSCOPE_SPECTRUM_AVERAGING_LINEAR, rw);
  /**
   * GscopeGtkFrequencyView:n-averaged:
   *
   * The number of segments that are averaged.
   *
   * Since: 1.0
   */
  properties[PROP_N_AVERAGED] = g_param_spec_uint ("n-averaged", NULL, NULL, 1, 1024, 4, rw);
  /**
   * GscopeGtkFrequencyView:size:
   *
   * Points of a segment, an even number of at least 16, in a spectrogram at most 16384. 0 chooses a
   * part of the visible samples: at most a half in a spectrum, an eighth in a spectrogram.
   *
   * Since: 1.0
   */
  properties[PROP_SIZE] = g_param_spec_uint ("size", NULL, NULL, 0, MAX_SIZE, 0, rw);
  /**
   * GscopeGtkFrequencyView:decibels:
   *
   * Whether values are in decibels.
   *
   * Since: 1.0
   */
  properties[PROP_DECIBELS] = g_param_spec_boolean ("decibels", NULL, NULL, TRUE, rw);
  /**
   * GscopeGtkFrequencyView:logarithmic:
   *
   * Whether the frequency axis is logarithmic; by default it is in a spectrum, but not in a
   * spectrogram.
   *
   * Since: 1.0
   */
  properties[PROP_LOGARITHMIC] = g_param_spec_boolean ("logarithmic", NULL, NULL, TRUE, rw);
  g_object_class_install_properties (klass, N_PROPS, properties);
}

static void
gscope_gtk_frequency_view_class_init (GscopeGtkFrequencyViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = gscope_gtk_frequency_view_get_property;
  object_class->set_property = gscope_gtk_frequency_view_set_property;
  install_properties (object_class);
  klass->max_size = MAX_SIZE;
}

static void
gscope_gtk_frequency_view_init (GscopeGtkFrequencyView *self)
{
  GscopeGtkFrequencyViewPrivate *frequency = gscope_gtk_frequency_view_peek (self);

  gscope_spectrum_settings_init (&frequency->settings);
  frequency->settings.size = 0;
  frequency->settings.averaging = GSCOPE_SPECTRUM_AVERAGING_LINEAR;
  frequency->settings.n_averaged = 4;
  frequency->settings.decibels = TRUE;
  frequency->logarithmic = TRUE;
  frequency->range = (GscopeGtkRange) GSCOPE_GTK_RANGE_INIT;
}

/**
 * gscope_gtk_frequency_view_set_settings:
 * @self: a view of spectra
 * @settings: the settings of its spectra; each signal's line mode determines whether values hold
 *
 * Changes the settings of its spectra, from now on. A size of 0 is chosen by the visible samples;
 * the largest is 1048576, in a spectrogram 16384.
 *
 * Since: 1.0
 */
void
gscope_gtk_frequency_view_set_settings (GscopeGtkFrequencyView *self,
                                        const GscopeSpectrumSettings *settings)
{
  GscopeGtkFrequencyViewClass *klass = GSCOPE_GTK_FREQUENCY_VIEW_GET_CLASS (self);
  GscopeGtkFrequencyViewPrivate *frequency = gscope_gtk_frequency_view_peek (self);

  g_return_if_fail (gscope_gtk_check_settings (settings));
  g_return_if_fail (settings->size <= klass->max_size);

  if (gscope_gtk_same_settings (settings, &frequency->settings))
    return;
  if (settings->decibels != frequency->settings.decibels
      || settings->scale != frequency->settings.scale)
    frequency->range = (GscopeGtkRange) GSCOPE_GTK_RANGE_INIT;
  frequency->settings = *settings;
  if (klass->drop)
    klass->drop (self);
  gscope_gtk_analysis_view_change (GSCOPE_GTK_ANALYSIS_VIEW (self));
  for (guint id = PROP_WINDOW; id <= PROP_DECIBELS; id++)
    g_object_notify_by_pspec (G_OBJECT (self), properties[id]);
}
