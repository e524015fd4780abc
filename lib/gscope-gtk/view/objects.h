/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/badge/badge-list-private.h>
#include <gscope-gtk/view/captures.h>
#include <gscope-gtk/view/cursors.h>
#include <gscope-gtk/view/gestures.h>
#include <gscope-gtk/view/membership.h>
#include <gscope-gtk/view/pacing.h>
#include <gscope-gtk/view/painting.h>
#include <gscope-gtk/view/past.h>

/* The objects of a view. Each keeps its state to itself. */
typedef struct
{
  GscopeGtkMembership *membership;
  GscopeGtkBadgeList *badges;
  GscopeGtkPainting *painting;
  GscopeGtkCursors *cursors;
  GscopeGtkCaptures *captures;
  GscopeGtkPacing *pacing;
  GscopeGtkPast *past;
  GscopeGtkGestures *gestures;
} GscopeGtkViewObjects;

const GscopeGtkViewObjects *gscope_gtk_view_get_objects (GscopeGtkView *self);

/* Forms the lanes again, places everything and draws it. */
void gscope_gtk_view_arrange (GscopeGtkView *self);
/* Draws markers and follows samples of a scope from now on. */
void gscope_gtk_view_link_scope (GscopeGtkView *self, GscopeScope *scope);
