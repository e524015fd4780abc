/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "rows.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <unistd.h>

#define MSEC 1e6

/* The period of the signals: the usage is measured over at least this time. */
#define SIGNAL_PERIOD (100 * GSCOPE_MSEC)

/* The kernel's bounds in ms (sched(7)): 1024 ns, 100 us, 2^22 us. */
#define MIN_BUDGET 0.001024
#define MIN_PERIOD 0.1
#define MAX_PERIOD 4194.304

/* Number of ended rows that stay. */
#define MAX_ENDED 32

typedef struct
{
  ReserveTask *task;
  GPtrArray *signals;
  /* the source's; NULL for the rows “default” and “idle”, and for an ended thread */
  GscopeParameter *budget;
  GscopeParameter *period;
  /* the changed reserve, with the original one registered in the guard; NULL before the first
   * change */
  TslReserve *reserve;
  gboolean has_ended;
} Row;

struct _ReserveRows
{
  GscopeSource *source;
  GscopeParameter *threshold;
  GPtrArray *rows;
  TslGuard *guard;
};

static void
row_free (Row *self)
{
  tsl_reserve_free (self->reserve);
  g_ptr_array_unref (self->signals);
  reserve_task_unref (self->task);
  g_free (self);
}

ReserveRows *
reserve_rows_new (GscopeSource *source, GscopeParameter *threshold)
{
  ReserveRows *self = g_new0 (ReserveRows, 1);

  self->source = source;
  self->threshold = g_object_ref (threshold);
  self->rows = g_ptr_array_new_with_free_func ((GDestroyNotify) row_free);
  return self;
}

void
reserve_rows_free (ReserveRows *self)
{
  g_ptr_array_unref (self->rows);
  g_clear_pointer (&self->guard, tsl_guard_free);
  g_object_unref (self->threshold);
  g_free (self);
}

static void
hide_parameters (ReserveRows *self, Row *row)
{
  if (row->budget)
    gscope_source_remove_parameter (self->source, row->budget);
  if (row->period)
    gscope_source_remove_parameter (self->source, row->period);
  row->budget = row->period = NULL;
}

static void
remove_at (ReserveRows *self, guint i)
{
  Row *row = self->rows->pdata[i];

  hide_parameters (self, row);
  for (guint k = 0; k < row->signals->len; k++)
    gscope_source_remove_signal (self->source, row->signals->pdata[k]);
  g_ptr_array_remove_index (self->rows, i);
}

void
reserve_rows_restore (ReserveRows *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      Row *row = self->rows->pdata[i];

      g_clear_pointer (&row->reserve, tsl_reserve_free);
    }
  g_clear_pointer (&self->guard, tsl_guard_free);
  reserve_rows_update_parameters (self);
}

void
reserve_rows_reset (ReserveRows *self)
{
  reserve_rows_restore (self);
  while (self->rows->len > 0)
    remove_at (self, self->rows->len - 1);
}

#define WORD(member) GSCOPE_SIGNAL_KIND_DOUBLE, G_STRUCT_OFFSET (ReserveTask, member)

static const GscopeSourceSignal machine_signals[] = {
  { "usage", N_ ("usage"), "%",
    N_ ("Share of the time of all processors together, over half a second"), WORD (usage),
    .max = 100, .line_mode = GSCOPE_LINE_MODE_STEPS, .role = "usage" },
  { .name = NULL },
};

static const GscopeSourceSignal thread_signals[] = {
  { "usage", N_ ("usage"), "%", N_ ("Share of a processor over the last periods"), WORD (usage),
    .max = 100, .line_mode = GSCOPE_LINE_MODE_STEPS, .role = "usage" },
  { "period-usage", N_ ("usage in a period"), "%",
    N_ ("Share of a processor over the last period, or over 20 ms if the period is shorter"),
    WORD (period_usage), .max = 100, .line_mode = GSCOPE_LINE_MODE_STEPS },
  { "limit", N_ ("reserve"), "%", N_ ("Reserved share of a processor: budget divided by period"),
    WORD (limit), .max = 100, .line_mode = GSCOPE_LINE_MODE_STEPS, .role = "limit" },
  { "period", N_ ("period"), "ms", N_ ("Period of the reserve"), WORD (period), .max = 100,
    .line_mode = GSCOPE_LINE_MODE_STEPS, .role = "period" },
  { .name = NULL },
};

static const char *const steered[] = { "usage", NULL };

static const GscopeSourceParameter thread_budget = {
  "budget",
  N_ ("budget"),
  "ms",
  N_ ("Processor time that the thread gets in every period"),
  GSCOPE_PARAMETER_TYPE_DOUBLE,
  .min = MIN_BUDGET,
  .max = MAX_PERIOD,
  .logarithmic = TRUE,
  .role = "limit",
  .steered = steered,
};

static const GscopeSourceParameter thread_period = {
  "period",
  N_ ("period"),
  "ms",
  N_ ("Period of the reserve; the budget does not change with it"),
  GSCOPE_PARAMETER_TYPE_DOUBLE,
  .min = MIN_PERIOD,
  .max = MAX_PERIOD,
  .logarithmic = TRUE,
  .role = "period",
  .steered = steered,
};

static void
add_signals (ReserveRows *self, Row *row)
{
  for (const GscopeSourceSignal *each = row->task->tid > 0 ? thread_signals : machine_signals;
       each->name; each++)
    {
      GscopeSourceSignal own = *each;
      GscopeSignal *signal;

      own.period = g_str_equal (each->name, "period-usage") ? reserve_task_get_window (row->task)
                                                            : SIGNAL_PERIOD;
      signal = gscope_source_declare_signal (self->source, &own, row->task->group, row->task->title,
                                             row->task);
      if (signal)
        g_ptr_array_add (row->signals, g_object_ref (signal));
    }
}

static GscopeParameter *
add_parameter (ReserveRows *self, Row *row, const GscopeSourceParameter *from, gint64 value)
{
  GscopeSourceParameter each = *from;

  each.initial = value / MSEC;
  return gscope_source_declare_parameter (self->source, &each, row->task->group, row->task->title,
                                          row);
}

/* A new thread continues the row of an ended thread with the same name. */
static void
make_room (ReserveRows *self, ReserveTask *task)
{
  for (guint i = self->rows->len; i-- > 0;)
    {
      Row *row = self->rows->pdata[i];

      if (row->has_ended && g_str_equal (row->task->group, task->group))
        remove_at (self, i);
    }
}

void
reserve_rows_add (ReserveRows *self, ReserveTask *task)
{
  Row *row = g_new0 (Row, 1);
  TslDemand demand;

  make_room (self, task);
  row->task = reserve_task_ref (task);
  row->signals = g_ptr_array_new_with_free_func (g_object_unref);
  g_ptr_array_add (self->rows, row);
  add_signals (self, row);
  /* the next scan removes a thread that has just ended or lost its reserve */
  if (task->tid == 0 || !tsl_reserve_find (task->tid, &demand))
    return;
  row->budget = add_parameter (self, row, &thread_budget, demand.budget);
  row->period = add_parameter (self, row, &thread_period, demand.period);
}

/* Removes the rows that ended first. */
static void
limit_ended (ReserveRows *self)
{
  guint oldest = 0, n = 0;

  for (guint i = self->rows->len; i-- > 0;)
    if (((Row *) self->rows->pdata[i])->has_ended)
      {
        oldest = i;
        n++;
      }
  if (n > MAX_ENDED)
    remove_at (self, oldest);
}

void
reserve_rows_end (ReserveRows *self, ReserveTask *task)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      Row *row = self->rows->pdata[i];

      if (row->task != task)
        continue;
      for (guint k = 0; k < row->signals->len; k++)
        gscope_signal_end (row->signals->pdata[k]);
      hide_parameters (self, row);
      g_clear_pointer (&row->reserve, tsl_reserve_free);
      row->has_ended = TRUE;
    }
  limit_ended (self);
}

static void
notice (GscopeParameter *parameter, gint64 value)
{
  g_autoptr (GVariant) number = g_variant_ref_sink (g_variant_new_double (value / MSEC));

  if (!g_variant_equal (number, gscope_parameter_get_value (parameter)))
    gscope_parameter_notice (parameter, number, NULL);
}

void
reserve_rows_update_parameters (ReserveRows *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      Row *row = self->rows->pdata[i];
      TslDemand demand;

      if (!row->budget || !row->period || !tsl_reserve_find (row->task->tid, &demand))
        continue;
      notice (row->budget, demand.budget);
      notice (row->period, demand.period);
    }
}

/* Admission. */

static Row *
find_row (ReserveRows *self, GscopeParameter *parameter)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      Row *row = self->rows->pdata[i];

      if (row->budget == parameter || row->period == parameter)
        return row;
    }
  return NULL;
}

gboolean
reserve_rows_have (ReserveRows *self, GscopeParameter *parameter)
{
  return find_row (self, parameter) != NULL;
}

/* Lists all reserves as TslDemand, with `demand` in place of the changed row's, whose index is
 * stored in `which`. */
static GArray *
list_demands (ReserveRows *self, Row *changed, const TslDemand *demand, guint *which)
{
  GArray *demands = g_array_new (FALSE, FALSE, sizeof (TslDemand));

  for (guint i = 0; i < self->rows->len; i++)
    {
      Row *row = self->rows->pdata[i];
      TslDemand present;

      if (row == changed)
        {
          *which = demands->len;
          g_array_append_val (demands, *demand);
        }
      else if (row->task->tid > 0 && !row->has_ended && tsl_reserve_find (row->task->tid, &present))
        g_array_append_val (demands, present);
    }
  return demands;
}

char *
reserve_rows_describe (ReserveRows *self)
{
  g_autoptr (GArray) demands = list_demands (self, NULL, NULL, NULL);

  return tsl_admission_describe ((const TslDemand *) (void *) demands->data, demands->len);
}

static gboolean
is_admitted (ReserveRows *self, Row *row, const TslDemand *demand, GError **error)
{
  guint which;
  g_autoptr (GArray) demands = list_demands (self, row, demand, &which);

  return tsl_admission_check ((const TslDemand *) (void *) demands->data, demands->len,
                              sysconf (_SC_NPROCESSORS_ONLN),
                              gscope_parameter_get_number (self->threshold) / 100, error);
}

static gboolean
find_present (Row *row, TslDemand *present, GError **error)
{
  if (row && reserve_task_is_there (row->task) && tsl_reserve_find (row->task->tid, present))
    return TRUE;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
               _ ("cannot change the reserve: the thread has ended, or has no reserve any more"));
  return FALSE;
}

static gboolean
check_demand (ReserveRows *self, Row *row, const TslDemand *present, const TslDemand *demand,
              GError **error)
{
  /* a reduction is always admitted */
  gboolean grows =
      demand->budget * (double) present->period > present->budget * (double) demand->period;

  if (row->task->is_kernels)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED,
                   _ ("cannot change the reserve of %s: it is a thread of the kernel"),
                   row->task->title);
      return FALSE;
    }
  return tsl_demand_validate (demand, error) && (!grows || is_admitted (self, row, demand, error));
}

static TslDemand
make_demand (Row *row, GscopeParameter *parameter, const TslDemand *present, GVariant *value)
{
  gint64 time = (gint64) round (g_variant_get_double (value) * MSEC);
  TslDemand demand = *present;

  if (parameter == row->budget)
    demand.budget = time;
  else
    demand.period = time;
  return demand;
}

static GVariant *
make_value (Row *row, GscopeParameter *parameter, const TslDemand *demand)
{
  gint64 time = parameter == row->budget ? demand->budget : demand->period;

  return g_variant_ref_sink (g_variant_new_double (time / MSEC));
}

static gboolean
is_same (const TslDemand *a, const TslDemand *b)
{
  return a->budget == b->budget && a->period == b->period;
}

/* Makes the first change of a reserve, and registers the original one with the guard. */
static gboolean
take_over (ReserveRows *self, Row *row, const TslDemand *demand, GError **error)
{
  if (!self->guard)
    self->guard = tsl_guard_new (error);
  if (!self->guard)
    return FALSE;
  row->reserve =
      tsl_reserve_new_guarded (NULL, row->task->group, row->task->tid, demand, self->guard, error);
  return row->reserve != NULL;
}

static gboolean
change (ReserveRows *self, Row *row, const TslDemand *demand, GError **error)
{
  return row->reserve ? tsl_reserve_change (row->reserve, demand, error)
                      : take_over (self, row, demand, error);
}

ReserveQuestion *
reserve_rows_ask (ReserveRows *self, GscopeParameter *parameter, GVariant *value, GError **error)
{
  Row *row = find_row (self, parameter);
  g_autoptr (GArray) demands = NULL;
  g_autofree char *tests = NULL;
  GError *refusal = NULL;
  TslDemand present, demand;
  guint which;

  if (!find_present (row, &present, error))
    return NULL;
  demand = make_demand (row, parameter, &present, value);
  /* an impossible demand is not explained further */
  if (row->task->is_kernels || !tsl_demand_validate (&demand, NULL))
    {
      check_demand (self, row, &present, &demand, error);
      return NULL;
    }
  check_demand (self, row, &present, &demand, &refusal);
  demands = list_demands (self, row, &demand, &which);
  tests = tsl_admission_explain ((const TslDemand *) (void *) demands->data, demands->len, which,
                                 sysconf (_SC_NPROCESSORS_ONLN),
                                 gscope_parameter_get_number (self->threshold) / 100);
  return reserve_question_new (make_value (row, parameter, &demand),
                               tsl_admission_sum (&demand, 1) - tsl_admission_sum (&present, 1),
                               tests, refusal);
}

GVariant *
reserve_rows_apply (ReserveRows *self, GscopeParameter *parameter, GVariant *value, GError **error)
{
  Row *row = find_row (self, parameter);
  TslDemand present, demand;

  if (!row)
    return g_variant_ref (value);
  if (!find_present (row, &present, error))
    return NULL;
  demand = make_demand (row, parameter, &present, value);
  if (is_same (&present, &demand))
    return make_value (row, parameter, &demand);
  if (check_demand (self, row, &present, &demand, error) && change (self, row, &demand, error)
      && find_present (row, &demand, error))
    return make_value (row, parameter, &demand);
  return NULL;
}
