/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/remote/clock.h>

#include <glib/gi18n-lib.h>
#include <gscope/carrier/message.h>
#include <gscope/control/quantity.h>
#include <gscope/json-private.h>
#include <gscope/remote/private.h>
#include <gscope/source/private.h>
#include <math.h>

#define GROUP "clock"

enum
{
  OFFSET,
  ERROR_BOUND,
  DRIFT,
  ROUND_TRIP,
  N_FIGURES,
};

static const struct
{
  const char *name;
  const char *title;
  const char *description;
  const char *unit;
} figures[N_FIGURES] = {
  [OFFSET] = { "offset", N_ ("Clock Offset"),
               N_ ("How far the other clock is ahead of the clock here"), "s" },
  [ERROR_BOUND] = { "error", N_ ("Clock Error"),
                    N_ ("How far the times of samples can be from the truth at most"), "s" },
  [DRIFT] = { "drift", N_ ("Clock Drift"),
              N_ ("How much faster the other clock is than the clock here"), "ppm" },
  [ROUND_TRIP] = { "round-trip", N_ ("Round-Trip Time"),
                   N_ ("The time that a message to the other end and its answer take"), "s" },
};

struct _GscopeRemoteClock
{
  GscopeSource *source;
  GscopeMirror *mirror;
  /* the program at the other end */
  char *peer;
  /* the identity of the other clock, NULL until the first hello */
  char *id;
  /* the other clock; NULL if it is the one here, or not known yet */
  GscopeFarClock *far;
  GscopeProducer *producers[N_FIGURES];

  GscopeCarrier *carrier;
  gboolean is_joined;
  gint64 heard;
  /* the comparison that waits for its answer */
  gboolean is_asking;
  guint32 last_id;
  gint64 sent;
};

GscopeRemoteClock *
gscope_remote_clock_new (GscopeSource *source, GscopeMirror *mirror)
{
  GscopeRemoteClock *self = g_new0 (GscopeRemoteClock, 1);

  self->source = source;
  self->mirror = mirror;
  self->peer = g_strdup ("");
  return self;
}

void
gscope_remote_clock_free (GscopeRemoteClock *self)
{
  gscope_remote_clock_close (self);
  for (guint i = 0; i < N_FIGURES; i++)
    g_clear_pointer (&self->producers[i], gscope_producer_unref);
  g_clear_pointer (&self->far, gscope_far_clock_unref);
  g_free (self->peer);
  g_free (self->id);
  g_free (self);
}

void
gscope_remote_clock_set_peer (GscopeRemoteClock *self, const char *peer)
{
  g_free (self->peer);
  self->peer = g_strdup (peer);
}

static GscopeClock *
get_clock (GscopeRemoteClock *self)
{
  return gscope_source_get_clock (self->source);
}

static gint64
get_time (GscopeRemoteClock *self)
{
  return gscope_clock_get_time (get_clock (self));
}

GscopeClockAlign *
gscope_remote_clock_get_align (GscopeRemoteClock *self)
{
  return self->far ? gscope_far_clock_get_align (self->far) : NULL;
}

/* Returns the comparison if there was one. */
static GscopeClockAlign *
find_align (GscopeRemoteClock *self)
{
  GscopeClockAlign *align = gscope_remote_clock_get_align (self);

  return align && gscope_clock_align_is_ready (align) ? align : NULL;
}

/* Comparisons. */

void
gscope_remote_clock_ask (GscopeRemoteClock *self)
{
  JsonObject *object;
  g_autoptr (GBytes) message = NULL;

  if (!self->carrier || self->is_asking)
    return;
  object = json_object_new ();
  self->is_asking = TRUE;
  self->sent = get_time (self);
  json_object_set_int_member (object, "id", ++self->last_id);
  json_object_set_int_member (object, "t1", self->sent);
  message = gscope_message_new (GSCOPE_MESSAGE_TIME, object);
  gscope_carrier_send (self->carrier, message);
  gscope_carrier_flush (self->carrier);
}

void
gscope_remote_clock_open (GscopeRemoteClock *self, GscopeCarrier *carrier)
{
  g_set_object (&self->carrier, carrier);
  self->is_asking = FALSE;
  gscope_remote_clock_ask (self);
}

void
gscope_remote_clock_doubt (GscopeRemoteClock *self)
{
  if (self->far)
    gscope_far_clock_doubt (self->far);
}

/* Signals of the comparison. */

/* A name that the other end uses for a signal of its own is left to it. */
static void
offer_figures (GscopeRemoteClock *self)
{
  for (guint i = 0; i < N_FIGURES; i++)
    {
      g_autoptr (GscopeSignal) signal = gscope_signal_new_buffered (figures[i].name);

      gscope_signal_set_group (signal, GROUP);
      gscope_signal_set_title (signal, _ (figures[i].title));
      gscope_signal_set_description (signal, _ (figures[i].description));
      gscope_signal_set_unit (signal, figures[i].unit);
      if (gscope_source_add_signal (self->source, signal, NULL))
        self->producers[i] = gscope_signal_create_producer (signal);
    }
}

void
gscope_remote_clock_show (GscopeRemoteClock *self, const GscopeClockExchange *exchange)
{
  GscopeClockAlign *align = gscope_remote_clock_get_align (self);
  gint64 far = exchange->answered;
  const double values[N_FIGURES] = {
    [OFFSET] = (double) gscope_clock_align_get_offset (align, far) / 1e9,
    [ERROR_BOUND] = (double) gscope_clock_align_get_error (align, far) / 1e9,
    [DRIFT] = 1e6 * gscope_clock_align_get_drift (align),
    [ROUND_TRIP] = (double) gscope_clock_align_get_round_trip (align) / 1e9,
  };

  for (guint i = 0; i < N_FIGURES; i++)
    if (self->producers[i])
      gscope_producer_push (self->producers[i], exchange->arrived, values[i]);
}

static void
end_figures (GscopeRemoteClock *self)
{
  for (guint i = 0; i < N_FIGURES; i++)
    if (self->producers[i])
      gscope_producer_push_now (self->producers[i], gscope_gap_value (GSCOPE_GAP_CAUSE_STOPPED));
}

void
gscope_remote_clock_break_off (GscopeRemoteClock *self)
{
  gscope_mirror_step (self->mirror);
}

void
gscope_remote_clock_mark_step (GscopeRemoteClock *self, gint64 time, const char *format,
                               gint64 size, const char *detail)
{
  /* 3599.9996 s are 1 h, not 60 min */
  double grain = pow (10, floor (log10 (MAX (fabs ((double) size), 1))) - 3);
  g_autofree char *text =
      gscope_quantity_format_time ((gint64) (round ((double) size / grain) * grain), 4);
  g_autofree char *label = g_strdup_printf (format, text);

  gscope_source_mark_at (self->source, time, label, detail);
}

/* Messages. */

gboolean
gscope_remote_clock_take_step (GscopeRemoteClock *self, JsonObject *object, GError **error)
{
  GscopeClockStepKind kind;
  gint64 time, size;

  if (!gscope_message_read_step (object, &kind, &time, &size, error))
    return FALSE;
  if (self->far)
    gscope_far_clock_take_step (self->far, self, kind, time, size);
  else if (kind == GSCOPE_CLOCK_STEP_WALL)
    gscope_remote_clock_mark_step (self, time, _ ("wall clock stepped by %s"), size,
                                   _ ("The clock of the other machine was set."));
  return TRUE;
}

gboolean
gscope_remote_clock_take_time (GscopeRemoteClock *self, JsonObject *object, GError **error)
{
  GscopeClockExchange exchange = { .sent = self->sent, .arrived = self->heard };
  gint64 id;

  if (!gscope_json_get_integer (object, "id", 0, G_MAXUINT32, &id, error)
      || !gscope_json_get_integer (object, "t2", G_MININT64, G_MAXINT64, &exchange.received, error)
      || !gscope_json_get_integer (object, "t3", G_MININT64, G_MAXINT64, &exchange.answered, error))
    return FALSE;
  if (!self->is_asking || id != self->last_id)
    return gscope_json_refuse (error, "time", _ ("this is not an answer to the last question"));
  self->is_asking = FALSE;
  if (self->far)
    gscope_far_clock_take_exchange (self->far, self, &exchange);
  return TRUE;
}

/* Connections. */

static void
forget_clock (GscopeRemoteClock *self)
{
  if (!self->far)
    return;
  gscope_mirror_set_align (self->mirror, NULL, NULL);
  g_clear_pointer (&self->far, gscope_far_clock_unref);
  end_figures (self);
}

static void
start_comparing (GscopeRemoteClock *self, gint64 wall)
{
  GscopeFarClock *before = self->far;

  self->far = gscope_far_clock_get (get_clock (self), self->peer, self->id);
  g_clear_pointer (&before, gscope_far_clock_unref);
  gscope_far_clock_set_wall (self->far, wall);
  gscope_mirror_set_align (self->mirror, gscope_far_clock_get_align (self->far),
                           gscope_far_clock_get_time_base (self->far));
  if (!self->producers[OFFSET])
    offer_figures (self);
  if (!self->carrier)
    return;
  self->is_joined = TRUE;
  gscope_far_clock_join (self->far, self);
}

gboolean
gscope_remote_clock_greet (GscopeRemoteClock *self, JsonObject *hello, GError **error)
{
  g_autofree char *id = gscope_message_read_clock (hello, error);
  g_autofree char *own = gscope_message_identify_clock (get_clock (self));
  gint64 wall = 0;
  gboolean is_new;

  if (!id
      || (json_object_has_member (hello, "wall_ns")
          && !gscope_json_get_integer (hello, "wall_ns", G_MININT64, G_MAXINT64, &wall, error)))
    return FALSE;
  is_new = self->id && !g_str_equal (id, self->id);
  if (is_new)
    forget_clock (self);
  g_free (self->id);
  self->id = g_steal_pointer (&id);
  if (is_new)
    gscope_source_mark_at (self->source, get_time (self), _ ("another clock"),
                           _ ("The other machine was restarted, or is another one."));
  if (self->carrier && !gscope_message_is_one_clock (self->id, own))
    start_comparing (self, wall);
  return TRUE;
}

void
gscope_remote_clock_close (GscopeRemoteClock *self)
{
  if (find_align (self) && self->carrier)
    end_figures (self);
  g_clear_object (&self->carrier);
  if (self->is_joined)
    gscope_far_clock_leave (self->far, self);
  self->is_joined = FALSE;
}

void
gscope_remote_clock_hear (GscopeRemoteClock *self)
{
  self->heard = get_time (self);
}

gint64
gscope_remote_clock_to_near (GscopeRemoteClock *self, gint64 time)
{
  GscopeClockAlign *align = find_align (self);

  return align ? gscope_clock_align_to_near (align, time) : time;
}

/**
 * gscope_remote_get_clock:
 * @self: a remote source
 * @offset: (out) (optional): how far the clock at the other end is ahead of the clock here,
 *   nanoseconds
 * @error: (out) (optional): how far the times of its samples can be from the truth at most,
 *   nanoseconds
 * @round_trip: (out) (optional): how long the last message and its answer were on the way,
 *   nanoseconds
 *
 * Compares the clocks of both ends. They are compared once a second if they are not the same one:
 * on another machine, or in another time namespace. Times of samples and markers are converted
 * to the clock here.
 *
 * Returns: whether the other end has another clock that was compared with the one here
 *
 * Since: 1.0
 */
gboolean
gscope_remote_get_clock (GscopeRemote *self, gint64 *offset, gint64 *error, gint64 *round_trip)
{
  GscopeRemoteClock *clock;
  GscopeClockAlign *align;
  gint64 far;

  g_return_val_if_fail (GSCOPE_IS_REMOTE (self), FALSE);

  clock = gscope_remote_get_private_clock (self);
  align = find_align (clock);
  if (!align)
    return FALSE;
  far = gscope_clock_align_to_far (align, get_time (clock));
  if (offset)
    *offset = gscope_clock_align_get_offset (align, far);
  if (error)
    *error = gscope_clock_align_get_error (align, far);
  if (round_trip)
    *round_trip = gscope_clock_align_get_round_trip (align);
  return TRUE;
}

/**
 * gscope_remote_get_wall_offset:
 * @self: a remote source
 * @offset: (out): how far the wall clock at the other end is ahead of the one here, nanoseconds
 *
 * Compares the wall clocks of both ends, which people read and NTP sets. [method@Remote.get_clock]
 * compares the clocks of samples, which begin when a machine starts, and has the error of both.
 *
 * Returns: whether the other end has another clock, and told its wall-clock time
 *
 * Since: 1.0
 */
gboolean
gscope_remote_get_wall_offset (GscopeRemote *self, gint64 *offset)
{
  GscopeRemoteClock *clock;
  gint64 now, between, wall;

  g_return_val_if_fail (GSCOPE_IS_REMOTE (self), FALSE);
  g_return_val_if_fail (offset, FALSE);

  clock = gscope_remote_get_private_clock (self);
  wall = clock->far ? gscope_far_clock_get_wall (clock->far) : 0;
  if (!wall || !gscope_remote_get_clock (self, &between, NULL, NULL))
    return FALSE;
  now = get_time (clock);
  /* the other end may have told any number, so that the sum wraps around */
  *offset = (gint64) ((guint64) between + (guint64) wall
                      - (guint64) (gscope_clock_to_unix (get_clock (clock), now) - now));
  return TRUE;
}
