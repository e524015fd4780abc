/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/access/certificate.h>
#include <gscope/dial/credentials.h>
#include <gscope/keeper.h>

/**
 * GscopeCredentials:
 *
 * What a program knows about agents and keeps out of its documents: the tokens that it gives them, the certificates that
 * it trusts, and its own certificate. A program implements it over its secret store, its files or its command line, and
 * makes it the default ([method@Credentials.set_default]). Each [class@AgentSource], and
 * [func@inventory_read_async], then uses it when it connects to an agent at `ws://` or `wss://`.
 *
 * An agent that refuses the token, or asks for one, is the error %GSCOPE_ERROR_TOKEN. A certificate that is neither
 * trusted nor the expected one is %GSCOPE_ERROR_CERTIFICATE.
 *
 * Since: 1.0
 */
G_DEFINE_INTERFACE (GscopeCredentials, gscope_credentials, G_TYPE_OBJECT)

static void
find_no_token_async (GscopeCredentials *self, const char *address, GCancellable *cancellable,
                     GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_task_return_pointer (task, NULL, NULL);
}

static char *
find_no_token_finish (GscopeCredentials *self, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static gboolean
trusts_nothing (GscopeCredentials *self, const char *address, const char *fingerprint,
                GTlsCertificate *certificate)
{
  return FALSE;
}

static GTlsCertificate *
get_no_certificate (GscopeCredentials *self, const char *address)
{
  return NULL;
}

static char *
dup_nothing (GscopeCredentials *self, const char *address)
{
  return NULL;
}

static void
gscope_credentials_default_init (GscopeCredentialsInterface *iface)
{
  iface->find_token_async = find_no_token_async;
  iface->find_token_finish = find_no_token_finish;
  iface->trusts = trusts_nothing;
  iface->get_certificate = get_no_certificate;
  iface->dup_trusted = dup_nothing;
}

#define DEFAULT "gscope-credentials"

/**
 * gscope_credentials_get_default:
 *
 * Gets the credentials of the program.
 *
 * Returns: (transfer none) (nullable): the credentials; %NULL if none were set
 *
 * Since: 1.0
 */
GscopeCredentials *
gscope_credentials_get_default (void)
{
  return g_object_get_data (gscope_keeper_get (), DEFAULT);
}

/**
 * gscope_credentials_set_default:
 * @self: (nullable): credentials; %NULL for none
 *
 * Sets the credentials of the program, for connections that are made from then on.
 *
 * Since: 1.0
 */
void
gscope_credentials_set_default (GscopeCredentials *self)
{
  g_return_if_fail (!self || GSCOPE_IS_CREDENTIALS (self));

  g_object_set_data_full (gscope_keeper_get (), DEFAULT, self ? g_object_ref (self) : NULL,
                          g_object_unref);
}

/**
 * gscope_credentials_find_token_async:
 * @self: credentials
 * @address: the complete address of an agent
 * @cancellable: (nullable): a cancellable
 * @callback: called when the token is known
 * @user_data: data for @callback
 *
 * Looks up the token for an agent.
 *
 * Since: 1.0
 */
void
gscope_credentials_find_token_async (GscopeCredentials *self, const char *address,
                                     GCancellable *cancellable, GAsyncReadyCallback callback,
                                     gpointer user_data)
{
  g_return_if_fail (GSCOPE_IS_CREDENTIALS (self));
  g_return_if_fail (address);

  GSCOPE_CREDENTIALS_GET_IFACE (self)->find_token_async (self, address, cancellable, callback,
                                                         user_data);
}

/**
 * gscope_credentials_find_token_finish:
 * @self: credentials
 * @result: the result
 * @error: why the token could not be looked up
 *
 * Ends gscope_credentials_find_token_async().
 *
 * Returns: (transfer full) (nullable): the token; %NULL if there is none, or on an error
 *
 * Since: 1.0
 */
char *
gscope_credentials_find_token_finish (GscopeCredentials *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (GSCOPE_IS_CREDENTIALS (self), NULL);

  return GSCOPE_CREDENTIALS_GET_IFACE (self)->find_token_finish (self, result, error);
}

/**
 * gscope_credentials_trusts:
 * @self: credentials
 * @address: the complete address of an agent
 * @fingerprint: the SHA-256 fingerprint of the certificate that the agent shows: 32 hexadecimal numbers with colons
 *   between them
 * @certificate: the certificate
 *
 * Checks a certificate that no authority of this machine has issued. It is called for each connection, so that a
 * program learns the fingerprint about which it can ask the user.
 *
 * Returns: whether the certificate is known to be the agent's
 *
 * Since: 1.0
 */
gboolean
gscope_credentials_trusts (GscopeCredentials *self, const char *address, const char *fingerprint,
                           GTlsCertificate *certificate)
{
  g_return_val_if_fail (GSCOPE_IS_CREDENTIALS (self), FALSE);
  g_return_val_if_fail (address && fingerprint, FALSE);
  g_return_val_if_fail (G_IS_TLS_CERTIFICATE (certificate), FALSE);

  return GSCOPE_CREDENTIALS_GET_IFACE (self)->trusts (self, address, fingerprint, certificate);
}

/**
 * gscope_credentials_get_certificate:
 * @self: credentials
 * @address: the complete address of an agent
 *
 * Gets the user's own certificate, for an agent that asks for one.
 *
 * Returns: (transfer none) (nullable): the certificate, with its key
 *
 * Since: 1.0
 */
GTlsCertificate *
gscope_credentials_get_certificate (GscopeCredentials *self, const char *address)
{
  g_return_val_if_fail (GSCOPE_IS_CREDENTIALS (self), NULL);
  g_return_val_if_fail (address, NULL);

  return GSCOPE_CREDENTIALS_GET_IFACE (self)->get_certificate (self, address);
}

/**
 * gscope_credentials_dup_trusted:
 * @self: credentials
 * @address: the complete address of an agent
 *
 * Gets the fingerprint of the certificate that is trusted for an agent. If the agent shows another one, it has changed.
 *
 * Returns: (transfer full) (nullable): 32 hexadecimal numbers with colons between them; %NULL if none is trusted
 *
 * Since: 1.0
 */
char *
gscope_credentials_dup_trusted (GscopeCredentials *self, const char *address)
{
  g_return_val_if_fail (GSCOPE_IS_CREDENTIALS (self), NULL);
  g_return_val_if_fail (address, NULL);

  return GSCOPE_CREDENTIALS_GET_IFACE (self)->dup_trusted (self, address);
}

/**
 * gscope_credentials_read_certificate:
 * @path: (type filename): a file of a certificate in the PEM format, with the certificates of the authorities that
 *   issued it
 * @key_path: (type filename): the file of its key, which may be the same; only its owner and its group may read it
 * @error: why it cannot be used: a file cannot be read, the certificate has expired, or it belongs to another key
 *
 * Reads a certificate with its key, as an agent reads its own.
 *
 * Returns: (transfer full): the certificate
 *
 * Since: 1.0
 */
GTlsCertificate *
gscope_credentials_read_certificate (const char *path, const char *key_path, GError **error)
{
  g_return_val_if_fail (path && key_path, NULL);

  return gscope_certificate_read (path, key_path, error);
}
