/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/experiment/run.h>

#include <gscope/enums.h>
#include <gscope/experiment/steer.h>
#include <gscope/experiment/take.h>
#include <gscope/record/exporter.h>
#include <property.h>

/* Beyond the delay of a scope, how long its samples may take to arrive. */
#define MARGIN (300 * GSCOPE_MSEC)

/**
 * GscopeExperimentRun:
 *
 * The run of an experiment over a live workspace, in the main context. For each repetition and point whose run the results do
 * not have, it sets parameters, waits until what it measures has settled, makes the timed changes, takes the measures of
 * the samples, and adds them to the results.
 *
 * A pause begins when the present run of a point is over. At the end, when it is stopped and when it is freed, every
 * parameter that it wrote gets the value back that it had before.
 */
struct _GscopeExperimentRun
{
  GObject parent_instance;

  GscopeExperimentResults *results;
  GscopeExperiment *experiment;
  GscopeWorkspace *workspace;
  GscopeClock *clock;
  GscopeExperimentSteer *steer;
  GscopeExperimentRunState state;
  char *problem;
  /* of the present run of a point */
  guint point;
  guint repetition;
  GCancellable *cancellable;
  GSource *timer;
  gint64 started;
  gint64 begin;
  guint step;
  guint64 lost;
  /* recordings that are being written */
  guint n_exports;
  /* GFile: all recordings */
  GPtrArray *recordings;
  gboolean is_restored;
  /* of Lease */
  GArray *leases;
};

typedef struct
{
  GscopeSignal *signal;
  guint number;
} Lease;

G_DEFINE_FINAL_TYPE (GscopeExperimentRun, gscope_experiment_run, G_TYPE_OBJECT)

enum
{
  SIGNAL_MEASURED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void next (GscopeExperimentRun *self);

static void
set_state (GscopeExperimentRun *self, GscopeExperimentRunState state)
{
  if (self->state == state)
    return;
  self->state = state;
  g_object_notify (G_OBJECT (self), "state");
}

static void
clear_timer (GscopeExperimentRun *self)
{
  if (self->timer)
    g_source_destroy (self->timer);
  g_clear_pointer (&self->timer, g_source_unref);
}

static void
lease_clear (gpointer data)
{
  Lease *self = data;

  gscope_signal_release (self->signal, self->number);
  g_object_unref (self->signal);
}

/* Ends what is under way at a point. */
static void
abandon (GscopeExperimentRun *self)
{
  clear_timer (self);
  if (self->cancellable)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_array_set_size (self->leases, 0);
}

static void
gscope_experiment_run_dispose (GObject *object)
{
  GscopeExperimentRun *self = GSCOPE_EXPERIMENT_RUN (object);

  abandon (self);
  if (self->workspace)
    g_signal_handlers_disconnect_by_data (self->workspace, self);
  if (self->steer)
    gscope_experiment_steer_restore_async (self->steer, NULL, NULL);
  g_clear_object (&self->steer);
  g_clear_object (&self->clock);
  g_clear_object (&self->workspace);
  g_clear_object (&self->results);
  g_clear_object (&self->experiment);
  G_OBJECT_CLASS (gscope_experiment_run_parent_class)->dispose (object);
}

static void
gscope_experiment_run_finalize (GObject *object)
{
  GscopeExperimentRun *self = GSCOPE_EXPERIMENT_RUN (object);

  g_array_unref (self->leases);
  g_ptr_array_unref (self->recordings);
  g_free (self->problem);
  G_OBJECT_CLASS (gscope_experiment_run_parent_class)->finalize (object);
}

static void
gscope_experiment_run_class_init (GscopeExperimentRunClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = gscope_experiment_run_dispose;
  object_class->finalize = gscope_experiment_run_finalize;

  /**
   * GscopeExperimentRun:state:
   *
   * The state of the run.
   */
  property_add (object_class, enum, "state", gscope_experiment_run_get_state, NULL,
                GSCOPE_TYPE_EXPERIMENT_RUN_STATE, GSCOPE_EXPERIMENT_RUN_READY);
  /**
   * GscopeExperimentRun::measured:
   * @self: the run
   * @point: the position of a point
   * @repetition: which of its runs
   *
   * Emitted when a run of a point was added to the results.
   */
  signals[SIGNAL_MEASURED] =
      g_signal_new ("measured", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                    G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
}

static void
gscope_experiment_run_init (GscopeExperimentRun *self)
{
  self->leases = g_array_new (FALSE, FALSE, sizeof (Lease));
  g_array_set_clear_func (self->leases, lease_clear);
  self->recordings = g_ptr_array_new_with_free_func (g_object_unref);
}

/**
 * gscope_experiment_run_new:
 * @results: results of an experiment, which may have some runs already
 * @workspace: its workspace, which is instantiated
 *
 * Makes the run of an experiment, which does not start yet.
 *
 * Returns: (transfer full): a run
 */
GscopeExperimentRun *
gscope_experiment_run_new (GscopeExperimentResults *results, GscopeWorkspace *workspace)
{
  GscopeExperimentRun *self;
  g_autoptr (GscopeScope) scope = NULL;

  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT_RESULTS (results), NULL);
  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (workspace), NULL);

  self = g_object_new (GSCOPE_TYPE_EXPERIMENT_RUN, NULL);
  scope = g_list_model_get_item (gscope_workspace_get_scopes (workspace), 0);
  self->results = g_object_ref (results);
  self->experiment = g_object_ref (gscope_experiment_results_get_experiment (results));
  self->workspace = g_object_ref (workspace);
  self->clock = g_object_ref (scope ? gscope_scope_get_clock (scope) : gscope_clock_get_system ());
  self->steer = gscope_experiment_steer_new (workspace, self->clock);
  return self;
}

static void
after (GscopeExperimentRun *self, gint64 interval, GSourceFunc func)
{
  clear_timer (self);
  self->timer = gscope_clock_create_timeout (self->clock, MAX (interval, 1));
  g_source_set_callback (self->timer, func, self, NULL);
  g_source_attach (self->timer, NULL);
}

static gint64
get_time (GscopeExperimentRun *self)
{
  return gscope_clock_get_time (self->clock);
}

static void
check_end (GscopeExperimentRun *self)
{
  if (self->is_restored && self->n_exports == 0)
    set_state (self, GSCOPE_EXPERIMENT_RUN_ENDED);
}

static void
on_restored (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GscopeExperimentRun) self = data;
  g_autoptr (GError) error = NULL;

  gscope_experiment_steer_restore_finish (GSCOPE_EXPERIMENT_STEER (object), result, &error);
  if (error && !self->problem)
    self->problem = g_strdup (error->message);
  self->is_restored = TRUE;
  check_end (self);
}

static void
finish (GscopeExperimentRun *self)
{
  abandon (self);
  set_state (self, GSCOPE_EXPERIMENT_RUN_STOPPING);
  gscope_experiment_steer_restore_async (self->steer, on_restored, g_object_ref (self));
}

/* Takes the error. */
static void
fail (GscopeExperimentRun *self, GError *error)
{
  g_free (self->problem);
  self->problem = g_strdup (error->message);
  g_error_free (error);
  finish (self);
}

static gboolean
is_measuring (GscopeExperimentRun *self)
{
  return self->state == GSCOPE_EXPERIMENT_RUN_RUNNING
         || self->state == GSCOPE_EXPERIMENT_RUN_PAUSING;
}

/* Adds the run of the present point, and goes on with the next one. */
static void
add (GscopeExperimentRun *self, const double *values, guint64 lost, const char *problem)
{
  guint point = self->point, repetition = self->repetition;
  gsize n = values ? gscope_experiment_get_measures (self->experiment)->len : 0;
  g_autoptr (GVariant) statuses = gscope_experiment_list_statuses (self->workspace);
  GError *error = NULL;

  abandon (self);
  if (!gscope_experiment_results_add_conditions (self->results, statuses, &error)
      || !gscope_experiment_results_add (self->results, point, repetition, values, n, lost, problem,
                                         &error))
    {
      fail (self, error);
      return;
    }
  g_signal_emit (self, signals[SIGNAL_MEASURED], 0, point, repetition);
  if (is_measuring (self))
    next (self);
}

typedef void (*ScopeFunc) (GscopeExperimentRun *self, GscopeScope *scope, gint64 *sum);

static gint64
sum_scopes (GscopeExperimentRun *self, ScopeFunc func)
{
  GListModel *scopes = gscope_workspace_get_scopes (self->workspace);
  gint64 sum = 0;

  for (guint i = 0; i < g_list_model_get_n_items (scopes); i++)
    {
      g_autoptr (GscopeScope) scope = g_list_model_get_item (scopes, i);

      func (self, scope, &sum);
    }
  return sum;
}

static void
add_losses (GscopeExperimentRun *self, GscopeScope *scope, gint64 *sum)
{
  GscopeTally tally;

  gscope_scope_get_tally (scope, &tally);
  *sum += (gint64) (gscope_tally_get_lost (&tally) + gscope_tally_get_late (&tally));
}

static void
find_delay (GscopeExperimentRun *self, GscopeScope *scope, gint64 *delay)
{
  *delay = MAX (*delay, gscope_scope_get_delay (scope) + gscope_scope_get_period (scope));
}

static void
drain (GscopeExperimentRun *self, GscopeScope *scope, gint64 *sum)
{
  gscope_scope_drain (scope);
}

static gint64
get_delay (GscopeExperimentRun *self)
{
  return sum_scopes (self, find_delay) + MARGIN;
}

static void
on_exported (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GscopeExperimentRun) self = data;
  GError *error = NULL;

  self->n_exports--;
  gscope_exporter_write_finish (GSCOPE_EXPORTER (object), result, &error);
  if (error && is_measuring (self))
    fail (self, error);
  else
    g_clear_error (&error);
  check_end (self);
}

/* The samples are in the trace, from which they are written meanwhile. */
static void export(GscopeExperimentRun *self, GscopeScope *scope, gint64 *number)
{
  g_auto (GStrv) names = gscope_experiment_list_recorded (self->experiment, scope);
  g_autoptr (GFile) file = names[0] ? gscope_experiment_find_recording (
                               self->results, self->point, self->repetition, (guint) *number)
                                    : NULL;
  g_autoptr (GscopeExporter) exporter = NULL;

  (*number)++;
  if (!file)
    return;
  if (!gscope_experiment_has_room (self->recordings))
    {
      g_message ("No samples are recorded in %s: the recordings have reached %u MiB",
                 g_file_peek_path (file), GSCOPE_EXPERIMENT_MAX_RECORDED);
      return;
    }
  g_ptr_array_add (self->recordings, g_object_ref (file));
  exporter = gscope_exporter_new (scope);
  gscope_exporter_set_signals (exporter, (const char *const *) names);
  gscope_exporter_set_interval (exporter, self->begin,
                                self->begin + gscope_experiment_get_run (self->experiment));
  self->n_exports++;
  gscope_exporter_write_async (exporter, GSCOPE_EXPORT_TUPLES, file, NULL, on_exported,
                               g_object_ref (self));
}

static gboolean
on_arrived (gpointer data)
{
  GscopeExperimentRun *self = data;
  g_autofree double *values =
      g_new (double, gscope_experiment_get_measures (self->experiment)->len);
  g_autofree char *problem = NULL;
  guint64 lost;

  sum_scopes (self, drain);
  lost = (guint64) sum_scopes (self, add_losses) - self->lost;
  problem = gscope_experiment_take_values (
      self->experiment, self->workspace, self->begin,
      self->begin + gscope_experiment_get_run (self->experiment), values);
  sum_scopes (self, export);
  add (self, values, lost, problem);
  return G_SOURCE_REMOVE;
}

static gboolean
on_over (gpointer data)
{
  after (data, get_delay (data), on_arrived);
  return G_SOURCE_REMOVE;
}

static gboolean on_step (gpointer data);

/* Waits for the next timed change, or for the end of the run. */
static void
wait_for_step (GscopeExperimentRun *self)
{
  GPtrArray *steps = gscope_experiment_get_steps (self->experiment);
  const GscopeExperimentStep *step = self->step < steps->len ? steps->pdata[self->step] : NULL;
  gint64 time = step ? step->time : gscope_experiment_get_run (self->experiment);

  after (self, self->begin + time - get_time (self), step ? on_step : on_over);
}

static void
on_step_applied (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GscopeExperimentRun) self = data;
  g_autoptr (GError) error = NULL;

  if (gscope_experiment_steer_apply_finish (GSCOPE_EXPERIMENT_STEER (object), result, &error)
      || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || !is_measuring (self))
    return;
  clear_timer (self);
  add (self, NULL, 0, error->message);
}

static gboolean
on_step (gpointer data)
{
  GscopeExperimentRun *self = data;
  const GscopeExperimentStep *step =
      gscope_experiment_get_steps (self->experiment)->pdata[self->step++];
  g_autoptr (GVariant) settings = NULL;
  GVariantDict dict;

  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert_value (&dict, step->parameter, step->value);
  settings = g_variant_ref_sink (g_variant_dict_end (&dict));
  wait_for_step (self);
  gscope_experiment_steer_apply_async (self->steer, settings, self->cancellable, on_step_applied,
                                       g_object_ref (self));
  return G_SOURCE_REMOVE;
}

static gboolean
on_settled (gpointer data)
{
  GscopeExperimentRun *self = data;

  self->begin = get_time (self);
  self->step = 0;
  self->lost = (guint64) sum_scopes (self, add_losses);
  wait_for_step (self);
  return G_SOURCE_REMOVE;
}

/* Has agents send the samples of a signal. */
static void
lease (GscopeExperimentRun *self, const char *name)
{
  GscopeSignal *signal = name ? gscope_experiment_find_signal (self->workspace, name) : NULL;
  Lease one;

  if (!signal)
    return;
  one = (Lease){ g_object_ref (signal), gscope_signal_lease (signal, 0) };
  g_array_append_val (self->leases, one);
}

static void
lease_signals (GscopeExperimentRun *self)
{
  GPtrArray *measures = gscope_experiment_get_measures (self->experiment);

  for (guint i = 0; i < measures->len; i++)
    {
      const GscopeExperimentMeasure *measure = measures->pdata[i];

      lease (self, measure->signal);
      lease (self, measure->reference);
      for (guint k = 0; k < measure->per->len; k++)
        lease (self, measure->per->pdata[k]);
    }
}

static void
on_set (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GscopeExperimentRun) self = data;
  g_autoptr (GError) error = NULL;

  if (!gscope_experiment_steer_apply_finish (GSCOPE_EXPERIMENT_STEER (object), result, &error))
    {
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        add (self, NULL, 0, error->message);
      return;
    }
  lease_signals (self);
  after (self, gscope_experiment_get_settle (self->experiment), on_settled);
}

/* The values of a point take the place of those of all points. */
static GVariant *
merge_settings (GscopeExperimentRun *self)
{
  const GscopeExperimentPoint *point =
      gscope_experiment_get_points (self->experiment)->pdata[self->point];
  GVariantDict dict;
  GVariantIter iter;
  const char *name;
  GVariant *value;

  g_variant_dict_init (&dict, gscope_experiment_get_settings (self->experiment));
  g_variant_iter_init (&iter, point->settings);
  while (g_variant_iter_loop (&iter, "{&sv}", &name, &value))
    g_variant_dict_insert_value (&dict, name, value);
  return g_variant_ref_sink (g_variant_dict_end (&dict));
}

static void
measure_point (GscopeExperimentRun *self)
{
  g_autoptr (GVariant) settings = merge_settings (self);

  abandon (self);
  self->cancellable = g_cancellable_new ();
  self->started = get_time (self);
  gscope_experiment_steer_apply_async (self->steer, settings, self->cancellable, on_set,
                                       g_object_ref (self));
}

/* All points once, then all again, so that a slow change of the machine is in all points alike. */
static gboolean
find_next (GscopeExperimentRun *self)
{
  guint n = gscope_experiment_get_points (self->experiment)->len;

  for (guint i = 0; i < gscope_experiment_results_get_n_runs (self->results); i++)
    if (!gscope_experiment_results_has (self->results, i % n, i / n))
      {
        self->point = i % n;
        self->repetition = i / n;
        return TRUE;
      }
  return FALSE;
}

static void
next (GscopeExperimentRun *self)
{
  if (!find_next (self))
    finish (self);
  else if (self->state == GSCOPE_EXPERIMENT_RUN_PAUSING)
    set_state (self, GSCOPE_EXPERIMENT_RUN_PAUSED);
  else
    measure_point (self);
}

static void
on_workspace_settled (GscopeExperimentRun *self)
{
  if (!gscope_workspace_get_settled (self->workspace))
    return;
  g_signal_handlers_disconnect_by_data (self->workspace, self);
  if (self->state == GSCOPE_EXPERIMENT_RUN_RUNNING)
    next (self);
}

static void
begin (GscopeExperimentRun *self)
{
  g_signal_connect_swapped (self->workspace, "notify::settled", G_CALLBACK (on_workspace_settled),
                            self);
  on_workspace_settled (self);
}

/**
 * gscope_experiment_run_start:
 * @self: a run
 *
 * Starts a run that was not started before, as soon as the workspace is settled.
 */
void
gscope_experiment_run_start (GscopeExperimentRun *self)
{
  g_return_if_fail (GSCOPE_IS_EXPERIMENT_RUN (self));
  g_return_if_fail (self->steer && self->state == GSCOPE_EXPERIMENT_RUN_READY);

  set_state (self, GSCOPE_EXPERIMENT_RUN_RUNNING);
  begin (self);
}

/**
 * gscope_experiment_run_pause:
 * @self: a run
 *
 * Pauses as soon as the present run of a point is over, so that nothing is measured twice. Parameters keep the values of that
 * point. Without effect unless it is running.
 */
void
gscope_experiment_run_pause (GscopeExperimentRun *self)
{
  g_return_if_fail (GSCOPE_IS_EXPERIMENT_RUN (self));

  if (self->state != GSCOPE_EXPERIMENT_RUN_RUNNING)
    return;
  /* before the first run there is nothing to wait for */
  if (!self->cancellable)
    g_signal_handlers_disconnect_by_data (self->workspace, self);
  set_state (self,
             self->cancellable ? GSCOPE_EXPERIMENT_RUN_PAUSING : GSCOPE_EXPERIMENT_RUN_PAUSED);
}

/**
 * gscope_experiment_run_resume:
 * @self: a run
 *
 * Goes on after a pause, or takes one back that has not begun. Without effect otherwise.
 */
void
gscope_experiment_run_resume (GscopeExperimentRun *self)
{
  g_return_if_fail (GSCOPE_IS_EXPERIMENT_RUN (self));

  if (self->state == GSCOPE_EXPERIMENT_RUN_PAUSING)
    set_state (self, GSCOPE_EXPERIMENT_RUN_RUNNING);
  if (self->state != GSCOPE_EXPERIMENT_RUN_PAUSED)
    return;
  set_state (self, GSCOPE_EXPERIMENT_RUN_RUNNING);
  begin (self);
}

/**
 * gscope_experiment_run_stop:
 * @self: a run
 *
 * Stops, and puts parameters back. Values that were measured stay in the results.
 */
void
gscope_experiment_run_stop (GscopeExperimentRun *self)
{
  g_return_if_fail (GSCOPE_IS_EXPERIMENT_RUN (self) && self->steer);

  if (self->state < GSCOPE_EXPERIMENT_RUN_STOPPING)
    finish (self);
}

/**
 * gscope_experiment_run_get_state:
 * @self: a run
 *
 * Gets its state.
 *
 * Returns: the state
 */
GscopeExperimentRunState
gscope_experiment_run_get_state (GscopeExperimentRun *self)
{
  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT_RUN (self), GSCOPE_EXPERIMENT_RUN_READY);

  return self->state;
}

/**
 * gscope_experiment_run_get_results:
 * @self: a run
 *
 * Gets the results to which it adds.
 *
 * Returns: (transfer none): the results
 */
GscopeExperimentResults *
gscope_experiment_run_get_results (GscopeExperimentRun *self)
{
  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT_RUN (self), NULL);

  return self->results;
}

/**
 * gscope_experiment_run_get_point:
 * @self: a run
 *
 * Gets the point that is being measured.
 *
 * Returns: its position
 */
guint
gscope_experiment_run_get_point (GscopeExperimentRun *self)
{
  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT_RUN (self), 0);

  return self->point;
}

/**
 * gscope_experiment_run_get_repetition:
 * @self: a run
 *
 * Gets which run of the point is being measured.
 *
 * Returns: the repetition, from 0
 */
guint
gscope_experiment_run_get_repetition (GscopeExperimentRun *self)
{
  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT_RUN (self), 0);

  return self->repetition;
}

/* Returns how long the run of a point takes. */
static gint64
get_length (GscopeExperimentRun *self)
{
  return gscope_experiment_get_settle (self->experiment)
         + gscope_experiment_get_run (self->experiment) + get_delay (self);
}

/* Returns how much of the present run of a point is over, nanoseconds. */
static gint64
get_elapsed (GscopeExperimentRun *self)
{
  return self->cancellable ? CLAMP (get_time (self) - self->started, 0, get_length (self)) : 0;
}

/**
 * gscope_experiment_run_get_progress:
 * @self: a run
 *
 * Gets how much is measured.
 *
 * Returns: a fraction, from 0 to 1
 */
double
gscope_experiment_run_get_progress (GscopeExperimentRun *self)
{
  double n, measured;

  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT_RUN (self), 0);

  n = gscope_experiment_results_get_n_runs (self->results);
  measured = gscope_experiment_results_get_n_measured (self->results);
  return MIN (1, (measured + (double) get_elapsed (self) / (double) get_length (self)) / n);
}

/**
 * gscope_experiment_run_get_time_left:
 * @self: a run
 *
 * Gets how long the rest takes.
 *
 * Returns: nanoseconds
 */
gint64
gscope_experiment_run_get_time_left (GscopeExperimentRun *self)
{
  gint64 n;

  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT_RUN (self), 0);

  n = (gint64) gscope_experiment_results_get_n_runs (self->results)
      - gscope_experiment_results_get_n_measured (self->results);
  return MAX (0, n * get_length (self) - get_elapsed (self));
}

/**
 * gscope_experiment_run_list_old:
 * @self: a run
 *
 * Lists what it will put back.
 *
 * Returns: (transfer full): `a{sv}`, the values before the first write, by the full names of parameters; empty before that
 *   and at the end
 */
GVariant *
gscope_experiment_run_list_old (GscopeExperimentRun *self)
{
  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT_RUN (self) && self->steer, NULL);

  return gscope_experiment_steer_list_old (self->steer);
}

/**
 * gscope_experiment_run_get_problem:
 * @self: a run
 *
 * Gets why the run ended early, or which parameters refused to be put back.
 *
 * Returns: (nullable): the reason, such as a file that cannot be written; %NULL without one
 */
const char *
gscope_experiment_run_get_problem (GscopeExperimentRun *self)
{
  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT_RUN (self), NULL);

  return self->problem;
}
