/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/analysis/spectrum-settings.h>

#include <gscope/enums.h>

#include <glib/gi18n-lib.h>

static const char *const averaging_titles[] = {
  [GSCOPE_SPECTRUM_AVERAGING_NONE] = NC_ ("averaging", "None"),
  [GSCOPE_SPECTRUM_AVERAGING_LINEAR] = NC_ ("averaging", "Linear"),
  [GSCOPE_SPECTRUM_AVERAGING_EXPONENTIAL] = NC_ ("averaging", "Exponential"),
};

static const char *const suffixes[] = {
  [GSCOPE_SPECTRUM_SCALE_AMPLITUDE] = "",
  [GSCOPE_SPECTRUM_SCALE_POWER] = "²",
  [GSCOPE_SPECTRUM_SCALE_DENSITY] = "²/Hz",
};

/**
 * gscope_spectrum_settings_init:
 * @settings: (out caller-allocates): settings
 *
 * Fills in settings that suit most signals: amplitudes in the signal's unit, from segments of 4096
 * points under a Hann window that overlap by half, averaged exponentially with a weight of 1/8. Any
 * thread may call this.
 *
 * Since: 1.0
 */
void
gscope_spectrum_settings_init (GscopeSpectrumSettings *settings)
{
  *settings = (GscopeSpectrumSettings){
    .window = GSCOPE_SPECTRUM_WINDOW_HANN,
    .size = 4096,
    .overlap = 0.5,
    .averaging = GSCOPE_SPECTRUM_AVERAGING_EXPONENTIAL,
    .n_averaged = 8,
    .scale = GSCOPE_SPECTRUM_SCALE_AMPLITUDE,
    .reference = 1,
  };
}

static gboolean
has_value (GType type, int value)
{
  g_autoptr (GEnumClass) values = g_type_class_ref (type);

  return g_enum_get_value (values, value) != NULL;
}

/**
 * gscope_spectrum_settings_check:
 * @settings: settings
 *
 * Tells whether all settings are within their bounds. Any thread may call this.
 *
 * Returns: whether a spectrum can be computed with them
 *
 * Since: 1.0
 */
gboolean
gscope_spectrum_settings_check (const GscopeSpectrumSettings *settings)
{
  return has_value (GSCOPE_TYPE_SPECTRUM_WINDOW, settings->window)
         && has_value (GSCOPE_TYPE_SPECTRUM_AVERAGING, settings->averaging)
         && has_value (GSCOPE_TYPE_SPECTRUM_SCALE, settings->scale) && settings->size >= 16
         && settings->size <= 1 << 20 && settings->size % 2 == 0 && settings->overlap >= 0
         && settings->overlap <= 0.95 && settings->n_averaged >= 1 && settings->n_averaged <= 1024
         && settings->reference > 0 && (settings->rate == 0 || settings->rate >= 1e-3)
         && settings->rate <= 1e9;
}

/**
 * gscope_spectrum_settings_get_unit:
 * @settings: settings
 * @unit: (nullable): the signal's unit
 *
 * Gets the unit of a spectrum's values. Any thread may call this.
 *
 * Returns: (transfer full): the unit, such as `V²/Hz`; `dB` for decibels, relative to the reference
 *
 * Since: 1.0
 */
char *
gscope_spectrum_settings_get_unit (const GscopeSpectrumSettings *settings, const char *unit)
{
  const char *suffix = suffixes[settings->scale];

  if (settings->decibels)
    return g_strdup ("dB");
  if (!unit || !*unit)
    return g_strdup (settings->scale == GSCOPE_SPECTRUM_SCALE_DENSITY ? "1/Hz" : "");
  /* The square of m/s is (m/s)². */
  return g_strdup_printf (*suffix && strpbrk (unit, "/ ·") ? "(%s)%s" : "%s%s", unit, suffix);
}

/**
 * gscope_spectrum_averaging_get_title:
 * @averaging: a kind of averaging
 *
 * Gets the name of a kind of averaging for users. Any thread may call this.
 *
 * Returns: the translated name, such as “Exponential”
 *
 * Since: 1.0
 */
const char *
gscope_spectrum_averaging_get_title (GscopeSpectrumAveraging averaging)
{
  g_return_val_if_fail ((guint) averaging < G_N_ELEMENTS (averaging_titles), NULL);

  return g_dpgettext2 (GETTEXT_PACKAGE, "averaging", averaging_titles[averaging]);
}
