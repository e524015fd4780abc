/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "engine/engine.h"
#include "engine/peers.h"

#include <glib/gi18n-lib.h>
#include <gscope/error.h>

/* The order of requests: the server gets a new configuration first. Only the server may refuse it,
 * so no other process has to revert it. */
enum
{
  FIRST = 1 << MXTRAF_SERVER,
  THEN = 1 << MXTRAF_ROUTER | 1 << MXTRAF_CLIENT,
};

/* Data of an apply's task; self is set for the first one, which starts the engine. */
typedef struct
{
  MxtrafEngine *self;
  MxtrafConfig config;
} Apply;

struct _MxtrafEngine
{
  GObject parent_instance;

  MxtrafPeers *peers;
  gboolean started;
  gboolean ended;

  /* pending applies, the first of which is in progress; bits of the processes that were asked */
  GQueue applies;
  guint asked;
  GQueue stops;
};

G_DEFINE_FINAL_TYPE (MxtrafEngine, mxtraf_engine, G_TYPE_OBJECT)

enum
{
  ENDED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
apply_free (gpointer data)
{
  Apply *apply = data;

  g_clear_object (&apply->self);
  g_free (apply);
}

static void
return_apply (MxtrafEngine *self, const GError *error)
{
  g_autoptr (GTask) task = g_queue_pop_head (&self->applies);
  gboolean starts = !self->started;

  self->asked = 0;
  self->started |= !error;
  if (error)
    g_task_return_error (task, g_error_copy (error));
  else if (starts)
    g_task_return_pointer (task, g_object_ref (self), g_object_unref);
  else
    g_task_return_boolean (task, TRUE);
}

static void
fail_applies (MxtrafEngine *self, const GError *error)
{
  while (!g_queue_is_empty (&self->applies))
    return_apply (self, error);
}

static void
ask (MxtrafEngine *self, guint processes)
{
  const Apply *apply = g_task_get_task_data (g_queue_peek_head (&self->applies));

  self->asked = processes;
  mxtraf_peers_ask (self->peers, processes, &apply->config);
}

static void
next_apply (MxtrafEngine *self)
{
  if (!self->asked && !g_queue_is_empty (&self->applies))
    ask (self, FIRST);
}

static void
on_answered (gpointer data, const char *refusal)
{
  g_autoptr (MxtrafEngine) self = g_object_ref (data);
  g_autoptr (GError) error = NULL;

  if (refusal)
    error = g_error_new_literal (GSCOPE_ERROR, GSCOPE_ERROR_REFUSED, refusal);
  if (!refusal && self->asked == FIRST)
    {
      ask (self, THEN);
      return;
    }
  return_apply (self, error);
  next_apply (self);
}

static void
on_ended (gpointer data, const GError *why)
{
  g_autoptr (MxtrafEngine) self = g_object_ref (data);
  GTask *stop;

  self->ended = TRUE;
  if (why)
    fail_applies (self, why);
  if (why && self->started)
    g_signal_emit (self, signals[ENDED], 0, why->message);
  while ((stop = g_queue_pop_head (&self->stops)))
    {
      g_task_return_boolean (stop, TRUE);
      g_object_unref (stop);
    }
}

static const MxtrafPeersFuncs peers_funcs = { on_answered, on_ended };

static Apply *
queue_apply (MxtrafEngine *self, GTask *task, const MxtrafConfig *config)
{
  Apply *apply = g_new0 (Apply, 1);

  apply->config = *config;
  g_task_set_task_data (task, apply, apply_free);
  g_queue_push_tail (&self->applies, g_object_ref (task));
  return apply;
}

void
mxtraf_engine_start_async (const char *program, const MxtrafConfig *config,
                           GCancellable *cancellable, GAsyncReadyCallback callback,
                           gpointer user_data)
{
  g_autoptr (MxtrafEngine) self = g_object_new (MXTRAF_TYPE_ENGINE, NULL);
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  GError *error = NULL;

  self->peers = mxtraf_peers_new (program, &peers_funcs, self, &error);
  if (!self->peers)
    {
      g_task_return_error (task, error);
      return;
    }
  queue_apply (self, task, config)->self = g_object_ref (self);
  next_apply (self);
}

MxtrafEngine *
mxtraf_engine_start_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

void
mxtraf_engine_apply_async (MxtrafEngine *self, const MxtrafConfig *config,
                           GCancellable *cancellable, GAsyncReadyCallback callback,
                           gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  if (self->ended || !g_queue_is_empty (&self->stops))
    {
      g_task_return_new_error (task, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED,
                               _ ("mxtraf's processes have ended; start mxtraf again"));
      return;
    }
  queue_apply (self, task, config);
  next_apply (self);
}

gboolean
mxtraf_engine_apply_finish (MxtrafEngine *self, GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

void
mxtraf_engine_stop_async (MxtrafEngine *self, GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);
  g_autoptr (GError) stopped = g_error_new_literal (GSCOPE_ERROR, GSCOPE_ERROR_REFUSED,
                                                    _ ("mxtraf is being stopped; start it again"));

  if (self->ended)
    {
      g_task_return_boolean (task, TRUE);
      return;
    }
  g_queue_push_tail (&self->stops, g_object_ref (task));
  mxtraf_peers_end (self->peers);
  fail_applies (self, stopped);
}

gboolean
mxtraf_engine_stop_finish (MxtrafEngine *self, GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

const MxtrafCounters *
mxtraf_engine_get_counters (MxtrafEngine *self)
{
  return mxtraf_peers_get_counters (self->peers);
}

pid_t
mxtraf_engine_get_pid (MxtrafEngine *self, MxtrafProcess process)
{
  return mxtraf_peers_get_pid (self->peers, process);
}

static void
mxtraf_engine_finalize (GObject *object)
{
  MxtrafEngine *self = MXTRAF_ENGINE (object);

  g_clear_pointer (&self->peers, mxtraf_peers_free);

  G_OBJECT_CLASS (mxtraf_engine_parent_class)->finalize (object);
}

static void
mxtraf_engine_class_init (MxtrafEngineClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->finalize = mxtraf_engine_finalize;
  signals[ENDED] = g_signal_new ("ended", G_TYPE_FROM_CLASS (class), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
mxtraf_engine_init (MxtrafEngine *self)
{
}
