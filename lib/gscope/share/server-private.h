/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/share/carrier.h>
#include <gscope/share/server.h>

G_BEGIN_DECLS

/* The rights of the other end. A server without a policy allows everything. */
typedef struct
{
  /* The source has other users, too: to configure, start or stop it changes nothing, and it keeps its period. */
  gboolean is_shared;
  /* Who writes, in front of the writer that the other end names; NULL to take that alone. */
  const char *principal;
  gboolean (*may_write) (gpointer data, GscopeParameter *parameter, GError **error);
  /* A write was refused before it reached the parameter, which reports all others. */
  void (*refused) (gpointer data, GscopeParameter *parameter, GVariant *value, const GError *error);
  gpointer data;
} GscopeServerPolicy;

/* Offers a source over a carrier, of which the server takes a reference. */
GscopeServer *
gscope_server_new_for_carrier (GscopeScope *scope, GscopeSource *source, GscopeCarrier *carrier,
                               const GscopeServerPolicy *policy);
/* Takes a message that came before the server was created. */
void gscope_server_take (GscopeServer *self, GBytes *message);

G_END_DECLS
