/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* How many bytes of samples may be on their way: as many as the other end granted, and not more than it reads in a fraction
 * of a second, so that a slow reader or link shows samples that are not old. The window grows while samples wait for it, as
 * long as grants for a message come soon enough after it was sent. Times are in nanoseconds. */
typedef struct
{
  gint64 credit;
  gint64 in_flight;
  gint64 window;
  /* whether samples waited for the window since the timed message was sent */
  gboolean is_blocked;

  /* a message that is timed: when it was sent, how many bytes are to be granted until it is, 0 if none is timed, and how many
   * those were when it was sent */
  gint64 sent_at;
  gint64 awaited;
  gint64 timed;
  /* the shortest time from sending to granting; 0 if it is not known */
  gint64 shortest;
  /* the rate at which the other end read while samples waited for the window, bytes a second; 0 if it is not known */
  double rate;

  /* the bytes of the last grant, 0 before the second one: the first may be early */
  gint64 step;
  gboolean has_granted;
  /* the smallest window: as far as is known, the other end grants nothing before it has read as much */
  gint64 floor;
  /* when bytes were sent or granted last */
  gint64 moved_at;
} GscopeWindow;

/* Takes the size of the window at first, too. */
void gscope_window_init (GscopeWindow *self, gint64 credit, gint64 first);
/* Returns the number of bytes that may be sent now, and remembers that samples wait if there are none. */
gint64 gscope_window_get_room (GscopeWindow *self);
/* Enlarges a window that has been full for a while, although the other end has granted more: it may read more than the window
 * before it grants. */
void gscope_window_relieve (GscopeWindow *self, gint64 now);
void gscope_window_send (GscopeWindow *self, gsize bytes, gint64 now);
/* Adds credit for bytes that the other end has read. */
void gscope_window_grant (GscopeWindow *self, gint64 bytes, gint64 now);
