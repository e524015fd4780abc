/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/share/remote-clock.h>

#include <glib/gi18n-lib.h>
#include <gscope/control/quantity.h>
#include <gscope/json-private.h>
#include <gscope/share/clock-watch.h>
#include <gscope/share/message.h>
#include <gscope/share/remote-private.h>
#include <gscope/source/private.h>
#include <math.h>

/* The first comparisons come one after the other, the next ones at the first interval, and all others at the second
 * one. */
#define N_QUICK 8
#define N_FREQUENT 128
/* Later ones come in rows, of which the fastest counts: the first of a row wakes both ends. */
#define N_ROW 3
#define FIRST_INTERVAL (100 * GSCOPE_MSEC)
#define INTERVAL GSCOPE_SEC

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
  /* the identity of the other clock, NULL until the first hello */
  char *id;
  GscopeClockAlign *align;
  /* the wall clock at the other end minus its clock, nanoseconds; 0 if it is not known */
  gint64 wall;
  GscopeProducer *producers[N_FIGURES];

  GscopeCarrier *carrier;
  GscopeClockWatch *watch;
  GSource *timer;
  /* comparisons since the clocks were last unknown */
  guint n_taken;
  gint64 heard;
  /* the comparison that waits for its answer */
  gboolean is_asking;
  guint32 last_id;
  gint64 sent;
  /* the answers of a row, and the fastest one */
  guint n_in_row;
  GscopeClockExchange best;
};

GscopeRemoteClock *
gscope_remote_clock_new (GscopeSource *source, GscopeMirror *mirror)
{
  GscopeRemoteClock *self = g_new0 (GscopeRemoteClock, 1);

  self->source = source;
  self->mirror = mirror;
  return self;
}

void
gscope_remote_clock_free (GscopeRemoteClock *self)
{
  gscope_remote_clock_close (self);
  for (guint i = 0; i < N_FIGURES; i++)
    g_clear_pointer (&self->producers[i], gscope_producer_unref);
  g_clear_pointer (&self->align, gscope_clock_align_free);
  g_free (self->id);
  g_free (self);
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

static gboolean
is_ready (GscopeRemoteClock *self)
{
  return self->align && gscope_clock_align_is_ready (self->align);
}

/* Comparisons. */

static void
ask (GscopeRemoteClock *self)
{
  JsonObject *object = json_object_new ();
  g_autoptr (GBytes) message = NULL;

  self->is_asking = TRUE;
  self->sent = get_time (self);
  json_object_set_int_member (object, "id", ++self->last_id);
  json_object_set_int_member (object, "t1", self->sent);
  message = gscope_message_new (GSCOPE_MESSAGE_TIME, object);
  gscope_carrier_send (self->carrier, message);
  gscope_carrier_flush (self->carrier);
}

static void set_timer (GscopeRemoteClock *self, gint64 interval);

/* A comparison that takes longer than the interval is the only one until it is answered. */
static gboolean
on_interval (gpointer data)
{
  GscopeRemoteClock *self = data;

  if (!self->is_asking)
    ask (self);
  return G_SOURCE_CONTINUE;
}

static gboolean
on_first_interval (gpointer data)
{
  GscopeRemoteClock *self = data;

  on_interval (self);
  if (self->n_taken < N_FREQUENT)
    return G_SOURCE_CONTINUE;
  set_timer (self, INTERVAL);
  return G_SOURCE_REMOVE;
}

static void
drop_timer (GscopeRemoteClock *self)
{
  if (self->timer)
    g_source_destroy (self->timer);
  g_clear_pointer (&self->timer, g_source_unref);
}

static void
set_timer (GscopeRemoteClock *self, gint64 interval)
{
  drop_timer (self);
  self->timer = gscope_clock_create_timeout (get_clock (self), interval);
  g_source_set_callback (self->timer, interval == INTERVAL ? on_interval : on_first_interval, self,
                         NULL);
  g_source_set_static_name (self->timer, "[gscope] clock comparison");
  g_source_attach (self->timer, g_main_context_get_thread_default ());
}

static void
ask_quickly (GscopeRemoteClock *self)
{
  self->n_taken = 0;
  self->n_in_row = 0;
  if (self->timer)
    set_timer (self, FIRST_INTERVAL);
  if (!self->is_asking)
    ask (self);
}

void
gscope_remote_clock_open (GscopeRemoteClock *self, GscopeCarrier *carrier)
{
  g_set_object (&self->carrier, carrier);
  self->is_asking = FALSE;
  ask_quickly (self);
}

void
gscope_remote_clock_doubt (GscopeRemoteClock *self)
{
  if (self->carrier && self->n_taken >= N_FREQUENT)
    ask_quickly (self);
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

static void
push_figures (GscopeRemoteClock *self, gint64 far)
{
  const double values[N_FIGURES] = {
    [OFFSET] = (double) gscope_clock_align_get_offset (self->align, far) / 1e9,
    [ERROR_BOUND] = (double) gscope_clock_align_get_error (self->align, far) / 1e9,
    [DRIFT] = 1e6 * gscope_clock_align_get_drift (self->align),
    [ROUND_TRIP] = (double) gscope_clock_align_get_round_trip (self->align) / 1e9,
  };

  for (guint i = 0; i < N_FIGURES; i++)
    if (self->producers[i])
      gscope_producer_push (self->producers[i], self->heard, values[i]);
}

static void
end_figures (GscopeRemoteClock *self)
{
  for (guint i = 0; i < N_FIGURES; i++)
    if (self->producers[i])
      gscope_producer_push_now (self->producers[i], gscope_gap_value (GSCOPE_GAP_STOPPED));
}

/* Steps. */

static void
mark (GscopeRemoteClock *self, gint64 time, const char *format, gint64 size, const char *detail)
{
  /* 3599.9996 s are 1 h, not 60 min */
  double grain = pow (10, floor (log10 (MAX (fabs ((double) size), 1))) - 3);
  g_autofree char *text =
      gscope_quantity_format_time ((gint64) (round ((double) size / grain) * grain), 4);
  g_autofree char *label = g_strdup_printf (format, text);

  gscope_source_mark_at (self->source, time, NULL, label, detail);
}

/* The monotonic clocks have moved against each other. */
static void
break_off (GscopeRemoteClock *self, gint64 time, gint64 size, const char *detail)
{
  gscope_mirror_step (self->mirror);
  mark (self, time, _ ("clock stepped by %s"), size, detail);
}

static void
on_own_step (gpointer data, GscopeClockStepKind kind, gint64 time, gint64 size)
{
  GscopeRemoteClock *self = data;
  g_autoptr (GObject) keep = g_object_ref (G_OBJECT (self->source));

  if (kind == GSCOPE_CLOCK_STEP_WALL)
    {
      mark (self, time, _ ("wall clock stepped by %s"), size, _ ("The clock here was set."));
      return;
    }
  if (is_ready (self))
    gscope_clock_align_step (self->align, gscope_clock_align_to_far (self->align, time), -size);
  break_off (self, time, -size, _ ("This machine was suspended."));
  if (self->carrier)
    ask_quickly (self);
}

static gboolean
take_far_step (GscopeRemoteClock *self, gint64 time, gint64 size)
{
  if (!is_ready (self))
    return TRUE;
  gscope_clock_align_step (self->align, time, size);
  break_off (self, gscope_remote_clock_to_near (self, time), size,
             _ ("The other machine was suspended."));
  if (self->carrier)
    ask_quickly (self);
  return TRUE;
}

gboolean
gscope_remote_clock_take_step (GscopeRemoteClock *self, JsonObject *object, GError **error)
{
  GscopeClockStepKind kind;
  gint64 time, size;

  if (!gscope_message_read_step (object, &kind, &time, &size, error))
    return FALSE;
  if (kind == GSCOPE_CLOCK_STEP_MONOTONIC)
    return take_far_step (self, time, size);
  if (self->wall)
    self->wall += size;
  mark (self, gscope_remote_clock_to_near (self, time), _ ("wall clock stepped by %s"), size,
        _ ("The clock of the other machine was set."));
  return TRUE;
}

/* Answers. */

static void
take_exchange (GscopeRemoteClock *self, const GscopeClockExchange *exchange)
{
  gint64 step = gscope_clock_align_add (self->align, exchange);

  if (!is_ready (self))
    return;
  push_figures (self, exchange->answered);
  if (step == 0)
    return;
  ask_quickly (self);
  break_off (self, gscope_clock_align_to_near (self->align, exchange->received), step, NULL);
}

static void
collect_exchange (GscopeRemoteClock *self, const GscopeClockExchange *exchange)
{
  self->n_taken++;
  self->n_in_row++;
  if (self->n_in_row == 1
      || gscope_clock_exchange_get_round_trip (exchange)
             < gscope_clock_exchange_get_round_trip (&self->best))
    self->best = *exchange;
  if (self->n_taken > N_QUICK && self->n_in_row < N_ROW)
    return;
  self->n_in_row = 0;
  take_exchange (self, &self->best);
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
  if (!self->align)
    return TRUE;
  collect_exchange (self, &exchange);
  /* Handlers of a marker may have ended the connection. */
  if (self->carrier && !self->is_asking && (self->n_taken < N_QUICK || self->n_in_row > 0))
    ask (self);
  return TRUE;
}

/* Connections. */

static void
forget_clock (GscopeRemoteClock *self)
{
  gscope_mirror_set_align (self->mirror, NULL);
  g_clear_pointer (&self->align, gscope_clock_align_free);
  end_figures (self);
}

static void
start_comparing (GscopeRemoteClock *self)
{
  if (!self->align)
    self->align = gscope_clock_align_new ();
  gscope_mirror_set_align (self->mirror, self->align);
  set_timer (self, FIRST_INTERVAL);
  self->watch = gscope_clock_watch_new (get_clock (self), on_own_step, self);
  if (!self->producers[OFFSET])
    offer_figures (self);
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
  self->wall = wall;
  is_new = self->id && !g_str_equal (id, self->id);
  if (is_new)
    forget_clock (self);
  g_free (self->id);
  self->id = g_steal_pointer (&id);
  if (is_new)
    gscope_source_mark_at (self->source, get_time (self), NULL, _ ("another clock"),
                           _ ("The other machine was restarted, or is another one."));
  if (self->carrier && !gscope_message_is_one_clock (self->id, own))
    start_comparing (self);
  return TRUE;
}

void
gscope_remote_clock_close (GscopeRemoteClock *self)
{
  drop_timer (self);
  g_clear_pointer (&self->watch, gscope_clock_watch_free);
  if (is_ready (self))
    {
      end_figures (self);
      gscope_clock_align_resume (self->align,
                                 gscope_clock_align_to_far (self->align, get_time (self)));
    }
  g_clear_object (&self->carrier);
}

void
gscope_remote_clock_hear (GscopeRemoteClock *self)
{
  self->heard = get_time (self);
}

GscopeClockAlign *
gscope_remote_clock_get_align (GscopeRemoteClock *self)
{
  return self->align;
}

gint64
gscope_remote_clock_to_near (GscopeRemoteClock *self, gint64 time)
{
  return is_ready (self) ? gscope_clock_align_to_near (self->align, time) : time;
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
 */
gboolean
gscope_remote_get_clock (GscopeRemote *self, gint64 *offset, gint64 *error, gint64 *round_trip)
{
  GscopeRemoteClock *clock;
  gint64 far;

  g_return_val_if_fail (GSCOPE_IS_REMOTE (self), FALSE);

  clock = gscope_remote_get_private_clock (self);
  if (!is_ready (clock))
    return FALSE;
  far = gscope_clock_align_to_far (clock->align, get_time (clock));
  if (offset)
    *offset = gscope_clock_align_get_offset (clock->align, far);
  if (error)
    *error = gscope_clock_align_get_error (clock->align, far);
  if (round_trip)
    *round_trip = gscope_clock_align_get_round_trip (clock->align);
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
 */
gboolean
gscope_remote_get_wall_offset (GscopeRemote *self, gint64 *offset)
{
  GscopeRemoteClock *clock;
  gint64 now, between;

  g_return_val_if_fail (GSCOPE_IS_REMOTE (self), FALSE);
  g_return_val_if_fail (offset, FALSE);

  clock = gscope_remote_get_private_clock (self);
  if (!clock->wall || !gscope_remote_get_clock (self, &between, NULL, NULL))
    return FALSE;
  now = get_time (clock);
  *offset = between + clock->wall - (gscope_clock_to_unix (get_clock (clock), now) - now);
  return TRUE;
}
