/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>
#include <sys/types.h>

/* Counts the expirations of the kernel's own firm timers. A timer with an overshoot (timer slack)
 * fires softly if another timer's interrupt comes within the overshoot, and hard, with an interrupt
 * of its own, at its end. Needs the same permissions as Wakeups. */
typedef struct _Expiries Expiries;

/* Counts since the program was loaded. */
typedef struct
{
  /* all timers */
  guint64 n;
  /* timers with an overshoot */
  guint64 n_hard;
  guint64 n_soft;
  /* timers with an overshoot that ended a chosen thread's sleep */
  guint64 n_chosen_hard;
  guint64 n_chosen_soft;
} ExpiryCounts;

Expiries *expiries_new (GError **error);
void expiries_free (Expiries *self);

/* Chooses these threads instead of the ones before. One thread at a time may call it. */
void expiries_choose (Expiries *self, const pid_t *tids, guint n);
/* Reads the counts. One thread at a time may call it; another thread may call expiries_choose()
 * meanwhile. */
void expiries_count (Expiries *self, ExpiryCounts *counts);
