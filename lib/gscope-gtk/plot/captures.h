/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/plot/scene.h>

/* Captures of a trigger in a scene, in place of the newest samples, while the viewport is not live. */

GscopeGtkShownCaptures *gscope_gtk_shown_captures_new (void);
void gscope_gtk_shown_captures_free (GscopeGtkShownCaptures *self);

/* Shows a capture, with others behind it; their zeros are drawn at a time of the plot. NULL for none. */
void gscope_gtk_scene_show_capture (const GscopeGtkScene *self, GscopeCapture *capture,
                                    GPtrArray *behind, gint64 zero);
/* Shows captures as dashed lines behind the capture. NULL for none. */
void gscope_gtk_scene_show_references (const GscopeGtkScene *self, GPtrArray *references);
/* Shows the mean of captures, as a GscopeCaptureMean has it, with its deviation behind the capture. NULL for none. */
void gscope_gtk_scene_show_mean (const GscopeGtkScene *self, GscopeCapture *mean);
/* Returns the capture that is shown, or NULL. */
GscopeCapture *gscope_gtk_scene_get_capture (const GscopeGtkScene *self);
/* Gets where the zero is drawn, in logical pixels from the left; FALSE if it is not in view. */
gboolean gscope_gtk_scene_get_zero_x (const GscopeGtkScene *self, double *x);
/* Gets the samples of a signal that are shown. */
void gscope_gtk_scene_get_timeline (const GscopeGtkScene *self, GscopeSignal *signal,
                                    GscopeTimeline *timeline);
/* Lets the stroke of a signal show the capture, and adds strokes for the captures and the mean behind it. */
void
gscope_gtk_scene_add_captures (GscopeGtkScene *self, GscopeGtkStroke *stroke, GscopeSignal *signal);

/* The kept captures of a list. */
typedef struct _GscopeGtkKeptCaptures GscopeGtkKeptCaptures;
typedef void (*GscopeGtkKeptFunc) (gpointer data);

/* Calls a function when other captures are kept. */
GscopeGtkKeptCaptures *
gscope_gtk_kept_captures_new (GscopeCaptureList *list, GscopeGtkKeptFunc changed, gpointer data);
void gscope_gtk_kept_captures_free (GscopeGtkKeptCaptures *self);
/* Returns the newest kept captures, at most eight, without one. */
GPtrArray *
gscope_gtk_kept_captures_list (const GscopeGtkKeptCaptures *self, GscopeCapture *without);
