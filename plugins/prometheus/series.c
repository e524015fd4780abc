/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "series.h"

#include <web-source/lines.h>

enum
{
  MAX_GROUP = 64,
};

static char *
make_group (const PrometheusExpression *expression, const PrometheusSeries *series)
{
  g_autofree char *text = NULL;

  if (expression->name)
    return g_strdup (expression->name);
  text = g_strdup (series->metric[0] ? series->metric : expression->text);
  return web_cut (g_strstrip (g_strdelimit (text, "\t\n\v\f\r", ' ')), MAX_GROUP);
}

GscopeSignal *
prometheus_signal_new (GscopeSource *source, const PrometheusExpression *expression,
                       const PrometheusSeries *series, const PrometheusMetadata *metadata)
{
  g_autofree char *group = make_group (expression, series);
  g_autofree char *name = web_make_name (source, group, series->labels);
  g_autofree char *title = g_strconcat (group, series->labels, NULL);
  const char *help = metadata && metadata->help[0] ? metadata->help : expression->text;
  const char *unit = metadata ? metadata->unit : NULL;
  g_autoptr (GscopeHistory) history = prometheus_past_create_history (
      expression->past, gscope_source_get_clock (source), series->metric, series->labels);
  GscopeSignal *signal = gscope_signal_new_buffered (name);

  gscope_signal_set_group (signal, group);
  gscope_signal_set_title (signal, title);
  gscope_signal_set_description (signal, help);
  gscope_signal_set_unit (signal, prometheus_metadata_get_unit (series->metric, unit));
  gscope_signal_set_line_mode (signal, GSCOPE_LINE_MODE_LINES);
  gscope_signal_set_history (signal, history);
  return signal;
}
