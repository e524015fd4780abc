/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/gscope-gtk.h>
#include <gtk/gtk.h>

/* A view of 600 x 400 in a window, of a scope of period 10 ms on a test clock at 100 s. */
typedef struct
{
  GscopeClock *clock;
  GscopeScope *scope;
  double word;
  double other;
  GscopeSignal *signal;
  GtkWidget *window;
  GscopeGtkView *view;
  GscopeGtkViewport *viewport;
  guint n_frames;
} ViewBed;

void view_bed_set_up (ViewBed *f, gconstpointer data);
void view_bed_tear_down (ViewBed *f, gconstpointer data);

/* Moves the clock on, with a sine of 10 ms in the word. */
void view_bed_advance (ViewBed *f, gint64 milliseconds);
/* Adds a second signal, a marker and cursors, and 15 s of both signals. */
void view_bed_fill_with_events (ViewBed *f);
void view_bed_wait_for_frame (ViewBed *f);
/* Returns the number of frames within 60 ms, which are three frames, and until the main loop has nothing to do. */
guint view_bed_count_frames (ViewBed *f);

GscopeGtkViewSignal *view_bed_get_entry (ViewBed *f, guint i);
/* That of the first signal. */
void view_bed_assert_range (ViewBed *f, double min, double max);
gpointer view_bed_get_controller (GtkWidget *widget, GType type);
/* Does what a key does, in a widget or in the view; whether that was something. */
gboolean view_bed_press_on (GtkWidget *widget, guint key, GdkModifierType modifiers);
gboolean view_bed_press (ViewBed *f, guint key, GdkModifierType modifiers);

/* Returns the picture of the view that was drawn last. */
cairo_surface_t *view_bed_take_picture (ViewBed *f);
/* Counts the pixels of an area that differ. */
guint view_bed_count_differing (cairo_surface_t *a, cairo_surface_t *b, int left, int top,
                                int right, int bottom);
