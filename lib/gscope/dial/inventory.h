/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>
#include <gscope/version.h>

G_BEGIN_DECLS

GSCOPE_AVAILABLE_IN_1_0
void gscope_inventory_read_async (const char *address, GCancellable *cancellable,
                                  GAsyncReadyCallback callback, gpointer user_data);
GSCOPE_AVAILABLE_IN_1_0
GVariant *gscope_inventory_read_finish (GAsyncResult *result, GError **error);
GSCOPE_AVAILABLE_IN_1_0
void gscope_inventory_mark_async (const char *address, const char *label, const char *detail,
                                  GCancellable *cancellable, GAsyncReadyCallback callback,
                                  gpointer user_data);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_inventory_mark_finish (GAsyncResult *result, GError **error);

GSCOPE_AVAILABLE_IN_1_0
void gscope_inventory_find_agents_async (const char *server, GCancellable *cancellable,
                                         GAsyncReadyCallback callback, gpointer user_data);
GSCOPE_AVAILABLE_IN_1_0
GVariant *gscope_inventory_find_agents_finish (GAsyncResult *result, GError **error);

GSCOPE_AVAILABLE_IN_1_0
void gscope_inventory_take_picture_async (const char *address, GCancellable *cancellable,
                                          GAsyncReadyCallback callback, gpointer user_data);
GSCOPE_AVAILABLE_IN_1_0
GBytes *gscope_inventory_take_picture_finish (GAsyncResult *result, GError **error);

GSCOPE_AVAILABLE_IN_1_0
char *gscope_inventory_complete_address (const char *address, GError **error);

G_END_DECLS
