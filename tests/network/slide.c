/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Moves the slider of a parameter, which the source of an agent has, in a window, and ends when the value is in force:
 *   slide ADDRESS SOURCE PARAMETER VALUE */

#include <gscope-gtk/gscope-gtk.h>

static void
on_started (GObject *object, GAsyncResult *result, gpointer is_started)
{
  g_autoptr (GError) error = NULL;

  gscope_source_start_finish (GSCOPE_SOURCE (object), result, &error);
  g_assert_no_error (error);
  *(gboolean *) is_started = TRUE;
}

static GscopeSource *
start_source (GscopeScope *scope, const char *address, const char *name)
{
  g_autoptr (GscopeSource) source = g_object_new (GSCOPE_TYPE_AGENT_SOURCE, "name", name, NULL);
  g_autoptr (GVariant) options = NULL;
  g_autoptr (GError) error = NULL;
  gboolean is_started = FALSE;
  GVariantDict dict;

  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "address", "s", address);
  g_variant_dict_insert (&dict, "source", "s", name);
  options = g_variant_ref_sink (g_variant_dict_end (&dict));
  gscope_source_configure (source, options, &error);
  g_assert_no_error (error);
  gscope_scope_add_source (scope, source);
  gscope_source_start_async (source, NULL, on_started, &is_started);
  while (!is_started)
    g_main_context_iteration (NULL, TRUE);
  return g_steal_pointer (&source);
}

static GtkWidget *
find_slider (GtkWidget *widget)
{
  GtkWidget *found = GTK_IS_SCALE (widget) && gtk_widget_get_mapped (widget) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = find_slider (child);
  return found;
}

static gboolean
is_in_force (GscopeParameter *parameter, double value)
{
  g_assert_cmpstr (gscope_parameter_get_reason (parameter), ==, NULL);
  return gscope_parameter_get_number (parameter) == value
         && gscope_parameter_get_state (parameter) == GSCOPE_PARAMETER_STATE_IN_SYNC;
}

int
main (int argc, char *argv[])
{
  g_autoptr (GscopeScope) scope = gscope_scope_new ();
  g_autoptr (GscopeSource) source = NULL;
  GscopeParameter *parameter;
  GtkWidget *window, *slider;
  gboolean handled;
  double value;

  g_assert_cmpint (argc, ==, 5);
  gtk_init ();
  value = g_ascii_strtod (argv[4], NULL);
  gscope_scope_start (scope);
  source = start_source (scope, argv[1], argv[2]);
  parameter = gscope_source_find_parameter (source, argv[3]);
  g_assert_nonnull (parameter);
  window = gtk_window_new ();
  gtk_window_set_child (GTK_WINDOW (window), gscope_gtk_control_new (parameter));
  gtk_window_present (GTK_WINDOW (window));
  while (!(slider = find_slider (window)))
    g_main_context_iteration (NULL, TRUE);
  /* as the range does while the pointer moves its slider */
  g_signal_emit_by_name (slider, "change-value", GTK_SCROLL_JUMP, value, &handled);
  while (!is_in_force (parameter, value))
    g_main_context_iteration (NULL, TRUE);
  gtk_window_destroy (GTK_WINDOW (window));
  gscope_scope_remove_source (scope, source);
  return 0;
}
