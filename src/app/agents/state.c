/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "agents/state.h"

#include <glib/gi18n.h>

#include "agents/credentials.h"

enum
{
  AWAY = GSCOPE_SOURCE_STATE_TROUBLE + 1,
};

static const AppSourceMark marks[] = {
  [GSCOPE_SOURCE_STATE_STOPPED] = { "○", NC_ ("source", "Stopped"), "dim-label" },
  [GSCOPE_SOURCE_STATE_STARTING] = { "◔", NC_ ("source", "Starting"), "dim-label" },
  [GSCOPE_SOURCE_STATE_RUNNING] = { "●", NC_ ("source", "Live"), "success" },
  [GSCOPE_SOURCE_STATE_TROUBLE] = { "▲", NC_ ("source", "Trouble"), "warning" },
  [AWAY] = { "◌", NC_ ("source", "Away"), "warning" },
};

static AppSourceMark
get_mark (guint state)
{
  AppSourceMark mark = marks[state];

  mark.title = g_dpgettext2 (GETTEXT_PACKAGE, "source", mark.title);
  return mark;
}

AppSourceMark
app_agent_get_mark (GscopeSource *source)
{
  GscopeSourceState state = gscope_source_get_state (source);

  return get_mark (app_agent_is_away (source) && state == GSCOPE_SOURCE_STATE_TROUBLE ? AWAY
                                                                                      : state);
}

AppSourceMark
app_agent_get_connection_mark (GListModel *sources)
{
  for (guint i = 0; i < g_list_model_get_n_items (sources); i++)
    {
      g_autoptr (GscopeSource) source = g_list_model_get_item (sources, i);

      if (!app_agent_is_away (source))
        return get_mark (GSCOPE_SOURCE_STATE_RUNNING);
    }
  return get_mark (AWAY);
}

/* A source in trouble may still send samples. */
gboolean
app_agent_is_away (GscopeSource *source)
{
  return GSCOPE_IS_AGENT_SOURCE (source) && !gscope_source_get_started (source);
}

/* Returns the complete address of an agent whose certificate the user has to judge; NULL for other sources. */
static char *
dup_doubtful (GscopeSource *source)
{
  AppCredentials *credentials = APP_CREDENTIALS (gscope_credentials_get_default ());
  g_autofree char *address = NULL;

  if (!GSCOPE_IS_AGENT_SOURCE (source)
      || !g_error_matches (gscope_agent_source_get_refusal (GSCOPE_AGENT_SOURCE (source)),
                           GSCOPE_ERROR, GSCOPE_ERROR_CERTIFICATE))
    return NULL;
  address = gscope_inventory_complete_address (
      gscope_agent_source_get_address (GSCOPE_AGENT_SOURCE (source)), NULL);
  return address && app_credentials_get_unknown (credentials, address) ? g_steal_pointer (&address)
                                                                       : NULL;
}

gboolean
app_agent_has_changed (GscopeSource *source)
{
  g_autofree char *address = dup_doubtful (source);
  g_autofree char *trusted =
      address ? gscope_credentials_dup_trusted (gscope_credentials_get_default (), address) : NULL;

  return trusted != NULL;
}

char *
app_agent_dup_status (GscopeSource *source)
{
  g_autofree char *address = dup_doubtful (source);

  if (!address)
    return g_strdup (gscope_source_get_status (source));
  return g_strdup (app_agent_has_changed (source)
                       ? _ ("Its certificate has changed. Compare the fingerprints before you "
                            "trust it.")
                       : _ ("Its certificate is not trusted yet."));
}

char *
app_agent_dup_reason (GListModel *sources)
{
  g_autofree char *reason = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (sources); i++)
    {
      g_autoptr (GscopeSource) source = g_list_model_get_item (sources, i);
      g_autofree char *status = app_agent_dup_status (source);

      if (!app_agent_is_away (source) || !*status || (reason && !g_str_equal (reason, status)))
        return NULL;
      if (!reason)
        reason = g_steal_pointer (&status);
    }
  return g_steal_pointer (&reason);
}

gboolean
app_agent_is_refused (GscopeSource *source)
{
  return GSCOPE_IS_AGENT_SOURCE (source)
         && gscope_agent_source_get_refusal (GSCOPE_AGENT_SOURCE (source));
}
