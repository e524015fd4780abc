/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib.h>
#include <linux/types.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <tsl-bpf/switches.h>
#include <tsl/error.h>
#include <unistd.h>

#define MSEC G_GINT64_CONSTANT (1000000)
#define N_SLEEPS 5

/* Of the kernel's include/uapi/linux/sched/types.h. */
typedef struct
{
  __u32 size, policy;
  __u64 flags;
  __s32 nice;
  __u32 priority;
  __u64 runtime, deadline, period;
} Attributes;

#define POLICY_DEADLINE 6
#define BUDGET (2 * MSEC)

/* NULL where this machine has none, which is said; WITH_BPF says that it has. */
static Switches *
make (void)
{
  g_autoptr (GError) error = NULL;
  Switches *self = switches_new (&error);

  if (self)
    return self;
  g_test_message ("%s", error->message);
  g_assert_true (error->domain == TSL_ERROR);
  g_assert_nonnull (strstr (error->message, HAS_BPF ? "BPF" : "built without BPF"));
  g_assert_null (g_getenv ("WITH_BPF"));
  return NULL;
}

static gint64
read_time (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 * MSEC + now.tv_nsec;
}

/* The events of a thread. */
typedef struct
{
  guint tid;
  guint n_begins;
  guint n_ends;
  guint n_wakes;
  guint n_throttled;
  guint n_renewed;
  guint n_dead;
  gint64 begin;
  gint64 run;
  gint64 most_budget;
  gint64 last;
  char name[SWITCHES_NAME_SIZE];
} Seen;

static void
see_end (Seen *self, const SwitchesEvent *event)
{
  self->n_ends++;
  self->run += self->begin > 0 ? (gint64) event->time - self->begin : 0;
  self->n_throttled += (event->flags & SWITCHES_IS_THROTTLED) != 0;
  /* a thread is stopped when it has used up its budget, and not before */
  if (event->flags & SWITCHES_IS_THROTTLED)
    g_assert_cmpint (event->budget_before, <=, 0);
  self->n_dead += (event->flags & SWITCHES_IS_DEAD) != 0;
}

static void
see_begin (Seen *self, const SwitchesEvent *event)
{
  self->n_begins++;
  self->begin = event->time;
  self->most_budget = MAX (self->most_budget, event->budget);
  g_assert_cmpuint (event->process, ==, getpid ());
  g_strlcpy (self->name, event->name, sizeof self->name);
}

static void
on_event (const SwitchesEvent *event, gpointer data)
{
  Seen *self = data;

  if (event->kind == SWITCHES_SWITCH && event->before == self->tid)
    see_end (self, event);
  if (event->thread != self->tid)
    return;
  self->n_wakes += event->kind == SWITCHES_WAKE;
  self->n_renewed += event->kind == SWITCHES_RENEW;
  if (event->kind == SWITCHES_SWITCH)
    see_begin (self, event);
}

static gpointer
sleep_some (gpointer data)
{
  const struct timespec time = { 0, MSEC };

  prctl (PR_SET_NAME, "sleeper");
  *(guint *) data = gettid ();
  for (guint i = 0; i < N_SLEEPS; i++)
    nanosleep (&time, NULL);
  return NULL;
}

/* Each sleep is a wake-up and two switches; the end is seen, and nothing is lost. */
static void
test_sleeps (void)
{
  Switches *switches = make ();
  Seen seen = { 0 };

  if (!switches)
    return;
  g_thread_join (g_thread_new ("sleeper", sleep_some, &seen.tid));
  /* the thread is joined before it leaves its processor for the last time */
  while (seen.n_dead == 0)
    switches_read (switches, on_event, &seen);
  g_assert_cmpuint (switches_count_lost (switches), ==, 0);
  g_assert_cmpuint (seen.n_wakes, >=, N_SLEEPS);
  g_assert_cmpuint (seen.n_begins, ==, seen.n_ends);
  g_assert_cmpuint (seen.n_begins, >, N_SLEEPS);
  g_assert_cmpuint (seen.n_dead, ==, 1);
  g_assert_cmpuint (seen.n_throttled, ==, 0);
  g_assert_cmpstr (seen.name, ==, "sleeper");
  switches_free (switches);
}

/* Works for several periods with a reserve; where there is none, at once 0. */
static gpointer
overrun (gpointer data)
{
  Attributes attributes = { .size = sizeof attributes, .policy = POLICY_DEADLINE };
  gint64 end = read_time () + 100 * MSEC;

  attributes.runtime = BUDGET;
  attributes.deadline = attributes.period = 20 * MSEC;
  if (syscall (SYS_sched_setattr, 0, &attributes, 0) != 0)
    return NULL;
  *(guint *) data = gettid ();
  while (read_time () < end)
    ;
  return NULL;
}

/* A thread that works on is stopped when its budget ends, and the renewal is reported. */
static void
test_budget (void)
{
  Switches *switches = make ();
  Seen seen = { 0 };

  if (!switches)
    return;
  g_thread_join (g_thread_new ("overrun", overrun, &seen.tid));
  if (seen.tid > 0)
    {
      switches_read (switches, on_event, &seen);
      g_assert_cmpuint (seen.n_throttled, >, 0);
      g_assert_cmpuint (seen.n_renewed, >, 0);
      g_assert_cmpint (seen.most_budget, >, 0);
      g_assert_cmpint (seen.most_budget, <=, BUDGET);
    }
  else
    g_test_skip ("this user may not reserve time here");
  switches_free (switches);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tsl/switches/sleeps", test_sleeps);
  g_test_add_func ("/tsl/switches/budget", test_budget);
  return g_test_run ();
}
