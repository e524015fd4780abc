/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "wakeups.h"

#include <gscope-test/gscope-test.h>

/* The kernel's part is replaced: it has lost wake-ups and counts them. */
struct _Wakeups
{
  WakeupCounts counts;
};

Wakeups *
wakeups_new (GError **error)
{
  return g_new0 (Wakeups, 1);
}

void
wakeups_free (Wakeups *self)
{
  g_free (self);
}

void
wakeups_watch (Wakeups *self, pid_t tid)
{
}

void
wakeups_choose (Wakeups *self, pid_t process, gint64 threshold)
{
}

gsize
wakeups_read (Wakeups *self, WakeupFunc func, gpointer data)
{
  return 0;
}

void
wakeups_count (Wakeups *self, WakeupCounts *counts)
{
  *counts = self->counts;
}

gint64
wakeups_get_quantile (Wakeups *self, double share)
{
  return -1;
}

gint64
wakeups_take_maximum (Wakeups *self)
{
  return -1;
}

static GscopeSignal *
add (GscopeScope *scope, const char *name)
{
  return gscope_scope_add_buffered (scope, name);
}

/* Wake-ups that the kernel did not report are not counted as if the ring had been full. */
static void
test_losses (void)
{
  g_autoptr (GscopeScope) scope = gscope_scope_new ();
  const PreemptionStreams streams = { add (scope, "late"), add (scope, "timer"),
                                      add (scope, "preemption") };
  Wakeups *wakeups = wakeups_new (NULL);
  PreemptionWakeups *reader;

  wakeups->counts =
      (WakeupCounts){ .n_lost = 3, .n_lost_watched = 5, .n_unseen = 7, .n_unseen_watched = 11 };
  reader = preemption_wakeups_new (wakeups, gscope_clock_get_system (), &streams);
  preemption_wakeups_free (reader);
  gscope_scope_drain (scope);
  g_assert_cmpuint (gscope_signal_get_lost (streams.late, GSCOPE_LOSS_RING_FULL), ==, 3);
  g_assert_cmpuint (gscope_signal_get_lost (streams.late, GSCOPE_LOSS_UNSEEN), ==, 7);
  g_assert_cmpuint (gscope_signal_get_lost (streams.timer, GSCOPE_LOSS_RING_FULL), ==, 5);
  g_assert_cmpuint (gscope_signal_get_lost (streams.timer, GSCOPE_LOSS_UNSEEN), ==, 11);
  g_assert_cmpuint (gscope_signal_get_lost (streams.preemption, GSCOPE_LOSS_RING_FULL), ==, 5);
  g_assert_cmpuint (gscope_signal_get_lost (streams.preemption, GSCOPE_LOSS_UNSEEN), ==, 11);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/preemption/wakeups/losses", test_losses);
  return g_test_run ();
}
