/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/agent/user.h>

#include <pwd.h>
#include <sys/socket.h>
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
  struct ucred credentials;
  socklen_t length = sizeof credentials;
  g_autofree char *name = NULL;
  g_autofree char *origin = NULL;

  if (getsockopt (fd, SOL_SOCKET, SO_PEERCRED, &credentials, &length) != 0)
    return NULL;
  name = gscope_user_get_principal (credentials.uid);
  origin = g_strdup_printf ("pid %d", (int) credentials.pid);
  return gscope_principal_new (name, origin);
}

char *
gscope_agent_get_default_path (void)
{
  if (getuid () == 0)
    return g_build_filename (SYSTEM_DIRECTORY, "agent", NULL);
  return g_build_filename (g_get_user_runtime_dir (), "gscope", "agent", NULL);
}
