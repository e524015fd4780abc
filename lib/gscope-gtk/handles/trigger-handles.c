/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/handles/later.h>
#include <gscope-gtk/handles/trigger-handles.h>

void
gscope_gtk_trigger_handles_init (GscopeGtkTriggerHandles *self, GtkWidget *view)
{
  self->view = view;
  self->place = GSCOPE_GTK_PLACE_HANDLE (gscope_gtk_place_handle_new ());
  gtk_widget_set_parent (GTK_WIDGET (self->place), view);
  for (guint i = 0; i < G_N_ELEMENTS (self->levels); i++)
    {
      GtkWidget *level = gscope_gtk_level_handle_new (i == 1);

      self->levels[i] = GSCOPE_GTK_LEVEL_HANDLE (level);
      gtk_widget_set_parent (level, view);
    }
}

void
gscope_gtk_trigger_handles_clear (GscopeGtkTriggerHandles *self)
{
  if (!self->place)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (self->levels); i++)
    gtk_widget_unparent (GTK_WIDGET (self->levels[i]));
  gtk_widget_unparent (GTK_WIDGET (self->place));
  self->place = NULL;
  self->trigger = NULL;
}

void
gscope_gtk_trigger_handles_set_trigger (GscopeGtkTriggerHandles *self, GscopeTrigger *trigger)
{
  self->trigger = trigger;
  for (guint i = 0; self->place && i < G_N_ELEMENTS (self->levels); i++)
    gscope_gtk_level_handle_set_trigger (self->levels[i], trigger);
}

void
gscope_gtk_trigger_handles_follow (GscopeGtkTriggerHandles *self, const GscopeGtkScene *scene,
                                   double share)
{
  GscopeSignal *watched = self->trigger ? gscope_trigger_get_watched (self->trigger) : NULL;
  GscopeGtkMapping mapping;
  GscopeGtkSceneLane *lane =
      watched ? gscope_gtk_value_place_find_lane (scene, watched, &mapping) : NULL;
  gboolean is_other;

  if (!self->place)
    return;
  is_other = gscope_gtk_place_handle_follow (self->place, scene, self->trigger ? share : -1);
  for (guint i = 0; i < G_N_ELEMENTS (self->levels); i++)
    is_other |= gscope_gtk_value_handle_follow (GSCOPE_GTK_VALUE_HANDLE (self->levels[i]), scene,
                                                lane, &mapping);
  if (is_other)
    gscope_gtk_allocate_later (self->view);
}

static void
allocate (gpointer handle, gboolean shown, const GtkAllocation *place)
{
  if (!shown)
    return;
  gtk_widget_measure (handle, GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
  gtk_widget_size_allocate (handle, place, -1);
}

void
gscope_gtk_trigger_handles_allocate (GscopeGtkTriggerHandles *self)
{
  GtkAllocation place;
  gboolean shown = gscope_gtk_place_handle_get_place (self->place, &place);

  allocate (self->place, shown, &place);
  for (guint i = 0; i < G_N_ELEMENTS (self->levels); i++)
    {
      shown = gscope_gtk_value_handle_get_place (GSCOPE_GTK_VALUE_HANDLE (self->levels[i]), &place);
      allocate (self->levels[i], shown, &place);
    }
}

void
gscope_gtk_trigger_handles_snapshot (GscopeGtkTriggerHandles *self, GtkSnapshot *snapshot)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->levels); i++)
    gtk_widget_snapshot_child (self->view, GTK_WIDGET (self->levels[i]), snapshot);
  gtk_widget_snapshot_child (self->view, GTK_WIDGET (self->place), snapshot);
}
