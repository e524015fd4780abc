/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/paint/palette.h>
#include <gscope-gtk/paint/states.h>

/* Resolves how the states of a signal are drawn; NULL for a signal whose values are numbers. `color` is the colour of the
 * signal, `stamps` a table of GscopeGtkStamp by text, of which it uses those that are there; it may be NULL. Free it with
 * g_free(). */
GscopeGtkLooks *gscope_gtk_looks_new (GscopeSignal *signal, const GscopeGtkPalette *palette,
                                      guint32 color, double scale, GHashTable *stamps);
