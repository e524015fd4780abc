/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/plot/range.h>
#include <gscope-gtk/spectrum/frequency-view.h>

/* The common base of views of spectra. */
typedef struct
{
  GscopeSpectrumSettings settings;
  gboolean logarithmic;
  /* range of the values, from the lowest one that counts to the highest */
  GscopeGtkRange range;
} GscopeGtkFrequencyViewPrivate;

GscopeGtkFrequencyViewPrivate *gscope_gtk_frequency_view_peek (gpointer self);
void gscope_gtk_frequency_view_follow (GscopeGtkAnalysisView *self, GscopeViewSettings *settings);
