/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/access/rights.h>
#include <gscope/access/tokens.h>
#include <libsoup/soup.h>

/* Who gets into an agent by HTTP: requests that were made for this agent, by a program that gives a token or has a
 * certificate. */
typedef struct _GscopeDoor GscopeDoor;

/* The path of WebSockets whose clients can set neither headers nor subprotocols: they give the token in the query, as
 * “?token=TOKEN”. */
#define GSCOPE_DOOR_TOKEN_PATH "/foxglove"

/* A status that libsoup has no name for. */
#define GSCOPE_HTTP_TOO_MANY_REQUESTS 429

/* The other end of a TCP connection. */
typedef struct
{
  /* the address, or the network of an IPv6 address, which limits are for; and address with port, for the journal */
  char *address;
  char *origin;
  gboolean is_tls;
  /* of the client; NULL if it has none, and why it does not count */
  GTlsCertificate *certificate;
  GTlsCertificateFlags errors;
} GscopePeer;

GscopeDoor *gscope_door_new (void);
void gscope_door_free (GscopeDoor *self);

/* Takes ownership. NULL for no tokens. */
void gscope_door_set_tokens (GscopeDoor *self, GscopeTokens *tokens);
/* The authority of the certificates of clients. NULL for none. */
void gscope_door_set_authority (GscopeDoor *self, GTlsDatabase *authority);
GTlsDatabase *gscope_door_get_authority (GscopeDoor *self);
/* The certificate of the agent, whose names are names of the agent. NULL for none. */
void gscope_door_set_certificate (GscopeDoor *self, GTlsCertificate *certificate);
GTlsCertificate *gscope_door_get_certificate (GscopeDoor *self);
/* Further names of the agent, and origins of web pages that may connect, such as “https://lab.example.org”. */
void gscope_door_set_names (GscopeDoor *self, const char *const *names);
void gscope_door_set_origins (GscopeDoor *self, const char *const *origins);

/* Returns who makes a request; NULL, an error and the status of the answer if the request is refused. `now` is a time
 * in nanoseconds. */
GscopePrincipal *
gscope_door_check (GscopeDoor *self, SoupServerMessage *message, const GscopePeer *peer, gint64 now,
                   guint *status, GError **error);
/* Returns who has a token; NULL and an error if nobody has, which says how long the address has to wait if many wrong ones
 * came from it. */
GscopePrincipal *gscope_door_check_token (GscopeDoor *self, const char *token, const char *address,
                                          const char *origin, gint64 now, GError **error);
/* Returns whether a principal that came in would still do so. */
gboolean gscope_door_recheck (GscopeDoor *self, const GscopePrincipal *principal, GError **error);
