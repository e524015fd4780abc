/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "app-losses.h"

void
app_losses_add_signal (AppLosses *self, GscopeSignal *signal)
{
  guint64 late = gscope_signal_get_lost (signal, GSCOPE_LOSS_LATE);
  gsize n = 0;

  gscope_trace_get_gaps (gscope_signal_get_trace (signal), G_MININT64, G_MAXINT64, &n);
  self->late += late;
  self->lost += gscope_signal_get_total_lost (signal) - late;
  self->gaps += n;
}

void
app_losses_count (AppLosses *self, AppSession *session)
{
  GListModel *scopes = app_session_get_scopes (session);
  GscopeRecorder *recorder = app_session_get_recorder (session);

  *self = (AppLosses){ 0 };
  for (guint i = 0; i < g_list_model_get_n_items (scopes); i++)
    {
      g_autoptr (GscopeScope) scope = g_list_model_get_item (scopes, i);
      GListModel *model = gscope_scope_get_signals (scope);

      for (guint j = 0; j < g_list_model_get_n_items (model); j++)
        {
          g_autoptr (GscopeSignal) signal = g_list_model_get_item (model, j);

          app_losses_add_signal (self, signal);
        }
    }
  if (recorder)
    self->lost += gscope_recorder_get_lost (recorder);
}
