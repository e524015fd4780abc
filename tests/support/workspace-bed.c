/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/workspace-bed.h"
#include <gscope-test/await.h>

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

static gboolean
on_time (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

void
workspace_bed_turn (WorkspaceBed *self)
{
  guint id = g_timeout_add (100, on_time, NULL);

  g_main_context_iteration (NULL, TRUE);
  g_source_remove (id);
}

void
workspace_bed_pass (WorkspaceBed *self, gint64 time)
{
  gint64 end = workspace_bed_get_time (self) + time;

  while (workspace_bed_get_time (self) < end)
    workspace_bed_turn (self);
}

gboolean
workspace_bed_is_emulated (void)
{
  g_autofree char *text = NULL;

  return g_file_get_contents ("/proc/cpuinfo", &text, NULL, NULL) && strstr (text, "QEMU TCG");
}

void
workspace_bed_open (WorkspaceBed *self, const char *name)
{
  g_autofree char *path = g_strdup_printf ("%s/%s.json", WORKSPACES, name);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *recording = NULL;
  g_autoptr (GscopeWorkspaceProblem) problem = NULL;
  g_autoptr (GError) error = NULL;

  gscope_loader_load (gscope_registry_get_default ());
  self->workspace = gscope_workspace_new_from_file (file, &error);
  g_assert_no_error (error);
  gscope_workspace_instantiate (self->workspace, gscope_registry_get_default (),
                                gscope_clock_get_system ());
  self->scope = g_list_model_get_item (gscope_workspace_get_scopes (self->workspace), 0);
  while (!gscope_workspace_get_settled (self->workspace))
    g_main_context_iteration (NULL, TRUE);
  problem = g_list_model_get_item (gscope_workspace_get_problems (self->workspace), 0);
  if (problem)
    g_error ("%s: %s", gscope_workspace_problem_get_path (problem),
             gscope_workspace_problem_get_message (problem));

  self->directory = g_dir_make_tmp ("workspace-XXXXXX", &error);
  g_assert_no_error (error);
  recording = g_build_filename (self->directory, "recording.tuples", NULL);
  self->file = g_file_new_for_path (recording);
  self->recorder = gscope_recorder_new (self->scope);
  gscope_recorder_start (self->recorder, self->file, &error);
  g_assert_no_error (error);
}

static void
end_recording (WorkspaceBed *self)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  if (!self->recorder)
    return;
  gscope_recorder_stop_async (self->recorder, gscope_test_keep_result, &result);
  gscope_recorder_stop_finish (self->recorder, gscope_test_await (&result), &error);
  g_assert_no_error (error);
  g_clear_object (&self->recorder);
}

static void
stop_source (GscopeSource *source)
{
  g_autoptr (GAsyncResult) result = NULL;

  gscope_source_stop_async (source, NULL, gscope_test_keep_result, &result);
  gscope_source_stop_finish (source, gscope_test_await (&result), NULL);
}

void
workspace_bed_close (WorkspaceBed *self)
{
  GListModel *sources = gscope_scope_get_sources (self->scope);

  end_recording (self);
  for (guint i = 0; i < g_list_model_get_n_items (sources); i++)
    {
      g_autoptr (GscopeSource) source = g_list_model_get_item (sources, i);

      stop_source (source);
    }
  g_file_delete (self->file, NULL, NULL);
  g_rmdir (self->directory);
  g_object_unref (self->file);
  g_free (self->directory);
  g_object_unref (self->scope);
  g_object_unref (self->workspace);
}

GscopeSource *
workspace_bed_find_source (WorkspaceBed *self, const char *name)
{
  GListModel *sources = gscope_scope_get_sources (self->scope);

  for (guint i = 0; i < g_list_model_get_n_items (sources); i++)
    {
      g_autoptr (GscopeSource) source = g_list_model_get_item (sources, i);

      if (g_str_equal (gscope_source_get_name (source), name))
        return source;
    }
  g_error ("there is no source “%s”", name);
}

char *
workspace_bed_write (WorkspaceBed *self, const char *parameter, GVariant *value)
{
  g_auto (GStrv) parts = g_strsplit (parameter, "/", 2);
  GscopeSource *source = workspace_bed_find_source (self, parts[0]);
  g_autoptr (GVariant) wanted = g_variant_ref_sink (value);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GVariant) answer = NULL;
  g_autoptr (GError) error = NULL;

  while (!gscope_source_find_parameter (source, parts[1]))
    workspace_bed_turn (self);
  gscope_parameter_write_async (gscope_source_find_parameter (source, parts[1]), wanted, "test",
                                NULL, gscope_test_keep_result, &result);
  answer = gscope_parameter_write_finish (gscope_source_find_parameter (source, parts[1]),
                                          gscope_test_await (&result), &error);
  return answer ? NULL : g_strdup (error->message);
}

double
workspace_bed_get (WorkspaceBed *self, const char *name)
{
  GscopeSignal *signal = gscope_scope_find_signal (self->scope, name);
  GscopeSample sample;

  return signal && gscope_signal_get_latest (signal, &sample) ? sample.value : NAN;
}

gint64
workspace_bed_get_time (WorkspaceBed *self)
{
  return gscope_clock_get_time (gscope_scope_get_clock (self->scope));
}

typedef struct
{
  const char *pattern;
  GArray *samples;
} Reading;

static void
take_tuples (GscopeTupleParser *parser, const GscopeTuple *tuples, gsize n, gpointer user_data)
{
  Reading *self = user_data;

  for (gsize i = 0; i < n; i++)
    if (g_pattern_match_simple (self->pattern,
                                gscope_tuple_parser_get_name (parser, tuples[i].name)))
      {
        GscopeSample sample = { tuples[i].time, tuples[i].value };

        g_array_append_val (self->samples, sample);
      }
}

GArray *
workspace_bed_read (WorkspaceBed *self, const char *signal)
{
  Reading reading = { signal, g_array_new (FALSE, FALSE, sizeof (GscopeSample)) };
  g_autoptr (GscopeTupleParser) parser = gscope_tuple_parser_new (take_tuples, &reading, NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;

  end_recording (self);
  g_file_get_contents (g_file_peek_path (self->file), &text, &length, &error);
  g_assert_no_error (error);
  gscope_tuple_parser_feed (parser, text, length);
  gscope_tuple_parser_finish (parser);
  g_assert_cmpuint (gscope_tuple_parser_get_malformed (parser), ==, 0);
  return reading.samples;
}
