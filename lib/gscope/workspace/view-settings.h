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
