/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "numbers/reading.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <gscope/gscope.h>
#include <unistd.h>

/* As much as the source reads. */
#define MAX_TEXT (1 << 20)

typedef struct
{
  char *path;
  gint64 time;
} Reading;

static void
reading_free (gpointer data)
{
  Reading *self = data;

  g_free (self->path);
  g_free (self);
}

static char *
read_text (Reading *self, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  int fd = gscope_file_open (self->path, error);
  int code;

  if (fd < 0)
    return NULL;
  self->time = g_get_monotonic_time ();
  code = gscope_file_read_text (fd, MAX_TEXT, text) ? 0 : errno;
  close (fd);
  if (code == 0)
    return g_string_free (g_steal_pointer (&text), FALSE);
  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (code),
               _ ("Cannot read “%s”: %s. Choose another file."), self->path, g_strerror (code));
  return NULL;
}

static void
run (GTask *task, gpointer owner, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  char *text = read_text (data, &error);

  if (text)
    g_task_return_pointer (task, text, g_free);
  else
    g_task_return_error (task, error);
}

void
app_reading_start (const char *path, GObject *owner, GAsyncReadyCallback callback)
{
  g_autoptr (GTask) task = g_task_new (owner, NULL, callback, NULL);
  Reading *self = g_new0 (Reading, 1);

  self->path = g_strdup (path);
  g_task_set_task_data (task, self, reading_free);
  g_task_run_in_thread (task, run);
}

char *
app_reading_finish (GAsyncResult *result, gint64 *time, GError **error)
{
  *time = ((Reading *) g_task_get_task_data (G_TASK (result)))->time;
  return g_task_propagate_pointer (G_TASK (result), error);
}
