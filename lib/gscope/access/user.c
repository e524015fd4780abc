/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/access/user.h>

#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <sys/socket.h>
#include <unistd.h>

/* Most bytes of a user, and of a group with all its members. */
#define MAX_ENTRY (4 * 1024 * 1024)

char *
gscope_user_get_principal (uid_t uid)
{
  for (gsize size = 4096; size <= MAX_ENTRY; size *= 4)
    {
      g_autofree char *buffer = g_malloc (size);
      struct passwd entry, *found = NULL;
      int code = getpwuid_r (uid, &entry, buffer, size, &found);

      if (code == 0 && found)
        return g_strdup_printf ("user:%s", found->pw_name);
      if (code != ERANGE)
        break;
    }
  return g_strdup_printf ("user:%lu", (gulong) uid);
}

/* Returns “group:NAME”, or the number of a group without a name. */
static char *
get_group (gid_t gid)
{
  for (gsize size = 4096; size <= MAX_ENTRY; size *= 4)
    {
      g_autofree char *buffer = g_malloc (size);
      struct group entry, *found = NULL;
      int code = getgrgid_r (gid, &entry, buffer, size, &found);

      if (code == 0 && found)
        return g_strdup_printf ("group:%s", found->gr_name);
      if (code != ERANGE)
        break;
    }
  return g_strdup_printf ("group:%lu", (gulong) gid);
}

/* Returns the groups that the process at the other end had when it connected. */
static GStrv
list_groups (int fd)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  struct ucred credentials;
  socklen_t length = sizeof credentials;
  gsize n = 0;
  g_autofree gid_t *groups = NULL;

  if (getsockopt (fd, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0)
    {
      g_autofree char *own = get_group (credentials.gid);

      g_strv_builder_add (builder, own);
    }
  length = 0;
  if (getsockopt (fd, SOL_SOCKET, SO_PEERGROUPS, NULL, &length) != 0 && errno == ERANGE)
    {
      groups = g_malloc (length);
      if (getsockopt (fd, SOL_SOCKET, SO_PEERGROUPS, groups, &length) == 0)
        n = length / sizeof *groups;
    }
  for (gsize i = 0; i < n; i++)
    {
      g_autofree char *name = get_group (groups[i]);

      g_strv_builder_add (builder, name);
    }
  return g_strv_builder_end (builder);
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
  self->groups = list_groups (fd);
  self->peer = g_steal_pointer (&peer);
  return self;
}
