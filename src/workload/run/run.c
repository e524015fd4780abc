/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "run/run.h"

#include <glib-unix.h>
#include <glib/gi18n.h>
#include <gscope/gscope.h>

#define PERIOD (10 * GSCOPE_MSEC)
#define BUDGET (4 << 20)

enum
{
  BROKEN = 1,
  /* plus the signal's number, as shells report it */
  SIGNALLED = 128,
};

typedef struct
{
  const WorkloadOptions *options;
  GMainLoop *loop;
  GscopeScope *scope;
  GscopeSource *source;
  gboolean is_ending;
  int status;
} Run;

static void
fail (Run *self, const char *message)
{
  g_printerr ("gscope-workload: %s\n", message);
  self->status = BROKEN;
  g_main_loop_quit (self->loop);
}

/* Parameters of the command line. */

static void
on_written (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  if (!gscope_parameter_write_finish (GSCOPE_PARAMETER (object), result, &error))
    fail (data, error->message);
}

static gboolean
write_parameter (Run *self, const char *text, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, "=", 2);
  GscopeParameter *parameter = gscope_source_find_parameter (self->source, parts[0]);
  g_autoptr (GVariant) value = NULL;

  if (!parameter || !parts[1])
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                   _ ("cannot set “%s”: “%s” has no such parameter; write PARAMETER=VALUE"), text,
                   self->options->kind->name);
      return FALSE;
    }
  value = gscope_parameter_parse (parameter, parts[1], error);
  if (value)
    gscope_parameter_write_async (parameter, value, "command line", NULL, on_written, self);
  return value != NULL;
}

static void
on_started (GObject *object, GAsyncResult *result, gpointer data)
{
  Run *self = data;
  g_autoptr (GError) error = NULL;

  if (!gscope_source_start_finish (self->source, result, &error))
    {
      fail (self, error->message);
      return;
    }
  if (gscope_source_get_state (self->source) == GSCOPE_SOURCE_STATE_TROUBLE)
    g_printerr ("gscope-workload: %s\n", gscope_source_get_status (self->source));
  for (guint i = 0; self->options->parameters[i]; i++)
    if (!write_parameter (self, self->options->parameters[i], &error))
      {
        fail (self, error->message);
        return;
      }
}

/* The end. */

static void
print_signals (Run *self)
{
  GListModel *signals = gscope_source_get_signals (self->source);

  for (guint i = 0; i < g_list_model_get_n_items (signals); i++)
    {
      g_autoptr (GscopeSignal) signal = g_list_model_get_item (signals, i);
      GscopeSample sample;

      if (gscope_signal_get_latest (signal, &sample))
        g_print ("%-32s %14g %s\n", gscope_signal_get_full_name (signal), sample.value,
                 gscope_signal_get_unit (signal));
    }
}

static void
on_stopped (GObject *object, GAsyncResult *result, gpointer data)
{
  Run *self = data;
  g_autoptr (GError) error = NULL;

  if (!gscope_source_stop_finish (self->source, result, &error))
    fail (self, error->message);
  g_main_loop_quit (self->loop);
}

static gboolean
on_end (gpointer data)
{
  Run *self = data;

  if (self->is_ending)
    return G_SOURCE_CONTINUE;
  self->is_ending = TRUE;
  gscope_scope_drain (self->scope);
  print_signals (self);
  gscope_source_stop_async (self->source, NULL, on_stopped, self);
  return G_SOURCE_CONTINUE;
}

static gboolean
on_interrupt (gpointer data)
{
  ((Run *) data)->status = SIGNALLED + SIGINT;
  return on_end (data);
}

static gboolean
on_terminate (gpointer data)
{
  ((Run *) data)->status = SIGNALLED + SIGTERM;
  return on_end (data);
}

static void
run_loop (Run *self)
{
  guint interrupt = g_unix_signal_add (SIGINT, on_interrupt, self);
  guint terminate = g_unix_signal_add (SIGTERM, on_terminate, self);
  guint end = self->options->duration > 0
                  ? g_timeout_add (MIN (self->options->duration * 1000, G_MAXUINT), on_end, self)
                  : 0;

  gscope_source_start_async (self->source, NULL, on_started, self);
  g_main_loop_run (self->loop);
  g_source_remove (interrupt);
  g_source_remove (terminate);
  if (end > 0)
    g_source_remove (end);
}

int
workload_run (const WorkloadOptions *options)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (GscopeScope) scope = gscope_scope_new ();
  g_autoptr (GscopeSource) source =
      g_object_new (options->kind->get_type (), "name", options->kind->name, NULL);
  Run self = { .options = options, .loop = loop, .scope = scope, .source = source };

  gscope_scope_set_period (scope, PERIOD);
  gscope_scope_set_budget (scope, BUDGET);
  gscope_scope_add_source (scope, source);
  gscope_scope_start (scope);
  run_loop (&self);
  gscope_scope_remove_source (scope, source);
  return self.status;
}
