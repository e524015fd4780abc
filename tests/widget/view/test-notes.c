/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Notes, written in a view by keyboard and pointer. */

#include "support/skip-waits.h"
#include "view-bed.h"

/* A held view, whose scope has run from 100 s to 102 s. */
static void
set_up (ViewBed *f, gconstpointer data)
{
  view_bed_set_up (f, data);
  view_bed_advance (f, 2000);
  gscope_gtk_viewport_set_held (f->viewport, TRUE);
}

static GtkWidget *
find_editor (ViewBed *f)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (f->view));

  while (child && !GTK_IS_POPOVER (child))
    child = gtk_widget_get_next_sibling (child);
  return child && gtk_widget_get_visible (child) ? child : NULL;
}

static GtkWidget *
find_in_editor (ViewBed *f, GType type)
{
  GtkWidget *child =
      gtk_widget_get_first_child (gtk_popover_get_child (GTK_POPOVER (find_editor (f))));

  while (!g_type_is_a (G_OBJECT_TYPE (child), type))
    child = gtk_widget_get_next_sibling (child);
  return child;
}

static void
type_note (ViewBed *f, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (find_in_editor (f, GTK_TYPE_ENTRY)), text);
}

static void
press_in_editor (ViewBed *f, guint key)
{
  gboolean handled = FALSE;

  g_signal_emit_by_name (view_bed_get_controller (find_editor (f), GTK_TYPE_EVENT_CONTROLLER_KEY),
                         "key-pressed", key, 0, 0, &handled);
  g_assert_true (handled);
}

static void
on_note_edited (GscopeGtkView *view, GscopeMarkerList *list, gint64 time, const char *before,
                const char *after, GString *told)
{
  g_string_append_printf (told, "%s → %s;", before, after);
}

static void
assert_note (ViewBed *f, gint64 time, const char *label)
{
  g_assert_cmpstr (
      gscope_marker_list_get_note (gscope_scope_get_markers (f->scope), time * GSCOPE_MSEC), ==,
      label);
}

/* M adds a note at the cursor and asks what it says; Escape takes back what Enter would keep. */
static void
test_keys (ViewBed *f, gconstpointer data)
{
  g_autoptr (GString) told = g_string_new (NULL);

  g_signal_connect (f->view, "note-edited", G_CALLBACK (on_note_edited), told);
  view_bed_press (f, GDK_KEY_Delete, 0);
  gscope_gtk_view_set_cursor (f->view, 101500 * GSCOPE_MSEC);
  view_bed_press (f, GDK_KEY_m, 0);
  assert_note (f, 101500, "Note");
  press_in_editor (f, GDK_KEY_Escape);
  assert_note (f, 101500, NULL);
  g_assert_null (find_editor (f));

  view_bed_press (f, GDK_KEY_m, 0);
  type_note (f, " load on ");
  g_signal_emit_by_name (find_in_editor (f, GTK_TYPE_ENTRY), "activate");
  assert_note (f, 101500, "load on");
  g_assert_null (find_editor (f));
  /* an existing one */
  view_bed_press (f, GDK_KEY_m, 0);
  type_note (f, "nonsense");
  press_in_editor (f, GDK_KEY_Escape);
  assert_note (f, 101500, "load on");
  view_bed_press (f, GDK_KEY_m, 0);
  type_note (f, "load off");
  gtk_popover_popdown (GTK_POPOVER (find_editor (f)));
  assert_note (f, 101500, "load off");
  view_bed_press (f, GDK_KEY_Delete, 0);
  assert_note (f, 101500, NULL);
  g_assert_cmpstr (told->str, ==, "(null) → load on;load on → load off;load off → (null);");
}

/* Where a note can be seen it can be edited and removed; a double click elsewhere is what it was. */
static void
test_pointer (ViewBed *f, gconstpointer data)
{
  GscopeMarkerList *list = gscope_scope_get_markers (f->scope);
  GtkGesture *click = view_bed_get_controller (GTK_WIDGET (f->view), GTK_TYPE_GESTURE_CLICK);
  gint64 time;
  double x;

  gscope_marker_list_set_note (list, 101000 * GSCOPE_MSEC, "load on");
  g_assert_true (gscope_gtk_viewport_time_to_x (f->viewport, 101000 * GSCOPE_MSEC, &x));
  /* within its chip, which begins at the left of its line, whose plot begins right of a ruler */
  for (x = 0; !gscope_gtk_view_get_cursor (f->view, &time) || time != 101000 * GSCOPE_MSEC; x += 5)
    {
      g_assert_cmpfloat (x, <, 600);
      g_signal_emit_by_name (click, "released", 1, x, 20.0);
    }
  g_signal_emit_by_name (click, "released", 2, x + 20, 20.0);
  g_assert_nonnull (find_editor (f));
  g_signal_emit_by_name (find_in_editor (f, GTK_TYPE_BUTTON), "clicked");
  assert_note (f, 101000, NULL);
  g_assert_true (gscope_gtk_viewport_get_held (f->viewport));
  g_signal_emit_by_name (click, "released", 2, x + 20, 20.0);
  g_assert_null (find_editor (f));
  g_assert_false (gscope_gtk_viewport_get_held (f->viewport));
}

int
main (int argc, char *argv[])
{
  gtk_test_init (&argc, &argv, NULL);
  skip_waits ();
  g_test_add ("/notes/keys", ViewBed, NULL, set_up, test_keys, view_bed_tear_down);
  g_test_add ("/notes/pointer", ViewBed, NULL, set_up, test_pointer, view_bed_tear_down);
  return g_test_run ();
}
