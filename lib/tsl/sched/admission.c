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
#include <tsl/sched/reserve-private.h>
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
 * @n: how many periodic tasks
 *
 * The bound of Liu and Layland (1973): if n tasks with fixed, rate-monotonic priorities take no more
 * than n(2^(1/n) - 1) of one processor, each meets its deadlines, whatever their periods. It goes
 * from 1 for one to 0.693 for many. Those that take more might.
 *
 * Returns: the bound
 */
double
tsl_admission_get_liu_layland (guint n)
{
  return n > 0 ? n * expm1 (M_LN2 / n) : 1;
}

/* How much others of higher, rate-monotonic, priority take within a time; equal periods hinder each
 * other both ways, which errs on the safe side. */
static gint64
find_interference (const TslDemand *demands, guint n, guint which, gint64 time)
{
  gint64 sum = 0;

  for (guint i = 0; i < n; i++)
    if (i != which && demands[i].period <= demands[which].period)
      sum += (time + demands[i].period - 1) / demands[i].period * demands[i].budget;
  return sum;
}

/**
 * tsl_admission_find_response:
 * @demands: (array length=n): demands
 * @n: number of demands
 * @which: the position of one of them
 *
 * The longest time from the release of a job to its end on one processor with rate-monotonic
 * priorities: the least R with R = C + sum of ceil(R/Tj) Cj over those with shorter periods (Joseph and
 * Pandya, 1986). It is exact where the bound of Liu and Layland is not.
 *
 * Returns: nanoseconds; -1 if it is longer than the period, so that deadlines are missed
 */
gint64
tsl_admission_find_response (const TslDemand *demands, guint n, guint which)
{
  gint64 response = demands[which].budget;

  while (response <= demands[which].period)
    {
      gint64 next = demands[which].budget + find_interference (demands, n, which, response);

      if (next == response)
        return response;
      response = next;
    }
  return -1;
}

static gboolean
is_within (const TslDemand *demand, double threshold, GError **error)
{
  g_autofree char *text = NULL;

  if (tsl_admission_sum (demand, 1) <= threshold + ROUNDING)
    return TRUE;
  text = tsl_demand_format (demand);
  g_set_error (error, TSL_ERROR, TSL_ERROR_REFUSED,
               _ ("%s is more than the %.0f %% of a processor that may be reserved; reserve less"),
               text, 100 * threshold);
  return FALSE;
}

/**
 * tsl_admission_judge:
 * @demands: (array length=n): all demands, the new one among them
 * @n: number of demands
 * @n_processors: number of processors
 * @threshold: the share of a processor that may be reserved, up to 1
 * @error: reason why the demands are refused
 *
 * Admits the same demands as RT-Mach: the sum of C/T has to stay within a threshold, with earliest
 * deadlines first (R:3276). None gets more than the threshold of the one processor that it runs on: what
 * spins there leaves something to others.
 *
 * Returns: %TRUE if they are admitted
 */
gboolean
tsl_admission_judge (const TslDemand *demands, guint n, guint n_processors, double threshold,
                     GError **error)
{
  double sum = tsl_admission_sum (demands, n);

  for (guint i = 0; i < n; i++)
    if (!is_within (&demands[i], threshold, error))
      return FALSE;
  /* what was chosen to reach the threshold does */
  if (sum <= threshold * n_processors + ROUNDING)
    return TRUE;
  g_set_error (error, TSL_ERROR, TSL_ERROR_REFUSED,
               _ ("%u reserves would take %.1f %% of a processor together, and %.1f %% may be "
                  "reserved (%.0f %% of %u); reserve less, or raise the threshold"),
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
 * Says for people what the tests say: the sum, the bound of Liu and Layland, and where that does not
 * decide, response times; both for a single processor.
 *
 * Returns: (transfer full): a sentence
 */
char *
tsl_admission_describe (const TslDemand *demands, guint n)
{
  double sum = 100 * tsl_admission_sum (demands, n);
  double bound = 100 * tsl_admission_get_liu_layland (n);

  if (n == 0)
    return g_strdup ("no processor time is reserved");
  if (sum <= bound)
    return g_strdup_printf (
        "%.1f %% of a processor is reserved: rate-monotonic priorities would do on "
        "one (Liu–Layland: %.1f %%)",
        sum, bound);
  if (all_respond (demands, n))
    return g_strdup_printf (
        "%.1f %% of a processor is reserved: rate-monotonic priorities would do on "
        "one by their response times, though not by Liu–Layland (%.1f %%)",
        sum, bound);
  return g_strdup_printf (
      "%.1f %% of a processor is reserved: %s (Liu–Layland: %.1f %%)", sum,
      sum <= 100 ? "on one it takes earliest deadlines first" : "it takes more than one", bound);
}

static void
explain_threshold (GString *text, const TslDemand *demands, guint n, guint which,
                   guint n_processors, double threshold)
{
  if (!is_within (&demands[which], threshold, NULL))
    g_string_append_printf (text, "Threshold: refused, %.1f %% of %.1f %% of one processor\n",
                            100 * tsl_admission_sum (&demands[which], 1), 100 * threshold);
  else
    g_string_append_printf (
        text, "Threshold: %s, %.1f %% of %.1f %% (%.0f %% of %u %s)\n",
        tsl_admission_judge (demands, n, n_processors, threshold, NULL) ? "admitted" : "refused",
        100 * tsl_admission_sum (demands, n), 100 * threshold * n_processors, 100 * threshold,
        n_processors, n_processors == 1 ? "processor" : "processors");
}

static void
explain_liu_layland (GString *text, const TslDemand *demands, guint n)
{
  double sum = tsl_admission_sum (demands, n);
  double bound = tsl_admission_get_liu_layland (n);

  g_string_append_printf (text, "Liu–Layland: %s, %.1f %% of %.1f %% for %u on one processor\n",
                          sum <= bound + ROUNDING ? "admitted" : "undecided", 100 * sum,
                          100 * bound, n);
}

static void
explain_response (GString *text, const TslDemand *demands, guint n, guint which)
{
  gint64 response = tsl_admission_find_response (demands, n, which);

  if (response < 0)
    g_string_append_printf (text, "Response time: refused, longer than its %.6g ms",
                            demands[which].period / MSEC);
  else
    g_string_append_printf (text, "Response time: %s, %.6g ms of its %.6g ms",
                            all_respond (demands, n) ? "admitted" : "too long for another one",
                            response / MSEC, demands[which].period / MSEC);
  g_string_append (text, " by rate-monotonic priorities on one processor");
}

/**
 * tsl_admission_explain:
 * @demands: (array length=n): all demands, the new one among them
 * @n: number of demands
 * @which: the position of the new one
 * @n_processors: number of processors
 * @threshold: how much of a processor may be reserved, up to 1
 *
 * Explains the result of each test for one more demand: a line for the threshold, which decides
 * (tsl_admission_judge()), one for the bound of Liu and Layland, and one for the response time.
 * The latter two are of fixed priorities on a single processor: a processor with earliest deadlines first, and
 * two of them, can do more.
 *
 * Returns: (transfer full): three lines, without one's end at the last
 */
char *
tsl_admission_explain (const TslDemand *demands, guint n, guint which, guint n_processors,
                       double threshold)
{
  GString *text = g_string_new (NULL);

  explain_threshold (text, demands, n, which, n_processors, threshold);
  explain_liu_layland (text, demands, n);
  explain_response (text, demands, n, which);
  return g_string_free (text, FALSE);
}

/* A thread that sleeps while it is given a reserve. */

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
 * @error: why the kernel does not admit it
 *
 * Asks the kernel whether it would admit one more reserve now, without giving it to anybody: a thread
 * that sleeps gets it for a moment. The difference by which a reserve grows is a demand, too.
 *
 * Returns: %TRUE if it does
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
