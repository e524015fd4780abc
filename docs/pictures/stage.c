/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "stage.h"

#include <adwaita.h>

void
stage_wait (double seconds)
{
  gint64 end = g_get_monotonic_time () + (gint64) (seconds * G_USEC_PER_SEC);

  while (g_get_monotonic_time () < end)
    {
      while (g_main_context_iteration (NULL, FALSE))
        ;
      g_usleep (1000);
    }
}

gpointer
stage_find (GtkWidget *widget, GType type, gboolean (*is_match) (gpointer widget, const char *name),
            const char *name)
{
  gboolean is_found =
      G_TYPE_CHECK_INSTANCE_TYPE (widget, type) && (!is_match || is_match (widget, name));
  gpointer found = is_found ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = stage_find (child, type, is_match, name);
  return found;
}

static gboolean
controls (gpointer widget, const char *name)
{
  GscopeParameter *parameter = gscope_gtk_control_get_parameter (widget);

  return parameter && g_str_equal (gscope_parameter_get_name (parameter), name);
}

GscopeGtkView *
stage_get_view (Stage *stage)
{
  return stage_find (stage->window, GSCOPE_GTK_TYPE_VIEW, NULL, NULL);
}

void
stage_write_parameter (GtkWidget *window, const char *name, double value)
{
  GtkWidget *control = stage_find (window, GSCOPE_GTK_TYPE_CONTROL, controls, name);

  gscope_parameter_write_async (gscope_gtk_control_get_parameter (GSCOPE_GTK_CONTROL (control)),
                                g_variant_new_double (value), "slider", NULL, NULL, NULL);
}

void
stage_write_offset (Stage *stage, double value)
{
  stage_write_parameter (stage->window, "slow", value);
}

void
stage_activate (Stage *stage, const char *names)
{
  g_auto (GStrv) list = g_strsplit (names ? names : "", " ", -1);

  for (guint i = 0; list[i] && list[i][0]; i++)
    if (!gtk_widget_activate_action (stage->window, list[i], NULL))
      g_error ("draw-windows: the action %s cannot be activated", list[i]);
}

GtkWidget *
stage_find_dialog (Stage *stage)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *l = windows; l; l = l->next)
    if (l->data != stage->window && gtk_widget_get_mapped (l->data))
      return l->data;
  return NULL;
}

void
stage_make_light (Stage *stage)
{
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (),
                                      ADW_COLOR_SCHEME_FORCE_LIGHT);
}
