/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/plot/columns.h>
#include <property.h>

#include <math.h>

/* Times stay this far from those that have no sum. */
#define MAX_TIME (G_GINT64_CONSTANT (1) << 62)

#define SECOND G_GINT64_CONSTANT (1000000000)
#define MINUTE (60 * SECOND)
#define HOUR (60 * MINUTE)
#define DAY (24 * HOUR)

/**
 * GscopeGtkViewport:
 *
 * The mapping between times and columns of device pixels.
 *
 * Columns are on a grid that is anchored in time: column k covers the times [k w, (k + 1) w),
 * where w, a whole number of nanoseconds, is the width of a column. So a column of samples is the
 * same whenever it is drawn. The n columns that are shown are those that end with the one of
 * [method@Viewport.get_end]: with the pen, the newest time, while the viewport is live; elsewhere
 * when the user looks at the past. They are laid out from left to right, except that a live
 * viewport in sweep mode places column k at (k − o) mod n, where o is the column of the origin: the
 * pen moves over the picture from the left edge on, and has the previous sweep at its right.
 *
 * All times are nanoseconds on the scope's clock. It lives in the main context.
 *
 * Since: 1.0
 */
struct _GscopeGtkViewport
{
  GObject parent_instance;

  gint64 span;
  gint64 width;
  guint n_columns;
  GscopeViewMode mode;
  gboolean live;
  gboolean held;
  /* The end of the window while not live. */
  gint64 end;
  /* The time from which sweeps are counted. */
  gint64 origin;
  /* The pen that is shown, and the one that it becomes when it is not held any more. */
  gint64 pen;
  gint64 newest;
};

G_DEFINE_FINAL_TYPE (GscopeGtkViewport, gscope_gtk_viewport, G_TYPE_OBJECT)

/* Longer spans than the table's first use the customary units of time. */
static const gint64 long_spans[] = {
  MINUTE,   2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 20 * MINUTE, HOUR,
  2 * HOUR, 5 * HOUR,   10 * HOUR,  DAY,         2 * DAY,     7 * DAY,
};

static gint64
clamp_time (gint64 time)
{
  return CLAMP (time, -MAX_TIME, MAX_TIME);
}

static void
notify (GscopeGtkViewport *self, const char *prop)
{
  g_object_notify (G_OBJECT (self), prop);
}

static void
emit_changed (GscopeGtkViewport *self)
{
  g_signal_emit_by_name (self, "changed");
}

static void
set_grid (GscopeGtkViewport *self, gint64 span, guint n_columns)
{
  gint64 width = MAX (1, (span + n_columns / 2) / n_columns);

  if (span != self->span)
    notify (self, "span");
  if (n_columns != self->n_columns)
    notify (self, "n-columns");
  if (width != self->width)
    notify (self, "column-width");
  self->span = span;
  self->n_columns = n_columns;
  self->width = width;
}

static void
set_window (GscopeGtkViewport *self, gboolean live, gint64 end)
{
  if (live != self->live)
    notify (self, "live");
  if (end != gscope_gtk_viewport_get_end (self))
    notify (self, "end");
  self->live = live;
  self->end = end;
}

static void
install_signals (GscopeGtkViewportClass *klass)
{
  /**
   * GscopeGtkViewport::changed:
   * @self: the viewport
   *
   * Emitted when times stand elsewhere than before, so that everything must be drawn again.
   *
   * Since: 1.0
   */
  g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
  /**
   * GscopeGtkViewport::pen-moved:
   * @self: the viewport
   *
   * Emitted when nothing but the pen moved, and it moved forward.
   *
   * Since: 1.0
   */
  g_signal_new ("pen-moved", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
}

static void
gscope_gtk_viewport_class_init (GscopeGtkViewportClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  /**
   * GscopeGtkViewport:span:
   *
   * How much time is shown, nanoseconds.
   *
   * Since: 1.0
   */
  property_add (object_class, int64, "span", gscope_gtk_viewport_get_span,
                gscope_gtk_viewport_set_span, GSCOPE_GTK_MIN_SPAN, GSCOPE_GTK_MAX_SPAN,
                20 * SECOND);
  /**
   * GscopeGtkViewport:mode:
   *
   * How the time that passes is shown while live.
   *
   * Since: 1.0
   */
  property_add (object_class, enum, "mode", gscope_gtk_viewport_get_mode,
                gscope_gtk_viewport_set_mode, GSCOPE_TYPE_VIEW_MODE, GSCOPE_VIEW_MODE_SWEEP);
  /**
   * GscopeGtkViewport:live:
   *
   * Whether the window ends at the pen.
   *
   * Since: 1.0
   */
  property_add (object_class, boolean, "live", gscope_gtk_viewport_get_live, NULL, TRUE);
  /**
   * GscopeGtkViewport:held:
   *
   * Whether the pen stands still.
   *
   * Since: 1.0
   */
  property_add (object_class, boolean, "held", gscope_gtk_viewport_get_held,
                gscope_gtk_viewport_set_held, FALSE);
  /**
   * GscopeGtkViewport:end:
   *
   * The latest time that is shown, nanoseconds. While live it is the pen, whose moves are not
   * notified here: see #GscopeGtkViewport::pen-moved.
   *
   * Since: 1.0
   */
  property_add (object_class, int64, "end", gscope_gtk_viewport_get_end, NULL, G_MININT64,
                G_MAXINT64, 0);
  /**
   * GscopeGtkViewport:n-columns:
   *
   * How many device pixels the plot is wide.
   *
   * Since: 1.0
   */
  property_add (object_class, uint, "n-columns", gscope_gtk_viewport_get_n_columns,
                gscope_gtk_viewport_set_n_columns, 1, G_MAXUINT, 1);
  /**
   * GscopeGtkViewport:column-width:
   *
   * How much time a column covers, nanoseconds.
   *
   * Since: 1.0
   */
  property_add (object_class, int64, "column-width", gscope_gtk_viewport_get_column_width, NULL, 1,
                G_MAXINT64, 20 * SECOND);
  install_signals (klass);
}

static void
gscope_gtk_viewport_init (GscopeGtkViewport *self)
{
  self->span = 20 * SECOND;
  self->width = self->span;
  self->n_columns = 1;
  self->live = TRUE;
}

/**
 * gscope_gtk_viewport_new:
 *
 * Makes a live viewport in sweep mode of 20 s in one column, whose pen is at 0.
 *
 * Returns: (transfer full): a viewport
 *
 * Since: 1.0
 */
GscopeGtkViewport *
gscope_gtk_viewport_new (void)
{
  return g_object_new (GSCOPE_GTK_TYPE_VIEWPORT, NULL);
}

/**
 * gscope_gtk_viewport_get_span:
 * @self: a viewport
 *
 * Gets how much time is shown.
 *
 * Returns: the span, nanoseconds
 *
 * Since: 1.0
 */
gint64
gscope_gtk_viewport_get_span (GscopeGtkViewport *self)
{
  g_return_val_if_fail (GSCOPE_GTK_IS_VIEWPORT (self), 0);

  return self->span;
}

static void
change_span (GscopeGtkViewport *self, gint64 span, double x)
{
  gint64 fixed = gscope_gtk_viewport_x_to_time (self, x);
  gint64 end = self->end;

  g_object_freeze_notify (G_OBJECT (self));
  set_grid (self, span, self->n_columns);
  if (!self->live)
    {
      gint64 first =
          gscope_gtk_divide_down (fixed - llround (x * self->width) + self->width / 2, self->width);

      end = (first + self->n_columns) * self->width - 1;
      set_window (self, FALSE, MIN (end, self->pen));
    }
  g_object_thaw_notify (G_OBJECT (self));
  emit_changed (self);
}

/**
 * gscope_gtk_viewport_set_span:
 * @self: a viewport
 * @span: how much time to show, nanoseconds; brought into the range from %GSCOPE_GTK_MIN_SPAN to
 *   %GSCOPE_GTK_MAX_SPAN
 *
 * Sets how much time is shown. The latest time that is shown stays.
 *
 * Since: 1.0
 */
void
gscope_gtk_viewport_set_span (GscopeGtkViewport *self, gint64 span)
{
  g_return_if_fail (GSCOPE_GTK_IS_VIEWPORT (self));

  span = CLAMP (span, GSCOPE_GTK_MIN_SPAN, GSCOPE_GTK_MAX_SPAN);
  if (span == self->span)
    return;
  g_object_freeze_notify (G_OBJECT (self));
  set_grid (self, span, self->n_columns);
  g_object_thaw_notify (G_OBJECT (self));
  emit_changed (self);
}

/**
 * gscope_gtk_viewport_get_mode:
 * @self: a viewport
 *
 * Gets how the time that passes is shown while live.
 *
 * Returns: the mode
 *
 * Since: 1.0
 */
GscopeViewMode
gscope_gtk_viewport_get_mode (GscopeGtkViewport *self)
{
  g_return_val_if_fail (GSCOPE_GTK_IS_VIEWPORT (self), GSCOPE_VIEW_MODE_SWEEP);

  return self->mode;
}

/**
 * gscope_gtk_viewport_set_mode:
 * @self: a viewport
 * @mode: sweep or roll
 *
 * Sets how the time that passes is shown while live.
 *
 * Since: 1.0
 */
void
gscope_gtk_viewport_set_mode (GscopeGtkViewport *self, GscopeViewMode mode)
{
  g_return_if_fail (GSCOPE_GTK_IS_VIEWPORT (self));

  if (self->mode == mode)
    return;
  self->mode = mode;
  notify (self, "mode");
  emit_changed (self);
}

/**
 * gscope_gtk_viewport_get_live:
 * @self: a viewport
 *
 * Gets whether the window ends at the pen, which may be held.
 *
 * Returns: %TRUE if so, %FALSE if it shows the past
 *
 * Since: 1.0
 */
gboolean
gscope_gtk_viewport_get_live (GscopeGtkViewport *self)
{
  g_return_val_if_fail (GSCOPE_GTK_IS_VIEWPORT (self), FALSE);

  return self->live;
}

/**
 * gscope_gtk_viewport_go_live:
 * @self: a viewport
 *
 * Returns from the past to the pen, and lets it go if it is held.
 *
 * Since: 1.0
 */
void
gscope_gtk_viewport_go_live (GscopeGtkViewport *self)
{
  g_return_if_fail (GSCOPE_GTK_IS_VIEWPORT (self));

  g_object_freeze_notify (G_OBJECT (self));
  gscope_gtk_viewport_set_held (self, FALSE);
  gscope_gtk_viewport_look_at (self, self->pen);
  g_object_thaw_notify (G_OBJECT (self));
}

/**
 * gscope_gtk_viewport_get_held:
 * @self: a viewport
 *
 * Gets whether the pen stands still.
 *
 * Returns: %TRUE if so
 *
 * Since: 1.0
 */
gboolean
gscope_gtk_viewport_get_held (GscopeGtkViewport *self)
{
  g_return_val_if_fail (GSCOPE_GTK_IS_VIEWPORT (self), FALSE);

  return self->held;
}

/**
 * gscope_gtk_viewport_set_held:
 * @self: a viewport
 * @held: whether the pen stops
 *
 * Holds the pen where it is, or lets it go on at the newest one that was set meanwhile. The window
 * of a viewport that shows the past stays.
 *
 * Since: 1.0
 */
void
gscope_gtk_viewport_set_held (GscopeGtkViewport *self, gboolean held)
{
  g_return_if_fail (GSCOPE_GTK_IS_VIEWPORT (self));

  if (self->held == !!held)
    return;
  g_object_freeze_notify (G_OBJECT (self));
  self->held = !!held;
  notify (self, "held");
  if (self->live && self->pen != self->newest)
    notify (self, "end");
  self->pen = self->newest;
  g_object_thaw_notify (G_OBJECT (self));
  emit_changed (self);
}

/**
 * gscope_gtk_viewport_get_end:
 * @self: a viewport
 *
 * Gets the latest time that is shown: the pen while live. The last column of the window is the one
 * that holds it.
 *
 * Returns: a time, nanoseconds
 *
 * Since: 1.0
 */
gint64
gscope_gtk_viewport_get_end (GscopeGtkViewport *self)
{
  g_return_val_if_fail (GSCOPE_GTK_IS_VIEWPORT (self), 0);

  return self->live ? self->pen : self->end;
}

/**
 * gscope_gtk_viewport_look_at:
 * @self: a viewport
 * @end: the latest time to show, nanoseconds
 *
 * Shows the past: the window ends at @end and does not move. If @end is not before the pen the
 * viewport becomes live instead.
 *
 * Since: 1.0
 */
void
gscope_gtk_viewport_look_at (GscopeGtkViewport *self, gint64 end)
{
  g_return_if_fail (GSCOPE_GTK_IS_VIEWPORT (self));

  gboolean live;

  live = end >= self->pen;
  end = live ? self->pen : clamp_time (end);
  if (live == self->live && (live || end == self->end))
    return;
  g_object_freeze_notify (G_OBJECT (self));
  set_window (self, live, end);
  g_object_thaw_notify (G_OBJECT (self));
  emit_changed (self);
}

void
gscope_gtk_viewport_set_n_columns (GscopeGtkViewport *self, guint n)
{
  n = MAX (1, n);
  if (n == self->n_columns)
    return;
  g_object_freeze_notify (G_OBJECT (self));
  set_grid (self, self->span, n);
  g_object_thaw_notify (G_OBJECT (self));
  emit_changed (self);
}

/**
 * gscope_gtk_viewport_get_pen:
 * @self: a viewport
 *
 * Gets the latest time that may be drawn: the pen, or where it is held.
 *
 * Returns: a time, nanoseconds
 *
 * Since: 1.0
 */
gint64
gscope_gtk_viewport_get_pen (GscopeGtkViewport *self)
{
  g_return_val_if_fail (GSCOPE_GTK_IS_VIEWPORT (self), 0);

  return self->pen;
}

void
gscope_gtk_viewport_set_pen (GscopeGtkViewport *self, gint64 pen)
{
  gint64 before;

  self->newest = clamp_time (pen);
  before = self->pen;
  if (self->held || self->newest == before)
    return;
  self->pen = self->newest;
  if (self->pen > before)
    g_signal_emit_by_name (self, "pen-moved");
  else
    emit_changed (self);
}

/**
 * gscope_gtk_viewport_zoom:
 * @self: a viewport
 * @factor: how many times shorter the span becomes; above 0, and below 1 to see more
 * @x: a place in the plot, columns from the left
 *
 * Changes the span. The time at @x stays there, to within a column, unless the window is live or
 * would end after the pen: then its end stays at the pen.
 *
 * Since: 1.0
 */
void
gscope_gtk_viewport_zoom (GscopeGtkViewport *self, double factor, double x)
{
  gint64 span;

  g_return_if_fail (GSCOPE_GTK_IS_VIEWPORT (self));
  g_return_if_fail (factor > 0);

  span = llround (CLAMP (self->span / factor, GSCOPE_GTK_MIN_SPAN, GSCOPE_GTK_MAX_SPAN));
  if (span != self->span)
    change_span (self, span, CLAMP (x, 0, self->n_columns));
}

static gint64
get_longer (gint64 span)
{
  gint64 decade = 1;

  for (; decade <= 10 * SECOND; decade *= 10)
    for (int step = 1; step <= 5; step += step == 2 ? 3 : 1)
      if (step * decade > span && step * decade < MINUTE / 2)
        return step * decade;
  for (gsize i = 0; i < G_N_ELEMENTS (long_spans); i++)
    if (long_spans[i] > span)
      return long_spans[i];
  return GSCOPE_GTK_MAX_SPAN;
}

static gint64
get_shorter (gint64 span)
{
  gint64 shorter = GSCOPE_GTK_MIN_SPAN;

  for (gint64 next = shorter; next < span; next = get_longer (next))
    shorter = next;
  return shorter;
}

void
gscope_gtk_viewport_zoom_step (GscopeGtkViewport *self, int direction, double x)
{
  gint64 span;

  span = self->span;
  if (direction != 0)
    span = direction > 0 ? get_longer (span) : get_shorter (span);
  if (span != self->span)
    change_span (self, span, CLAMP (x, 0, self->n_columns));
}

/**
 * gscope_gtk_viewport_step_span:
 * @self: a viewport
 * @direction: above 0 for a longer span, below 0 for a shorter one
 *
 * Zooms about the middle of the plot to the next span of 1, 2 or 5 times a power of ten nanoseconds; from a minute on of
 * minutes, hours and days.
 *
 * Since: 1.0
 */
void
gscope_gtk_viewport_step_span (GscopeGtkViewport *self, int direction)
{
  g_return_if_fail (GSCOPE_GTK_IS_VIEWPORT (self));

  gscope_gtk_viewport_zoom_step (self, direction, self->n_columns / 2.0);
}

/**
 * gscope_gtk_viewport_pan:
 * @self: a viewport
 * @columns: how far, in columns: below 0 into the past
 *
 * Moves the window in time. It ends at the pen at the latest, and is live again there.
 *
 * Since: 1.0
 */
void
gscope_gtk_viewport_pan (GscopeGtkViewport *self, double columns)
{
  gint64 end;

  g_return_if_fail (GSCOPE_GTK_IS_VIEWPORT (self));
  g_return_if_fail (!isnan (columns));

  end = gscope_gtk_viewport_get_end (self);
  gscope_gtk_viewport_look_at (
      self, end + llround (CLAMP (columns * self->width, -MAX_TIME / 2.0, MAX_TIME / 2.0)));
}

/**
 * gscope_gtk_viewport_get_n_columns:
 * @self: a viewport
 *
 * Gets how many device pixels the plot is wide.
 *
 * Returns: the number of columns, at least 1
 *
 * Since: 1.0
 */
guint
gscope_gtk_viewport_get_n_columns (GscopeGtkViewport *self)
{
  g_return_val_if_fail (GSCOPE_GTK_IS_VIEWPORT (self), 1);

  return self->n_columns;
}

/**
 * gscope_gtk_viewport_get_column_width:
 * @self: a viewport
 *
 * Gets how much time a column covers: the span by the number of columns, rounded.
 *
 * Returns: the width, nanoseconds, at least 1
 *
 * Since: 1.0
 */
gint64
gscope_gtk_viewport_get_column_width (GscopeGtkViewport *self)
{
  g_return_val_if_fail (GSCOPE_GTK_IS_VIEWPORT (self), 1);

  return self->width;
}

gboolean
gscope_gtk_viewport_get_sweeping (GscopeGtkViewport *self)
{
  return self->live && self->mode == GSCOPE_VIEW_MODE_SWEEP;
}

gint64
gscope_gtk_viewport_get_origin (GscopeGtkViewport *self)
{
  return self->origin;
}

void
gscope_gtk_viewport_set_origin (GscopeGtkViewport *self, gint64 origin)
{
  origin = clamp_time (origin);
  if (origin == self->origin)
    return;
  self->origin = origin;
  if (gscope_gtk_viewport_get_sweeping (self))
    emit_changed (self);
}
