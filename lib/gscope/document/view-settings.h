/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/analysis/spectrum-settings.h>

G_BEGIN_DECLS

/**
 * GSCOPE_MAX_PERCENTS:
 *
 * The most percentiles that a histogram marks.
 */
#define GSCOPE_MAX_PERCENTS 6

/**
 * GSCOPE_VIEW_PANES: (skip)
 * @PANE: a macro of the arguments setting, type, key, title and name
 *
 * The analysis panes that a view has beside its signals over time, in their order: a row each. The setting
 * is a property of [class@ViewSettings], and `gscope_gtk_<type>_get_type()` the type of the widget.
 * The key turns the pane on and off. The title has a mnemonic and is for buttons and menus, the name for
 * tooltips and lists; both are to be translated.
 *
 * Stability: Private
 */
#define GSCOPE_VIEW_PANES(PANE)                                                                    \
  PANE (spectrum, spectrum_view, 's', N_ ("_Spectrum"), N_ ("Spectrum"))                           \
  PANE (histogram, histogram_view, 'h', N_ ("_Histogram"), N_ ("Histogram and Percentiles"))       \
  PANE (xy, xy_view, 'y', N_ ("_XY"), N_ ("One Signal over Another"))                              \
  PANE (transfer, transfer_view, 'b', N_ ("_Bode"), N_ ("Transfer Function"))

/**
 * GscopeViewSettings:spectrum:
 *
 * Whether spectra are shown.
 */
/**
 * GscopeViewSettings:histogram:
 *
 * Whether a histogram is shown.
 */
/**
 * GscopeViewSettings:xy:
 *
 * Whether one signal is shown over another.
 */
/**
 * GscopeViewSettings:transfer:
 *
 * Whether gain, phase and coherence from one signal to another are shown by frequency.
 *
 * Since: 1.0
 */

#define GSCOPE_TYPE_VIEW_SETTINGS (gscope_view_settings_get_type ())
GSCOPE_EXPORT
G_DECLARE_FINAL_TYPE (GscopeViewSettings, gscope_view_settings, GSCOPE, VIEW_SETTINGS, GObject)

GSCOPE_EXPORT GscopeViewSettings *gscope_view_settings_new (void);
GSCOPE_EXPORT void
gscope_view_settings_assign (GscopeViewSettings *self, GscopeViewSettings *other);
GSCOPE_EXPORT gboolean gscope_view_settings_is_on (GscopeViewSettings *self, const char *name);
GSCOPE_EXPORT void
gscope_view_settings_set_on (GscopeViewSettings *self, const char *name, gboolean on);
GSCOPE_EXPORT void
gscope_view_settings_apply_spectrum (GscopeViewSettings *self, GscopeSpectrumSettings *settings);
GSCOPE_EXPORT guint gscope_view_settings_get_percents (GscopeViewSettings *self, double *percents,
                                                       guint max);

G_END_DECLS
