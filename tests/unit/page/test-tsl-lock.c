/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <sched.h>
#include <string.h>
#include <sys/syscall.h>
#include <tsl/tsl.h>
#include <unistd.h>

enum
{
  PRIORITY = 7,
  N_TURNS = 20000,
};

typedef struct
{
  TslLock lock;
  /* by atomic loads and stores: 0 at first, then the thread that is about to take the lock, or -1 if it has no
   * real-time priority */
  int waiting;
  guint turn;
} Bed;

static void
bed_init (Bed *self)
{
  *self = (Bed){ 0 };
  tsl_lock_init (&self->lock);
}

/* Returns a field of a thread's /proc/self/task/TID/stat: 3 is its state, 18 its priority. */
static char *
read_field (pid_t tid, guint field)
{
  g_autofree char *path = g_strdup_printf ("/proc/self/task/%d/stat", tid);
  g_autofree char *text = NULL;
  g_auto (GStrv) fields = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  fields = g_strsplit (strrchr (text, ')') + 2, " ", -1);
  return g_strdup (fields[field - 3]);
}

static gboolean
is_asleep (pid_t tid)
{
  g_autofree char *state = read_field (tid, 3);

  return state[0] == 'S';
}

static gpointer
take_urgently (gpointer data)
{
  const struct sched_param param = { .sched_priority = PRIORITY };
  Bed *bed = data;

  if (sched_setscheduler (0, SCHED_FIFO | SCHED_RESET_ON_FORK, &param) != 0)
    {
      __atomic_store_n (&bed->waiting, -1, __ATOMIC_RELEASE);
      return NULL;
    }
  __atomic_store_n (&bed->waiting, syscall (SYS_gettid), __ATOMIC_RELEASE);
  tsl_lock_take (&bed->lock);
  tsl_lock_release (&bed->lock);
  return NULL;
}

/* A thread that holds the lock has the priority of the most urgent one that waits for it. */
static void
test_inheritance (void)
{
  g_autofree char *inherited = g_strdup_printf ("%d", -1 - PRIORITY);
  g_autofree char *before = read_field (getpid (), 18);
  g_autofree char *meanwhile = NULL;
  g_autofree char *after = NULL;
  GThread *urgent;
  int waiting;
  Bed bed;

  bed_init (&bed);
  tsl_lock_take (&bed.lock);
  urgent = g_thread_new ("urgent", take_urgently, &bed);
  while ((waiting = __atomic_load_n (&bed.waiting, __ATOMIC_ACQUIRE)) == 0)
    g_thread_yield ();
  while (waiting > 0 && !is_asleep (waiting))
    g_thread_yield ();
  meanwhile = read_field (getpid (), 18);
  tsl_lock_release (&bed.lock);
  after = read_field (getpid (), 18);
  g_thread_join (urgent);
  tsl_lock_clear (&bed.lock);
  g_assert_cmpstr (after, ==, before);
  if (waiting < 0)
    g_test_skip ("no real-time priority here");
  else
    g_assert_cmpstr (meanwhile, ==, inherited);
}

/* Each waits for its turn and hands it to the other: no call to wake is lost. */
static void
take_turns (Bed *bed, guint own)
{
  for (guint i = 0; i < N_TURNS; i++)
    {
      tsl_lock_take (&bed->lock);
      while (bed->turn % 2 != own)
        tsl_lock_wait (&bed->lock);
      bed->turn++;
      tsl_lock_wake (&bed->lock);
      tsl_lock_release (&bed->lock);
    }
}

static gpointer
take_odd_turns (gpointer data)
{
  take_turns (data, 1);
  return NULL;
}

static void
test_wait (void)
{
  GThread *other;
  Bed bed;

  bed_init (&bed);
  other = g_thread_new ("other", take_odd_turns, &bed);
  take_turns (&bed, 0);
  g_thread_join (other);
  g_assert_cmpuint (bed.turn, ==, 2 * N_TURNS);
  tsl_lock_clear (&bed.lock);
}

/* One call wakes all that wait. */
static gpointer
wait_for_turn (gpointer data)
{
  Bed *bed = data;

  tsl_lock_take (&bed->lock);
  __atomic_fetch_add (&bed->waiting, 1, __ATOMIC_RELEASE);
  while (bed->turn == 0)
    tsl_lock_wait (&bed->lock);
  tsl_lock_release (&bed->lock);
  return NULL;
}

static void
test_wake_all (void)
{
  GThread *threads[5];
  Bed bed;

  bed_init (&bed);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("waits", wait_for_turn, &bed);
  while (__atomic_load_n (&bed.waiting, __ATOMIC_ACQUIRE) < (int) G_N_ELEMENTS (threads))
    g_thread_yield ();
  tsl_lock_take (&bed.lock);
  bed.turn = 1;
  tsl_lock_wake (&bed.lock);
  tsl_lock_release (&bed.lock);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
  tsl_lock_clear (&bed.lock);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tsl/lock/inheritance", test_inheritance);
  g_test_add_func ("/tsl/lock/wait", test_wait);
  g_test_add_func ("/tsl/lock/wake-all", test_wake_all);
  return g_test_run ();
}
