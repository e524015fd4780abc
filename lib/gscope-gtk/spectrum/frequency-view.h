/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/analysis/analysis-view.h>

G_BEGIN_DECLS

#define GSCOPE_GTK_TYPE_FREQUENCY_VIEW (gscope_gtk_frequency_view_get_type ())
GSCOPE_GTK_AVAILABLE_IN_1_0
G_DECLARE_DERIVABLE_TYPE (GscopeGtkFrequencyView, gscope_gtk_frequency_view, GSCOPE_GTK,
                          FREQUENCY_VIEW, GscopeGtkAnalysisView)

/**
 * GscopeGtkFrequencyViewClass:
 *
 * The differences between views of spectra, private to the library.
 *
 * Since: 1.0
 */
struct _GscopeGtkFrequencyViewClass
{
  GscopeGtkAnalysisViewClass parent_class;

  /*< private >*/
  gsize max_size;
  /* discards the results of the previous settings; may be NULL */
  void (*drop) (GscopeGtkFrequencyView *self);
  gpointer padding[8];
};

GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_frequency_view_set_settings (GscopeGtkFrequencyView *self,
                                             const GscopeSpectrumSettings *settings);

G_END_DECLS
