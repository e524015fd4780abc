/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "session/periods.h"

#include <gscope/gscope.h>

/* The nanoseconds, kept with the names. */
#define PERIODS "app-periods"
/* 0.1 ms */
#define UNIT GSCOPE_MIN_PERIOD

static const int usual_periods[] = { 1,   2,    5,    10,   20,    50,    100,  200,
                                     500, 1000, 2000, 5000, 10000, 20000, 50000 };

static void
append (GtkStringList *names, const char *name, gint64 period)
{
  gtk_string_list_append (names, name);
  g_array_append_val ((GArray *) g_object_get_data (G_OBJECT (names), PERIODS), period);
}

static void
append_period (GtkStringList *names, gint64 period)
{
  g_autofree char *name = gscope_quantity_format_time (period, 4);

  append (names, name, period);
}

GListModel *
app_periods_new (const char *none, gint64 own)
{
  GtkStringList *names = gtk_string_list_new (NULL);
  gint64 last = 0;

  g_object_set_data_full (G_OBJECT (names), PERIODS, g_array_new (FALSE, FALSE, sizeof (gint64)),
                          (GDestroyNotify) g_array_unref);
  if (none)
    append (names, none, 0);
  for (guint i = 0; i <= G_N_ELEMENTS (usual_periods); i++)
    {
      gint64 period = i < G_N_ELEMENTS (usual_periods) ? usual_periods[i] * UNIT : G_MAXINT64;

      if (own > last && own <= period)
        append_period (names, own);
      if (period != own && period != G_MAXINT64)
        append_period (names, period);
      last = period;
    }
  return G_LIST_MODEL (names);
}

gint64
app_periods_get (GListModel *names, guint position)
{
  const GArray *periods = names ? g_object_get_data (G_OBJECT (names), PERIODS) : NULL;

  return periods && position < periods->len ? g_array_index (periods, gint64, position) : -1;
}

guint
app_periods_find (GListModel *names, gint64 period)
{
  for (guint i = 0; app_periods_get (names, i) >= 0; i++)
    if (app_periods_get (names, i) == period)
      return i;
  return GTK_INVALID_LIST_POSITION;
}
