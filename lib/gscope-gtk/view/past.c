/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/view/past.h>

/* A signal of the view, with the history that it has. */
typedef struct
{
  GscopeGtkPainting *painting;
  GscopeGtkViewSignal *entry;
  GscopeHistory *history;
} Look;

struct _GscopeGtkPast
{
  GscopeGtkView *view;
  GscopeGtkPainting *painting;
  /* parallel to the view's signals */
  GPtrArray *looks;
};

static void
on_changed (GscopeHistory *history, gint64 begin, gint64 end, Look *look)
{
  if (!gscope_gtk_view_signal_get_hidden (look->entry))
    gscope_gtk_painting_take_past (look->painting, begin, end);
}

static void
on_status (Look *look)
{
  gscope_gtk_painting_redraw_part (look->painting, GSCOPE_GTK_PART_REASONS);
}

static void
leave_history (Look *look)
{
  if (!look->history)
    return;
  g_signal_handlers_disconnect_by_data (look->history, look);
  gscope_history_look (look->history, look, 0, NULL, 0);
  g_clear_object (&look->history);
}

static void
follow_history (Look *look)
{
  GscopeSignal *signal = gscope_gtk_view_signal_get_signal (look->entry);

  leave_history (look);
  g_set_object (&look->history, gscope_signal_get_history (signal));
  if (!look->history)
    return;
  g_signal_connect (look->history, "changed", G_CALLBACK (on_changed), look);
  g_signal_connect_swapped (look->history, "notify::status", G_CALLBACK (on_status), look);
}

static Look *
look_new (GscopeGtkPast *self, GscopeGtkViewSignal *entry)
{
  Look *look = g_new0 (Look, 1);

  look->painting = self->painting;
  look->entry = g_object_ref (entry);
  g_signal_connect_swapped (gscope_gtk_view_signal_get_signal (entry), "notify::history",
                            G_CALLBACK (follow_history), look);
  follow_history (look);
  return look;
}

static void
look_free (gpointer data)
{
  Look *look = data;

  leave_history (look);
  g_signal_handlers_disconnect_by_data (gscope_gtk_view_signal_get_signal (look->entry), look);
  g_object_unref (look->entry);
  g_free (look);
}

static void
on_signals_changed (GListModel *model, guint position, guint n_removed, guint n_added,
                    GscopeGtkPast *self)
{
  if (n_removed > 0)
    g_ptr_array_remove_range (self->looks, position, n_removed);
  for (guint i = 0; i < n_added; i++)
    {
      g_autoptr (GscopeGtkViewSignal) entry = g_list_model_get_item (model, position + i);

      g_ptr_array_insert (self->looks, (int) (position + i), look_new (self, entry));
    }
}

GscopeGtkPast *
gscope_gtk_past_new (GscopeGtkView *view, GscopeGtkPainting *painting)
{
  GscopeGtkPast *self = g_new0 (GscopeGtkPast, 1);

  self->view = view;
  self->painting = painting;
  self->looks = g_ptr_array_new_with_free_func (look_free);
  g_signal_connect (gscope_gtk_view_get_signals (view), "items-changed",
                    G_CALLBACK (on_signals_changed), self);
  return self;
}

void
gscope_gtk_past_free (GscopeGtkPast *self)
{
  g_signal_handlers_disconnect_by_data (gscope_gtk_view_get_signals (self->view), self);
  g_ptr_array_unref (self->looks);
  g_free (self);
}

static void
look_at (GscopeGtkPast *self, gint64 begin, gint64 end)
{
  const GscopeGtkScene *scene = gscope_gtk_painting_get_scene (self->painting);
  gint64 width = gscope_gtk_viewport_get_column_width (scene->viewport);

  for (guint i = 0; i < self->looks->len; i++)
    {
      Look *look = self->looks->pdata[i];
      gboolean hidden = gscope_gtk_view_signal_get_hidden (look->entry);
      GscopeTimeline timeline;

      gscope_signal_get_timeline (gscope_gtk_view_signal_get_signal (look->entry), &timeline);
      gscope_timeline_look (&timeline, look, begin, hidden ? begin : end, width);
    }
}

void
gscope_gtk_past_look (GscopeGtkPast *self)
{
  gint64 begin, end;

  gscope_gtk_scene_get_window (gscope_gtk_painting_get_scene (self->painting), &begin, &end);
  look_at (self, begin, end);
}

void
gscope_gtk_past_look_away (GscopeGtkPast *self)
{
  look_at (self, 0, 0);
}
