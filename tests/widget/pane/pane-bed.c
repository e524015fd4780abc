/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "pane-bed.h"

#include <math.h>

void
pane_bed_wait_until_mapped (GtkWidget *widget, gboolean mapped)
{
  while (gtk_widget_get_mapped (widget) != mapped)
    g_main_context_iteration (NULL, TRUE);
}

void
pane_bed_set_up (PaneBed *f, gconstpointer data)
{
  f->clock = gscope_test_clock_new (100 * GSCOPE_SEC);
  f->scope = gscope_scope_new_with_clock (f->clock);
  gscope_signal_set_unit (gscope_scope_add_double (f->scope, "sine", &f->words[0]), "V");
  gscope_scope_add_double (f->scope, "saw", &f->words[1]);
  f->view = GSCOPE_GTK_VIEW (gscope_gtk_view_new (f->scope));
  f->settings = gscope_gtk_view_get_settings (f->view);
  f->pane = gscope_gtk_pane_new (f->view);
  f->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (f->window), 900, 600);
  gtk_window_set_child (GTK_WINDOW (f->window), f->pane);
  gtk_window_present (GTK_WINDOW (f->window));
  pane_bed_wait_until_mapped (GTK_WIDGET (f->view), TRUE);
  gtk_widget_grab_focus (f->pane);
}

void
pane_bed_tear_down (PaneBed *f, gconstpointer data)
{
  g_object_add_weak_pointer (G_OBJECT (f->view), (gpointer *) &f->view);
  g_object_add_weak_pointer (G_OBJECT (f->pane), (gpointer *) &f->pane);
  gtk_window_destroy (GTK_WINDOW (f->window));
  while ((f->view || f->pane) && g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_null (f->view);
  g_assert_null (f->pane);
  g_assert_finalize_object (f->scope);
  g_assert_finalize_object (f->clock);
}

void
pane_bed_advance (PaneBed *f, guint seconds)
{
  for (guint i = 0; i < 100 * seconds; i++)
    {
      double time = (double) gscope_clock_get_time (f->clock) / GSCOPE_SEC;

      f->words[0] = 2 * sin (2 * G_PI * 5 * time) + 10;
      f->words[1] = fmod (time, 1) + f->offset;
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 10 * GSCOPE_MSEC);
      if (i % 100 == 99)
        gscope_scope_drain (f->scope);
    }
}

GtkWidget *
pane_bed_find (GtkWidget *widget, GType type)
{
  GtkWidget *found = G_TYPE_CHECK_INSTANCE_TYPE (widget, type) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = pane_bed_find (child, type);
  return found;
}

void
pane_bed_press_with (GtkWidget *widget, guint key, GdkModifierType modifiers)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);
  gboolean found = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (!GTK_IS_SHORTCUT_CONTROLLER (controller))
        continue;
      for (guint k = 0; k < g_list_model_get_n_items (G_LIST_MODEL (controller)); k++)
        {
          g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (G_LIST_MODEL (controller), k);
          GtkShortcutTrigger *trigger = gtk_shortcut_get_trigger (shortcut);

          if (GTK_IS_KEYVAL_TRIGGER (trigger)
              && gtk_keyval_trigger_get_keyval (GTK_KEYVAL_TRIGGER (trigger)) == key
              && gtk_keyval_trigger_get_modifiers (GTK_KEYVAL_TRIGGER (trigger)) == modifiers)
            found = gtk_shortcut_action_activate (gtk_shortcut_get_action (shortcut), 0, widget,
                                                  gtk_shortcut_get_arguments (shortcut));
        }
    }
  g_assert_true (found);
}

void
pane_bed_press_on (GtkWidget *widget, guint key)
{
  pane_bed_press_with (widget, key, 0);
}

void
pane_bed_settle (void)
{
  for (guint i = 0; i < 60; i++)
    g_main_context_iteration (NULL, FALSE);
}

void
pane_bed_press (PaneBed *f, guint key)
{
  pane_bed_press_on (f->pane, key);
  pane_bed_settle ();
}
