/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/agent/private.h>

#include <gscope/access/certificate.h>
#include <gscope/dial/endpoint.h>

/* The settings of an agent: rights, and the network. */

/**
 * gscope_agent_get_default_path:
 *
 * Gets the path of the socket that the address `unix:` means: in `$XDG_RUNTIME_DIR/gscope` or, for root, in
 * `/run/gscope`.
 *
 * Returns: (transfer full): the path
 *
 * Since: 1.0
 */
char *
gscope_agent_get_default_path (void)
{
  return gscope_endpoint_get_default_path ();
}

/**
 * gscope_agent_check_address:
 * @address: an address, as [method@Agent.listen] takes it
 * @error: why it is none
 *
 * Checks the text of an address, without listening there.
 *
 * Returns: whether it is the address of an agent
 *
 * Since: 1.0
 */
gboolean
gscope_agent_check_address (const char *address, GError **error)
{
  g_autoptr (GscopeEndpoint) endpoint = NULL;

  g_return_val_if_fail (address, FALSE);

  endpoint = gscope_endpoint_parse_place (address, error);
  return endpoint != NULL;
}

/**
 * gscope_agent_allow:
 * @self: an agent
 * @principal: who: a pattern with `*` and `?`, such as `user:alice` or `group:staff`
 * @access: what is allowed
 * @path: where it is allowed: a pattern for names of sources, for full names of parameters
 *   (%GSCOPE_ACCESS_WRITE), or for types of sources (%GSCOPE_ACCESS_CREATE)
 *
 * Allows something, in addition to what was allowed before.
 *
 * Since: 1.0
 */
void
gscope_agent_allow (GscopeAgent *self, const char *principal, GscopeAccess access, const char *path)
{
  g_return_if_fail (GSCOPE_IS_AGENT (self));
  g_return_if_fail (principal && path);
  g_return_if_fail ((guint) access < GSCOPE_N_ACCESSES);

  gscope_rights_allow (gscope_agent_get_host (self)->rights, principal, access, path);
}

/**
 * gscope_agent_get_read_only: (get-property read-only)
 * @self: an agent
 *
 * Gets whether all clients have only the right to read.
 *
 * Returns: whether nobody may write
 *
 * Since: 1.0
 */
gboolean
gscope_agent_get_read_only (GscopeAgent *self)
{
  g_return_val_if_fail (GSCOPE_IS_AGENT (self), FALSE);

  return gscope_rights_get_read_only (gscope_agent_get_host (self)->rights);
}

/**
 * gscope_agent_set_read_only: (set-property read-only)
 * @self: an agent
 * @read_only: whether nobody may write
 *
 * Takes away, or gives back, the rights to write and to create of all clients.
 *
 * Since: 1.0
 */
void
gscope_agent_set_read_only (GscopeAgent *self, gboolean read_only)
{
  g_return_if_fail (GSCOPE_IS_AGENT (self));

  if (gscope_rights_get_read_only (gscope_agent_get_host (self)->rights) == !!read_only)
    return;
  gscope_rights_set_read_only (gscope_agent_get_host (self)->rights, !!read_only);
  gscope_agent_review_later (self);
  g_object_notify (G_OBJECT (self), "read-only");
}

/**
 * gscope_agent_set_tokens_file:
 * @self: an agent
 * @path: (nullable) (type filename): the file; %NULL for no tokens
 * @error: why the file cannot be used
 *
 * Sets the file of the tokens with which clients may connect at ports of TCP. Only its owner may read it. Each line is
 * `NAME:TOKEN` or `NAME:sha256:DIGEST`, with the SHA-256 digest of the token in hexadecimal digits; lines that begin
 * with `#` are left out. A client that gives the token is the principal `token:NAME`.
 *
 * When the file changes, the agent reads it again, and ends the connections whose tokens are gone.
 *
 * Returns: whether the file was read; otherwise nothing changes
 *
 * Since: 1.0
 */
gboolean
gscope_agent_set_tokens_file (GscopeAgent *self, const char *path, GError **error)
{
  g_return_val_if_fail (GSCOPE_IS_AGENT (self), FALSE);

  return gscope_network_set_tokens (gscope_agent_get_network (self), path, error);
}

/**
 * gscope_agent_create_token:
 * @path: (type filename): a file of tokens, which is created unless it exists
 * @name: the token's name, of letters, digits and `.`, `_`, `@`, `-`
 * @error: why there is none
 *
 * Makes a token of 256 random bits, and adds its digest to a file of tokens ([method@Agent.set_tokens_file]). The token
 * itself is not kept.
 *
 * Returns: (transfer full): the token, to give to a client; %NULL on an error
 *
 * Since: 1.0
 */
char *
gscope_agent_create_token (const char *path, const char *name, GError **error)
{
  g_return_val_if_fail (path && name, NULL);

  return gscope_tokens_create (path, name, error);
}

/**
 * gscope_agent_set_certificate_files:
 * @self: an agent
 * @certificate: (type filename): the agent's certificate, in the PEM format, with those of its issuers after it
 * @key: (type filename): the certificate's private key, which other users must not be able to read
 * @error: why the files cannot be used
 *
 * Sets the certificate of the agent, for `wss://`. When one of the files changes, the agent reads both again; clients
 * that connect from then on get the new certificate.
 *
 * Returns: whether the files were read; otherwise nothing changes
 *
 * Since: 1.0
 */
gboolean
gscope_agent_set_certificate_files (GscopeAgent *self, const char *certificate, const char *key,
                                    GError **error)
{
  g_return_val_if_fail (GSCOPE_IS_AGENT (self), FALSE);
  g_return_val_if_fail (certificate && key, FALSE);

  return gscope_network_set_certificate (gscope_agent_get_network (self), certificate, key, error);
}

/**
 * gscope_agent_dup_fingerprint:
 * @self: an agent
 *
 * Gets the SHA-256 fingerprint of the agent's certificate, by which users recognise the agent when they connect to it
 * for the first time.
 *
 * Returns: (transfer full) (nullable): 32 hexadecimal numbers with colons between them; %NULL without a certificate
 *
 * Since: 1.0
 */
char *
gscope_agent_dup_fingerprint (GscopeAgent *self)
{
  GTlsCertificate *certificate;

  g_return_val_if_fail (GSCOPE_IS_AGENT (self), NULL);

  certificate =
      gscope_door_get_certificate (gscope_network_get_door (gscope_agent_get_network (self)));
  return certificate ? gscope_certificate_get_fingerprint (certificate) : NULL;
}

/**
 * gscope_agent_set_client_authority_file:
 * @self: an agent
 * @path: (nullable) (type filename): a file of certificates in the PEM format; %NULL for none
 * @error: why the file cannot be used
 *
 * Sets the authority that issues the certificates of clients. A client of `wss://` that has such a certificate needs
 * no token: it is the principal `certificate:SUBJECT`, for example `certificate:O=Lab,CN=alice`.
 *
 * When the file changes, the agent reads it again, and ends the connections whose certificates no longer count.
 *
 * Returns: whether the file was read; otherwise nothing changes
 *
 * Since: 1.0
 */
gboolean
gscope_agent_set_client_authority_file (GscopeAgent *self, const char *path, GError **error)
{
  g_return_val_if_fail (GSCOPE_IS_AGENT (self), FALSE);

  return gscope_network_set_authority (gscope_agent_get_network (self), path, error);
}

/**
 * gscope_agent_set_host_names:
 * @self: an agent
 * @names: (nullable) (array zero-terminated=1): names; %NULL for none
 *
 * Sets further names by which clients may reach the agent. It answers requests for addresses, for `localhost`, and
 * over TLS for the name of the machine and for those in its certificate. It refuses other names: a web page may use
 * one to make a browser believe that the agent is a part of its site.
 *
 * Since: 1.0
 */
void
gscope_agent_set_host_names (GscopeAgent *self, const char *const *names)
{
  g_return_if_fail (GSCOPE_IS_AGENT (self));

  gscope_door_set_names (gscope_network_get_door (gscope_agent_get_network (self)), names);
}

/**
 * gscope_agent_set_origins:
 * @self: an agent
 * @origins: (nullable) (array zero-terminated=1): origins such as `https://lab.example.org`; %NULL for none
 *
 * Sets the origins of the web pages that may connect. Programs other than browsers have no origin.
 *
 * Since: 1.0
 */
void
gscope_agent_set_origins (GscopeAgent *self, const char *const *origins)
{
  g_return_if_fail (GSCOPE_IS_AGENT (self));

  gscope_door_set_origins (gscope_network_get_door (gscope_agent_get_network (self)), origins);
}

/**
 * gscope_agent_set_foxglove:
 * @self: an agent
 * @foxglove: whether viewers may use the protocol of Foxglove
 *
 * Serves viewers that speak the protocol of Foxglove's WebSockets, such as Foxglove, Lichtblick and PlotJuggler, too, or
 * no longer. They connect to the ports of TCP at the path `/foxglove`, with the token in the address:
 * `ws://localhost:4270/foxglove?token=TOKEN`. Each source is a channel of JSON messages, a message for each tick, and parameters
 * can be read and written. Rights, limits and journal are the same as for other clients, and web pages need an origin of
 * [method@Agent.set_origins]. By default, the agent does not serve them.
 *
 * Since: 1.0
 */
void
gscope_agent_set_foxglove (GscopeAgent *self, gboolean foxglove)
{
  g_return_if_fail (GSCOPE_IS_AGENT (self));

  gscope_foxglove_set_open (gscope_agent_get_foxglove (self), foxglove);
}

/**
 * gscope_agent_set_limits:
 * @self: an agent
 * @clients: the largest number of connections; by default 1024
 * @clients_per_address: the largest number of connections from one address, or from one IPv6 network of 64 bits; by
 *   default 256; also the largest number of a user of this machine at Unix sockets
 *
 * Limits the connections of clients. One that comes beyond a limit is refused with the reason. There is a connection for
 * each source that a client uses.
 *
 * Since: 1.0
 */
void
gscope_agent_set_limits (GscopeAgent *self, guint clients, guint clients_per_address)
{
  g_return_if_fail (GSCOPE_IS_AGENT (self));
  g_return_if_fail (clients > 0 && clients_per_address > 0);

  gscope_agent_set_room (self, clients, clients_per_address);
}

/**
 * gscope_agent_reset_rights:
 * @self: an agent
 *
 * Takes back all that [method@Agent.allow] has allowed. Clients that may no longer read the source that
 * they are connected to, or run the source that they have the agent run, are disconnected when the main
 * loop runs next, so that those stay who are allowed the same again until then.
 *
 * Since: 1.0
 */
void
gscope_agent_reset_rights (GscopeAgent *self)
{
  g_return_if_fail (GSCOPE_IS_AGENT (self));

  gscope_rights_clear (gscope_agent_get_host (self)->rights);
  gscope_agent_allow_owner (self);
  gscope_agent_review_later (self);
}

/**
 * gscope_agent_set_ring:
 * @self: an agent
 * @ring: (nullable): the recordings of the scopes that the agent offers
 *
 * Lets clients that connect from now on see the past beyond the samples in memory: their queries are answered out of
 * the files of a ring, too.
 *
 * Since: 1.0
 */
void
gscope_agent_set_ring (GscopeAgent *self, GscopeRecordRing *ring)
{
  g_return_if_fail (GSCOPE_IS_AGENT (self));
  g_return_if_fail (!ring || GSCOPE_IS_RECORD_RING (ring));

  g_set_object (&gscope_agent_get_host (self)->ring, ring);
}
