/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/experiment/run.h>

#include <gscope/enums.h>
#include <gscope/experiment/leases.h>
#include <gscope/experiment/private.h>
#include <gscope/experiment/steer.h>
#include <gscope/experiment/take.h>
#include <gscope/record/exporter.h>
#include <main-source.h>
#include <property.h>

/* Beyond the delay of a scope, how long its samples may take to arrive. */
#define MARGIN (300 * GSCOPE_MSEC)

/* The run of a point that is over, while its last samples are on their way and the next point settles. */
typedef struct
{
  /* NULL if there is none */
  GSource *timer;
  guint point;
  guint repetition;
  gint64 begin;
  guint64 lost;
  GVariant *statuses;
} Tail;

/**
 * GscopeExperimentRun:
 *
 * The run of an experiment over a live workspace, in the main context. For each repetition and point whose run the results do
 * not have, it sets parameters, waits until what it measures has settled, makes the timed changes, takes the measures of
 * the samples, and adds them to the results.
 *
 * A pause begins when the present run of a point is over. At the end, when it is stopped and when it is freed, every
 * parameter that it wrote gets the value back that it had before.
 *
 * Since: 1.0
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
  Tail tail;
  /* recordings that are being written */
  guint n_exports;
  /* GFile: all recordings */
  GPtrArray *recordings;
  gboolean is_restored;
  GArray *leases;
  /* of each point, when the run ends */
  guint repetitions;
};

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
clear_tail (GscopeExperimentRun *self)
{
  g_clear_pointer (&self->tail.timer, main_source_drop);
  g_clear_pointer (&self->tail.statuses, g_variant_unref);
}

/* Ends what is under way at a point. */
static void
abandon (GscopeExperimentRun *self)
{
  g_clear_pointer (&self->timer, main_source_drop);
  if (self->cancellable)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

static void
abandon_all (GscopeExperimentRun *self)
{
  abandon (self);
  clear_tail (self);
  g_array_set_size (self->leases, 0);
}

static void
gscope_experiment_run_dispose (GObject *object)
{
  GscopeExperimentRun *self = GSCOPE_EXPERIMENT_RUN (object);

  abandon_all (self);
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
   *
   * Since: 1.0
   */
  property_add (object_class, enum, "state", gscope_experiment_run_get_state, NULL,
                GSCOPE_TYPE_EXPERIMENT_RUN_STATE, GSCOPE_EXPERIMENT_RUN_STATE_READY);
  /**
   * GscopeExperimentRun::measured:
   * @self: the run
   * @point: the position of a point
   * @repetition: which of its runs
   *
   * Emitted when a run of a point was added to the results.
   *
   * Since: 1.0
   */
  signals[SIGNAL_MEASURED] =
      g_signal_new ("measured", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                    G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
}

static void
gscope_experiment_run_init (GscopeExperimentRun *self)
{
  self->leases = gscope_experiment_leases_new ();
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
 *
 * Since: 1.0
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
  self->repetitions = gscope_experiment_get_repetitions (self->experiment);
  return self;
}

/**
 * gscope_experiment_run_set_repetitions:
 * @self: a run
 * @repetitions: how often each point is measured in the end, with what the results have; the experiment's number at most
 *
 * Ends the run earlier, so that the later repetitions are measured another time, by another run.
 * They remain part of what gscope_experiment_run_get_progress() and
 * gscope_experiment_run_get_time_left() count.
 *
 * Since: 1.0
 */
void
gscope_experiment_run_set_repetitions (GscopeExperimentRun *self, guint repetitions)
{
  g_return_if_fail (GSCOPE_IS_EXPERIMENT_RUN (self));

  self->repetitions = MIN (repetitions, gscope_experiment_get_repetitions (self->experiment));
}

static void
set_timer (GscopeExperimentRun *self, GSource **timer, gint64 interval, GSourceFunc func)
{
  g_clear_pointer (timer, main_source_drop);
  *timer = gscope_clock_create_timeout (self->clock, MAX (interval, 1));
  g_source_set_callback (*timer, func, self, NULL);
  g_source_attach (*timer, NULL);
}

static void
after (GscopeExperimentRun *self, gint64 interval, GSourceFunc func)
{
  set_timer (self, &self->timer, interval, func);
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
    set_state (self, GSCOPE_EXPERIMENT_RUN_STATE_ENDED);
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
  abandon_all (self);
  set_state (self, GSCOPE_EXPERIMENT_RUN_STATE_STOPPING);
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

/* Returns whether a point is under way, or its last samples are. */
static gboolean
is_busy (GscopeExperimentRun *self)
{
  return self->cancellable || self->tail.timer;
}

static gboolean
is_measuring (GscopeExperimentRun *self)
{
  return self->state == GSCOPE_EXPERIMENT_RUN_STATE_RUNNING
         || self->state == GSCOPE_EXPERIMENT_RUN_STATE_PAUSING;
}

/* Adds the run of a point, without values if it has a problem, and goes on unless another point is under way. */
static void
add (GscopeExperimentRun *self, const Tail *over, const double *values, guint64 lost,
     const char *problem)
{
  gsize n = values ? gscope_experiment_get_measures (self->experiment)->len : 0;
  GError *error = NULL;

  if (!gscope_experiment_results_add_conditions (self->results, over->statuses, &error)
      || !gscope_experiment_results_add (self->results, over->point, over->repetition, values, n,
                                         lost, problem, &error))
    {
      fail (self, error);
      return;
    }
  g_signal_emit (self, signals[SIGNAL_MEASURED], 0, over->point, over->repetition);
  if (is_measuring (self) && !self->cancellable)
    next (self);
}

static void
add_problem (GscopeExperimentRun *self, const char *problem)
{
  g_autoptr (GVariant) statuses = gscope_experiment_list_statuses (self->workspace);
  const Tail over = { NULL, self->point, self->repetition, self->begin, self->lost, statuses };

  abandon (self);
  add (self, &over, NULL, 0, problem);
}

static gint64
get_delay (GscopeExperimentRun *self)
{
  return gscope_experiment_find_delay (self->workspace) + MARGIN;
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

static gboolean
on_arrived (gpointer data)
{
  GscopeExperimentRun *self = data;
  g_autofree double *values =
      g_new (double, gscope_experiment_get_measures (self->experiment)->len);
  g_autofree char *problem = NULL;
  Tail over = self->tail;
  g_autoptr (GVariant) statuses = g_steal_pointer (&self->tail.statuses);
  guint64 lost;

  gscope_experiment_drain (self->workspace);
  lost = gscope_experiment_count_losses (self->workspace) - self->tail.lost;
  problem = gscope_experiment_take_values (
      self->experiment, self->workspace, self->tail.begin,
      self->tail.begin + gscope_experiment_get_run (self->experiment), values);
  self->n_exports += gscope_experiment_export (self->results, self->workspace, self->tail.point,
                                               self->tail.repetition, self->tail.begin,
                                               self->recordings, on_exported, self);
  clear_tail (self);
  add (self, &over, values, lost, problem);
  return G_SOURCE_REMOVE;
}

/* The next point settles while the last samples of this one arrive. */
static gboolean
on_over (gpointer data)
{
  GscopeExperimentRun *self = data;

  self->tail =
      (Tail){ NULL,        self->point, self->repetition,
              self->begin, self->lost,  gscope_experiment_list_statuses (self->workspace) };
  set_timer (self, &self->tail.timer, get_delay (self), on_arrived);
  abandon (self);
  if (self->state == GSCOPE_EXPERIMENT_RUN_STATE_RUNNING)
    next (self);
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
  add_problem (self, error->message);
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
  self->lost = gscope_experiment_count_losses (self->workspace);
  wait_for_step (self);
  return G_SOURCE_REMOVE;
}

static void
on_set (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GscopeExperimentRun) self = data;
  g_autoptr (GError) error = NULL;

  if (!gscope_experiment_steer_apply_finish (GSCOPE_EXPERIMENT_STEER (object), result, &error))
    {
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        add_problem (self, error->message);
      return;
    }
  gscope_experiment_leases_renew (self->leases, self->experiment, self->workspace);
  /* The samples of the run before have arrived then: this timer begins later than theirs. */
  after (self,
         MAX (gscope_experiment_get_settle (self->experiment),
              self->tail.timer ? get_delay (self) : 0),
         on_settled);
}

static void
measure_point (GscopeExperimentRun *self)
{
  g_autoptr (GVariant) settings = gscope_experiment_merge_settings (self->experiment, self->point);

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

  for (guint i = 0; i < n * self->repetitions; i++)
    if (!gscope_experiment_results_has (self->results, i % n, i / n)
        && !(self->tail.timer && self->tail.point == i % n && self->tail.repetition == i / n))
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
    {
      if (!self->tail.timer)
        finish (self);
    }
  else if (self->state == GSCOPE_EXPERIMENT_RUN_STATE_PAUSING)
    set_state (self, GSCOPE_EXPERIMENT_RUN_STATE_PAUSED);
  else
    measure_point (self);
}

static void
on_workspace_settled (GscopeExperimentRun *self)
{
  if (!gscope_workspace_get_settled (self->workspace))
    return;
  g_signal_handlers_disconnect_by_data (self->workspace, self);
  if (self->state == GSCOPE_EXPERIMENT_RUN_STATE_RUNNING)
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
 *
 * Since: 1.0
 */
void
gscope_experiment_run_start (GscopeExperimentRun *self)
{
  g_return_if_fail (GSCOPE_IS_EXPERIMENT_RUN (self));
  g_return_if_fail (self->steer && self->state == GSCOPE_EXPERIMENT_RUN_STATE_READY);

  set_state (self, GSCOPE_EXPERIMENT_RUN_STATE_RUNNING);
  begin (self);
}

/**
 * gscope_experiment_run_pause:
 * @self: a run
 *
 * Pauses as soon as the present run of a point is over, so that nothing is measured twice. Parameters keep the values of that
 * point. Without effect unless it is running.
 *
 * Since: 1.0
 */
void
gscope_experiment_run_pause (GscopeExperimentRun *self)
{
  g_return_if_fail (GSCOPE_IS_EXPERIMENT_RUN (self));

  if (self->state != GSCOPE_EXPERIMENT_RUN_STATE_RUNNING)
    return;
  /* before the first run there is nothing to wait for */
  if (!is_busy (self))
    g_signal_handlers_disconnect_by_data (self->workspace, self);
  set_state (self, is_busy (self) ? GSCOPE_EXPERIMENT_RUN_STATE_PAUSING
                                  : GSCOPE_EXPERIMENT_RUN_STATE_PAUSED);
}

/**
 * gscope_experiment_run_resume:
 * @self: a run
 *
 * Goes on after a pause, or takes one back that has not begun. Without effect otherwise.
 *
 * Since: 1.0
 */
void
gscope_experiment_run_resume (GscopeExperimentRun *self)
{
  g_return_if_fail (GSCOPE_IS_EXPERIMENT_RUN (self));

  if (self->state == GSCOPE_EXPERIMENT_RUN_STATE_PAUSING)
    set_state (self, GSCOPE_EXPERIMENT_RUN_STATE_RUNNING);
  if (self->state != GSCOPE_EXPERIMENT_RUN_STATE_PAUSED)
    return;
  set_state (self, GSCOPE_EXPERIMENT_RUN_STATE_RUNNING);
  begin (self);
}

/**
 * gscope_experiment_run_stop:
 * @self: a run
 *
 * Stops, and puts parameters back. Values that were measured stay in the results.
 *
 * Since: 1.0
 */
void
gscope_experiment_run_stop (GscopeExperimentRun *self)
{
  g_return_if_fail (GSCOPE_IS_EXPERIMENT_RUN (self) && self->steer);

  if (self->state < GSCOPE_EXPERIMENT_RUN_STATE_STOPPING)
    finish (self);
}

/**
 * gscope_experiment_run_get_state:
 * @self: a run
 *
 * Gets its state.
 *
 * Returns: the state
 *
 * Since: 1.0
 */
GscopeExperimentRunState
gscope_experiment_run_get_state (GscopeExperimentRun *self)
{
  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT_RUN (self), GSCOPE_EXPERIMENT_RUN_STATE_READY);

  return self->state;
}

/**
 * gscope_experiment_run_get_results:
 * @self: a run
 *
 * Gets the results to which it adds.
 *
 * Returns: (transfer none): the results
 *
 * Since: 1.0
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
 *
 * Since: 1.0
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
 *
 * Since: 1.0
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
  return MAX (gscope_experiment_get_settle (self->experiment), get_delay (self))
         + gscope_experiment_get_run (self->experiment);
}

/* Returns the number of points that are over. */
static guint
count_over (GscopeExperimentRun *self)
{
  return gscope_experiment_results_get_n_measured (self->results) + (self->tail.timer != NULL);
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
 * Gets how much of the experiment is measured. The repetitions that
 * gscope_experiment_run_set_repetitions() leaves to another run are not.
 *
 * Returns: a fraction, from 0 to 1
 *
 * Since: 1.0
 */
double
gscope_experiment_run_get_progress (GscopeExperimentRun *self)
{
  double n, measured;

  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT_RUN (self), 0);

  n = gscope_experiment_results_get_n_runs (self->results);
  measured = count_over (self);
  return MIN (1, (measured + (double) get_elapsed (self) / (double) get_length (self)) / n);
}

/**
 * gscope_experiment_run_get_time_left:
 * @self: a run
 *
 * Gets how long the rest of the experiment takes, with the repetitions that
 * gscope_experiment_run_set_repetitions() leaves to another run.
 *
 * Returns: nanoseconds
 *
 * Since: 1.0
 */
gint64
gscope_experiment_run_get_time_left (GscopeExperimentRun *self)
{
  gint64 n;

  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT_RUN (self), 0);

  n = (gint64) gscope_experiment_results_get_n_runs (self->results) - count_over (self);
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
 *
 * Since: 1.0
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
 *
 * Since: 1.0
 */
const char *
gscope_experiment_run_get_problem (GscopeExperimentRun *self)
{
  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT_RUN (self), NULL);

  return self->problem;
}
