/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "session/export.h"

GStrv
app_export_list_shown (GscopeGtkView *view)
{
  GListModel *model = gscope_gtk_view_get_signals (view);
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GscopeGtkViewSignal) shown = g_list_model_get_item (model, i);
      GscopeSignal *signal = gscope_gtk_view_signal_get_signal (shown);

      if (!gscope_gtk_view_signal_get_hidden (shown))
        g_strv_builder_add (names, gscope_signal_get_full_name (signal));
    }
  return g_strv_builder_end (names);
}

static gboolean
is_at_agent (GscopeSignal *signal, gint64 begin, gint64 end, gint64 width)
{
  GscopeHistory *history = gscope_signal_get_history (signal);
  GscopeTrace *trace = gscope_signal_get_trace (signal);
  guint64 first = gscope_trace_get_first (trace);
  GscopeSample sample;

  if (first < gscope_trace_get_end (trace))
    end = MIN (end, gscope_trace_get_time (trace, first));
  return history && begin < end
         && gscope_history_find (history, begin, end, width, &sample)
                == GSCOPE_HISTORY_ANSWER_SAMPLE;
}

gboolean
app_export_lacks_past (GscopeGtkView *view)
{
  GscopeGtkViewport *viewport = gscope_gtk_view_get_viewport (view);
  gint64 end = gscope_gtk_viewport_get_end (viewport);
  gint64 begin = end - gscope_gtk_viewport_get_span (viewport);
  gint64 width = MAX (1, gscope_gtk_viewport_get_column_width (viewport));
  GListModel *model = gscope_gtk_view_get_signals (view);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GscopeGtkViewSignal) shown = g_list_model_get_item (model, i);

      if (!gscope_gtk_view_signal_get_hidden (shown)
          && is_at_agent (gscope_gtk_view_signal_get_signal (shown), begin, end, width))
        return TRUE;
    }
  return FALSE;
}

static void
choose_shown (GscopeExporter *exporter, GscopeGtkView *view)
{
  GscopeGtkViewport *viewport = gscope_gtk_view_get_viewport (view);
  gint64 end = gscope_gtk_viewport_get_end (viewport);
  g_auto (GStrv) names = app_export_list_shown (view);

  gscope_exporter_set_signals (exporter, (const char *const *) names);
  gscope_exporter_set_interval (exporter, end - gscope_gtk_viewport_get_span (viewport), end + 1);
}

GscopeExporter *
app_export_make_exporter (AppSession *session, GscopeGtkView *view)
{
  GListModel *scopes = app_session_get_scopes (session);
  GscopeExporter *exporter = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (scopes); i++)
    {
      g_autoptr (GscopeScope) scope = g_list_model_get_item (scopes, i);

      if (exporter)
        gscope_exporter_add_scope (exporter, scope);
      else
        exporter = gscope_exporter_new (scope);
    }
  if (exporter && view)
    choose_shown (exporter, view);
  return exporter;
}

GscopeExportFormat
app_export_find_format (GFile *file)
{
  g_autofree char *name = g_file_get_basename (file);

  if (g_str_has_suffix (name, ".csv"))
    return GSCOPE_EXPORT_FORMAT_CSV;
  if (g_str_has_suffix (name, ".pftrace") || g_str_has_suffix (name, ".perfetto-trace"))
    return GSCOPE_EXPORT_FORMAT_PERFETTO;
  if (g_str_has_suffix (name, ".syscap"))
    return GSCOPE_EXPORT_FORMAT_SYSPROF;
  return g_str_has_suffix (name, ".mcap") ? GSCOPE_EXPORT_FORMAT_MCAP : GSCOPE_EXPORT_FORMAT_TUPLES;
}
