/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Figure 6.1 of the dissertation, from the ready-made workspace: with twice the number of long-lived
 * flows the congestion window of one of them shrinks. Three runs at a time, each in a process of its
 * own, judged by their recordings. */

#include <gscope/gscope.h>

#include <stdio.h>
#include <string.h>

#define N_RUNS 3

/* Seconds: how long the windows settle after a change, and how long they are measured. */
#define SETTLING 10
#define MEASURING 45

/* The bar, and the share of 10 ms ticks that must have a sample on a busy machine. */
#define MOST 0.75
#define FEWEST 0.5

/* One run. */

typedef struct
{
  GMainLoop *loop;
  GscopeWorkspace *workspace;
  GscopeScope *scope;
  GscopeRecorder *recorder;
  GFile *file;
} Run;

static void
on_stopped (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  gscope_recorder_stop_finish (GSCOPE_RECORDER (object), result, &error);
  g_assert_no_error (error);
  g_main_loop_quit (((Run *) data)->loop);
}

static gboolean
on_end (gpointer data)
{
  gscope_recorder_stop_async (((Run *) data)->recorder, on_stopped, data);
  return G_SOURCE_REMOVE;
}

static void
on_written (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) value =
      gscope_parameter_write_finish (GSCOPE_PARAMETER (object), result, &error);

  g_assert_no_error (error);
  g_timeout_add (1000 * (SETTLING + MEASURING + 1), on_end, data);
}

static gboolean
on_change (gpointer data)
{
  Run *self = data;
  g_autoptr (GscopeSource) source =
      g_list_model_get_item (gscope_scope_get_sources (self->scope), 1);
  GscopeParameter *elephants = gscope_source_find_parameter (source, "elephants");

  g_assert_nonnull (elephants);
  gscope_parameter_write_async (elephants, g_variant_new_int64 (20), "test", NULL, on_written,
                                self);
  return G_SOURCE_REMOVE;
}

static void
on_settled (GscopeWorkspace *workspace, GParamSpec *pspec, Run *self)
{
  GListModel *problems = gscope_workspace_get_problems (workspace);
  g_autoptr (GscopeWorkspaceProblem) problem = g_list_model_get_item (problems, 0);
  g_autoptr (GError) error = NULL;

  if (problem)
    g_error ("%s: %s", gscope_workspace_problem_get_path (problem),
             gscope_workspace_problem_get_message (problem));
  gscope_recorder_start (self->recorder, self->file, &error);
  g_assert_no_error (error);
  g_timeout_add (1000 * (SETTLING + MEASURING), on_change, self);
}

static int
run (const char *workspace, const char *recording)
{
  g_autoptr (GFile) file = g_file_new_for_path (workspace);
  g_autoptr (GError) error = NULL;
  Run self = { .loop = g_main_loop_new (NULL, FALSE),
               .workspace = gscope_workspace_new_from_file (file, &error),
               .file = g_file_new_for_path (recording) };

  g_assert_no_error (error);
  gscope_loader_load (gscope_registry_get_default ());
  gscope_workspace_instantiate (self.workspace, gscope_registry_get_default (),
                                gscope_clock_get_system ());
  self.scope = g_list_model_get_item (gscope_workspace_get_scopes (self.workspace), 0);
  self.recorder = gscope_recorder_new (self.scope);
  g_signal_connect (self.workspace, "notify::settled", G_CALLBACK (on_settled), &self);
  g_main_loop_run (self.loop);
  return 0;
}

/* The judgement. */

typedef struct
{
  gint64 changed;
  GArray *cwnd;
} Recording;

static void
take_tuples (GscopeTupleParser *parser, const GscopeTuple *tuples, gsize n, gpointer user_data)
{
  Recording *self = user_data;

  for (gsize i = 0; i < n; i++)
    {
      const char *name = gscope_tuple_parser_get_name (parser, tuples[i].name);

      if (g_str_equal (name, "tcp/busiest/cwnd"))
        g_array_append_val (self->cwnd, tuples[i]);
      if (self->changed == 0 && g_str_equal (name, "mxtraf/elephants") && tuples[i].value > 10)
        self->changed = tuples[i].time;
    }
}

static double
get_mean (const Recording *self, gint64 begin)
{
  double sum = 0;
  guint n = 0;

  for (guint i = 0; i < self->cwnd->len; i++)
    {
      const GscopeTuple *tuple = &g_array_index (self->cwnd, GscopeTuple, i);

      if (tuple->time < begin || tuple->time >= begin + MEASURING * GSCOPE_SEC)
        continue;
      sum += tuple->value;
      n++;
    }
  g_assert_cmpuint (n, >=, FEWEST * 100 * MEASURING);
  return sum / n;
}

static void
judge (const char *file)
{
  g_autoptr (GArray) cwnd = g_array_new (FALSE, FALSE, sizeof (GscopeTuple));
  Recording recording = { .cwnd = cwnd };
  g_autoptr (GscopeTupleParser) parser = gscope_tuple_parser_new (take_tuples, &recording, NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  double few, many;
  gsize length;

  g_file_get_contents (file, &text, &length, &error);
  g_assert_no_error (error);
  gscope_tuple_parser_feed (parser, text, length);
  gscope_tuple_parser_finish (parser);
  g_assert_cmpuint (gscope_tuple_parser_get_malformed (parser), ==, 0);
  g_assert_cmpint (recording.changed, >, 0);

  few = get_mean (&recording, recording.changed - MEASURING * GSCOPE_SEC);
  many = get_mean (&recording, recording.changed + SETTLING * GSCOPE_SEC);
  g_test_message ("mean cwnd: %.2f packets with 10 elephants, %.2f with 20: %.2f of it, at most "
                  "%.2f",
                  few, many, many / few, MOST);
  g_assert_cmpfloat (many / few, <=, MOST);
}

static gboolean
is_emulated (void)
{
  g_autofree char *text = NULL;

  return g_file_get_contents ("/proc/cpuinfo", &text, NULL, NULL) && strstr (text, "QEMU TCG");
}

static void
test_congestion (gconstpointer program)
{
  g_autofree char *directory = g_dir_make_tmp ("congestion-XXXXXX", NULL);
  GSubprocess *processes[N_RUNS];
  char *recordings[N_RUNS];

  if (is_emulated ())
    {
      g_test_skip ("NOT TESTED: an emulated processor cannot forward three times 30 Mbit/s");
      return;
    }
  g_assert_nonnull (directory);
  for (guint i = 0; i < N_RUNS; i++)
    {
      g_autoptr (GError) error = NULL;

      recordings[i] = g_strdup_printf ("%s/%u.tuples", directory, i);
      processes[i] =
          g_subprocess_new (G_SUBPROCESS_FLAGS_NONE, &error, program, "--run", recordings[i], NULL);
      g_assert_no_error (error);
    }
  for (guint i = 0; i < N_RUNS; i++)
    {
      g_autoptr (GError) error = NULL;

      g_subprocess_wait_check (processes[i], NULL, &error);
      g_assert_no_error (error);
      judge (recordings[i]);
      remove (recordings[i]);
      g_free (recordings[i]);
      g_object_unref (processes[i]);
    }
  remove (directory);
}

int
main (int argc, char *argv[])
{
  if (argc == 3 && g_str_equal (argv[1], "--run"))
    return run (WORKSPACE, argv[2]);
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/network/congestion", argv[0], test_congestion);
  return g_test_run ();
}
