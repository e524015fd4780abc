/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The ready-made workspace "Send buffer": with A turned from 1 to 2 every block waits a round-trip
 * time more; with the standard send buffer and a low-water mark from outside little waits, too. Judged
 * by the recording. */

#include <glib/gstdio.h>
#include <gscope/gscope.h>
#include <string.h>

/* Seconds: how long the flow settles after a change, and how long it is measured. */
#define SETTLING 3
#define MEASURING 3

/* The bars: seconds more, with a round-trip time of 0.1; seconds in all. */
#define LEAST_MORE 0.04
#define MOST 0.6

enum
{
  FEWEST = 50,
};

typedef enum
{
  ONE_ZERO,
  TWO_ZERO,
  LOW_WATER,
  N_PHASES,
} Phase;

/* Which parameters a phase turns. */
typedef struct
{
  const char *source;
  const char *parameter;
  const char *value;
} Turn;

/* The second by mxtraf's page, from which it hears of it. */
static const Turn turns[N_PHASES][4] = {
  [TWO_ZERO] = { { "tcp", "a", "2" }, { "tcp", "method", "page" } },
  [LOW_WATER] = { { "tcp", "method", "low-water" },
                  { "tcp", "a", "1" },
                  { "mxtraf", "method", "standard" } },
};

typedef struct
{
  GMainLoop *loop;
  GscopeScope *scope;
  GscopeRecorder *recorder;
  GFile *file;
  Phase phase;
  guint turn;
  gint64 begins[N_PHASES + 1];
} Run;

static gboolean next_phase (gpointer data);

static GscopeParameter *
find_parameter (Run *self, const Turn *turn)
{
  GListModel *sources = gscope_scope_get_sources (self->scope);

  for (guint i = 0; i < g_list_model_get_n_items (sources); i++)
    {
      g_autoptr (GscopeSource) source = g_list_model_get_item (sources, i);

      if (g_str_equal (gscope_source_get_name (source), turn->source))
        return gscope_source_find_parameter (source, turn->parameter);
    }
  g_error ("the workspace has no source “%s”", turn->source);
}

static void turn_next (Run *self);

static void
on_written (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) value =
      gscope_parameter_write_finish (GSCOPE_PARAMETER (object), result, &error);

  g_assert_no_error (error);
  turn_next (data);
}

static void
turn_next (Run *self)
{
  const Turn *turn = &turns[self->phase][self->turn++];
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) value = NULL;
  GscopeParameter *parameter;

  if (!turn->source)
    {
      self->begins[self->phase] = gscope_clock_get_time (gscope_clock_get_system ());
      g_timeout_add (1000 * (SETTLING + MEASURING), next_phase, self);
      return;
    }
  parameter = find_parameter (self, turn);
  value = gscope_parameter_parse (parameter, turn->value, &error);
  g_assert_no_error (error);
  gscope_parameter_write_async (parameter, value, "test", NULL, on_written, self);
}

static void
on_stopped (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  gscope_recorder_stop_finish (GSCOPE_RECORDER (object), result, &error);
  g_assert_no_error (error);
  g_main_loop_quit (((Run *) data)->loop);
}

static gboolean
next_phase (gpointer data)
{
  Run *self = data;
  const Turn a = { "mxtraf", "a", NULL };

  if (self->phase == TWO_ZERO)
    g_assert_cmpfloat (gscope_parameter_get_number (find_parameter (self, &a)), ==, 2);
  self->turn = 0;
  if (++self->phase < N_PHASES)
    turn_next (self);
  else
    gscope_recorder_stop_async (self->recorder, on_stopped, self);
  return G_SOURCE_REMOVE;
}

/* The first phase begins once the flow is there to be measured. */
static gboolean
await_flow (gpointer data)
{
  Run *self = data;
  GscopeSignal *latency = gscope_scope_find_signal (self->scope, "mxtraf/latency");
  GscopeSignal *cwnd = gscope_scope_find_signal (self->scope, "tcp/busiest/cwnd");
  GscopeSample sample;

  if (!gscope_signal_get_latest (latency, &sample) || !gscope_signal_get_latest (cwnd, &sample))
    return G_SOURCE_CONTINUE;
  turn_next (self);
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
  g_timeout_add (100, await_flow, self);
}

/* The judgement. */

typedef struct
{
  const Run *run;
  double sums[N_PHASES];
  guint n[N_PHASES];
  double most_limited;
} Recording;

static void
take_latency (Recording *self, const GscopeTuple *tuple)
{
  for (Phase i = 0; i < N_PHASES; i++)
    {
      gint64 begin = self->run->begins[i] + SETTLING * GSCOPE_SEC;

      if (tuple->time < begin || tuple->time >= begin + MEASURING * GSCOPE_SEC)
        continue;
      self->sums[i] += tuple->value;
      self->n[i]++;
    }
}

static void
take_tuples (GscopeTupleParser *parser, const GscopeTuple *tuples, gsize n, gpointer user_data)
{
  Recording *self = user_data;

  for (gsize i = 0; i < n; i++)
    {
      const char *name = gscope_tuple_parser_get_name (parser, tuples[i].name);

      if (g_str_equal (name, "mxtraf/latency") && tuples[i].value > 0)
        take_latency (self, &tuples[i]);
      else if (g_str_equal (name, "tcp/all/limited") && tuples[i].value > 0)
        self->most_limited = MAX (self->most_limited, tuples[i].value);
    }
}

static double
get_mean (const Recording *self, Phase phase)
{
  g_assert_cmpuint (self->n[phase], >=, FEWEST);
  return self->sums[phase] / self->n[phase];
}

static void
judge (const Run *run, const char *file)
{
  Recording recording = { .run = run };
  g_autoptr (GscopeTupleParser) parser = gscope_tuple_parser_new (take_tuples, &recording, NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  double one, two, low;
  gsize length;

  g_file_get_contents (file, &text, &length, &error);
  g_assert_no_error (error);
  gscope_tuple_parser_feed (parser, text, length);
  gscope_tuple_parser_finish (parser);
  one = get_mean (&recording, ONE_ZERO);
  two = get_mean (&recording, TWO_ZERO);
  low = get_mean (&recording, LOW_WATER);
  g_test_message (
      "mean latency: %.0f ms at (1, 0), %.0f ms at (2, 0), %.0f ms with a low-water mark",
      one * 1e3, two * 1e3, low * 1e3);
  g_assert_cmpfloat (two - one, >=, LEAST_MORE);
  g_assert_cmpfloat (low, <=, MOST);
  g_assert_cmpfloat (recording.most_limited, ==, 1);
}

static gboolean
is_emulated (void)
{
  g_autofree char *text = NULL;

  return g_file_get_contents ("/proc/cpuinfo", &text, NULL, NULL) && strstr (text, "QEMU TCG");
}

static void
test_send_buffer (void)
{
  g_autoptr (GFile) file = g_file_new_for_path (WORKSPACE);
  g_autofree char *directory = g_dir_make_tmp ("send-buffer-XXXXXX", NULL);
  g_autofree char *recording = g_build_filename (directory, "run.tuples", NULL);
  g_autoptr (GFile) output = g_file_new_for_path (recording);
  g_autoptr (GscopeWorkspace) workspace = NULL;
  g_autoptr (GError) error = NULL;
  Run self = { .file = output };

  if (is_emulated ())
    {
      g_test_skip ("NOT TESTED: an emulated processor cannot forward 30 Mbit/s");
      return;
    }
  workspace = gscope_workspace_new_from_file (file, &error);
  g_assert_no_error (error);
  gscope_loader_load (gscope_registry_get_default ());
  gscope_workspace_instantiate (workspace, gscope_registry_get_default (),
                                gscope_clock_get_system ());
  self.loop = g_main_loop_new (NULL, FALSE);
  self.scope = g_list_model_get_item (gscope_workspace_get_scopes (workspace), 0);
  self.recorder = gscope_recorder_new (self.scope);
  g_signal_connect (workspace, "notify::settled", G_CALLBACK (on_settled), &self);
  g_main_loop_run (self.loop);
  judge (&self, recording);
  g_object_unref (self.recorder);
  g_object_unref (self.scope);
  g_main_loop_unref (self.loop);
  g_remove (recording);
  g_rmdir (directory);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/network/send-buffer", test_send_buffer);
  return g_test_run ();
}
