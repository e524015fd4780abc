/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/clock/transport-private.h>
#include <main-source.h>
#include <property.h>

#include <pthread.h>

#define TICK (GSCOPE_SEC / 60)
/* The largest time, 146 years either way, so that differences of times fit into 64 bits. */
#define FARTHEST (G_MAXINT64 / 2)

/**
 * GscopeTransport:
 *
 * The clock of a playback: it has a position within a range of recorded times, and moves only while
 * it plays.
 *
 * A scope on a transport is in playback: it polls nothing, its pen is at the transport's position,
 * and starting and stopping it plays and pauses. The transport advances with another clock, by
 * default the system's; a test uses a test clock. At the end it pauses, and follows the end when
 * the recording grows; with [property@Transport:loop] it begins again.
 *
 * It lives in the main context in which it was created; any thread may read its time.
 *
 * Since: 1.0
 */
struct _GscopeTransport
{
  GscopeClock parent_instance;

  GscopeClock *base;
  GSource *timer;
  gint64 begin;
  gint64 end;
  gint64 loop_begin;
  gint64 loop_end;
  gint64 wall_offset;
  gboolean has_wall;
  gboolean is_at_end;

  /* protected by the lock: the position was `position` when the base clock's time was `anchor` */
  pthread_mutex_t lock;
  gboolean playing;
  gint64 position;
  gint64 anchor;
  double speed;
  /* the position at which playing ends, and the one from which it continues; equal if it stops */
  gint64 until;
  gint64 again;
};

G_DEFINE_FINAL_TYPE (GscopeTransport, gscope_transport, GSCOPE_TYPE_CLOCK)

/* Called with the lock held. */
static gint64
compute_position (GscopeTransport *self)
{
  gint64 elapsed, left = self->until - self->position;

  if (!self->playing)
    return self->position;
  elapsed = (gint64) ((double) (gscope_clock_get_time (self->base) - self->anchor) * self->speed);
  if (elapsed < left)
    return self->position + elapsed;
  if (self->again == self->until)
    return self->until;
  return self->again + (elapsed - left) % (self->until - self->again);
}

static gint64
gscope_transport_get_time (GscopeClock *clock)
{
  GscopeTransport *self = GSCOPE_TRANSPORT (clock);
  gint64 position;

  pthread_mutex_lock (&self->lock);
  position = compute_position (self);
  pthread_mutex_unlock (&self->lock);
  return position;
}

static gint64
gscope_transport_to_unix (GscopeClock *clock, gint64 time)
{
  return time + __atomic_load_n (&GSCOPE_TRANSPORT (clock)->wall_offset, __ATOMIC_RELAXED);
}

static gboolean
gscope_transport_get_has_wall (GscopeClock *clock)
{
  return GSCOPE_TRANSPORT (clock)->has_wall;
}

/* Continues from a position with the given state. */
static void
set_anchor (GscopeTransport *self, gboolean playing, gint64 position, double speed)
{
  gboolean may_loop = self->loop_end > self->loop_begin && position < self->loop_end;

  pthread_mutex_lock (&self->lock);
  self->playing = playing;
  self->position = position;
  self->anchor = gscope_clock_get_time (self->base);
  self->speed = speed;
  self->until = may_loop ? self->loop_end : self->end;
  self->again = may_loop ? self->loop_begin : self->until;
  pthread_mutex_unlock (&self->lock);
}

static void
announce (GscopeTransport *self)
{
  g_object_notify (G_OBJECT (self), "position");
  g_signal_emit_by_name (self, "moved");
}

static void
stop_timer (GscopeTransport *self)
{
  g_clear_pointer (&self->timer, main_source_drop);
}

static gboolean
on_tick (gpointer data)
{
  GscopeTransport *self = data;
  gint64 position = gscope_transport_get_position (self);

  if (self->again == self->until && position >= self->until)
    {
      self->is_at_end = TRUE;
      gscope_transport_pause (self);
      return G_SOURCE_REMOVE;
    }
  announce (self);
  return G_SOURCE_CONTINUE;
}

static void
start_timer (GscopeTransport *self)
{
  self->timer = gscope_clock_create_timeout (self->base, TICK);
  g_source_set_static_name (self->timer, "[gscope] transport");
  g_source_set_callback (self->timer, on_tick, self, NULL);
  g_source_attach (self->timer, g_main_context_get_thread_default ());
}

static void
gscope_transport_dispose (GObject *object)
{
  stop_timer (GSCOPE_TRANSPORT (object));
  G_OBJECT_CLASS (gscope_transport_parent_class)->dispose (object);
}

static void
gscope_transport_finalize (GObject *object)
{
  GscopeTransport *self = GSCOPE_TRANSPORT (object);

  g_object_unref (self->base);
  pthread_mutex_destroy (&self->lock);
  G_OBJECT_CLASS (gscope_transport_parent_class)->finalize (object);
}

static gpointer
get_base (GscopeTransport *self)
{
  return self->base;
}

static void
set_base (GscopeTransport *self, gpointer base)
{
  self->base = base ? g_object_ref (base) : NULL;
}

static void
gscope_transport_constructed (GObject *object)
{
  GscopeTransport *self = GSCOPE_TRANSPORT (object);

  G_OBJECT_CLASS (gscope_transport_parent_class)->constructed (object);
  if (!self->base)
    self->base = g_object_ref (gscope_clock_get_system ());
}

static void
install_properties (GObjectClass *object_class)
{
  /**
   * GscopeTransport:base:
   *
   * The clock with which it advances.
   *
   * Since: 1.0
   */
  property_add_once (object_class, object, "base", get_base, set_base, GSCOPE_TYPE_CLOCK);
  /**
   * GscopeTransport:playing:
   *
   * Whether it moves.
   *
   * Since: 1.0
   */
  property_add (object_class, boolean, "playing", gscope_transport_get_playing, NULL, FALSE);
  /**
   * GscopeTransport:position:
   *
   * Its time, in nanoseconds. While it plays, changes are notified 60 times a second.
   *
   * Since: 1.0
   */
  property_add (object_class, int64, "position", gscope_transport_get_position,
                gscope_transport_seek, G_MININT64, G_MAXINT64, 0);
  /**
   * GscopeTransport:speed:
   *
   * The speed of the playback, in seconds per second.
   *
   * Since: 1.0
   */
  property_add (object_class, double, "speed", gscope_transport_get_speed,
                gscope_transport_set_speed, GSCOPE_TRANSPORT_MIN_SPEED, GSCOPE_TRANSPORT_MAX_SPEED,
                1);
  /**
   * GscopeTransport:loop:
   *
   * Whether it begins again at the end.
   *
   * Since: 1.0
   */
  property_add (object_class, boolean, "loop", gscope_transport_get_loop, gscope_transport_set_loop,
                FALSE);
}

/* The times of the recording and of the loop. */
static void
install_range (GObjectClass *object_class)
{
  /**
   * GscopeTransport:begin:
   *
   * The earliest time of the recording, in nanoseconds.
   *
   * Since: 1.0
   */
  property_add (object_class, int64, "begin", gscope_transport_get_begin, NULL, G_MININT64,
                G_MAXINT64, 0);
  /**
   * GscopeTransport:end:
   *
   * The latest time of the recording, in nanoseconds.
   *
   * Since: 1.0
   */
  property_add (object_class, int64, "end", gscope_transport_get_end, NULL, G_MININT64, G_MAXINT64,
                0);
  /**
   * GscopeTransport:duration:
   *
   * From the earliest to the latest time, in nanoseconds.
   *
   * Since: 1.0
   */
  property_add (object_class, int64, "duration", gscope_transport_get_duration, NULL, 0, G_MAXINT64,
                0);
  /**
   * GscopeTransport:loop-begin:
   *
   * The begin of the loop, in nanoseconds; equal to its end if there is no loop.
   *
   * Since: 1.0
   */
  property_add (object_class, int64, "loop-begin", gscope_transport_get_loop_begin, NULL,
                G_MININT64, G_MAXINT64, 0);
  /**
   * GscopeTransport:loop-end:
   *
   * The end of the loop, in nanoseconds.
   *
   * Since: 1.0
   */
  property_add (object_class, int64, "loop-end", gscope_transport_get_loop_end, NULL, G_MININT64,
                G_MAXINT64, 0);
}

static void
gscope_transport_class_init (GscopeTransportClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GscopeClockClass *clock_class = GSCOPE_CLOCK_CLASS (klass);

  object_class->constructed = gscope_transport_constructed;
  object_class->dispose = gscope_transport_dispose;
  object_class->finalize = gscope_transport_finalize;
  clock_class->get_time = gscope_transport_get_time;
  clock_class->get_coarse_time = gscope_transport_get_time;
  clock_class->to_unix = gscope_transport_to_unix;
  clock_class->get_has_wall = gscope_transport_get_has_wall;
  install_properties (object_class);
  install_range (object_class);

  /**
   * GscopeTransport::moved:
   * @self: a transport
   *
   * Emitted when the position, or the samples at the position, have changed.
   *
   * Since: 1.0
   */
  g_signal_new ("moved", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
}

static void
gscope_transport_init (GscopeTransport *self)
{
  pthread_mutex_init (&self->lock, NULL);
  self->speed = 1;
}

/**
 * gscope_transport_new:
 * @base: (nullable): the clock with which it advances; %NULL for the system's
 *
 * Creates a transport that is paused at 0, with an empty range.
 *
 * Returns: (transfer full): the transport
 *
 * Since: 1.0
 */
GscopeTransport *
gscope_transport_new (GscopeClock *base)
{
  g_return_val_if_fail (base == NULL || GSCOPE_IS_CLOCK (base), NULL);

  return g_object_new (GSCOPE_TYPE_TRANSPORT, "base", base, NULL);
}

static void
set_playing (GscopeTransport *self, gboolean playing)
{
  gint64 position = gscope_transport_get_position (self);

  set_anchor (self, playing, position, self->speed);
  stop_timer (self);
  if (playing)
    start_timer (self);
  g_object_notify (G_OBJECT (self), "playing");
  announce (self);
}

/**
 * gscope_transport_play:
 * @self: a transport
 *
 * Starts to play; at the end, it begins again. With an empty range this does nothing.
 *
 * Since: 1.0
 */
void
gscope_transport_play (GscopeTransport *self)
{
  g_return_if_fail (GSCOPE_IS_TRANSPORT (self));

  if (self->playing || self->begin == self->end)
    return;
  if (self->position >= self->end)
    set_anchor (self, FALSE, gscope_transport_get_loop (self) ? self->loop_begin : self->begin,
                self->speed);
  self->is_at_end = FALSE;
  set_playing (self, TRUE);
}

/**
 * gscope_transport_pause:
 * @self: a transport
 *
 * Pauses at the present position.
 *
 * Since: 1.0
 */
void
gscope_transport_pause (GscopeTransport *self)
{
  g_return_if_fail (GSCOPE_IS_TRANSPORT (self));

  if (self->playing)
    set_playing (self, FALSE);
}

/**
 * gscope_transport_get_playing: (get-property playing)
 * @self: a transport
 *
 * Gets whether it plays.
 *
 * Returns: whether it does
 *
 * Since: 1.0
 */
gboolean
gscope_transport_get_playing (GscopeTransport *self)
{
  g_return_val_if_fail (GSCOPE_IS_TRANSPORT (self), FALSE);

  return self->playing;
}

/**
 * gscope_transport_seek: (set-property position)
 * @self: a transport
 * @position: nanoseconds; clamped to the range
 *
 * Goes to another position. If it plays, it continues to play from there.
 *
 * Since: 1.0
 */
void
gscope_transport_seek (GscopeTransport *self, gint64 position)
{
  g_return_if_fail (GSCOPE_IS_TRANSPORT (self));

  self->is_at_end = FALSE;
  set_anchor (self, self->playing, CLAMP (position, self->begin, self->end), self->speed);
  announce (self);
}

/**
 * gscope_transport_step:
 * @self: a transport
 * @interval: nanoseconds; negative to go back. Usually this is the period of a scope
 *
 * Moves the position by an interval, and pauses.
 *
 * Since: 1.0
 */
void
gscope_transport_step (GscopeTransport *self, gint64 interval)
{
  gint64 position;

  g_return_if_fail (GSCOPE_IS_TRANSPORT (self));

  gscope_transport_pause (self);
  if (__builtin_add_overflow (self->position, interval, &position))
    position = interval < 0 ? self->begin : self->end;
  gscope_transport_seek (self, position);
}

/**
 * gscope_transport_get_position: (get-property position)
 * @self: a transport
 *
 * Gets its position.
 *
 * Returns: nanoseconds
 *
 * Since: 1.0
 */
gint64
gscope_transport_get_position (GscopeTransport *self)
{
  g_return_val_if_fail (GSCOPE_IS_TRANSPORT (self), 0);

  return gscope_transport_get_time (GSCOPE_CLOCK (self));
}

/**
 * gscope_transport_get_begin: (get-property begin)
 * @self: a transport
 *
 * Gets the earliest time of the recording.
 *
 * Returns: nanoseconds
 *
 * Since: 1.0
 */
gint64
gscope_transport_get_begin (GscopeTransport *self)
{
  g_return_val_if_fail (GSCOPE_IS_TRANSPORT (self), 0);

  return self->begin;
}

/**
 * gscope_transport_get_end: (get-property end)
 * @self: a transport
 *
 * Gets the latest time of the recording.
 *
 * Returns: nanoseconds
 *
 * Since: 1.0
 */
gint64
gscope_transport_get_end (GscopeTransport *self)
{
  g_return_val_if_fail (GSCOPE_IS_TRANSPORT (self), 0);

  return self->end;
}

/**
 * gscope_transport_get_duration: (get-property duration)
 * @self: a transport
 *
 * Gets the time from the beginning to the end.
 *
 * Returns: nanoseconds
 *
 * Since: 1.0
 */
gint64
gscope_transport_get_duration (GscopeTransport *self)
{
  g_return_val_if_fail (GSCOPE_IS_TRANSPORT (self), 0);

  return self->end - self->begin;
}

/**
 * gscope_transport_set_range:
 * @self: a transport
 * @begin: the earliest time, nanoseconds
 * @end: the latest time, nanoseconds, not before @begin
 *
 * Sets the range of positions, at most 146 years either way of 0; for players. A loop over the
 * whole range stays a loop over the whole range.
 *
 * Since: 1.0
 */
void
gscope_transport_set_range (GscopeTransport *self, gint64 begin, gint64 end)
{
  gboolean whole;
  gint64 position;

  g_return_if_fail (GSCOPE_IS_TRANSPORT (self));
  g_return_if_fail (begin <= end);

  begin = CLAMP (begin, -FARTHEST, FARTHEST);
  end = CLAMP (end, -FARTHEST, FARTHEST);
  if (self->begin == begin && self->end == end)
    return;
  position = gscope_transport_get_position (self);
  whole = self->loop_begin == self->begin && self->loop_end == self->end
          && gscope_transport_get_loop (self);
  g_object_freeze_notify (G_OBJECT (self));
  self->begin = begin;
  self->end = end;
  if (whole)
    gscope_transport_set_loop_interval (self, begin, end);
  set_anchor (self, self->playing, self->is_at_end ? end : CLAMP (position, begin, end),
              self->speed);
  g_object_notify (G_OBJECT (self), "begin");
  g_object_notify (G_OBJECT (self), "end");
  g_object_notify (G_OBJECT (self), "duration");
  g_object_thaw_notify (G_OBJECT (self));
  announce (self);
}

/**
 * gscope_transport_get_speed: (get-property speed)
 * @self: a transport
 *
 * Gets the speed of the playback.
 *
 * Returns: the speed, in seconds per second
 *
 * Since: 1.0
 */
double
gscope_transport_get_speed (GscopeTransport *self)
{
  g_return_val_if_fail (GSCOPE_IS_TRANSPORT (self), 1);

  return self->speed;
}

/**
 * gscope_transport_set_speed: (set-property speed)
 * @self: a transport
 * @speed: seconds per second, from %GSCOPE_TRANSPORT_MIN_SPEED to %GSCOPE_TRANSPORT_MAX_SPEED
 *
 * Sets the speed of the playback, from the present position on.
 *
 * Since: 1.0
 */
void
gscope_transport_set_speed (GscopeTransport *self, double speed)
{
  g_return_if_fail (GSCOPE_IS_TRANSPORT (self));
  g_return_if_fail (speed >= GSCOPE_TRANSPORT_MIN_SPEED && speed <= GSCOPE_TRANSPORT_MAX_SPEED);

  if (self->speed == speed)
    return;
  set_anchor (self, self->playing, gscope_transport_get_position (self), speed);
  g_object_notify (G_OBJECT (self), "speed");
}

/**
 * gscope_transport_get_loop: (get-property loop)
 * @self: a transport
 *
 * Gets whether it begins again at the end.
 *
 * Returns: whether it does
 *
 * Since: 1.0
 */
gboolean
gscope_transport_get_loop (GscopeTransport *self)
{
  g_return_val_if_fail (GSCOPE_IS_TRANSPORT (self), FALSE);

  return self->loop_end > self->loop_begin;
}

/**
 * gscope_transport_set_loop: (set-property loop)
 * @self: a transport
 * @loop: whether it begins again at the end
 *
 * Turns the loop over the whole range on, or any loop off. With an empty range this does nothing.
 *
 * Since: 1.0
 */
void
gscope_transport_set_loop (GscopeTransport *self, gboolean loop)
{
  g_return_if_fail (GSCOPE_IS_TRANSPORT (self));

  if (gscope_transport_get_loop (self) != !!loop)
    gscope_transport_set_loop_interval (self, self->begin, loop ? self->end : self->begin);
}

/**
 * gscope_transport_get_loop_begin: (get-property loop-begin)
 * @self: a transport
 *
 * Gets the begin of the loop.
 *
 * Returns: nanoseconds
 *
 * Since: 1.0
 */
gint64
gscope_transport_get_loop_begin (GscopeTransport *self)
{
  g_return_val_if_fail (GSCOPE_IS_TRANSPORT (self), 0);

  return self->loop_begin;
}

/**
 * gscope_transport_get_loop_end: (get-property loop-end)
 * @self: a transport
 *
 * Gets the end of the loop.
 *
 * Returns: nanoseconds
 *
 * Since: 1.0
 */
gint64
gscope_transport_get_loop_end (GscopeTransport *self)
{
  g_return_val_if_fail (GSCOPE_IS_TRANSPORT (self), 0);

  return self->loop_end;
}

/**
 * gscope_transport_set_loop_interval:
 * @self: a transport
 * @begin: nanoseconds
 * @end: nanoseconds; not after @begin for no loop
 *
 * Loops over a part of the range. From a position before the loop, the playback enters the loop;
 * from one after it, it plays to the end.
 *
 * Since: 1.0
 */
void
gscope_transport_set_loop_interval (GscopeTransport *self, gint64 begin, gint64 end)
{
  gint64 position;

  g_return_if_fail (GSCOPE_IS_TRANSPORT (self));

  position = gscope_transport_get_position (self);
  self->loop_begin = CLAMP (begin, self->begin, self->end);
  self->loop_end = CLAMP (end, self->loop_begin, self->end);
  set_anchor (self, self->playing, position, self->speed);
  g_object_freeze_notify (G_OBJECT (self));
  g_object_notify (G_OBJECT (self), "loop");
  g_object_notify (G_OBJECT (self), "loop-begin");
  g_object_notify (G_OBJECT (self), "loop-end");
  g_object_thaw_notify (G_OBJECT (self));
}

void
gscope_transport_set_wall (GscopeTransport *self, gint64 time, gint64 unix_time)
{
  __atomic_store_n (&self->wall_offset, unix_time - time, __ATOMIC_RELAXED);
  self->has_wall = TRUE;
}

void
gscope_transport_forget_wall (GscopeTransport *self)
{
  __atomic_store_n (&self->wall_offset, 0, __ATOMIC_RELAXED);
  self->has_wall = FALSE;
}

void
gscope_transport_refresh (GscopeTransport *self)
{
  g_signal_emit_by_name (self, "moved");
}
