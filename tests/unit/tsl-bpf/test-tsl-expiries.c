/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <tsl-bpf/expiries.h>
#include <tsl/error.h>
#include <unistd.h>

#define MSEC G_GINT64_CONSTANT (1000000)

/* NULL where this machine has none, which is said; WITH_BPF says that it has. */
static Expiries *
make (void)
{
  g_autoptr (GError) error = NULL;
  Expiries *self = expiries_new (&error);

  if (self)
    return self;
  g_test_message ("%s", error->message);
  g_assert_true (error->domain == TSL_ERROR);
  g_assert_nonnull (strstr (error->message, HAS_BPF ? "BPF" : "built without BPF"));
  g_assert_null (g_getenv ("WITH_BPF"));
  return NULL;
}

static void
sleep_once (gint64 slack)
{
  struct timespec time = { 0, MSEC };

  g_assert_cmpint (prctl (PR_SET_TIMERSLACK, slack, 0, 0, 0), ==, 0);
  while (clock_nanosleep (CLOCK_MONOTONIC, 0, &time, NULL) != 0)
    ;
}

static guint64
count_chosen (Expiries *self)
{
  ExpiryCounts counts;

  expiries_count (self, &counts);
  g_assert_cmpuint (counts.n, >=, counts.n_hard + counts.n_soft);
  g_assert_cmpuint (counts.n_hard, >=, counts.n_chosen_hard);
  g_assert_cmpuint (counts.n_soft, >=, counts.n_chosen_soft);
  return counts.n_chosen_hard + counts.n_chosen_soft;
}

/* Each sleep of a chosen thread that has an overshoot counts once, as hard or soft; no other does. */
static void
test_chosen (void)
{
  const pid_t tid = gettid (), nobody = 0;
  Expiries *expiries = make ();

  if (!expiries)
    return;
  sleep_once (2 * MSEC);
  g_assert_cmpuint (count_chosen (expiries), ==, 0);
  expiries_choose (expiries, &tid, 1);
  while (count_chosen (expiries) == 0)
    sleep_once (2 * MSEC);
  g_assert_cmpuint (count_chosen (expiries), ==, 1);
  sleep_once (1);
  g_assert_cmpuint (count_chosen (expiries), ==, 1);
  expiries_choose (expiries, &nobody, 1);
  sleep_once (2 * MSEC);
  g_assert_cmpuint (count_chosen (expiries), ==, 1);
  expiries_free (expiries);
}

/* A timer whose overshoot reaches beyond another timer's fires with it, softly. */
static void
test_soft (void)
{
  const pid_t tid = gettid ();
  Expiries *expiries = make ();
  ExpiryCounts counts = { 0 };

  if (!expiries)
    return;
  expiries_choose (expiries, &tid, 1);
  while (counts.n_chosen_soft == 0)
    {
      /* the kernel's tick at least comes by meanwhile */
      sleep_once (50 * MSEC);
      expiries_count (expiries, &counts);
    }
  while (counts.n_chosen_hard == 0)
    {
      sleep_once (2);
      expiries_count (expiries, &counts);
    }
  g_test_message ("%" G_GUINT64_FORMAT " soft, %" G_GUINT64_FORMAT " hard", counts.n_chosen_soft,
                  counts.n_chosen_hard);
  expiries_free (expiries);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tsl/expiries/chosen", test_chosen);
  g_test_add_func ("/tsl/expiries/soft", test_soft);
  return g_test_run ();
}
