/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/gscope-gtk.h>

#define WORKING_DIRECTORY "/srv"

/* The display, with one main window in its upper left corner. */
typedef struct
{
  GtkApplication *application;
  const char *source;
  const char *output;
  GtkWidget *window;
  /* for the pictures of agents, and of a program */
  char *directory;
  GscopeScope *scope;
  GscopeAgent *agent;
} Stage;

/* Runs the main loop for some seconds. */
void stage_wait (double seconds);

/* Returns the first widget of a type in a tree for which a function holds, which may be NULL for any; NULL if there is none. */
gpointer stage_find (GtkWidget *widget, GType type,
                     gboolean (*is_match) (gpointer widget, const char *name), const char *name);
GscopeGtkView *stage_get_view (Stage *stage);
/* Returns a dialog that is open; NULL if there is none. */
GtkWidget *stage_find_dialog (Stage *stage);

/* Writes a parameter of a number by its control in a window. */
void stage_write_parameter (GtkWidget *window, const char *name, double value);
/* Writes the offset that a signal follows. */
void stage_write_offset (Stage *stage, double value);
/* Activates actions, whose names are separated by spaces; NULL for none. */
void stage_activate (Stage *stage, const char *names);
void stage_make_light (Stage *stage);
