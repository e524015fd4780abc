/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* What a view shows, as tables. */

#include "view/view-bed.h"

#include <string.h>

typedef struct
{
  ViewBed bed;
  GtkWidget *window;
  GscopeGtkViewTable *table;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  view_bed_set_up (&f->bed, data);
  view_bed_fill_with_events (&f->bed);
  f->table = GSCOPE_GTK_VIEW_TABLE (gscope_gtk_view_table_new (f->bed.view));
  f->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (f->window), 600, 400);
  gtk_window_set_child (GTK_WINDOW (f->window), GTK_WIDGET (f->table));
  gtk_window_present (GTK_WINDOW (f->window));
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_object_add_weak_pointer (G_OBJECT (f->table), (gpointer *) &f->table);
  gtk_window_destroy (GTK_WINDOW (f->window));
  while (f->table && g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_null (f->table);
  view_bed_tear_down (&f->bed, data);
}

/* Returns the cells of the row that begins with a text; fails if there is none. */
static GStrv
find_row (Fixture *f, const char *begin)
{
  g_autofree char *text = gscope_gtk_view_table_get_text (f->table);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i]; i++)
    if (g_str_has_prefix (lines[i], begin))
      return g_strsplit (lines[i], "\t", -1);
  g_error ("No row begins with “%s”: %s", begin, text);
}

static void
test_signals (Fixture *f, gconstpointer data)
{
  g_auto (GStrv) head = find_row (f, "Signal\t");
  g_auto (GStrv) row = find_row (f, "a, \"b\"\t");

  g_assert_cmpuint (g_strv_length (head), ==, 7);
  g_assert_cmpuint (g_strv_length (row), ==, 7);
  g_assert_cmpstr (row[1], ==, "ms");
  g_assert_cmpstr (row[2], ==, "7 ms");
  g_assert_cmpstr (row[3], ==, "7 ms");
  g_assert_cmpstr (row[6], ==, "7 ms");
  gscope_gtk_view_clear_cursor (f->bed.view);
  g_clear_pointer (&row, g_strfreev);
  row = find_row (f, "a, \"b\"\t");
  g_assert_cmpstr (row[3], ==, "–");
}

static void
test_markers (Fixture *f, gconstpointer data)
{
  gint64 end = gscope_gtk_viewport_get_end (f->bed.viewport);
  g_autoptr (GscopeMarker) refused = gscope_marker_new (
      end - GSCOPE_SEC, GSCOPE_MARKER_KIND_REFUSED, "gain", "gain 1 → 9", "It is too large");
  g_autoptr (GscopeMarker) failure =
      gscope_marker_new (end - GSCOPE_MSEC, GSCOPE_MARKER_KIND_FAILURE, "word", "beyond", NULL);
  g_autofree char *text = NULL;

  gscope_marker_list_add (gscope_scope_get_markers (f->bed.scope), refused);
  gscope_marker_list_add (gscope_scope_get_markers (f->bed.scope), failure);
  text = gscope_gtk_view_table_get_text (f->table);
  g_assert_nonnull (strstr (text, "\tRefused change\tgain 1 → 9: It is too large\n"));
  g_assert_nonnull (strstr (text, "\tLimit failed\tbeyond\n"));
  /* the note is 10 s ago, where the picture begins */
  gscope_gtk_viewport_set_span (f->bed.viewport, 20 * GSCOPE_SEC);
  g_free (text);
  text = gscope_gtk_view_table_get_text (f->table);
  g_assert_nonnull (strstr (text, "\tNote\tNote\n"));
  g_assert_true (strstr (text, "\tNote\tNote\n") < strstr (text, "\tRefused change\t"));
}

/* Of many markers, the newest have rows. */
static void
test_many_markers (Fixture *f, gconstpointer data)
{
  GscopeMarkerList *markers = gscope_scope_get_markers (f->bed.scope);
  gint64 newest = gscope_gtk_viewport_get_end (f->bed.viewport) - GSCOPE_MSEC;
  g_autofree char *text = NULL;

  for (guint i = 0; i < 1100; i++)
    {
      g_autofree char *label = g_strdup_printf ("number %u", i);
      g_autoptr (GscopeMarker) marker =
          gscope_marker_new (newest - i * 1000, GSCOPE_MARKER_KIND_FAILURE, "word", label, NULL);

      gscope_marker_list_add (markers, marker);
    }
  text = gscope_gtk_view_table_get_text (f->table);
  g_assert_nonnull (strstr (text, "\tnumber 0\n"));
  g_assert_nonnull (strstr (text, "\tnumber 900\n"));
  g_assert_null (strstr (text, "\tnumber 1099\n"));
  g_assert_true (strstr (text, "\tnumber 900\n") < strstr (text, "\tnumber 0\n"));
}

static GListModel *
find_model (GtkWidget *widget)
{
  GListModel *model = GTK_IS_COLUMN_VIEW (widget)
                          ? G_LIST_MODEL (gtk_column_view_get_model (GTK_COLUMN_VIEW (widget)))
                          : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !model;
       child = gtk_widget_get_next_sibling (child))
    model = find_model (child);
  return model;
}

/* While values change and signals come and go, the rows of the others stay: the focus is in one of them. */
static void
test_rows (Fixture *f, gconstpointer data)
{
  GListModel *rows = find_model (GTK_WIDGET (f->table));
  g_autoptr (GObject) first = g_list_model_get_item (rows, 0), second = NULL, other = NULL;
  g_auto (GStrv) row = NULL;

  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, 2);
  second = g_list_model_get_item (rows, 1);
  f->bed.other = 9;
  view_bed_advance (&f->bed, 1000);
  row = find_row (f, "a, \"b\"\t");
  g_assert_cmpstr (row[2], ==, "9 ms");
  other = g_list_model_get_item (rows, 0);
  g_assert_true (other == first);
  gscope_gtk_view_signal_set_hidden (view_bed_get_entry (&f->bed, 0), TRUE);
  g_free (gscope_gtk_view_table_get_text (f->table));
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, 1);
  g_clear_object (&other);
  other = g_list_model_get_item (rows, 0);
  g_assert_true (other == second);
  gscope_gtk_view_signal_set_hidden (view_bed_get_entry (&f->bed, 0), FALSE);
  g_free (gscope_gtk_view_table_get_text (f->table));
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, 2);
}

static void
test_no_view (Fixture *f, gconstpointer data)
{
  g_autoptr (GtkWidget) empty = g_object_ref_sink (gscope_gtk_view_new_empty ());
  g_autofree char *text = NULL;

  gscope_gtk_view_table_set_view (f->table, GSCOPE_GTK_VIEW (empty));
  gscope_gtk_view_table_set_view (f->table, NULL);
  g_assert_null (gscope_gtk_view_table_get_view (f->table));
  text = gscope_gtk_view_table_get_text (f->table);
  g_assert_null (strstr (text, "word"));
}

int
main (int argc, char *argv[])
{
  gtk_test_init (&argc, &argv);
  g_test_add ("/view-table/signals", Fixture, NULL, set_up, test_signals, tear_down);
  g_test_add ("/view-table/markers", Fixture, NULL, set_up, test_markers, tear_down);
  g_test_add ("/view-table/many-markers", Fixture, NULL, set_up, test_many_markers, tear_down);
  g_test_add ("/view-table/rows", Fixture, NULL, set_up, test_rows, tear_down);
  g_test_add ("/view-table/no-view", Fixture, NULL, set_up, test_no_view, tear_down);
  return g_test_run ();
}
