/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <errno.h>
#include <glib.h>
#include <linux/bpf.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <tsl-bpf/wakeups.h>
#include <tsl/error.h>
#include <unistd.h>

#define SEC G_GINT64_CONSTANT (1000000000)

/* An unavailable program gives the reason and the remedy. */
static void
assert_explained (const GError *error)
{
  g_assert_nonnull (error);
  g_test_message ("%s", error->message);
  if (!HAS_BPF)
    g_assert_nonnull (strstr (error->message, "built without BPF"));
  if (g_error_matches (error, TSL_ERROR, TSL_ERROR_PRIVILEGE))
    g_assert_nonnull (strstr (error->message, "CAP_BPF and CAP_PERFMON"));
  else
    {
      g_assert_error (error, TSL_ERROR, TSL_ERROR_UNSUPPORTED);
      g_assert_true (!HAS_BPF || strstr (error->message, "start ")
                     || strstr (error->message, "later"));
    }
}

/* NULL where this machine has none, which is said; WITH_BPF says that it has. */
static Wakeups *
make (void)
{
  g_autoptr (GError) error = NULL;
  Wakeups *self = wakeups_new (&error);

  if (!self)
    {
      assert_explained (error);
      g_assert_null (g_getenv ("WITH_BPF"));
    }
  return self;
}

/* Two threads that wake each other. */

typedef struct
{
  int in[2];
  int out[2];
  int n;
  pid_t tids[2];
  /* how often each of them has waited: that often it must be woken */
  gint64 n_waits[2];
} Pair;

static void
note_waits (Pair *self, guint i)
{
  struct rusage usage;

  g_assert_cmpint (getrusage (RUSAGE_THREAD, &usage), ==, 0);
  self->n_waits[i] = usage.ru_nvcsw;
}

static void
run_side (Pair *self, guint i, int from, int to)
{
  char byte = 0;

  __atomic_store_n (&self->tids[i], gettid (), __ATOMIC_RELAXED);
  for (int k = 0; k < self->n; k++)
    {
      if (i == 0)
        g_assert_cmpint (write (to, &byte, 1), ==, 1);
      g_assert_cmpint (read (from, &byte, 1), ==, 1);
      if (i == 1)
        g_assert_cmpint (write (to, &byte, 1), ==, 1);
    }
  note_waits (self, i);
}

static gpointer
run_second (gpointer data)
{
  Pair *self = data;

  run_side (self, 1, self->in[0], self->out[1]);
  return NULL;
}

static gpointer
run_first (gpointer data)
{
  Pair *self = data;

  run_side (self, 0, self->out[0], self->in[1]);
  return NULL;
}

static void
play (Pair *self, int n)
{
  GThread *threads[2];

  *self = (Pair){ .n = n };
  g_assert_cmpint (pipe (self->in), ==, 0);
  g_assert_cmpint (pipe (self->out), ==, 0);
  threads[0] = g_thread_new ("first", run_first, self);
  threads[1] = g_thread_new ("second", run_second, self);
  for (guint i = 0; i < 2; i++)
    {
      g_thread_join (threads[i]);
      close (self->in[i]);
      close (self->out[i]);
    }
}

typedef struct
{
  Pair *pair;
  guint64 n;
  guint64 of_pair[2];
} Received;

static void
receive (const Wakeup *wakeup, gpointer data)
{
  Received *self = data;

  g_assert_cmpint (wakeup->time, >, 0);
  g_assert_cmpint (wakeup->latency, >=, 0);
  self->n++;
  for (guint i = 0; i < 2; i++)
    self->of_pair[i] += wakeup->tid == self->pair->tids[i];
}

/* Events under way in the kernel at the end have arrived. */
static void
read_rest (Wakeups *wakeups, Received *received, WakeupCounts *counts)
{
  wakeups_choose (wakeups, G_MAXINT, 0);
  do
    {
      wakeups_read (wakeups, receive, received);
      wakeups_count (wakeups, counts);
    }
  while (received->n + counts->n_lost + counts->n_lost_watched + counts->n_unseen
             + counts->n_unseen_watched
         != counts->n_events);
}

/* Every wake-up arrives. */
static void
test_events (void)
{
  Wakeups *wakeups = make ();
  Pair pair;
  Received received = { .pair = &pair };
  WakeupCounts counts;

  if (!wakeups)
    return;
  wakeups_choose (wakeups, getpid (), 0);
  play (&pair, 1000);
  read_rest (wakeups, &received, &counts);
  for (guint i = 0; i < 2; i++)
    {
      g_assert_cmpint (pair.n_waits[i], >, 0);
      g_assert_cmpuint (received.of_pair[i] + counts.n_lost + counts.n_unseen + counts.n_displaced,
                        >=, pair.n_waits[i]);
    }
  g_assert_cmpuint (counts.sum, >, 0);
  wakeups_free (wakeups);
}

/* Unread events are lost when the ring is full, and counted: every event either arrives or is
 * counted as lost. */
static void
test_lost (void)
{
  Wakeups *wakeups = make ();
  Pair pair;
  Received received = { .pair = &pair };
  WakeupCounts counts;

  if (!wakeups)
    return;
  wakeups_choose (wakeups, getpid (), 0);
  do
    {
      play (&pair, 10000);
      wakeups_count (wakeups, &counts);
    }
  while (counts.n_lost == 0);
  read_rest (wakeups, &received, &counts);
  g_assert_cmpuint (counts.n_lost, >, 0);
  g_assert_cmpuint (received.n, >, 0);
  g_test_message ("%" G_GUINT64_FORMAT " received, %" G_GUINT64_FORMAT " lost", received.n,
                  counts.n_lost);

  /* and goes on once they are read */
  received.of_pair[0] = received.of_pair[1] = 0;
  wakeups_choose (wakeups, getpid (), 0);
  play (&pair, 1000);
  read_rest (wakeups, &received, &counts);
  g_assert_cmpuint (received.of_pair[0] + received.of_pair[1], >, 0);
  wakeups_free (wakeups);
}

/* Only those of one process that are long enough, and all of one thread. */
static void
test_choice (void)
{
  Wakeups *wakeups = make ();
  Pair pair;
  Received received = { .pair = &pair };
  WakeupCounts counts;

  if (!wakeups)
    return;
  wakeups_choose (wakeups, getpid (), G_MAXINT64);
  play (&pair, 100);
  read_rest (wakeups, &received, &counts);
  g_assert_cmpuint (received.n, ==, 0);
  g_assert_cmpuint (counts.n, >, 0);
  wakeups_choose (wakeups, G_MAXINT, 0);
  play (&pair, 100);
  read_rest (wakeups, &received, &counts);
  g_assert_cmpuint (received.n, ==, 0);
  wakeups_free (wakeups);
}

static void
test_distribution (void)
{
  Wakeups *wakeups = make ();
  WakeupCounts counts;
  gint64 maximum;
  Pair pair;

  if (!wakeups)
    return;
  play (&pair, 100);
  wakeups_count (wakeups, &counts);
  maximum = wakeups_take_maximum (wakeups);
  g_assert_cmpint (maximum, >, 0);
  g_assert_cmpint (wakeups_get_quantile (wakeups, 0.5), >, 0);
  g_assert_cmpint (wakeups_get_quantile (wakeups, 0.5), <=, wakeups_get_quantile (wakeups, 0.99));
  /* the end of a bucket */
  g_assert_cmpint (wakeups_get_quantile (wakeups, 1) * 7 / 8, <=, MAX (maximum, 256));
  wakeups_free (wakeups);
}

/* The watched thread's timer and its wait after it make up how late it is. */

enum
{
  N_SLEEPS = 50,
};

typedef struct
{
  gint64 due[N_SLEEPS];
  gint64 woken[N_SLEEPS];
  guint n;
} Sleeps;

static gint64
read_clock (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return now.tv_sec * SEC + now.tv_nsec;
}

static void
sleep_all (Sleeps *self)
{
  for (guint i = 0; i < N_SLEEPS; i++)
    {
      gint64 due = read_clock () + SEC / 1000;
      struct timespec until = { due / SEC, due % SEC };

      while (clock_nanosleep (CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) != 0)
        ;
      self->due[i] = due;
      self->woken[i] = read_clock ();
    }
}

static void
note_timer (const Wakeup *wakeup, gpointer data)
{
  Sleeps *self = data;

  if (wakeup->timer < 0)
    return;
  g_assert_true (wakeup->is_watched);
  g_assert_cmpint (wakeup->tid, ==, gettid ());
  for (guint i = 0; i < N_SLEEPS; i++)
    if (self->due[i] <= wakeup->time && wakeup->time <= self->woken[i])
      {
        g_assert_cmpint (wakeup->timer + wakeup->latency, <=, self->woken[i] - self->due[i]);
        self->n++;
      }
}

/* But for those that were over before they began. */
static void
test_timer (void)
{
  Wakeups *wakeups = make ();
  Sleeps sleeps = { .n = 0 };

  if (!wakeups)
    return;
  wakeups_watch (wakeups, gettid ());
  sleep_all (&sleeps);
  wakeups_watch (wakeups, 0);
  wakeups_read (wakeups, note_timer, &sleeps);
  g_test_message ("%u of %d sleeps were ended by the timer", sleeps.n, N_SLEEPS);
  g_assert_cmpuint (sleeps.n, >, 0);
  wakeups_free (wakeups);
}

/* Without the privilege, the reason and what to do. */
static void
test_privilege (void)
{
  if (g_test_subprocess ())
    {
      g_autoptr (GError) error = NULL;

      if (geteuid () == 0)
        g_assert_cmpint (setresuid (65534, 65534, 65534), ==, 0);
      g_assert_null (wakeups_new (&error));
      assert_explained (error);
      g_assert_true (!HAS_BPF || g_error_matches (error, TSL_ERROR, TSL_ERROR_PRIVILEGE));
      return;
    }
  g_test_trap_subprocess (NULL, 0, 0);
  g_test_trap_assert_passed ();
}

/* Nothing stays in the kernel, however the program ends. */

static GArray *
list_programs (pid_t pid)
{
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree char *path = g_strdup_printf ("/proc/%d/fdinfo", pid);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir && (name = g_dir_read_name (dir)))
    {
      g_autofree char *file = g_build_filename (path, name, NULL);
      g_autofree char *text = NULL;
      const char *found = NULL;
      guint32 id;

      if (g_file_get_contents (file, &text, NULL, NULL))
        found = strstr (text, "prog_id:");
      id = found ? strtoul (found + strlen ("prog_id:"), NULL, 10) : 0;
      if (id != 0)
        g_array_append_val (ids, id);
    }
  return ids;
}

static gboolean
is_loaded (guint32 id)
{
  union bpf_attr attributes = { .prog_id = id };
  int fd = syscall (SYS_bpf, BPF_PROG_GET_FD_BY_ID, &attributes, sizeof attributes);

  if (fd >= 0)
    close (fd);
  g_assert_true (fd >= 0 || errno == ENOENT);
  return fd >= 0;
}

static void
stay (int ready)
{
  char is_made;

  prctl (PR_SET_PDEATHSIG, SIGKILL);
  is_made = wakeups_new (NULL) != NULL;
  if (write (ready, &is_made, 1) == 1)
    pause ();
  _exit (0);
}

static void
test_killed (void)
{
  g_autoptr (GArray) ids = NULL;
  char is_made;
  int ready[2];
  pid_t child;

  g_assert_cmpint (pipe (ready), ==, 0);
  child = fork ();
  g_assert_cmpint (child, >=, 0);
  if (child == 0)
    stay (ready[1]);
  g_assert_cmpint (read (ready[0], &is_made, 1), ==, 1);
  ids = list_programs (child);
  g_assert_cmpint (kill (child, SIGKILL), ==, 0);
  g_assert_cmpint (waitpid (child, NULL, 0), ==, child);
  g_assert_true (!is_made || ids->len > 0);
  /* the kernel frees it a grace period later */
  for (guint i = 0; i < ids->len; i++)
    while (is_loaded (g_array_index (ids, guint32, i)))
      g_thread_yield ();
  close (ready[0]);
  close (ready[1]);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  /* first, while there is one thread */
  g_test_add_func ("/tsl/wakeups/killed", test_killed);
  g_test_add_func ("/tsl/wakeups/events", test_events);
  g_test_add_func ("/tsl/wakeups/lost", test_lost);
  g_test_add_func ("/tsl/wakeups/choice", test_choice);
  g_test_add_func ("/tsl/wakeups/distribution", test_distribution);
  g_test_add_func ("/tsl/wakeups/timer", test_timer);
  g_test_add_func ("/tsl/wakeups/privilege", test_privilege);
  return g_test_run ();
}
