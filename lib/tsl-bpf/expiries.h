/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>
#include <sys/types.h>

/* The kernel's own firm timers: those with an overshoot (timer slack) fire softly if another timer's interrupt
 * comes within it, and hard, by an interrupt for them, at its end. It takes what Wakeups takes. */
typedef struct _Expiries Expiries;

/* Since the program is in the kernel. */
typedef struct
{
  /* all timers */
  guint64 n;
  /* those with an overshoot */
  guint64 n_hard;
  guint64 n_soft;
  /* those of them that ended a sleep of a chosen thread */
  guint64 n_chosen_hard;
  guint64 n_chosen_soft;
} ExpiryCounts;

Expiries *expiries_new (GError **error);
void expiries_free (Expiries *self);

/* One thread at a time. These threads are chosen from now on, and no others. */
void expiries_choose (Expiries *self, const pid_t *tids, guint n);
/* One thread at a time, which may be another. */
void expiries_count (Expiries *self, ExpiryCounts *counts);
