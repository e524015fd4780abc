/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <math.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <tsl-bpf/triggers.h>
#include <tsl/error.h>
#include <unistd.h>

enum
{
  N_CALLS = 1000,
  N_PAGES = 500,
  PAGE = 4096,
  /* the first state of a processor ends no interval */
  MIGRATIONS = 10,
};

/* NULL where this machine has none, which is said; WITH_BPF says that it has. */
static Triggers *
make (void)
{
  g_autoptr (GError) error = NULL;
  Triggers *self = triggers_new (&error);

  if (self)
    return self;
  g_test_message ("%s", error->message);
  g_assert_true (error->domain == TSL_ERROR);
  g_assert_nonnull (strstr (error->message, HAS_BPF ? "BPF" : "built without BPF"));
  g_assert_null (g_getenv ("WITH_BPF"));
  return NULL;
}

/* Returns the trigger states during a function. */
static TriggerCounts
count (Triggers *self, void (*func) (void))
{
  TriggerCounts before, after;

  triggers_count (self, &before);
  func ();
  triggers_count (self, &after);
  trigger_counts_subtract (&after, &before);
  return after;
}

static void
call_kernel (void)
{
  for (guint i = 0; i < N_CALLS; i++)
    syscall (SYS_getppid);
}

static void
touch_pages (void)
{
  volatile char *pages =
      mmap (NULL, N_PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  madvise ((void *) pages, N_PAGES * PAGE, MADV_NOHUGEPAGE);
  for (guint i = 0; i < N_PAGES; i++)
    pages[i * PAGE] = 1;
  munmap ((void *) pages, N_PAGES * PAGE);
}

/* Each system call and each page fault is a trigger state; a source that is not chosen is none. */
static void
test_sources (void)
{
  Triggers *triggers = make ();
  TriggerCounts counts;

  if (!triggers)
    return;
  counts = count (triggers, call_kernel);
  g_assert_cmpuint (counts.n[TRIGGERS_SYSTEM_CALL], >=, N_CALLS - MIGRATIONS);
  g_assert_cmpfloat (trigger_counts_get_mean (&counts), >, 0);
  counts = count (triggers, touch_pages);
  g_assert_cmpuint (counts.n[TRIGGERS_TRAP], >=, N_PAGES - MIGRATIONS);
  triggers_choose (triggers, 1 << TRIGGERS_TRAP);
  counts = count (triggers, call_kernel);
  g_assert_cmpuint (counts.n[TRIGGERS_SYSTEM_CALL], ==, 0);
  triggers_free (triggers);
}

/* 90 intervals of 0.5 to 0.625 µs and 10 of 128 to 160 µs. */
static void
test_distribution (void)
{
  TriggerCounts counts = { 0 };

  g_assert_true (isnan (trigger_counts_get_mean (&counts)));
  g_assert_true (isnan (trigger_counts_get_deviation (&counts)));
  g_assert_true (isnan (trigger_counts_get_quantile (&counts, 0.5)));
  g_assert_true (isnan (trigger_counts_get_share_above (&counts, 100)));
  counts.n[TRIGGERS_SYSTEM_CALL] = 90;
  counts.n[TRIGGERS_IDLE] = 10;
  counts.sum = 90 * 500 + 10 * 150000;
  counts.squares = 90 * 5 * 5 + 10 * 1500 * 1500;
  counts.buckets[1 + 2 * 4] = 90;
  counts.buckets[1 + 10 * 4] = 10;
  g_assert_cmpuint (trigger_counts_get_n (&counts), ==, 100);
  g_assert_cmpfloat_with_epsilon (trigger_counts_get_mean (&counts), 15.45, 0.001);
  g_assert_cmpfloat_with_epsilon (trigger_counts_get_deviation (&counts), 44.85, 0.01);
  g_assert_cmpfloat_with_epsilon (trigger_counts_get_quantile (&counts, 0.45), 0.576, 0.001);
  g_assert_cmpfloat_with_epsilon (trigger_counts_get_quantile (&counts, 0.95), 147.456, 0.001);
  g_assert_cmpfloat_with_epsilon (trigger_counts_get_share_above (&counts, 100), 10, 0.001);
  g_assert_cmpfloat_with_epsilon (trigger_counts_get_share_above (&counts, 147.456), 5, 0.001);
  g_assert_cmpfloat (trigger_counts_get_share_above (&counts, 200), ==, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tsl/triggers/sources", test_sources);
  g_test_add_func ("/tsl/triggers/distribution", test_distribution);
  return g_test_run ();
}
