/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The gallery of the widgets: each one that a public header declares has a page, and the rows of a
 * page change the properties of its widget. The arguments are the public headers. */

#include <adwaita.h>
#include <gscope-gtk/gscope-gtk.h>

#include "app-bed.h"
#include "window.h"

enum
{
  /* of a phone, in pixels */
  NARROW = 360,
};

typedef struct
{
  GtkWidget *window;
  GtkStack *stack;
  GtkListBox *list;
} Fixture;

/* Returns what has an id in the file of the window. */
static GObject *
get_part (Fixture *f, const char *id)
{
  return gtk_widget_get_template_child (f->window, DEMO_TYPE_WINDOW, id);
}

static void
set_up (Fixture *f, gconstpointer data)
{
  f->window = demo_window_new ();
  g_object_add_weak_pointer (G_OBJECT (f->window), (gpointer *) &f->window);
  f->stack = GTK_STACK (get_part (f, "stack"));
  f->list = GTK_LIST_BOX (get_part (f, "list"));
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (f->window));
  app_bed_await (!f->window);
}

/* Shows and returns the page at a position of the list; NULL after the last one. */
static GtkWidget *
show_page (Fixture *f, int position)
{
  GtkListBoxRow *row = gtk_list_box_get_row_at_index (f->list, position);
  GtkWidget *page;

  if (!row)
    return NULL;
  gtk_list_box_select_row (f->list, row);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (f->stack), ==,
                   gtk_widget_get_name (GTK_WIDGET (row)));
  page = gtk_stack_get_visible_child (f->stack);
  app_bed_await (gtk_widget_get_mapped (page));
  return page;
}

static GtkWidget *
find_row (GtkWidget *page, const char *title)
{
  GtkWidget *row = app_bed_find_titled (page, title);

  if (!row)
    g_error ("There is no row %s", title);
  return row;
}

static void
check_header (Fixture *f, const char *path, guint *n)
{
  g_autoptr (GRegex) declared =
      g_regex_new ("G_DECLARE_(?:FINAL|DERIVABLE)_TYPE \\((\\w+),", 0, 0, NULL);
  g_autoptr (GtkBuilder) builder = gtk_builder_new ();
  g_autoptr (GMatchInfo) match = NULL;
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  for (g_regex_match (declared, text, 0, &match); g_match_info_matches (match);
       g_match_info_next (match, NULL))
    {
      g_autofree char *name = g_match_info_fetch (match, 1);
      GType type = gtk_builder_get_type_from_name (builder, name);

      g_assert_cmpuint (type, !=, G_TYPE_INVALID);
      if (!g_type_is_a (type, GTK_TYPE_WIDGET) || G_TYPE_IS_ABSTRACT (type))
        continue;
      if (!gtk_stack_get_child_by_name (f->stack, name))
        g_error ("There is no page of %s", name);
      ++*n;
    }
}

static void
test_types (Fixture *f, gconstpointer data)
{
  g_autoptr (GtkSelectionModel) pages = gtk_stack_get_pages (f->stack);
  guint n = 0;

  for (const char *const *header = data; *header; header++)
    check_header (f, *header, &n);
  g_assert_cmpuint (n, ==, g_list_model_get_n_items (G_LIST_MODEL (pages)));
}

static void
check_rows (GtkWidget *page, GObject *widget)
{
  guint n;
  g_autofree GParamSpec **specs = g_object_class_list_properties (G_OBJECT_GET_CLASS (widget), &n);

  for (guint i = 0; i < n; i++)
    if (g_str_has_prefix (g_type_name (specs[i]->owner_type), "Gscope"))
      find_row (page, specs[i]->name);
}

/* Each page has its widget, a row for each property, and names for all that can have the focus, and
 * fits a phone. */
static void
test_pages (Fixture *f, gconstpointer data)
{
  GtkWidget *page;
  int width;

  gtk_window_present (GTK_WINDOW (f->window));
  for (int i = 0; (page = show_page (f, i)); i++)
    {
      const char *name = gtk_stack_get_visible_child_name (f->stack);
      GtkWidget *widget = app_bed_find (page, g_type_from_name (name));

      g_test_message ("%s", name);
      g_assert_nonnull (widget);
      check_rows (page, G_OBJECT (widget));
      app_bed_check_names (f->window);
      gtk_widget_measure (f->window, GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL, NULL);
      g_assert_cmpint (width, <=, NARROW);
    }
}

/* Shows and returns the page of the view, which is the first to be seen. */
static GtkWidget *
show_view_page (Fixture *f)
{
  GtkWidget *page = gtk_stack_get_child_by_name (f->stack, "GscopeGtkView");

  gtk_window_present (GTK_WINDOW (f->window));
  app_bed_await (gtk_widget_get_mapped (page));
  return page;
}

/* A property of each kind, by its editor and by the widget. */
static void
test_editors (Fixture *f, gconstpointer data)
{
  GtkWidget *page = show_view_page (f);
  GscopeGtkView *view = GSCOPE_GTK_VIEW (app_bed_find (page, GSCOPE_GTK_TYPE_VIEW));
  GtkWidget *toggle = app_bed_find (find_row (page, "phosphor"), GTK_TYPE_SWITCH);
  GtkWidget *layout = find_row (page, "layout"), *title = find_row (page, "title");
  GtkWidget *n_cursors = app_bed_find (find_row (page, "n-cursors"), GTK_TYPE_SPIN_BUTTON);

  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (title)), ==, "Motor");
  gtk_editable_set_text (GTK_EDITABLE (title), "Waves");
  g_assert_cmpstr (gscope_gtk_view_get_title (view), ==, "Waves");
  gtk_switch_set_active (GTK_SWITCH (toggle), TRUE);
  g_assert_true (gscope_gtk_view_get_phosphor (view));
  gscope_gtk_view_set_phosphor (view, FALSE);
  g_assert_false (gtk_switch_get_active (GTK_SWITCH (toggle)));
  adw_combo_row_set_selected (ADW_COMBO_ROW (layout), 1);
  g_assert_cmpint (gscope_gtk_view_get_layout (view), ==, GSCOPE_VIEW_LAYOUT_OVERLAY);
  gscope_gtk_view_set_layout (view, GSCOPE_VIEW_LAYOUT_LANES);
  g_assert_cmpuint (adw_combo_row_get_selected (ADW_COMBO_ROW (layout)), ==, 0);
  g_assert_nonnull (app_bed_find_text (find_row (page, "has-cursor"), "FALSE"));
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (n_cursors), 2);
  g_assert_cmpuint (gscope_gtk_view_get_cursors (view, NULL, NULL), ==, 2);
  g_assert_nonnull (app_bed_find_text (find_row (page, "has-cursor"), "TRUE"));
  gscope_gtk_view_clear_cursor (view);
  g_assert_cmpfloat (gtk_spin_button_get_value (GTK_SPIN_BUTTON (n_cursors)), ==, 0);
}

/* Objects have rows of their own while theirs are expanded. */
static void
test_objects (Fixture *f, gconstpointer data)
{
  GtkWidget *page = show_view_page (f);
  GscopeGtkView *view = GSCOPE_GTK_VIEW (app_bed_find (page, GSCOPE_GTK_TYPE_VIEW));
  GtkWidget *row = find_row (page, "viewport"), *span;

  g_assert_null (app_bed_find_titled (row, "span"));
  adw_expander_row_set_expanded (ADW_EXPANDER_ROW (row), TRUE);
  span = app_bed_find (find_row (row, "span"), GTK_TYPE_SPIN_BUTTON);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (span), 5 * GSCOPE_SEC);
  g_assert_cmpint (gscope_gtk_viewport_get_span (gscope_gtk_view_get_viewport (view)), ==,
                   5 * GSCOPE_SEC);
  adw_expander_row_set_expanded (ADW_EXPANDER_ROW (row), FALSE);
  g_assert_null (app_bed_find_titled (row, "span"));
}

/* What is copied is a file of the builder. */
static void
test_copy (Fixture *f, gconstpointer data)
{
  GtkWidget *page = show_view_page (f);
  GdkClipboard *clipboard = gtk_widget_get_clipboard (page);
  g_autoptr (GtkBuilder) builder = gtk_builder_new ();
  g_autoptr (GError) error = NULL;
  g_auto (GValue) text = G_VALUE_INIT;

  g_signal_emit_by_name (app_bed_find_labelled (page, "Copy"), "clicked");
  g_value_init (&text, G_TYPE_STRING);
  gdk_content_provider_get_value (gdk_clipboard_get_content (clipboard), &text, &error);
  g_assert_no_error (error);
  gtk_builder_add_from_string (builder, g_value_get_string (&text), -1, &error);
  g_assert_no_error (error);
  g_assert_true (GSCOPE_GTK_IS_VIEW (gtk_builder_get_object (builder, "widget")));
}

static void
test_dark (Fixture *f, gconstpointer data)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();
  GtkToggleButton *button = GTK_TOGGLE_BUTTON (get_part (f, "dark"));

  gtk_toggle_button_set_active (button, TRUE);
  g_assert_true (adw_style_manager_get_dark (manager));
  gtk_toggle_button_set_active (button, FALSE);
  g_assert_false (adw_style_manager_get_dark (manager));
}

/* The list is in front of the page until a widget is chosen. */
static void
test_narrow (Fixture *f, gconstpointer data)
{
  AdwFlap *flap = ADW_FLAP (get_part (f, "flap"));

  gtk_window_set_default_size (GTK_WINDOW (f->window), NARROW, 2 * NARROW);
  gtk_window_present (GTK_WINDOW (f->window));
  app_bed_await (adw_flap_get_folded (flap));
  adw_flap_set_reveal_flap (flap, TRUE);
  g_signal_emit_by_name (f->list, "row-activated", gtk_list_box_get_row_at_index (f->list, 0));
  g_assert_false (adw_flap_get_reveal_flap (flap));
}

int
main (int argc, char *argv[])
{
  gtk_test_init (&argc, &argv);
  adw_init ();
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  g_test_add ("/gtk-demo/types", Fixture, argv + 1, set_up, test_types, tear_down);
  g_test_add ("/gtk-demo/pages", Fixture, NULL, set_up, test_pages, tear_down);
  g_test_add ("/gtk-demo/editors", Fixture, NULL, set_up, test_editors, tear_down);
  g_test_add ("/gtk-demo/objects", Fixture, NULL, set_up, test_objects, tear_down);
  g_test_add ("/gtk-demo/copy", Fixture, NULL, set_up, test_copy, tear_down);
  g_test_add ("/gtk-demo/dark", Fixture, NULL, set_up, test_dark, tear_down);
  g_test_add ("/gtk-demo/narrow", Fixture, NULL, set_up, test_narrow, tear_down);
  return g_test_run ();
}
