/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/chrome/measure.h>
#include <gscope-gtk/chrome/state-rows.h>
#include <gscope-gtk/chrome/time-ruler.h>
#include <gscope-gtk/paint/states.h>
#include <gscope-gtk/view/objects.h>
#include <gscope-gtk/view/status.h>

#include <glib/gi18n-lib.h>

/* The rows of signals of states: their words, and the keys that go through them. */

static GscopeGtkStateChange
find_ending (const GscopeTimeline *timeline, GscopeSignal *signal,
             const GscopeGtkInterval *interval)
{
  const GscopeState *from = gscope_signal_find_state (signal, interval->value), *to;
  GscopeGtkInterval next;

  if (!from || interval->end == G_MAXINT64
      || !gscope_gtk_states_find (timeline, interval->end, 0, &next))
    return GSCOPE_GTK_CHANGE_OTHER;
  to = gscope_signal_find_state (signal, next.value);
  return to ? gscope_gtk_states_get_change (from->style, to->style) : GSCOPE_GTK_CHANGE_OTHER;
}

/* Puts words together by what ended the state. */
static char *
format_state (GscopeGtkStateChange ending, const char *label, const char *name, const char *begin,
              const char *end)
{
  switch (ending)
    {
    case GSCOPE_GTK_CHANGE_WAKE_UP:
      return g_strdup_printf (_ ("%s, %s, %s to %s, woken up"), label, name, begin, end);
    case GSCOPE_GTK_CHANGE_PREEMPTED:
      return g_strdup_printf (_ ("%s, %s, %s to %s, preempted"), label, name, begin, end);
    case GSCOPE_GTK_CHANGE_BUDGET_ENDED:
      return g_strdup_printf (_ ("%s, %s, %s to %s, budget ended"), label, name, begin, end);
    case GSCOPE_GTK_CHANGE_OTHER:
    default:
      /* Translators: signal, state, begin and end, such as “decoder, CPU 1, 42.0 to 51.1 ms” */
      return g_strdup_printf (_ ("%s, %s, %s to %s"), label, name, begin, end);
    }
}

static char *
describe_interval (const GscopeGtkAnnotations *annotations, GscopeGtkViewSignal *entry, gint64 time)
{
  GscopeSignal *signal = gscope_gtk_view_signal_get_signal (entry);
  const char *label = gscope_gtk_view_signal_get_label (entry);
  g_autofree char *name = NULL, *begin = NULL, *end = NULL;
  GscopeGtkInterval interval;
  GscopeTimeline timeline;
  GscopeGtkTimeRuler ruler;

  gscope_signal_get_timeline (signal, &timeline);
  if (!gscope_gtk_states_find (&timeline, time, 0, &interval))
    return g_strdup_printf ("%s, –", label);
  name = gscope_gtk_view_signal_format_value (entry, interval.value);
  gscope_gtk_time_ruler_init (&ruler, annotations->scene, annotations->clock);
  begin = gscope_gtk_time_ruler_format (&ruler, interval.begin, interval.end == G_MAXINT64);
  if (interval.end == G_MAXINT64)
    /* Translators: signal, state and begin, such as “decoder, CPU 1, since 42.0 ms” */
    return g_strdup_printf (_ ("%s, %s, since %s"), label, name, begin);
  end = gscope_gtk_time_ruler_format (&ruler, interval.end, TRUE);
  return format_state (find_ending (&timeline, signal, &interval), label, name, begin, end);
}

char *
gscope_gtk_view_describe_state (const GscopeGtkAnnotations *annotations, GscopeGtkViewSignal *entry,
                                gint64 time)
{
  GscopeGtkViewSignal *below = gscope_gtk_scene_find_below (annotations->scene, entry);
  g_autofree char *state = describe_interval (annotations, entry, time);
  g_autofree char *left = NULL;

  if (!below)
    return g_steal_pointer (&state);
  left = gscope_gtk_view_signal_format_value (below, gscope_gtk_measure_read (below, time));
  return g_strdup_printf ("%s; %s %s", state, gscope_gtk_view_signal_get_label (below), left);
}

/* Lists the signals of all rows, from the top down. */
static GPtrArray *
list_rows (const GscopeGtkScene *scene)
{
  GPtrArray *rows = g_ptr_array_new ();

  for (guint i = 0; i < scene->lanes->len; i++)
    {
      const GscopeGtkScale *scale = &g_array_index (scene->lanes, GscopeGtkSceneLane, i).scales[0];

      for (guint k = 0; scale->states && k < scale->signals->len; k++)
        g_ptr_array_add (rows, scale->signals->pdata[k]);
    }
  return rows;
}

/* Reads the selected row at the cursor. */
static void
describe_selected (GscopeGtkView *self)
{
  const GscopeGtkAnnotations *annotations =
      gscope_gtk_painting_get_annotations (gscope_gtk_view_get_objects (self)->painting);
  g_autofree char *text = NULL;
  gint64 begin, end, time;

  gscope_gtk_scene_get_window (annotations->scene, &begin, &end);
  if (!gscope_gtk_view_get_cursor (self, &time))
    time = end;
  text = gscope_gtk_view_describe_state (annotations, annotations->scene->selected, time);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text,
                                  -1);
}

gboolean
gscope_gtk_view_step_row (GscopeGtkView *self, int direction)
{
  const GscopeGtkScene *scene =
      gscope_gtk_painting_get_scene (gscope_gtk_view_get_objects (self)->painting);
  g_autoptr (GPtrArray) rows = list_rows (scene);
  guint at;

  if (!scene->selected || !g_ptr_array_find (rows, scene->selected, &at))
    return FALSE;
  at = (guint) CLAMP ((int) at + direction, 0, (int) rows->len - 1);
  gscope_gtk_view_set_selected (self, rows->pdata[at]);
  describe_selected (self);
  return TRUE;
}

/* Moves a time to the next change of a state. Returns FALSE if there is none. */
static gboolean
find_change (const GscopeTimeline *timeline, int direction, gint64 *time)
{
  GscopeGtkInterval state;
  GscopeSample first;

  if (!gscope_gtk_states_find (timeline, direction > 0 ? *time : *time - 1, 0, &state))
    {
      if (direction < 0 || !gscope_timeline_find_after (timeline, *time, 0, &first))
        return FALSE;
      *time = first.time;
      return TRUE;
    }
  if (direction > 0 && state.end == G_MAXINT64)
    return FALSE;
  *time = direction > 0 ? state.end : state.begin;
  return TRUE;
}

gboolean
gscope_gtk_view_step_change (GscopeGtkView *self, int direction)
{
  const GscopeGtkScene *scene =
      gscope_gtk_painting_get_scene (gscope_gtk_view_get_objects (self)->painting);
  g_autoptr (GPtrArray) rows = list_rows (scene);
  GscopeTimeline timeline;
  gint64 begin, end, time;

  if (!scene->selected || !g_ptr_array_find (rows, scene->selected, NULL))
    return FALSE;
  gscope_signal_get_timeline (gscope_gtk_view_signal_get_signal (scene->selected), &timeline);
  gscope_gtk_scene_get_window (scene, &begin, &end);
  if (!gscope_gtk_view_get_cursor (self, &time))
    time = direction > 0 ? begin : end;
  if (find_change (&timeline, direction, &time))
    {
      if (time < begin || time > end)
        gscope_gtk_viewport_look_at (gscope_gtk_view_get_viewport (self), time + (end - begin) / 2);
      gscope_gtk_view_set_cursor (self, time);
    }
  describe_selected (self);
  return TRUE;
}

/* Returns the words of the first legend; NULL without rows of states. */
static char *
describe_first_legend (const GscopeGtkScene *scene)
{
  for (guint i = 0; i < scene->lanes->len; i++)
    {
      const GscopeGtkScale *scale = &g_array_index (scene->lanes, GscopeGtkSceneLane, i).scales[0];
      g_autofree char *words = scale->states ? gscope_gtk_chrome_describe_legend (scale) : NULL;

      if (words && words[0])
        return g_steal_pointer (&words);
    }
  return NULL;
}

gboolean
gscope_gtk_view_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard,
                               GtkTooltip *tooltip)
{
  GscopeGtkView *self = GSCOPE_GTK_VIEW (widget);
  const GscopeGtkScene *scene =
      gscope_gtk_painting_get_scene (gscope_gtk_view_get_objects (self)->painting);
  g_autofree char *words =
      keyboard ? describe_first_legend (scene) : gscope_gtk_view_find_legend (self, x, y);

  gtk_tooltip_set_text (tooltip, words);
  return words != NULL;
}
