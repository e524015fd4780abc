/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/handles/later.h>
#include <gscope-gtk/handles/limit-handles.h>
#include <gscope-gtk/limits/areas.h>

static void
on_moved (GscopeGtkLimitHandles *self, GscopeLimit *limit, const GscopeLimitSettings *settings,
          guint gesture)
{
  g_signal_emit_by_name (self->view, "bound-moved", limit, settings, gesture);
}

void
gscope_gtk_limit_handles_install_signal (GType view)
{
  /**
   * GscopeGtkView::bound-moved:
   * @self: the view
   * @limit: the limit of a signal
   * @settings: (type Gscope.LimitSettings): the settings with the other bound, for gscope_limit_set_settings()
   * @gesture: the number of the gesture: several changes of one gesture are one
   *
   * Emitted when the user has moved a bound of a limit. The limit does not have the settings yet.
   *
   * Since: 1.0
   */
  g_signal_new ("bound-moved", view, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 3,
                GSCOPE_TYPE_LIMIT, G_TYPE_POINTER, G_TYPE_UINT);
}

void
gscope_gtk_limit_handles_init (GscopeGtkLimitHandles *self, GtkWidget *view)
{
  self->view = view;
  for (guint i = 0; i < G_N_ELEMENTS (self->bounds); i++)
    {
      GtkWidget *bound = gscope_gtk_bound_handle_new (i == 1);

      self->bounds[i] = GSCOPE_GTK_BOUND_HANDLE (bound);
      gtk_widget_set_parent (bound, view);
      g_signal_connect_swapped (bound, "moved", G_CALLBACK (on_moved), self);
    }
}

void
gscope_gtk_limit_handles_clear (GscopeGtkLimitHandles *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->bounds); i++)
    {
      if (self->bounds[i])
        gtk_widget_unparent (GTK_WIDGET (self->bounds[i]));
      self->bounds[i] = NULL;
    }
}

/* The limit that has the handles, so far. */
typedef struct
{
  GscopeSignal *selected;
  GscopeLimit *limit;
} Choice;

/* A mask has no bounds. */
static void
choose (const GscopeGtkScene *scene, const GscopeGtkSceneLane *lane,
        const GscopeGtkMapping *mapping, GscopeLimit *limit, gpointer data)
{
  Choice *choice = data;

  if (gscope_limit_get_settings (limit)->kind == GSCOPE_LIMIT_KIND_MASK)
    return;
  if (!choice->limit || gscope_limit_get_signal (limit) == choice->selected)
    choice->limit = limit;
}

void
gscope_gtk_limit_handles_follow (GscopeGtkLimitHandles *self,
                                 const GscopeGtkAnnotations *annotations)
{
  const GscopeGtkScene *scene = annotations->scene;
  Choice choice = { scene->selected ? gscope_gtk_view_signal_get_signal (scene->selected) : NULL,
                    NULL };
  GscopeGtkMapping mapping;
  GscopeGtkSceneLane *lane = NULL;
  gboolean is_moved = FALSE;

  gscope_gtk_limits_foreach (annotations, choose, &choice);
  if (choice.limit)
    lane =
        gscope_gtk_value_place_find_lane (scene, gscope_limit_get_signal (choice.limit), &mapping);
  for (guint i = 0; i < G_N_ELEMENTS (self->bounds) && self->bounds[i]; i++)
    {
      GscopeGtkValueHandle *handle = GSCOPE_GTK_VALUE_HANDLE (self->bounds[i]);

      gscope_gtk_bound_handle_set_limit (self->bounds[i], choice.limit);
      is_moved |= gscope_gtk_value_handle_follow (handle, scene, lane, &mapping);
    }
  if (is_moved)
    gscope_gtk_allocate_later (self->view);
}

void
gscope_gtk_limit_handles_allocate (GscopeGtkLimitHandles *self)
{
  GtkAllocation place;

  for (guint i = 0; i < G_N_ELEMENTS (self->bounds); i++)
    {
      GtkWidget *bound = GTK_WIDGET (self->bounds[i]);

      if (!gscope_gtk_value_handle_get_place (GSCOPE_GTK_VALUE_HANDLE (bound), &place))
        continue;
      gtk_widget_measure (bound, GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
      gtk_widget_size_allocate (bound, &place, -1);
    }
}

void
gscope_gtk_limit_handles_snapshot (GscopeGtkLimitHandles *self, GtkSnapshot *snapshot)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->bounds); i++)
    gtk_widget_snapshot_child (self->view, GTK_WIDGET (self->bounds[i]), snapshot);
}
