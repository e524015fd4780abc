/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "cli/run.h"

#include "cli/player.h"
#include "cli/trace.h"
#include "engine/source.h"

#include <glib-unix.h>
#include <glib/gi18n.h>
#include <gscope/gscope.h>
#include <gscope/share/serve.h>
#include <inttypes.h>

#define PERIOD (10 * GSCOPE_MSEC)

/* The scope's delay: the maximum time from the read of a block of the measured flow until its
 * sample arrives. */
#define DELAY (100 * GSCOPE_MSEC)
#define SERVED_DELAY (50 * GSCOPE_MSEC)

/* Memory for the signals, in bytes: it must not grow during runs of days. */
#define BUDGET (32 << 20)

enum
{
  BROKEN = 1,
  USAGE = 2,
  /* plus the signal's number, as shells report it */
  SIGNALLED = 128,
};

/* The present run. The results of its asynchronous steps are NULL until then. */
typedef struct
{
  const MxtrafOptions *options;
  GscopeScope *scope;
  MxtrafSource *source;
  GscopeRecorder *recorder;
  MxtrafScript *script;
  GArray *trace;
  MxtrafPlayer *player;
  GAsyncResult *started;
  GAsyncResult *recorded;
  GAsyncResult *stopped;
  gboolean has_begun;
  gboolean is_ending;
  gboolean is_aborted;
  gboolean has_summary;
  MxtrafSummary summary;
  int status;
} Run;

static gboolean
shares_user_namespace (pid_t pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/ns/user", (int) pid);
  g_autofree char *theirs = g_file_read_link (path, NULL);
  g_autofree char *ours = g_file_read_link ("/proc/self/ns/user", NULL);

  return g_strcmp0 (theirs, ours) == 0;
}

/* Prints on standard error how to run other programs in the hosts of a started source. */
static void
print_hosts (MxtrafSource *source)
{
  int server = mxtraf_source_get_pid (source, MXTRAF_SERVER);
  int client = mxtraf_source_get_pid (source, MXTRAF_CLIENT);
  const char *user = shares_user_namespace (client) ? "" : "-U --preserve-credentials ";

  g_printerr (_ ("Hosts: server %s (nsenter -t %d %s-n), client %s (nsenter -t %d %s-n)\n"),
              MXTRAF_SERVER_ADDRESS, server, user, MXTRAF_CLIENT_ADDRESS, client, user);
}

static void
end (Run *self, int status)
{
  if (!self->is_ending)
    self->status = status;
  self->is_ending = TRUE;
}

static void
fail (Run *self, const char *message)
{
  g_printerr ("mxtraf: %s\n", message);
  self->is_ending = TRUE;
  self->status = BROKEN;
}

static void
on_done (GObject *object, GAsyncResult *result, gpointer place)
{
  *(GAsyncResult **) place = g_object_ref (result);
}

static gboolean
on_end (gpointer data)
{
  end (data, 0);
  return G_SOURCE_CONTINUE;
}

/* A second signal ends the program at once. */
static gboolean
on_signal (Run *self, int number)
{
  self->is_aborted = self->is_ending;
  end (self, SIGNALLED + number);
  return G_SOURCE_CONTINUE;
}

static gboolean
on_interrupt (gpointer data)
{
  return on_signal (data, SIGINT);
}

static gboolean
on_terminate (gpointer data)
{
  return on_signal (data, SIGTERM);
}

static void
on_recording_failed (GscopeRecorder *recorder, const GError *error, Run *self)
{
  if (!self->is_ending)
    fail (self, error->message);
}

static void
on_state_changed (GscopeSource *source, GParamSpec *pspec, Run *self)
{
  if (self->has_begun && !self->is_ending
      && gscope_source_get_state (source) == GSCOPE_SOURCE_STATE_TROUBLE)
    fail (self, gscope_source_get_status (source));
}

/* Prints limitations of the run. */
static void
on_status_changed (GscopeSource *source, GParamSpec *pspec, Run *self)
{
  if (gscope_source_get_state (source) == GSCOPE_SOURCE_STATE_RUNNING
      && gscope_source_get_status (source)[0])
    g_printerr ("mxtraf: %s\n", gscope_source_get_status (source));
}

/* The start of a run. */

static void
on_refused (const char *message, gpointer data)
{
  fail (data, message);
}

static gboolean
start_recording (Run *self, GError **error)
{
  g_autoptr (GFile) file = NULL;

  if (!self->options->record)
    return TRUE;
  file = g_file_new_for_commandline_arg (self->options->record);
  gscope_recorder_set_replace (self->recorder, self->options->force);
  if (gscope_recorder_start (self->recorder, file, error))
    return TRUE;
  if (g_error_matches (*error, GSCOPE_ERROR, GSCOPE_ERROR_EXISTS))
    g_prefix_error (error, "%s", _ ("Without --force: "));
  return FALSE;
}

static void
begin (Run *self)
{
  g_autoptr (GError) error = NULL;

  if (!start_recording (self, &error))
    {
      fail (self, error->message);
      return;
    }
  self->has_begun = TRUE;
  print_hosts (self->source);
  if (self->script)
    self->player = mxtraf_player_new (self->script, GSCOPE_SOURCE (self->source), on_refused, self);
}

/* Returns %FALSE if the source cannot start. */
static gboolean
start (Run *self)
{
  GscopeSource *source = GSCOPE_SOURCE (self->source);
  g_autoptr (GError) error = NULL;

  gscope_source_start_async (source, NULL, on_done, &self->started);
  while (!self->started && !self->is_ending)
    g_main_context_iteration (NULL, TRUE);
  if (self->is_ending)
    return TRUE;
  if (gscope_source_start_finish (source, self->started, &error))
    begin (self);
  else
    fail (self, error->message);
  return error == NULL;
}

/* Waits for a step of the end. Returns %FALSE if the end is aborted. */
static gboolean
await (Run *self, GAsyncResult **place)
{
  while (!*place && !self->is_aborted)
    g_main_context_iteration (NULL, TRUE);
  return *place != NULL;
}

/* Ends the run: summary, recording, processes, in this order. */
static void
stop (Run *self)
{
  GscopeSource *source = GSCOPE_SOURCE (self->source);
  g_autoptr (GError) record_error = NULL;
  g_autoptr (GError) stop_error = NULL;

  g_clear_pointer (&self->player, mxtraf_player_free);
  self->has_summary = self->has_begun && mxtraf_source_read_summary (self->source, &self->summary);
  if (gscope_recorder_get_active (self->recorder))
    {
      gscope_recorder_stop_async (self->recorder, on_done, &self->recorded);
      if (await (self, &self->recorded)
          && !gscope_recorder_stop_finish (self->recorder, self->recorded, &record_error))
        fail (self, record_error->message);
    }
  if (self->is_aborted)
    return;
  gscope_source_stop_async (source, NULL, on_done, &self->stopped);
  if (await (self, &self->stopped)
      && !gscope_source_stop_finish (source, self->stopped, &stop_error))
    fail (self, stop_error->message);
}

static void
run (Run *self)
{
  guint interrupt = g_unix_signal_add (SIGINT, on_interrupt, self);
  guint terminate = g_unix_signal_add (SIGTERM, on_terminate, self);
  guint timeout = 0;

  if (start (self))
    {
      if (self->has_begun && self->options->duration > 0)
        timeout = g_timeout_add (self->options->duration * 1000, on_end, self);
      while (!self->is_ending)
        g_main_context_iteration (NULL, TRUE);
      stop (self);
    }
  g_clear_handle_id (&timeout, g_source_remove);
  g_source_remove (interrupt);
  g_source_remove (terminate);
}

static void
open_run (Run *self)
{
  self->source = mxtraf_source_new ("mxtraf", NULL, &self->options->settings);
  mxtraf_source_set_trace (self->source, self->trace);
  self->scope = gscope_scope_new ();
  gscope_scope_set_period (self->scope, PERIOD);
  gscope_scope_set_delay (self->scope, DELAY);
  gscope_scope_set_budget (self->scope, BUDGET);
  gscope_scope_add_source (self->scope, GSCOPE_SOURCE (self->source));
  gscope_scope_start (self->scope);
  self->recorder = gscope_recorder_new (self->scope);
  g_signal_connect (self->recorder, "failed", G_CALLBACK (on_recording_failed), self);
  g_signal_connect (self->source, "notify::state", G_CALLBACK (on_state_changed), self);
  g_signal_connect (self->source, "notify::status", G_CALLBACK (on_status_changed), self);
}

static void
close_run (Run *self)
{
  g_signal_handlers_disconnect_by_data (self->recorder, self);
  g_signal_handlers_disconnect_by_data (self->source, self);
  gscope_scope_remove_source (self->scope, GSCOPE_SOURCE (self->source));
  g_object_unref (self->recorder);
  g_object_unref (self->scope);
  g_object_unref (self->source);
  g_clear_pointer (&self->script, mxtraf_script_free);
  g_clear_pointer (&self->trace, g_array_unref);
  g_clear_object (&self->started);
  g_clear_object (&self->recorded);
  g_clear_object (&self->stopped);
}

static void
print_outcome (Run *self)
{
  g_autofree char *text = NULL;
  g_autofree char *size = NULL;
  GscopeTally tally;

  if (!self->has_summary)
    return;
  text = mxtraf_summary_format (&self->summary);
  g_print ("%s", text);
  if (!self->options->record || gscope_recorder_get_error (self->recorder))
    return;
  size = g_format_size (gscope_recorder_get_bytes_written (self->recorder));
  gscope_recorder_get_tally (self->recorder, &tally);
  g_print (_ ("\n%s: %s recorded, samples lost: %" PRIu64 ", late: %" PRIu64 "\n"),
           self->options->record, size, gscope_tally_get_lost (&tally),
           gscope_tally_get_late (&tally));
}

int
mxtraf_run (const MxtrafOptions *options)
{
  Run self = { .options = options };
  g_autoptr (GError) error = NULL;

  if (options->script)
    self.script = mxtraf_script_load (options->script, options->duration, &error);
  if (error)
    {
      g_printerr ("mxtraf: --script: %s\n", error->message);
      return USAGE;
    }
  if (options->trace)
    self.trace = mxtraf_trace_load (options->trace, &error);
  if (error)
    {
      g_printerr ("mxtraf: replay: %s\n", error->message);
      g_clear_pointer (&self.script, mxtraf_script_free);
      return USAGE;
    }
  open_run (&self);
  run (&self);
  print_outcome (&self);
  close_run (&self);
  return self.status;
}

/* The requirements can only be tested by starting the processes. */
int
mxtraf_check (const MxtrafOptions *options)
{
  g_autoptr (MxtrafSource) source = mxtraf_source_new ("mxtraf", NULL, &options->settings);
  g_autoptr (GAsyncResult) started = NULL;
  g_autoptr (GAsyncResult) stopped = NULL;
  g_autoptr (GError) error = NULL;
  Run self = { .options = options };

  gscope_source_start_async (GSCOPE_SOURCE (source), NULL, on_done, &started);
  await (&self, &started);
  if (gscope_source_start_finish (GSCOPE_SOURCE (source), started, &error))
    {
      gscope_source_stop_async (GSCOPE_SOURCE (source), NULL, on_done, &stopped);
      await (&self, &stopped);
      gscope_source_stop_finish (GSCOPE_SOURCE (source), stopped, &error);
    }
  if (error)
    fail (&self, error->message);
  else
    g_print ("%s\n", _ ("mxtraf can run on this machine."));
  return self.status;
}

int
mxtraf_serve (const MxtrafOptions *options)
{
  g_autoptr (MxtrafSource) source = mxtraf_source_new ("mxtraf", NULL, &options->settings);
  g_autoptr (GError) error = NULL;

  if (gscope_serve (GSCOPE_SOURCE (source), options->share_fd, SERVED_DELAY, &error))
    return 0;
  g_printerr ("mxtraf: --share-fd: %s\n", error->message);
  return 1;
}
