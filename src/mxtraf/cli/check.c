/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "cli/check.h"

#include "engine/source.h"

#include <glib/gi18n.h>

typedef struct
{
  GMainLoop *loop;
  MxtrafEngine *engine;
  GError *error;
} Check;

static void
on_stopped (GObject *object, GAsyncResult *result, gpointer data)
{
  Check *self = data;

  mxtraf_engine_stop_finish (self->engine, result, &self->error);
  g_main_loop_quit (self->loop);
}

static void
on_started (GObject *object, GAsyncResult *result, gpointer data)
{
  Check *self = data;

  self->engine = mxtraf_engine_start_finish (result, &self->error);
  if (self->engine)
    mxtraf_engine_stop_async (self->engine, on_stopped, self);
  else
    g_main_loop_quit (self->loop);
}

/* The requirements can only be tested by starting the engine. */
int
mxtraf_check (const MxtrafOptions *options)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  Check self = { .loop = loop };
  int status = 0;

  mxtraf_engine_start_async (MXTRAF_OWN_PROGRAM, &options->settings.config, NULL, on_started,
                             &self);
  g_main_loop_run (loop);
  if (self.error)
    {
      g_printerr ("mxtraf: %s\n", self.error->message);
      status = 1;
    }
  else
    g_print ("%s\n", _ ("mxtraf can run on this machine."));
  g_clear_error (&self.error);
  g_clear_object (&self.engine);
  return status;
}
