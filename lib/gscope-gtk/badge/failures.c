/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/badge/failures.h>

#include <glib/gi18n-lib.h>
#include <inttypes.h>

GscopeLimit *
gscope_gtk_failures_find_limit (GListModel *limits, GscopeSignal *signal)
{
  for (guint i = 0; limits && i < g_list_model_get_n_items (limits); i++)
    {
      g_autoptr (GscopeLimit) limit = g_list_model_get_item (limits, i);

      if (gscope_limit_get_signal (limit) == signal)
        return limit;
    }
  return NULL;
}

static void
add (GscopeGtkFailures *self, GListModel *limits, GscopeGtkViewSignal *signal)
{
  GscopeLimit *limit =
      gscope_gtk_failures_find_limit (limits, gscope_gtk_view_signal_get_signal (signal));
  guint64 n = limit ? gscope_limit_get_result (limit)->n_failures : 0;

  if (n == 0)
    return;
  self->n += n;
  self->n_signals++;
  self->one = signal;
}

GscopeGtkFailures
gscope_gtk_failures_count (GListModel *limits, const GscopeGtkSceneLane *lane)
{
  GscopeGtkFailures self = { 0 };

  for (guint s = 0; limits && s < lane->n_scales; s++)
    for (guint i = 0; !lane->scales[s].states && i < lane->scales[s].signals->len; i++)
      add (&self, limits, lane->scales[s].signals->pdata[i]);
  return self;
}

char *
gscope_gtk_failures_describe (guint64 n)
{
  if (n == 0)
    return NULL;
  return g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%" PRIu64 " failure", "%" PRIu64 " failures", (gulong) n), n);
}
