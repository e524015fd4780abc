/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "session/periods.h"

#include <gscope/gscope.h>

#include "session/format.h"

/* 0.1 ms */
#define UNIT GSCOPE_MIN_PERIOD

static const int usual_periods[] = { 1,   2,    5,    10,   20,    50,    100,  200,
                                     500, 1000, 2000, 5000, 10000, 20000, 50000 };

static void
append (GArray *periods, GtkStringList *names, gint64 period)
{
  g_autofree char *name = gscope_quantity_format_time (period, 4);

  g_array_append_val (periods, period);
  gtk_string_list_append (names, name);
}

void
app_periods_append (GArray *periods, GtkStringList *names, gint64 own)
{
  gint64 last = 0;

  for (guint i = 0; i <= G_N_ELEMENTS (usual_periods); i++)
    {
      gint64 period = i < G_N_ELEMENTS (usual_periods) ? usual_periods[i] * UNIT : G_MAXINT64;

      if (own > last && own <= period)
        append (periods, names, own);
      if (period != own && period != G_MAXINT64)
        append (periods, names, period);
      last = period;
    }
}

gboolean
app_periods_find (GArray *periods, gint64 period, guint *position)
{
  for (guint i = 0; i < periods->len; i++)
    if (g_array_index (periods, gint64, i) == period)
      {
        *position = i;
        return TRUE;
      }
  return FALSE;
}
