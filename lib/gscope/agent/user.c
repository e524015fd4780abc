/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/agent/user.h>

#include <gscope/agent/agent.h>
#include <pwd.h>
#include <unistd.h>

#define SYSTEM_DIRECTORY "/run/gscope"

char *
gscope_user_get_principal (uid_t uid)
{
  char buffer[4096];
  struct passwd entry, *found = NULL;

  if (getpwuid_r (uid, &entry, buffer, sizeof buffer, &found) == 0 && found)
    return g_strdup_printf ("user:%s", found->pw_name);
  return g_strdup_printf ("user:%lu", (gulong) uid);
}

GscopePrincipal *
gscope_user_identify (int fd)
{
  g_autoptr (GscopeProcess) peer = gscope_process_new (fd);
  g_autofree char *name = NULL;
  g_autofree char *origin = NULL;
  GscopePrincipal *self;

  if (!peer)
    return NULL;
  name = gscope_user_get_principal (peer->uid);
  origin = g_strdup_printf ("pid %d", (int) peer->pid);
  self = gscope_principal_new (name, origin);
  self->peer = g_steal_pointer (&peer);
  return self;
}

/**
 * gscope_agent_get_default_path:
 *
 * Gets the path of the socket that the address `unix:` means: in `$XDG_RUNTIME_DIR/gscope` or, for root, in
 * `/run/gscope`.
 *
 * Returns: (transfer full): the path
 */
char *
gscope_agent_get_default_path (void)
{
  if (getuid () == 0)
    return g_build_filename (SYSTEM_DIRECTORY, "agent", NULL);
  return g_build_filename (g_get_user_runtime_dir (), "gscope", "agent", NULL);
}
