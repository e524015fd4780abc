/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "source.h"
#include <gscope-test/gscope-test.h>

#include <math.h>
#include <pthread.h>
#include <string.h>

/* A source of events that a test writes, on the scope's clock. */
typedef struct
{
  ScheduleFeed feed;
  pthread_mutex_t mutex;
  GArray *events;
  guint64 n_lost;
  GscopeHarness harness;
} Bed;

static gsize
read_events (gpointer data, SwitchesFunc func, gpointer user_data)
{
  Bed *self = data;
  g_autoptr (GArray) events = NULL;

  pthread_mutex_lock (&self->mutex);
  events = g_steal_pointer (&self->events);
  self->events = g_array_new (FALSE, FALSE, sizeof (SwitchesEvent));
  pthread_mutex_unlock (&self->mutex);
  for (guint i = 0; i < events->len; i++)
    func (&g_array_index (events, SwitchesEvent, i), user_data);
  return events->len;
}

static guint64
count_lost (gpointer data)
{
  return __atomic_load_n (&((Bed *) data)->n_lost, __ATOMIC_RELAXED);
}

/* The kernel's own program is loaded and dropped first, where there is one. */
static void
bed_init (Bed *self)
{
  *self = (Bed){ .feed = { read_events, count_lost, NULL, self, TRUE } };
  pthread_mutex_init (&self->mutex, NULL);
  self->events = g_array_new (FALSE, FALSE, sizeof (SwitchesEvent));
  gscope_harness_init (&self->harness, SCHEDULE_TYPE_SOURCE, "{ \"processors\": \"0\" }");
  gscope_harness_stop (&self->harness);
  schedule_source_set_feed (SCHEDULE_SOURCE (self->harness.source), &self->feed);
  gscope_harness_start (&self->harness);
}

static void
bed_clear (Bed *self)
{
  gscope_harness_clear (&self->harness);
  g_array_unref (self->events);
  pthread_mutex_destroy (&self->mutex);
}

/* A switch now. */
static void
add_switch (Bed *self, guint before, guint flags, gint64 left, guint next, const char *name,
            gint64 budget)
{
  SwitchesEvent event = {
    .time = (guint64) gscope_clock_get_time (self->harness.clock),
    .budget = budget,
    .budget_before = left,
    .thread = next,
    .process = next,
    .before = before,
    .kind = SWITCHES_SWITCH,
    .flags = (guint8) flags,
  };

  g_strlcpy (event.name, name, sizeof event.name);
  pthread_mutex_lock (&self->mutex);
  g_array_append_val (self->events, event);
  pthread_mutex_unlock (&self->mutex);
}

/* Time passes until the worker has read all; the worker is a thread of its own. */
static void
pass (Bed *self)
{
  guint n = 1;

  while (n > 0)
    {
      gscope_harness_advance (&self->harness, 100);
      pthread_mutex_lock (&self->mutex);
      n = self->events->len;
      pthread_mutex_unlock (&self->mutex);
    }
}

#define NONE SWITCHES_NO_BUDGET

static void
run_worker (Bed *self, guint thread, const char *name)
{
  add_switch (self, 0, 0, NONE, thread, name, NONE);
  pass (self);
  add_switch (self, thread, 0, NONE, 0, "", NONE);
  pass (self);
}

static gboolean
has (Bed *self, const char *name)
{
  return gscope_scope_find_signal (self->harness.scope, name) != NULL;
}

static void
await_thread (Bed *self, guint thread, const char *name)
{
  g_autofree char *full_name = g_strdup_printf ("x/threads/%s", name);

  while (!has (self, full_name))
    run_worker (self, thread, name);
}

static void
await_value (Bed *self, const char *signal, double value)
{
  while (gscope_harness_get (&self->harness, signal) != value)
    pass (self);
}

static void
await_name (Bed *self, const char *name, const char *state)
{
  GscopeSignal *signal = gscope_scope_find_signal (self->harness.scope, name);
  const GscopeState *found = NULL;

  while (!found || !g_str_equal (found->name, state))
    {
      pass (self);
      found = gscope_signal_find_state (signal, gscope_harness_get (&self->harness, name));
    }
}

/* A thread that runs gets a row; the states of thread and processor have names. */
static void
test_states (void)
{
  Bed bed;

  bed_init (&bed);
  g_assert_true (has (&bed, "x/processors/cpu0"));
  await_thread (&bed, 7, "decoder");
  add_switch (&bed, 0, 0, NONE, 7, "decoder", NONE);
  await_name (&bed, "x/threads/decoder", "CPU 0");
  await_name (&bed, "x/processors/cpu0", "decoder");
  add_switch (&bed, 7, SWITCHES_IS_READY, NONE, 8, "hog", NONE);
  await_name (&bed, "x/threads/decoder", "ready");
  await_thread (&bed, 8, "hog");
  add_switch (&bed, 8, 0, NONE, 0, "", NONE);
  await_name (&bed, "x/processors/cpu0", "idle");
  g_assert_false (has (&bed, "x/budgets/decoder"));
  bed_clear (&bed);
}

/* The budget of a reserve is a signal once the thread was seen with one. */
static void
test_budget (void)
{
  Bed bed;

  bed_init (&bed);
  await_thread (&bed, 7, "decoder");
  while (!has (&bed, "x/budgets/decoder"))
    {
      add_switch (&bed, 0, 0, NONE, 7, "decoder", 9 * GSCOPE_MSEC);
      pass (&bed);
      add_switch (&bed, 7, 0, 4 * GSCOPE_MSEC, 0, "", NONE);
      pass (&bed);
    }
  add_switch (&bed, 0, 0, NONE, 7, "decoder", 9 * GSCOPE_MSEC);
  await_value (&bed, "x/budgets/decoder", 9);
  add_switch (&bed, 7, SWITCHES_IS_READY | SWITCHES_IS_THROTTLED, -5, 0, "", NONE);
  await_value (&bed, "x/budgets/decoder", 0);
  await_name (&bed, "x/threads/decoder", "no budget");
  bed_clear (&bed);
}

/* Losses are counted with their reason, and break the rows. */
static void
test_lost (void)
{
  GscopeTally tally;
  Bed bed;

  bed_init (&bed);
  await_thread (&bed, 7, "decoder");
  add_switch (&bed, 0, 0, NONE, 7, "decoder", NONE);
  await_name (&bed, "x/threads/decoder", "CPU 0");
  __atomic_store_n (&bed.n_lost, 5, __ATOMIC_RELAXED);
  while (!isnan (gscope_harness_get (&bed.harness, "x/threads/decoder"))
         || !isnan (gscope_harness_get (&bed.harness, "x/processors/cpu0")))
    pass (&bed);
  gscope_source_get_tally (bed.harness.source, &tally);
  g_assert_cmpuint (tally.counts[GSCOPE_LOSS_RING_FULL], ==, 5);
  g_assert_cmpuint (gscope_tally_get_lost (&tally), ==, 5);
  bed_clear (&bed);
}

/* The rows follow the parameters; the row of a thread that ends stays, ended. */
static void
test_choice (void)
{
  GscopeSignal *signal;
  g_autofree char *refusal = NULL;
  Bed bed;

  bed_init (&bed);
  await_thread (&bed, 7, "decoder");
  signal = gscope_scope_find_signal (bed.harness.scope, "x/threads/decoder");
  g_assert_null (gscope_harness_write (&bed.harness, "threads", g_variant_new_string ("cc*")));
  while (!gscope_signal_get_ended (signal))
    run_worker (&bed, 7, "decoder");
  await_thread (&bed, 9, "cc1");
  g_assert_null (gscope_harness_write (&bed.harness, "most", g_variant_new_int64 (0)));
  signal = gscope_scope_find_signal (bed.harness.scope, "x/threads/cc1");
  while (!gscope_signal_get_ended (signal))
    run_worker (&bed, 9, "cc1");
  refusal = gscope_harness_write (&bed.harness, "threads",
                                  g_variant_new_take_string (g_strnfill (300, 'x')));
  g_assert_nonnull (strstr (refusal, "cc1*"));
  bed_clear (&bed);
}

/* With the kernel's own events the processors' rows move, or the status says what is missing. */
static void
test_kernel (void)
{
  GscopeHarness bed;
  const char *status;

  gscope_harness_init (&bed, SCHEDULE_TYPE_SOURCE, "{}");
  status = gscope_source_get_status (bed.source);
  if (gscope_source_get_state (bed.source) == GSCOPE_SOURCE_STATE_RUNNING)
    while (!(gscope_harness_get (&bed, "x/switch-rate") > 0)
           || isnan (gscope_harness_get (&bed, "x/processors/cpu0")))
      {
        g_usleep (1000);
        gscope_harness_advance (&bed, 100);
      }
  else
    {
      g_test_message ("%s", status);
      g_assert_cmpint (gscope_source_get_state (bed.source), ==, GSCOPE_SOURCE_STATE_TROUBLE);
      g_assert_nonnull (strstr (status, "BPF"));
    }
  gscope_harness_clear (&bed);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/schedule/states", test_states);
  g_test_add_func ("/schedule/budget", test_budget);
  g_test_add_func ("/schedule/lost", test_lost);
  g_test_add_func ("/schedule/choice", test_choice);
  g_test_add_func ("/schedule/kernel", test_kernel);
  return g_test_run ();
}
