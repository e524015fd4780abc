/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/plot/measure.h>
#include <gscope-gtk/plot/ruler.h>
#include <gscope-gtk/view/private.h>

#include <glib/gi18n-lib.h>
#include <math.h>

/* The cursors of a view. In a live picture they stay where they are and time passes under them;
 * otherwise they stay at their times. */

/* How far from A a new B stands, of the width. */
#define FIRST_INTERVAL 0.2

static void
find_place (GscopeGtkView *self, guint cursor)
{
  if (!gscope_gtk_viewport_time_to_x (self->scene.viewport, self->annotations.cursors[cursor],
                                      &self->cursor_x[cursor]))
    self->cursor_x[cursor] = NAN;
}

static void
show_interval (GscopeGtkView *self, gboolean shown)
{
  if (self->scene.has_interval == shown)
    return;
  self->scene.has_interval = shown;
  gscope_gtk_view_arrange (self);
}

static void
emit_changed (GscopeGtkView *self)
{
  gscope_gtk_view_redraw_part (self, GSCOPE_GTK_PART_CURSORS);
  gscope_gtk_view_redraw_part (self, GSCOPE_GTK_PART_HEADS);
  gscope_gtk_view_refresh_texts (self);
  g_signal_emit_by_name (self, "cursors-changed");
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
 */
guint
gscope_gtk_view_get_cursors (GscopeGtkView *self, gint64 *a, gint64 *b)
{
  const GscopeGtkAnnotations *annotations = &self->annotations;

  if (a)
    *a = annotations->n_cursors > 0 ? annotations->cursors[0] : 0;
  if (b)
    *b = annotations->n_cursors > 1 ? annotations->cursors[1] : 0;
  return annotations->n_cursors;
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
 */
void
gscope_gtk_view_set_cursors (GscopeGtkView *self, guint n, gint64 a, gint64 b)
{
  const gint64 times[GSCOPE_GTK_N_CURSORS] = { a, b };
  guint before = self->annotations.n_cursors;

  g_return_if_fail (n <= GSCOPE_GTK_N_CURSORS);

  self->annotations.n_cursors = n;
  for (guint i = 0; i < n; i++)
    {
      self->annotations.cursors[i] = times[i];
      find_place (self, i);
    }
  if (n != before)
    self->active_cursor = n > 0 ? n - 1 : 0;
  show_interval (self, n == GSCOPE_GTK_N_CURSORS);
  emit_changed (self);
  if (n != before)
    g_object_notify (G_OBJECT (self), "n-cursors");
  if ((n > 0) != (before > 0))
    g_object_notify (G_OBJECT (self), "has-cursor");
}

/* Where a cursor stands that was not there before: the first in the middle, the other beside. */
static gint64
choose_time (GscopeGtkView *self, guint cursor)
{
  guint n = gscope_gtk_viewport_get_n_columns (self->scene.viewport);
  double x = n / 2.0;

  if (cursor < self->annotations.n_cursors)
    return self->annotations.cursors[cursor];
  if (cursor > 0 && self->annotations.n_cursors > 0 && !isnan (self->cursor_x[0]))
    x = self->cursor_x[0];
  if (cursor > 0)
    x += x > n / 2.0 ? -FIRST_INTERVAL * n : FIRST_INTERVAL * n;
  return gscope_gtk_viewport_x_to_time (self->scene.viewport, x);
}

/**
 * gscope_gtk_view_set_n_cursors: (set-property n-cursors)
 * @self: a view
 * @n: the number of cursors: 0, 1 or 2
 *
 * Sets the number of cursors. Those that were not there before appear in view.
 */
void
gscope_gtk_view_set_n_cursors (GscopeGtkView *self, guint n)
{
  g_return_if_fail (n <= GSCOPE_GTK_N_CURSORS);

  if (n != self->annotations.n_cursors)
    gscope_gtk_view_set_cursors (self, n, choose_time (self, 0), choose_time (self, 1));
}

/**
 * gscope_gtk_view_swap_cursors:
 * @self: a view
 *
 * Puts cursor A where B is and B where A is, if there are two. The keyboard then moves the other line.
 */
void
gscope_gtk_view_swap_cursors (GscopeGtkView *self)
{
  if (self->annotations.n_cursors == GSCOPE_GTK_N_CURSORS)
    gscope_gtk_view_set_cursors (self, GSCOPE_GTK_N_CURSORS, self->annotations.cursors[1],
                                 self->annotations.cursors[0]);
}

/**
 * gscope_gtk_view_get_cursor:
 * @self: a view
 * @time: (out): where it stands, nanoseconds on the scopes' clock
 *
 * Whether there is a cursor, and where; of two the one that was moved last.
 *
 * Returns: whether there is one
 */
gboolean
gscope_gtk_view_get_cursor (GscopeGtkView *self, gint64 *time)
{
  *time = self->annotations.cursors[self->active_cursor];
  return self->annotations.n_cursors > 0;
}

/**
 * gscope_gtk_view_set_cursor:
 * @self: a view
 * @time: nanoseconds on the scopes' clock
 *
 * Moves the cursor that was moved last, or shows one if there is none.
 */
void
gscope_gtk_view_set_cursor (GscopeGtkView *self, gint64 time)
{
  gint64 times[GSCOPE_GTK_N_CURSORS] = { self->annotations.cursors[0],
                                         self->annotations.cursors[1] };

  times[self->active_cursor] = time;
  gscope_gtk_view_set_cursors (self, MAX (1, self->annotations.n_cursors), times[0], times[1]);
}

/**
 * gscope_gtk_view_clear_cursor:
 * @self: a view
 *
 * Shows no cursor.
 */
void
gscope_gtk_view_clear_cursor (GscopeGtkView *self)
{
  gscope_gtk_view_set_n_cursors (self, 0);
}

void
gscope_gtk_view_place_cursor (GscopeGtkView *self, double column)
{
  guint n = gscope_gtk_viewport_get_n_columns (self->scene.viewport);

  column = CLAMP (column, 0, n - 1.0);
  gscope_gtk_view_set_cursor (self, gscope_gtk_viewport_x_to_time (self->scene.viewport, column));
  self->cursor_x[self->active_cursor] = column;
  gscope_gtk_view_describe_cursors (self);
}

void
gscope_gtk_view_step_cursor (GscopeGtkView *self, double columns)
{
  double x = self->cursor_x[self->active_cursor];

  if (isnan (x))
    x = gscope_gtk_viewport_get_n_columns (self->scene.viewport) / 2.0;
  gscope_gtk_view_place_cursor (self, x + columns);
}

void
gscope_gtk_view_carry_cursors (GscopeGtkView *self)
{
  if (self->annotations.n_cursors == 0)
    return;
  for (guint i = 0; i < self->annotations.n_cursors; i++)
    if (gscope_gtk_viewport_get_live (self->scene.viewport) && !isnan (self->cursor_x[i]))
      self->annotations.cursors[i] =
          gscope_gtk_viewport_x_to_time (self->scene.viewport, self->cursor_x[i]);
  emit_changed (self);
}

void
gscope_gtk_view_find_cursors (GscopeGtkView *self)
{
  for (guint i = 0; i < self->annotations.n_cursors; i++)
    if (!gscope_gtk_viewport_get_live (self->scene.viewport))
      find_place (self, i);
}

gboolean
gscope_gtk_view_grab_cursor (GscopeGtkView *self, double column, double reach)
{
  double nearest = reach;
  gboolean found = FALSE;

  for (guint i = 0; i < self->annotations.n_cursors; i++)
    if (fabs (self->cursor_x[i] - column) <= nearest)
      {
        nearest = fabs (self->cursor_x[i] - column);
        self->active_cursor = i;
        found = TRUE;
      }
  return found;
}

static void
describe_signal (GscopeGtkView *self, GscopeGtkViewSignal *entry, GString *text)
{
  const char *unit = gscope_gtk_view_signal_get_unit (entry);

  g_string_append_printf (text, "; %s", gscope_gtk_view_signal_get_label (entry));
  if (self->annotations.n_cursors == 0 && gscope_gtk_view_signal_get_text (entry))
    g_string_append_printf (text, " %s", gscope_gtk_view_signal_get_text (entry));
  for (guint i = 0; i < self->annotations.n_cursors; i++)
    {
      double value = gscope_gtk_measure_read (entry, self->annotations.cursors[i]);
      g_autofree char *number = gscope_quantity_format (value, unit, 4);

      g_string_append_printf (text, i == 0 ? " %s" : ", %s", isfinite (value) ? number : "–");
    }
}

static char *
describe_times (GscopeGtkView *self)
{
  const GscopeGtkAnnotations *annotations = &self->annotations;
  g_autofree char *a = gscope_gtk_chrome_format_clock (annotations, annotations->cursors[0], 3);
  g_autofree char *b = gscope_gtk_chrome_format_clock (annotations, annotations->cursors[1], 3);
  g_autofree char *interval = gscope_gtk_chrome_format_interval (annotations);
  g_autofree char *rate = gscope_gtk_chrome_format_rate (annotations);

  if (annotations->n_cursors == 0)
    return g_strdup (_ ("Newest values"));
  if (annotations->n_cursors == 1)
    return g_strdup_printf (_ ("Cursor at %s"), a);
  return g_strdup_printf (_ ("Cursor A at %s, B at %s, from A to B %s, %s"), a, b, interval, rate);
}

char *
gscope_gtk_view_read_cursors (GscopeGtkView *self)
{
  g_autofree char *times = describe_times (self);
  g_autoptr (GString) text = g_string_new (times);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->signals));

  if (self->scene.lanes->len == 0)
    return gscope_gtk_view_explain_nothing (self);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GscopeGtkViewSignal) entry =
          g_list_model_get_item (G_LIST_MODEL (self->signals), i);

      if (!gscope_gtk_view_signal_get_hidden (entry))
        describe_signal (self, entry, text);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

void
gscope_gtk_view_describe_cursors (GscopeGtkView *self)
{
  g_autofree char *text = gscope_gtk_view_read_cursors (self);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text,
                                  -1);
}
