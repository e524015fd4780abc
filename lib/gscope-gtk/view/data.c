/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/view/objects.h>

#include <glib/gi18n-lib.h>
#include <inttypes.h>

/* The samples in view as text. */

/* A signal's samples in view, of which `at` is the next. */
typedef struct
{
  GscopeGtkViewSignal *entry;
  GscopeTrace *trace;
  guint64 at;
  guint64 end;
} Series;

static gint64
get_next_time (const Series *series)
{
  return series->at < series->end ? gscope_trace_get_time (series->trace, series->at) : G_MAXINT64;
}

static gint64
find_earliest (GArray *all)
{
  gint64 earliest = G_MAXINT64;

  for (guint i = 0; i < all->len; i++)
    earliest = MIN (earliest, get_next_time (&g_array_index (all, Series, i)));
  return earliest;
}

static void
add_series (GscopeGtkViewSignal *entry, gint64 begin, gint64 end, GArray *all)
{
  GscopeTrace *trace = gscope_signal_get_trace (gscope_gtk_view_signal_get_signal (entry));
  Series series = { entry, trace, gscope_trace_find (trace, begin),
                    gscope_trace_find (trace, end + 1) };

  g_array_append_val (all, series);
}

static void
collect_lane (const GscopeGtkSceneLane *lane, gint64 begin, gint64 end, GArray *all)
{
  for (guint s = 0; s < lane->n_scales; s++)
    {
      const GscopeGtkScale *scale = &lane->scales[s];

      for (guint i = 0; i < scale->signals->len; i++)
        add_series (scale->signals->pdata[i], begin, end, all);
      for (guint i = 0; scale->below && i < scale->below->len; i++)
        if (scale->below->pdata[i])
          add_series (scale->below->pdata[i], begin, end, all);
    }
}

static GArray *
collect (GscopeGtkView *self, guint64 *n_samples)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (Series));
  const GscopeGtkScene *scene =
      gscope_gtk_painting_get_scene (gscope_gtk_view_get_objects (self)->painting);
  gint64 begin, end;

  gscope_gtk_scene_get_window (scene, &begin, &end);
  for (guint i = 0; i < scene->lanes->len; i++)
    collect_lane (&g_array_index (scene->lanes, GscopeGtkSceneLane, i), begin, end, all);
  *n_samples = 0;
  for (guint i = 0; i < all->len; i++)
    *n_samples += g_array_index (all, Series, i).end - g_array_index (all, Series, i).at;
  return all;
}

static void
append_tuples (GArray *all, GString *text)
{
  for (gint64 time = find_earliest (all); time != G_MAXINT64; time = find_earliest (all))
    for (guint i = 0; i < all->len; i++)
      {
        Series *series = &g_array_index (all, Series, i);
        GscopeSignal *signal = gscope_gtk_view_signal_get_signal (series->entry);

        for (; get_next_time (series) == time; series->at++)
          gscope_tuple_append (text, time, gscope_trace_get_value (series->trace, series->at),
                               gscope_signal_get_full_name (signal));
      }
}

/* As an exporter writes them. */
static void
append_csv (GArray *all, GString *text)
{
  g_autoptr (GPtrArray) signals = g_ptr_array_new ();
  g_autofree char *table = NULL;
  gint64 begin = G_MAXINT64, end = G_MININT64;

  for (guint i = 0; i < all->len; i++)
    {
      const Series *series = &g_array_index (all, Series, i);

      g_ptr_array_add (signals, gscope_gtk_view_signal_get_signal (series->entry));
      if (series->at == series->end)
        continue;
      begin = MIN (begin, get_next_time (series));
      end = MAX (end, gscope_trace_get_time (series->trace, series->end - 1) + 1);
    }
  table =
      gscope_exporter_make_table ((GscopeSignal *const *) signals->pdata, signals->len, begin, end);
  g_string_append (text, table);
}

static void (*const formats[]) (GArray *all, GString *text) = {
  [GSCOPE_GTK_DATA_FORMAT_TUPLES] = append_tuples,
  [GSCOPE_GTK_DATA_FORMAT_CSV] = append_csv,
};

/**
 * gscope_gtk_view_get_data:
 * @self: a view
 * @format: tuples, or comma-separated values
 * @error: return location for an error
 *
 * The samples in view of all signals that are not hidden, in order of time, in the form of a
 * [class@Gscope.Exporter]'s files.
 *
 * Returns: (transfer full): the text, or %NULL with %GSCOPE_ERROR_LIMIT if there are more samples than
 *   %GSCOPE_GTK_MAX_DATA
 *
 * Since: 1.0
 */
char *
gscope_gtk_view_get_data (GscopeGtkView *self, GscopeGtkDataFormat format, GError **error)
{
  guint64 n_samples;
  g_autoptr (GArray) all = collect (self, &n_samples);
  g_autoptr (GString) text = NULL;

  g_return_val_if_fail (format < G_N_ELEMENTS (formats), NULL);

  if (n_samples > GSCOPE_GTK_MAX_DATA)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
                   g_dngettext (GETTEXT_PACKAGE,
                                "The data were not copied: %" PRIu64
                                " sample is in view, more than %d. Show less time or fewer "
                                "signals, or record to a file.",
                                "The data were not copied: %" PRIu64
                                " samples are in view, more than %d. Show less time or fewer "
                                "signals, or record to a file.",
                                (gulong) n_samples),
                   n_samples, GSCOPE_GTK_MAX_DATA);
      return NULL;
    }
  text = g_string_new (NULL);
  formats[format](all, text);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * gscope_gtk_view_copy_data:
 * @self: a view
 * @format: tuples, or comma-separated values
 * @error: return location for an error
 *
 * Puts the samples in view on the clipboard, as [method@View.get_data] writes them.
 *
 * Returns: whether they are there
 *
 * Since: 1.0
 */
gboolean
gscope_gtk_view_copy_data (GscopeGtkView *self, GscopeGtkDataFormat format, GError **error)
{
  g_autofree char *text = gscope_gtk_view_get_data (self, format, error);

  if (!text)
    return FALSE;
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  return TRUE;
}
