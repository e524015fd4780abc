/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "fuzz.h"

#include <gscope/gscope.h>
#include <gscope/math/program.h>
#include <math.h>
#include <string.h>

/* An input is an expression; signals whose names begin with "no" do not exist, and the unit of the others is the text
 * after the last ":" of the name. The values that they have come from the text, too. */

enum
{
  N_ROWS = 700,
};

static const char *
resolve (const char *name, gpointer data)
{
  const char *colon = strrchr (name, ':');

  if (g_str_has_prefix (name, "no"))
    return NULL;
  return colon ? colon + 1 : "";
}

static void
run (GscopeMathProgram *program, const uint8_t *data, size_t size)
{
  guint n = gscope_math_program_get_n_inputs (program);
  g_autofree double *values = g_new (double, N_ROWS *n);
  gint64 times[N_ROWS];
  guint64 fresh[N_ROWS];
  double out[N_ROWS];
  const double *inputs[GSCOPE_MATH_MAX_INPUTS];
  GscopeMathRows rows = { times, fresh, N_ROWS };

  for (gsize i = 0; i < N_ROWS; i++)
    {
      guint byte = data[i % size];

      times[i] = (i > 0 ? times[i - 1] : 0) + ((gint64) byte << (byte % 24));
      fresh[i] = 1 + byte;
      for (guint k = 0; k < n; k++)
        values[k * N_ROWS + i] = (byte + k) % 61 == 0 ? gscope_gap_value (GSCOPE_GAP_CAUSE_SILENT)
                                                      : ldexp (byte - 64.0, k % 32);
    }
  for (guint k = 0; k < n; k++)
    inputs[k] = values + k * N_ROWS;
  gscope_math_program_run (program, &rows, inputs, out);
  for (gsize i = 0; i < N_ROWS; i++)
    g_assert_true (isfinite (out[i]) || gscope_gap_from_value (out[i], NULL));
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autofree char *text = g_strndup ((const char *) data, size);
  g_autoptr (GError) error = NULL;
  gsize place = G_MAXSIZE;
  g_autoptr (GscopeMathProgram) program =
      gscope_math_program_new (text, resolve, NULL, &place, &error);

  g_assert_true (!program == !!error);
  if (!program)
    {
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      g_assert_cmpuint (place, <=, strlen (text));
      return 0;
    }
  g_assert_true (g_utf8_validate (gscope_math_program_get_unit (program), -1, NULL));
  if (gscope_math_program_get_mismatch (program, &place))
    g_assert_cmpuint (place, <, strlen (text));
  run (program, data, size);
  g_assert_cmpuint (gscope_math_program_get_bytes (program), <=, GSCOPE_MATH_MAX_BYTES);
  return 0;
}
