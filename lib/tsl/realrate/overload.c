/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/realrate/overload.h>

/* Of those that have nothing yet the most important one, and of equals the first. */
static TslWish *
find_next (TslWish *wishes, guint n)
{
  TslWish *next = NULL;

  for (guint i = 0; i < n; i++)
    if (wishes[i].granted < 0 && (!next || wishes[i].priority > next->priority))
      next = &wishes[i];
  return next;
}

/* The least is set aside for all, so that their progress can be seen. */
static void
grant_by_priority (TslWish *wishes, guint n, double available, double least)
{
  double left = available - n * least;
  TslWish *wish;

  for (guint i = 0; i < n; i++)
    wishes[i].granted = -1;
  while ((wish = find_next (wishes, n)))
    {
      double more = CLAMP (wish->wanted - least, 0, MAX (left, 0));

      wish->granted = least + more;
      left -= more;
    }
}

static double
get_weight (const TslWish *wish)
{
  return wish->gain > 0 ? wish->gain : wish->wanted;
}

/* Who wants less than its part, since it is ahead, leaves the rest to the others. */
static void
grant_fair_progress (TslWish *wishes, guint n, double available, double least)
{
  guint n_satisfied = 0, before;
  double rate;

  for (guint i = 0; i < n; i++)
    wishes[i].granted = -1;
  do
    {
      double weights = 0, left = available;

      for (guint i = 0; i < n; i++)
        if (wishes[i].granted < 0)
          weights += get_weight (&wishes[i]);
        else
          left -= wishes[i].granted;
      rate = weights > 0 ? MAX (left, 0) / weights : 0;
      before = n_satisfied;
      for (guint i = 0; i < n; i++)
        if (wishes[i].granted < 0 && wishes[i].wanted <= rate * get_weight (&wishes[i]))
          {
            wishes[i].granted = wishes[i].wanted;
            n_satisfied++;
          }
    }
  while (n_satisfied > before);
  for (guint i = 0; i < n; i++)
    if (wishes[i].granted < 0)
      wishes[i].granted = MAX (rate * get_weight (&wishes[i]), least);
}

/**
 * tsl_overload_grant:
 * @policy: what counts in an overload
 * @wishes: (array length=n): what threads want; what they get is written there
 * @n: how many threads
 * @available: how much there is, in processors
 * @least: what every thread gets at least
 *
 * Divides processors among real-rate threads (dissertation, section 5.1.3.5). Without an overload
 * everyone gets what it wants.
 *
 * Returns: %TRUE in an overload: somebody gets less than it wants
 */
gboolean
tsl_overload_grant (TslOverloadPolicy policy, TslWish *wishes, guint n, double available,
                    double least)
{
  double sum = 0;

  g_return_val_if_fail (wishes || n == 0, FALSE);

  for (guint i = 0; i < n; i++)
    sum += wishes[i].granted = wishes[i].wanted;
  if (sum <= available)
    return FALSE;
  if (policy == TSL_OVERLOAD_PRIORITY)
    grant_by_priority (wishes, n, available, least);
  else
    grant_fair_progress (wishes, n, available, least);
  return TRUE;
}
