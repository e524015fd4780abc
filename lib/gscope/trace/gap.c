/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/trace/gap.h>

#include <glib/gi18n-lib.h>
#include <gscope/trace/private.h>
#include <math.h>
#include <string.h>

/* A quiet NaN (IEEE 754-2008, 6.2.1) with a payload that arithmetic never makes. */
#define GAP_BITS G_GUINT64_CONSTANT (0x7ff8675343000000)

static const char *const titles[GSCOPE_N_GAP_CAUSES] = {
  [GSCOPE_GAP_CAUSE_TICK] = N_ ("the poller missed ticks"),
  [GSCOPE_GAP_CAUSE_RING_FULL] = N_ ("samples were lost because the ring was full"),
  [GSCOPE_GAP_CAUSE_STOPPED] = N_ ("the scope was stopped"),
  [GSCOPE_GAP_CAUSE_NO_VALUE] = N_ ("the source had no value"),
  [GSCOPE_GAP_CAUSE_SWITCHED] = N_ ("the signal follows another object from here on"),
  [GSCOPE_GAP_CAUSE_UNTRIGGERED] = N_ ("its trigger did not capture samples"),
  [GSCOPE_GAP_CAUSE_SILENT] = N_ ("the source did not answer"),
  [GSCOPE_GAP_CAUSE_STEPPED] = N_ ("a clock was stepped"),
  [GSCOPE_GAP_CAUSE_UNREAD] = N_ ("nobody read the signal"),
};

/**
 * gscope_gap_value:
 * @cause: why there is no value
 *
 * Gets the value that a polled word, a function or a pushed sample has to say that there is no
 * value. Unlike any other not-a-number it is not counted as an error. Any thread may call this.
 *
 * Returns: a not-a-number that carries @cause
 *
 * Since: 1.0
 */
double
gscope_gap_value (GscopeGapCause cause)
{
  guint64 bits = GAP_BITS | cause;
  double value;

  memcpy (&value, &bits, sizeof value);
  return value;
}

/**
 * gscope_gap_from_value:
 * @value: a sample's value
 * @cause: (out) (optional): the cause that @value carries; set only if the function returns %TRUE
 *
 * Tells whether a value was made by [func@Gap.value]. Any thread may call this.
 *
 * Returns: whether it is
 *
 * Since: 1.0
 */
gboolean
gscope_gap_from_value (double value, GscopeGapCause *cause)
{
  guint64 bits;

  memcpy (&bits, &value, sizeof bits);
  if (bits - GAP_BITS >= GSCOPE_N_GAP_CAUSES)
    return FALSE;
  if (cause)
    *cause = bits - GAP_BITS;
  return TRUE;
}

void
gscope_trace_append_values (GscopeTrace *self, const gint64 *times, const double *values, gsize n)
{
  gsize begin = 0;

  for (gsize i = 0; i < n; i++)
    {
      GscopeGapCause cause;

      if (!isnan (values[i]) || !gscope_gap_from_value (values[i], &cause))
        continue;
      gscope_trace_append (self, times + begin, values + begin, i - begin);
      gscope_trace_append_gap (self, times[i], cause);
      begin = i + 1;
    }
  gscope_trace_append (self, times + begin, values + begin, n - begin);
}

/**
 * gscope_gap_cause_get_title:
 * @cause: a cause
 *
 * Gets the cause in words, translated. Any thread may call this.
 *
 * Returns: (transfer none): a clause without capital letter and full stop
 *
 * Since: 1.0
 */
const char *
gscope_gap_cause_get_title (GscopeGapCause cause)
{
  g_return_val_if_fail ((guint) cause < GSCOPE_N_GAP_CAUSES, NULL);

  return g_dgettext (GETTEXT_PACKAGE, titles[cause]);
}
