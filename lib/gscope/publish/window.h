/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* How many bytes of samples may be on their way: as many as the other end granted, and not more
 * than it reads in a quarter of a second, so that a slow reader sees samples that are not old. */
typedef struct
{
  gint64 credit;
  gint64 in_flight;
  /* the rate at which the other end reads while samples wait for it, bytes a second; 0 if it is not known */
  double rate;
  gboolean is_blocked;
  gint64 measured_from;
  gint64 measured;
} GscopeWindow;

void gscope_window_init (GscopeWindow *self, gint64 credit);
/* Returns the number of bytes that may be sent now, and remembers that samples wait if there are none. */
gint64 gscope_window_get_room (GscopeWindow *self);
void gscope_window_send (GscopeWindow *self, gsize bytes);
/* Adds credit for bytes that the other end has read. The time is in nanoseconds. */
void gscope_window_grant (GscopeWindow *self, gint64 bytes, gint64 now);
