/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Rows of one label each. */

#include <gscope-gtk/gscope-gtk.h>
#include <string.h>

static char *
dup_text (gpointer item)
{
  return g_strdup (gtk_string_object_get_string (item));
}

/* Short texts need no tooltip. */
static char *
dup_tooltip (gpointer item)
{
  const char *text = gtk_string_object_get_string (item);

  return strlen (text) > 3 ? g_strdup (text) : NULL;
}

static GtkWidget *
find_label (GtkWidget *widget, const char *text)
{
  GtkWidget *found = NULL;

  if (GTK_IS_LABEL (widget) && g_str_equal (gtk_label_get_label (GTK_LABEL (widget)), text))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = find_label (child, text);
  return found;
}

/* A row that shows another item has the tooltip of that item, or none. */
static void
test_tooltips (void)
{
  static const char *const texts[] = { "long text", "abc", "another text", NULL };
  g_autoptr (GtkListItemFactory) factory = gscope_gtk_label_factory_new (dup_text, dup_tooltip);
  GtkWidget *menu = gtk_drop_down_new_from_strings (texts), *window = gtk_window_new ();

  gtk_drop_down_set_factory (GTK_DROP_DOWN (menu), factory);
  gtk_window_set_child (GTK_WINDOW (window), menu);
  gtk_window_present (GTK_WINDOW (window));
  for (guint i = 0; texts[i]; i++)
    {
      GtkWidget *label;
      const char *expected = strlen (texts[i]) > 3 ? texts[i] : NULL;

      gtk_drop_down_set_selected (GTK_DROP_DOWN (menu), i);
      label = find_label (gtk_widget_get_first_child (menu), texts[i]);
      g_assert_nonnull (label);
      g_assert_cmpstr (gtk_widget_get_tooltip_text (label), ==, expected);
    }
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/label-factory/tooltips", test_tooltips);
  return g_test_run ();
}
