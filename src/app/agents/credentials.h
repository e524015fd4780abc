/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* The tokens of this user for agents, and the certificates of agents that the user trusts. Tokens are in the secret store
 * of the desktop, or live as long as the program. Fingerprints of certificates are in a file of the user. Addresses are
 * complete, as gscope_inventory_complete_address () returns them. */
#define APP_TYPE_CREDENTIALS (app_credentials_get_type ())
G_DECLARE_FINAL_TYPE (AppCredentials, app_credentials, APP, CREDENTIALS, GObject)

AppCredentials *app_credentials_new (void);

/* Returns the certificate that an agent showed last and that is not trusted; NULL if there is none. */
GTlsCertificate *app_credentials_get_unknown (AppCredentials *self, const char *address);
/* Returns its fingerprint. */
const char *app_credentials_get_unknown_fingerprint (AppCredentials *self, const char *address);
/* Trusts that certificate from now on, instead of an earlier one. */
gboolean app_credentials_trust (AppCredentials *self, const char *address, GError **error);

/* Returns whether this program was built with a secret store. */
gboolean app_credentials_has_store (void);
/* Uses a token for an agent until the program ends. */
void app_credentials_set_token (AppCredentials *self, const char *address, const char *token);
/* Keeps a token in the secret store. */
void
app_credentials_store_token_async (AppCredentials *self, const char *address, const char *token,
                                   GAsyncReadyCallback callback, gpointer user_data);
gboolean
app_credentials_store_token_finish (AppCredentials *self, GAsyncResult *result, GError **error);
/* Removes the token for an agent from the secret store; one that is in use lives as long as the program. */
void app_credentials_forget_token (AppCredentials *self, const char *address);
