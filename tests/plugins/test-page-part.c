/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/child.h"
#include "support/page-directory.h"
#include <gscope-test/gscope-test.h>

#include <glib/gstdio.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <tsl-source/page-source.h>
#include <tsl/tsl.h>
#include <unistd.h>

#define NOBODY 65534

static const char *const prompt[] = { "hard", NULL };
static const char *const policies[] = { "first", "last", NULL };
static const char *const policy_titles[] = { "The First", "The Last", NULL };

static const PageText texts[] = {
  { "hard", "Hard fires", "Timers that the kernel fired", .with_total = TRUE },
  { "overshoot", "Overshoot", "How late a timer may be", .steered = prompt },
  { "policy", "Policy", "Who comes first", .nicks = policies, .titles = policy_titles },
  { "reset", "Reset", "Begins anew", .is_switch = TRUE },
  { .name = NULL },
};

static GType
get_type (void)
{
  return page_source_register ("TestSource", "test", texts, NULL);
}

/* A tick later, whose values the worker has read. */
static double
read_later (GscopeHarness *bed, const char *name)
{
  GscopeSignal *signal = gscope_scope_find_signal (bed->scope, name);
  GscopeSample sample;
  gint64 time;

  gscope_harness_advance (bed, 100);
  time = gscope_clock_get_time (bed->clock);
  while (!gscope_signal_get_latest (signal, &sample) || sample.time < time)
    gscope_harness_advance (bed, 0);
  return sample.value;
}

static void
test_values (void)
{
  g_autoptr (TslPage) page = tsl_page_new ("prog", NULL);
  TslCell *hard = tsl_page_add_counter (page, "test", "a", "hard");
  TslCell *late = tsl_page_add_gauge (page, "test", "a", "lateness", "µs", 0, 1000);
  GscopeSignal *signal;
  GscopeHarness bed;

  tsl_page_add_counter (page, "other", "a", "unseen");
  tsl_cell_count (hard, 1000);
  gscope_harness_init (&bed, get_type (), "{}");
  gscope_harness_await (&bed, "x/prog a/lateness", TRUE);
  read_later (&bed, "x/prog a/hard");
  tsl_cell_count (hard, 30);
  tsl_cell_set (late, 12.5);
  /* 30 in 100 ms */
  g_assert_cmpfloat_with_epsilon (read_later (&bed, "x/prog a/hard"), 300, 1e-6);
  g_assert_cmpfloat (gscope_harness_get (&bed, "x/prog a/hard-total"), ==, 1030);
  g_assert_cmpfloat (gscope_harness_get (&bed, "x/prog a/lateness"), ==, 12.5);
  g_assert_cmpfloat (gscope_harness_get (&bed, "x/processes"), ==, 1);
  g_assert_null (gscope_scope_find_signal (bed.scope, "x/prog a/unseen"));

  signal = gscope_scope_find_signal (bed.scope, "x/prog a/lateness");
  g_assert_cmpstr (gscope_signal_get_unit (signal), ==, "µs");
  g_assert_cmpfloat (gscope_signal_get_max (signal), ==, 1000);
  signal = gscope_scope_find_signal (bed.scope, "x/prog a/hard");
  g_assert_cmpstr (gscope_signal_get_unit (signal), ==, "/s");
  g_assert_cmpstr (gscope_signal_get_title (signal), ==, "prog a: Hard fires");
  gscope_harness_clear (&bed);
}

/* Groups that a program adds and removes while it is shown. */
static void
test_groups (void)
{
  g_autoptr (TslPage) page = tsl_page_new ("prog", NULL);
  /* kept, so that the second one has another address */
  g_autoptr (GscopeSignal) first = NULL;
  TslCell *cell;
  GscopeHarness bed;

  gscope_harness_init (&bed, get_type (), "{}");
  g_assert_nonnull (
      strstr (gscope_source_get_status (bed.source), "no program publishes the mechanism"));
  cell = tsl_page_add_counter (page, "test", "b", "n");
  while (!gscope_scope_find_signal (bed.scope, "x/prog b/n"))
    gscope_harness_advance (&bed, 300);
  g_assert_cmpstr (gscope_source_get_status (bed.source), ==, "");
  first = g_object_ref (gscope_scope_find_signal (bed.scope, "x/prog b/n"));
  tsl_page_remove_cells (page, &cell, 1);
  while (!gscope_signal_get_ended (first))
    gscope_harness_advance (&bed, 300);
  /* the second one of a name takes the place of the first that ended */
  tsl_page_add_counter (page, "test", "b", "n");
  while (gscope_scope_find_signal (bed.scope, "x/prog b/n") == first)
    gscope_harness_advance (&bed, 300);
  g_clear_object (&first);
  gscope_harness_clear (&bed);
}

/* In the order of the texts, whatever it is in the page. */
static void
test_order (void)
{
  g_autoptr (TslPage) page = tsl_page_new ("prog", NULL);
  const char *const expected[] = { "prog a", "prog b" };
  GListModel *parameters;
  GscopeHarness bed;

  tsl_page_add_knob (page, "test", "b", "policy", "", 0, 1, 1);
  tsl_page_add_knob (page, "test", "a", "overshoot", "µs", 0, 5000, 0);
  gscope_harness_init (&bed, get_type (), "{}");
  parameters = gscope_source_get_parameters (bed.source);
  while (g_list_model_get_n_items (parameters) < G_N_ELEMENTS (expected))
    gscope_harness_advance (&bed, 300);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autoptr (GscopeParameter) parameter = g_list_model_get_item (parameters, i);

      g_assert_cmpstr (gscope_parameter_get_group (parameter), ==, expected[i]);
    }
  gscope_harness_clear (&bed);
}

typedef struct
{
  TslCell *knob;
  gint stop;
} Program;

/* The knobs of a program: this one accepts even values, and breaks at 4999. */
static gpointer
run_program (gpointer data)
{
  Program *self = data;
  double asked;

  while (!g_atomic_int_get (&self->stop))
    {
      if (tsl_cell_take (self->knob, &asked))
        tsl_cell_answer (self->knob, asked == 4999 ? NAN : 2 * floor (asked / 2));
      g_usleep (100);
    }
  return NULL;
}

/* Knobs whose numbers have titles; the values of another program may have none. */
static void
test_choices (void)
{
  g_autoptr (TslPage) page = tsl_page_new ("prog", NULL);
  Program program = { .knob = tsl_page_add_knob (page, "test", "a", "policy", "", 0, 1, 1) };
  TslCell *reset = tsl_page_add_knob (page, "test", "a", "reset", "", 0, 1, 0);
  GThread *thread = g_thread_new ("program", run_program, &program);
  GscopeParameter *policy, *flag;
  GscopeHarness bed;

  tsl_page_add_knob (page, "test", "b", "policy", "", 0, 2, 0);
  gscope_harness_init (&bed, get_type (), "{}");
  policy = gscope_source_find_parameter (bed.source, "prog a/policy");
  flag = gscope_source_find_parameter (bed.source, "prog a/reset");
  g_assert_cmpint (gscope_parameter_get_parameter_type (policy), ==,
                   GSCOPE_PARAMETER_TYPE_ENUMERATION);
  g_assert_cmpstr (gscope_parameter_get_titles (policy)[1], ==, "The Last");
  g_assert_cmpstr (g_variant_get_string (gscope_parameter_get_value (policy), NULL), ==, "last");
  g_assert_null (gscope_source_find_parameter (bed.source, "prog b/policy"));
  /* the program takes even numbers only */
  g_assert_null (gscope_harness_write (&bed, "prog a/policy", g_variant_new_string ("first")));
  g_assert_cmpfloat (tsl_cell_get (program.knob), ==, 0);
  g_assert_cmpstr (g_variant_get_string (gscope_parameter_get_value (policy), NULL), ==, "first");
  tsl_cell_set (program.knob, 1);
  tsl_cell_set (reset, 1);
  while (!g_variant_get_boolean (gscope_parameter_get_value (flag)))
    gscope_harness_advance (&bed, 100);
  g_assert_cmpstr (g_variant_get_string (gscope_parameter_get_value (policy), NULL), ==, "last");
  g_atomic_int_set (&program.stop, TRUE);
  g_thread_join (thread);
  gscope_harness_clear (&bed);
}

static void
test_knobs (void)
{
  g_autoptr (TslPage) page = tsl_page_new ("prog", NULL);
  Program program = { .knob =
                          tsl_page_add_knob (page, "test", "a", "overshoot", "µs", 0, 5000, 50) };
  GThread *thread = g_thread_new ("program", run_program, &program);
  g_autofree char *reason = NULL;
  GscopeParameter *parameter;
  GscopeHarness bed;

  gscope_harness_init (&bed, get_type (), "{}");
  parameter = gscope_source_find_parameter (bed.source, "prog a/overshoot");
  g_assert_nonnull (parameter);
  g_assert_cmpfloat (gscope_parameter_get_number (parameter), ==, 50);
  g_assert_cmpfloat (gscope_parameter_get_max (parameter), ==, 5000);
  g_assert_cmpstr (gscope_parameter_get_unit (parameter), ==, "µs");
  /* what counts is what it reads back */
  g_assert_null (gscope_harness_write (&bed, "prog a/overshoot", g_variant_new_double (901)));
  g_assert_cmpfloat (gscope_parameter_get_number (parameter), ==, 900);
  g_assert_cmpfloat (tsl_cell_get (program.knob), ==, 900);
  reason = gscope_harness_write (&bed, "prog a/overshoot", g_variant_new_double (4999));
  g_assert_nonnull (strstr (reason, "not a number"));
  g_assert_cmpfloat (gscope_parameter_get_number (parameter), ==, 900);
  /* others turn it too */
  tsl_cell_set (program.knob, 70);
  while (gscope_parameter_get_number (parameter) != 70)
    gscope_harness_advance (&bed, 100);
  /* a knob goes back when whoever turned it stops */
  gscope_harness_stop (&bed);
  while (tsl_cell_get (program.knob) != 50)
    g_usleep (1000);
  gscope_harness_start (&bed);
  g_atomic_int_set (&program.stop, TRUE);
  g_thread_join (thread);
  gscope_harness_clear (&bed);
}

/* Nobody looks at the knob: the write is refused, and the old value stands. */
static void
test_deaf (void)
{
  g_autoptr (TslPage) page = tsl_page_new ("prog", NULL);
  g_autofree char *reason = NULL;
  GscopeHarness bed;

  tsl_page_add_knob (page, "test", "a", "overshoot", "µs", 0, 5000, 50);
  gscope_harness_init (&bed, get_type (), "{}");
  reason = gscope_harness_write (&bed, "prog a/overshoot", g_variant_new_double (900));
  g_assert_nonnull (strstr (reason, "has not read its knobs"));
  g_assert_cmpfloat (
      gscope_parameter_get_number (gscope_source_find_parameter (bed.source, "prog a/overshoot")),
      ==, 50);
  gscope_harness_clear (&bed);
}

static void
begin_write (GscopeHarness *bed, GAsyncReadyCallback callback, gpointer data)
{
  GscopeParameter *parameter = gscope_source_find_parameter (bed->source, "prog a/overshoot");

  g_assert_nonnull (parameter);
  gscope_parameter_write_async (parameter, g_variant_new_double (900), "test", NULL, callback,
                                data);
}

static void
on_refused (GObject *object, GAsyncResult *result, gpointer data)
{
  gboolean *is_refused = data;
  g_autoptr (GError) error = NULL;

  g_assert_null (gscope_parameter_write_finish (GSCOPE_PARAMETER (object), result, &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED);
  *is_refused = TRUE;
}

/* A source that is stopped and removed while nobody looks at a knob refuses the write, and goes. */
static void
test_removed (void)
{
  g_autoptr (TslPage) page = tsl_page_new ("prog", NULL);
  gboolean is_refused = FALSE;
  GscopeHarness bed;

  tsl_page_add_knob (page, "test", "a", "overshoot", "µs", 0, 5000, 50);
  gscope_harness_init (&bed, get_type (), "{}");
  begin_write (&bed, on_refused, &is_refused);
  gscope_harness_stop (&bed);
  while (!is_refused)
    g_main_context_iteration (NULL, TRUE);
  gscope_harness_clear (&bed);
}

static void
on_gone (gpointer data, GObject *was)
{
  *(gboolean *) data = TRUE;
}

/* One that is only let go lives as long as the write, whose end is its own. */
static void
test_let_go (void)
{
  g_autoptr (TslPage) page = tsl_page_new ("prog", NULL);
  gboolean is_refused = FALSE, is_gone = FALSE;
  GscopeHarness bed;

  tsl_page_add_knob (page, "test", "a", "overshoot", "µs", 0, 5000, 50);
  gscope_harness_init (&bed, get_type (), "{}");
  begin_write (&bed, on_refused, &is_refused);
  g_object_weak_ref (G_OBJECT (bed.source), on_gone, &is_gone);
  gscope_scope_remove_source (bed.scope, bed.source);
  g_object_unref (bed.source);
  while (!is_refused || !is_gone)
    g_main_context_iteration (NULL, TRUE);
  g_object_unref (bed.scope);
  g_object_unref (bed.clock);
}

static gboolean
publish (gpointer data)
{
  TslPage *page = tsl_page_new ("prog", NULL);

  tsl_cell_count (tsl_page_add_counter (page, "test", "a", "hard"), 7);
  tsl_page_add_knob (page, "test", "a", "overshoot", "µs", 0, 5000, 50);
  return TRUE;
}

/* A second program of the same name; it is killed while a knob waits for it. */
static void
test_processes (void)
{
  g_autoptr (TslPage) page = tsl_page_new ("prog", NULL);
  pid_t child = child_start (publish, NULL);
  g_autofree char *total = NULL, *knob = NULL, *reason = NULL;
  GscopeSignal *signal;
  GscopeHarness bed;

  gscope_harness_init (&bed, get_type (), "{}");
  tsl_page_add_counter (page, "test", "a", "hard");
  gscope_harness_await (&bed, "x/prog a/hard-total", TRUE);
  g_assert_cmpfloat (read_later (&bed, "x/prog a/hard-total"), ==, 7);
  total = g_strdup_printf ("x/prog a (%d)/hard-total", getpid ());
  while (!gscope_scope_find_signal (bed.scope, total))
    gscope_harness_advance (&bed, 300);
  g_assert_cmpfloat (read_later (&bed, total), ==, 0);
  g_assert_cmpfloat (gscope_harness_get (&bed, "x/processes"), ==, 2);

  signal = gscope_scope_find_signal (bed.scope, "x/prog a/hard-total");
  child_end (child);
  reason = gscope_harness_write (&bed, "prog a/overshoot", g_variant_new_double (900));
  g_assert_nonnull (strstr (reason, "prog"));
  while (!gscope_signal_get_ended (signal))
    gscope_harness_advance (&bed, 300);
  g_assert_null (gscope_source_find_parameter (bed.source, "prog a/overshoot"));
  gscope_harness_clear (&bed);
}

static gboolean
says (GscopeHarness *bed, const char *text)
{
  return strstr (gscope_source_get_status (bed->source), text) != NULL;
}

/* Groups of three cells, as many as there is room for. */
static guint
fill (TslPage *page, TslCell **cells, guint n, guint round)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *group = g_strdup_printf ("%u in %u", i / 3, round);
      g_autofree char *name = g_strdup_printf ("n%u", i % 3);

      cells[i] = tsl_page_add_counter (page, "test", group, name);
    }
  return n;
}

/* A program whose cells come and go without end has a rate, and the rest is counted; when it rests, all are shown. */
static void
test_churn (void)
{
  g_autoptr (TslPage) page = tsl_page_new ("prog", NULL);
  TslCell *cells[330];
  guint n = 0, round = 0;
  GscopeHarness bed;

  gscope_harness_init (&bed, get_type (), "{}");
  while (!says (&bed, "their cells are added and removed too fast"))
    {
      tsl_page_remove_cells (page, cells, n);
      n = fill (page, cells, G_N_ELEMENTS (cells), round++);
      gscope_harness_advance (&bed, 300);
    }
  g_assert_cmpint (gscope_source_get_state (bed.source), ==, GSCOPE_SOURCE_STATE_TROUBLE);
  while (!g_str_equal (gscope_source_get_status (bed.source), ""))
    gscope_harness_advance (&bed, 300);
  gscope_harness_clear (&bed);
}

/* The name of a page that says it is the page of another process. */
static void
test_false (void)
{
  g_autoptr (TslPage) page = tsl_page_new ("prog", NULL);
  g_autofree char *directory =
      g_strdup_printf ("%s/tsl-%u", g_getenv ("TSL_PAGE_DIR"), (guint) geteuid ());
  g_autoptr (GDir) dir = g_dir_open (directory, 0, NULL);
  g_autofree char *prefix = g_strdup_printf ("%d-", getpid ());
  g_autofree char *path = NULL;
  const char *name;
  GscopeHarness bed;

  do
    name = g_dir_read_name (dir);
  while (name && !g_str_has_prefix (name, prefix));
  g_assert_nonnull (name);
  path = g_strdup_printf ("%s/1-%s", directory, name + strlen (prefix));
  g_assert_true (g_file_set_contents (path, "", 0, NULL));
  tsl_page_add_counter (page, "test", "a", "hard");
  gscope_harness_init (&bed, get_type (), "{}");
  gscope_harness_await (&bed, "x/prog a/hard", TRUE);
  g_assert_true (
      says (&bed, "1 page is not shown: the process in the page's name did not create it"));
  g_remove (path);
  while (!g_str_equal (gscope_source_get_status (bed.source), ""))
    gscope_harness_advance (&bed, 300);
  gscope_harness_clear (&bed);
}

static gboolean
publish_much_as_nobody (gpointer data)
{
  TslCell *cells[330];
  TslPage *page = NULL;

  if (setresgid (NOBODY, NOBODY, NOBODY) == 0 && setresuid (NOBODY, NOBODY, NOBODY) == 0)
    page = tsl_page_new ("stranger", NULL);
  return page && fill (page, cells, G_N_ELEMENTS (cells), 0);
}

/* Another user's programs have a share, and cannot hide those of this one. */
static void
test_strangers (void)
{
  g_autoptr (TslPage) page = NULL;
  pid_t children[3];
  GscopeHarness bed;

  if (geteuid () != 0)
    {
      g_test_skip ("only root can become another user");
      return;
    }
  g_assert_cmpint (chmod (g_getenv ("TSL_PAGE_DIR"), 01777), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (children); i++)
    children[i] = child_start (publish_much_as_nobody, NULL);
  gscope_harness_init (&bed, get_type (), "{}");
  while (!says (&bed, "groups are not shown: there are too many"))
    gscope_harness_advance (&bed, 300);
  g_assert_cmpuint (g_list_model_get_n_items (gscope_source_get_signals (bed.source)), <=, 512 + 1);
  page = tsl_page_new ("prog", NULL);
  tsl_page_add_counter (page, "test", "a", "hard");
  while (!gscope_scope_find_signal (bed.scope, "x/prog a/hard"))
    gscope_harness_advance (&bed, 300);
  for (guint i = 0; i < G_N_ELEMENTS (children); i++)
    {
      child_end (children[i]);
    }
  gscope_harness_clear (&bed);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  gscope_test_add ("/tsl/page-part/values", test_values);
  gscope_test_add ("/tsl/page-part/groups", test_groups);
  gscope_test_add ("/tsl/page-part/order", test_order);
  gscope_test_add ("/tsl/page-part/knobs", test_knobs);
  gscope_test_add ("/tsl/page-part/choices", test_choices);
  if (g_test_slow ())
    gscope_test_add ("/tsl/page-part/no-answer", test_deaf);
  gscope_test_add ("/tsl/page-part/removed", test_removed);
  if (g_test_slow ())
    gscope_test_add ("/tsl/page-part/released", test_let_go);
  gscope_test_add ("/tsl/page-part/processes", test_processes);
  gscope_test_add ("/tsl/page-part/churn", test_churn);
  gscope_test_add ("/tsl/page-part/forged", test_false);
  gscope_test_add ("/tsl/page-part/other-users", test_strangers);
  return page_directory_run ();
}
