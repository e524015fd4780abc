/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <X11/Xutil.h>
#include <gscope-gtk/gscope-gtk.h>

/* Pixels of windows, read back from the X server. */

/* Shows an undecorated window with a widget of a size, and waits until it is mapped. */
GtkWidget *pixels_show (GtkWidget *child, GtkWidget *sized, int width, int height);
/* Reads rows of the window's content. */
XImage *pixels_read (GtkWidget *window, int y, int width, int n_rows);
/* Returns whether a pixel of rows that were read has a colour, 0xRRGGBB, at a time of the view. Its place may be wrong by
 * the tolerance, nanoseconds. */
gboolean
pixels_have (XImage *rows, GscopeGtkView *view, int y, guint color, gint64 time, gint64 tolerance);
