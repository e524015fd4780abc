/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/plot/scene.h>
#include <gtk/gtk.h>

/* The plot as a row of narrow images, each one cached render node: a frame replaces only the images
 * that changed, so that the renderer repaints no more than these. While the pen sweeps, images have
 * a fixed position in the plot; otherwise they have a fixed time and move unchanged. */
typedef struct
{
  GArray *strips;
  gboolean sweeping;
  /* first column of the sweep for which they are drawn; the previous sweep is faded */
  gint64 first;
} GscopeGtkStrips;

void gscope_gtk_strips_init (GscopeGtkStrips *self);
void gscope_gtk_strips_clear (GscopeGtkStrips *self);

void gscope_gtk_strips_invalidate (GscopeGtkStrips *self);
/* Invalidates columns with new samples, from one column up to the column of the pen. */
void gscope_gtk_strips_invalidate_columns (GscopeGtkStrips *self, GscopeGtkScene *scene,
                                           gint64 begin, gint64 end);
void
gscope_gtk_strips_snapshot (GscopeGtkStrips *self, GscopeGtkScene *scene, GtkSnapshot *snapshot);
