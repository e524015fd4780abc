/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/gscope-gtk.h>
#include <gtk/gtk.h>

/* A pane of 900 x 600 in a window; a scope of period 10 ms on a test clock has a sine of 5 Hz and 2 V about 10 V,
 * and a saw of 1 Hz. */
typedef struct
{
  GscopeClock *clock;
  GscopeScope *scope;
  double words[2];
  double offset;
  GscopeGtkView *view;
  GscopeViewSettings *settings;
  GtkWidget *pane;
  GtkWidget *window;
} PaneBed;

void pane_bed_set_up (PaneBed *f, gconstpointer data);
void pane_bed_tear_down (PaneBed *f, gconstpointer data);

/* Moves the clock on. */
void pane_bed_advance (PaneBed *f, guint seconds);
/* Returns the first widget of a type; NULL if there is none. */
GtkWidget *pane_bed_find (GtkWidget *widget, GType type);
void pane_bed_wait_until_mapped (GtkWidget *widget, gboolean mapped);
/* Does what a key does in a widget. */
void pane_bed_press_on (GtkWidget *widget, guint key);
void pane_bed_press_with (GtkWidget *widget, guint key, GdkModifierType modifiers);
/* Does what a key does in the pane, and what follows from that. */
void pane_bed_press (PaneBed *f, guint key);
void pane_bed_settle (void);
