/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/tsl.h>

/* The threads whose overshoot (timer slack) the source sets. */
typedef struct
{
  /* the values that were applied last; the overshoot in nanoseconds */
  char *words;
  gint64 overshoot;

  /* the selected threads; NULL for none */
  TslTimerSlack *slack;
  TslGuard *guard;
} FirmTimerTargets;

FirmTimerTargets *firm_timer_targets_new (gint64 overshoot);
/* Restores the slack of all threads. */
void firm_timer_targets_free (FirmTimerTargets *self);

/* Sets the overshoot, in nanoseconds, of all threads that the words select: a process number,
 * `thread:` with a thread number, `cgroup:` with a directory in /sys/fs/cgroup, or a program's
 * name. Restores the slack of threads that are not selected any more. On failure all threads keep
 * their overshoot. */
gboolean firm_timer_targets_apply (FirmTimerTargets *self, const char *words, gint64 overshoot,
                                   GError **error);

/* Returns the reason why the overshoot of other programs cannot be set, as a sentence without a
 * full stop; NULL if it can. */
char *firm_timer_targets_find_refusal (void);
