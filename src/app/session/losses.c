/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "session/losses.h"

#include <glib/gi18n.h>
#include <inttypes.h>

void
app_losses_count (AppSession *session, GscopeTally *tally)
{
  GListModel *scopes = app_session_get_scopes (session);
  GscopeRecorder *recorder = app_session_get_recorder (session);
  GscopeTally part;

  *tally = (GscopeTally){ 0 };
  for (guint i = 0; i < g_list_model_get_n_items (scopes); i++)
    {
      g_autoptr (GscopeScope) scope = g_list_model_get_item (scopes, i);

      gscope_scope_get_tally (scope, &part);
      gscope_tally_add (tally, &part);
    }
  if (!recorder)
    return;
  gscope_recorder_get_own_tally (recorder, &part);
  gscope_tally_add (tally, &part);
}

char *
app_losses_format (const GscopeTally *tally)
{
  guint64 lost = gscope_tally_get_lost (tally);
  guint64 late = gscope_tally_get_late (tally);

  if (lost > 0 && late > 0)
    return g_strdup_printf (_ ("%'" PRIu64 " lost, %'" PRIu64 " late"), lost, late);
  if (lost > 0)
    return g_strdup_printf (_ ("%'" PRIu64 " lost"), lost);
  return late > 0 ? g_strdup_printf (_ ("%'" PRIu64 " late"), late) : g_strdup ("");
}
