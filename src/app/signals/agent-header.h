/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <adwaita.h>

#include "signals/agent-groups.h"

/* Name and state of an agent, above its sources. */
#define APP_TYPE_AGENT_HEADER (app_agent_header_get_type ())
G_DECLARE_FINAL_TYPE (AppAgentHeader, app_agent_header, APP, AGENT_HEADER, AdwBin)

GtkWidget *app_agent_header_new (AppSession *session, AppSourceGroup *group);
