/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/math/derived.h>

#include <gscope/clock/transport.h>
#include <gscope/math/parse.h>
#include <gscope/math/table.h>
#include <gscope/signal/private.h>
#include <gscope/trace/private.h>
#include <math.h>

enum
{
  /* The rows that one call computes, about 20 ms. */
  MAX_ROWS = 1 << 17,
  /* The values of a parameter that are remembered. */
  MAX_CHANGES = 4096,
  /* The samples of each signal before which nothing is computed after a skip. */
  MAX_SKIPPED_TO = 100000,
};

/* A signal or a parameter that the expression reads, and the input of the table that has its values. */
typedef struct
{
  GscopeSignal *signal;
  guint lease;
  /* of the trace of the signal, when its samples were read */
  guint64 n_restarts;
  GscopeParameter *parameter;
  GscopeClock *clock;
  GscopeMathInput *input;
} Binding;

struct _GscopeMathDerived
{
  GscopeSignal *signal;
  char *expression;
  gboolean has_unit;
  char *problem;

  /* without a program while signals are missing */
  GscopeMathTable table;
  Binding *bindings;
  /* all rows before this time are computed */
  gint64 until;
};

/* Starts again from the oldest samples. */
static void
rewind_all (GscopeMathDerived *self)
{
  self->until = G_MININT64;
  gscope_math_table_rewind (&self->table);
}

/* A playback that went back comes to a time again: the changes that it made later the first time are void. */
static void
drop_changes_after (GscopeMathInput *self, gint64 time)
{
  while (self->changes->len > 0
         && g_array_index (self->changes, GscopeSample, self->changes->len - 1).time > time)
    g_array_set_size (self->changes, self->changes->len - 1);
  self->next_change = MIN (self->next_change, self->changes->len);
}

static void
add_change (Binding *self, gint64 time)
{
  GscopeSample change = { time, gscope_parameter_get_number (self->parameter) };
  GscopeMathInput *input = self->input;

  drop_changes_after (input, time);
  if (input->changes->len == MAX_CHANGES)
    {
      g_array_remove_range (input->changes, 0, MAX_CHANGES / 2);
      input->next_change -= MIN (input->next_change, MAX_CHANGES / 2);
      g_array_index (input->changes, GscopeSample, 0).time = G_MININT64;
    }
  g_array_append_val (input->changes, change);
}

static void
on_parameter_changed (GscopeParameter *parameter, GParamSpec *pspec, Binding *self)
{
  add_change (self, gscope_clock_get_time (self->clock));
}

static void
bind_signal (Binding *self, GscopeSignal *signal)
{
  GscopeTrace *trace = gscope_signal_get_trace (signal);

  self->signal = g_object_ref (signal);
  self->lease = gscope_signal_lease (signal, 0);
  self->n_restarts = gscope_trace_get_n_restarts (trace);
  self->input->trace = gscope_trace_ref (trace);
}

/* The present value holds from the beginning. */
static void
bind_parameter (Binding *self, GscopeParameter *parameter, GscopeClock *clock)
{
  self->parameter = g_object_ref (parameter);
  self->clock = g_object_ref (clock);
  self->input->changes = g_array_new (FALSE, FALSE, sizeof (GscopeSample));
  add_change (self, G_MININT64);
  g_signal_connect (parameter, "notify::value", G_CALLBACK (on_parameter_changed), self);
}

static void
binding_clear (Binding *self)
{
  if (self->signal)
    gscope_signal_release (self->signal, self->lease);
  if (self->parameter)
    g_signal_handlers_disconnect_by_data (self->parameter, self);
  g_clear_object (&self->signal);
  g_clear_object (&self->parameter);
  g_clear_object (&self->clock);
}

static void
unbind (GscopeMathDerived *self)
{
  for (guint i = 0; i < self->table.n_inputs; i++)
    binding_clear (&self->bindings[i]);
  gscope_math_table_clear (&self->table);
  g_clear_pointer (&self->bindings, g_free);
  g_clear_pointer (&self->problem, g_free);
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

guint
gscope_math_derived_get_n_inputs (GscopeMathDerived *self)
{
  return self->table.n_inputs;
}

GscopeSignal *
gscope_math_derived_get_input (GscopeMathDerived *self, guint input)
{
  return self->bindings[input].signal;
}

GArray *
gscope_math_derived_copy_changes (GscopeMathDerived *self, guint input)
{
  return g_array_copy (self->table.inputs[input].changes);
}

GscopeMathProgram *
gscope_math_derived_compile (GscopeMathDerived *self, const GscopeMathSearch *search)
{
  return gscope_math_search_compile (search, self->expression, NULL, NULL);
}

static void
set_up_inputs (GscopeMathDerived *self, const GscopeMathSearch *search)
{
  const char *const *names = gscope_math_program_get_inputs (self->table.program);

  self->bindings = g_new0 (Binding, self->table.n_inputs);
  for (guint i = 0; i < self->table.n_inputs; i++)
    {
      GscopeSignal *signal = gscope_math_search_find_signal (search, names[i]);

      self->bindings[i].input = &self->table.inputs[i];
      if (signal)
        bind_signal (&self->bindings[i], signal);
      else
        bind_parameter (&self->bindings[i], gscope_math_search_find_parameter (search, names[i]),
                        search->clock);
    }
}

static gboolean
has_all_inputs (GscopeMathDerived *self, const GscopeMathSearch *search)
{
  const char *const *names;

  if (!self->table.program)
    return FALSE;
  names = gscope_math_program_get_inputs (self->table.program);
  for (guint i = 0; i < self->table.n_inputs; i++)
    {
      GscopeSignal *signal = gscope_math_search_find_signal (search, names[i]);

      if (signal != self->bindings[i].signal
          || (!signal
              && gscope_math_search_find_parameter (search, names[i])
                     != self->bindings[i].parameter))
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
  const char *unit = gscope_math_program_get_unit (self->table.program);

  gscope_signal_set_unit (self->signal, *unit ? unit : NULL);
}

void
gscope_math_derived_bind (GscopeMathDerived *self, const GscopeMathSearch *search)
{
  g_autoptr (GError) error = NULL;
  gboolean was_bound = self->table.program != NULL;
  gint64 until = self->until;
  GscopeMathProgram *program;

  if (has_all_inputs (self, search))
    return;
  unbind (self);
  program = gscope_math_search_compile (search, self->expression, NULL, &error);
  self->problem =
      g_strdup (error ? error->message : gscope_math_program_get_mismatch (program, NULL));
  if (!program)
    {
      if (was_bound && until != G_MININT64)
        gscope_intake_take_gap (gscope_signal_get_intake (self->signal), until,
                                GSCOPE_GAP_CAUSE_NO_VALUE);
      return;
    }
  /* Signals that come back go on where the result ends. */
  gscope_math_table_init (&self->table, program);
  set_up_inputs (self, search);
  if (!self->has_unit)
    show_unit (self);
}

static gint64
get_horizon (GscopeMathDerived *self)
{
  gint64 horizon = G_MAXINT64;

  for (guint i = 0; i < self->table.n_inputs; i++)
    if (self->bindings[i].signal)
      horizon = MIN (
          horizon, gscope_intake_get_horizon (gscope_signal_get_intake (self->bindings[i].signal)));
  return horizon;
}

static void
take_rows (gpointer data, const gint64 *times, const double *values, gsize n)
{
  GscopeMathDerived *self = data;
  g_autofree GscopeSample *samples = g_new (GscopeSample, n);
  GscopeTrace *trace = gscope_signal_get_trace (self->signal);
  gsize begin = 0;

  for (gsize i = 0; i < n; i++)
    samples[i] = (GscopeSample){ times[i], values[i] };
  /* A result has no gap before its first value. */
  if (gscope_trace_get_first (trace) == gscope_trace_get_end (trace))
    while (begin < n && isnan (samples[begin].value))
      begin++;
  if (begin < n)
    gscope_intake_take_samples (gscope_signal_get_intake (self->signal), samples + begin,
                                n - begin);
}

/* Returns the time of the oldest sample of all inputs; G_MAXINT64 if there is none. */
static gint64
get_begin (GscopeMathDerived *self)
{
  gint64 begin = G_MAXINT64;

  for (guint i = 0; i < self->table.n_inputs; i++)
    {
      GscopeTrace *trace = self->table.inputs[i].trace;
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

  for (guint i = 0; i < self->table.n_inputs; i++)
    {
      GscopeTrace *trace = self->table.inputs[i].trace;
      guint64 n = trace ? gscope_trace_get_n_restarts (trace) : 0;

      is_restarted = is_restarted || n != self->bindings[i].n_restarts;
      self->bindings[i].n_restarts = n;
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

void
gscope_math_derived_skip (GscopeMathDerived *self)
{
  for (guint i = 0; i < self->table.n_inputs; i++)
    {
      GscopeTrace *trace = self->table.inputs[i].trace;
      guint64 end = trace ? gscope_trace_get_end (trace) : 0;

      if (trace && end - gscope_trace_get_first (trace) > MAX_SKIPPED_TO)
        self->until = MAX (self->until, gscope_trace_get_time (trace, end - MAX_SKIPPED_TO));
    }
  for (guint i = 0; i < self->table.n_inputs; i++)
    if (self->table.inputs[i].trace && self->until != G_MININT64)
      gscope_math_input_hold (&self->table.inputs[i], self->until);
}

gboolean
gscope_math_derived_run (GscopeMathDerived *self, GscopeClock *clock)
{
  gint64 horizon;

  if (!self->table.program)
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
  for (guint i = 0; i < self->table.n_inputs; i++)
    {
      GscopeMathInput *input = &self->table.inputs[i];

      input->n = input->next = 0;
      if (input->trace)
        input->position = gscope_trace_find (input->trace, self->until);
    }
  self->until = gscope_math_table_run (&self->table, horizon, MAX_ROWS, take_rows, self);
  gscope_signal_get_intake (self->signal)->computed_until = self->until;
  return self->until == horizon;
}
