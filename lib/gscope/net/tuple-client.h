/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>
#include <gscope/export.h>

G_BEGIN_DECLS

#define GSCOPE_TYPE_TUPLE_CLIENT (gscope_tuple_client_get_type ())
GSCOPE_EXPORT G_DECLARE_FINAL_TYPE (GscopeTupleClient, gscope_tuple_client, GSCOPE, TUPLE_CLIENT,
                                    GObject)

GSCOPE_EXPORT GscopeTupleClient *gscope_tuple_client_new (const char *address, GError **error);
GSCOPE_EXPORT GscopeTupleClient *
gscope_tuple_client_new_with_token (const char *address, const char *token, GError **error);
GSCOPE_EXPORT gboolean gscope_tuple_client_push (GscopeTupleClient *self, const char *name,
                                                 double value);
GSCOPE_EXPORT gboolean gscope_tuple_client_push_at (GscopeTupleClient *self, const char *name,
                                                    gint64 time, double value);
GSCOPE_EXPORT gboolean gscope_tuple_client_flush (GscopeTupleClient *self, gint64 timeout);
GSCOPE_EXPORT gboolean gscope_tuple_client_get_connected (GscopeTupleClient *self);
GSCOPE_EXPORT guint64 gscope_tuple_client_get_dropped (GscopeTupleClient *self);
GSCOPE_EXPORT char *gscope_tuple_client_dup_message (GscopeTupleClient *self);

G_END_DECLS
