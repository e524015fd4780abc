/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "kinds/kinds.h"
#include "kinds/realrate.h"

#include <glib/gi18n-lib.h>
#include <gscope/gscope.h>
#include <kernel-clock.h>

#define PERCENT 100.0

/* Time between two frames, in nanoseconds. */
#define GRANULARITY (5 * GSCOPE_MSEC)

/* The time over which rates are measured, in nanoseconds. */
#define WINDOW (500 * GSCOPE_MSEC)

/* Interval at which the main thread looks for up-calls: a sampling period, in milliseconds. */
#define UPCALL_INTERVAL 20

/* Three decoders under a real-rate scheduler that differ in their importance alone, and together may
 * need more than there is (G:1616). */
G_DECLARE_FINAL_TYPE (WorkloadOverload, workload_overload, WORKLOAD, OVERLOAD, GscopeSource)

/* In the order of TslOverloadPolicy. */
static const char *const policy_nicks[] = { "shrink", "fair-progress", "suspend", NULL };
static const char *const policy_titles[] = { N_ ("Shrink to a minimum"), N_ ("Fair progress"),
                                             N_ ("Suspend"), NULL };

/* The decoders, the most important one first. */
static const struct
{
  const char *name;
  const char *title;
} table[] = {
  { "important", N_ ("Important decoder") },
  { "medium", N_ ("Medium decoder") },
  { "minor", N_ ("Minor decoder") },
};

#define N_DECODERS G_N_ELEMENTS (table)

typedef enum
{
  STATE_RUNS,
  STATE_SUSPENDED
} State;

static const GscopeState states[] = {
  { STATE_RUNS, GSCOPE_STATE_STYLE_FILLED, 0, N_ ("Runs"), N_ ("R") },
  { STATE_SUSPENDED, GSCOPE_STATE_STYLE_HATCHED, 0, N_ ("Suspended"), N_ ("S") },
  { .name = NULL },
};

typedef struct
{
  /* Number of up-calls since the start, accessed atomically. Each odd one suspends the decoder, each
   * even one resumes it. */
  gint64 n_upcalls;
  /* used by the main thread */
  gint64 n_marked;

  /* used by the poller alone */
  gint64 base_time;
  gint64 base_time_stamp;
  double proportion;
  double rate;
  double state;
} Shown;

struct _WorkloadOverload
{
  GscopeSource parent_instance;

  Shown shown[N_DECODERS];
  TslPage *page;
  guint timer;
  /* protects the decoders, which the main thread creates and frees and the poller reads */
  TslLock lock;
  WorkloadRealrate *realrate;

  /* values of the parameters */
  int policy;
  double threshold;
  double load;

  /* used by the poller alone */
  double granted;
};

G_DEFINE_FINAL_TYPE (WorkloadOverload, workload_overload, GSCOPE_TYPE_SOURCE)

static gint64
count_upcalls (Shown *self)
{
  return __atomic_load_n (&self->n_upcalls, __ATOMIC_RELAXED);
}

static State
get_state (gint64 n_upcalls)
{
  return n_upcalls % 2 ? STATE_SUSPENDED : STATE_RUNS;
}

/* Functions of the poller's thread. */

static void
measure_rate (Shown *self, WorkloadStage *stage, gint64 now)
{
  gint64 time_stamp, time;

  if (now - self->base_time < WINDOW || !tsl_progress_get (stage->progress, &time_stamp, &time))
    return;
  if (self->base_time > 0)
    self->rate = (double) (time_stamp - self->base_time_stamp) / (now - self->base_time);
  self->base_time = now;
  self->base_time_stamp = time_stamp;
}

static void
measure (Shown *self, WorkloadStage *stage, gint64 now)
{
  self->proportion = PERCENT * tsl_realrate_thread_get_proportion (stage->control);
  self->state = get_state (count_upcalls (self));
  measure_rate (self, stage, now);
}

static void
pause_shown (Shown *self)
{
  self->proportion = self->rate = self->state = gscope_gap_value (GSCOPE_GAP_CAUSE_STOPPED);
  self->base_time = 0;
}

static void
pause_all (WorkloadOverload *self)
{
  self->granted = gscope_gap_value (GSCOPE_GAP_CAUSE_STOPPED);
  for (guint i = 0; i < N_DECODERS; i++)
    pause_shown (&self->shown[i]);
}

static void
measure_all (WorkloadOverload *self)
{
  gint64 now = kernel_clock_read (CLOCK_MONOTONIC);

  self->granted = 0;
  for (guint i = 0; i < N_DECODERS; i++)
    {
      measure (&self->shown[i], self->realrate->stages->pdata[i], now);
      self->granted += self->shown[i].proportion;
    }
}

static void
workload_overload_poll (GscopeSource *source, gint64 time)
{
  WorkloadOverload *self = WORKLOAD_OVERLOAD (source);

  tsl_lock_take (&self->lock);
  if (self->realrate)
    measure_all (self);
  else
    pause_all (self);
  tsl_lock_release (&self->lock);
}

/* Functions of the thread that steps the scheduler. */

static void
on_upcall (TslRealrateThread *thread, gboolean is_suspended, gpointer data)
{
  WorkloadOverload *self = data;

  for (guint i = 0; i < N_DECODERS; i++)
    if (((WorkloadStage *) self->realrate->stages->pdata[i])->control == thread)
      __atomic_add_fetch (&self->shown[i].n_upcalls, 1, __ATOMIC_RELAXED);
}

/* Functions of the main thread. */

static gboolean
mark_upcalls (gpointer data)
{
  WorkloadOverload *self = data;

  for (guint i = 0; i < N_DECODERS; i++)
    while (self->shown[i].n_marked < count_upcalls (&self->shown[i]))
      gscope_source_mark (GSCOPE_SOURCE (self),
                          get_state (++self->shown[i].n_marked) == STATE_SUSPENDED ? _ ("Suspended")
                                                                                   : _ ("Resumed"),
                          _ (table[i].title));
  return G_SOURCE_CONTINUE;
}

static void
set_realrate (WorkloadOverload *self, WorkloadRealrate *realrate)
{
  WorkloadRealrate *old;

  tsl_lock_take (&self->lock);
  old = self->realrate;
  self->realrate = realrate;
  tsl_lock_release (&self->lock);
  g_clear_pointer (&old, workload_realrate_free);
}

static void
stop_all (WorkloadOverload *self)
{
  g_clear_handle_id (&self->timer, g_source_remove);
  set_realrate (self, NULL);
  for (guint i = 0; i < N_DECODERS; i++)
    self->shown[i].n_upcalls = self->shown[i].n_marked = 0;
}

/* Every decoder needs the same share of the load. */
static void
set_load (WorkloadRealrate *realrate, double load)
{
  for (guint i = 0; i < N_DECODERS; i++)
    workload_wave_set (&((WorkloadStage *) realrate->stages->pdata[i])->wave,
                       load / PERCENT / N_DECODERS, 1, 0);
}

static gboolean
workload_overload_start (GscopeSource *source, GError **failure)
{
  WorkloadOverload *self = WORKLOAD_OVERLOAD (source);
  const TslRealrateSettings settings = TSL_REALRATE_SETTINGS_USUAL;
  WorkloadRealrate *realrate = workload_realrate_new (self->page, NULL);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < N_DECODERS; i++)
    workload_realrate_add_stage (realrate, table[i].name, GRANULARITY, NULL, NULL);
  set_load (realrate, self->load);
  tsl_realrate_scheduler_set_policy (realrate->scheduler, (TslOverloadPolicy) self->policy);
  tsl_realrate_scheduler_set_threshold (realrate->scheduler, self->threshold / PERCENT);
  tsl_realrate_scheduler_set_upcall (realrate->scheduler, on_upcall, self);
  if (!workload_realrate_begin (realrate, &settings, &error))
    workload_realrate_show_simulation (source, error);
  set_realrate (self, realrate);
  workload_realrate_run (realrate);
  self->timer = g_timeout_add (UPCALL_INTERVAL, mark_upcalls, self);
  return TRUE;
}

static void
workload_overload_stop (GscopeSource *source)
{
  stop_all (WORKLOAD_OVERLOAD (source));
}

static GVariant *
apply_policy (gpointer data, GscopeParameter *parameter, GVariant *value, GError **error)
{
  WorkloadOverload *self = data;
  TslOverloadPolicy policy = TSL_OVERLOAD_POLICY_PRIORITY;

  while (!g_str_equal (policy_nicks[policy], g_variant_get_string (value, NULL)))
    policy++;
  if (self->realrate)
    tsl_realrate_scheduler_set_policy (self->realrate->scheduler, policy);
  return g_variant_ref (value);
}

static GVariant *
apply_threshold (gpointer data, GscopeParameter *parameter, GVariant *value, GError **error)
{
  WorkloadOverload *self = data;

  if (self->realrate)
    tsl_realrate_scheduler_set_threshold (self->realrate->scheduler,
                                          g_variant_get_double (value) / PERCENT);
  return g_variant_ref (value);
}

static GVariant *
apply_load (gpointer data, GscopeParameter *parameter, GVariant *value, GError **error)
{
  WorkloadOverload *self = data;

  if (self->realrate)
    set_load (self->realrate, g_variant_get_double (value));
  return g_variant_ref (value);
}

#define WORD(member) G_STRUCT_OFFSET (WorkloadOverload, member)

static const char *const steered[] = { "granted", "proportion", "rate", "state", NULL };

static const GscopeSourceParameter parameters[] = {
  { "policy", N_ ("Policy"), NULL,
    N_ ("The fate of the less important decoders in an overload: they keep a minimum; all "
        "decoders slow down alike; or they are suspended and get an up-call"),
    GSCOPE_PARAMETER_TYPE_ENUMERATION, WORD (policy), .initial = TSL_OVERLOAD_POLICY_PRIORITY,
    .nicks = policy_nicks, .titles = policy_titles, .steered = steered, .apply = apply_policy },
  { "threshold", N_ ("Threshold"), "%",
    N_ ("Share of one processor that the decoders may have together"), GSCOPE_PARAMETER_TYPE_DOUBLE,
    WORD (threshold), 10, PERCENT *TSL_ADMISSION_THRESHOLD, PERCENT *TSL_ADMISSION_THRESHOLD,
    .steered = steered, .apply = apply_threshold },
  { "load", N_ ("Load"), "%",
    N_ ("Share of one processor that the decoders need together to keep up, a third each"),
    GSCOPE_PARAMETER_TYPE_DOUBLE, WORD (load), 10, 200, 60, .steered = steered,
    .apply = apply_load },
  { .name = NULL },
};

static const GscopeSourceSignal signals[] = {
  { "granted", N_ ("Granted"), "%", N_ ("Sum of the proportions of all decoders"),
    GSCOPE_SIGNAL_KIND_DOUBLE, WORD (granted), .max = 100, .line_mode = GSCOPE_LINE_MODE_STEPS },
  { .name = NULL },
};

#undef WORD

#define WORD(member) G_STRUCT_OFFSET (Shown, member)

static const GscopeSourceSignal shown_signals[] = {
  { "proportion", N_ ("proportion"), "%", N_ ("Share of a processor that the decoder gets"),
    GSCOPE_SIGNAL_KIND_DOUBLE, WORD (proportion), .max = 100, .line_mode = GSCOPE_LINE_MODE_STEPS },
  { "rate", N_ ("real rate"), "s/s",
    N_ ("Progress of the decoder in the last 0.5 s, divided by the time: 1 keeps up"),
    GSCOPE_SIGNAL_KIND_DOUBLE, WORD (rate), .max = 2, .line_mode = GSCOPE_LINE_MODE_STEPS },
  { "state", N_ ("state"), NULL, N_ ("1 while the decoder is suspended, according to its up-calls"),
    GSCOPE_SIGNAL_KIND_DOUBLE, WORD (state), .max = 1, .line_mode = GSCOPE_LINE_MODE_STEPS,
    .states = states },
};

static void
workload_overload_constructed (GObject *object)
{
  WorkloadOverload *self = WORKLOAD_OVERLOAD (object);

  G_OBJECT_CLASS (workload_overload_parent_class)->constructed (object);
  for (guint i = 0; i < N_DECODERS; i++)
    for (guint k = 0; k < G_N_ELEMENTS (shown_signals); k++)
      gscope_source_declare_signal (GSCOPE_SOURCE (self), &shown_signals[k], table[i].name,
                                    _ (table[i].title), &self->shown[i]);
}

static void
workload_overload_finalize (GObject *object)
{
  WorkloadOverload *self = WORKLOAD_OVERLOAD (object);

  stop_all (self);
  tsl_page_unref (self->page);
  tsl_lock_clear (&self->lock);
  G_OBJECT_CLASS (workload_overload_parent_class)->finalize (object);
}

static void
workload_overload_class_init (WorkloadOverloadClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GscopeSourceClass *source_class = GSCOPE_SOURCE_CLASS (klass);

  object_class->constructed = workload_overload_constructed;
  object_class->finalize = workload_overload_finalize;
  source_class->domain = GETTEXT_PACKAGE;
  source_class->signals = signals;
  source_class->parameters = parameters;
  source_class->start = workload_overload_start;
  source_class->stop = workload_overload_stop;
  source_class->poll = workload_overload_poll;
}

static void
workload_overload_init (WorkloadOverload *self)
{
  tsl_lock_init (&self->lock);
  pause_all (self);
  self->page = tsl_page_new (WORKLOAD_PAGE, NULL);
  if (!self->page)
    self->page = tsl_page_new_unpublished ();
}
