/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* The state of a source of an agent, as the window shows it. All functions take any source, or NULL. */

/* How a source is: shape first, then the word, colour third. The words are translated. */
typedef struct
{
  const char *shape;
  const char *title;
  const char *css_class;
} AppSourceMark;

AppSourceMark app_agent_get_mark (GscopeSource *source);
/* The mark of the connection to an agent, of which these are sources. */
AppSourceMark app_agent_get_connection_mark (GListModel *sources);

/* Returns whether the agent is not connected. */
gboolean app_agent_is_away (GscopeSource *source);
/* Returns whether the agent shows another certificate than the one that was trusted. */
gboolean app_agent_has_changed (GscopeSource *source);
/* Returns the status in words that name the remedy of this window. */
char *app_agent_dup_status (GscopeSource *source);
/* Returns the status that all sources of an agent share because the agent is away; NULL if there is none. */
char *app_agent_dup_reason (GListModel *sources);
/* Returns whether the user can lift the refusal of the agent. */
gboolean app_agent_is_refused (GscopeSource *source);
