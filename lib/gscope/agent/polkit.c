/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/agent/private.h>

/**
 * gscope_agent_get_asks_polkit: (get-property asks-polkit)
 * @self: an agent
 *
 * Gets whether polkit is asked about users of this machine.
 *
 * Returns: whether polkit is asked
 *
 * Since: 1.0
 */
gboolean
gscope_agent_get_asks_polkit (GscopeAgent *self)
{
  g_return_val_if_fail (GSCOPE_IS_AGENT (self), FALSE);

  return gscope_agent_get_host (self)->asks_polkit;
}

/**
 * gscope_agent_set_asks_polkit: (set-property asks-polkit)
 * @self: an agent
 * @asks_polkit: whether polkit is asked
 *
 * Sets whether polkit is asked, if a user of this machine has no right to have this agent run a source. The type of
 * the source says which action the user needs, and so do its demands: see [struct@SourceClass]. The agent has to run
 * as root, as polkit answers no other program about its users. The programs that such a source starts run as the user.
 * Sockets of [method@Agent.listen] are then open to all users: set it before.
 *
 * Since: 1.0
 */
void
gscope_agent_set_asks_polkit (GscopeAgent *self, gboolean asks_polkit)
{
  g_return_if_fail (GSCOPE_IS_AGENT (self));

  if (gscope_agent_get_host (self)->asks_polkit == asks_polkit)
    return;
  gscope_agent_get_host (self)->asks_polkit = asks_polkit;
  g_object_notify (G_OBJECT (self), "asks-polkit");
}
