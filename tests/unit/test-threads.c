/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/gscope.h>

#include <pthread.h>

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
  run_until (scope, quick, 20);
  g_assert_cmpuint (gscope_trace_get_end (gscope_signal_get_trace (slow)), ==, 0);
  unblock (blocker);
  run_until (scope, slow, 5);
  g_assert_cmpuint (gscope_signal_get_lost (slow, GSCOPE_LOSS_TICK), >, 0);
  gscope_scope_remove_source (scope, source);
  pthread_mutex_destroy (&blocker->mutex);
  pthread_cond_destroy (&blocker->changed);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/threads/producers", test_producers);
  g_test_add_func ("/threads/poller-and-removal", test_poller_and_removal);
  g_test_add_func ("/threads/worker", test_worker);
  return g_test_run ();
}
