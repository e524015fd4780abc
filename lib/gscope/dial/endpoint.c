/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/dial/endpoint.h>

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <string.h>
#include <unistd.h>

#define PATH "/v1"
#define SYSTEM_DIRECTORY "/run/gscope"

enum
{
  /* Bytes of the name of an agent at a NATS server, each of which may become three of a subject. */
  MAX_NAME = 64,
};

static GscopeEndpoint *
create (GscopeEndpointKind kind, const char *text, const char *host)
{
  GscopeEndpoint *self = g_new0 (GscopeEndpoint, 1);

  self->kind = kind;
  self->host = g_strdup (host);
  self->text = g_strdup (text);
  return self;
}

void
gscope_endpoint_free (GscopeEndpoint *self)
{
  g_free (self->host);
  g_free (self->text);
  g_free (self->uri);
  g_free (self->name);
  g_free (self);
}

static GscopeEndpoint *
refuse (const char *text, GError **error)
{
  g_autofree char *shown = g_utf8_make_valid (text, (gssize) strnlen (text, 80));

  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
               _ ("“%s” is not the address of an agent. Write HOST, HOST:PORT, wss://HOST:PORT, "
                  "ws://localhost:PORT, unix:PATH, ssh://USER@HOST or nats://SERVER/NAME."),
               shown);
  return NULL;
}

char *
gscope_endpoint_get_default_path (void)
{
  if (getuid () == 0)
    return g_build_filename (SYSTEM_DIRECTORY, "agent", NULL);
  return g_build_filename (g_get_user_runtime_dir (), "gscope", "agent", NULL);
}

static GscopeEndpoint *
parse_unix (const char *path)
{
  g_autofree char *standard = *path ? NULL : gscope_endpoint_get_default_path ();
  g_autofree char *text = g_strconcat ("unix:", standard ? standard : path, NULL);

  return create (GSCOPE_ENDPOINT_UNIX, text, standard ? standard : path);
}

/* Only the host, the port and a path are taken, so that no secret is in an address. */
static GscopeEndpoint *
parse_web_socket (const char *text, const char *full, GError **error)
{
  g_autoptr (GUri) uri = g_uri_parse (full, G_URI_FLAGS_ENCODED, NULL);
  const char *host = uri ? g_uri_get_host (uri) : NULL;
  gboolean is_tls = uri && g_str_equal (g_uri_get_scheme (uri), "wss");
  GscopeEndpoint *self;
  const char *path;
  int port;

  if (!host || !*host || strchr (host, '%') || g_uri_get_userinfo (uri) || g_uri_get_query (uri)
      || g_uri_get_fragment (uri) || g_uri_get_port (uri) > G_MAXUINT16)
    return refuse (text, error);
  path = g_uri_get_path (uri);
  port = g_uri_get_port (uri) >= 0 ? g_uri_get_port (uri) : GSCOPE_ENDPOINT_PORT;
  self = create (is_tls ? GSCOPE_ENDPOINT_WSS : GSCOPE_ENDPOINT_WS, NULL, host);
  self->port = (guint16) port;
  self->text = g_uri_join (G_URI_FLAGS_ENCODED, g_uri_get_scheme (uri), NULL, host, port,
                           g_str_equal (path, "/") ? "" : path, NULL, NULL);
  self->uri = g_uri_join (G_URI_FLAGS_ENCODED, g_uri_get_scheme (uri), NULL, host, port,
                          *path && !g_str_equal (path, "/") ? path : PATH, NULL, NULL);
  return self;
}

static GscopeEndpoint *
parse_nats (const char *text, GError **error)
{
  g_autoptr (GUri) uri = g_uri_parse (text, G_URI_FLAGS_NONE, NULL);
  const char *host = uri ? g_uri_get_host (uri) : NULL;
  const char *name = uri ? g_uri_get_path (uri) : NULL;
  GscopeEndpoint *self;

  if (!host || !*host || strchr (host, '%') || g_uri_get_userinfo (uri) || g_uri_get_query (uri)
      || g_uri_get_fragment (uri) || g_uri_get_port (uri) > G_MAXUINT16 || g_uri_get_port (uri) == 0
      || strlen (name) > MAX_NAME)
    return refuse (text, error);
  name += *name == '/';
  self = create (GSCOPE_ENDPOINT_NATS, NULL, host);
  self->port =
      (guint16) (g_uri_get_port (uri) > 0 ? g_uri_get_port (uri) : GSCOPE_ENDPOINT_NATS_PORT);
  self->uri = g_uri_join (G_URI_FLAGS_NONE, "nats", NULL, host, self->port, "", NULL, NULL);
  self->text = *name ? g_strconcat (self->uri, "/", name, NULL) : g_strdup (self->uri);
  self->name = g_strdup (name);
  return self;
}

/* Returns whether a host is an IPv6 address without brackets, which leave no place for a port. */
static gboolean
is_bare_address (const char *text)
{
  return text[0] != '[' && strchr (text, ':') != strrchr (text, ':');
}

/* Without a port, ssh is given what people type after its name. */
static GscopeEndpoint *
parse_ssh (const char *text, GError **error)
{
  const char *destination = text + strlen ("ssh://");
  const char *at = strrchr (destination, '@');
  const char *host = at ? at + 1 : destination;

  if (!*host || strpbrk (destination, "/ "))
    return refuse (text, error);
  return create (GSCOPE_ENDPOINT_SSH, text,
                 strchr (host, ':') && !is_bare_address (host) ? text : destination);
}

/* A port follows the last colon, unless there are several. */
static GscopeEndpoint *
parse_host (const char *text, GError **error)
{
  gboolean is_bare = is_bare_address (text);
  g_autofree char *full = g_strdup_printf (is_bare ? "wss://[%s]" : "wss://%s", text);

  if (!*text || strpbrk (text, "/?#@ ") || (is_bare && !g_hostname_is_ip_address (text)))
    return refuse (text, error);
  return parse_web_socket (text, full, error);
}

GscopeEndpoint *
gscope_endpoint_parse (const char *text, GError **error)
{
  if (g_str_has_prefix (text, "unix:"))
    return parse_unix (text + strlen ("unix:"));
  if (g_str_has_prefix (text, "ssh://"))
    return parse_ssh (text, error);
  if (g_str_has_prefix (text, "ws://") || g_str_has_prefix (text, "wss://"))
    return parse_web_socket (text, text, error);
  if (g_str_has_prefix (text, "nats://"))
    return parse_nats (text, error);
  return parse_host (text, error);
}

GscopeEndpoint *
gscope_endpoint_parse_place (const char *address, GError **error)
{
  g_autoptr (GscopeEndpoint) endpoint = gscope_endpoint_parse (address, error);

  if (!endpoint || endpoint->kind != GSCOPE_ENDPOINT_SSH)
    return g_steal_pointer (&endpoint);
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
               _ ("An agent cannot listen at “%s”. Use unix:PATH, ws:// or wss://."), address);
  return NULL;
}

gboolean
gscope_endpoint_is_local (const GscopeEndpoint *self)
{
  g_autoptr (GInetAddress) address = g_inet_address_new_from_string (self->host);

  if (self->kind == GSCOPE_ENDPOINT_UNIX)
    return TRUE;
  return address ? g_inet_address_get_is_loopback (address)
                 : g_ascii_strcasecmp (self->host, "localhost") == 0;
}
