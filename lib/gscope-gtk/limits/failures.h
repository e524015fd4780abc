/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/chrome/chrome.h>
#include <gtk/gtk.h>

/* The samples that are beyond the limits of signals: a ring around the farthest of each failure. */

/* Makes the node of a ring, which is at first NULL, and adds it for each failure in view. Failures that are near each other
 * have one. */
void gscope_gtk_limits_snapshot_failures (const GscopeGtkAnnotations *self, GskRenderNode **ring,
                                          GtkSnapshot *snapshot);
void gscope_gtk_limits_draw_failures (const GscopeGtkAnnotations *self, cairo_t *cr);
