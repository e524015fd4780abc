/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <adwaita.h>
#include <gscope-gtk/gscope-gtk.h>

#include "session/session.h"

#define APP_TYPE_PANES (app_panes_get_type ())
G_DECLARE_FINAL_TYPE (AppPanes, app_panes, APP, PANES, AdwBin)

/* The views of a window, side by side and one above the other. One of them is the active one: that
 * which had the focus last; the property “view” follows it. */
void app_panes_open (AppPanes *self, AppSession *session, const GscopeWorkspacePane *pane);
void app_panes_close_all (AppPanes *self);
GscopeGtkView *app_panes_get_view (AppPanes *self);
guint app_panes_count (AppPanes *self);
GscopeWorkspaceView *app_panes_describe_active (AppPanes *self);
void app_panes_grab_focus (AppPanes *self);
void app_panes_focus_next (AppPanes *self);

/* Another view beside the active one, or below it; it becomes the active one. */
void app_panes_split (AppPanes *self, GtkOrientation orientation, GscopeWorkspaceView *view);

/* Where a pane was, and how its room was divided. */
typedef struct
{
  char *way;
  GtkOrientation orientation;
  gboolean first;
  double share;
} AppPlace;

void app_place_free (AppPlace *place);
/* Returns the place of the active view, which is one of several. */
AppPlace *app_panes_describe_place (AppPanes *self);
/* Describes and closes the view at a place; another one, where the room is not divided as it was. */
GscopeWorkspaceView *app_panes_describe_at (AppPanes *self, const AppPlace *place);
void app_panes_close_at (AppPanes *self, const AppPlace *place);
/* A view in such a place, as far as the room is divided as it was; it becomes the active one. */
void app_panes_reopen (AppPanes *self, const AppPlace *place, GscopeWorkspaceView *view);
/* The active view becomes another one. Returns what it showed. */
GscopeWorkspaceView *app_panes_replace (AppPanes *self, GscopeWorkspaceView *view);

/* The active view shows what matches, too. */
void app_panes_add_pattern (AppPanes *self, const char *pattern);
/* Sets whether the active view leaves out the signals that match. */
void app_panes_exclude_pattern (AppPanes *self, const char *pattern, gboolean excludes);
/* Returns whether the active view shows signals of a full name. */
gboolean app_panes_has_pattern (AppPanes *self, const char *name);

/* Adds the views to a collection; returns how they are arranged. */
GscopeWorkspacePane *app_panes_describe (AppPanes *self, const AppCollection *collection);
