/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Views that show the same time. */

#include "pane-bed.h"

#include "support/skip-waits.h"

typedef struct
{
  PaneBed bed;
  GscopeGtkTimeLink *link;
  /* beside the view of the bed */
  GscopeGtkView *other;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  pane_bed_set_up (&f->bed, data);
  pane_bed_advance (&f->bed, 30);
  f->link = gscope_gtk_time_link_new ();
  f->other = g_object_ref_sink (GSCOPE_GTK_VIEW (gscope_gtk_view_new (f->bed.scope)));
  gscope_gtk_time_link_add (f->link, f->bed.view);
  gscope_gtk_time_link_add (f->link, f->other);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_clear_object (&f->other);
  g_assert_finalize_object (f->link);
  pane_bed_tear_down (&f->bed, data);
}

static void
set_linked (GscopeGtkView *view, gboolean linked)
{
  gscope_view_settings_set_on (gscope_gtk_view_get_settings (view), "linked", linked);
}

static void
assert_same (Fixture *f)
{
  GscopeGtkViewport *a = gscope_gtk_view_get_viewport (f->bed.view);
  GscopeGtkViewport *b = gscope_gtk_view_get_viewport (f->other);
  gint64 cursors[4];

  g_assert_cmpint (gscope_gtk_viewport_get_span (a), ==, gscope_gtk_viewport_get_span (b));
  g_assert_cmpint (gscope_gtk_viewport_get_end (a), ==, gscope_gtk_viewport_get_end (b));
  g_assert_cmpint (gscope_gtk_viewport_get_live (a), ==, gscope_gtk_viewport_get_live (b));
  g_assert_cmpint (gscope_gtk_viewport_get_held (a), ==, gscope_gtk_viewport_get_held (b));
  g_assert_cmpint (gscope_gtk_viewport_get_mode (a), ==, gscope_gtk_viewport_get_mode (b));
  g_assert_cmpuint (gscope_gtk_view_get_cursors (f->bed.view, &cursors[0], &cursors[1]), ==,
                    gscope_gtk_view_get_cursors (f->other, &cursors[2], &cursors[3]));
  g_assert_cmpint (cursors[0], ==, cursors[2]);
  g_assert_cmpint (cursors[1], ==, cursors[3]);
}

/* Whichever is moved, the other follows. */
static void
test_followed (Fixture *f, gconstpointer data)
{
  GscopeGtkViewport *a = gscope_gtk_view_get_viewport (f->bed.view);
  GscopeGtkViewport *b = gscope_gtk_view_get_viewport (f->other);
  gint64 pen = gscope_gtk_viewport_get_pen (a);

  gscope_gtk_viewport_set_span (a, 2 * GSCOPE_SEC);
  g_assert_cmpint (gscope_gtk_viewport_get_span (b), !=, 2 * GSCOPE_SEC);
  set_linked (f->bed.view, TRUE);
  set_linked (f->other, TRUE);
  assert_same (f);
  gscope_gtk_viewport_look_at (b, pen - 10 * GSCOPE_SEC);
  assert_same (f);
  gscope_gtk_viewport_step_span (a, 1);
  assert_same (f);
  gscope_gtk_view_set_cursors (f->bed.view, 2, pen - 12 * GSCOPE_SEC, pen - 11 * GSCOPE_SEC);
  assert_same (f);
  gscope_gtk_view_clear_cursor (f->other);
  assert_same (f);
  gscope_gtk_viewport_go_live (a);
  gscope_gtk_viewport_set_held (b, TRUE);
  gscope_gtk_viewport_set_mode (b, GSCOPE_VIEW_MODE_ROLL);
  assert_same (f);
  g_assert_true (gscope_gtk_viewport_get_held (a));
}

/* A view that is not linked, and one that is gone, take no part. */
static void
test_free (Fixture *f, gconstpointer data)
{
  GscopeGtkViewport *a = gscope_gtk_view_get_viewport (f->bed.view);
  GscopeGtkViewport *b = gscope_gtk_view_get_viewport (f->other);

  set_linked (f->bed.view, TRUE);
  set_linked (f->other, TRUE);
  set_linked (f->other, FALSE);
  gscope_gtk_viewport_set_span (a, 3 * GSCOPE_SEC);
  g_assert_cmpint (gscope_gtk_viewport_get_span (b), !=, 3 * GSCOPE_SEC);
  set_linked (f->other, TRUE);
  assert_same (f);
  g_clear_object (&f->other);
  gscope_gtk_viewport_set_span (a, 4 * GSCOPE_SEC);
  g_assert_cmpint (gscope_gtk_viewport_get_span (a), ==, 4 * GSCOPE_SEC);
}

int
main (int argc, char *argv[])
{
  gtk_test_init (&argc, &argv, NULL);
  skip_waits ();
  g_test_add ("/time-link/followed", Fixture, NULL, set_up, test_followed, tear_down);
  g_test_add ("/time-link/free", Fixture, NULL, set_up, test_free, tear_down);
  return g_test_run ();
}
