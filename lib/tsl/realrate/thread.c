/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/realrate/thread.h>

#include <glib/gi18n-lib.h>
#include <math.h>
#include <tsl/page/rows-private.h>
#include <tsl/realrate/thread-private.h>
#include <tsl/sched/budget-private.h>
#include <tsl/sched/reserve.h>

#define MECHANISM "real-rate"
#define MSEC 1e6

/* The thread enforces its budget itself. The kernel's budget is larger, because its periods are not
 * aligned with the controller's, but less than a whole processor. */
#define BUDGET_FACTOR 1.25
#define BUDGET_SLACK 0.02
#define MAX_PROPORTION 0.9

/* A suspended thread resumes when there is more than it needs, so that it does not soon have to be
 * suspended again. */
#define RESUME_FACTOR 1.1

/* The weight of a sample in the mean need, by which a thread resumes: one sample may be far too high,
 * and a suspended thread takes no other. */
#define NEED_WEIGHT 0.25

typedef enum
{
  KNOB_ALPHA,
  KNOB_BETA,
  KNOB_P0,
  KNOB_K,
  KNOB_PRIORITY,
  KNOB_BUFFER,
  KNOB_RULE,
  N_KNOBS,
} Knob;

typedef enum
{
  GAUGE_TIME_STAMP,
  GAUGE_REAL_RATE,
  GAUGE_DELAY,
  GAUGE_GAIN,
  GAUGE_PROPORTION,
  GAUGE_HOLD,
  GAUGE_OVERLOAD,
  GAUGE_PERIOD,
  N_GAUGES,
} Gauge;

struct _TslRealrateThread
{
  TslPage *page;
  TslProgress *progress;
  /* NULL without a kernel thread */
  TslReserve *reserve;
  TslRealrateLaw law;
  gint64 thread_period;

  /* the controller, the proportion that it wants, and the granted one */
  TslRealrate state;
  double wanted;
  double granted;
  /* mean of the estimated gains; 0 if it is unknown */
  double need;
  gboolean is_overloaded;
  gboolean is_suspended;
  /* origin of time and progress; begin is 0 before the first progress */
  gint64 begin;
  gint64 begin_time_stamp;
  gint64 time_stamp;
  gint64 next;
  gboolean is_sampled;

  TslBudget budget;
  TslCell *knobs[N_KNOBS];
  TslCell *gauges[N_GAUGES];
  TslCell *n_samples;
  TslCell *n_refused;
};

#define KNOB(knob) G_STRUCT_OFFSET (TslRealrateThread, knobs[KNOB_##knob])
#define GAUGE(gauge) G_STRUCT_OFFSET (TslRealrateThread, gauges[GAUGE_##gauge])

static const TslCellRow cells[] = {
  TSL_GAUGE (GAUGE (TIME_STAMP), "time-stamp", "s", 0, 100),
  TSL_GAUGE (GAUGE (REAL_RATE), "real-rate", "s/s", 0, 2),
  TSL_GAUGE (GAUGE (DELAY), "delay", "ms", -50, 50),
  TSL_GAUGE (GAUGE (GAIN), "gain", "%", 0, 100),
  TSL_GAUGE (GAUGE (PROPORTION), "proportion", "%", 0, 100),
  TSL_GAUGE (GAUGE (HOLD), "hold", "", 0, 1),
  TSL_GAUGE (GAUGE (OVERLOAD), "overload", "", 0, 1),
  TSL_GAUGE (GAUGE (PERIOD), "period", "ms", 0, 100),
  TSL_KNOB (KNOB (ALPHA), "alpha", "", 0, 3),
  TSL_KNOB (KNOB (BETA), "beta", "", 0.01, 1),
  TSL_KNOB (KNOB (P0), "p0", "%", 0.1, 90),
  TSL_KNOB (KNOB (K), "k", "", 1, 20),
  TSL_KNOB (KNOB (PRIORITY), "priority", "", 0, 100),
  TSL_KNOB (KNOB (BUFFER), "buffer", "ms", 0, 1000),
  TSL_KNOB (KNOB (RULE), "rule", "", TSL_REALRATE_RULE_CATCH_UP, TSL_REALRATE_RULE_HOLD),
  TSL_COUNTER (G_STRUCT_OFFSET (TslRealrateThread, n_samples), "samples"),
  TSL_COUNTER (G_STRUCT_OFFSET (TslRealrateThread, n_refused), "refused"),
};

static gint64
get_sampling_period (TslRealrateThread *self)
{
  return tsl_realrate_choose_period (tsl_progress_get_granularity (self->progress),
                                     tsl_cell_get (self->knobs[KNOB_K]), self->thread_period);
}

/* The parameters passed to the kernel. */

static gint64
get_thread_period (TslRealrateThread *self)
{
  return self->thread_period ? self->thread_period : get_sampling_period (self);
}

static TslDemand
make_demand (TslRealrateThread *self, double proportion)
{
  gint64 period = get_thread_period (self);

  return (TslDemand){ .budget = MIN (proportion, MAX_PROPORTION) * period, .period = period };
}

/* If the kernel does not admit the budget with slack, reserves it without. A suspended thread keeps the
 * slack: with less, it would need minutes to end. */
static gboolean
change_reserve (TslRealrateThread *self, double proportion)
{
  TslDemand ample = make_demand (self, proportion * BUDGET_FACTOR + BUDGET_SLACK);
  TslDemand exact = make_demand (self, proportion);

  return tsl_reserve_change (self->reserve, &ample, NULL)
         || (proportion > 0 && tsl_reserve_change (self->reserve, &exact, NULL));
}

static gboolean
carry_out (TslRealrateThread *self, double proportion)
{
  gint64 period = get_thread_period (self);

  if (self->reserve && !change_reserve (self, proportion))
    {
      tsl_cell_count (self->n_refused, 1);
      return FALSE;
    }
  tsl_budget_set (&self->budget, self->begin, period, proportion * period);
  return TRUE;
}

/* Construction. */

static void
add_cells (TslRealrateThread *self, const TslRealrateSettings *settings, double initial)
{
  const char *name = tsl_progress_get_name (self->progress);
  const double values[N_KNOBS] = { settings->law.alpha, settings->law.beta,
                                   100 * initial,       settings->k,
                                   settings->priority,  settings->law.buffer / MSEC,
                                   settings->law.rule };

  tsl_page_add_rows (self->page, MECHANISM, name, cells, G_N_ELEMENTS (cells), self);
  for (guint i = 0; i < N_KNOBS; i++)
    tsl_cell_set (self->knobs[i], values[i]);
}

static void
publish (TslRealrateThread *self)
{
  const double values[N_GAUGES] = {
    [GAUGE_TIME_STAMP] = (self->time_stamp - self->begin_time_stamp) / 1e9,
    [GAUGE_REAL_RATE] = self->state.real_rate,
    [GAUGE_DELAY] = self->state.delay / MSEC,
    [GAUGE_GAIN] = 100 * self->state.gain,
    [GAUGE_PROPORTION] = 100 * self->granted,
    [GAUGE_HOLD] = self->state.is_held,
    [GAUGE_OVERLOAD] = self->is_overloaded,
    [GAUGE_PERIOD] = get_sampling_period (self) / MSEC,
  };

  for (guint i = 0; i < N_GAUGES; i++)
    tsl_cell_set (self->gauges[i], values[i]);
}

static gboolean
reserve (TslRealrateThread *self, pid_t tid, GError **error)
{
  const char *name = tsl_progress_get_name (self->progress);
  TslDemand demand = make_demand (self, self->wanted * BUDGET_FACTOR + BUDGET_SLACK);

  self->reserve = tsl_reserve_new (NULL, name, tid, &demand, error);
  if (!self->reserve)
    g_prefix_error (error, _ ("the thread “%s” cannot follow its progress: "), name);
  return self->reserve != NULL;
}

TslRealrateThread *
tsl_realrate_thread_new (TslPage *page, pid_t tid, TslProgress *progress,
                         const TslRealrateSettings *settings, double known, GError **error)
{
  TslRealrateThread *self = g_new0 (TslRealrateThread, 1);

  self->page = tsl_page_ref (page);
  self->progress = progress;
  self->law = settings->law;
  self->thread_period = settings->thread_period;
  tsl_realrate_init (&self->state, known > 0 ? known : settings->initial, known);
  self->wanted = self->granted = self->state.proportion;
  add_cells (self, settings, self->wanted);
  if (tid != 0 && !reserve (self, tid, error))
    {
      tsl_realrate_thread_free (self);
      return NULL;
    }
  publish (self);
  return self;
}

void
tsl_realrate_thread_free (TslRealrateThread *self)
{
  tsl_reserve_free (self->reserve);
  tsl_page_remove_rows (self->page, cells, G_N_ELEMENTS (cells), self);
  tsl_page_unref (self->page);
  g_free (self);
}

/* Sampling. */

/* The first progress is the origin. */
static void
begin (TslRealrateThread *self, gint64 now)
{
  gint64 time;

  if (tsl_progress_get (self->progress, &self->begin_time_stamp, &time))
    self->begin = now;
  self->time_stamp = self->begin_time_stamp;
}

static void
turn_knobs (TslRealrateThread *self)
{
  double asked;

  for (guint i = 0; i < N_KNOBS; i++)
    {
      if (!tsl_cell_take (self->knobs[i], &asked))
        continue;
      tsl_cell_answer (self->knobs[i], i == KNOB_RULE ? round (asked) : asked);
      if (i != KNOB_P0)
        continue;
      self->begin = 0;
      tsl_realrate_init (&self->state, asked / 100, 0);
      self->wanted = self->state.proportion;
    }
  self->law.alpha = tsl_cell_get (self->knobs[KNOB_ALPHA]);
  self->law.beta = tsl_cell_get (self->knobs[KNOB_BETA]);
  self->law.buffer = tsl_cell_get (self->knobs[KNOB_BUFFER]) * MSEC;
  self->law.rule = (TslRealrateRule) tsl_cell_get (self->knobs[KNOB_RULE]);
}

static void
step (TslRealrateThread *self, gint64 now)
{
  gint64 time;

  tsl_progress_get (self->progress, &self->time_stamp, &time);
  self->wanted = tsl_realrate_step (&self->state, &self->law, get_sampling_period (self),
                                    now - self->begin, self->time_stamp - self->begin_time_stamp);
  self->need = self->need > 0 ? self->need + NEED_WEIGHT * (self->state.gain - self->need)
                              : self->state.gain;
  tsl_cell_count (self->n_samples, 1);
}

/* The next sample is at the end of a thread period, even if samples were missed, but not
 * immediately after a late sample. */
static gint64
find_next (TslRealrateThread *self, gint64 now, gint64 period)
{
  gint64 left = self->begin ? period - (now - self->begin) % period : period;

  return now + (left < period / 2 ? left + period : left);
}

gint64
tsl_realrate_thread_get_next (TslRealrateThread *self)
{
  return self->next;
}

gboolean
tsl_realrate_thread_sample (TslRealrateThread *self, gint64 now)
{
  gint64 period;

  if (now < self->next)
    return FALSE;
  turn_knobs (self);
  period = get_sampling_period (self);
  if (self->begin == 0)
    begin (self, now);
  else if (!self->is_suspended)
    step (self, now);
  self->next = find_next (self, now, period);
  self->is_sampled = TRUE;
  return TRUE;
}

void
tsl_realrate_thread_get_wish (TslRealrateThread *self, TslWish *wish)
{
  double need = self->need > 0 ? self->need : self->wanted;

  *wish = (TslWish){ .wanted = self->is_suspended ? RESUME_FACTOR * need : self->wanted,
                     .gain = self->state.gain,
                     .priority = tsl_cell_get (self->knobs[KNOB_PRIORITY]) };
}

/* A resumed thread begins where it is, and does not catch up with the time that it was suspended. */
static gboolean
note_suspension (TslRealrateThread *self, const TslWish *wish)
{
  gboolean is_suspended = wish->granted <= 0;

  if (is_suspended == self->is_suspended)
    return FALSE;
  self->is_suspended = is_suspended;
  if (is_suspended)
    return TRUE;
  self->begin = 0;
  tsl_realrate_init (&self->state, wish->granted, self->need);
  self->wanted = self->state.proportion;
  return TRUE;
}

gboolean
tsl_realrate_thread_grant (TslRealrateThread *self, const TslWish *wish)
{
  gboolean is_other = note_suspension (self, wish);

  self->is_overloaded = wish->granted < wish->wanted;
  if (!self->is_sampled && wish->granted == self->granted)
    return is_other;
  self->is_sampled = FALSE;
  if (carry_out (self, wish->granted))
    self->granted = wish->granted;
  /* nothing was granted to a suspended thread, nor to one whose return the kernel refused */
  if (self->granted > 0)
    tsl_realrate_assign (&self->state, self->granted);
  publish (self);
  return is_other;
}

/**
 * tsl_realrate_thread_is_suspended:
 * @self: a thread
 *
 * Returns whether the thread is suspended in an overload, by the policy %TSL_OVERLOAD_POLICY_SUSPEND.
 *
 * Returns: %TRUE if it gets no processor time
 *
 * Since: 1.0
 */
gboolean
tsl_realrate_thread_is_suspended (TslRealrateThread *self)
{
  g_return_val_if_fail (self, FALSE);

  return self->is_suspended;
}

/**
 * tsl_realrate_thread_check:
 * @self: the calling thread
 *
 * Sleeps until the next period if the thread has spent its budget. The thread calls it often while
 * it works, because the kernel's budget is a fourth larger and enforced only at ticks. If the
 * budget is not spent, the call costs one reading of the clock.
 *
 * Returns: %TRUE if it slept
 *
 * Since: 1.0
 */
gboolean
tsl_realrate_thread_check (TslRealrateThread *self)
{
  g_return_val_if_fail (self, FALSE);

  return tsl_budget_check (&self->budget);
}

const char *
tsl_realrate_thread_get_name (TslRealrateThread *self)
{
  return tsl_progress_get_name (self->progress);
}

/**
 * tsl_realrate_thread_get_proportion:
 * @self: a thread
 *
 * Gets the proportion of one processor that the thread has now. Any thread may call it.
 *
 * Returns: the proportion, from 0 to 1
 *
 * Since: 1.0
 */
double
tsl_realrate_thread_get_proportion (TslRealrateThread *self)
{
  g_return_val_if_fail (self, 0);

  return tsl_cell_get (self->gauges[GAUGE_PROPORTION]) / 100;
}

/**
 * tsl_realrate_thread_get_state:
 * @self: a thread
 *
 * Gets the state of the thread's controller. Only the thread that steps the scheduler may call it.
 *
 * Returns: (transfer none): the state
 *
 * Since: 1.0
 */
const TslRealrate *
tsl_realrate_thread_get_state (TslRealrateThread *self)
{
  g_return_val_if_fail (self, NULL);

  return &self->state;
}
