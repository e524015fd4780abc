/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* A time of a recording to which a user goes by typing it. */

#include <gscope-gtk/gscope-gtk.h>

#include "app-bed.h"

typedef AppBed Fixture;

/* Types a time in the dialog; returns whether it can be answered. */
static gboolean
type_time (Fixture *f, const char *text)
{
  GtkWindow *dialog;

  app_bed_press (f, "<Control>j");
  dialog = app_bed_find_window (ADW_TYPE_MESSAGE_DIALOG);
  g_assert_nonnull (dialog);
  gtk_editable_set_text (GTK_EDITABLE (app_bed_find (GTK_WIDGET (dialog), GTK_TYPE_ENTRY)), text);
  return adw_message_dialog_get_response_enabled (ADW_MESSAGE_DIALOG (dialog), "go");
}

static void
assert_cursor (Fixture *f, gint64 expected)
{
  gint64 time;

  g_assert_true (gscope_gtk_view_get_cursor (app_bed_get_view (f), &time));
  g_assert_cmpint (time, ==, expected);
}

/* The playhead goes where the time is in sight; what is no time is not answered. */
static void
test_go_to (Fixture *f, gconstpointer data)
{
  GscopeGtkViewport *viewport;

  app_bed_play (f);
  viewport = gscope_gtk_view_get_viewport (app_bed_get_view (f));
  gscope_gtk_viewport_set_span (viewport, 2 * GSCOPE_SEC);
  g_assert_true (type_time (f, "4 s"));
  app_bed_answer ("go");
  assert_cursor (f, 4 * GSCOPE_SEC);
  g_assert_cmpint (gscope_gtk_viewport_get_end (viewport), ==, 5 * GSCOPE_SEC);
  g_assert_true (type_time (f, "+3 s"));
  app_bed_answer ("go");
  assert_cursor (f, 8 * GSCOPE_SEC);
  g_assert_false (type_time (f, "soon"));
  app_bed_answer ("cancel");
  assert_cursor (f, 8 * GSCOPE_SEC);
}

static void
add_tests (gconstpointer application)
{
  g_test_add ("/app-go-to/all", Fixture, application, app_bed_set_up, test_go_to,
              app_bed_tear_down);
}

int
main (int argc, char *argv[])
{
  return app_bed_run (argc, argv, add_tests);
}
