/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/http/door.h>

#include <glib/gi18n-lib.h>
#include <gscope/clock/clock.h>
#include <gscope/error.h>
#include <gscope/http/backoff.h>
#include <gscope/http/problem.h>
#include <string.h>

#define BEARER "Bearer "

/* Before a token in the list of subprotocols, as browsers send it: they cannot set other headers. */
#define TOKEN_PROTOCOL "gscope.token."

struct _GscopeDoor
{
  GscopeTokens *tokens;
  GTlsDatabase *authority;
  GTlsCertificate *certificate;
  GStrv names;
  GStrv origins;
  GscopeBackoff *backoff;
};

GscopeDoor *
gscope_door_new (void)
{
  GscopeDoor *self = g_new0 (GscopeDoor, 1);

  self->backoff = gscope_backoff_new ();
  return self;
}

void
gscope_door_free (GscopeDoor *self)
{
  gscope_backoff_free (self->backoff);
  g_clear_pointer (&self->tokens, gscope_tokens_free);
  g_clear_object (&self->authority);
  g_clear_object (&self->certificate);
  g_strfreev (self->names);
  g_strfreev (self->origins);
  g_free (self);
}

void
gscope_door_set_tokens (GscopeDoor *self, GscopeTokens *tokens)
{
  g_clear_pointer (&self->tokens, gscope_tokens_free);
  self->tokens = tokens;
}

void
gscope_door_set_authority (GscopeDoor *self, GTlsDatabase *authority)
{
  g_set_object (&self->authority, authority);
}

GTlsDatabase *
gscope_door_get_authority (GscopeDoor *self)
{
  return self->authority;
}

void
gscope_door_set_certificate (GscopeDoor *self, GTlsCertificate *certificate)
{
  g_set_object (&self->certificate, certificate);
}

GTlsCertificate *
gscope_door_get_certificate (GscopeDoor *self)
{
  return self->certificate;
}

void
gscope_door_set_names (GscopeDoor *self, const char *const *names)
{
  g_strfreev (self->names);
  self->names = g_strdupv ((GStrv) names);
}

void
gscope_door_set_origins (GscopeDoor *self, const char *const *origins)
{
  g_strfreev (self->origins);
  self->origins = g_strdupv ((GStrv) origins);
}

/* For whom a request is, and which web page makes it. */

/* A name of a certificate may begin with “*.”, which matches one label. */
static gboolean
matches (const char *pattern, const char *host)
{
  const char *dot = strchr (host, '.');

  if (g_str_has_prefix (pattern, "*."))
    return dot && g_ascii_strcasecmp (pattern + 1, dot) == 0;
  return g_ascii_strcasecmp (pattern, host) == 0;
}

static gboolean
is_certified (GscopeDoor *self, const char *host)
{
  g_autoptr (GPtrArray) names =
      self->certificate ? g_tls_certificate_get_dns_names (self->certificate) : NULL;

  for (guint i = 0; names && i < names->len; i++)
    {
      gsize size;
      const char *data = g_bytes_get_data (names->pdata[i], &size);
      g_autofree char *name = g_strndup (data, size);

      if (matches (name, host))
        return TRUE;
    }
  return FALSE;
}

/* The host name with any domain after it. */
static gboolean
is_host_name (const char *host)
{
  const char *own = g_get_host_name ();
  gsize length = strlen (own);

  return g_ascii_strncasecmp (host, own, length) == 0 && (!host[length] || host[length] == '.');
}

/* A page of another site can have its own name resolved to the address of this agent, and would then count as one of
 * the agent's pages. Addresses are safe from that, and so are all names that TLS checks. */
static gboolean
is_own_name (GscopeDoor *self, const GscopePeer *peer, const char *host)
{
  if (g_hostname_is_ip_address (host) || g_ascii_strcasecmp (host, "localhost") == 0)
    return TRUE;
  for (guint i = 0; self->names && self->names[i]; i++)
    if (g_ascii_strcasecmp (self->names[i], host) == 0)
      return TRUE;
  return peer->is_tls && (is_host_name (host) || is_certified (self, host));
}

static gboolean
check_host (GscopeDoor *self, GUri *uri, const GscopePeer *peer, GError **error)
{
  const char *host = g_uri_get_host (uri);
  gsize length = strlen (host);
  g_autofree char *name =
      g_strndup (host, length > 0 && host[length - 1] == '.' ? length - 1 : length);

  if (is_own_name (self, peer, name))
    return TRUE;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED,
               _ ("This agent does not know that its name is “%s”. Use its address, or have its "
                  "owner add the name to the key “names” of the configuration."),
               name);
  return FALSE;
}

static int
get_port (GUri *uri)
{
  int port = g_uri_get_port (uri);

  return port > 0 ? port : g_str_equal (g_uri_get_scheme (uri), "https") ? 443 : 80;
}

static gboolean
is_same_site (GUri *uri, const char *origin)
{
  g_autoptr (GUri) other = g_uri_parse (origin, G_URI_FLAGS_NONE, NULL);

  return other && g_uri_get_host (other)
         && g_str_equal (g_uri_get_scheme (other), g_uri_get_scheme (uri))
         && g_ascii_strcasecmp (g_uri_get_host (other), g_uri_get_host (uri)) == 0
         && get_port (other) == get_port (uri);
}

/* Programs other than browsers send no origin. */
static gboolean
check_origin (GscopeDoor *self, GUri *uri, SoupMessageHeaders *headers, GError **error)
{
  const char *origin = soup_message_headers_get_list (headers, "Origin");

  if (!origin || is_same_site (uri, origin)
      || (self->origins && g_strv_contains ((const char *const *) self->origins, origin)))
    return TRUE;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_PRIVILEGE,
               _ ("Web pages of “%s” may not use this agent. Its owner can allow that in the "
                  "configuration."),
               origin);
  return FALSE;
}

/* Who makes a request. */

static char *
find_token_in_query (GUri *uri)
{
  const char *query = g_uri_get_query (uri);
  g_autoptr (GHashTable) members = NULL;

  if (!query || !g_str_equal (g_uri_get_path (uri), GSCOPE_DOOR_TOKEN_PATH))
    return NULL;
  members = g_uri_parse_params (query, -1, "&", G_URI_PARAMS_NONE, NULL);
  return members ? g_strdup (g_hash_table_lookup (members, "token")) : NULL;
}

static char *
find_token (GUri *uri, SoupMessageHeaders *headers)
{
  const char *authorization = soup_message_headers_get_one (headers, "Authorization");
  const char *protocols = soup_message_headers_get_list (headers, "Sec-WebSocket-Protocol");
  g_auto (GStrv) offered = protocols ? g_strsplit (protocols, ",", 16) : NULL;

  if (authorization && g_ascii_strncasecmp (authorization, BEARER, strlen (BEARER)) == 0)
    return g_strstrip (g_strdup (authorization + strlen (BEARER)));
  for (guint i = 0; offered && offered[i]; i++)
    if (g_str_has_prefix (g_strstrip (offered[i]), TOKEN_PROTOCOL))
      return g_strdup (offered[i] + strlen (TOKEN_PROTOCOL));
  return find_token_in_query (uri);
}

/* Refuses a wrong token. Returns how long the address has to wait; 0 if it need not. */
static gint64
refuse_token (GscopeDoor *self, const char *address, gint64 now, GError **error)
{
  gint64 wait = gscope_backoff_get_wait (self->backoff, address, now);
  int seconds = (int) ((wait + GSCOPE_SEC - 1) / GSCOPE_SEC);

  if (wait > 0)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
                   g_dngettext (GETTEXT_PACKAGE,
                                "Too many wrong tokens came from this address. Wait %d second.",
                                "Too many wrong tokens came from this address. Wait %d seconds.",
                                seconds),
                   seconds);
      return wait;
    }
  gscope_backoff_note_wrong (self->backoff, address, now);
  g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_TOKEN,
                       _ ("This agent does not know the token. Ask its owner for one."));
  return 0;
}

/* Somebody else at the address may have given wrong tokens: each token is compared, and the wait is for wrong ones. */
static GscopePrincipal *
identify_token (GscopeDoor *self, const char *token, const GscopePeer *peer, gint64 now,
                gint64 *wait, GError **error)
{
  g_autoptr (GBytes) digest = NULL;
  g_autofree char *name = NULL;
  const char *found = self->tokens ? gscope_tokens_find (self->tokens, token, &digest) : NULL;
  GscopePrincipal *principal;

  if (!found)
    {
      *wait = refuse_token (self, peer->address, now, error);
      return NULL;
    }
  name = g_strconcat ("token:", found, NULL);
  principal = gscope_principal_new (name, peer->origin);
  principal->token = g_steal_pointer (&digest);
  return principal;
}

static const char *
describe_errors (GTlsCertificateFlags errors)
{
  if (errors & G_TLS_CERTIFICATE_EXPIRED)
    return _ ("This agent refuses the certificate of the client: it has expired. Renew it.");
  if (errors & G_TLS_CERTIFICATE_NOT_ACTIVATED)
    return _ ("This agent refuses the certificate of the client: it is not valid yet. Check the "
              "clocks of both machines.");
  return _ ("This agent refuses the certificate of the client: no authority that the agent trusts "
            "has issued it. Give another one, or a token.");
}

static GscopePrincipal *
identify_certificate (GscopeDoor *self, const GscopePeer *peer, GError **error)
{
  g_autofree char *subject =
      peer->certificate ? g_tls_certificate_get_subject_name (peer->certificate) : NULL;
  g_autofree char *name = g_strconcat ("certificate:", subject, NULL);
  GscopePrincipal *principal;

  if (!peer->certificate || peer->errors)
    {
      g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_TOKEN,
                           peer->certificate ? describe_errors (peer->errors)
                                             : _ ("This agent asks for a token. Give one that it "
                                                  "knows."));
      return NULL;
    }
  principal = gscope_principal_new (name, peer->origin);
  principal->certificate = g_object_ref (peer->certificate);
  return principal;
}

GscopePrincipal *
gscope_door_check_token (GscopeDoor *self, const char *token, const char *address,
                         const char *origin, gint64 now, GError **error)
{
  const GscopePeer peer = { .address = (char *) address, .origin = (char *) origin };
  gint64 wait;

  return identify_token (self, token, &peer, now, &wait, error);
}

GscopePrincipal *
gscope_door_check (GscopeDoor *self, SoupServerMessage *message, const GscopePeer *peer, gint64 now,
                   guint *status, GError **error)
{
  GUri *uri = soup_server_message_get_uri (message);
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (message);
  g_autofree char *token = find_token (uri, headers);
  GscopePrincipal *principal;
  gint64 wait = 0;

  *status = SOUP_STATUS_MISDIRECTED_REQUEST;
  if (!check_host (self, uri, peer, error))
    return NULL;
  *status = SOUP_STATUS_FORBIDDEN;
  if (!check_origin (self, uri, headers, error))
    return NULL;
  *status = SOUP_STATUS_UNAUTHORIZED;
  principal = token ? identify_token (self, token, peer, now, &wait, error)
                    : identify_certificate (self, peer, error);
  if (principal)
    principal->has_address = TRUE;
  if (wait > 0)
    {
      *status = GSCOPE_HTTP_TOO_MANY_REQUESTS;
      gscope_problem_set_wait (message, wait);
    }
  return principal;
}

gboolean
gscope_door_recheck (GscopeDoor *self, const GscopePrincipal *principal, GError **error)
{
  const char *name = strchr (principal->name, ':');

  if (principal->token
      && !(self->tokens && gscope_tokens_contain (self->tokens, name + 1, principal->token)))
    {
      g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_TOKEN,
                           _ ("The token of this connection was taken away. Ask the agent’s owner "
                              "for another one."));
      return FALSE;
    }
  if (principal->certificate
      && !(self->authority
           && g_tls_database_verify_chain (self->authority, principal->certificate,
                                           G_TLS_DATABASE_PURPOSE_AUTHENTICATE_CLIENT, NULL, NULL,
                                           G_TLS_DATABASE_VERIFY_NONE, NULL, NULL)
                  == 0))
    {
      g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_PRIVILEGE,
                           describe_errors (G_TLS_CERTIFICATE_UNKNOWN_CA));
      return FALSE;
    }
  return TRUE;
}
