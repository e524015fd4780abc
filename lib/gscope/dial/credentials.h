/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>
#include <gscope/version.h>

G_BEGIN_DECLS

#define GSCOPE_TYPE_CREDENTIALS (gscope_credentials_get_type ())
GSCOPE_AVAILABLE_IN_1_0
G_DECLARE_INTERFACE (GscopeCredentials, gscope_credentials, GSCOPE, CREDENTIALS, GObject)

/**
 * GscopeCredentialsInterface:
 * @find_token_async: looks up the token for an agent; without it, there is none
 * @find_token_finish: ends @find_token_async; returns the token, or %NULL without an error if there is none
 * @trusts: returns whether the agent's certificate has the fingerprint; without it, no unknown one is trusted
 * @get_certificate: returns the user's own certificate, with its key, for an agent that asks for one; may be %NULL
 * @dup_trusted: returns the fingerprint of the certificate that is trusted for an agent; may be %NULL
 *
 * The functions of #GscopeCredentials. An address is complete, such as `wss://lab.example.org:4270`.
 *
 * Since: 1.0
 */
struct _GscopeCredentialsInterface
{
  GTypeInterface parent_iface;

  void (*find_token_async) (GscopeCredentials *self, const char *address, GCancellable *cancellable,
                            GAsyncReadyCallback callback, gpointer user_data);
  char *(*find_token_finish) (GscopeCredentials *self, GAsyncResult *result, GError **error);
  gboolean (*trusts) (GscopeCredentials *self, const char *address, const char *fingerprint,
                      GTlsCertificate *certificate);
  GTlsCertificate *(*get_certificate) (GscopeCredentials *self, const char *address);
  char *(*dup_trusted) (GscopeCredentials *self, const char *address);
};

GSCOPE_AVAILABLE_IN_1_0
GscopeCredentials *gscope_credentials_get_default (void);
GSCOPE_AVAILABLE_IN_1_0
void gscope_credentials_set_default (GscopeCredentials *self);

GSCOPE_AVAILABLE_IN_1_0
void gscope_credentials_find_token_async (GscopeCredentials *self, const char *address,
                                          GCancellable *cancellable, GAsyncReadyCallback callback,
                                          gpointer user_data);
GSCOPE_AVAILABLE_IN_1_0
char *gscope_credentials_find_token_finish (GscopeCredentials *self, GAsyncResult *result,
                                            GError **error);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_credentials_trusts (GscopeCredentials *self, const char *address,
                                    const char *fingerprint, GTlsCertificate *certificate);
GSCOPE_AVAILABLE_IN_1_0
GTlsCertificate *gscope_credentials_get_certificate (GscopeCredentials *self, const char *address);
GSCOPE_AVAILABLE_IN_1_0
GTlsCertificate *
gscope_credentials_read_certificate (const char *path, const char *key_path, GError **error);
GSCOPE_AVAILABLE_IN_1_0
char *gscope_credentials_dup_trusted (GscopeCredentials *self, const char *address);

G_END_DECLS
