/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "engine/hosts.h"

#include <glib/gi18n.h>

static gboolean
shares_user_namespace (pid_t pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/ns/user", (int) pid);
  g_autofree char *theirs = g_file_read_link (path, NULL);
  g_autofree char *ours = g_file_read_link ("/proc/self/ns/user", NULL);

  return g_strcmp0 (theirs, ours) == 0;
}

void
mxtraf_hosts_print (MxtrafSource *source)
{
  int server = mxtraf_source_get_pid (source, MXTRAF_SERVER);
  int client = mxtraf_source_get_pid (source, MXTRAF_CLIENT);
  const char *user = shares_user_namespace (client) ? "" : "-U --preserve-credentials ";

  g_printerr (_ ("Hosts: server %s (nsenter -t %d %s-n), client %s (nsenter -t %d %s-n)\n"),
              MXTRAF_SERVER_ADDRESS, server, user, MXTRAF_CLIENT_ADDRESS, client, user);
}
