/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/gscope.h>

static GscopeMarker *
add_note (GscopeMarkerList *list, gint64 time)
{
  g_autoptr (GscopeMarker) marker =
      gscope_marker_new (time, GSCOPE_MARKER_KIND_NOTE, NULL, "here", NULL);

  gscope_marker_list_add (list, marker);
  return marker;
}

static gint64
get_time (GscopeMarkerList *list, guint position)
{
  g_autoptr (GscopeMarker) marker = g_list_model_get_item (G_LIST_MODEL (list), position);

  return gscope_marker_get_time (marker);
}

static void
count_notify (GObject *object, GParamSpec *pspec, guint *n)
{
  (*n)++;
}

static void
test_resolve (void)
{
  GscopeMarker *marker =
      gscope_marker_new (5, GSCOPE_MARKER_KIND_PENDING, "lab/gain", "1 → 2", "tester");
  guint n = 0;

  g_signal_connect (marker, "notify", G_CALLBACK (count_notify), &n);
  gscope_marker_resolve (marker, GSCOPE_MARKER_KIND_REFUSED, "1 → 2", "too hot");
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpint (gscope_marker_get_kind (marker), ==, GSCOPE_MARKER_KIND_REFUSED);
  g_assert_cmpstr (gscope_marker_get_subject (marker), ==, "lab/gain");
  g_assert_cmpstr (gscope_marker_get_label (marker), ==, "1 → 2");
  g_assert_cmpstr (gscope_marker_get_detail (marker), ==, "too hot");
  g_assert_cmpint (gscope_marker_get_time (marker), ==, 5);
  g_assert_finalize_object (marker);
}

static void
test_sorted (void)
{
  g_autoptr (GscopeMarkerList) list = gscope_marker_list_new ();
  const gint64 times[] = { 30, 10, 20, 10, 40 };
  GscopeMarker *markers[5];
  g_autoptr (GscopeMarker) first = NULL;

  for (guint i = 0; i < 5; i++)
    markers[i] = add_note (list, times[i]);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 5);
  for (guint i = 1; i < 5; i++)
    g_assert_cmpint (get_time (list, i - 1), <=, get_time (list, i));
  first = g_list_model_get_item (G_LIST_MODEL (list), 0);
  g_assert_true (first == markers[1]);

  g_assert_cmpuint (gscope_marker_list_find (list, 0), ==, 0);
  g_assert_cmpuint (gscope_marker_list_find (list, 10), ==, 0);
  g_assert_cmpuint (gscope_marker_list_find (list, 11), ==, 2);
  g_assert_cmpuint (gscope_marker_list_find (list, 40), ==, 4);
  g_assert_cmpuint (gscope_marker_list_find (list, 41), ==, 5);

  gscope_marker_list_remove (list, markers[3]);
  g_assert_cmpint (get_time (list, 1), ==, 20);
  gscope_marker_list_remove (list, first);
  gscope_marker_list_remove (list, first);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 3);
}

/* Keeps a copy of a list's times up to date by its signal alone. */
static void
follow (GListModel *model, guint position, guint removed, guint added, GArray *times)
{
  g_array_remove_range (times, position, removed);
  for (guint i = position; i < position + added; i++)
    {
      gint64 time = get_time (GSCOPE_MARKER_LIST (model), i);

      g_array_insert_val (times, i, time);
    }
}

static void
test_bounded (void)
{
  g_autoptr (GscopeMarkerList) list = gscope_marker_list_new ();
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  guint n = GSCOPE_MARKER_LIST_MAX;

  g_signal_connect (list, "items-changed", G_CALLBACK (follow), times);
  for (guint i = 0; i < n + 500; i++)
    add_note (list, i * 10 + g_rand_int_range (random, 0, 1000));
  add_note (list, -1);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, n);
  g_assert_cmpuint (times->len, ==, n);
  for (guint i = 0; i < n; i++)
    g_assert_cmpint (g_array_index (times, gint64, i), ==, get_time (list, i));
  for (guint i = 1; i < n; i++)
    g_assert_cmpint (get_time (list, i - 1), <=, get_time (list, i));
}

static void
tell (GscopeMarkerList *list, GscopeMarker *marker, GString *told)
{
  g_string_append_printf (told, "%s;", gscope_marker_get_label (marker));
}

/* A note has one text a time, whatever else happened then. */
static void
test_note (void)
{
  g_autoptr (GscopeMarkerList) list = gscope_marker_list_new ();
  g_autoptr (GscopeMarker) write =
      gscope_marker_new (20, GSCOPE_MARKER_KIND_WRITE, "x", "1 → 2", NULL);
  g_autoptr (GString) changed = g_string_new (NULL);
  g_autoptr (GString) removed = g_string_new (NULL);

  g_signal_connect (list, "marker-changed", G_CALLBACK (tell), changed);
  g_signal_connect (list, "marker-removed", G_CALLBACK (tell), removed);
  gscope_marker_list_add (list, write);
  gscope_marker_list_set_note (list, 20, "first");
  gscope_marker_list_set_note (list, 10, "other");
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 3);
  gscope_marker_list_set_note (list, 20, "second");
  g_assert_cmpstr (gscope_marker_list_get_note (list, 20), ==, "second");
  g_assert_cmpstr (gscope_marker_list_get_note (list, 10), ==, "other");
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 3);
  gscope_marker_list_set_note (list, 20, NULL);
  gscope_marker_list_set_note (list, 20, NULL);
  g_assert_null (gscope_marker_list_get_note (list, 20));
  gscope_marker_list_remove (list, write);
  gscope_marker_resolve (write, GSCOPE_MARKER_KIND_REFUSED, "gone", NULL);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 1);
  g_assert_cmpstr (changed->str, ==, "second;");
  g_assert_cmpstr (removed->str, ==, "second;1 → 2;");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/marker/resolve", test_resolve);
  g_test_add_func ("/marker-list/sorted", test_sorted);
  g_test_add_func ("/marker-list/bounded", test_bounded);
  g_test_add_func ("/marker-list/note", test_note);
  return g_test_run ();
}
