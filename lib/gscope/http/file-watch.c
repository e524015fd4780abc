/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/http/file-watch.h>

#include <gio/gio.h>

struct _GscopeFileWatch
{
  GPtrArray *monitors;
  void (*func) (gpointer data);
  gpointer data;
};

/* A file is read once it is complete: not after each write to it. */
static void
on_changed (GFileMonitor *monitor, GFile *file, GFile *other, GFileMonitorEvent event,
            GscopeFileWatch *self)
{
  if (event != G_FILE_MONITOR_EVENT_CHANGED && event != G_FILE_MONITOR_EVENT_CREATED)
    self->func (self->data);
}

GscopeFileWatch *
gscope_file_watch_new (const char *const *paths, void (*func) (gpointer data), gpointer data)
{
  GscopeFileWatch *self = g_new0 (GscopeFileWatch, 1);

  self->monitors = g_ptr_array_new_with_free_func (g_object_unref);
  self->func = func;
  self->data = data;
  for (guint i = 0; paths[i]; i++)
    {
      g_autoptr (GFile) file = g_file_new_for_path (paths[i]);
      GFileMonitor *monitor = g_file_monitor_file (file, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);

      if (!monitor)
        continue;
      g_signal_connect (monitor, "changed", G_CALLBACK (on_changed), self);
      g_ptr_array_add (self->monitors, monitor);
    }
  return self;
}

void
gscope_file_watch_free (GscopeFileWatch *self)
{
  for (guint i = 0; i < self->monitors->len; i++)
    {
      g_signal_handlers_disconnect_by_data (self->monitors->pdata[i], self);
      g_file_monitor_cancel (self->monitors->pdata[i]);
    }
  g_ptr_array_unref (self->monitors);
  g_free (self);
}
