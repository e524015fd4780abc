/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/quality/policy-private.h>

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>
#include <tsl/quality/qram.h>

/* Levels that differ less are meant to be equal. */
#define ROUNDING 1e-9

/* Finer increments are made coarser, which limits the time of a division. */
#define MAX_LEVELS 100

/* A part of the available processors by which Q-RAM gets less until the test admits the result. */
#define STEP_DOWN 0.02

gboolean
tsl_qos_division_fits (TslQosDivision *self, GError **error)
{
  guint n = 0;

  for (guint i = 0; i < self->n; i++)
    {
      const TslQosShare *share = &self->shares[i];

      if (share->level <= 0)
        continue;
      self->demands[n] = (TslDemand){ (gint64) (share->level * share->period), share->period };
      self->deadlines[n++] = share->deadline;
    }
  return self->test->judge (self->demands, self->deadlines, n, self->n_processors, self->threshold,
                            error);
}

guint
tsl_qos_share_count_levels (const TslQosShare *self)
{
  double range = self->desired - self->minimum;

  if (range <= ROUNDING)
    return 0;
  return self->increment > 0 ? CLAMP (ceil (range / self->increment - 1e-6), 1, MAX_LEVELS) : 1;
}

double
tsl_qos_share_get_level (const TslQosShare *self, guint number)
{
  guint n = tsl_qos_share_count_levels (self);

  if (number >= n)
    return self->desired;
  return self->minimum
         + number * MAX (self->increment, (self->desired - self->minimum) / MAX_LEVELS);
}

double
tsl_qos_share_get_utility (const TslQosShare *self, double level)
{
  if (level < self->minimum - ROUNDING)
    return 0;
  return self->utility ? tsl_utility_get (self->utility, level)
                       : self->importance * level / self->desired;
}

/* Raises a share to a level if it fits. */
static gboolean
try_level (TslQosDivision *self, TslQosShare *share, double level)
{
  double before = share->level;

  share->level = level;
  if (tsl_qos_division_fits (self, NULL))
    return TRUE;
  share->level = before;
  return FALSE;
}

static void
raise_to_highest (TslQosDivision *self, TslQosShare *share, guint least)
{
  for (guint k = tsl_qos_share_count_levels (share) + 1; k-- > least;)
    if (try_level (self, share, tsl_qos_share_get_level (share, k)))
      return;
}

static int
compare_importance (gconstpointer a, gconstpointer b)
{
  const TslQosShare *first = *(TslQosShare *const *) a, *second = *(TslQosShare *const *) b;

  if (first->importance != second->importance)
    return first->importance > second->importance ? -1 : 1;
  /* among equals, the one that came first */
  return first < second ? -1 : first > second;
}

/* Lists the shares that may be changed, the most important first, or in the order of
 * registration. */
static GPtrArray *
list_free (TslQosDivision *self, gboolean by_importance)
{
  GPtrArray *list = g_ptr_array_new ();

  for (guint i = 0; i < self->n; i++)
    if (self->shares[i].held < 0)
      g_ptr_array_add (list, &self->shares[i]);
  if (by_importance)
    g_ptr_array_sort (list, compare_importance);
  return list;
}

static void
give_minimums (TslQosDivision *self, GPtrArray *list)
{
  for (guint i = 0; i < list->len; i++)
    {
      TslQosShare *share = list->pdata[i];

      try_level (self, share, share->minimum);
    }
}

/* The policies. */

static void
divide_first_come (TslQosDivision *self)
{
  g_autoptr (GPtrArray) list = list_free (self, FALSE);

  for (guint i = 0; i < list->len; i++)
    raise_to_highest (self, list->pdata[i], 0);
}

static void
divide_importance (TslQosDivision *self)
{
  g_autoptr (GPtrArray) list = list_free (self, TRUE);

  give_minimums (self, list);
  for (guint i = 0; i < list->len; i++)
    if (((TslQosShare *) list->pdata[i])->level > 0)
      raise_to_highest (self, list->pdata[i], 1);
}

/* Raises one share after another by one level, always the one that has the smallest part of what
 * it desires beyond its minimum. */
static void
divide_fair (TslQosDivision *self)
{
  g_autoptr (GPtrArray) list = list_free (self, FALSE);
  g_autofree guint *numbers = g_new0 (guint, list->len);
  TslQosShare *least;

  give_minimums (self, list);
  do
    {
      double least_part = 1;
      guint which = 0;

      least = NULL;
      for (guint i = 0; i < list->len; i++)
        {
          TslQosShare *share = list->pdata[i];
          guint n = tsl_qos_share_count_levels (share);

          if (share->level > 0 && numbers[i] < n && (double) numbers[i] / n < least_part)
            {
              least = share;
              least_part = (double) numbers[i] / n;
              which = i;
            }
        }
      /* a share that cannot be raised is not tried again */
      if (least && !try_level (self, least, tsl_qos_share_get_level (least, ++numbers[which])))
        numbers[which] = G_MAXUINT;
    }
  while (least);
}

/* Builds a curve with a jump at each level, because the time between two levels is of no use. */
static TslUtility *
make_stairs (const TslQosShare *share)
{
  guint n = tsl_qos_share_count_levels (share);
  g_autofree TslUtilityPoint *points = g_new (TslUtilityPoint, 2 * n + 1);

  for (guint k = 0; k <= n; k++)
    {
      double level = tsl_qos_share_get_level (share, k);

      if (k > 0)
        points[2 * k - 1] = (TslUtilityPoint){ level, points[2 * k - 2].utility };
      points[2 * k] = (TslUtilityPoint){ level, tsl_qos_share_get_utility (share, level) };
    }
  return tsl_utility_new (points, 2 * n + 1);
}

static double
round_down (const TslQosShare *share, double allocation)
{
  guint k = tsl_qos_share_count_levels (share);

  while (k > 0 && tsl_qos_share_get_level (share, k) > allocation + ROUNDING)
    k--;
  return tsl_qos_share_get_level (share, k);
}

/* Gives Q-RAM less and less until the test admits the result; the minimums are admitted. */
static void
allocate (TslQosDivision *self, GPtrArray *list, GPtrArray *curves, double available, double least)
{
  const TslUtility *const *shown = (const TslUtility *const *) curves->pdata;
  g_autofree double *got = g_new0 (double, list->len);

  for (double part = available; part >= least; part -= STEP_DOWN * available)
    {
      if (self->is_greedy)
        tsl_qram_greedy (shown, list->len, part, got);
      else
        tsl_qram_exact (shown, list->len, part, TSL_QRAM_RESOLUTION, got);
      for (guint i = 0; i < list->len; i++)
        ((TslQosShare *) list->pdata[i])->level = round_down (list->pdata[i], got[i]);
      if (tsl_qos_division_fits (self, NULL))
        return;
    }
  for (guint i = 0; i < list->len; i++)
    ((TslQosShare *) list->pdata[i])->level = ((TslQosShare *) list->pdata[i])->minimum;
}

static void
divide_value (TslQosDivision *self)
{
  g_autoptr (GPtrArray) list = list_free (self, TRUE);
  g_autoptr (GPtrArray) curves = g_ptr_array_new_with_free_func ((GDestroyNotify) tsl_utility_free);
  double available = self->threshold * self->n_processors, least = 0;

  give_minimums (self, list);
  for (guint i = list->len; i-- > 0;)
    if (((TslQosShare *) list->pdata[i])->level <= 0)
      g_ptr_array_remove_index (list, i);
  for (guint i = 0; i < self->n; i++)
    if (self->shares[i].held >= 0)
      available -= self->shares[i].level;
  for (guint i = 0; i < list->len; i++)
    {
      least += ((TslQosShare *) list->pdata[i])->minimum;
      g_ptr_array_add (curves, make_stairs (list->pdata[i]));
    }
  allocate (self, list, curves, available, least);
}

static const TslQosPolicy policies[] = {
  { "first-come", N_ ("First come"), divide_first_come },
  { "importance", N_ ("Importance"), divide_importance },
  { "fair", N_ ("Fair"), divide_fair },
  { "value", N_ ("Value (Q-RAM)"), divide_value },
};

/**
 * tsl_qos_get_policies:
 * @n: (out): number of policies
 *
 * Lists the policies of a [struct@QosManager]:
 *
 * - `first-come`: in the order of registration, each application gets the highest level that is
 *   left.
 * - `importance`: minimums, the most important application first; then the most important one gets
 *   the highest level that is left, then the next.
 * - `fair`: minimums in the order of registration; then always the application that has the
 *   smallest part of its range is raised by one increment.
 * - `value`: minimums as by importance; then Q-RAM maximizes the sum of the utilities.
 *
 * Returns: (transfer none) (array length=n): the policies
 *
 * Since: 1.0
 */
const TslQosPolicy *
tsl_qos_get_policies (guint *n)
{
  g_return_val_if_fail (n, NULL);

  *n = G_N_ELEMENTS (policies);
  return policies;
}

/**
 * tsl_qos_find_policy:
 * @name: the name of a policy, for example `fair`
 *
 * Finds a policy.
 *
 * Returns: (transfer none) (nullable): the policy; %NULL if there is none of that name
 *
 * Since: 1.0
 */
const TslQosPolicy *
tsl_qos_find_policy (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (policies); i++)
    if (g_strcmp0 (policies[i].name, name) == 0)
      return &policies[i];
  return NULL;
}
