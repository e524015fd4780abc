/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <schedule-source/lanes.h>

#include <kernel-clock.h>

/* How often the threads that are shown are chosen again. */
#define RANK_INTERVAL (500 * GSCOPE_MSEC)

/* A thread takes the place of one that is shown if it is that much more active. */
#define TAKE_OVER 2.0
#define LEAST_ACTIVITY 0.01

#define NSEC_PER_MSEC 1e6

struct _ScheduleLanes
{
  ScheduleModel *model;
  ScheduleFeed *feed;
  GscopeClock *clock;
  GArray *processors;

  ScheduleChoice *choice;
  guint most;
  gint64 rank_time;
  guint next_slot;
  gboolean slots[SCHEDULE_N_SLOTS];

  /* ScheduleThread that have rows */
  GPtrArray *shown;
  GPtrArray *added;
  GPtrArray *ended;

  /* what happened before is not shown, as it may be too old */
  gint64 begin;
  gint64 offset;
  gint64 last;
  guint64 n_lost;
};

/* Takes what the model says. Events of different processors may come out of order. */

static void
push (const ScheduleLanes *self, GscopeProducer *producer, gint64 *last, gint64 time, double value)
{
  if (time < self->begin)
    return;
  *last = MAX (*last, time);
  gscope_producer_push (producer, *last, value);
}

static double
get_value (ThreadState state)
{
  if (state == THREAD_STATE_UNKNOWN)
    return gscope_gap_value (GSCOPE_GAP_CAUSE_NO_VALUE);
  if (state == THREAD_STATE_ENDED)
    return gscope_gap_value (GSCOPE_GAP_CAUSE_STOPPED);
  return MIN ((int) state, GSCOPE_MAX_STATES - 1);
}

static void
on_thread (gpointer data, const ScheduleThread *thread, gint64 time)
{
  ScheduleLanes *self = data;
  ScheduleRow *row = thread->row;
  GscopeProducer *states = g_atomic_pointer_get (&row->states);

  if (states)
    push (self, states, &row->state_time, time, get_value (thread->state));
}

/* The budget falls while the thread runs: a line to its end. Else it stays, and rises at once. */
static void
push_budget (const ScheduleLanes *self, ScheduleRow *row, GscopeProducer *budgets, gint64 time,
             double left)
{
  if (row->budget_time > 0 && left > row->budget)
    push (self, budgets, &row->budget_time, time, row->budget);
  push (self, budgets, &row->budget_time, time, left);
  row->budget = left;
}

static void
on_budget (gpointer data, const ScheduleThread *thread, gint64 time, gint64 left)
{
  ScheduleLanes *self = data;
  ScheduleRow *row = thread->row;
  GscopeProducer *budgets = g_atomic_pointer_get (&row->budgets);

  if (budgets)
    push_budget (self, row, budgets, time, left / NSEC_PER_MSEC);
  if (row->has_budget)
    return;
  g_atomic_int_set (&row->has_budget, TRUE);
  g_ptr_array_add (self->added, schedule_row_ref (row));
}

static double
find_value (const ScheduleThread *thread)
{
  ScheduleRow *row = thread ? thread->row : NULL;

  if (!thread)
    return SCHEDULE_IDLE;
  return row && g_atomic_pointer_get (&row->states) ? SCHEDULE_FIRST_SLOT + row->slot
                                                    : SCHEDULE_OTHER;
}

static void
on_processor (gpointer data, guint cpu, gint64 time, const ScheduleThread *thread)
{
  ScheduleLanes *self = data;

  for (guint i = 0; i < self->processors->len; i++)
    {
      ScheduleProcessor *processor = &g_array_index (self->processors, ScheduleProcessor, i);

      if (processor->cpu == cpu)
        push (self, processor->producer, &processor->time, time, find_value (thread));
    }
}

static const ScheduleSink sink = { on_thread, on_budget, on_processor };

static void
processor_clear (gpointer data)
{
  gscope_producer_unref (((ScheduleProcessor *) data)->producer);
}

ScheduleLanes *
schedule_lanes_new (ScheduleFeed *feed, GscopeClock *clock, GArray *processors)
{
  ScheduleLanes *self = g_new0 (ScheduleLanes, 1);

  self->model = schedule_model_new (&sink, self);
  self->feed = feed;
  self->clock = clock;
  self->begin = gscope_clock_get_time (clock);
  self->processors = processors;
  g_array_set_clear_func (processors, processor_clear);
  self->shown = g_ptr_array_new ();
  self->added = g_ptr_array_new_with_free_func ((GDestroyNotify) schedule_row_unref);
  self->ended = g_ptr_array_new_with_free_func ((GDestroyNotify) schedule_row_unref);
  return self;
}

static void
hide (ScheduleLanes *self, guint i)
{
  ScheduleThread *thread = self->shown->pdata[i];
  ScheduleRow *row = g_steal_pointer (&thread->row);

  self->slots[row->slot] = FALSE;
  g_ptr_array_remove_index (self->shown, i);
  g_ptr_array_add (self->ended, row);
}

void
schedule_lanes_free (ScheduleLanes *self)
{
  while (self->shown->len > 0)
    hide (self, self->shown->len - 1);
  schedule_model_free (self->model);
  g_array_unref (self->processors);
  g_clear_pointer (&self->choice, schedule_choice_free);
  g_ptr_array_unref (self->shown);
  g_ptr_array_unref (self->added);
  g_ptr_array_unref (self->ended);
  g_free (self);
}

void
schedule_lanes_choose (ScheduleLanes *self, ScheduleChoice *choice, guint most)
{
  g_clear_pointer (&self->choice, schedule_choice_free);
  self->choice = choice;
  self->most = MIN (most, SCHEDULE_MAX_ROWS);
  self->rank_time = 0;
}

/* The choice. */

static void
show (ScheduleLanes *self, ScheduleThread *thread)
{
  while (self->slots[self->next_slot])
    self->next_slot = (self->next_slot + 1) % SCHEDULE_N_SLOTS;
  self->slots[self->next_slot] = TRUE;
  thread->row = schedule_row_new (thread, self->next_slot);
  self->next_slot = (self->next_slot + 1) % SCHEDULE_N_SLOTS;
  g_ptr_array_add (self->shown, thread);
  g_ptr_array_add (self->added, schedule_row_ref (thread->row));
}

static void
hide_unwanted (ScheduleLanes *self)
{
  for (guint i = self->shown->len; i-- > 0;)
    {
      ScheduleThread *thread = self->shown->pdata[i];

      if (thread->state == THREAD_STATE_ENDED || !schedule_choice_matches (self->choice, thread))
        hide (self, i);
    }
}

static guint
find_idlest (ScheduleLanes *self)
{
  guint found = 0;

  for (guint i = 1; i < self->shown->len; i++)
    if (((ScheduleThread *) self->shown->pdata[i])->activity
        < ((ScheduleThread *) self->shown->pdata[found])->activity)
      found = i;
  return found;
}

static void
offer (ScheduleLanes *self, ScheduleThread *thread)
{
  ScheduleThread *idlest;
  guint i;

  if (self->shown->len < self->most)
    {
      show (self, thread);
      return;
    }
  i = find_idlest (self);
  idlest = self->shown->pdata[i];
  if (thread->activity < TAKE_OVER * idlest->activity + LEAST_ACTIVITY)
    return;
  hide (self, i);
  show (self, thread);
}

static void
choose (ScheduleLanes *self, gint64 time)
{
  GPtrArray *ranking = schedule_model_rank (self->model, time);

  self->rank_time = time;
  hide_unwanted (self);
  while (self->shown->len > self->most)
    hide (self, find_idlest (self));
  /* only the most active can take a place */
  for (guint i = 0, n = 0; self->most > 0 && i < ranking->len && n < self->most; i++)
    {
      ScheduleThread *thread = ranking->pdata[i];

      if (thread->row)
        n++;
      else if (thread->state != THREAD_STATE_ENDED && thread->activity > 0
               && schedule_choice_matches (self->choice, thread))
        {
          offer (self, thread);
          n++;
        }
    }
}

/* Reading. */

static void
on_event (const SwitchesEvent *from, gpointer data)
{
  ScheduleLanes *self = data;
  SwitchesEvent event = *from;

  event.time += self->offset;
  self->last = MAX (self->last, (gint64) event.time);
  schedule_model_take (self->model, &event);
}

/* The ring keeps its oldest events, so that the lost ones are after the last that was read. */
static void
break_off (ScheduleLanes *self)
{
  const double gap = gscope_gap_value (GSCOPE_GAP_CAUSE_RING_FULL);

  schedule_model_forget (self->model);
  for (guint i = 0; i < self->shown->len; i++)
    {
      ScheduleRow *row = ((ScheduleThread *) self->shown->pdata[i])->row;
      GscopeProducer *states = g_atomic_pointer_get (&row->states);

      if (states)
        push (self, states, &row->state_time, self->last, gap);
    }
  for (guint i = 0; i < self->processors->len; i++)
    {
      ScheduleProcessor *processor = &g_array_index (self->processors, ScheduleProcessor, i);

      push (self, processor->producer, &processor->time, self->last, gap);
    }
}

gboolean
schedule_lanes_read (ScheduleLanes *self)
{
  gint64 now = gscope_clock_get_time (self->clock);
  guint64 n_lost;

  self->offset = self->feed->is_on_clock ? 0 : now - kernel_clock_read (CLOCK_MONOTONIC);
  self->feed->read (self->feed->data, on_event, self);
  n_lost = self->feed->count_lost (self->feed->data);
  if (n_lost > self->n_lost)
    break_off (self);
  self->n_lost = n_lost;
  if (self->choice && now >= self->rank_time + RANK_INTERVAL)
    choose (self, now);
  return self->added->len + self->ended->len > 0;
}

void
schedule_lanes_count (ScheduleLanes *self, ScheduleCounts *counts)
{
  *counts = (ScheduleCounts){
    .n_lost = self->n_lost,
    .n_unseen = schedule_model_count_unseen (self->model),
    .n_excess = schedule_model_count_excess (self->model),
    .n_switches = schedule_model_count (self->model),
  };
}

static GPtrArray *
take (GPtrArray **from)
{
  GPtrArray *taken = g_steal_pointer (from);

  *from = g_ptr_array_new_with_free_func ((GDestroyNotify) schedule_row_unref);
  return taken;
}

GPtrArray *
schedule_lanes_take_added (ScheduleLanes *self)
{
  return take (&self->added);
}

GPtrArray *
schedule_lanes_take_ended (ScheduleLanes *self)
{
  return take (&self->ended);
}
