/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/session/session.h>
#include <gscope/share/server-private.h>

/* A principal who uses a source of an agent. */
typedef struct
{
  const GscopeSessionHost *host;
  const GscopePrincipal *principal;
  GscopeSource *source;
  gpointer data;
} GscopeSessionUser;

/* Returns the policy of the agent's rights and journal for a user, which is the policy's data. A source that is not shared
 * belongs to the user, who may do everything with it. */
GscopeServerPolicy gscope_session_user_get_policy (GscopeSessionUser *self, gboolean is_shared);
