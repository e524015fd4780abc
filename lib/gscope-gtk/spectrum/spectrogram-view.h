/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/spectrum/frequency-view.h>

G_BEGIN_DECLS

#define GSCOPE_GTK_TYPE_SPECTROGRAM_VIEW (gscope_gtk_spectrogram_view_get_type ())
GSCOPE_GTK_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeGtkSpectrogramView, gscope_gtk_spectrogram_view, GSCOPE_GTK,
                      SPECTROGRAM_VIEW, GscopeGtkFrequencyView)

GSCOPE_GTK_AVAILABLE_IN_1_0
GtkWidget *gscope_gtk_spectrogram_view_new (GscopeGtkView *view);

G_END_DECLS
