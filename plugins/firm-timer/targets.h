/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* The threads whose overshoot is turned by their timer slack. */
typedef struct _FirmTimerTargets FirmTimerTargets;

FirmTimerTargets *firm_timer_targets_new (gint64 overshoot);
/* Gives all threads back what they had. */
void firm_timer_targets_free (FirmTimerTargets *self);

/* Gives an overshoot, in nanoseconds, to all threads that words name: a process's number, `thread:` and a
 * thread's, `cgroup:` and a folder of /sys/fs/cgroup, or a program's name. Threads that are not named any
 * more get back what they had. If it fails, none has another overshoot than before. */
gboolean firm_timer_targets_apply (FirmTimerTargets *self, const char *words, gint64 overshoot,
                                   GError **error);
/* The values that were applied last. */
const char *firm_timer_targets_get_words (FirmTimerTargets *self);
gint64 firm_timer_targets_get_overshoot (FirmTimerTargets *self);
/* The numbers of the threads that have it. */
GArray *firm_timer_targets_list (FirmTimerTargets *self);
/* How many threads have it, and how many of them are real-time, which the kernel gives none. */
guint firm_timer_targets_get_n_threads (FirmTimerTargets *self);
guint firm_timer_targets_get_n_real_time (FirmTimerTargets *self);

/* Why other programs' overshoot cannot be turned here, as a sentence without a stop; NULL if it can. */
char *firm_timer_targets_find_refusal (void);
