/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/remote/far-clock.h>

#include <glib/gi18n-lib.h>
#include <gscope/carrier/message.h>
#include <gscope/remote/clock.h>
#include <main-source.h>
#include <math.h>
#include <stdlib.h>

/* The first comparisons come one after the other, the next ones at the first interval, and all others at the second
 * one. */
#define N_QUICK 8
#define N_FREQUENT 128
/* Later ones come in rows, of which the fastest counts: the first of a row wakes both ends. */
#define N_ROW 3
#define FIRST_INTERVAL (100 * GSCOPE_MSEC)
#define INTERVAL GSCOPE_SEC

/* How far the reports of one step that come by several connections may differ. */
#define STEP_TOLERANCE GSCOPE_SEC

/* The data of the clock here that has all clocks which are compared with it, by peer and identity. */
#define POOL "gscope-far-clocks"

/* A step that was reported last, by which connection. */
typedef struct
{
  gpointer member;
  gint64 time;
  gint64 size;
} Report;

struct _GscopeFarClock
{
  grefcount ref_count;
  GscopeClock *near;
  /* the key in the pool; NULL if the clock is not shared */
  char *key;
  GscopeClockAlign *align;
  GscopeTimeBase *base;
  gint64 wall;

  /* connections, of which the first compares */
  GPtrArray *members;
  GscopeClockWatch *watch;
  GSource *timer;
  /* comparisons since the clocks were last unknown */
  guint n_taken;
  /* the answers of a row, and the fastest one */
  guint n_in_row;
  GscopeClockExchange best;
  Report reports[GSCOPE_N_CLOCK_STEP_KINDS];
};

static GscopeFarClock *
create (GscopeClock *near, const char *id)
{
  GscopeFarClock *self = g_new0 (GscopeFarClock, 1);

  g_ref_count_init (&self->ref_count);
  self->near = g_object_ref (near);
  self->align = gscope_clock_align_new ();
  self->base = gscope_time_base_new (id);
  self->members = g_ptr_array_new ();
  return self;
}

static GHashTable *
get_pool (GscopeClock *near)
{
  GHashTable *pool = g_object_get_data (G_OBJECT (near), POOL);

  if (!pool)
    {
      pool = g_hash_table_new (g_str_hash, g_str_equal);
      g_object_set_data_full (G_OBJECT (near), POOL, pool, (GDestroyNotify) g_hash_table_unref);
    }
  return pool;
}

GscopeFarClock *
gscope_far_clock_get (GscopeClock *near, const char *peer, const char *id)
{
  g_autofree char *key = g_strconcat (peer, "\n", id, NULL);
  GscopeFarClock *self = g_hash_table_lookup (get_pool (near), key);

  if (self)
    {
      g_ref_count_inc (&self->ref_count);
      return self;
    }
  self = create (near, id);
  if (gscope_message_is_one_clock (id, id))
    {
      self->key = g_steal_pointer (&key);
      g_hash_table_insert (get_pool (near), self->key, self);
    }
  return self;
}

void
gscope_far_clock_unref (GscopeFarClock *self)
{
  if (!g_ref_count_dec (&self->ref_count))
    return;
  if (self->key)
    g_hash_table_remove (get_pool (self->near), self->key);
  g_ptr_array_unref (self->members);
  gscope_time_base_unref (self->base);
  gscope_clock_align_free (self->align);
  g_object_unref (self->near);
  g_free (self->key);
  g_free (self);
}

static gboolean
is_ready (GscopeFarClock *self)
{
  return gscope_clock_align_is_ready (self->align);
}

/* Comparisons. */

static void
ask (GscopeFarClock *self)
{
  if (self->members->len > 0)
    gscope_remote_clock_ask (self->members->pdata[0]);
}

static void set_timer (GscopeFarClock *self, gint64 interval);

/* A comparison that takes longer than the interval is the only one until it is answered. */
static gboolean
on_interval (gpointer data)
{
  ask (data);
  return G_SOURCE_CONTINUE;
}

static gboolean
on_first_interval (gpointer data)
{
  GscopeFarClock *self = data;

  ask (self);
  if (self->n_taken < N_FREQUENT)
    return G_SOURCE_CONTINUE;
  set_timer (self, INTERVAL);
  return G_SOURCE_REMOVE;
}

static void
set_timer (GscopeFarClock *self, gint64 interval)
{
  g_clear_pointer (&self->timer, main_source_drop);
  self->timer = gscope_clock_create_timeout (self->near, interval);
  g_source_set_callback (self->timer, interval == INTERVAL ? on_interval : on_first_interval, self,
                         NULL);
  g_source_set_static_name (self->timer, "[gscope] clock comparison");
  g_source_attach (self->timer, g_main_context_get_thread_default ());
}

static void
ask_quickly (GscopeFarClock *self)
{
  if (self->members->len == 0)
    return;
  self->n_taken = 0;
  self->n_in_row = 0;
  set_timer (self, FIRST_INTERVAL);
  ask (self);
}

void
gscope_far_clock_doubt (GscopeFarClock *self)
{
  if (self->n_taken >= N_FREQUENT)
    ask_quickly (self);
}

/* Steps. */

static void
mark (GscopeFarClock *self, gint64 time, const char *format, gint64 size, const char *detail)
{
  if (self->members->len > 0)
    gscope_remote_clock_mark_step (self->members->pdata[0], time, format, size, detail);
}

/* The monotonic clocks have moved against each other. */
static void
break_off (GscopeFarClock *self, gint64 time, gint64 size, const char *detail)
{
  for (guint i = 0; i < self->members->len; i++)
    gscope_remote_clock_break_off (self->members->pdata[i]);
  mark (self, time, _ ("clock stepped by %s"), size, detail);
}

static void
on_own_step (gpointer data, GscopeClockStepKind kind, gint64 time, gint64 size)
{
  GscopeFarClock *self = data;

  if (kind == GSCOPE_CLOCK_STEP_WALL)
    {
      mark (self, time, _ ("wall clock stepped by %s"), size, _ ("The clock here was set."));
      return;
    }
  g_ref_count_inc (&self->ref_count);
  if (is_ready (self))
    gscope_clock_align_step (self->align, gscope_clock_align_to_far (self->align, time), -size);
  break_off (self, time, -size, _ ("This machine was suspended."));
  ask_quickly (self);
  gscope_far_clock_unref (self);
}

static void
take_suspend (GscopeFarClock *self, gint64 time, gint64 size)
{
  if (!is_ready (self))
    return;
  gscope_clock_align_step (self->align, time, size);
  break_off (self, gscope_clock_align_to_near (self->align, time), size,
             _ ("The other machine was suspended."));
  ask_quickly (self);
}

static gboolean
is_known (const Report *report, gpointer member, gint64 time, gint64 size)
{
  return report->member && report->member != member
         && fabs ((double) time - (double) report->time) < STEP_TOLERANCE
         && fabs ((double) size - (double) report->size) < STEP_TOLERANCE;
}

void
gscope_far_clock_take_step (GscopeFarClock *self, GscopeRemoteClock *member,
                            GscopeClockStepKind kind, gint64 time, gint64 size)
{
  if (is_known (&self->reports[kind], member, time, size))
    return;
  self->reports[kind] = (Report){ member, time, size };
  g_ref_count_inc (&self->ref_count);
  if (kind == GSCOPE_CLOCK_STEP_MONOTONIC)
    take_suspend (self, time, size);
  else
    {
      if (self->wall)
        self->wall = (gint64) ((guint64) self->wall + (guint64) size);
      mark (self, is_ready (self) ? gscope_clock_align_to_near (self->align, time) : time,
            _ ("wall clock stepped by %s"), size, _ ("The clock of the other machine was set."));
    }
  gscope_far_clock_unref (self);
}

/* Answers. */

static void
take_best (GscopeFarClock *self, const GscopeClockExchange *exchange)
{
  gint64 step = gscope_clock_align_add (self->align, exchange);

  if (!is_ready (self))
    return;
  for (guint i = 0; i < self->members->len; i++)
    gscope_remote_clock_show (self->members->pdata[i], exchange);
  if (step == 0)
    return;
  ask_quickly (self);
  break_off (self, gscope_clock_align_to_near (self->align, exchange->received), step, NULL);
}

static void
collect (GscopeFarClock *self, const GscopeClockExchange *exchange)
{
  self->n_taken++;
  self->n_in_row++;
  if (self->n_in_row == 1
      || gscope_clock_exchange_get_round_trip (exchange)
             < gscope_clock_exchange_get_round_trip (&self->best))
    self->best = *exchange;
  if (self->n_taken > N_QUICK && self->n_in_row < N_ROW)
    return;
  self->n_in_row = 0;
  take_best (self, &self->best);
}

/* A further connection asks once, before it knows which clock it is. */
void
gscope_far_clock_take_exchange (GscopeFarClock *self, GscopeRemoteClock *member,
                                const GscopeClockExchange *exchange)
{
  if (self->members->len == 0 || self->members->pdata[0] != member)
    {
      if (!is_ready (self))
        gscope_clock_align_add (self->align, exchange);
      return;
    }
  g_ref_count_inc (&self->ref_count);
  collect (self, exchange);
  if (self->n_taken < N_QUICK || self->n_in_row > 0)
    ask (self);
  gscope_far_clock_unref (self);
}

/* Connections. */

void
gscope_far_clock_join (GscopeFarClock *self, GscopeRemoteClock *member)
{
  g_ptr_array_add (self->members, member);
  if (self->members->len > 1)
    return;
  self->watch = gscope_clock_watch_new (self->near, on_own_step, self);
  ask_quickly (self);
}

void
gscope_far_clock_leave (GscopeFarClock *self, GscopeRemoteClock *member)
{
  gboolean compared = self->members->len > 0 && self->members->pdata[0] == member;

  g_ptr_array_remove (self->members, member);
  for (guint i = 0; i < GSCOPE_N_CLOCK_STEP_KINDS; i++)
    if (self->reports[i].member == member)
      self->reports[i].member = NULL;
  if (self->members->len > 0)
    {
      if (compared)
        ask_quickly (self);
      return;
    }
  g_clear_pointer (&self->timer, main_source_drop);
  g_clear_pointer (&self->watch, gscope_clock_watch_free);
  if (is_ready (self))
    gscope_clock_align_resume (
        self->align, gscope_clock_align_to_far (self->align, gscope_clock_get_time (self->near)));
}

GscopeClockAlign *
gscope_far_clock_get_align (GscopeFarClock *self)
{
  return self->align;
}

GscopeTimeBase *
gscope_far_clock_get_time_base (GscopeFarClock *self)
{
  return self->base;
}

gint64
gscope_far_clock_get_wall (GscopeFarClock *self)
{
  return self->wall;
}

void
gscope_far_clock_set_wall (GscopeFarClock *self, gint64 wall)
{
  self->wall = wall;
}
