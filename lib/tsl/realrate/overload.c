/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/realrate/overload.h>

/* Returns the thread of the highest priority that has no grant yet; among equals, the first. */
static TslWish *
find_next (TslWish *wishes, guint n)
{
  TslWish *next = NULL;

  for (guint i = 0; i < n; i++)
    if (wishes[i].granted < 0 && (!next || wishes[i].priority > next->priority))
      next = &wishes[i];
  return next;
}

/* Every thread keeps the minimum, so that its progress can be measured. */
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

/* A thread that is ahead may want less than its share; the remainder goes to the others. */
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

/* Returns the thread of the lowest priority that is not suspended; among equals, the last. */
static TslWish *
find_least (TslWish *wishes, guint n)
{
  TslWish *least = NULL;

  for (guint i = 0; i < n; i++)
    if (wishes[i].granted > 0 && (!least || wishes[i].priority <= least->priority))
      least = &wishes[i];
  return least;
}

/* The last thread gets what there is. */
static void
suspend (TslWish *wishes, guint n, double available, double sum)
{
  for (guint n_left = n; n_left > 1 && sum > available; n_left--)
    {
      TslWish *least = find_least (wishes, n);

      if (!least)
        return;
      sum -= least->granted;
      least->granted = 0;
    }
  for (guint i = 0; i < n; i++)
    wishes[i].granted = MIN (wishes[i].granted, MAX (available, 0));
}

/**
 * tsl_overload_grant:
 * @policy: the policy in an overload
 * @wishes: (array length=n): the threads' wishes; the function sets the granted proportions
 * @n: number of threads
 * @available: the available processor time, in processors
 * @least: the minimum proportion of every thread that is not suspended
 *
 * Divides the processors among real-rate threads (dissertation, section 5.1.3.5). Without an
 * overload every thread gets the proportion that it wants.
 *
 * Returns: %TRUE in an overload: some thread gets less than it wants
 *
 * Since: 1.0
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
  if (policy == TSL_OVERLOAD_POLICY_PRIORITY)
    grant_by_priority (wishes, n, available, least);
  else if (policy == TSL_OVERLOAD_POLICY_SUSPEND)
    suspend (wishes, n, available, sum);
  else
    grant_fair_progress (wishes, n, available, least);
  return TRUE;
}
