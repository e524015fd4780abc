/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/chrome/brush.h>
#include <gscope-gtk/chrome/chrome.h>

/* The badges of measurements in the head of a lane, side by side from the right. */
typedef struct
{
  const GscopeGtkAnnotations *annotations;
  GscopeGtkBrush *brush;
  const GscopeGtkSceneLane *lane;
  /* the middle of the head */
  double middle;
} GscopeGtkBadgeRow;

/* Draws the badges that have room between two edges, and the number of the others. Returns the left edge of what it drew. */
double gscope_gtk_badge_row_draw (const GscopeGtkBadgeRow *self, double left, double right);
/* Returns the badge at a distance from the left among those that are drawn between two edges, or NULL. */
GscopeGtkBadge *
gscope_gtk_badge_row_find (const GscopeGtkBadgeRow *self, double left, double right, double x);
/* Returns a hash of the words of all badges of a lane. */
guint
gscope_gtk_badge_row_hash (const GscopeGtkAnnotations *annotations, const GscopeGtkSceneLane *lane);
