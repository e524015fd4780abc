/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/view/cursors.h>

/* Decides when a view draws: as new samples come, and only while somebody can see it. */
typedef struct _GscopeGtkPacing GscopeGtkPacing;

GscopeGtkPacing *
gscope_gtk_pacing_new (GscopeGtkView *view, GscopeGtkPainting *painting, GscopeGtkCursors *cursors);
void gscope_gtk_pacing_free (GscopeGtkPacing *self);
/* Leaves all scopes. */
void gscope_gtk_pacing_clear (GscopeGtkPacing *self);

/* Follows the samples of a scope. */
void gscope_gtk_pacing_add_scope (GscopeGtkPacing *self, GscopeScope *scope);
/* Returns the time on a clock of which values are shown: views refresh at the same moments, so that all of them show the
 * same value of a signal. */
gint64 gscope_gtk_pacing_get_moment (GscopeClock *clock);
/* Says whether the view is visible. */
void gscope_gtk_pacing_set_shown (GscopeGtkPacing *self, gboolean shown);
/* Takes the newest samples if the view is not visible: nothing else does that then. */
void gscope_gtk_pacing_catch_up (GscopeGtkPacing *self);
