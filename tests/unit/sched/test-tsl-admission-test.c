/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The table of admission tests, against known examples and against simulated schedules of small
 * sets of tasks. */

#include <string.h>
#include <tsl/sched/response-private.h>
#include <tsl/tsl.h>

#define MAX_TASKS 4
#define N_SETS 2000

/* Periods whose least common multiple, 120, limits the simulation. */
static const gint64 periods[] = { 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 24 };
#define HYPERPERIOD 120

typedef struct
{
  TslDemand demands[MAX_TASKS];
  gint64 deadlines[MAX_TASKS];
  guint n;
} Set;

typedef enum
{
  BY_PERIOD,
  BY_DEADLINE,
  EARLIEST_DEADLINE
} Order;

static gboolean
admits (const char *name, const Set *set)
{
  g_autoptr (GError) error = NULL;
  gboolean is_admitted =
      tsl_admission_find_test (name)->judge (set->demands, set->deadlines, set->n, 1, 1, &error);

  if (!is_admitted)
    g_assert_error (error, TSL_ERROR, TSL_ERROR_REFUSED);
  return is_admitted;
}

static void
test_table (void)
{
  guint n;
  const TslAdmissionTest *tests = tsl_admission_get_tests (&n);

  g_assert_cmpuint (n, ==, 4);
  for (guint i = 0; i < n; i++)
    {
      g_assert_true (tsl_admission_find_test (tests[i].name) == &tests[i]);
      g_assert_true (tests[i].judge (NULL, NULL, 0, 1, 0.9, NULL));
    }
  g_assert_null (tsl_admission_find_test ("guess"));
  g_assert_null (tsl_admission_find_test (NULL));
}

/* With periods as deadlines: Liu–Layland does not decide the first set, priorities cannot
 * schedule the second one, and nothing can schedule the third one. */
static void
test_known (void)
{
  const Set harmony = { { { 1, 2 }, { 1, 4 }, { 2, 8 } }, { 2, 4, 8 }, 3 };
  const Set dynamic = { { { 2, 4 }, { 4, 8 }, { 0 } }, { 4, 8 }, 2 };
  const Set edf = { { { 2, 4 }, { 5, 10 } }, { 4, 10 }, 2 };
  const Set much = { { { 3, 4 }, { 3, 10 } }, { 4, 10 }, 2 };

  g_assert_false (admits ("liu-layland", &harmony));
  g_assert_true (admits ("response-time", &harmony));
  g_assert_true (admits ("deadline-monotonic", &harmony));
  g_assert_true (admits ("deadline-monotonic", &dynamic));
  g_assert_false (admits ("response-time", &edf));
  g_assert_true (admits ("edf", &edf));
  g_assert_false (admits ("edf", &much));
}

/* The textbook's example of Burns and Wellings: a deadline that is shorter than the period of a
 * more frequent task is met only with deadline-monotonic priorities. */
static void
test_deadline_monotonic (void)
{
  const Set set = { { { 3, 20 }, { 3, 15 }, { 4, 10 }, { 3, 20 } }, { 5, 7, 10, 20 }, 4 };
  const gint64 responses[] = { 3, 6, 10, 20 };

  for (guint i = 0; i < set.n; i++)
    g_assert_cmpint (tsl_response_find (set.demands, set.deadlines, set.n, i, set.deadlines[i]), ==,
                     responses[i]);
  g_assert_true (admits ("deadline-monotonic", &set));
  g_assert_false (admits ("response-time", &set));
  g_assert_false (admits ("edf", &set));
}

static void
test_threshold (void)
{
  const TslDemand demands[] = { { 2, 10 }, { 3, 10 } };
  guint n;
  const TslAdmissionTest *tests = tsl_admission_get_tests (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_true (tests[i].judge (demands, NULL, 2, 1, 0.5, NULL));
      g_assert_false (tests[i].judge (demands, NULL, 2, 1, 0.49, &error));
      g_assert_nonnull (strstr (error->message, "49 %"));
    }
}

/* Earliest deadline first may use all processors; fixed priorities have one. */
static void
test_processors (void)
{
  const TslDemand demands[] = { { 6, 10 }, { 6, 10 } };

  g_assert_true (tsl_admission_find_test ("edf")->judge (demands, NULL, 2, 2, 0.9, NULL));
  g_assert_false (tsl_admission_find_test ("edf")->judge (demands, NULL, 2, 1, 0.9, NULL));
  g_assert_false (
      tsl_admission_find_test ("response-time")->judge (demands, NULL, 2, 2, 0.9, NULL));
}

/* Simulation: unit by unit, the pending job of the least key runs. Of equal keys, job `last` runs
 * last, so that all orders of equal priorities are tried in N runs. */

static gint64
get_key (const Set *set, Order order, guint i, gint64 released)
{
  if (order == BY_PERIOD)
    return set->demands[i].period;
  return set->deadlines[i] + (order == EARLIEST_DEADLINE ? released : 0);
}

static int
choose (const Set *set, Order order, const gint64 *left, gint64 now, guint last)
{
  int best = -1;
  gint64 best_key = G_MAXINT64;

  for (guint i = 0; i < set->n; i++)
    {
      gint64 key =
          2 * get_key (set, order, i, now / set->demands[i].period * set->demands[i].period)
          + (i == last);

      if (left[i] > 0 && key < best_key)
        {
          best = i;
          best_key = key;
        }
    }
  return best;
}

static gboolean
meets_deadlines (const Set *set, Order order, guint last)
{
  gint64 left[MAX_TASKS] = { 0 };

  for (gint64 now = 0; now < HYPERPERIOD; now++)
    {
      int chosen;

      for (guint i = 0; i < set->n; i++)
        if (now % set->demands[i].period == 0)
          left[i] = set->demands[i].budget;
      chosen = choose (set, order, left, now, last);
      if (chosen >= 0)
        left[chosen]--;
      for (guint i = 0; i < set->n; i++)
        if (left[i] > 0 && now % set->demands[i].period + 1 == set->deadlines[i])
          return FALSE;
    }
  return TRUE;
}

static gboolean
is_schedulable (const Set *set, Order order)
{
  for (guint last = 0; last < set->n; last++)
    if (!meets_deadlines (set, order, last))
      return FALSE;
  return TRUE;
}

static void
make_random (Set *set, gboolean has_deadlines)
{
  set->n = g_test_rand_int_range (1, MAX_TASKS + 1);
  for (guint i = 0; i < set->n; i++)
    {
      gint64 period = periods[g_test_rand_int_range (0, G_N_ELEMENTS (periods))];
      gint64 budget = g_test_rand_int_range (1, MAX (period / 2, 1) + 1);

      set->demands[i] = (TslDemand){ budget, period };
      set->deadlines[i] = has_deadlines ? g_test_rand_int_range (budget, period + 1) : period;
    }
}

/* The tests of response times are exact, Liu–Layland admits nothing that misses a deadline. */
static void
test_fixed_priorities (void)
{
  guint n_admitted = 0;

  for (guint i = 0; i < N_SETS; i++)
    {
      Set set;

      make_random (&set, i % 2 == 0);
      g_assert_cmpint (admits ("response-time", &set), ==, is_schedulable (&set, BY_PERIOD));
      g_assert_cmpint (admits ("deadline-monotonic", &set), ==, is_schedulable (&set, BY_DEADLINE));
      if (admits ("liu-layland", &set))
        g_assert_true (is_schedulable (&set, BY_DEADLINE));
      n_admitted += admits ("deadline-monotonic", &set);
    }
  g_test_message ("%u of %u sets are admitted", n_admitted, N_SETS);
  g_assert_cmpuint (n_admitted, >, N_SETS / 20);
  g_assert_cmpuint (n_admitted, <, N_SETS);
}

/* Earliest deadline first is exact if deadlines are periods, and safe otherwise. */
static void
test_earliest_deadline (void)
{
  for (guint i = 0; i < N_SETS; i++)
    {
      Set set;

      make_random (&set, i % 2 == 0);
      if (i % 2 == 1)
        g_assert_cmpint (admits ("edf", &set), ==, is_schedulable (&set, EARLIEST_DEADLINE));
      else if (admits ("edf", &set))
        g_assert_true (is_schedulable (&set, EARLIEST_DEADLINE));
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tsl/admission-test/table", test_table);
  g_test_add_func ("/tsl/admission-test/known", test_known);
  g_test_add_func ("/tsl/admission-test/deadline-monotonic", test_deadline_monotonic);
  g_test_add_func ("/tsl/admission-test/threshold", test_threshold);
  g_test_add_func ("/tsl/admission-test/processors", test_processors);
  g_test_add_func ("/tsl/admission-test/fixed-priorities", test_fixed_priorities);
  g_test_add_func ("/tsl/admission-test/earliest-deadline", test_earliest_deadline);
  return g_test_run ();
}
