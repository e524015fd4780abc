/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/scope/poll-group.h>
#include <gscope/signal/private.h>
#include <gscope/source/private.h>
#include <gscope/source/waker.h>
#include <gscope/trace/ring.h>
#include <main-source.h>

enum
{
  /* The size of the ring: the rows of this time in seconds, between the two numbers of rows below. */
  RING_SECONDS = 2,
  MIN_ROWS = 64,
  MAX_ROWS = 4096,
  MAX_RING_BYTES = 16 << 20,
  BLOCK = 256,
};

/* The longest time between two drains that counts, because scopes drain at least every 250 ms. */
#define MAX_SEEN (250 * GSCOPE_MSEC)

/* The values of one tick, and the number of ticks missing before it. */
typedef struct
{
  gint64 time;
  guint32 missed;
  guint32 refused;
  double values[];
} Row;

struct _GscopePollGroup
{
  GscopePollJob job;
  GscopePoller *poller;
  GscopeClock *clock;
  GSource *drain;
  gboolean may_block;
  gboolean is_running;
  gboolean is_registered;

  /* protected by the poller's lock */
  GPtrArray *sources;
  GArray *words;
  GscopeRing *ring;
  guint32 missed;
  guint32 refused;
  /* for a worker: whether its source rests, the next tick without a row, and whether the source
   * must stay awake after this poll */
  gboolean is_resting;
  gint64 next_row;
  gboolean is_woken;
  /* start of the running poll; 0 if there is none */
  gint64 polls_since;

  /* used by the main thread */
  GPtrArray *polled;
  GPtrArray *called;
  GSource *call;
  guint due;
  guint64 lost_ticks;
  /* start of the poll that was running at the last drain, and for how long drains have seen it
   * running */
  gint64 seen_poll;
  gint64 seen_at;
  gint64 silence;
};

/* Words of the program are read only here. Any thread may write them. */
static inline double
read_word (const GscopeWord *word)
{
  union
  {
    guint64 bits;
    double value;
  } wide;
  union
  {
    guint32 bits;
    float value;
  } narrow;

  switch (word->kind)
    {
    case GSCOPE_SIGNAL_KIND_BOOLEAN:
      return __atomic_load_n ((const gboolean *) word->word, __ATOMIC_RELAXED) != FALSE;
    case GSCOPE_SIGNAL_KIND_SHORT:
      return __atomic_load_n ((const gint16 *) word->word, __ATOMIC_RELAXED);
    case GSCOPE_SIGNAL_KIND_INTEGER:
      return __atomic_load_n ((const int *) word->word, __ATOMIC_RELAXED);
    case GSCOPE_SIGNAL_KIND_INT64:
      return __atomic_load_n ((const gint64 *) word->word, __ATOMIC_RELAXED);
    case GSCOPE_SIGNAL_KIND_FLOAT:
      __atomic_load ((const float *) word->word, &narrow.value, __ATOMIC_RELAXED);
      return narrow.value;
    case GSCOPE_SIGNAL_KIND_DOUBLE:
      __atomic_load ((const double *) word->word, &wide.value, __ATOMIC_RELAXED);
      return wide.value;
    case GSCOPE_SIGNAL_KIND_FUNC:
    case GSCOPE_SIGNAL_KIND_BUFFERED:
    case GSCOPE_SIGNAL_KIND_EVENT:
      break;
    }
  return word->func (word->user_data);
}

static void
poll_sources (GscopePollGroup *self, gint64 time)
{
  self->polls_since = gscope_clock_get_time (self->clock);
  if (self->may_block)
    gscope_poller_unlock_unchanged (self->poller);
  for (guint i = 0; i < self->sources->len; i++)
    {
      GscopeSource *source = self->sources->pdata[i];

      GSCOPE_SOURCE_GET_CLASS (source)->poll (source, time);
    }
  if (self->may_block)
    gscope_poller_lock (self->poller);
  self->polls_since = 0;
}

static void
write_row (GscopePollGroup *self, gint64 time)
{
  Row *row;

  if (!gscope_ring_has_room (self->ring, 1))
    {
      self->refused++;
      return;
    }
  row = gscope_ring_get_slot (self->ring);
  row->time = time;
  row->missed = self->missed;
  row->refused = self->refused;
  for (guint i = 0; i < self->words->len; i++)
    row->values[i] = read_word (&g_array_index (self->words, GscopeWord, i));
  self->missed = self->refused = 0;
  gscope_ring_commit (self->ring);
  if (gscope_ring_get_used (self->ring) == gscope_ring_get_capacity (self->ring) / 2)
    g_source_set_ready_time (self->drain, 0);
}

/* Writes the rows of the ticks at which a source rested, up to a time. Called with the lock held. */
static void
write_rest (GscopePollGroup *self, gint64 end)
{
  for (; self->is_resting && self->next_row < end; self->next_row += self->job.period)
    if (self->words->len > 0)
      write_row (self, self->next_row);
}

static void
end_rest (GscopePollGroup *self, gint64 end)
{
  write_rest (self, end);
  self->is_resting = FALSE;
}

/* Rests until the source's words change. For a worker, which has one source; functions need every
 * tick. */
static void
rest (GscopePollGroup *self, gint64 time)
{
  gint64 period = self->job.period;
  gint64 until = gscope_source_take_rest (self->sources->pdata[0]);

  if (until <= self->job.deadline || self->is_woken || self->called->len > 0)
    return;
  self->is_resting = TRUE;
  self->next_row = time + period;
  self->job.deadline = (until + period - 1) / period * period;
}

static void
tick (GscopePollJob *job, gint64 time, guint missed)
{
  GscopePollGroup *self = (GscopePollGroup *) job;

  end_rest (self, time - (gint64) missed * job->period);
  self->missed += missed;
  self->is_woken = FALSE;
  if (self->sources->len > 0)
    poll_sources (self, time);
  if (self->words->len > 0)
    write_row (self, time);
  if (self->may_block && self->sources->len > 0)
    rest (self, time);
  if (self->called->len > 0 && __atomic_fetch_add (&self->due, missed + 1, __ATOMIC_ACQ_REL) == 0)
    g_source_set_ready_time (self->call, 0);
}

static gpointer
copy_object (gconstpointer object, gpointer user_data)
{
  return g_object_ref ((gpointer) object);
}

/* Counts the ticks before a time as lost, because the function was called too late for them. */
static void
lose_calls (GscopePollGroup *self, GscopeIntake *intake, gint64 time, guint n)
{
  if (n == 0)
    return;
  gscope_intake_lose (intake, time, GSCOPE_LOSS_TICK, n);
  if (intake->latest.time != G_MININT64)
    gscope_intake_take_gap (intake, time - (gint64) n * self->job.period, GSCOPE_GAP_CAUSE_TICK);
}

/* Calls the functions of the main context, once for all ticks that are due. */
static gboolean
call_functions (gpointer data)
{
  GscopePollGroup *self = data;
  guint due = __atomic_exchange_n (&self->due, 0, __ATOMIC_ACQ_REL);
  g_autoptr (GPtrArray) called = g_ptr_array_copy (self->called, copy_object, NULL);

  for (guint i = 0; due > 0 && i < called->len; i++)
    {
      GscopeIntake *intake = gscope_signal_get_intake (called->pdata[i]);
      GscopeSample sample = { .time = gscope_clock_get_time (self->clock) };
      GscopeWord word;

      gscope_signal_get_word (called->pdata[i], &word);
      sample.value = read_word (&word);
      lose_calls (self, intake, sample.time, due - 1);
      gscope_intake_take_samples (intake, &sample, 1);
    }
  return G_SOURCE_CONTINUE;
}

GscopePollGroup *
gscope_poll_group_new (GscopeClock *clock, GSource *drain, gboolean may_block)
{
  GscopePollGroup *self = g_new0 (GscopePollGroup, 1);

  self->job.func = tick;
  self->clock = g_object_ref (clock);
  self->drain = g_source_ref (drain);
  self->may_block = may_block;
  self->poller = may_block ? gscope_poller_new_worker (clock) : gscope_poller_get_shared (clock);
  self->sources = g_ptr_array_new ();
  self->polled = g_ptr_array_new ();
  self->called = g_ptr_array_new_with_free_func (g_object_unref);
  self->words = g_array_new (FALSE, FALSE, sizeof (GscopeWord));
  self->call = gscope_waker_new ("[gscope] functions", G_PRIORITY_HIGH, call_functions, self);
  return self;
}

void
gscope_poll_group_free (GscopePollGroup *self)
{
  gscope_poll_group_stop (self);
  if (self->may_block && self->sources->len > 0)
    gscope_source_set_worker (self->sources->pdata[0], NULL, NULL);
  gscope_poller_unref (self->poller);
  main_source_drop (self->call);
  g_clear_pointer (&self->ring, gscope_ring_free);
  g_ptr_array_unref (self->sources);
  g_ptr_array_unref (self->polled);
  g_ptr_array_unref (self->called);
  g_array_unref (self->words);
  g_source_unref (self->drain);
  g_object_unref (self->clock);
  g_free (self);
}

/* Counts the ticks that are missing before a time. */
static void
lose_ticks (GscopePollGroup *self, gint64 time, guint32 missed, guint32 refused, gint64 now)
{
  guint32 lost = missed + refused;
  gint64 begin = time - (gint64) lost * self->job.period;
  GscopeGapCause cause = missed > 0 ? GSCOPE_GAP_CAUSE_TICK : GSCOPE_GAP_CAUSE_RING_FULL;

  self->lost_ticks += lost;
  for (guint i = 0; i < self->polled->len; i++)
    {
      GscopeIntake *intake = gscope_signal_get_intake (self->polled->pdata[i]);

      gscope_intake_lose (intake, now, GSCOPE_LOSS_TICK, missed);
      gscope_intake_lose (intake, now, GSCOPE_LOSS_RING_FULL, refused);
      gscope_intake_take_gap (intake, begin, cause);
    }
}

static const Row *
get_row (GscopePollGroup *self, gconstpointer rows, gsize i)
{
  return (const Row *) ((const guint8 *) rows + i * self->ring->record_size);
}

/* Returns the number of rows from the first on without a lost tick in between. */
static gsize
measure_run (GscopePollGroup *self, gconstpointer rows, gsize n)
{
  gsize i = 1;

  for (; i < MIN (n, BLOCK); i++)
    {
      const Row *row = get_row (self, rows, i);

      if (row->missed + row->refused > 0)
        break;
    }
  return i;
}

static void
take_run (GscopePollGroup *self, gconstpointer rows, gsize n)
{
  gint64 time = get_row (self, rows, 0)->time;
  double values[BLOCK];

  for (guint s = 0; s < self->polled->len; s++)
    {
      for (gsize i = 0; i < n; i++)
        values[i] = get_row (self, rows, i)->values[s];
      gscope_intake_take_regular (gscope_signal_get_intake (self->polled->pdata[s]), time,
                                  self->job.period, values, n);
    }
}

static gboolean
drain_rows (GscopePollGroup *self, gint64 now)
{
  gsize left = self->ring ? gscope_ring_get_used (self->ring) : 0;
  gboolean any = left > 0;

  while (left > 0)
    {
      gsize n;
      gconstpointer rows = gscope_ring_peek (self->ring, &n);
      const Row *first = rows;

      if (first->missed + first->refused > 0)
        lose_ticks (self, first->time, first->missed, first->refused, now);
      n = measure_run (self, rows, MIN (n, left));
      take_run (self, rows, n);
      gscope_ring_release (self->ring, n);
      left -= n;
    }
  return any;
}

/* Counts the ticks without a row that no later row will report. No tick may run meanwhile. */
static void
lose_pending (GscopePollGroup *self, gint64 now)
{
  if (self->missed + self->refused > 0)
    lose_ticks (self, self->job.deadline, self->missed, self->refused, now);
  self->missed = self->refused = 0;
}

/* Measures for how long a poll has been running. Time without drains does not count, because this
 * process itself may have been stopped. */
static void
measure_silence (GscopePollGroup *self, gint64 polls_since, gint64 now)
{
  if (polls_since == 0 || polls_since != self->seen_poll)
    self->silence = 0;
  else
    self->silence += MIN (now - self->seen_at, MAX_SEEN);
  self->seen_poll = polls_since;
  self->seen_at = now;
}

gint64
gscope_poll_group_get_silence (GscopePollGroup *self)
{
  return self->silence;
}

void
gscope_poll_group_fall_silent (GscopePollGroup *self)
{
  for (guint i = 0; i < self->polled->len; i++)
    {
      GscopeIntake *intake = gscope_signal_get_intake (self->polled->pdata[i]);

      if (intake->latest.time != G_MININT64)
        gscope_intake_take_gap (intake, intake->latest.time, GSCOPE_GAP_CAUSE_SILENT);
    }
}

gboolean
gscope_poll_group_drain (GscopePollGroup *self, gint64 now)
{
  if (self->may_block)
    {
      gint64 polls_since;

      gscope_poller_lock (self->poller);
      write_rest (self, MIN (now + 1, self->job.deadline));
      polls_since = self->polls_since;
      gscope_poller_unlock_unchanged (self->poller);
      measure_silence (self, polls_since, now);
    }
  return drain_rows (self, now);
}

/* Called with the lock held. */
static void
wake (GscopePollGroup *self)
{
  gint64 period = self->job.period;
  gint64 now = gscope_clock_get_time (self->clock);

  self->is_woken = TRUE;
  if (!self->is_resting)
    return;
  end_rest (self, MIN (now + 1, self->job.deadline));
  self->job.deadline = MIN (self->job.deadline, (now / period + 1) * period);
}

static void
on_wake (gpointer data)
{
  GscopePollGroup *self = data;

  gscope_poller_lock (self->poller);
  wake (self);
  gscope_poller_unlock (self->poller);
}

static GscopeRing *
create_ring (gint64 period, guint n_values)
{
  gsize record_size = sizeof (Row) + n_values * sizeof (double);
  gsize n_rows = CLAMP (RING_SECONDS * GSCOPE_SEC / period, MIN_ROWS, MAX_ROWS);

  return gscope_ring_new (MIN (n_rows, MAX (MIN_ROWS, MAX_RING_BYTES / record_size)), record_size);
}

/* Adds the group to the poller, unless it has no signals. */
static void
register_job (GscopePollGroup *self)
{
  gboolean wanted =
      self->is_running && self->sources->len + self->words->len + self->called->len > 0;

  if (wanted == self->is_registered)
    return;
  self->is_registered = wanted;
  if (wanted)
    {
      gscope_poller_add (self->poller, &self->job);
      return;
    }
  gscope_poller_remove (self->poller, &self->job);
  on_wake (self);
}

void
gscope_poll_group_add_source (GscopePollGroup *self, GscopeSource *source)
{
  g_return_if_fail (!self->may_block || !self->is_registered);

  if (!GSCOPE_SOURCE_GET_CLASS (source)->poll)
    return;
  gscope_poller_lock (self->poller);
  g_ptr_array_add (self->sources, source);
  gscope_poller_unlock (self->poller);
  if (self->may_block)
    gscope_source_set_worker (source, on_wake, self);
  register_job (self);
}

void
gscope_poll_group_remove_source (GscopePollGroup *self, GscopeSource *source)
{
  g_return_if_fail (!self->may_block);

  gscope_poller_lock (self->poller);
  g_ptr_array_remove (self->sources, source);
  gscope_poller_unlock (self->poller);
  register_job (self);
}

static void
choose_members (GscopePollGroup *self, GPtrArray *signals)
{
  g_ptr_array_set_size (self->polled, 0);
  g_ptr_array_set_size (self->called, 0);
  g_array_set_size (self->words, 0);
  for (guint i = 0; i < signals->len; i++)
    {
      GscopeWord word;

      if (gscope_signal_is_called (signals->pdata[i]))
        g_ptr_array_add (self->called, g_object_ref (signals->pdata[i]));
      if (!gscope_signal_is_polled (signals->pdata[i]))
        continue;
      gscope_signal_get_word (signals->pdata[i], &word);
      g_array_append_val (self->words, word);
      g_ptr_array_add (self->polled, signals->pdata[i]);
    }
}

/* While the lock is held no row is written, so that each row matches the members of its time. */
void
gscope_poll_group_set_members (GscopePollGroup *self, gint64 period, GPtrArray *signals)
{
  gint64 now;

  gscope_poll_group_drain (self, gscope_clock_get_time (self->clock));
  gscope_poller_lock (self->poller);
  /* after the rows that were written while this waited for the lock */
  now = gscope_clock_get_time (self->clock);
  wake (self);
  drain_rows (self, now);
  lose_pending (self, now);
  choose_members (self, signals);
  g_clear_pointer (&self->ring, gscope_ring_free);
  self->ring = create_ring (period, self->words->len);
  if (self->job.period != period)
    self->job.deadline = (now / period + 1) * period;
  self->job.period = period;
  gscope_poller_unlock (self->poller);
  register_job (self);
}

void
gscope_poll_group_start (GscopePollGroup *self)
{
  self->is_running = TRUE;
  register_job (self);
}

void
gscope_poll_group_stop (GscopePollGroup *self)
{
  gint64 now = gscope_clock_get_time (self->clock);

  self->is_running = FALSE;
  register_job (self);
  drain_rows (self, now);
  lose_pending (self, now);
}

guint64
gscope_poll_group_get_lost_ticks (GscopePollGroup *self)
{
  return self->lost_ticks;
}

GscopePollerMode
gscope_poll_group_get_mode (GscopePollGroup *self)
{
  return gscope_poller_get_mode (self->poller);
}
