/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/pane/pane.h>
#include <gtkscope/gtkscope.h>

struct _GtkScope
{
  GtkWidget parent_instance;

  char *title;
  GscopeScope *scope;
  GscopeGtkView *view;
  GtkWidget *pane;
  /* settings of the view, and of the view of the next mode */
  GscopeViewSettings *settings;
  GscopeRecorder *recorder;
  GSource *program;

  /* in playback */
  GscopePlayer *player;
  GscopeScope *playback;

  gboolean polling;
  double period;
  double x_zoom;
  double y_zoom;
  double y_bias;
};

/* gtkscope.c */
void gtk_scope_fail (GtkScope *self, const GError *error);
void gtk_scope_show_scope (GtkScope *self, GscopeScope *scope);
void gtk_scope_drop_view (GtkScope *self);

/* modes.c: the scope and the view of the present mode, and the transport in playback. */
GscopeScope *gtk_scope_get_current (GtkScope *self);
GscopeTransport *gtk_scope_get_transport (GtkScope *self);
void gtk_scope_end_playback (GtkScope *self);

/* zoom.c: the span of time, and the ranges of n signals of the view. */
void gtk_scope_update_span (GtkScope *self);
void gtk_scope_zoom_values (GtkScope *self, guint position, guint n);
