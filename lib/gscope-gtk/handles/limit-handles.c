/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/handles/bound-handle.h>
#include <gscope-gtk/handles/later.h>
#include <gscope-gtk/handles/limit-handles.h>
#include <gscope-gtk/handles/mask-handle.h>
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
   * @settings: (type Gscope.LimitSettings): the settings with the other bound or mask, for gscope_limit_set_settings()
   * @gesture: the number of the gesture: several changes of one gesture are one
   *
   * Emitted when the user has moved a bound of a limit, or has moved, added or removed a corner of a mask. The limit does not
   * have the settings yet.
   *
   * Since: 1.0
   */
  g_signal_new ("bound-moved", view, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 3,
                GSCOPE_TYPE_LIMIT, G_TYPE_POINTER, G_TYPE_UINT);
}

void
gscope_gtk_limit_handles_init (GscopeGtkLimitHandles *self, GtkWidget *view)
{
  GtkWidget *handles[GSCOPE_GTK_N_LIMIT_HANDLES] = { gscope_gtk_mask_handle_new (),
                                                     gscope_gtk_bound_handle_new (FALSE),
                                                     gscope_gtk_bound_handle_new (TRUE) };

  self->view = view;
  for (guint i = 0; i < G_N_ELEMENTS (handles); i++)
    {
      self->handles[i] = GSCOPE_GTK_VALUE_HANDLE (handles[i]);
      gtk_widget_set_parent (handles[i], view);
      g_signal_connect_swapped (handles[i], "moved", G_CALLBACK (on_moved), self);
    }
}

void
gscope_gtk_limit_handles_clear (GscopeGtkLimitHandles *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->handles); i++)
    {
      if (self->handles[i])
        gtk_widget_unparent (GTK_WIDGET (self->handles[i]));
      self->handles[i] = NULL;
    }
}

/* The limits that have the handles, so far. */
typedef struct
{
  GscopeSignal *selected;
  GscopeLimit *mask;
  GscopeLimit *band;
} Choice;

static void
choose (const GscopeGtkScene *scene, const GscopeGtkSceneLane *lane,
        const GscopeGtkMapping *mapping, GscopeLimit *limit, gpointer data)
{
  Choice *choice = data;
  gboolean is_mask = gscope_limit_get_settings (limit)->kind == GSCOPE_LIMIT_KIND_MASK;
  GscopeLimit **chosen = is_mask ? &choice->mask : &choice->band;

  if (!*chosen || gscope_limit_get_signal (limit) == choice->selected)
    *chosen = limit;
}

static gboolean
follow (GscopeGtkValueHandle *handle, const GscopeGtkScene *scene, GscopeLimit *limit)
{
  GscopeGtkMapping mapping;
  GscopeGtkSceneLane *lane = NULL;

  if (limit)
    lane = gscope_gtk_value_place_find_lane (scene, gscope_limit_get_signal (limit), &mapping);
  return gscope_gtk_value_handle_follow (handle, scene, lane, &mapping);
}

void
gscope_gtk_limit_handles_follow (GscopeGtkLimitHandles *self,
                                 const GscopeGtkAnnotations *annotations)
{
  const GscopeGtkScene *scene = annotations->scene;
  Choice choice = { scene->selected ? gscope_gtk_view_signal_get_signal (scene->selected) : NULL,
                    NULL, NULL };
  gboolean is_moved;

  if (!self->handles[0])
    return;
  gscope_gtk_limits_foreach (annotations, choose, &choice);
  gscope_gtk_mask_handle_set_limit (GSCOPE_GTK_MASK_HANDLE (self->handles[0]), choice.mask, scene);
  is_moved = follow (self->handles[0], scene, choice.mask);
  for (guint i = 1; i < G_N_ELEMENTS (self->handles); i++)
    {
      gscope_gtk_bound_handle_set_limit (GSCOPE_GTK_BOUND_HANDLE (self->handles[i]), choice.band);
      is_moved |= follow (self->handles[i], scene, choice.band);
    }
  if (is_moved)
    gscope_gtk_allocate_later (self->view);
}

void
gscope_gtk_limit_handles_allocate (GscopeGtkLimitHandles *self)
{
  GtkAllocation place;

  for (guint i = 0; i < G_N_ELEMENTS (self->handles); i++)
    {
      GtkWidget *handle = GTK_WIDGET (self->handles[i]);

      if (!gscope_gtk_value_handle_get_place (self->handles[i], &place))
        continue;
      gtk_widget_measure (handle, GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
      gtk_widget_size_allocate (handle, &place, -1);
    }
}

void
gscope_gtk_limit_handles_snapshot (GscopeGtkLimitHandles *self, GtkSnapshot *snapshot)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->handles); i++)
    gtk_widget_snapshot_child (self->view, GTK_WIDGET (self->handles[i]), snapshot);
}
