/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* How this program connects to a NATS server: the keys of the group of the server in the file nats.conf, or of its group
 * [*]. The path of the file is $GSCOPE_NATS_CONFIG, by default gscope/nats.conf where the user’s configuration is, and in /etc for
 * root. */
typedef struct
{
  /* “nats://HOST:PORT” */
  char *server;
  char *host;
  /* the user, by whose name the subjects of its connections are called; by default the login */
  char *user;
  char *password;
  /* files; NULL if not given */
  char *credentials;
  char *seed;
  char *authority;
  char *certificate;
  char *key;
  /* the public key of the seed */
  char *nkey;
  gboolean is_tls;
} GscopeNatsSettings;

/* `server` is complete. */
GscopeNatsSettings *gscope_nats_settings_read (const char *server, GError **error);
void gscope_nats_settings_free (GscopeNatsSettings *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeNatsSettings, gscope_nats_settings_free)
