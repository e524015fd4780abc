/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/plot/scene.h>
#include <gtk/gtk.h>

/* The place of a handle for a value of a signal: the signal's lane and the ruler left of it, with copies of what the scene has, as
 * that is arranged again at any time. */
typedef struct
{
  /* FALSE while the signal is not shown as a line */
  gboolean has_lane;
  GtkAllocation area;
  int ruler;
  GscopeGtkSceneLane lane;
  GscopeGtkMapping mapping;
  const GscopeGtkPalette *palette;
  double text_scale;
} GscopeGtkValuePlace;

/* Finds the lane in which a signal is a line, and how it is drawn there; NULL for none. */
GscopeGtkSceneLane *
gscope_gtk_value_place_find_lane (const GscopeGtkScene *scene, GscopeSignal *signal,
                                  GscopeGtkMapping *mapping);
/* Takes the place of a lane, which is NULL for none. Returns whether anything is different; sets whether the area is. */
gboolean gscope_gtk_value_place_take (GscopeGtkValuePlace *self, const GscopeGtkScene *scene,
                                      const GscopeGtkSceneLane *lane,
                                      const GscopeGtkMapping *mapping, gboolean *is_moved);

/* Returns the place of a value below the top of the area, within it, and the value at a place. */
double gscope_gtk_value_place_to_y (const GscopeGtkValuePlace *self, double value);
double gscope_gtk_value_place_to_value (const GscopeGtkValuePlace *self, double y);
/* Rounds a value that was dragged. */
double gscope_gtk_value_place_round (const GscopeGtkValuePlace *self, double value);
/* Returns the step of an arrow key at a value, and the value after a number of steps. */
double gscope_gtk_value_place_get_key_step (const GscopeGtkValuePlace *self, double value);
double gscope_gtk_value_place_step (const GscopeGtkValuePlace *self, double value, int by);

/* Returns whether a place is in the flag of a value. */
gboolean
gscope_gtk_value_place_contains (const GscopeGtkValuePlace *self, double value, double x, double y);
/* Hides the numbers of the ruler that the flag of a handle would cover, or shows them again. */
void gscope_gtk_value_place_cover (const GscopeGtkValuePlace *self, const GscopeGtkScene *scene,
                                   gconstpointer handle, gboolean shown, double value);
/* Draws a dashed line at a value, and its flag, whose text is a letter and the value as the ruler of the unit writes it. */
void gscope_gtk_value_place_draw_line (const GscopeGtkValuePlace *self, GtkSnapshot *snapshot,
                                       double value);
void gscope_gtk_value_place_draw_flag (const GscopeGtkValuePlace *self, GtkWidget *widget,
                                       GtkSnapshot *snapshot, const char *letter, double value,
                                       const char *unit);
