/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Notes, written in a view by keyboard and pointer. */

#include <gscope-gtk/gscope-gtk.h>

/* A held view of 600 x 400 in a window, whose scope has run from 100 s to 102 s. */
typedef struct
{
  GscopeClock *clock;
  GscopeScope *scope;
  double word;
  GtkWidget *window;
  GscopeGtkView *view;
  GscopeGtkViewport *viewport;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  f->clock = gscope_test_clock_new (100 * GSCOPE_SEC);
  f->scope = gscope_scope_new_with_clock (f->clock);
  gscope_scope_add_double (f->scope, "word", &f->word);
  f->view = GSCOPE_GTK_VIEW (gscope_gtk_view_new (f->scope));
  f->viewport = gscope_gtk_view_get_viewport (f->view);
  f->window = gtk_window_new ();
  gtk_window_set_decorated (GTK_WINDOW (f->window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (f->window), 600, 400);
  gtk_window_set_child (GTK_WINDOW (f->window), GTK_WIDGET (f->view));
  gtk_window_present (GTK_WINDOW (f->window));
  while (gtk_widget_get_width (GTK_WIDGET (f->view)) == 0)
    g_main_context_iteration (NULL, TRUE);
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 2 * GSCOPE_SEC);
  gscope_scope_drain (f->scope);
  gscope_gtk_viewport_set_held (f->viewport, TRUE);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_object_add_weak_pointer (G_OBJECT (f->view), (gpointer *) &f->view);
  gtk_window_destroy (GTK_WINDOW (f->window));
  while (f->view && g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_null (f->view);
  g_assert_finalize_object (f->scope);
  g_assert_finalize_object (f->clock);
}

static gpointer
get_controller (GtkWidget *widget, GType type)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (G_OBJECT_TYPE (controller) == type)
        return controller;
    }
  g_assert_not_reached ();
}

static void
press (Fixture *f, guint key, GdkModifierType modifiers)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (f->view));
  g_autoptr (GtkShortcutTrigger) wanted = gtk_keyval_trigger_new (key, modifiers);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (!GTK_IS_SHORTCUT_CONTROLLER (controller))
        continue;
      for (guint k = 0; k < g_list_model_get_n_items (G_LIST_MODEL (controller)); k++)
        {
          g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (G_LIST_MODEL (controller), k);

          if (gtk_shortcut_trigger_equal (gtk_shortcut_get_trigger (shortcut), wanted))
            gtk_shortcut_action_activate (gtk_shortcut_get_action (shortcut), 0,
                                          GTK_WIDGET (f->view),
                                          gtk_shortcut_get_arguments (shortcut));
        }
    }
}

static GtkWidget *
find_editor (Fixture *f)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (f->view));

  while (child && !GTK_IS_POPOVER (child))
    child = gtk_widget_get_next_sibling (child);
  return child && gtk_widget_get_visible (child) ? child : NULL;
}

static GtkWidget *
find_in_editor (Fixture *f, GType type)
{
  GtkWidget *child =
      gtk_widget_get_first_child (gtk_popover_get_child (GTK_POPOVER (find_editor (f))));

  while (!g_type_is_a (G_OBJECT_TYPE (child), type))
    child = gtk_widget_get_next_sibling (child);
  return child;
}

static void
type_note (Fixture *f, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (find_in_editor (f, GTK_TYPE_ENTRY)), text);
}

static void
press_in_editor (Fixture *f, guint key)
{
  gboolean handled = FALSE;

  g_signal_emit_by_name (get_controller (find_editor (f), GTK_TYPE_EVENT_CONTROLLER_KEY),
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
assert_note (Fixture *f, gint64 time, const char *label)
{
  g_assert_cmpstr (
      gscope_marker_list_get_note (gscope_scope_get_markers (f->scope), time * GSCOPE_MSEC), ==,
      label);
}

/* M adds a note at the cursor and asks what it says; Escape takes back what Enter would keep. */
static void
test_keys (Fixture *f, gconstpointer data)
{
  g_autoptr (GString) told = g_string_new (NULL);

  g_signal_connect (f->view, "note-edited", G_CALLBACK (on_note_edited), told);
  press (f, GDK_KEY_Delete, 0);
  gscope_gtk_view_set_cursor (f->view, 101500 * GSCOPE_MSEC);
  press (f, GDK_KEY_m, 0);
  assert_note (f, 101500, "Note");
  press_in_editor (f, GDK_KEY_Escape);
  assert_note (f, 101500, NULL);
  g_assert_null (find_editor (f));

  press (f, GDK_KEY_m, 0);
  type_note (f, " load on ");
  g_signal_emit_by_name (find_in_editor (f, GTK_TYPE_ENTRY), "activate");
  assert_note (f, 101500, "load on");
  g_assert_null (find_editor (f));
  /* an existing one */
  press (f, GDK_KEY_m, 0);
  type_note (f, "nonsense");
  press_in_editor (f, GDK_KEY_Escape);
  assert_note (f, 101500, "load on");
  press (f, GDK_KEY_m, 0);
  type_note (f, "load off");
  gtk_popover_popdown (GTK_POPOVER (find_editor (f)));
  assert_note (f, 101500, "load off");
  press (f, GDK_KEY_Delete, 0);
  assert_note (f, 101500, NULL);
  g_assert_cmpstr (told->str, ==, "(null) → load on;load on → load off;load off → (null);");
}

/* Where a note can be seen it can be edited and removed; a double click elsewhere is what it was. */
static void
test_pointer (Fixture *f, gconstpointer data)
{
  GscopeMarkerList *list = gscope_scope_get_markers (f->scope);
  GtkGesture *click = get_controller (GTK_WIDGET (f->view), GTK_TYPE_GESTURE_CLICK);
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
  g_test_add ("/notes/keys", Fixture, NULL, set_up, test_keys, tear_down);
  g_test_add ("/notes/pointer", Fixture, NULL, set_up, test_pointer, tear_down);
  return g_test_run ();
}
