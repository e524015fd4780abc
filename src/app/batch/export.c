/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gi18n.h>
#include <gscope/gscope.h>

#include "batch/batch.h"
#include "batch/reading.h"
#include "session/export.h"
#include "session/read-as.h"

typedef struct
{
  const AppOptions *options;
  GMainLoop *loop;
  GscopePlayer *player;
  GscopeScope *scope;
  int status;
} Job;

static void
end (Job *self, const char *message)
{
  g_printerr ("gscope: %s\n", message);
  self->status = 1;
  g_main_loop_quit (self->loop);
}

static void
print_losses (Job *self)
{
  g_auto (GStrv) names = gscope_player_list_losses (self->player);
  GListModel *model = gscope_scope_get_signals (self->scope);
  GscopeTally tally;

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GscopeSignal) signal = g_list_model_get_item (model, i);

      tally = (GscopeTally){ 0 };
      gscope_tally_add_signal (&tally, signal);
      app_batch_print_losses (gscope_signal_get_full_name (signal), &tally);
    }
  for (guint i = 0; names[i]; i++)
    {
      gscope_player_get_losses (self->player, names[i], &tally);
      app_batch_print_losses (names[i], &tally);
    }
}

static void
print_outcome (Job *self)
{
  GscopeTally tally;
  g_autofree char *samples = NULL;

  gscope_scope_get_tally (self->scope, &tally);
  samples = app_batch_describe_samples (gscope_player_get_n_samples (self->player), &tally);
  /* Translators: a file, and the numbers of its samples and losses */
  g_print (_ ("%s: %s\n"), self->options->export_file, samples);
  print_losses (self);
}

/* The file is written also where the recording has faults, but that is no success. */
static void
on_written (GObject *object, GAsyncResult *result, gpointer data)
{
  Job *self = data;
  const char *status = gscope_source_get_status (GSCOPE_SOURCE (self->player));
  g_autoptr (GError) error = NULL;

  if (!gscope_exporter_write_finish (GSCOPE_EXPORTER (object), result, &error))
    end (self, error->message);
  else if (app_read_as_has_faults (self->player))
    end (self, status);
  else
    {
      if (status && *status)
        g_printerr ("gscope: %s\n", status);
      print_outcome (self);
      g_main_loop_quit (self->loop);
    }
}

static void
on_started (GObject *object, GAsyncResult *result, gpointer data)
{
  Job *self = data;
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (self->options->export_file);
  g_autoptr (GscopeExporter) exporter = gscope_exporter_new (self->scope);
  g_autoptr (GError) error = NULL;

  if (!gscope_source_start_finish (GSCOPE_SOURCE (object), result, &error))
    end (self, error->message);
  else if (gscope_player_get_n_samples (self->player) == 0)
    end (self, _ ("The recording holds no samples, so there is nothing to export."));
  else
    {
      gscope_exporter_set_times (exporter, self->options->times);
      gscope_exporter_write_async (exporter, app_export_find_format (file), file, NULL, on_written,
                                   self);
    }
}

int
app_batch_export (const AppOptions *options)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (options->workspace);
  g_autoptr (GscopePlayer) player = gscope_player_new ("", file);
  g_autoptr (GscopeScope) scope =
      gscope_scope_new_with_clock (GSCOPE_CLOCK (gscope_player_get_transport (player)));
  g_autoptr (GError) error = NULL;
  g_autoptr (GscopeRecordingFormat) format = NULL;
  Job self = { .options = options, .loop = loop, .player = player, .scope = scope };

  if (!app_read_as_choose (options, file, &format, &error))
    {
      g_printerr ("gscope: %s\n", error->message);
      return 1;
    }
  gscope_player_set_format (player, format);
  app_batch_read (player, scope, loop, on_started, &self);
  return self.status;
}
