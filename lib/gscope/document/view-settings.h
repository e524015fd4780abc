/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/analysis/spectrum-settings.h>

G_BEGIN_DECLS

/**
 * GSCOPE_MAX_PERCENTS:
 *
 * The most percentiles that a histogram marks.
 *
 * Since: 1.0
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
 *
 * Since: 1.0
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
 *
 * Since: 1.0
 */
/**
 * GscopeViewSettings:histogram:
 *
 * Whether a histogram is shown.
 *
 * Since: 1.0
 */
/**
 * GscopeViewSettings:xy:
 *
 * Whether one signal is shown over another.
 *
 * Since: 1.0
 */
/**
 * GscopeViewSettings:transfer:
 *
 * Whether gain, phase and coherence from one signal to another are shown by frequency.
 *
 * Since: 1.0
 */

#define GSCOPE_TYPE_VIEW_SETTINGS (gscope_view_settings_get_type ())
GSCOPE_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeViewSettings, gscope_view_settings, GSCOPE, VIEW_SETTINGS, GObject)

GSCOPE_AVAILABLE_IN_1_0
GscopeViewSettings *gscope_view_settings_new (void);
GSCOPE_AVAILABLE_IN_1_0
void gscope_view_settings_assign (GscopeViewSettings *self, GscopeViewSettings *other);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_view_settings_is_on (GscopeViewSettings *self, const char *name);
GSCOPE_AVAILABLE_IN_1_0
void gscope_view_settings_set_on (GscopeViewSettings *self, const char *name, gboolean on);
GSCOPE_AVAILABLE_IN_1_0
void
gscope_view_settings_apply_spectrum (GscopeViewSettings *self, GscopeSpectrumSettings *settings);
GSCOPE_AVAILABLE_IN_1_0
guint gscope_view_settings_get_percents (GscopeViewSettings *self, double *percents, guint max);

G_END_DECLS
