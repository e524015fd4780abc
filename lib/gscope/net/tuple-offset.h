/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* The offset of a client's clock: scope's time = client's time + offset.
 *
 * A client only sends, so its clock is known only by the arrival of its tuples. Each arrival gives
 * offset + delay, and no delay is negative: the smallest difference of the last 16 s, kept in eight
 * stages of 2 s, belongs to the least delayed tuple. That is the clock filter of NTP (Mills, RFC
 * 5905, section 10, eight stages, least delay) with one way only. Where the kernel knows the round
 * trip to the client, half of it is taken off: the true offset is within half a round trip then
 * (Cristian, Probabilistic clock synchronization, 1989). The uncertainty is that half and what the
 * stages' minima differ by, which is how far queues, the client's batches and the drift of its clock
 * go.
 *
 * A client on the same machine may send times of the machine's own clocks. They need no estimate:
 * times within ten seconds before the arrival by the scope's clock, or by the wall's, are taken to be
 * that clock's. One time from the future proves them foreign. */

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
  /* the largest difference of the first stage, which has no other to compare with */
  gint64 most;
} GscopeTupleOffset;

/* round_trip is in nanoseconds, 0 if it is not known. */
void gscope_tuple_offset_init (GscopeTupleOffset *self, gboolean local, gint64 round_trip);
/* Takes the newest time of a batch, and its arrival on the scope's clock and on the wall's. */
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
