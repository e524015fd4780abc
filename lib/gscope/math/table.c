/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/math/table.h>

#include <gscope/trace/gap.h>
#include <math.h>

enum
{
  N_ROWS = 512,
};

void
gscope_math_table_init (GscopeMathTable *self, GscopeMathProgram *program)
{
  self->program = program;
  self->n_inputs = gscope_math_program_get_n_inputs (program);
  self->inputs = g_new0 (GscopeMathInput, self->n_inputs);
  self->values = g_new (double, N_ROWS * self->n_inputs);
  self->columns = g_new (const double *, self->n_inputs);
  for (guint i = 0; i < self->n_inputs; i++)
    self->columns[i] = self->values + N_ROWS * i;
  self->times = g_new (gint64, N_ROWS);
  self->fresh = g_new (guint64, N_ROWS);
  gscope_math_table_rewind (self);
}

void
gscope_math_table_clear (GscopeMathTable *self)
{
  for (guint i = 0; i < self->n_inputs; i++)
    {
      g_clear_pointer (&self->inputs[i].trace, gscope_trace_unref);
      g_clear_pointer (&self->inputs[i].changes, g_array_unref);
    }
  g_clear_pointer (&self->program, gscope_math_program_free);
  g_free (self->inputs);
  g_free (self->values);
  g_free (self->columns);
  g_free (self->times);
  g_free (self->fresh);
  *self = (GscopeMathTable){ 0 };
}

void
gscope_math_table_rewind (GscopeMathTable *self)
{
  gscope_math_program_reset (self->program);
  for (guint i = 0; i < self->n_inputs; i++)
    {
      self->inputs[i].value = gscope_gap_value (GSCOPE_GAP_CAUSE_NO_VALUE);
      self->inputs[i].next_change = 0;
    }
}

/* Returns the value of a sample; of a gap, the value that carries its cause. */
static double
get_value (GscopeMathInput *self, const GscopeSample *sample)
{
  const GscopeGap *gaps;
  gsize n;

  if (!isnan (sample->value))
    return sample->value;
  gaps = gscope_trace_get_gaps (self->trace, sample->time, sample->time + 1, &n);
  return gscope_gap_value (n > 0 ? gaps[n - 1].cause : GSCOPE_GAP_CAUSE_NO_VALUE);
}

/* The samples that were read may leave the trace, with their gaps, before they are used. */
static void
read_more (GscopeMathInput *self)
{
  self->next = 0;
  self->n =
      gscope_trace_read (self->trace, self->position, self->samples, GSCOPE_MATH_INPUT_SAMPLES);
  self->position += self->n;
  for (gsize i = 0; i < self->n; i++)
    self->samples[i].value = get_value (self, &self->samples[i]);
}

/* Returns the time of the next sample; G_MAXINT64 if there is none. A parameter has none: its changes give the result no
 * sample. */
static gint64
get_next (GscopeMathInput *self)
{
  if (!self->trace)
    return G_MAXINT64;
  if (self->next == self->n)
    read_more (self);
  return self->n > 0 ? self->samples[self->next].time : G_MAXINT64;
}

static gint64
find_next_time (GscopeMathTable *self)
{
  gint64 time = G_MAXINT64;

  for (guint i = 0; i < self->n_inputs; i++)
    time = MIN (time, get_next (&self->inputs[i]));
  return time;
}

void
gscope_math_input_hold (GscopeMathInput *self, gint64 time)
{
  guint64 position = gscope_trace_find (self->trace, time);
  GscopeSample sample;

  if (position > gscope_trace_get_first (self->trace)
      && gscope_trace_read (self->trace, position - 1, &sample, 1) == 1)
    self->value = get_value (self, &sample);
}

/* Returns whether a parameter has changed by a time since the last one. */
static gboolean
take_changes (GscopeMathInput *self, gint64 time)
{
  guint first = self->next_change;

  while (self->changes && self->next_change < self->changes->len
         && g_array_index (self->changes, GscopeSample, self->next_change).time <= time)
    self->value = g_array_index (self->changes, GscopeSample, self->next_change++).value;
  return self->next_change > first;
}

/* Returns whether an input has a value of its own at a time, and takes that. */
static gboolean
take_value (GscopeMathInput *self, gint64 time)
{
  if (!self->trace)
    return take_changes (self, time);
  if (get_next (self) != time)
    return FALSE;
  self->value = self->samples[self->next++].value;
  return TRUE;
}

static void
fill_row (GscopeMathTable *self, gsize row, gint64 time)
{
  self->times[row] = time;
  self->fresh[row] = 0;
  for (guint i = 0; i < self->n_inputs; i++)
    {
      GscopeMathInput *input = &self->inputs[i];

      if (take_value (input, time))
        self->fresh[row] |= G_GUINT64_CONSTANT (1) << i;
      self->values[N_ROWS * i + row] = input->value;
    }
}

static void
run_rows (GscopeMathTable *self, gsize n, GscopeMathTakeFunc take, gpointer data)
{
  GscopeMathRows rows = { self->times, self->fresh, n };
  double out[N_ROWS];

  if (n == 0)
    return;
  gscope_math_program_run (self->program, &rows, self->columns, out);
  take (data, self->times, out, n);
}

gint64
gscope_math_table_run (GscopeMathTable *self, gint64 horizon, gsize max_rows,
                       GscopeMathTakeFunc take, gpointer data)
{
  gsize n = 0, n_all = 0;
  gint64 last = G_MININT64, next;

  while ((next = find_next_time (self)) < horizon && (n_all < max_rows || next == last))
    {
      fill_row (self, n, next);
      last = next;
      n_all++;
      if (++n == N_ROWS)
        {
          run_rows (self, n, take, data);
          n = 0;
        }
    }
  run_rows (self, n, take, data);
  return MIN (next, horizon);
}
