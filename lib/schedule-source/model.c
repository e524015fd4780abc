/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <schedule-source/model.h>

#include <string.h>

/* A thread that slept that long is forgotten if it is not shown. */
#define MAX_SLEEP (G_GINT64_CONSTANT (10) * G_TIME_SPAN_SECOND * 1000)

typedef struct
{
  gboolean is_known;
  pid_t running;
} Processor;

struct _ScheduleModel
{
  const ScheduleSink *sink;
  gpointer data;

  GHashTable *threads;
  GPtrArray *ranking;
  GArray *processors;
  gint64 rank_time;

  guint64 n;
  guint64 n_unseen;
  guint64 n_excess;
};

static void
thread_free (gpointer data)
{
  ScheduleThread *self = data;

  g_free (self->process_name);
  g_free (self);
}

ScheduleModel *
schedule_model_new (const ScheduleSink *sink, gpointer data)
{
  ScheduleModel *self = g_new0 (ScheduleModel, 1);

  self->sink = sink;
  self->data = data;
  self->threads = g_hash_table_new_full (NULL, NULL, NULL, thread_free);
  self->ranking = g_ptr_array_new ();
  self->processors = g_array_new (FALSE, TRUE, sizeof (Processor));
  return self;
}

void
schedule_model_free (ScheduleModel *self)
{
  g_array_unref (self->processors);
  g_ptr_array_unref (self->ranking);
  g_hash_table_unref (self->threads);
  g_free (self);
}

static ScheduleThread *
find (ScheduleModel *self, pid_t tid)
{
  return g_hash_table_lookup (self->threads, GINT_TO_POINTER (tid));
}

/* Returns NULL for the idle thread, and for one too many. */
static ScheduleThread *
get_thread (ScheduleModel *self, pid_t tid)
{
  ScheduleThread *thread = find (self, tid);

  if (thread || tid == 0)
    return thread;
  if (g_hash_table_size (self->threads) == SCHEDULE_MAX_THREADS)
    {
      self->n_excess++;
      return NULL;
    }
  thread = g_new0 (ScheduleThread, 1);
  thread->tid = tid;
  thread->state = THREAD_STATE_UNKNOWN;
  g_hash_table_insert (self->threads, GINT_TO_POINTER (tid), thread);
  return thread;
}

static void
set_state (ScheduleModel *self, ScheduleThread *thread, gint64 time, ThreadState state)
{
  if (thread->state >= THREAD_STATE_RUNS)
    thread->used += MAX (time - MAX (thread->since, self->rank_time), 0);
  if (thread->state == state)
    return;
  thread->state = state;
  thread->since = time;
  if (thread->row)
    self->sink->thread (self->data, thread, time);
}

static void
set_budget (ScheduleModel *self, const ScheduleThread *thread, gint64 time, gint64 left)
{
  if (thread->row && left != SWITCHES_NO_BUDGET)
    self->sink->budget (self->data, thread, time, MAX (left, 0));
}

static void
set_name (ScheduleThread *self, const SwitchesEvent *event)
{
  if (self->process != (pid_t) event->process)
    g_clear_pointer (&self->process_name, g_free);
  self->process = event->process;
  memcpy (self->name, event->name, sizeof self->name);
  self->name[sizeof self->name - 1] = '\0';
}

/* Another thread than the one that was seen to begin leaves a processor: nobody knows what the latter does. */
static void
check_running (ScheduleModel *self, const Processor *processor, const SwitchesEvent *event)
{
  ScheduleThread *thread = find (self, processor->running);

  if (!processor->is_known || processor->running == (pid_t) event->before)
    return;
  self->n_unseen++;
  if (thread && thread->state == thread_state_run (event->cpu))
    set_state (self, thread, event->time, THREAD_STATE_UNKNOWN);
}

static void
leave (ScheduleModel *self, const SwitchesEvent *event)
{
  ScheduleThread *thread = get_thread (self, event->before);
  ThreadState state =
      thread_state_leave (event->flags & SWITCHES_IS_READY, event->flags & SWITCHES_IS_THROTTLED,
                          event->flags & SWITCHES_IS_DEAD);

  if (!thread)
    return;
  set_budget (self, thread, event->time, event->budget_before);
  set_state (self, thread, event->time, state);
  if (state == THREAD_STATE_ENDED && !thread->row)
    g_hash_table_remove (self->threads, GINT_TO_POINTER (thread->tid));
}

static void
enter (ScheduleModel *self, const SwitchesEvent *event)
{
  ScheduleThread *thread = get_thread (self, event->thread);

  if (thread)
    {
      set_name (thread, event);
      set_budget (self, thread, event->time, event->budget);
      set_state (self, thread, event->time, thread_state_run (event->cpu));
    }
  self->sink->processor (self->data, event->cpu, event->time, thread);
}

static void
take_switch (ScheduleModel *self, const SwitchesEvent *event)
{
  Processor *processor;

  if (event->cpu >= SCHEDULE_MAX_PROCESSORS)
    {
      self->n_excess++;
      return;
    }
  if (event->cpu >= self->processors->len)
    g_array_set_size (self->processors, event->cpu + 1);
  processor = &g_array_index (self->processors, Processor, event->cpu);
  check_running (self, processor, event);
  *processor = (Processor){ TRUE, event->thread };
  self->n++;
  leave (self, event);
  enter (self, event);
}

static void
take_wake_up (ScheduleModel *self, const SwitchesEvent *event)
{
  ScheduleThread *thread = get_thread (self, event->thread);

  if (!thread)
    return;
  set_name (thread, event);
  set_state (self, thread, event->time,
             thread_state_wake (thread->state, event->flags & SWITCHES_IS_THROTTLED));
}

void
schedule_model_take (ScheduleModel *self, const SwitchesEvent *event)
{
  ScheduleThread *thread;

  if (event->kind == SWITCHES_SWITCH)
    {
      take_switch (self, event);
      return;
    }
  if (event->kind == SWITCHES_WAKE)
    {
      take_wake_up (self, event);
      return;
    }
  thread = find (self, event->thread);
  if (thread)
    set_state (self, thread, event->time, thread_state_renew (thread->state));
}

void
schedule_model_forget (ScheduleModel *self)
{
  GHashTableIter iter;
  gpointer value;

  g_array_set_size (self->processors, 0);
  g_hash_table_iter_init (&iter, self->threads);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      ScheduleThread *thread = value;

      if (thread->state != THREAD_STATE_ENDED)
        thread->state = THREAD_STATE_UNKNOWN;
    }
}

/* Ranking. */

static int
compare (gconstpointer a, gconstpointer b)
{
  const ScheduleThread *first = *(ScheduleThread **) a, *second = *(ScheduleThread **) b;

  if (first->activity != second->activity)
    return first->activity > second->activity ? -1 : 1;
  return first->tid - second->tid;
}

/* Returns whether nobody needs to know the thread any more. */
static gboolean
rank_one (ScheduleModel *self, ScheduleThread *thread, gint64 time)
{
  gint64 passed = time - self->rank_time;

  if (thread->state >= THREAD_STATE_RUNS)
    thread->used += MAX (time - MAX (thread->since, self->rank_time), 0);
  if (passed > 0 && self->rank_time > 0)
    thread->activity = (thread->activity + (double) thread->used / passed) / 2;
  thread->used = 0;
  return !thread->row && thread->state < THREAD_STATE_RUNS && time - thread->since > MAX_SLEEP;
}

GPtrArray *
schedule_model_rank (ScheduleModel *self, gint64 time)
{
  GHashTableIter iter;
  gpointer value;

  g_ptr_array_set_size (self->ranking, 0);
  g_hash_table_iter_init (&iter, self->threads);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    if (rank_one (self, value, time))
      g_hash_table_iter_remove (&iter);
    else
      g_ptr_array_add (self->ranking, value);
  g_ptr_array_sort (self->ranking, compare);
  self->rank_time = time;
  return self->ranking;
}

guint64
schedule_model_count (ScheduleModel *self)
{
  return self->n;
}

guint64
schedule_model_count_unseen (ScheduleModel *self)
{
  return self->n_unseen;
}

guint64
schedule_model_count_excess (ScheduleModel *self)
{
  return self->n_excess;
}
