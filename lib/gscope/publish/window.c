/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/publish/window.h>

#include <gscope/carrier/message.h>
#include <gscope/trace/sample.h>

enum
{
  MIN_WINDOW = 2 * GSCOPE_MESSAGE_GRANT,
};

/* How much longer than on an idle link a message may take until it is read. */
#define DEPTH (350 * GSCOPE_MSEC)

/* For how long nothing is granted by an end that may be waiting for more bytes, and by one that has granted fewer bytes than it
 * has not granted now, and so is rather stopped. */
#define PATIENCE GSCOPE_SEC
#define LONG_PATIENCE (5 * GSCOPE_SEC)

void
gscope_window_init (GscopeWindow *self, gint64 credit, gint64 first)
{
  *self = (GscopeWindow){ .credit = credit, .floor = MIN_WINDOW };
  /* with unlimited credit, nothing is ever granted */
  self->window = credit == G_MAXINT64 ? G_MAXINT64 : first;
}

gint64
gscope_window_get_room (GscopeWindow *self)
{
  gint64 room = MIN (self->credit, self->window - self->in_flight);

  self->is_blocked = self->is_blocked || room <= 0;
  return MAX (0, room);
}

void
gscope_window_relieve (GscopeWindow *self, gint64 now)
{
  gboolean may_wait = self->step == 0 || self->in_flight < self->step;

  if (self->credit <= 0 || self->in_flight < self->window
      || now - self->moved_at < (may_wait ? PATIENCE : LONG_PATIENCE))
    return;
  self->window = CLAMP (self->step, 2 * self->window, GSCOPE_MESSAGE_MAX_CREDIT);
  self->floor = self->window;
  self->moved_at = now;
}

void
gscope_window_send (GscopeWindow *self, gsize bytes, gint64 now)
{
  self->moved_at = now;
  self->credit -= (gint64) bytes;
  self->in_flight += (gint64) bytes;
  if (self->awaited > 0)
    return;
  self->sent_at = now;
  self->awaited = self->timed = self->in_flight;
  self->is_blocked = FALSE;
}

/* Judges the window by the time that a message has taken. The reader grants few bytes late: if no more were on their way, the time
 * says nothing. */
static void
measure (GscopeWindow *self, gint64 taken)
{
  double target;

  self->shortest = self->shortest > 0 ? MIN (self->shortest, taken) : taken;
  if (!self->is_blocked || self->timed < GSCOPE_MESSAGE_GRANT)
    return;
  self->rate = (double) self->timed * GSCOPE_SEC / (double) taken;
  target = (double) (self->shortest + DEPTH) / (double) taken;
  self->window = (gint64) ((double) self->window * CLAMP (target, 0.5, 2));
  self->window = CLAMP (self->window, self->floor, GSCOPE_MESSAGE_MAX_CREDIT);
}

void
gscope_window_grant (GscopeWindow *self, gint64 bytes, gint64 now)
{
  self->moved_at = now;
  if (self->has_granted)
    self->step = bytes;
  self->has_granted = TRUE;
  self->floor = CLAMP (bytes, MIN_WINDOW, self->floor);
  self->credit += bytes;
  self->in_flight = MAX (0, self->in_flight - bytes);
  if (self->awaited == 0)
    return;
  self->awaited = MAX (0, self->awaited - bytes);
  if (self->awaited == 0)
    measure (self, MAX (1, now - self->sent_at));
}
