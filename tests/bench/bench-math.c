/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "bench.h"

#include <gscope/gscope.h>
#include <gscope/math/program.h>
#include <math.h>

/* Measures expressions over a million samples of two signals at 1 MHz. Limits are compared with the same samples. The bar is 10^7 samples a second for each; a plain loop
 * that computes the difference of the two is beside it. */
enum
{
  N_SAMPLES = 1000000,
};

#define BAR (N_SAMPLES / 1e7)

typedef struct
{
  GscopeMathProgram *program;
  gint64 *times;
  double *values[2];
  double *out;
} Bench;

static const char *const expressions[] = {
  "x - y",
  "x > 3",
  "rate(x)",
  "integral(x)",
  "delay(x, 5ms)",
  "mean(x, 100ms)",
  "max(x, 100ms)",
  "min(x, 100ms)",
  "count(x > 0.5, 100ms)",
  "lowpass(x, 10ms)",
  "dB(x)",
  "if(x > 0 && y < 1, sqrt(x * x + y * y), abs(x) / 2)",
};

static const char *
resolve (const char *name, gpointer data)
{
  return "";
}

static void
run (gpointer data)
{
  Bench *self = data;
  GscopeMathRows rows = { self->times, NULL, N_SAMPLES };
  const double *inputs[] = { self->values[0], self->values[1] };

  gscope_math_program_reset (self->program);
  gscope_math_program_run (self->program, &rows, inputs, self->out);
}

static void
subtract_plainly (gpointer data)
{
  Bench *self = data;

  for (gsize i = 0; i < N_SAMPLES; i++)
    self->out[i] = self->values[0][i] - self->values[1][i];
}

static void
measure (Bench *self, const char *text)
{
  double seconds[BENCH_N_RUNS], plain[BENCH_N_RUNS];
  g_autofree char *reference = NULL;
  g_autoptr (GscopeMathProgram) program = gscope_math_program_new (text, resolve, NULL, NULL, NULL);

  self->program = program;
  for (guint i = 0; i < BENCH_N_RUNS; i++)
    {
      double begin = bench_cpu ();

      run (self);
      seconds[i] = bench_cpu () - begin;
      begin = bench_cpu ();
      subtract_plainly (self);
      plain[i] = bench_cpu () - begin;
    }
  reference = g_strdup_printf ("10^7 samples/s (plain x - y: %.1f ms)", 1e3 * bench_median (plain));
  bench_report (text, 1e3 * bench_median (seconds), "ms", reference, 1e3 * BAR, 1);
}

static void
measure_limit (const Bench *self, const char *name, double upper)
{
  double seconds[BENCH_N_RUNS];
  const GscopeLimitSettings settings = { .kind = GSCOPE_LIMIT_KIND_BETWEEN,
                                         .lower = -10,
                                         .upper = upper };

  for (guint i = 0; i < BENCH_N_RUNS; i++)
    {
      g_autoptr (GscopeScope) scope = gscope_scope_new ();
      GscopeSignal *signal = gscope_scope_add_buffered (scope, "x");
      g_autoptr (GscopeLimit) limit = gscope_limit_new (scope, signal, NULL, &settings, NULL);
      double begin;

      gscope_trace_append (gscope_signal_get_trace (signal), self->times, self->values[0],
                           N_SAMPLES);
      begin = bench_cpu ();
      g_signal_emit_by_name (scope, "drained");
      seconds[i] = bench_cpu () - begin;
      g_assert_cmpuint (gscope_limit_get_result (limit)->n_passed
                            + gscope_limit_get_result (limit)->n_failed,
                        ==, N_SAMPLES);
    }
  bench_report (name, 1e3 * bench_median (seconds), "ms", "10^7 samples/s", 1e3 * BAR, 1);
}

int
main (void)
{
  Bench self = { .times = g_new (gint64, N_SAMPLES),
                 .values = { g_new (double, N_SAMPLES), g_new (double, N_SAMPLES) },
                 .out = g_new (double, N_SAMPLES) };

  for (gint64 i = 0; i < N_SAMPLES; i++)
    {
      self.times[i] = i * 1000;
      self.values[0][i] = sin (1e-3 * (double) i) + 1e-3 * (double) (i * 7919 % 1000);
      self.values[1][i] = cos (1e-4 * (double) i);
    }
  for (guint i = 0; i < G_N_ELEMENTS (expressions); i++)
    measure (&self, expressions[i]);
  measure_limit (&self, "limit that passes", 10);
  measure_limit (&self, "limit that fails at times", 1.9);
  measure_limit (&self, "limit that fails at each second sample", 0.6);
  g_free (self.times);
  g_free (self.values[0]);
  g_free (self.values[1]);
  g_free (self.out);
  return bench_end ();
}
