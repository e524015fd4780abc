/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* A reserve: 2 ms of a processor in every 20 ms, of which each job takes 1 ms whatever else runs. */

#include <locale.h>
#include <tsl/tsl.h>

#define MSEC G_GINT64_CONSTANT (1000000)
#define N_JOBS 25

static void
do_job (TslReserve *reserve)
{
  gint64 begin = tsl_reserve_get_used (reserve);

  while (tsl_reserve_get_used (reserve) - begin < 1 * MSEC)
    tsl_reserve_progress (reserve);
}

int
main (void)
{
  const TslDemand demand = { .budget = 2 * MSEC, .period = 20 * MSEC };
  g_autoptr (GError) error = NULL;
  g_autoptr (TslPage) page = tsl_page_new ("example", NULL);
  g_autoptr (TslReserve) reserve = tsl_reserve_new (page, "jobs", 0, &demand, &error);

  setlocale (LC_ALL, "");
  /* the thread is scheduled as before, and the sentence says what is missing */
  if (!reserve)
    {
      g_print ("no reserve: %s\n", error->message);
      return 0;
    }
  for (int i = 0; i < N_JOBS; i++)
    {
      do_job (reserve);
      tsl_reserve_yield (reserve);
    }
  g_print ("%d jobs took %.1f ms of the processor\n", N_JOBS,
           tsl_reserve_get_used (reserve) / (double) MSEC);
  return 0;
}
