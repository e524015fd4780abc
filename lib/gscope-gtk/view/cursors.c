/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/badge/failures.h>
#include <gscope-gtk/chrome/measure.h>
#include <gscope-gtk/plot/columns.h>
#include <gscope-gtk/view/objects.h>
#include <gscope-gtk/view/status.h>

#include <glib/gi18n-lib.h>
#include <gscope/clock/transport.h>
#include <gscope/error.h>
#include <math.h>
#include <property.h>

/* How far from A a new B stands, of the width. */
#define FIRST_INTERVAL 0.2

struct _GscopeGtkCursors
{
  GscopeGtkView *view;
  GscopeGtkPainting *painting;
  GscopeGtkViewport *viewport;
  GscopeGtkCursorTimes at;
  /* the device columns of the cursors; not-a-number for a cursor out of view */
  double columns[GSCOPE_GTK_N_CURSORS];
  /* the one that keys move */
  guint active;
};

void
gscope_gtk_cursors_install_signal (void)
{
  /**
   * GscopeGtkView::cursors-changed:
   * @self: the view
   *
   * Cursors came, went or moved; also when time passed under them, at most five times a second.
   *
   * Since: 1.0
   */
  g_signal_new ("cursors-changed", GSCOPE_GTK_TYPE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
}

static gboolean
get_has_cursor (GscopeGtkView *self)
{
  return gscope_gtk_view_get_cursors (self, NULL, NULL) > 0;
}

static guint
get_n_cursors (GscopeGtkView *self)
{
  return gscope_gtk_view_get_cursors (self, NULL, NULL);
}

void
gscope_gtk_cursors_install_properties (GObjectClass *object_class)
{
  /**
   * GscopeGtkView:has-cursor:
   *
   * Whether there is a cursor.
   *
   * Since: 1.0
   */
  property_add (object_class, boolean, "has-cursor", get_has_cursor, NULL, FALSE);
  /**
   * GscopeGtkView:n-cursors:
   *
   * How many cursors there are: none, one or two.
   *
   * Since: 1.0
   */
  property_add (object_class, uint, "n-cursors", get_n_cursors, gscope_gtk_view_set_n_cursors, 0,
                GSCOPE_GTK_N_CURSORS, 0);
}

GscopeGtkCursors *
gscope_gtk_cursors_new (GscopeGtkView *view, GscopeGtkPainting *painting)
{
  GscopeGtkCursors *self = g_new0 (GscopeGtkCursors, 1);

  self->view = view;
  self->painting = painting;
  self->viewport = gscope_gtk_painting_get_scene (painting)->viewport;
  gscope_gtk_painting_set_cursors (painting, &self->at);
  return self;
}

void
gscope_gtk_cursors_free (GscopeGtkCursors *self)
{
  g_free (self);
}

static void
find_place (GscopeGtkCursors *self, guint cursor)
{
  if (!gscope_gtk_viewport_time_to_x (self->viewport, self->at.times[cursor],
                                      &self->columns[cursor]))
    self->columns[cursor] = NAN;
}

/* Returns the time of the newest values that are shown: the pen while that is held. */
static gint64
get_moment (GscopeGtkCursors *self)
{
  if (gscope_gtk_viewport_get_held (self->viewport))
    return gscope_gtk_viewport_get_pen (self->viewport);
  return gscope_gtk_pacing_get_moment (gscope_gtk_painting_get_annotations (self->painting)->clock);
}

/* A cursor that was out of view when the picture became live has no place there, and no time passes under it. */
static gboolean
is_away (GscopeGtkCursors *self)
{
  return gscope_gtk_viewport_get_live (self->viewport) && isnan (self->columns[0]);
}

void
gscope_gtk_cursors_show_values (GscopeGtkCursors *self)
{
  GListModel *signals = gscope_gtk_view_get_signals (self->view);
  gboolean at_cursor = self->at.n == 1 && !is_away (self);
  gint64 time = at_cursor ? self->at.times[0] : get_moment (self);
  gboolean changed = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (signals); i++)
    {
      g_autoptr (GscopeGtkViewSignal) signal = g_list_model_get_item (signals, i);

      changed |= gscope_gtk_view_signal_show_value (
          signal, at_cursor ? gscope_gtk_measure_read (signal, time)
                            : gscope_gtk_measure_read_newest (signal, time));
    }
  gscope_gtk_painting_refresh_heads (self->painting, changed);
}

static void
emit_changed (GscopeGtkCursors *self)
{
  gscope_gtk_painting_redraw_part (self->painting, GSCOPE_GTK_PART_CURSORS);
  gscope_gtk_painting_redraw_part (self->painting, GSCOPE_GTK_PART_HEADS);
  gscope_gtk_cursors_show_values (self);
  g_signal_emit_by_name (self->view, "cursors-changed");
}

static void
set_cursors (GscopeGtkCursors *self, guint n, gint64 a, gint64 b)
{
  const gint64 times[GSCOPE_GTK_N_CURSORS] = { a, b };
  guint before = self->at.n;

  self->at.n = n;
  for (guint i = 0; i < n; i++)
    {
      self->at.times[i] = times[i];
      find_place (self, i);
    }
  if (n != before)
    self->active = n > 0 ? n - 1 : 0;
  /* two cursors have the interval between them on the marker rail */
  if ((n == GSCOPE_GTK_N_CURSORS) != (before == GSCOPE_GTK_N_CURSORS))
    gscope_gtk_view_arrange (self->view);
  emit_changed (self);
  if (n != before)
    g_object_notify (G_OBJECT (self->view), "n-cursors");
  if ((n > 0) != (before > 0))
    g_object_notify (G_OBJECT (self->view), "has-cursor");
}

/* Moves the active cursor to a time, or shows one. */
static void
move (GscopeGtkCursors *self, gint64 time)
{
  gint64 times[GSCOPE_GTK_N_CURSORS] = { self->at.times[0], self->at.times[1] };

  times[self->active] = time;
  set_cursors (self, MAX (1, self->at.n), times[0], times[1]);
}

/* Returns the time of a cursor; for a new one, the middle of the picture, or beside the first cursor. */
static gint64
choose_time (GscopeGtkCursors *self, guint cursor)
{
  guint n = gscope_gtk_viewport_get_n_columns (self->viewport);
  double x = n / 2.0;

  if (cursor < self->at.n)
    return self->at.times[cursor];
  if (cursor > 0 && self->at.n > 0 && !isnan (self->columns[0]))
    x = self->columns[0];
  if (cursor > 0)
    x += x > n / 2.0 ? -FIRST_INTERVAL * n : FIRST_INTERVAL * n;
  return gscope_gtk_viewport_x_to_time (self->viewport, x);
}

void
gscope_gtk_cursors_place (GscopeGtkCursors *self, double column)
{
  guint n = gscope_gtk_viewport_get_n_columns (self->viewport);

  column = CLAMP (column, 0, n - 1.0);
  move (self, gscope_gtk_viewport_x_to_time (self->viewport, column));
  self->columns[self->active] = column;
  gscope_gtk_cursors_describe (self);
}

void
gscope_gtk_cursors_step (GscopeGtkCursors *self, double columns)
{
  double x = self->columns[self->active];

  if (isnan (x))
    x = gscope_gtk_viewport_get_n_columns (self->viewport) / 2.0;
  gscope_gtk_cursors_place (self, x + columns);
}

void
gscope_gtk_cursors_carry (GscopeGtkCursors *self)
{
  if (self->at.n == 0)
    return;
  for (guint i = 0; i < self->at.n; i++)
    if (gscope_gtk_viewport_get_live (self->viewport) && !isnan (self->columns[i]))
      self->at.times[i] = gscope_gtk_viewport_x_to_time (self->viewport, self->columns[i]);
  emit_changed (self);
}

void
gscope_gtk_cursors_find (GscopeGtkCursors *self)
{
  for (guint i = 0; i < self->at.n; i++)
    if (!gscope_gtk_viewport_get_live (self->viewport))
      find_place (self, i);
}

gboolean
gscope_gtk_cursors_grab (GscopeGtkCursors *self, double column, double reach)
{
  double nearest = reach;
  gboolean found = FALSE;

  for (guint i = 0; i < self->at.n; i++)
    if (fabs (self->columns[i] - column) <= nearest)
      {
        nearest = fabs (self->columns[i] - column);
        self->active = i;
        found = TRUE;
      }
  return found;
}

static void
describe_failures (GscopeGtkCursors *self, GscopeGtkViewSignal *entry, GString *text)
{
  GscopeLimit *limit =
      gscope_gtk_failures_find_limit (gscope_gtk_painting_get_annotations (self->painting)->limits,
                                      gscope_gtk_view_signal_get_signal (entry));
  g_autofree char *words =
      limit ? gscope_gtk_failures_describe (gscope_limit_get_result (limit)->n_failures) : NULL;

  if (words)
    g_string_append_printf (text, ", %s", words);
}

static void
describe_signal (GscopeGtkCursors *self, GscopeGtkViewSignal *entry, GString *text)
{
  g_string_append_printf (text, "; %s", gscope_gtk_view_signal_get_label (entry));
  if (self->at.n < 2 && gscope_gtk_view_signal_get_text (entry))
    g_string_append_printf (text, " %s", gscope_gtk_view_signal_get_text (entry));
  for (guint i = 0; self->at.n == 2 && i < 2; i++)
    {
      double value = gscope_gtk_measure_read (entry, self->at.times[i]);
      g_autofree char *words = gscope_gtk_view_signal_format_value (entry, value);

      g_string_append_printf (text, i == 0 ? " %s" : ", %s", words);
    }
  describe_failures (self, entry, text);
}

static char *
describe_times (GscopeGtkCursors *self)
{
  const GscopeGtkAnnotations *annotations = gscope_gtk_painting_get_annotations (self->painting);
  g_autofree char *a = gscope_gtk_chrome_format_clock (annotations, self->at.times[0], 3);
  g_autofree char *b = gscope_gtk_chrome_format_clock (annotations, self->at.times[1], 3);
  g_autofree char *interval = gscope_gtk_chrome_format_interval (annotations);
  g_autofree char *rate = gscope_gtk_chrome_format_rate (annotations);

  if (self->at.n == 0 || (self->at.n == 1 && is_away (self)))
    return g_strdup (_ ("Newest values"));
  if (self->at.n == 1)
    return g_strdup_printf (_ ("Cursor at %s"), a);
  return g_strdup_printf (_ ("Cursor A at %s, B at %s, from A to B %s, %s"), a, b, interval, rate);
}

char *
gscope_gtk_cursors_read (GscopeGtkCursors *self)
{
  g_autofree char *times = describe_times (self);
  g_autoptr (GString) text = g_string_new (times);
  GListModel *signals = gscope_gtk_view_get_signals (self->view);

  if (gscope_gtk_painting_get_scene (self->painting)->lanes->len == 0)
    return gscope_gtk_view_explain_nothing (self->view);
  for (guint i = 0; i < g_list_model_get_n_items (signals); i++)
    {
      g_autoptr (GscopeGtkViewSignal) entry = g_list_model_get_item (signals, i);

      if (!gscope_gtk_view_signal_get_hidden (entry))
        describe_signal (self, entry, text);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

void
gscope_gtk_cursors_describe (GscopeGtkCursors *self)
{
  g_autofree char *text = gscope_gtk_cursors_read (self);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  text, -1);
}

/* The view's functions. */

static GscopeGtkCursors *
get_cursors (GscopeGtkView *self)
{
  return gscope_gtk_view_get_objects (self)->cursors;
}

/**
 * gscope_gtk_view_get_cursors: (get-property n-cursors)
 * @self: a view
 * @a: (out) (optional): where cursor A stands, nanoseconds on the scopes' clock
 * @b: (out) (optional): where cursor B stands
 *
 * How many cursors there are, and where. An absent cursor is at 0.
 *
 * Returns: 0, 1 or 2
 *
 * Since: 1.0
 */
guint
gscope_gtk_view_get_cursors (GscopeGtkView *self, gint64 *a, gint64 *b)
{
  const GscopeGtkCursorTimes *at = &get_cursors (self)->at;

  if (a)
    *a = at->n > 0 ? at->times[0] : 0;
  if (b)
    *b = at->n > 1 ? at->times[1] : 0;
  return at->n;
}

/**
 * gscope_gtk_view_set_cursors:
 * @self: a view
 * @n: the number of cursors: 0, 1 or 2
 * @a: where cursor A stands, nanoseconds on the scopes' clock
 * @b: where cursor B stands
 *
 * Shows no cursor; one, with the values of all signals at its time; or two, with the interval between
 * them (see [class@CursorTable] for the values). While the view is live, cursors stay at their places
 * in the picture.
 *
 * Since: 1.0
 */
void
gscope_gtk_view_set_cursors (GscopeGtkView *self, guint n, gint64 a, gint64 b)
{
  g_return_if_fail (n <= GSCOPE_GTK_N_CURSORS);

  set_cursors (get_cursors (self), n, a, b);
}

/**
 * gscope_gtk_view_set_n_cursors: (set-property n-cursors)
 * @self: a view
 * @n: the number of cursors: 0, 1 or 2
 *
 * Sets the number of cursors. Those that were not there before appear in view.
 *
 * Since: 1.0
 */
void
gscope_gtk_view_set_n_cursors (GscopeGtkView *self, guint n)
{
  GscopeGtkCursors *cursors = get_cursors (self);

  g_return_if_fail (n <= GSCOPE_GTK_N_CURSORS);

  if (n != cursors->at.n)
    set_cursors (cursors, n, choose_time (cursors, 0), choose_time (cursors, 1));
}

/**
 * gscope_gtk_view_swap_cursors:
 * @self: a view
 *
 * Puts cursor A where B is and B where A is, if there are two. The keyboard then moves the other line.
 *
 * Since: 1.0
 */
void
gscope_gtk_view_swap_cursors (GscopeGtkView *self)
{
  GscopeGtkCursors *cursors = get_cursors (self);

  if (cursors->at.n == GSCOPE_GTK_N_CURSORS)
    set_cursors (cursors, GSCOPE_GTK_N_CURSORS, cursors->at.times[1], cursors->at.times[0]);
}

/**
 * gscope_gtk_view_get_cursor:
 * @self: a view
 * @time: (out): where it stands, nanoseconds on the scopes' clock
 *
 * Whether there is a cursor, and where; of two the one that was moved last.
 *
 * Returns: whether there is one
 *
 * Since: 1.0
 */
gboolean
gscope_gtk_view_get_cursor (GscopeGtkView *self, gint64 *time)
{
  GscopeGtkCursors *cursors = get_cursors (self);

  *time = cursors->at.times[cursors->active];
  return cursors->at.n > 0;
}

/**
 * gscope_gtk_view_set_cursor:
 * @self: a view
 * @time: nanoseconds on the scopes' clock
 *
 * Moves the cursor that was moved last, or shows one if there is none.
 *
 * Since: 1.0
 */
void
gscope_gtk_view_set_cursor (GscopeGtkView *self, gint64 time)
{
  move (get_cursors (self), time);
}

/**
 * gscope_gtk_view_clear_cursor:
 * @self: a view
 *
 * Shows no cursor.
 *
 * Since: 1.0
 */
void
gscope_gtk_view_clear_cursor (GscopeGtkView *self)
{
  gscope_gtk_view_set_n_cursors (self, 0);
}

/* Places in time. */

/**
 * gscope_gtk_view_look_at:
 * @self: a view
 * @end: the latest time to show, nanoseconds on the scopes' clock
 *
 * Shows the time up to @end, as [method@Viewport.look_at] does. The view of a recording shows nothing after the position of
 * the playback, so that the position moves to @end if it is before that.
 *
 * Since: 1.0
 */
void
gscope_gtk_view_look_at (GscopeGtkView *self, gint64 end)
{
  GscopeGtkViewport *viewport = gscope_gtk_view_get_viewport (self);
  GscopeClock *clock =
      gscope_gtk_painting_get_annotations (gscope_gtk_view_get_objects (self)->painting)->clock;
  GscopeTransport *transport = GSCOPE_IS_TRANSPORT (clock) ? GSCOPE_TRANSPORT (clock) : NULL;

  if (transport && end > gscope_transport_get_position (transport))
    {
      gscope_transport_seek (transport, MIN (end, gscope_transport_get_end (transport)));
      end = G_MAXINT64;
    }
  gscope_gtk_viewport_look_at (viewport, end);
}

/**
 * gscope_gtk_view_go_to:
 * @self: a view
 * @time: a time, nanoseconds on the scopes' clock
 *
 * Places the cursor at a time, and shows that in the middle or as near to it as the samples reach.
 *
 * Since: 1.0
 */
void
gscope_gtk_view_go_to (GscopeGtkView *self, gint64 time)
{
  gint64 span = gscope_gtk_viewport_get_span (gscope_gtk_view_get_viewport (self));

  gscope_gtk_view_look_at (self, time + span / 2);
  gscope_gtk_view_set_cursor (self, time);
  gscope_gtk_cursors_describe (gscope_gtk_view_get_objects (self)->cursors);
}

/**
 * gscope_gtk_view_parse_time:
 * @self: a view of a scope
 * @text: what a user typed
 * @time: (out): the time, nanoseconds on the scopes' clock
 * @error: return location for an error
 *
 * Reads a time as [func@Gscope.time_parse] does: relative to the latest time that is shown, since the beginning of the scope
 * or recording, or by the wall clock.
 *
 * Returns: whether it is a time; else %GSCOPE_ERROR_INVALID, or %GSCOPE_ERROR_NOT_FOUND if the view has no scope
 *
 * Since: 1.0
 */
gboolean
gscope_gtk_view_parse_time (GscopeGtkView *self, const char *text, gint64 *time, GError **error)
{
  GscopeGtkViewport *viewport = gscope_gtk_view_get_viewport (self);
  GscopeClock *clock =
      gscope_gtk_painting_get_annotations (gscope_gtk_view_get_objects (self)->painting)->clock;
  gint64 begin = gscope_gtk_viewport_get_origin (viewport);
  gint64 end = gscope_gtk_viewport_get_pen (viewport);

  if (!clock)
    {
      g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                           _ ("The view has no signals, so that it has no times. Add a signal."));
      return FALSE;
    }
  if (GSCOPE_IS_TRANSPORT (clock))
    {
      begin = gscope_transport_get_begin (GSCOPE_TRANSPORT (clock));
      end = gscope_transport_get_end (GSCOPE_TRANSPORT (clock));
    }
  return gscope_time_parse (text, clock, begin, end, gscope_gtk_viewport_get_end (viewport), time,
                            error);
}
