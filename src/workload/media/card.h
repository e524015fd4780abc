/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/page/lock.h>

/* A virtual sound card, the clock of the player: it plays the audio that was written to it in real
 * time, and stops while it has none. Times are nanoseconds: `now` on CLOCK_MONOTONIC, positions
 * since the beginning of the clip. Any thread may call these functions. */
typedef struct
{
  TslLock lock;
  /* the time at which position 0 was played, had the card never stopped */
  gint64 origin;
  gint64 written;
  gint64 n_underruns;
} WorkloadCard;

void workload_card_init (WorkloadCard *self);
void workload_card_clear (WorkloadCard *self);
/* Writes audio of the given length. */
void workload_card_write (WorkloadCard *self, gint64 now, gint64 length);
/* Returns the position that is played. */
gint64 workload_card_get_position (WorkloadCard *self, gint64 now);
gint64 workload_card_get_written (WorkloadCard *self);
/* Returns the number of times when the card had no audio. */
gint64 workload_card_get_n_underruns (WorkloadCard *self);
/* Returns the time at which a position is played, if audio is written in time. */
gint64 workload_card_find_time (WorkloadCard *self, gint64 now, gint64 position);
