/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/clock/clock.h>
#include <gscope/step/private.h>
#include <gscope/step/tracker.h>
#include <main-source.h>

#include <math.h>

/* Finds the steps of a reference, a signal that other signals follow. Main context. */

#define BATCH 256

/* How long a level must last before a step can start from it. A reference that moves all the time
 * has no steps. */
#define STEADY (100 * GSCOPE_MSEC)

typedef struct
{
  GscopeSignal *signal;
  guint64 position;
  double level;
  gint64 since;
  gint64 time;
} StepReference;

/* Creates an object that finds the steps from now on. */
static StepReference *
step_reference_new (GscopeSignal *signal)
{
  StepReference *self = g_new0 (StepReference, 1);

  self->signal = g_object_ref (signal);
  self->position = gscope_trace_get_end (gscope_signal_get_trace (signal));
  self->level = NAN;
  self->time = G_MAXINT64;
  return self;
}

static void
step_reference_free (StepReference *self)
{
  g_object_unref (self->signal);
  g_free (self);
}

static GscopeSignal *
step_reference_get_signal (StepReference *self)
{
  return self->signal;
}

/* Returns the time up to which the signal was searched; G_MAXINT64 before its first sample and
 * after its end. */
static gint64
step_reference_get_time (StepReference *self)
{
  return gscope_signal_get_ended (self->signal) ? G_MAXINT64 : self->time;
}

/* Returns whether the sample is a step. */
static gboolean
take (StepReference *self, const GscopeSample *sample, GscopeStepCause *cause)
{
  gboolean was_steady = !isnan (self->level) && sample->time - self->since >= STEADY;
  double from = self->level;

  self->position++;
  self->time = sample->time;
  if (sample->value == from)
    return FALSE;
  self->level = sample->value;
  self->since = sample->time;
  if (!was_steady || isnan (sample->value))
    return FALSE;
  *cause = (GscopeStepCause){
    .time = sample->time,
    .until = sample->time,
    .reference = self->signal,
    .from = from,
    .to = sample->value,
  };
  return TRUE;
}

/* Gets the time and the levels of the next step. Returns FALSE if the samples so far have no
 * further step. */
static gboolean
step_reference_next (StepReference *self, GscopeStepCause *cause)
{
  GscopeTrace *trace = gscope_signal_get_trace (self->signal);
  GscopeSample batch[BATCH];
  gsize n;

  self->position = MAX (self->position, gscope_trace_get_first (trace));
  while ((n = gscope_trace_read (trace, self->position, batch, BATCH)) > 0)
    for (gsize i = 0; i < n; i++)
      if (take (self, &batch[i], cause))
        return TRUE;
  return FALSE;
}

enum
{
  /* Largest number of signals whose responses to one write are measured. */
  MAX_SIGNALS = 8,
  /* Number of similar steps of a reference that are kept. */
  MAX_ALIKE = 2,
};

/* Interval between two measurements of unfinished responses. */
#define INTERVAL (100 * GSCOPE_MSEC)

/* How long a response waits for the samples of its reference, a step of which ends it. */
#define REFERENCE_TIMEOUT (2 * GSCOPE_SEC)

/**
 * GscopeStepTracker:
 *
 * Measures the step responses of scopes: after every accepted write of a parameter, the responses of the signals that
 * [method@Parameter.set_steered] names, in any scope, at most 8 of them. Writes with one marker, such as the writes
 * of a drag or a held key, are one step. The next write that steers a signal ends the response to the previous write.
 * The initial values of a workspace and changes by an unknown writer are not steps.
 *
 * If a signal has a reference ([method@Signal.set_followers]), each step of the reference begins a
 * response, too. A step is a change to a new level after the old one lasted for a tenth of a
 * second. The response belongs to the last write, so that responses before and after a write can be
 * compared. The next step of the reference ends the response to its previous step, but not the
 * response to a write. Of similar steps after one write the last two are kept.
 *
 * Unfinished responses are measured, and references searched for steps, ten times per second of the
 * scope's clock; otherwise a tracker is idle. It belongs to the main thread.
 *
 * Since: 1.0
 */
struct _GscopeStepTracker
{
  GObject parent_instance;

  GPtrArray *scopes;
  GPtrArray *references;
  GListStore *steps;
  GSource *timer;
};

G_DEFINE_FINAL_TYPE (GscopeStepTracker, gscope_step_tracker, G_TYPE_OBJECT)

static void
gscope_step_tracker_dispose (GObject *object)
{
  GscopeStepTracker *self = GSCOPE_STEP_TRACKER (object);

  g_clear_pointer (&self->timer, main_source_drop);
  g_ptr_array_set_size (self->references, 0);
  g_ptr_array_set_size (self->scopes, 0);
  G_OBJECT_CLASS (gscope_step_tracker_parent_class)->dispose (object);
}

static void
gscope_step_tracker_finalize (GObject *object)
{
  GscopeStepTracker *self = GSCOPE_STEP_TRACKER (object);

  g_ptr_array_unref (self->references);
  g_ptr_array_unref (self->scopes);
  g_object_unref (self->steps);
  G_OBJECT_CLASS (gscope_step_tracker_parent_class)->finalize (object);
}

static void
gscope_step_tracker_class_init (GscopeStepTrackerClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = gscope_step_tracker_dispose;
  G_OBJECT_CLASS (klass)->finalize = gscope_step_tracker_finalize;
  /**
   * GscopeStepTracker::changed:
   * @self: a tracker
   *
   * Emitted when steps were added or removed, or figures of steps changed.
   *
   * Since: 1.0
   */
  g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
}

static void
gscope_step_tracker_init (GscopeStepTracker *self)
{
  self->scopes = g_ptr_array_new_with_free_func (g_object_unref);
  self->references = g_ptr_array_new_with_free_func ((GDestroyNotify) step_reference_free);
  self->steps = g_list_store_new (GSCOPE_TYPE_STEP);
}

/**
 * gscope_step_tracker_new:
 *
 * Creates a tracker without scopes.
 *
 * Returns: (transfer full): a tracker
 *
 * Since: 1.0
 */
GscopeStepTracker *
gscope_step_tracker_new (void)
{
  return g_object_new (GSCOPE_TYPE_STEP_TRACKER, NULL);
}

/* The model owns it. */
static gpointer
peek (GListModel *model, guint position)
{
  gpointer item = g_list_model_get_item (model, position);

  g_object_unref (item);
  return item;
}

static gboolean
has_signal (GscopeScope *scope, GscopeSignal *signal)
{
  GListModel *model = gscope_scope_get_signals (scope);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    if (peek (model, i) == signal)
      return TRUE;
  return FALSE;
}

/* A signal that was stopped or removed gets no more samples. */
static gint64
get_pen (GscopeStepTracker *self, GscopeSignal *signal)
{
  for (guint i = 0; i < self->scopes->len; i++)
    {
      GscopeScope *scope = self->scopes->pdata[i];

      if (gscope_scope_get_running (scope) && has_signal (scope, signal))
        return gscope_scope_get_pen (scope);
    }
  return G_MAXINT64;
}

/* Returns the time up to which responses may be measured. The samples of a reference may come later
 * than those of its followers, and have a step that ends a response. */
static gint64
find_now (GscopeStepTracker *self, GscopeSignal *signal)
{
  gint64 pen = get_pen (self, signal), now = pen;

  for (guint i = 0; i < self->references->len && pen < G_MAXINT64; i++)
    if (gscope_signal_leads (step_reference_get_signal (self->references->pdata[i]), signal))
      now = MIN (now, step_reference_get_time (self->references->pdata[i]));
  return MAX (now, pen - REFERENCE_TIMEOUT);
}

/* Ends the unfinished responses of a signal. Returns the time of its previous step. A step of a
 * reference does not end the response to a write. */
static gint64
end_steps (GscopeStepTracker *self, GscopeSignal *signal, const GscopeStepCause *cause)
{
  GListModel *steps = G_LIST_MODEL (self->steps);
  gint64 last = G_MININT64;

  for (guint i = 0; i < g_list_model_get_n_items (steps); i++)
    {
      GscopeStep *step = peek (steps, i);
      gint64 begin = gscope_step_get_time (step);

      gboolean is_write = gscope_step_get_reference (step) == NULL;

      if (gscope_step_get_signal (step) != signal || begin > cause->time)
        continue;
      if (is_write || cause->reference)
        last = MAX (last, begin);
      if (gscope_step_is_settling (step) && (!is_write || !cause->reference))
        gscope_step_response_end (gscope_step_get_response (step), cause->time);
    }
  return last;
}

static void
limit_alike (GscopeStepTracker *self, GscopeStep *newest)
{
  GListModel *steps = G_LIST_MODEL (self->steps);
  guint n = 0;

  for (guint i = g_list_model_get_n_items (steps); i-- > 0;)
    {
      GscopeStep *step = peek (steps, i);

      if (gscope_step_get_marker (step) == gscope_step_get_marker (newest)
          && gscope_step_is_alike (step, newest) && ++n > MAX_ALIKE)
        g_list_store_remove (self->steps, i);
    }
}

static void
add_step (GscopeStepTracker *self, const GscopeStepCause *cause, GscopeSignal *signal)
{
  gint64 before = end_steps (self, signal, cause);
  g_autoptr (GscopeStep) step = gscope_step_new (cause, signal, before);

  if (g_list_model_get_n_items (G_LIST_MODEL (self->steps)) == GSCOPE_STEP_TRACKER_MAX)
    g_list_store_remove (self->steps, 0);
  g_list_store_append (self->steps, step);
  if (cause->reference)
    limit_alike (self, step);
}

/* References. */

/* The step belongs to the last write. */
static void
add_reference_step (GscopeStepTracker *self, GscopeStepCause *cause, GscopeSignal *signal)
{
  GscopeStep *last = gscope_step_tracker_find_last (self, NULL, signal);

  cause->marker = last ? gscope_step_get_marker (last) : NULL;
  cause->parameter = last ? gscope_step_get_parameter (last) : NULL;
  add_step (self, cause, signal);
}

static void
add_reference_steps (GscopeStepTracker *self, GscopeStepCause *cause)
{
  guint left = MAX_SIGNALS;

  for (guint i = 0; i < self->scopes->len; i++)
    {
      GListModel *model = gscope_scope_get_signals (self->scopes->pdata[i]);

      for (guint k = 0; k < g_list_model_get_n_items (model) && left > 0; k++)
        {
          GscopeSignal *signal = peek (model, k);

          if (gscope_signal_get_ended (signal) || !gscope_signal_leads (cause->reference, signal))
            continue;
          add_reference_step (self, cause, signal);
          left--;
        }
    }
}

static gboolean
look_at_references (GscopeStepTracker *self)
{
  gboolean has_stepped = FALSE;
  GscopeStepCause cause;

  for (guint i = 0; i < self->references->len; i++)
    while (step_reference_next (self->references->pdata[i], &cause))
      {
        add_reference_steps (self, &cause);
        has_stepped = TRUE;
      }
  return has_stepped;
}

static gboolean
on_timer (gpointer data)
{
  GscopeStepTracker *self = data;
  GListModel *steps = G_LIST_MODEL (self->steps);
  gboolean has_changed = look_at_references (self);
  gboolean is_busy = self->references->len > 0;

  for (guint i = 0; i < g_list_model_get_n_items (steps); i++)
    {
      GscopeStep *step = peek (steps, i);

      if (!gscope_step_is_settling (step))
        continue;
      has_changed |= gscope_step_response_update (gscope_step_get_response (step),
                                                  find_now (self, gscope_step_get_signal (step)));
      is_busy |= gscope_step_is_settling (step);
    }
  if (!is_busy)
    g_clear_pointer (&self->timer, main_source_drop);
  if (has_changed)
    g_signal_emit_by_name (self, "changed");
  return G_SOURCE_CONTINUE;
}

static void
start_timer (GscopeStepTracker *self)
{
  if (self->timer)
    return;
  self->timer =
      gscope_clock_create_timeout (gscope_scope_get_clock (self->scopes->pdata[0]), INTERVAL);
  g_source_set_callback (self->timer, on_timer, self, NULL);
  g_source_set_static_name (self->timer, "[gscope] step responses");
  g_source_attach (self->timer, g_main_context_get_thread_default ());
}

static gboolean
is_shown (GscopeStepTracker *self, GscopeSignal *signal)
{
  for (guint i = 0; i < self->scopes->len; i++)
    if (has_signal (self->scopes->pdata[i], signal))
      return TRUE;
  return FALSE;
}

static void
on_signals_changed (GListModel *model, guint position, guint n_removed, guint n_added,
                    GscopeStepTracker *self)
{
  for (guint i = n_removed > 0 ? self->references->len : 0; i-- > 0;)
    if (!is_shown (self, step_reference_get_signal (self->references->pdata[i])))
      g_ptr_array_remove_index (self->references, i);
  for (guint i = 0; i < n_added; i++)
    {
      GscopeSignal *signal = peek (model, position + i);

      if (!gscope_signal_get_followers (signal)[0])
        continue;
      g_ptr_array_add (self->references, step_reference_new (signal));
      start_timer (self);
    }
}

/* Writes. */

static GscopeParameter *
find_parameter (GscopeScope *scope, const char *full_name)
{
  GListModel *sources = gscope_scope_get_sources (scope);

  for (guint i = 0; i < g_list_model_get_n_items (sources); i++)
    {
      GListModel *parameters = gscope_source_get_parameters (peek (sources, i));

      for (guint k = 0; k < g_list_model_get_n_items (parameters); k++)
        {
          GscopeParameter *parameter = peek (parameters, k);
          g_autofree char *name = gscope_parameter_dup_full_name (parameter);

          if (g_str_equal (name, full_name))
            return parameter;
        }
    }
  return NULL;
}

static gint64
get_now (GscopeStepTracker *self)
{
  return gscope_clock_get_time (gscope_scope_get_clock (self->scopes->pdata[0]));
}

static void
add_steps (GscopeStepTracker *self, GscopeMarker *marker, gint64 until, GscopeParameter *parameter)
{
  GscopeStepCause cause = { .time = gscope_marker_get_time (marker),
                            .until = until,
                            .marker = marker,
                            .parameter = parameter };
  guint left = MAX_SIGNALS;

  for (guint i = 0; i < self->scopes->len; i++)
    {
      GListModel *model = gscope_scope_get_signals (self->scopes->pdata[i]);

      for (guint k = 0; k < g_list_model_get_n_items (model) && left > 0; k++)
        {
          GscopeSignal *signal = peek (model, k);

          if (gscope_signal_get_ended (signal) || !gscope_parameter_steers (parameter, signal))
            continue;
          add_step (self, &cause, signal);
          left--;
        }
    }
  if (left == MAX_SIGNALS)
    return;
  start_timer (self);
  g_signal_emit_by_name (self, "changed");
}

static GscopeParameter *
find_written (GscopeStepTracker *self, GscopeMarker *marker)
{
  GscopeParameter *parameter = NULL;

  for (guint i = 0; i < self->scopes->len && !parameter; i++)
    parameter = find_parameter (self->scopes->pdata[i], gscope_marker_get_subject (marker));
  return parameter;
}

/* The gesture continues: its steps are measured again, from before the first write to after the
 * last. */
static void
on_label (GscopeMarker *marker, GParamSpec *pspec, GscopeStepTracker *self)
{
  GscopeParameter *parameter = find_written (self, marker);
  GListModel *steps = G_LIST_MODEL (self->steps);
  gboolean has_changed = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (steps); i++)
    {
      GscopeStep *step = peek (steps, i);
      gpointer longer;

      if (gscope_step_get_marker (step) != marker || gscope_step_get_reference (step))
        continue;
      longer = gscope_step_new_longer (step, get_now (self));
      g_list_store_splice (self->steps, i, 1, &longer, 1);
      g_object_unref (longer);
      has_changed = TRUE;
    }
  if (has_changed)
    {
      start_timer (self);
      g_signal_emit_by_name (self, "changed");
    }
  /* the parameter steers a signal only since this write */
  else if (parameter)
    add_steps (self, marker, get_now (self), parameter);
}

static void
take_write (GscopeStepTracker *self, GscopeMarker *marker, gint64 until)
{
  gboolean is_step = gscope_marker_get_kind (marker) == GSCOPE_MARKER_KIND_WRITE;
  GscopeParameter *parameter = is_step ? find_written (self, marker) : NULL;

  if (!parameter)
    return;
  g_signal_connect_object (marker, "notify::label", G_CALLBACK (on_label), self, 0);
  add_steps (self, marker, until, parameter);
}

/* A pending write was answered; if it is a drag, it has lasted until now. */
static void
on_kind (GscopeMarker *marker, GParamSpec *pspec, GscopeStepTracker *self)
{
  g_signal_handlers_disconnect_by_data (marker, self);
  take_write (self, marker, get_now (self));
}

static void
on_markers_changed (GListModel *markers, guint position, guint n_removed, guint n_added,
                    GscopeStepTracker *self)
{
  for (guint i = 0; i < n_added; i++)
    {
      GscopeMarker *marker = peek (markers, position + i);

      if (gscope_marker_get_kind (marker) == GSCOPE_MARKER_KIND_PENDING)
        g_signal_connect_object (marker, "notify::kind", G_CALLBACK (on_kind), self, 0);
      /* A program that writes continuously leaves no time to measure a response. */
      else if (gscope_marker_get_detail (marker)[0])
        take_write (self, marker, gscope_marker_get_time (marker));
    }
}

/**
 * gscope_step_tracker_add_scope:
 * @self: a tracker
 * @scope: a scope, on the same clock as the other scopes of the tracker
 *
 * Measures the step responses of a scope's parameters and signals, from now on.
 *
 * Since: 1.0
 */
void
gscope_step_tracker_add_scope (GscopeStepTracker *self, GscopeScope *scope)
{
  g_return_if_fail (GSCOPE_IS_STEP_TRACKER (self));
  g_return_if_fail (GSCOPE_IS_SCOPE (scope));

  g_ptr_array_add (self->scopes, g_object_ref (scope));
  g_signal_connect_object (gscope_scope_get_markers (scope), "items-changed",
                           G_CALLBACK (on_markers_changed), self, 0);
  g_signal_connect_object (gscope_scope_get_signals (scope), "items-changed",
                           G_CALLBACK (on_signals_changed), self, 0);
  on_signals_changed (gscope_scope_get_signals (scope), 0, 0,
                      g_list_model_get_n_items (gscope_scope_get_signals (scope)), self);
}

/**
 * gscope_step_tracker_get_steps:
 * @self: a tracker
 *
 * Gets the list of steps, at most %GSCOPE_STEP_TRACKER_MAX, the oldest first. The list changes with
 * [signal@StepTracker::changed].
 *
 * Returns: (transfer none): a list model of #GscopeStep
 *
 * Since: 1.0
 */
GListModel *
gscope_step_tracker_get_steps (GscopeStepTracker *self)
{
  g_return_val_if_fail (GSCOPE_IS_STEP_TRACKER (self), NULL);

  return G_LIST_MODEL (self->steps);
}

/* A step without an earlier write belongs to any parameter that steers the signal. */
static gboolean
is_of (GscopeStep *step, GscopeParameter *parameter)
{
  GscopeParameter *own = gscope_step_get_parameter (step);

  return !parameter || own == parameter
         || (!own && gscope_parameter_steers (parameter, gscope_step_get_signal (step)));
}

static GscopeStep *
find_before (GscopeStepTracker *self, guint end, GscopeParameter *parameter, GscopeSignal *signal)
{
  while (end > 0)
    {
      GscopeStep *step = peek (G_LIST_MODEL (self->steps), --end);

      if (is_of (step, parameter) && (!signal || gscope_step_get_signal (step) == signal))
        return step;
    }
  return NULL;
}

/**
 * gscope_step_tracker_find_last:
 * @self: a tracker
 * @parameter: (nullable): a parameter; %NULL for any
 * @signal: (nullable): a signal; %NULL for any
 *
 * Finds the newest step of a parameter and a signal. A step of a reference before the first write
 * belongs to every parameter that steers the signal.
 *
 * Returns: (transfer none) (nullable): the step
 *
 * Since: 1.0
 */
GscopeStep *
gscope_step_tracker_find_last (GscopeStepTracker *self, GscopeParameter *parameter,
                               GscopeSignal *signal)
{
  g_return_val_if_fail (GSCOPE_IS_STEP_TRACKER (self), NULL);

  return find_before (self, g_list_model_get_n_items (G_LIST_MODEL (self->steps)), parameter,
                      signal);
}

/**
 * gscope_step_tracker_find_previous:
 * @self: a tracker
 * @step: one of its steps
 *
 * Finds the previous step of the same signal: for a write, the step of the same parameter; for a
 * reference, a similar step, if possible before the last write.
 *
 * Returns: (transfer none) (nullable): the step
 *
 * Since: 1.0
 */
GscopeStep *
gscope_step_tracker_find_previous (GscopeStepTracker *self, GscopeStep *step)
{
  GscopeStep *previous = NULL;
  guint position;

  g_return_val_if_fail (GSCOPE_IS_STEP_TRACKER (self), NULL);
  g_return_val_if_fail (GSCOPE_IS_STEP (step), NULL);

  if (!g_list_store_find (self->steps, step, &position))
    return NULL;
  while (position > 0)
    {
      GscopeStep *other = peek (G_LIST_MODEL (self->steps), --position);
      gboolean is_of_reference = gscope_step_get_reference (step) != NULL;

      if (!gscope_step_is_alike (other, step)
          || (!is_of_reference
              && gscope_step_get_parameter (other) != gscope_step_get_parameter (step)))
        continue;
      if (!is_of_reference || gscope_step_get_marker (other) != gscope_step_get_marker (step))
        return other;
      if (!previous)
        previous = other;
    }
  return previous;
}

/* Ranks a response by how informative it is: unstable before stable, then finished before
 * unfinished, a step of a reference before a write, a rise before a fall. */
static guint
rank (GscopeStep *step)
{
  guint points = gscope_step_is_conclusive (step) ? 8 : gscope_step_is_settling (step) ? 4 : 0;
  double from, to;

  gscope_step_get_levels (step, &from, &to);
  if (gscope_step_is_unstable (step))
    points += 16;
  return points + (gscope_step_get_reference (step) ? 2 : 0) + (to > from ? 1 : 0);
}

static void
keep_best (GPtrArray *found, GscopeStep *step)
{
  for (guint i = 0; i < found->len; i++)
    if (gscope_step_get_signal (found->pdata[i]) == gscope_step_get_signal (step))
      {
        if (rank (step) >= rank (found->pdata[i]))
          {
            g_object_unref (found->pdata[i]);
            found->pdata[i] = g_object_ref (step);
          }
        return;
      }
  g_ptr_array_add (found, g_object_ref (step));
}

/**
 * gscope_step_tracker_list_responses:
 * @self: a tracker
 * @marker: (nullable): the marker of a write; %NULL for steps of references before the first write
 *
 * Lists the responses of signals since a write, one step for each signal. Unstable responses come
 * before stable ones, finished before unfinished, a step of the reference before the write itself;
 * the newest of equals is listed.
 *
 * Returns: (transfer container) (element-type GscopeStep): steps, of different signals
 *
 * Since: 1.0
 */
GPtrArray *
gscope_step_tracker_list_responses (GscopeStepTracker *self, GscopeMarker *marker)
{
  GPtrArray *found = g_ptr_array_new_with_free_func (g_object_unref);

  g_return_val_if_fail (GSCOPE_IS_STEP_TRACKER (self), found);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->steps)); i++)
    {
      GscopeStep *step = peek (G_LIST_MODEL (self->steps), i);

      if (gscope_step_get_marker (step) == marker)
        keep_best (found, step);
    }
  return found;
}
