/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/math/derived.h>

#include <gscope/clock/transport.h>
#include <gscope/math/parse.h>
#include <gscope/signal/private.h>
#include <gscope/trace/private.h>
#include <math.h>

enum
{
  N_ROWS = 512,
  N_READ = 256,
  /* The rows that one call computes, about 20 ms. */
  MAX_ROWS = 1 << 17,
  /* The values of a parameter that are remembered. */
  MAX_CHANGES = 4096,
  /* The samples of each signal before which nothing is computed after a skip. */
  MAX_SKIPPED_TO = 100000,
};

/* A signal or a parameter that the expression reads, and the samples that were read of it. */
typedef struct
{
  GscopeSignal *signal;
  guint lease;
  /* of the trace of the signal, when its samples were read */
  guint64 n_restarts;
  GscopeParameter *parameter;
  GscopeClock *clock;
  /* of GscopeSample: the values of the parameter, each from its time on; NULL for a signal */
  GArray *changes;
  guint next_change;
  /* the value that holds */
  double value;
  guint64 position;
  GscopeSample samples[N_READ];
  gsize n;
  gsize next;
} Input;

struct _GscopeMathDerived
{
  GscopeSignal *signal;
  char *expression;
  gboolean has_unit;
  char *problem;

  /* NULL while signals are missing */
  GscopeMathProgram *program;
  Input *inputs;
  guint n_inputs;
  /* the values of each input, N_ROWS each */
  double *values;
  const double **columns;
  gint64 times[N_ROWS];
  guint64 fresh[N_ROWS];
  /* all rows before this time are computed */
  gint64 until;
};

/* Starts again from the oldest samples. */
static void
rewind_all (GscopeMathDerived *self)
{
  self->until = G_MININT64;
  gscope_math_program_reset (self->program);
  for (guint i = 0; i < self->n_inputs; i++)
    {
      self->inputs[i].value = gscope_gap_value (GSCOPE_GAP_NO_VALUE);
      self->inputs[i].next_change = 0;
    }
}

/* A playback that went back comes to a time again: the changes that it made later the first time are void. */
static void
drop_changes_after (Input *self, gint64 time)
{
  while (self->changes->len > 0
         && g_array_index (self->changes, GscopeSample, self->changes->len - 1).time > time)
    g_array_set_size (self->changes, self->changes->len - 1);
  self->next_change = MIN (self->next_change, self->changes->len);
}

static void
add_change (Input *self, gint64 time)
{
  GscopeSample change = { time, gscope_parameter_get_number (self->parameter) };

  drop_changes_after (self, time);
  if (self->changes->len == MAX_CHANGES)
    {
      g_array_remove_range (self->changes, 0, MAX_CHANGES / 2);
      self->next_change -= MIN (self->next_change, MAX_CHANGES / 2);
      g_array_index (self->changes, GscopeSample, 0).time = G_MININT64;
    }
  g_array_append_val (self->changes, change);
}

static void
on_parameter_changed (GscopeParameter *parameter, GParamSpec *pspec, Input *self)
{
  add_change (self, gscope_clock_get_time (self->clock));
}

static void
bind_signal (Input *self, GscopeSignal *signal)
{
  self->signal = g_object_ref (signal);
  self->lease = gscope_signal_lease (signal, 0);
  self->n_restarts = gscope_trace_get_n_restarts (gscope_signal_get_trace (signal));
}

/* The present value holds from the beginning. */
static void
bind_parameter (Input *self, GscopeParameter *parameter, GscopeClock *clock)
{
  self->parameter = g_object_ref (parameter);
  self->clock = g_object_ref (clock);
  self->changes = g_array_new (FALSE, FALSE, sizeof (GscopeSample));
  add_change (self, G_MININT64);
  g_signal_connect (parameter, "notify::value", G_CALLBACK (on_parameter_changed), self);
}

static void
input_clear (Input *self)
{
  if (self->signal)
    gscope_signal_release (self->signal, self->lease);
  if (self->parameter)
    g_signal_handlers_disconnect_by_data (self->parameter, self);
  g_clear_pointer (&self->changes, g_array_unref);
  g_clear_object (&self->signal);
  g_clear_object (&self->parameter);
  g_clear_object (&self->clock);
}

static void
unbind (GscopeMathDerived *self)
{
  for (guint i = 0; i < self->n_inputs; i++)
    input_clear (&self->inputs[i]);
  g_clear_pointer (&self->program, gscope_math_program_free);
  g_clear_pointer (&self->inputs, g_free);
  g_clear_pointer (&self->values, g_free);
  g_clear_pointer (&self->columns, g_free);
  g_clear_pointer (&self->problem, g_free);
  self->n_inputs = 0;
  gscope_signal_get_intake (self->signal)->computed_until = G_MAXINT64;
}

GscopeMathDerived *
gscope_math_derived_new (GscopeSignal *signal, const char *expression)
{
  GscopeMathDerived *self = g_new0 (GscopeMathDerived, 1);

  self->signal = g_object_ref (signal);
  self->expression = g_strdup (expression);
  self->has_unit = gscope_signal_get_unit (signal) != NULL;
  self->until = G_MININT64;
  gscope_signal_get_intake (signal)->is_computed = TRUE;
  return self;
}

void
gscope_math_derived_free (GscopeMathDerived *self)
{
  unbind (self);
  g_object_unref (self->signal);
  g_free (self->expression);
  g_free (self);
}

const char *
gscope_math_derived_get_name (GscopeMathDerived *self)
{
  return gscope_signal_get_name (self->signal);
}

const char *
gscope_math_derived_get_problem (GscopeMathDerived *self)
{
  return self->problem;
}

static void
set_up_inputs (GscopeMathDerived *self, const GscopeMathSearch *search)
{
  const char *const *names = gscope_math_program_get_inputs (self->program);

  self->n_inputs = gscope_math_program_get_n_inputs (self->program);
  self->inputs = g_new0 (Input, self->n_inputs);
  self->values = g_new (double, N_ROWS * self->n_inputs);
  self->columns = g_new (const double *, self->n_inputs);
  for (guint i = 0; i < self->n_inputs; i++)
    {
      GscopeSignal *signal = gscope_math_search_find_signal (search, names[i]);

      if (signal)
        bind_signal (&self->inputs[i], signal);
      else
        bind_parameter (&self->inputs[i], gscope_math_search_find_parameter (search, names[i]),
                        search->clock);
      self->columns[i] = self->values + N_ROWS * i;
    }
}

static gboolean
has_all_inputs (GscopeMathDerived *self, const GscopeMathSearch *search)
{
  const char *const *names;

  if (!self->program)
    return FALSE;
  names = gscope_math_program_get_inputs (self->program);
  for (guint i = 0; i < self->n_inputs; i++)
    {
      GscopeSignal *signal = gscope_math_search_find_signal (search, names[i]);

      if (signal != self->inputs[i].signal
          || (!signal
              && gscope_math_search_find_parameter (search, names[i]) != self->inputs[i].parameter))
        return FALSE;
    }
  return TRUE;
}

static gboolean
names_any (const GscopeMathNode *node, GHashTable *names)
{
  if (node->kind == GSCOPE_MATH_NODE_NAME && g_hash_table_contains (names, node->name))
    return TRUE;
  for (guint i = 0; i < node->n_args; i++)
    if (names_any (node->args[i], names))
      return TRUE;
  return FALSE;
}

gboolean
gscope_math_derived_names_any (GscopeMathDerived *self, GHashTable *names)
{
  g_autoptr (GscopeMathNode) node = gscope_math_parse (self->expression, NULL, NULL);

  return node && names_any (node, names);
}

GscopeSignal *
gscope_math_derived_get_signal (GscopeMathDerived *self)
{
  return self->signal;
}

static void
show_unit (GscopeMathDerived *self)
{
  const char *unit = gscope_math_program_get_unit (self->program);

  gscope_signal_set_unit (self->signal, *unit ? unit : NULL);
}

void
gscope_math_derived_bind (GscopeMathDerived *self, const GscopeMathSearch *search)
{
  g_autoptr (GError) error = NULL;
  gboolean was_bound = self->program != NULL;
  gint64 until = self->until;

  if (has_all_inputs (self, search))
    return;
  unbind (self);
  self->program = gscope_math_search_compile (search, self->expression, NULL, &error);
  self->problem =
      g_strdup (error ? error->message : gscope_math_program_get_mismatch (self->program, NULL));
  if (!self->program)
    {
      if (was_bound && until != G_MININT64)
        gscope_intake_take_gap (gscope_signal_get_intake (self->signal), until,
                                GSCOPE_GAP_NO_VALUE);
      return;
    }
  set_up_inputs (self, search);
  rewind_all (self);
  /* Signals that come back go on where the result ends. */
  self->until = until;
  if (!self->has_unit)
    show_unit (self);
}

static gint64
get_horizon (GscopeMathDerived *self)
{
  gint64 horizon = G_MAXINT64;

  for (guint i = 0; i < self->n_inputs; i++)
    if (self->inputs[i].signal)
      horizon = MIN (horizon,
                     gscope_intake_get_horizon (gscope_signal_get_intake (self->inputs[i].signal)));
  return horizon;
}

static void
read_more (Input *self)
{
  self->next = 0;
  self->n = gscope_trace_read (gscope_signal_get_trace (self->signal), self->position,
                               self->samples, N_READ);
  self->position += self->n;
}

/* Returns the time of the next sample; G_MAXINT64 if there is none. A parameter has none: its changes give the result no
 * sample. */
static gint64
get_next (Input *self)
{
  if (!self->signal)
    return G_MAXINT64;
  if (self->next == self->n)
    read_more (self);
  return self->n > 0 ? self->samples[self->next].time : G_MAXINT64;
}

static gint64
find_next_time (GscopeMathDerived *self)
{
  gint64 time = G_MAXINT64;

  for (guint i = 0; i < self->n_inputs; i++)
    time = MIN (time, get_next (&self->inputs[i]));
  return time;
}

/* Returns the value of a sample; of a gap, the value that carries its cause. */
static double
get_value (Input *self, const GscopeSample *sample)
{
  const GscopeGap *gaps;
  gsize n;

  if (!isnan (sample->value))
    return sample->value;
  gaps = gscope_trace_get_gaps (gscope_signal_get_trace (self->signal), sample->time,
                                sample->time + 1, &n);
  return gscope_gap_value (n > 0 ? gaps[n - 1].cause : GSCOPE_GAP_NO_VALUE);
}

/* Returns whether a parameter has changed by a time since the last one. */
static gboolean
take_changes (Input *self, gint64 time)
{
  guint first = self->next_change;

  while (self->changes && self->next_change < self->changes->len
         && g_array_index (self->changes, GscopeSample, self->next_change).time <= time)
    self->value = g_array_index (self->changes, GscopeSample, self->next_change++).value;
  return self->next_change > first;
}

/* Returns whether an input has a value of its own at a time, and takes that. */
static gboolean
take_value (Input *self, gint64 time)
{
  if (!self->signal)
    return take_changes (self, time);
  if (get_next (self) != time)
    return FALSE;
  self->value = get_value (self, &self->samples[self->next++]);
  return TRUE;
}

static void
fill_row (GscopeMathDerived *self, gsize row, gint64 time)
{
  self->times[row] = time;
  self->fresh[row] = 0;
  for (guint i = 0; i < self->n_inputs; i++)
    {
      Input *input = &self->inputs[i];

      if (take_value (input, time))
        self->fresh[row] |= G_GUINT64_CONSTANT (1) << i;
      self->values[N_ROWS * i + row] = input->value;
    }
}

static void
run_rows (GscopeMathDerived *self, gsize n)
{
  GscopeMathRows rows = { self->times, self->fresh, n };
  double out[N_ROWS];
  GscopeSample samples[N_ROWS];
  GscopeTrace *trace = gscope_signal_get_trace (self->signal);
  gsize begin = 0;

  if (n == 0)
    return;
  gscope_math_program_run (self->program, &rows, self->columns, out);
  for (gsize i = 0; i < n; i++)
    samples[i] = (GscopeSample){ self->times[i], out[i] };
  /* A result has no gap before its first value. */
  if (gscope_trace_get_first (trace) == gscope_trace_get_end (trace))
    while (begin < n && isnan (samples[begin].value))
      begin++;
  if (begin < n)
    gscope_intake_take_samples (gscope_signal_get_intake (self->signal), samples + begin,
                                n - begin);
}

/* Computes the rows before a time. Stops early, between two times, if they are too many for one call. */
static void
run_until (GscopeMathDerived *self, gint64 horizon)
{
  gsize n = 0, n_all = 0;
  gint64 last = G_MININT64, next;

  while ((next = find_next_time (self)) < horizon && (n_all < MAX_ROWS || next == last))
    {
      fill_row (self, n, next);
      last = next;
      n_all++;
      if (++n == N_ROWS)
        {
          run_rows (self, n);
          n = 0;
        }
    }
  run_rows (self, n);
  self->until = MIN (next, horizon);
}

/* Returns the time of the oldest sample of all inputs; G_MAXINT64 if there is none. */
static gint64
get_begin (GscopeMathDerived *self)
{
  gint64 begin = G_MAXINT64;

  for (guint i = 0; i < self->n_inputs; i++)
    {
      GscopeSignal *signal = self->inputs[i].signal;
      GscopeTrace *trace = signal ? gscope_signal_get_trace (signal) : NULL;
      GscopeSample sample;

      if (trace && gscope_trace_read (trace, gscope_trace_get_first (trace), &sample, 1) == 1)
        begin = MIN (begin, sample.time);
    }
  return begin;
}

static void
begin_again (GscopeMathDerived *self)
{
  gscope_trace_restart (gscope_signal_get_trace (self->signal));
  rewind_all (self);
}

/* When a signal begins again, as one of a comparison that was moved in time, so does the result. */
static void
follow_restarts (GscopeMathDerived *self)
{
  gboolean is_restarted = FALSE;

  for (guint i = 0; i < self->n_inputs; i++)
    {
      Input *input = &self->inputs[i];
      guint64 n =
          input->signal ? gscope_trace_get_n_restarts (gscope_signal_get_trace (input->signal)) : 0;

      is_restarted = is_restarted || n != input->n_restarts;
      input->n_restarts = n;
    }
  if (is_restarted)
    begin_again (self);
}

/* In playback, the player drops and replaces the samples of its signals: after a jump, the result begins again, and what is
 * older than all signals goes. */
static void
follow_player (GscopeMathDerived *self, gint64 horizon)
{
  GscopeTrace *trace = gscope_signal_get_trace (self->signal);
  gint64 begin = get_begin (self), oldest;

  if (horizon < self->until || begin > self->until)
    begin_again (self);
  while (gscope_trace_get_oldest (trace, &oldest) && oldest < begin && gscope_trace_evict (trace))
    continue;
}

/* Takes the value that a signal has at a time. */
static void
hold_value (Input *self, gint64 time)
{
  GscopeTrace *trace = gscope_signal_get_trace (self->signal);
  guint64 position = gscope_trace_find (trace, time);
  GscopeSample sample;

  if (position > gscope_trace_get_first (trace)
      && gscope_trace_read (trace, position - 1, &sample, 1) == 1)
    self->value = get_value (self, &sample);
}

void
gscope_math_derived_skip (GscopeMathDerived *self)
{
  for (guint i = 0; i < self->n_inputs; i++)
    {
      GscopeSignal *signal = self->inputs[i].signal;
      GscopeTrace *trace = signal ? gscope_signal_get_trace (signal) : NULL;
      guint64 end = trace ? gscope_trace_get_end (trace) : 0;

      if (trace && end - gscope_trace_get_first (trace) > MAX_SKIPPED_TO)
        self->until = MAX (self->until, gscope_trace_get_time (trace, end - MAX_SKIPPED_TO));
    }
  for (guint i = 0; i < self->n_inputs; i++)
    if (self->inputs[i].signal && self->until != G_MININT64)
      hold_value (&self->inputs[i], self->until);
}

gboolean
gscope_math_derived_run (GscopeMathDerived *self, GscopeClock *clock)
{
  gint64 horizon;

  if (!self->program)
    return TRUE;
  follow_restarts (self);
  if (GSCOPE_IS_TRANSPORT (clock))
    {
      horizon = gscope_clock_get_time (clock) + 1;
      follow_player (self, horizon);
    }
  else
    horizon = get_horizon (self);
  if (horizon <= self->until)
    return TRUE;
  for (guint i = 0; i < self->n_inputs; i++)
    {
      Input *input = &self->inputs[i];

      input->n = input->next = 0;
      if (input->signal)
        input->position = gscope_trace_find (gscope_signal_get_trace (input->signal), self->until);
    }
  run_until (self, horizon);
  gscope_signal_get_intake (self->signal)->computed_until = self->until;
  return self->until == horizon;
}
