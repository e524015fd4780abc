/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/source/registry.h>

G_BEGIN_DECLS

/**
 * GSCOPE_TUPLE_PORT:
 *
 * The default TCP port of a tuple server.
 *
 * Since: 1.0
 */
#define GSCOPE_TUPLE_PORT 17333

#define GSCOPE_TYPE_TUPLE_SERVER (gscope_tuple_server_get_type ())
GSCOPE_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeTupleServer, gscope_tuple_server, GSCOPE, TUPLE_SERVER, GscopeSource)

GSCOPE_AVAILABLE_IN_1_0
GscopeTupleServer *gscope_tuple_server_new (const char *name);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_tuple_server_register (GscopeRegistry *registry, GError **error);
GSCOPE_AVAILABLE_IN_1_0
GStrv gscope_tuple_server_list_addresses (GscopeTupleServer *self);
GSCOPE_AVAILABLE_IN_1_0
guint gscope_tuple_server_get_n_clients (GscopeTupleServer *self);
GSCOPE_AVAILABLE_IN_1_0
gboolean
gscope_tuple_server_add_stream (GscopeTupleServer *self, GInputStream *stream, GError **error);

G_END_DECLS
