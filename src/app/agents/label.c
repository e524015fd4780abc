/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "agents/label.h"

#include <glib/gi18n.h>
#include <string.h>

#define SYSTEM "unix:/run/gscope/agent"

/* Returns the host of an address of a network, also without its scheme; NULL if there is none. */
static char *
dup_host (const char *address)
{
  gboolean has_scheme = strstr (address, "://") != NULL;
  g_autofree char *uri = has_scheme ? g_strdup (address) : g_strconcat ("wss://", address, NULL);
  char *host = NULL;

  g_uri_split (uri, G_URI_FLAGS_NONE, NULL, NULL, &host, NULL, NULL, NULL, NULL, NULL);
  if (host && !*host)
    g_clear_pointer (&host, g_free);
  return host;
}

/* Returns the name of an agent at a NATS server; NULL if the address has none. */
static char *
dup_name (const char *address)
{
  char *path = NULL;
  char *name;

  if (!g_str_has_prefix (address, "nats://")
      || !g_uri_split (address, G_URI_FLAGS_NONE, NULL, NULL, NULL, NULL, &path, NULL, NULL, NULL))
    return NULL;
  name = path && path[0] == '/' && path[1] ? g_strdup (path + 1) : NULL;
  g_free (path);
  return name;
}

/* Returns whether an address leads to the agent of this user. */
static gboolean
is_own (const char *address)
{
  g_autofree char *own = g_strdup_printf ("unix:%s/gscope/agent", g_get_user_runtime_dir ());

  return g_str_equal (address, "unix:") || g_str_equal (address, own);
}

char *
app_agent_label_new (const char *address)
{
  char *host = dup_name (address);

  if (host)
    return host;
  if (g_str_equal (address, SYSTEM))
    return g_strdup (_ ("This System"));
  if (is_own (address))
    return g_strdup (_ ("This Machine"));
  if (g_str_has_prefix (address, "unix:"))
    return g_strdup (address + strlen ("unix:"));
  host = dup_host (address);
  return host ? host : g_strdup (address);
}

char *
app_agent_label_new_word (const char *address)
{
  g_autofree char *name = dup_name (address);
  g_autofree char *host = g_str_has_prefix (address, "unix:") ? NULL : dup_host (address);

  if (g_str_equal (address, SYSTEM))
    return g_strdup ("system");
  if (name)
    return g_steal_pointer (&name);
  return host ? g_steal_pointer (&host) : g_strdup ("agent");
}

const char *
app_agent_label_get_carrier (const char *address)
{
  static const struct
  {
    const char *prefix;
    const char *title;
  } carriers[] = {
    { "unix:", N_ ("Unix socket") },
    { "ssh://", "ssh" },
    { "ws://", "WebSocket" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (carriers); i++)
    if (g_str_has_prefix (address, carriers[i].prefix))
      return _ (carriers[i].title);
  return "TLS";
}
