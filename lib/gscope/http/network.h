/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/carrier/carrier.h>
#include <gscope/dial/endpoint.h>
#include <gscope/http/http.h>

/* An agent on the network: the ports at which it listens, its certificate and tokens, which it reads again when their
 * files change, and its HTTP. */
typedef struct _GscopeNetwork GscopeNetwork;

typedef struct
{
  /* Takes a WebSocket, and ownership of the principal. */
  void (*arrived) (gpointer data, GscopeCarrier *carrier, GscopePrincipal *principal);
  /* Returns whether there is room for one more. */
  gboolean (*check_room) (gpointer data, const GscopePrincipal *principal, GError **error);
  /* Those who may come in have changed. */
  void (*changed) (gpointer data);
  /* The agent has another certificate, because its file has changed. */
  void (*renewed) (gpointer data);
  /* A changed file cannot be used; what was read before stays. */
  void (*failed) (gpointer data, const GError *error);
  gpointer data;
} GscopeNetworkFuncs;

GscopeNetwork *gscope_network_new (const GscopeNetworkFuncs *funcs, GscopeClock *clock);
void gscope_network_free (GscopeNetwork *self);
GscopeHttp *gscope_network_get_http (GscopeNetwork *self);
GscopeDoor *gscope_network_get_door (GscopeNetwork *self);

/* The files may be NULL for none. */
gboolean gscope_network_set_tokens (GscopeNetwork *self, const char *path, GError **error);
gboolean gscope_network_set_certificate (GscopeNetwork *self, const char *path,
                                         const char *key_path, GError **error);
gboolean gscope_network_set_authority (GscopeNetwork *self, const char *path, GError **error);

/* Listens at an address of the kind ws or wss. Returns the address with its port; NULL on error. */
char *gscope_network_listen (GscopeNetwork *self, const GscopeEndpoint *endpoint, GError **error);
/* Listens at a TCP socket that another program has made, over TLS. Takes the descriptor, unless it fails. */
char *gscope_network_take_socket (GscopeNetwork *self, int fd, GError **error);
/* Listens no more at an address that one of these functions returned. */
void gscope_network_stop_listening (GscopeNetwork *self, const char *bound);
