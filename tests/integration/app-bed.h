/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gtk/gtk.h>

/* What the tests of the application's window share. */

/* Runs the main loop until what was begun has been done. */
void app_bed_settle (void);
/* Waits a little for what takes time. */
void app_bed_step (void);
/* The first widget of a type, in the order of the tree; NULL if there is none. */
GtkWidget *app_bed_find (GtkWidget *widget, GType type);

/* As long as it takes: the test's own timeout is the limit. */
#define app_bed_await(condition)                                                                   \
  do                                                                                               \
    {                                                                                              \
      while (!(condition))                                                                         \
        app_bed_step ();                                                                           \
      app_bed_settle ();                                                                           \
    }                                                                                              \
  while (0)
