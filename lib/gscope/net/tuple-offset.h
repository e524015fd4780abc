/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Estimates the offset of a client's clock: scope's time = client's time + offset.
 *
 * A client only sends, so that its clock is observed only by the arrival of its tuples. Arrival
 * minus time-stamp is offset + delay, and no delay is negative: the smallest difference of the last
 * 16 s, kept in eight stages of 2 s, belongs to the least delayed tuple. This is the clock filter
 * of NTP (Mills, RFC 5905, section 10, eight stages, least delay) in one direction. Where the
 * kernel knows the round-trip time to the client, half of it is subtracted: the true offset is then
 * within half a round trip (Cristian, Probabilistic clock synchronization, 1989). The uncertainty
 * is this half plus the range of the stages' minima, which reflects queues, the client's batches
 * and the drift of its clock.
 *
 * A client on the same machine may send times of the machine's own clocks, which need no estimate:
 * times within ten seconds before the arrival on the scope's clock, or on the wall clock, are taken
 * as times of that clock. A single time in the future proves that the clock is another one. */

enum
{
  GSCOPE_OFFSET_STAGES = 8
};

typedef enum
{
  GSCOPE_OFFSET_ESTIMATED,
  GSCOPE_OFFSET_SCOPE,
  GSCOPE_OFFSET_WALL,
} GscopeOffsetBasis;

typedef struct
{
  gint64 offset;
  gint64 uncertainty;
  GscopeOffsetBasis basis;

  gboolean local;
  gint64 half_trip;
  gint64 stage;
  guint n_stages;
  gint64 least[GSCOPE_OFFSET_STAGES];
  /* the largest difference of the first stage, while there is no other stage to compare with */
  gint64 most;
} GscopeTupleOffset;

/* round_trip is in nanoseconds, 0 if it is not known. */
void gscope_tuple_offset_init (GscopeTupleOffset *self, gboolean local, gint64 round_trip);
/* Adds the newest time of a batch, and its arrival on the scope's clock and on the wall clock. */
void gscope_tuple_offset_update (GscopeTupleOffset *self, gint64 time, gint64 arrival,
                                 gint64 arrival_unix);

static inline gint64
gscope_tuple_offset_map (const GscopeTupleOffset *self, gint64 time)
{
  gint64 mapped;

  if (G_LIKELY (!__builtin_add_overflow (time, self->offset, &mapped)))
    return mapped;
  return time < 0 ? G_MININT64 : G_MAXINT64;
}
