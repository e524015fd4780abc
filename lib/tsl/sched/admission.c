/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/sched/admission.h>

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <sys/syscall.h>
#include <tsl/error.h>
#include <tsl/page/lock.h>
#include <tsl/sched/demand-private.h>
#include <tsl/sched/private.h>
#include <tsl/sched/response-private.h>
#include <unistd.h>

#define MSEC 1e6
#define ROUNDING 1e-9

/**
 * tsl_admission_sum:
 * @demands: (array length=n): demands
 * @n: number of demands
 *
 * Returns the sum of the shares of a processor that the demands take.
 *
 * Returns: the sum of C/T, 1 for one whole processor
 *
 * Since: 1.0
 */
double
tsl_admission_sum (const TslDemand *demands, guint n)
{
  double sum = 0;

  for (guint i = 0; i < n; i++)
    sum += (double) demands[i].budget / demands[i].period;
  return sum;
}

/**
 * tsl_admission_get_liu_layland:
 * @n: number of periodic tasks
 *
 * Computes the bound of Liu and Layland (1973): if n tasks with fixed, rate-monotonic priorities
 * take at most n(2^(1/n) - 1) of one processor, each task meets its deadlines. The bound falls from
 * 1 for one task to 0.693 for many. Tasks above the bound may still meet their deadlines.
 *
 * Returns: the bound
 *
 * Since: 1.0
 */
double
tsl_admission_get_liu_layland (guint n)
{
  return n > 0 ? n * expm1 (M_LN2 / n) : 1;
}

/* Computes the interference by tasks of higher priority. Tasks of equal priority count as
 * interfering with each other, which is pessimistic. */
static gint64
find_interference (const TslDemand *demands, const gint64 *order, guint n, guint which, gint64 time)
{
  gint64 own = order ? order[which] : demands[which].period, sum = 0;

  for (guint i = 0; i < n; i++)
    if (i != which && (order ? order[i] : demands[i].period) <= own)
      sum += (time + demands[i].period - 1) / demands[i].period * demands[i].budget;
  return sum;
}

gint64
tsl_response_find (const TslDemand *demands, const gint64 *order, guint n, guint which,
                   gint64 limit)
{
  gint64 response = demands[which].budget;

  while (response <= limit)
    {
      gint64 next = demands[which].budget + find_interference (demands, order, n, which, response);

      if (next == response)
        return response;
      response = next;
    }
  return -1;
}

/**
 * tsl_admission_find_response:
 * @demands: (array length=n): demands
 * @n: number of demands
 * @which: index of one of the demands
 *
 * Computes the worst-case response time of a task on one processor with rate-monotonic priorities:
 * the least R with R = C + sum of ceil(R/Tj) Cj over the tasks with shorter periods (Joseph and
 * Pandya, 1986). This test is exact; the bound of Liu and Layland is only sufficient.
 *
 * Returns: nanoseconds; -1 if the response time is longer than the period, so that deadlines are
 *   missed
 *
 * Since: 1.0
 */
gint64
tsl_admission_find_response (const TslDemand *demands, guint n, guint which)
{
  return tsl_response_find (demands, NULL, n, which, demands[which].period);
}

static gboolean
is_within (const TslDemand *demand, double threshold, GError **error)
{
  g_autofree char *text = NULL;

  if (tsl_admission_sum (demand, 1) <= threshold + ROUNDING)
    return TRUE;
  text = tsl_demand_format (demand);
  g_set_error (
      error, TSL_ERROR, TSL_ERROR_REFUSED,
      _ ("cannot reserve %s: at most %.0f %% of a processor may be reserved; reserve less"), text,
      100 * threshold);
  return FALSE;
}

/**
 * tsl_admission_check:
 * @demands: (array length=n): all demands, the new one among them
 * @n: number of demands
 * @n_processors: number of processors
 * @threshold: the share of each processor that may be reserved, up to 1
 * @error: reason why the demands are refused
 *
 * Applies the admission test of RT-Mach for earliest deadline first: the sum of C/T must not exceed
 * the threshold times the number of processors (R:3276). A single demand must not exceed the
 * threshold, so that a thread that uses its whole reserve leaves some processor time to other
 * threads.
 *
 * Returns: %TRUE if they are admitted
 *
 * Since: 1.0
 */
gboolean
tsl_admission_check (const TslDemand *demands, guint n, guint n_processors, double threshold,
                     GError **error)
{
  double sum = tsl_admission_sum (demands, n);

  for (guint i = 0; i < n; i++)
    if (!is_within (&demands[i], threshold, error))
      return FALSE;
  /* a sum that is meant to equal the threshold is admitted */
  if (sum <= threshold * n_processors + ROUNDING)
    return TRUE;
  g_set_error (
      error, TSL_ERROR, TSL_ERROR_REFUSED,
      g_dngettext (GETTEXT_PACKAGE,
                   "cannot admit %u reserve: it takes %.1f %% of a processor, and %.1f %% may be "
                   "reserved (%.0f %% of %u); reserve less, or raise the threshold",
                   "cannot admit %u reserves: together they take %.1f %% of a processor, and %.1f "
                   "%% may be reserved (%.0f %% of %u); reserve less, or raise the threshold",
                   n),
      n, 100 * sum, 100 * threshold * n_processors, 100 * threshold, n_processors);
  return FALSE;
}

static gboolean
all_respond (const TslDemand *demands, guint n)
{
  for (guint i = 0; i < n; i++)
    if (tsl_admission_find_response (demands, n, i) < 0)
      return FALSE;
  return TRUE;
}

/**
 * tsl_admission_describe:
 * @demands: (array length=n): demands
 * @n: number of demands
 *
 * Describes the results of the admission tests for users: the sum, the bound of Liu and Layland,
 * and, if the bound does not decide, the response times. Bound and response times are for a single
 * processor.
 *
 * Returns: (transfer full): a sentence
 *
 * Since: 1.0
 */
char *
tsl_admission_describe (const TslDemand *demands, guint n)
{
  double sum = 100 * tsl_admission_sum (demands, n);
  double bound = 100 * tsl_admission_get_liu_layland (n);

  if (n == 0)
    return g_strdup (_ ("no processor time is reserved"));
  if (sum <= bound)
    return g_strdup_printf (
        _ ("%.1f %% of a processor is reserved: rate-monotonic priorities suffice "
           "on one processor (Liu–Layland: %.1f %%)"),
        sum, bound);
  if (all_respond (demands, n))
    return g_strdup_printf (_ ("%.1f %% of a processor is reserved: rate-monotonic priorities "
                               "suffice on one processor by "
                               "response times, though not by Liu–Layland (%.1f %%)"),
                            sum, bound);
  return g_strdup_printf (
      sum <= 100 ? _ ("%.1f %% of a processor is reserved: one processor needs earliest deadline "
                      "first (Liu–Layland: %.1f %%)")
                 : _ ("%.1f %% of a processor is reserved: more than one processor is needed "
                      "(Liu–Layland: %.1f %%)"),
      sum, bound);
}

static void
explain_threshold (GString *text, const TslDemand *demands, guint n, guint which,
                   guint n_processors, double threshold)
{
  const char *format;

  if (!is_within (&demands[which], threshold, NULL))
    {
      g_string_append_printf (text, _ ("Threshold: refused, %.1f %% of %.1f %% of one processor"),
                              100 * tsl_admission_sum (&demands[which], 1), 100 * threshold);
      return;
    }
  if (tsl_admission_check (demands, n, n_processors, threshold, NULL))
    format = g_dngettext (
        GETTEXT_PACKAGE, "Threshold: admitted, %.1f %% of %.1f %% (%.0f %% of %u processor)",
        "Threshold: admitted, %.1f %% of %.1f %% (%.0f %% of %u processors)", n_processors);
  else
    format = g_dngettext (
        GETTEXT_PACKAGE, "Threshold: refused, %.1f %% of %.1f %% (%.0f %% of %u processor)",
        "Threshold: refused, %.1f %% of %.1f %% (%.0f %% of %u processors)", n_processors);
  g_string_append_printf (text, format, 100 * tsl_admission_sum (demands, n),
                          100 * threshold * n_processors, 100 * threshold, n_processors);
}

static void
explain_liu_layland (GString *text, const TslDemand *demands, guint n)
{
  double sum = tsl_admission_sum (demands, n);
  double bound = tsl_admission_get_liu_layland (n);

  g_string_append_printf (
      text,
      sum <= bound + ROUNDING
          ? _ ("Liu–Layland: admitted, %.1f %% of %.1f %% for %u on one processor")
          : _ ("Liu–Layland: undecided, %.1f %% of %.1f %% for %u on one processor"),
      100 * sum, 100 * bound, n);
}

static void
explain_response (GString *text, const TslDemand *demands, guint n, guint which)
{
  double response = tsl_admission_find_response (demands, n, which) / MSEC;
  double period = demands[which].period / MSEC;

  if (response < 0)
    g_string_append_printf (text,
                            _ ("Response time: refused, longer than the period of %.6g ms with "
                               "rate-monotonic priorities on one processor"),
                            period);
  else if (all_respond (demands, n))
    g_string_append_printf (text,
                            _ ("Response time: admitted, %.6g ms in a period of %.6g ms with "
                               "rate-monotonic priorities on one processor"),
                            response, period);
  else
    g_string_append_printf (text,
                            _ ("Response time: too long for another demand, %.6g ms in a period of "
                               "%.6g ms with rate-monotonic priorities on one processor"),
                            response, period);
}

/**
 * tsl_admission_explain:
 * @demands: (array length=n): all demands, the new one among them
 * @n: number of demands
 * @which: index of the new demand
 * @n_processors: number of processors
 * @threshold: the share of each processor that may be reserved, up to 1
 *
 * Explains the result of each admission test for one more demand: a line for the threshold, which
 * decides (tsl_admission_check()), one for the bound of Liu and Layland, and one for the response
 * time. The latter two apply to fixed priorities on a single processor; earliest deadline first, or
 * two processors, can admit more.
 *
 * Returns: (transfer full): three lines, without a newline at the end
 *
 * Since: 1.0
 */
char *
tsl_admission_explain (const TslDemand *demands, guint n, guint which, guint n_processors,
                       double threshold)
{
  GString *text = g_string_new (NULL);

  explain_threshold (text, demands, n, which, n_processors, threshold);
  g_string_append_c (text, '\n');
  explain_liu_layland (text, demands, n);
  g_string_append_c (text, '\n');
  explain_response (text, demands, n, which);
  return g_string_free (text, FALSE);
}

/* A sleeping thread to which reserves are given to test them. */

typedef struct
{
  TslLock lock;
  pid_t tid;
  gboolean done;
} Sleeper;

static gpointer
sleep_until_done (gpointer data)
{
  Sleeper *self = data;

  tsl_lock_take (&self->lock);
  self->tid = syscall (SYS_gettid);
  tsl_lock_wake (&self->lock);
  while (!self->done)
    tsl_lock_wait (&self->lock);
  tsl_lock_release (&self->lock);
  return NULL;
}

static int
try_on (pid_t tid, const TslDemand *demand)
{
  TslSchedAttr old, attr;
  int code;

  if (tsl_sched_get (tid, &old) != 0)
    return errno;
  attr = tsl_demand_make_attr (&old, demand);
  code = tsl_sched_set (tid, &attr) == 0 ? 0 : errno;
  if (code == 0)
    tsl_sched_restore (tid, &old);
  return code;
}

/**
 * tsl_admission_ask_kernel:
 * @demand: a demand
 * @error: reason why the kernel does not admit it
 *
 * Asks the kernel whether it would admit one more reserve now: gives it for a moment to a sleeping
 * thread. To ask whether a reserve may grow, pass the difference as the demand.
 *
 * Returns: %TRUE if the kernel admits it
 *
 * Since: 1.0
 */
gboolean
tsl_admission_ask_kernel (const TslDemand *demand, GError **error)
{
  Sleeper sleeper = { 0 };
  GThread *thread;
  int code;

  if (!tsl_demand_validate (demand, error))
    return FALSE;
  tsl_lock_init (&sleeper.lock);
  thread = g_thread_new (TSL_ADMISSION_THREAD, sleep_until_done, &sleeper);
  tsl_lock_take (&sleeper.lock);
  while (sleeper.tid == 0)
    tsl_lock_wait (&sleeper.lock);
  code = try_on (sleeper.tid, demand);
  sleeper.done = TRUE;
  tsl_lock_wake (&sleeper.lock);
  tsl_lock_release (&sleeper.lock);
  g_thread_join (thread);
  tsl_lock_clear (&sleeper.lock);
  if (code == 0)
    return TRUE;
  tsl_demand_set_error (error, code, demand);
  return FALSE;
}
