/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Prints all measurements of lines “SECONDS VALUE OTHER” from the standard input, a line each: measure-table PERCENTILE. The lines
 * begin at 0 s and have equal distances. */

#include <gscope/gscope.h>
#include <stdio.h>
#include <stdlib.h>

int
main (int argc, char *argv[])
{
  const GscopeMeasurementSettings settings = { .percentile = g_ascii_strtod (argv[1], NULL),
                                               .tolerance = 2 };
  g_autoptr (GscopeTrace) trace = gscope_trace_new ();
  g_autoptr (GscopeTrace) other = gscope_trace_new ();
  g_autoptr (GEnumClass) klass = g_type_class_ref (GSCOPE_TYPE_MEASUREMENT);
  gint64 time = 0, n = 0, end;
  double seconds, value, second;

  while (scanf ("%lf %lf %lf", &seconds, &value, &second) == 3)
    {
      time = (gint64) (seconds * GSCOPE_SEC + 0.5);
      gscope_trace_append (trace, &time, &value, 1);
      gscope_trace_append (other, &time, &second, 1);
      n++;
    }
  /* The last sample takes as long as the others. */
  end = n > 1 ? time + time / (n - 1) : time + 1;
  for (guint i = 0; i < GSCOPE_N_MEASUREMENTS; i++)
    printf ("%s %.17g\n", klass->values[i].value_nick,
            gscope_measurement_compute (i, &settings, 0, end, trace, other));
  return 0;
}
