/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/source/registry.h>

G_BEGIN_DECLS

/**
 * GSCOPE_TUPLE_PORT:
 *
 * The default TCP port of a tuple server.
 */
#define GSCOPE_TUPLE_PORT 17333

#define GSCOPE_TYPE_TUPLE_SERVER (gscope_tuple_server_get_type ())
GSCOPE_EXPORT G_DECLARE_FINAL_TYPE (GscopeTupleServer, gscope_tuple_server, GSCOPE, TUPLE_SERVER,
                                    GscopeSource)

GSCOPE_EXPORT GscopeTupleServer *gscope_tuple_server_new (const char *name);
GSCOPE_EXPORT gboolean gscope_tuple_server_register (GscopeRegistry *registry, GError **error);
GSCOPE_EXPORT GStrv gscope_tuple_server_list_addresses (GscopeTupleServer *self);
GSCOPE_EXPORT guint gscope_tuple_server_get_n_clients (GscopeTupleServer *self);
GSCOPE_EXPORT gboolean gscope_tuple_server_add_stream (GscopeTupleServer *self,
                                                       GInputStream *stream, GError **error);

G_END_DECLS
