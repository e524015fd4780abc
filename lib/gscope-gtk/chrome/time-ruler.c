/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/chrome/time-ruler.h>
#include <gscope-gtk/plot/captures.h>
#include <gscope-gtk/plot/columns.h>
#include <gscope-gtk/plot/ruler.h>

#include <gscope/clock/transport.h>
#include <math.h>

enum
{
  MIN_DISTANCE = 64,
  /* a time of day is longer than a number */
  MIN_CLOCK_DISTANCE = 96,
  MAX_DECIMALS = 6,
};

#define MINUTE (60 * GSCOPE_SEC)
#define HOUR (60 * MINUTE)
#define DAY (24 * HOUR)

/* A held sweep shows the end of the previous sweep beside the present one: only their times of day
 * show which is older. */
static GscopeGtkTimeKind
choose_kind (const GscopeGtkScene *scene, GscopeClock *clock)
{
  GscopeGtkViewport *viewport = scene->viewport;

  if (scene->settings && gscope_view_settings_is_on (scene->settings, "wall-clock")
      && gscope_clock_get_has_wall (clock))
    return GSCOPE_GTK_TIME_OF_DAY;
  if (gscope_gtk_viewport_get_sweeping (viewport) && !gscope_gtk_viewport_get_held (viewport))
    return GSCOPE_GTK_TIME_OF_SWEEP;
  if (!gscope_clock_get_has_wall (clock))
    return GSCOPE_GTK_TIME_OF_RECORDING;
  if (GSCOPE_IS_TRANSPORT (clock) || !gscope_gtk_viewport_get_live (viewport)
      || gscope_gtk_viewport_get_held (viewport))
    return GSCOPE_GTK_TIME_OF_DAY;
  return GSCOPE_GTK_TIME_BACK;
}

/* Nanoseconds from a clock's time to the local time of day. */
static gint64
get_local_offset (GscopeClock *clock, gint64 time)
{
  g_autoptr (GDateTime) wall = gscope_clock_to_wall (clock, time);

  return gscope_clock_to_unix (clock, time) - time
         + (wall != NULL ? g_date_time_get_utc_offset (wall) * G_GINT64_CONSTANT (1000) : 0);
}

gint64
gscope_gtk_time_get_offset (GscopeClock *clock, gint64 time)
{
  return gscope_clock_get_has_wall (clock) ? get_local_offset (clock, time)
                                           : -gscope_transport_get_begin (GSCOPE_TRANSPORT (clock));
}

void
gscope_gtk_time_ruler_init (GscopeGtkTimeRuler *self, const GscopeGtkScene *scene,
                            GscopeClock *clock)
{
  GscopeGtkViewport *viewport = scene->viewport;
  gboolean is_clock;

  *self = (GscopeGtkTimeRuler){ .viewport = viewport, .clock = clock };
  self->x = scene->plot.x;
  self->width = scene->plot.width;
  gscope_gtk_scene_get_window (scene, &self->begin, &self->end);
  self->kind = choose_kind (scene, clock);
  self->span = gscope_gtk_viewport_get_span (viewport);
  if (gscope_gtk_scene_get_capture (scene))
    {
      self->kind = GSCOPE_GTK_TIME_OF_TRIGGER;
      self->offset = -scene->captures->zero;
    }
  else if (gscope_gtk_time_ruler_moves (self))
    self->offset = gscope_gtk_time_get_offset (clock, self->end);
  is_clock = self->kind == GSCOPE_GTK_TIME_OF_DAY;
  gscope_gtk_ticks_choose_time (
      self->span,
      (guint) MAX (2, self->width
                          / ((is_clock ? MIN_CLOCK_DISTANCE : MIN_DISTANCE) * scene->text_scale)),
      &self->step);
}

gboolean
gscope_gtk_time_ruler_moves (const GscopeGtkTimeRuler *self)
{
  return self->kind == GSCOPE_GTK_TIME_OF_RECORDING || self->kind == GSCOPE_GTK_TIME_OF_DAY
         || self->kind == GSCOPE_GTK_TIME_OF_TRIGGER;
}

/* Texts. */

static char *
format_seconds (double seconds, gint64 range, gint64 resolution, gboolean has_unit)
{
  double factor;
  const char *prefix = gscope_gtk_choose_prefix (0, range / 1e9, "s", &factor);
  g_autofree char *number = gscope_quantity_format_number (
      seconds / factor, gscope_gtk_count_decimals (resolution / 1e9 / factor));

  return has_unit ? g_strconcat (number, " ", prefix, "s", NULL) : g_steal_pointer (&number);
}

static guint
count_decimals (gint64 resolution)
{
  return resolution >= GSCOPE_SEC
             ? 0
             : MIN (MAX_DECIMALS, gscope_gtk_count_decimals (resolution / 1e9));
}

/* Formats the time from the start of a recording: seconds, beyond an hour hours, minutes and
 * seconds. */
static char *
format_since_start (const GscopeGtkTimeRuler *self, gint64 time, gint64 resolution,
                    gboolean has_unit)
{
  gint64 length = gscope_transport_get_duration (GSCOPE_TRANSPORT (self->clock));
  gint64 since = time + self->offset, rest = ABS (since);
  guint decimals = count_decimals (resolution);
  g_autofree char *seconds = NULL;

  if (length < HOUR)
    return format_seconds (since / 1e9, MAX (self->span, length), resolution, has_unit);
  seconds = g_strdup_printf ("%0*.*f", decimals > 0 ? 3 + (int) decimals : 2, (int) decimals,
                             floor (rest % MINUTE / 1e9 * pow (10, decimals)) / pow (10, decimals));
  return g_strdup_printf ("%s%" G_GINT64_FORMAT ":%02d:%s", since < 0 ? "\342\210\222" : "",
                          rest / HOUR, (int) (rest % HOUR / MINUTE), seconds);
}

char *
gscope_gtk_time_format_clock (GscopeClock *clock, gint64 time, guint decimals)
{
  g_autoptr (GDateTime) wall = NULL;
  g_autofree char *text = NULL, *fraction = NULL;

  if (!gscope_clock_get_has_wall (clock))
    return format_seconds ((time - gscope_transport_get_begin (GSCOPE_TRANSPORT (clock))) / 1e9,
                           GSCOPE_SEC, (gint64) (GSCOPE_SEC / pow (10, decimals)), TRUE);
  wall = gscope_clock_to_wall (clock, time);
  text = g_date_time_format (wall, "%H:%M:%S");
  fraction = g_strdup_printf ("%06d", g_date_time_get_microsecond (wall));
  if (decimals == 0)
    return g_steal_pointer (&text);
  return g_strdup_printf ("%s.%.*s", text, (int) MIN (decimals, MAX_DECIMALS), fraction);
}

static char *
format_date (GDateTime *wall)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  gboolean is_this_year = g_date_time_get_year (wall) == g_date_time_get_year (now);

  return g_date_time_format (wall, is_this_year ? "%-d %b" : "%-d %b %Y");
}

/* The first tick and each midnight have the date. */
static char *
format_time_of_day (const GscopeGtkTimeRuler *self, gint64 time, gboolean has_date)
{
  /* the distance between the clock and the wall clock changes by microseconds */
  gint64 rounded = time + self->step / 1000;
  g_autoptr (GDateTime) wall = gscope_clock_to_wall (self->clock, rounded);
  g_autofree char *text = NULL, *date = NULL;

  if (wall == NULL)
    return g_strdup ("");
  if (has_date || (time + self->offset) % DAY == 0)
    date = format_date (wall);
  if (self->step >= DAY)
    return date != NULL ? g_steal_pointer (&date) : format_date (wall);
  text = self->step >= MINUTE
             ? g_date_time_format (wall, "%H:%M")
             : gscope_gtk_time_format_clock (self->clock, rounded, count_decimals (self->step));
  return date != NULL ? g_strdup_printf ("%s, %s", date, text) : g_steal_pointer (&text);
}

char *
gscope_gtk_time_ruler_format (const GscopeGtkTimeRuler *self, gint64 time, gboolean has_unit)
{
  gint64 resolution = gscope_gtk_viewport_get_column_width (self->viewport);
  double seconds = (time - self->end) / 1e9, x;

  if (self->kind == GSCOPE_GTK_TIME_OF_RECORDING)
    return format_since_start (self, time, resolution, has_unit);
  if (self->kind == GSCOPE_GTK_TIME_OF_TRIGGER)
    return format_seconds ((double) (time + self->offset) / 1e9, self->span, resolution, has_unit);
  if (self->kind == GSCOPE_GTK_TIME_OF_DAY)
    return gscope_gtk_time_format_clock (self->clock, time, count_decimals (resolution));
  if (self->kind == GSCOPE_GTK_TIME_OF_SWEEP
      && gscope_gtk_viewport_time_to_x (self->viewport, time, &x))
    seconds = x / gscope_gtk_viewport_get_n_columns (self->viewport) * self->span / 1e9;
  return format_seconds (seconds, self->span, resolution, has_unit);
}

/* Marks. */

static void
mark_free (gpointer data)
{
  g_free (((GscopeGtkMark *) data)->text);
}

static void
add_mark (const GscopeGtkTimeRuler *self, GArray *marks, double share, char *text)
{
  /* a rounding error of the share must not move the tick by a pixel */
  GscopeGtkMark mark = { floor (self->x + share * self->width + 1e-6), text };

  g_array_append_val (marks, mark);
}

/* Lists ticks from the start of the sweep, or backwards from the right edge. */
static void
list_relative (const GscopeGtkTimeRuler *self, GArray *marks)
{
  gint64 n = self->span / self->step;
  gboolean is_sweep = self->kind == GSCOPE_GTK_TIME_OF_SWEEP;

  for (gint64 i = is_sweep ? 0 : -n; i <= (is_sweep ? n : 0); i++)
    {
      double share = (double) (i * self->step) / (double) self->span;

      add_mark (self, marks, is_sweep ? share : 1 + share,
                format_seconds ((double) (i * self->step) / 1e9, self->span, self->step, i == 0));
    }
}

static char *
format_tick (const GscopeGtkTimeRuler *self, gint64 time, gboolean is_first)
{
  if (self->kind == GSCOPE_GTK_TIME_OF_DAY)
    return format_time_of_day (self, time, is_first);
  if (self->kind == GSCOPE_GTK_TIME_OF_TRIGGER)
    return format_seconds ((double) (time + self->offset) / 1e9, self->span, self->step, is_first);
  return format_since_start (self, time, self->step, is_first);
}

/* Lists the ticks of an interval whose beginning is at a share of the plot. */
static void
list_interval (const GscopeGtkTimeRuler *self, gint64 begin, gint64 end, double share,
               GArray *marks)
{
  gint64 first = begin + self->offset, rest = first % self->step;

  first += rest > 0 ? self->step - rest : -rest;
  for (gint64 t = first - self->offset; t <= end; t += self->step)
    add_mark (self, marks, share + (double) (t - begin) / (double) (self->end - self->begin),
              format_tick (self, t, marks->len == 0));
}

/* While sweeping, the newer part of the window is at the left. */
static void
list_fixed (const GscopeGtkTimeRuler *self, GArray *marks)
{
  gint64 left = self->begin;

  if (gscope_gtk_viewport_get_sweeping (self->viewport))
    left = gscope_gtk_viewport_x_to_time (self->viewport, 0);
  list_interval (self, left, self->end, 0, marks);
  if (left > self->begin)
    list_interval (self, self->begin, left - 1,
                   (double) (self->end - left) / (double) (self->end - self->begin), marks);
}

GArray *
gscope_gtk_time_ruler_list_marks (const GscopeGtkTimeRuler *self)
{
  GArray *marks = g_array_new (FALSE, FALSE, sizeof (GscopeGtkMark));

  g_array_set_clear_func (marks, mark_free);
  if (gscope_gtk_time_ruler_moves (self))
    list_fixed (self, marks);
  else
    list_relative (self, marks);
  return marks;
}
