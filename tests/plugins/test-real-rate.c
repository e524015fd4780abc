/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The ready-made workspaces of the real-rate scheduler, without a display: a slider is turned, and what
 * comes of it is judged by the recording. Once as this machine allows it, once without CAP_SYS_NICE. */

#include <gscope/gscope.h>

#include <glib/gstdio.h>
#include <linux/capability.h>
#include <math.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

/* How long a state is recorded: nanoseconds. */
#define RECORDED (800 * GSCOPE_MSEC)

typedef struct
{
  GscopeWorkspace *workspace;
  GscopeScope *scope;
  GscopeRecorder *recorder;
  GscopeStepTracker *steps;
  char *path;
} Bed;

static gboolean
wake (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

/* The test's own timeout is the only limit. */
static void
wait_until (gboolean (*is_so) (Bed *bed), Bed *bed)
{
  guint id = g_timeout_add (20, wake, NULL);

  while (!is_so (bed))
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (id);
}

static gboolean
is_settled (Bed *self)
{
  return gscope_workspace_get_settled (self->workspace);
}

static void
bed_init (Bed *self, const char *workspace)
{
  g_autofree char *path = g_build_filename (WORKSPACES, workspace, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;

  self->workspace = gscope_workspace_new_from_file (file, &error);
  g_assert_no_error (error);
  gscope_workspace_instantiate (self->workspace, gscope_registry_get_default (),
                                gscope_clock_get_system ());
  wait_until (is_settled, self);
  g_assert_cmpuint (g_list_model_get_n_items (gscope_workspace_get_problems (self->workspace)), ==,
                    0);
  self->scope = g_list_model_get_item (gscope_workspace_get_scopes (self->workspace), 0);
  gscope_scope_start (self->scope);
  self->steps = gscope_step_tracker_new ();
  gscope_step_tracker_add_scope (self->steps, self->scope);
  self->recorder = gscope_recorder_new (self->scope);
  self->path = g_build_filename (g_get_user_cache_dir (), "recording.tuples", NULL);
}

/* The first is the scope's own. */
static GscopeSource *
get_source (Bed *self, guint i)
{
  g_autoptr (GscopeSource) source =
      g_list_model_get_item (gscope_scope_get_sources (self->scope), i);

  return source;
}

static void
on_stopped (GObject *object, GAsyncResult *result, gpointer data)
{
  g_assert_true (gscope_source_stop_finish (GSCOPE_SOURCE (object), result, NULL));
  (*(guint *) data)++;
}

/* Processes end before the next test begins. */
static void
bed_clear (Bed *self)
{
  guint n_stopped = 0;

  for (guint i = 1; i <= 2; i++)
    gscope_source_stop_async (get_source (self, i), NULL, on_stopped, &n_stopped);
  while (n_stopped < 2)
    g_main_context_iteration (NULL, TRUE);
  g_remove (self->path);
  g_free (self->path);
  g_object_unref (self->recorder);
  g_object_unref (self->steps);
  g_object_unref (self->scope);
  g_object_unref (self->workspace);
}

/* Parameters. */

static GscopeParameter *
find_parameter (Bed *self, const char *full_name)
{
  for (guint i = 1; i <= 2; i++)
    {
      GListModel *parameters = gscope_source_get_parameters (get_source (self, i));

      for (guint k = 0; k < g_list_model_get_n_items (parameters); k++)
        {
          g_autoptr (GscopeParameter) parameter = g_list_model_get_item (parameters, k);
          g_autofree char *name = gscope_parameter_dup_full_name (parameter);

          if (g_str_equal (name, full_name))
            return parameter;
        }
    }
  return NULL;
}

static void
on_written (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  GVariant *value = gscope_parameter_write_finish (GSCOPE_PARAMETER (object), result, &error);

  g_assert_no_error (error);
  *(GVariant **) data = value;
}

static void
turn (Bed *self, const char *full_name, double value)
{
  GscopeParameter *parameter = find_parameter (self, full_name);
  g_autoptr (GVariant) read_back = NULL;

  g_assert_nonnull (parameter);
  gscope_parameter_write_async (parameter, g_variant_new_double (value), "test", NULL, on_written,
                                &read_back);
  while (!read_back)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpfloat (g_variant_get_double (read_back), ==, value);
}

/* Recordings. */

static gboolean
on_end (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

static void
on_recorded (GObject *object, GAsyncResult *result, gpointer data)
{
  g_assert_true (gscope_recorder_stop_finish (GSCOPE_RECORDER (object), result, NULL));
  *(gboolean *) data = TRUE;
}

/* Values of a signal, by how far they are from a middle. */
typedef struct
{
  const char *name;
  double middle;
  GArray *values;
} Wanted;

static void
take_tuples (GscopeTupleParser *parser, const GscopeTuple *tuples, gsize n, gpointer user_data)
{
  Wanted *self = user_data;

  for (gsize i = 0; i < n; i++)
    {
      double value = fabs (tuples[i].value - self->middle);

      if (g_str_equal (gscope_tuple_parser_get_name (parser, tuples[i].name), self->name)
          && isfinite (value))
        g_array_append_val (self->values, value);
    }
}

static void
record (Bed *self)
{
  g_autoptr (GFile) file = g_file_new_for_path (self->path);
  g_autoptr (GError) error = NULL;
  gboolean is_over = FALSE, is_recorded = FALSE;

  gscope_recorder_start (self->recorder, file, &error);
  g_assert_no_error (error);
  g_timeout_add (RECORDED / GSCOPE_MSEC, on_end, &is_over);
  while (!is_over)
    g_main_context_iteration (NULL, TRUE);
  gscope_recorder_stop_async (self->recorder, on_recorded, &is_recorded);
  while (!is_recorded)
    g_main_context_iteration (NULL, TRUE);
}

static int
compare (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* Of the last recording. */
static double
get_median_distance (Bed *self, const char *name, double middle)
{
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (double));
  Wanted wanted = { name, middle, values };
  g_autoptr (GscopeTupleParser) parser = gscope_tuple_parser_new (take_tuples, &wanted, NULL);
  g_autofree char *text = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (self->path, &text, &length, NULL));
  gscope_tuple_parser_feed (parser, text, length);
  gscope_tuple_parser_finish (parser);
  g_assert_cmpuint (values->len, >, 0);
  g_array_sort (values, compare);
  return g_array_index (values, double, values->len / 2);
}

static double
get_median (Bed *self, const char *name)
{
  return get_median_distance (self, name, 0);
}

/* The tests. */

static void
check_status (Bed *self)
{
  const char *status = gscope_source_get_status (get_source (self, 1));

  g_test_message ("status: %s", status);
  if (g_getenv ("WITHOUT_PRIVILEGE"))
    g_assert_nonnull (strstr (status, "Simulated"));
  else
    g_assert_true (status[0] == '\0' || strstr (status, "Simulated"));
}

#define DECODER "real-rate/gscope-workload decoder/"

static gboolean
has_decoder (Bed *self)
{
  return find_parameter (self, DECODER "alpha") != NULL;
}

/* A step of what the decoder needs begins a response of its proportion, wherever both come from. */
static gboolean
has_response (Bed *self)
{
  GListModel *steps = gscope_step_tracker_get_steps (self->steps);
  g_autoptr (GscopeStep) step = g_list_model_get_item (steps, 0);

  if (!step)
    return FALSE;
  g_assert_cmpstr (gscope_signal_get_full_name (gscope_step_get_reference (step)), ==,
                   "decoder/need");
  g_assert_cmpstr (gscope_signal_get_full_name (gscope_step_get_signal (step)), ==,
                   DECODER "proportion");
  return TRUE;
}

#define NEED 20

/* Above 2 the controller is unstable: the proportion is never near what is needed. */
static void
test_alpha (void)
{
  Bed bed;
  double calm, wild;

  bed_init (&bed, "real-rate-controller.json");
  check_status (&bed);
  wait_until (has_decoder, &bed);
  wait_until (has_response, &bed);
  turn (&bed, "decoder/ratio", 1);
  turn (&bed, DECODER "alpha", 0.125);
  record (&bed);
  record (&bed);
  g_assert_cmpfloat_with_epsilon (get_median (&bed, "decoder/need"), NEED, 1e-6);
  calm = get_median_distance (&bed, DECODER "proportion", NEED);
  turn (&bed, DECODER "alpha", 3);
  record (&bed);
  record (&bed);
  wild = get_median_distance (&bed, DECODER "proportion", NEED);
  g_test_message ("the proportion is off by %.1f %% with alpha 0.125, by %.1f %% with 3", calm,
                  wild);
  g_assert_cmpfloat (calm, <, 8);
  g_assert_cmpfloat (wild, >, 10);
  bed_clear (&bed);
}

#define PLAYER "real-rate/gscope-workload player/"
#define DECODED "real-rate/gscope-workload decoded queue/length"

static gboolean
has_player (Bed *self)
{
  return find_parameter (self, PLAYER "buffer") != NULL;
}

/* What the player shall stay behind lies in its queue. */
static void
test_buffer (void)
{
  Bed bed;
  double small, large;

  bed_init (&bed, "real-rate-pipeline.json");
  check_status (&bed);
  wait_until (has_player, &bed);
  record (&bed);
  record (&bed);
  small = get_median (&bed, DECODED);
  turn (&bed, PLAYER "buffer", 280);
  record (&bed);
  record (&bed);
  large = get_median (&bed, DECODED);
  g_test_message ("time in the queue: %.0f ms, then %.0f ms", small, large);
  g_assert_cmpfloat (large, >, small + 50);
  g_assert_cmpfloat (get_median (&bed, "pipeline/latency"), >, large);
  bed_clear (&bed);
}

/* All again where nobody may have SCHED_DEADLINE. */
static void
test_without_privilege (gconstpointer program)
{
  g_autoptr (GSubprocessLauncher) launcher =
      g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;

  g_subprocess_launcher_setenv (launcher, "WITHOUT_PRIVILEGE", "1", TRUE);
  process = g_subprocess_launcher_spawn (launcher, &error, program, NULL);
  g_assert_no_error (error);
  g_subprocess_wait_check (process, NULL, &error);
  g_assert_no_error (error);
}

/* What this drops, programs that are started do not get, whoever starts them. */
static void
drop_privilege (void)
{
  if (prctl (PR_CAPBSET_READ, CAP_SYS_NICE, 0, 0, 0) == 1 && geteuid () == 0)
    g_assert_cmpint (prctl (PR_CAPBSET_DROP, CAP_SYS_NICE, 0, 0, 0), ==, 0);
}

int
main (int argc, char *argv[])
{
  g_autofree char *directory = g_dir_make_tmp ("real-rate-XXXXXX", NULL);
  g_autofree char *cache = g_build_filename (directory, "gscope", "proportions", NULL);
  g_autofree char *cache_directory = g_path_get_dirname (cache);
  g_autofree char *pages = g_strdup_printf ("%s/tsl-%u", directory, geteuid ());
  int status;

  g_assert_nonnull (directory);
  g_setenv ("XDG_CACHE_HOME", directory, TRUE);
  g_setenv ("TSL_PAGE_DIR", directory, TRUE);
  if (g_getenv ("WITHOUT_PRIVILEGE"))
    drop_privilege ();
  g_test_init (&argc, &argv, NULL);
  gscope_loader_load (gscope_registry_get_default ());
  g_test_add_func ("/real-rate/alpha", test_alpha);
  g_test_add_func ("/real-rate/buffer", test_buffer);
  if (!g_getenv ("WITHOUT_PRIVILEGE"))
    g_test_add_data_func ("/real-rate/without-privilege", argv[0], test_without_privilege);
  status = g_test_run ();
  g_remove (cache);
  g_rmdir (cache_directory);
  g_rmdir (pages);
  g_rmdir (directory);
  return status;
}
