/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/gscope.h>
#include <pthread.h>
#include <unistd.h>

/* Real threads on the kernel's clock, for ThreadSanitizer as much as for the assertions (it does
 * not see GMutex, which waits by a system call of its own, but pthread's). Nothing sleeps: the main
 * thread iterates until it has seen enough. */

enum
{
  N_PRODUCERS = 3,
  N_PUSHES = 100000,
  N_WORDS = 8,
};

static gpointer
push_samples (gpointer data)
{
  GscopeProducer *producer = data;

  for (int i = 0; i < N_PUSHES; i++)
    gscope_producer_push_now (producer, i);
  gscope_producer_unref (producer);
  return NULL;
}

static void
count_kept (GscopeSignal *signal, guint64 *kept)
{
  *kept = gscope_trace_get_end (gscope_signal_get_trace (signal))
          + gscope_signal_get_total_lost (signal);
}

static void
test_producers (void)
{
  g_autoptr (GscopeScope) scope = gscope_scope_new ();
  GscopeSignal *signal = gscope_scope_add_buffered (scope, "pushed");
  GThread *threads[N_PRODUCERS];
  guint64 kept = 0;

  gscope_scope_set_delay (scope, 0);
  for (int i = 0; i < N_PRODUCERS; i++)
    threads[i] = g_thread_new ("producer", push_samples, gscope_signal_create_producer (signal));
  /* each sample is in the trace or counted as lost; what was refused first is one gap more */
  while (kept < N_PRODUCERS * N_PUSHES)
    {
      gscope_scope_drain (scope);
      g_main_context_iteration (NULL, FALSE);
      count_kept (signal, &kept);
    }
  for (int i = 0; i < N_PRODUCERS; i++)
    g_thread_join (threads[i]);
  g_assert_cmpuint (gscope_signal_get_lost (signal, GSCOPE_LOSS_BACKWARDS), ==, 0);
}

static gpointer
change_words (gpointer data)
{
  gint64 *words = data;

  for (gint64 i = 1; __atomic_load_n (&words[N_WORDS], __ATOMIC_ACQUIRE) == 0; i++)
    for (int w = 0; w < N_WORDS; w++)
      __atomic_store_n (&words[w], i, __ATOMIC_RELAXED);
  return NULL;
}

static double
count_call (gpointer data)
{
  return __atomic_add_fetch ((int *) data, 1, __ATOMIC_RELAXED);
}

static void
run_until (GscopeScope *scope, GscopeSignal *signal, guint64 n)
{
  GscopeTrace *trace = gscope_signal_get_trace (signal);
  guint64 end = gscope_trace_get_end (trace) + n;

  while (gscope_trace_get_end (trace) < end)
    {
      gscope_scope_drain (scope);
      g_main_context_iteration (NULL, FALSE);
    }
}

/* Signals come and go while the poller reads words that another thread writes. */
static void
test_poller_and_removal (void)
{
  g_autoptr (GscopeScope) scope = gscope_scope_new ();
  gint64 words[N_WORDS + 1] = { 0 };
  GThread *thread = g_thread_new ("writer", change_words, words);
  GscopeSignal *steady = gscope_scope_add_int64 (scope, "steady", &words[0]);
  int n_calls = 0;

  gscope_scope_set_period (scope, GSCOPE_MSEC / 2);
  gscope_scope_add_func (scope, "called", count_call, &n_calls, NULL);
  for (int round = 0; round < 50; round++)
    {
      g_autofree gint64 *own = g_new0 (gint64, 1);
      GscopeSignal *signal = gscope_scope_add_int64 (scope, "brief", own);

      run_until (scope, signal, 2);
      gscope_scope_remove_signal (scope, signal);
    }
  run_until (scope, steady, 10);
  gscope_scope_stop (scope);
  gscope_scope_start (scope);
  run_until (scope, steady, 10);
  g_assert_cmpint (n_calls, >, 0);
  __atomic_store_n (&words[N_WORDS], 1, __ATOMIC_RELEASE);
  g_thread_join (thread);
}

static gpointer
push_late (gpointer data)
{
  GscopeProducer *producer = data;

  for (gint64 i = 0; i < 1000; i++)
    gscope_producer_push (producer, i, 1);
  gscope_producer_unref (producer);
  return NULL;
}

/* A signal changes its period while it is polled, and another one is told how late its samples are. */
static void
test_own_periods (void)
{
  g_autoptr (GscopeScope) scope = gscope_scope_new ();
  GscopeSignal *pushed = gscope_scope_add_buffered (scope, "pushed");
  gint64 words[N_WORDS + 1] = { 0 };
  GThread *writer = g_thread_new ("writer", change_words, words);
  GThread *pusher = g_thread_new ("pusher", push_late, gscope_signal_create_producer (pushed));
  GscopeSignal *signal = gscope_scope_add_int64 (scope, "changing", &words[0]);

  gscope_scope_set_period (scope, GSCOPE_MSEC);
  for (int round = 0; round < 50; round++)
    {
      gscope_signal_set_period (signal, round % 3 * GSCOPE_MSEC / 2);
      run_until (scope, signal, 2);
    }
  g_thread_join (pusher);
  gscope_scope_drain (scope);
  g_assert_cmpint (gscope_signal_get_needed_delay (pushed), >, 0);
  __atomic_store_n (&words[N_WORDS], 1, __ATOMIC_RELEASE);
  g_thread_join (writer);
}

/* A source that may block runs on a worker, which holds up nobody. */
#define TEST_TYPE_BLOCKER (test_blocker_get_type ())
G_DECLARE_FINAL_TYPE (TestBlocker, test_blocker, TEST, BLOCKER, GscopeSource)

struct _TestBlocker
{
  GscopeSource parent_instance;
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  gboolean blocked;
  int n_polls;
  double value;
};

G_DEFINE_FINAL_TYPE (TestBlocker, test_blocker, GSCOPE_TYPE_SOURCE)

static void
test_blocker_poll (GscopeSource *source, gint64 time)
{
  TestBlocker *self = TEST_BLOCKER (source);
  double value;

  pthread_mutex_lock (&self->mutex);
  value = ++self->n_polls;
  pthread_cond_broadcast (&self->changed);
  while (self->blocked)
    pthread_cond_wait (&self->changed, &self->mutex);
  pthread_mutex_unlock (&self->mutex);
  __atomic_store (&self->value, &value, __ATOMIC_RELAXED);
}

static void
test_blocker_class_init (TestBlockerClass *klass)
{
  GSCOPE_SOURCE_CLASS (klass)->poll = test_blocker_poll;
  GSCOPE_SOURCE_CLASS (klass)->may_block = TRUE;
}

static void
test_blocker_init (TestBlocker *self)
{
  pthread_mutex_init (&self->mutex, NULL);
  pthread_cond_init (&self->changed, NULL);
  self->blocked = TRUE;
}

static void
unblock (TestBlocker *self)
{
  pthread_mutex_lock (&self->mutex);
  self->blocked = FALSE;
  pthread_cond_broadcast (&self->changed);
  pthread_mutex_unlock (&self->mutex);
}

static void
wait_for_poll (TestBlocker *self)
{
  pthread_mutex_lock (&self->mutex);
  while (self->n_polls == 0)
    pthread_cond_wait (&self->changed, &self->mutex);
  pthread_mutex_unlock (&self->mutex);
}

static void
test_worker (void)
{
  g_autoptr (GscopeScope) scope = gscope_scope_new ();
  g_autoptr (TestBlocker) blocker = g_object_new (TEST_TYPE_BLOCKER, "name", "blocker", NULL);
  GscopeSource *source = GSCOPE_SOURCE (blocker);
  g_autoptr (GscopeSignal) slow = gscope_signal_new_double ("value", &blocker->value);
  g_autoptr (GscopeSignal) brief = gscope_signal_new_double ("brief", &blocker->value);
  double word = 1;
  GscopeSignal *quick = gscope_scope_add_double (scope, "quick", &word);

  gscope_scope_set_period (scope, GSCOPE_MSEC);
  gscope_source_add_signal (source, slow, NULL);
  gscope_source_add_signal (source, brief, NULL);
  gscope_scope_add_source (scope, source);
  wait_for_poll (blocker);
  /* its signals come and go, and others are polled, while it blocks */
  gscope_signal_end (brief);
  /* samples from before the poll do not count: the worker may begin late */
  gscope_scope_drain (scope);
  run_until (scope, quick, 20);
  g_assert_cmpuint (gscope_trace_get_end (gscope_signal_get_trace (slow)), ==, 0);
  unblock (blocker);
  run_until (scope, slow, 5);
  g_assert_cmpuint (gscope_signal_get_lost (slow, GSCOPE_LOSS_TICK), >, 0);
  gscope_scope_remove_source (scope, source);
  pthread_mutex_destroy (&blocker->mutex);
  pthread_cond_destroy (&blocker->changed);
}

/* Calls the functions that docs/gscope/threads.md lists from several threads at a time while the
 * scope runs. */

enum
{
  N_CALLERS = 3,
  N_ROUNDS = 2000,
};

typedef struct
{
  GscopeScope *scope;
  GscopeSignal *signal;
  GscopeTrace *trace;
  GscopeProducer *shared;
  GscopeNumberPlace *place;
  int n_left;
} Callers;

typedef struct
{
  Callers *callers;
  GscopeProducer *own;
} Caller;

/* Each thread its own producer; a gap, and a run of samples, as one would push them. */
static void
push_all_ways (GscopeProducer *producer, GscopeClock *clock)
{
  gint64 now = gscope_clock_get_time (clock);
  GscopeSample samples[] = { { now, 1 }, { now, 2 } };

  gscope_producer_push (producer, now, 0);
  gscope_producer_push_many (producer, samples, G_N_ELEMENTS (samples));
  gscope_producer_push_now (producer, 3);
  gscope_producer_push_gap (producer, gscope_clock_get_time (clock), GSCOPE_GAP_CAUSE_NO_VALUE);
  gscope_producer_tell_lost (producer, GSCOPE_LOSS_RING_FULL, 0);
}

static void
read_handles (Callers *self)
{
  GscopeClock *clock = gscope_scope_get_clock (self->scope);
  g_autoptr (GDateTime) wall = gscope_clock_to_wall (clock, gscope_clock_get_time (clock));

  g_assert_true (clock == gscope_clock_get_system ());
  g_assert_cmpint (gscope_clock_to_unix (clock, 0), >, 0);
  g_assert_nonnull (wall);
  g_assert_cmpint (gscope_signal_get_kind (self->signal), ==, GSCOPE_SIGNAL_KIND_BUFFERED);
  g_assert_cmpstr (gscope_signal_get_name (self->signal), ==, "pushed");
  gscope_trace_unref (gscope_trace_ref (self->trace));
  gscope_producer_unref (gscope_producer_ref (self->shared));
}

static void
name_values (void)
{
  g_autofree char *text = NULL, *number = NULL, *time = NULL, *error = NULL;
  GscopeGapCause gap;
  double factor;

  g_assert_nonnull (gscope_aggregation_get_title (GSCOPE_AGGREGATION_SUM));
  g_assert_nonnull (gscope_line_mode_get_title (GSCOPE_LINE_MODE_STEPS));
  g_assert_nonnull (gscope_trigger_kind_get_title (GSCOPE_TRIGGER_KIND_ABOVE));
  g_assert_true (gscope_gap_from_value (gscope_gap_value (GSCOPE_GAP_CAUSE_RING_FULL), &gap));
  g_assert_nonnull (gscope_gap_cause_get_title (gap));
  g_assert_nonnull (gscope_loss_get_title (GSCOPE_LOSS_LATE));
  g_assert_cmpstr (gscope_quantity_choose_prefix (2e6, "bit/s", 3, &factor), ==, "M");
  g_assert_cmpfloat (gscope_quantity_divide (2e6, factor), ==, 2);
  g_assert_cmpuint (gscope_quantity_count_decimals (2.5, 3), ==, 1);
  text = gscope_quantity_format (2e6, "bit/s", 3);
  g_free (gscope_quantity_format_exact (2));
  g_free (gscope_quantity_format_rounded (2, 3));
  g_free (gscope_quantity_format_editable (2, 3));
  number = gscope_quantity_format_number (2, 1);
  time = gscope_quantity_format_time (GSCOPE_SEC, 3);
  error = gscope_quantity_format_time_error (GSCOPE_SEC, GSCOPE_SEC / 10);
  g_assert_cmpstr (text, ==, "2 Mbit/s");
  g_assert_cmpstr (number, ==, "2.0");
  g_assert_cmpstr (time, ==, "1 s");
  g_assert_cmpstr (error, ==, "1.0 ± 0.1 s");
  /* in nanoseconds this is no number */
  g_assert_cmpstr (gscope_quantity_choose_prefix (G_MAXDOUBLE, "s", 3, &factor), ==, "");
}

static void
write_tuple (void)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_assert_true (gscope_tuple_check_name ("name", NULL));
  g_assert_cmpint (gscope_file_open ("/dev/null", NULL), ==, -1);
  gscope_tuple_append (text, GSCOPE_MSEC, 2, "name");
  g_assert_cmpstr (text->str, ==, "1 2 name\n");
}

static void
use_windows (void)
{
  GscopeSpectrumSettings settings;
  g_autofree char *unit = NULL;

  gscope_spectrum_settings_init (&settings);
  g_assert_true (gscope_spectrum_settings_check (&settings));
  unit = gscope_spectrum_settings_get_unit (&settings, "V");
  g_assert_nonnull (unit);
  g_assert_nonnull (gscope_spectrum_averaging_get_title (settings.averaging));
  g_assert_nonnull (gscope_spectrum_window_get_title (settings.window));
  g_assert_cmpfloat (gscope_spectrum_window_get_bandwidth (settings.window), >, 0);
  g_assert_cmpuint (gscope_spectrum_window_get_reach (settings.window), >, 0);
}

static void
find_number (GscopeNumberPlace *place)
{
  g_autoptr (GscopeNumberPlace) own = gscope_number_place_ref (place);
  g_autoptr (GString) text = g_string_new (NULL);
  int fd = gscope_file_open ("/proc/self/stat", NULL);
  double number;

  g_assert_cmpint (gscope_number_place_find (own, "a 1", &number, NULL), ==,
                   GSCOPE_NUMBER_FAULT_NONE);
  g_assert_cmpfloat (number, ==, 1);
  g_assert_nonnull (gscope_number_fault_get_title (GSCOPE_NUMBER_FAULT_NO_LINE));
  g_assert_true (gscope_file_read_text (fd, 4096, text));
  g_assert_cmpuint (text->len, >, 0);
  close (fd);
  gscope_number_place_unref (g_steal_pointer (&own));
}

static gpointer
call_everything (gpointer data)
{
  g_autofree Caller *self = data;
  GscopeClock *clock = gscope_scope_get_clock (self->callers->scope);

  gscope_producer_set_capacity (self->own, 64);
  for (int i = 0; i < N_ROUNDS; i++)
    {
      push_all_ways (self->own, clock);
      read_handles (self->callers);
      name_values ();
    }
  write_tuple ();
  use_windows ();
  find_number (self->callers->place);
  gscope_producer_close (self->own);
  gscope_producer_unref (self->own);
  __atomic_sub_fetch (&self->callers->n_left, 1, __ATOMIC_RELEASE);
  return NULL;
}

static GThread *
start_caller (Callers *callers)
{
  Caller *caller = g_new (Caller, 1);

  *caller = (Caller){ callers, gscope_signal_create_producer (callers->signal) };
  return g_thread_new ("caller", call_everything, caller);
}

/* Meanwhile the main thread changes what it may. */
static void
change_scope (GscopeScope *scope, GscopeSignal *signal, int round)
{
  gscope_scope_set_delay (scope, round % 3 * GSCOPE_MSEC);
  gscope_scope_set_period (scope, (1 + round % 2) * GSCOPE_MSEC);
  gscope_signal_set_title (signal, round % 2 ? "odd" : "even");
  if (round % 16 == 0)
    gscope_scope_stop (scope);
  else
    gscope_scope_start (scope);
}

static void
test_listed (void)
{
  g_autoptr (GscopeScope) scope = gscope_scope_new ();
  GscopeSignal *signal = gscope_scope_add_buffered (scope, "pushed");
  g_autoptr (GscopeProducer) shared = gscope_signal_create_producer (signal);
  g_autoptr (GscopeNumberPlace) place = gscope_number_place_new_at ("a 1", 0, NULL);
  Callers callers = { .scope = scope,
                      .signal = signal,
                      .trace = gscope_signal_get_trace (signal),
                      .shared = shared,
                      .place = place,
                      .n_left = N_CALLERS };
  GThread *threads[N_CALLERS];
  /* GLib makes it once, under a lock that ThreadSanitizer does not see */
  g_autoptr (GTimeZone) zone G_GNUC_UNUSED = g_time_zone_new_local ();

  for (int i = 0; i < N_CALLERS; i++)
    threads[i] = start_caller (&callers);
  for (int round = 0; __atomic_load_n (&callers.n_left, __ATOMIC_ACQUIRE) > 0; round++)
    {
      change_scope (scope, signal, round);
      gscope_scope_drain (scope);
      g_main_context_iteration (NULL, FALSE);
    }
  for (int i = 0; i < N_CALLERS; i++)
    g_thread_join (threads[i]);
  gscope_scope_start (scope);
  gscope_producer_push_now (shared, 7);
  run_until (scope, signal, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/threads/producers", test_producers);
  g_test_add_func ("/threads/own-periods", test_own_periods);
  g_test_add_func ("/threads/poller-and-removal", test_poller_and_removal);
  g_test_add_func ("/threads/worker", test_worker);
  g_test_add_func ("/threads/listed", test_listed);
  return g_test_run ();
}
