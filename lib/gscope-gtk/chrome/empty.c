/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/chrome/brush.h>
#include <gscope-gtk/chrome/chrome.h>

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* The texts that explain why a lane has no line. */

enum
{
  MARGIN = 12,
  MAX_LINES = 3,
};

/* Returns whether a line of the signal is in view: samples, or a line between or after samples out of view. */
static gboolean
has_line (GscopeGtkViewSignal *entry, gint64 begin, gint64 end)
{
  gboolean holds = gscope_gtk_view_signal_get_line_mode (entry) == GSCOPE_LINE_MODE_STEPS;
  GscopeTimeline timeline;
  GscopeSample before, after;
  gboolean follows;

  gscope_signal_get_timeline (gscope_gtk_view_signal_get_signal (entry), &timeline);
  follows = gscope_timeline_find_after (&timeline, begin, 0, &after);
  return (follows && after.time <= end)
         || (gscope_timeline_find_before (&timeline, begin, 0, &before) && (follows || holds));
}

static gboolean
is_empty (const GscopeGtkSceneLane *lane, gint64 begin, gint64 end)
{
  for (guint s = 0; s < lane->n_scales; s++)
    for (guint i = 0; i < lane->scales[s].signals->len; i++)
      if (has_line (lane->scales[s].signals->pdata[i], begin, end))
        return FALSE;
  return TRUE;
}

static GscopeSource *
find_source (GscopeGtkViewSignal *entry)
{
  GListModel *sources = gscope_scope_get_sources (gscope_gtk_view_signal_get_scope (entry));
  const char *name = gscope_signal_get_full_name (gscope_gtk_view_signal_get_signal (entry));
  GscopeSource *own = gscope_scope_get_source (gscope_gtk_view_signal_get_scope (entry));

  for (guint i = 0; i < g_list_model_get_n_items (sources); i++)
    {
      g_autoptr (GscopeSource) source = g_list_model_get_item (sources, i);
      gsize length = strlen (gscope_source_get_name (source));

      if (source != own && strncmp (name, gscope_source_get_name (source), length) == 0
          && name[length] == '/')
        return source;
    }
  return NULL;
}

char *
gscope_gtk_chrome_explain_source (GscopeSource *source)
{
  const char *name = gscope_source_get_name (source), *status = gscope_source_get_status (source);

  switch (gscope_source_get_state (source))
    {
    case GSCOPE_SOURCE_STATE_STOPPED:
      return status[0]
                 ? g_strdup_printf (_ ("No samples: source “%s” is stopped: %s"), name, status)
                 : g_strdup_printf (_ ("No samples: source “%s” is stopped"), name);
    case GSCOPE_SOURCE_STATE_STARTING:
      return status[0]
                 ? g_strdup_printf (_ ("No samples yet: source “%s” starts: %s"), name, status)
                 : g_strdup_printf (_ ("No samples yet: source “%s” starts"), name);
    case GSCOPE_SOURCE_STATE_TROUBLE:
      return g_strdup_printf (_ ("No samples from source “%s”: %s"), name, status);
    case GSCOPE_SOURCE_STATE_RUNNING:
      break;
    }
  return NULL;
}

static char *
explain_signal (GscopeGtkViewSignal *entry)
{
  GscopeSignal *signal = gscope_gtk_view_signal_get_signal (entry);
  GscopeTrace *trace = gscope_signal_get_trace (signal);
  GscopeHistory *history = gscope_signal_get_history (signal);
  GscopeScope *scope = gscope_gtk_view_signal_get_scope (entry);
  GscopeSource *source = find_source (entry);
  const char *label = gscope_gtk_view_signal_get_label (entry);
  g_autofree char *reason = source ? gscope_gtk_chrome_explain_source (source) : NULL;

  if (gscope_signal_get_ended (signal))
    return g_strdup_printf (_ ("%s has ended"), label);
  if (reason)
    return g_steal_pointer (&reason);
  if (history && gscope_history_get_status (history))
    return g_strdup_printf (_ ("The past of %s is not known yet: %s"), label,
                            gscope_history_get_status (history));
  if (gscope_trace_get_end (trace) > gscope_trace_get_first (trace))
    return g_strdup_printf (_ ("%s has no samples in the time in view"), label);
  if (!gscope_scope_get_running (scope))
    return g_strdup (_ ("No samples yet: sampling is stopped"));
  return source
             ? g_strdup_printf (_ ("No samples yet: source “%s” runs, but has not sent any of %s"),
                                gscope_source_get_name (source), label)
             : g_strdup_printf (_ ("No samples of %s yet"), label);
}

char *
gscope_gtk_chrome_explain_empty (const GscopeGtkAnnotations *self, const GscopeGtkSceneLane *lane)
{
  gint64 begin, end;

  gscope_gtk_scene_get_window (self->scene, &begin, &end);
  return is_empty (lane, begin, end) ? explain_signal (lane->scales[0].signals->pdata[0]) : NULL;
}

guint
gscope_gtk_chrome_hash_reasons (const GscopeGtkAnnotations *self)
{
  guint hash = 0;

  for (guint i = 0; i < self->scene->lanes->len; i++)
    {
      g_autofree char *reason = gscope_gtk_chrome_explain_empty (
          self, &g_array_index (self->scene->lanes, GscopeGtkSceneLane, i));

      hash = hash * 31 + (reason ? g_str_hash (reason) : 0);
    }
  return hash;
}

void
gscope_gtk_chrome_draw_reason (const GscopeGtkAnnotations *self, cairo_t *cr, PangoContext *context,
                               const GscopeGtkSceneLane *lane)
{
  g_autofree char *reason = gscope_gtk_chrome_explain_empty (self, lane);
  const cairo_rectangle_int_t *plot = &self->scene->plot;
  double width, height, x, y;
  GscopeGtkBrush brush;

  if (!reason)
    return;
  gscope_gtk_brush_init (&brush, cr, context, self->scene->palette);
  gscope_gtk_brush_set_text (&brush, reason, FALSE, plot->width - 2 * MARGIN);
  gscope_gtk_brush_set_lines (&brush, MAX_LINES);
  gscope_gtk_brush_get_size (&brush, &width, &height);
  x = floor (plot->x + (plot->width - width) / 2);
  y = floor (plot->y + lane->top + (lane->height - height) / 2.0);
  gscope_gtk_brush_set_color (&brush, brush.palette->plot, 1);
  cairo_rectangle (cr, x - MARGIN / 2, y, width + MARGIN, height);
  cairo_fill (cr);
  gscope_gtk_brush_draw_text (&brush, x, y, brush.palette->dim);
  gscope_gtk_brush_clear (&brush);
}

void
gscope_gtk_chrome_draw_reasons (const GscopeGtkAnnotations *self, cairo_t *cr,
                                PangoContext *context)
{
  for (guint i = 0; i < self->scene->lanes->len; i++)
    gscope_gtk_chrome_draw_reason (self, cr, context,
                                   &g_array_index (self->scene->lanes, GscopeGtkSceneLane, i));
}
