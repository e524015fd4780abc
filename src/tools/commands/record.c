/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "command.h"
#include "output.h"
#include "session.h"
#include "status.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <unistd.h>

/* How often the state of the recording is looked at. */
#define PERIOD (100 * GSCOPE_MSEC)

/* How late samples of a slow connection may be. */
#define DELAY GSCOPE_SEC

typedef struct
{
  ToolsSession session;
  GscopeRecorder *recorder;
} Record;

static gboolean
find_signals (Record *self, GPtrArray *signals, GError **error)
{
  const ToolsOptions *options = self->session.options;

  for (guint i = 1; options->arguments[i]; i++)
    if (!tools_session_add_signals (&self->session, options->arguments[i], signals, error))
      return FALSE;
  return TRUE;
}

static gboolean
begin (Record *self, GPtrArray *signals, GError **error)
{
  const ToolsOptions *options = self->session.options;
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (options->arguments[0]);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) names = NULL;
  GError *cause = NULL;

  for (guint i = 0; i < signals->len; i++)
    g_strv_builder_add (builder, gscope_signal_get_full_name (signals->pdata[i]));
  names = g_strv_builder_end (builder);
  gscope_recorder_set_signals (self->recorder, (const char *const *) names);
  gscope_recorder_set_replace (self->recorder, options->force);
  if (gscope_recorder_start (self->recorder, file, &cause))
    return TRUE;
  if (g_error_matches (cause, GSCOPE_ERROR, GSCOPE_ERROR_EXISTS))
    {
      g_clear_error (&cause);
      g_set_error (&cause, TOOLS_ERROR, TOOLS_FAILED,
                   _ ("%s exists. Choose another name, or replace it with --force."),
                   options->arguments[0]);
    }
  g_propagate_error (error, cause);
  return FALSE;
}

/* A recording that failed has ended; nothing else ends it before the run. */
static gboolean
on_tick (gpointer data, gboolean is_last, GError **error)
{
  Record *self = data;
  const GError *cause = gscope_recorder_get_error (self->recorder);

  if (!cause)
    return TRUE;
  g_propagate_error (error, g_error_copy (cause));
  return FALSE;
}

static gboolean
end (Record *self, GError **error)
{
  GAsyncResult *result = NULL;
  g_autoptr (GAsyncResult) kept = NULL;

  if (!gscope_recorder_get_active (self->recorder))
    return TRUE;
  gscope_recorder_stop_async (self->recorder, tools_keep_result, &result);
  kept = tools_await_result (&result);
  return gscope_recorder_stop_finish (self->recorder, kept, error);
}

static gboolean
report (Record *self, GError **error)
{
  guint64 n = gscope_recorder_get_n_samples (self->recorder);
  GscopeTally tally;
  g_autofree char *causes = NULL;

  gscope_recorder_get_tally (self->recorder, &tally);
  causes = tools_output_describe_losses (&tally);
  g_printerr (ngettext ("gscopectl: %s: %" PRIu64 " sample, %.1f s\n",
                        "gscopectl: %s: %" PRIu64 " samples, %.1f s\n", (gulong) n),
              self->session.options->arguments[0], n,
              (double) gscope_recorder_get_elapsed (self->recorder) / (double) GSCOPE_SEC);
  if (*causes)
    g_set_error (error, TOOLS_ERROR, TOOLS_LOST, _ ("Samples were lost; the file says which. %s"),
                 causes);
  else if (self->session.n_troubles > 0)
    g_set_error_literal (error, TOOLS_ERROR, TOOLS_LOST,
                         _ ("The connection was interrupted: the file has a gap. Record again if "
                            "you need the whole time."));
  else
    return TRUE;
  return FALSE;
}

gboolean
tools_record (const ToolsOptions *options, GError **error)
{
  g_autoptr (GPtrArray) signals = g_ptr_array_new_with_free_func (g_object_unref);
  Record self = { 0 };
  gboolean done;

  tools_session_init (&self.session, options);
  gscope_scope_set_delay (self.session.scope, DELAY);
  self.recorder = gscope_recorder_new (self.session.scope);
  done = find_signals (&self, signals, error) && begin (&self, signals, error);
  if (done)
    {
      done = tools_session_run (&self.session, PERIOD, on_tick, &self, error);
      done = end (&self, done ? error : NULL) && done;
    }
  done = done && report (&self, error);
  g_object_unref (self.recorder);
  tools_session_clear (&self.session);
  return done;
}
