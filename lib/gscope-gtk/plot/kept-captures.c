/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/plot/captures.h>

enum
{
  MAX_LISTED = 8,
};

/* Has its own array of the captures, because a list does not report which captures were removed. */
struct _GscopeGtkKeptCaptures
{
  GscopeCaptureList *list;
  GscopeGtkKeptFunc changed;
  gpointer data;
  GPtrArray *captures;
  GPtrArray *kept;
};

static void
find_kept (GscopeGtkKeptCaptures *self)
{
  g_ptr_array_set_size (self->kept, 0);
  for (guint i = 0; i < self->captures->len; i++)
    if (gscope_capture_get_kept (self->captures->pdata[i]))
      g_ptr_array_add (self->kept, g_object_ref (self->captures->pdata[i]));
}

static void
on_kept (GscopeGtkKeptCaptures *self)
{
  find_kept (self);
  self->changed (self->data);
}

/* Forgets captures that were removed from the list. Returns whether one of them was kept. */
static gboolean
drop (GscopeGtkKeptCaptures *self, guint position, guint n)
{
  gboolean has_kept = FALSE;

  for (guint i = position; i < position + n; i++)
    {
      g_signal_handlers_disconnect_by_data (self->captures->pdata[i], self);
      has_kept |= gscope_capture_get_kept (self->captures->pdata[i]);
    }
  if (n > 0)
    g_ptr_array_remove_range (self->captures, position, n);
  return has_kept;
}

/* Watches captures that were added to the list. Returns whether one of them is kept. */
static gboolean
take (GscopeGtkKeptCaptures *self, guint position, guint n)
{
  gboolean has_kept = FALSE;

  for (guint i = position; i < position + n; i++)
    {
      GscopeCapture *capture = g_list_model_get_item (G_LIST_MODEL (self->list), i);

      g_ptr_array_insert (self->captures, (int) i, capture);
      g_signal_connect_swapped (capture, "notify::kept", G_CALLBACK (on_kept), self);
      has_kept |= gscope_capture_get_kept (capture);
    }
  return has_kept;
}

static void
on_items_changed (GListModel *list, guint position, guint n_removed, guint n_added,
                  GscopeGtkKeptCaptures *self)
{
  gboolean has_kept = drop (self, position, n_removed);

  if (take (self, position, n_added) || has_kept)
    on_kept (self);
}

GscopeGtkKeptCaptures *
gscope_gtk_kept_captures_new (GscopeCaptureList *list, GscopeGtkKeptFunc changed, gpointer data)
{
  GscopeGtkKeptCaptures *self = g_new0 (GscopeGtkKeptCaptures, 1);

  self->list = g_object_ref (list);
  self->changed = changed;
  self->data = data;
  self->captures = g_ptr_array_new_with_free_func (g_object_unref);
  self->kept = g_ptr_array_new_with_free_func (g_object_unref);
  g_signal_connect (list, "items-changed", G_CALLBACK (on_items_changed), self);
  take (self, 0, g_list_model_get_n_items (G_LIST_MODEL (list)));
  find_kept (self);
  return self;
}

void
gscope_gtk_kept_captures_free (GscopeGtkKeptCaptures *self)
{
  g_signal_handlers_disconnect_by_data (self->list, self);
  drop (self, 0, self->captures->len);
  g_object_unref (self->list);
  g_ptr_array_unref (self->captures);
  g_ptr_array_unref (self->kept);
  g_free (self);
}

GPtrArray *
gscope_gtk_kept_captures_list (const GscopeGtkKeptCaptures *self, GscopeCapture *without)
{
  GPtrArray *captures = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = self->kept->len; i-- > 0 && captures->len < MAX_LISTED;)
    if (self->kept->pdata[i] != without)
      g_ptr_array_add (captures, g_object_ref (self->kept->pdata[i]));
  return captures;
}
