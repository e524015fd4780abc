/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/source/source.h>

G_BEGIN_DECLS

struct _GscopeRemoteFuncs;

#define GSCOPE_TYPE_REMOTE (gscope_remote_get_type ())
GSCOPE_AVAILABLE_IN_1_0
G_DECLARE_DERIVABLE_TYPE (GscopeRemote, gscope_remote, GSCOPE, REMOTE, GscopeSource)

/**
 * GscopeRemoteClass:
 * @open_async: opens a stream to the process that serves the source; called at every start
 * @open_finish: ends @open_async; returns the stream
 * @give_up: ends a process that does not answer a stop, or for which nothing waits any longer;
 *   nothing by default
 *
 * A subclass implements the connection to the other end.
 *
 * Since: 1.0
 */
struct _GscopeRemoteClass
{
  GscopeSourceClass parent_class;

  void (*open_async) (GscopeRemote *self, GCancellable *cancellable, GAsyncReadyCallback callback,
                      gpointer user_data);
  GIOStream *(*open_finish) (GscopeRemote *self, GAsyncResult *result, GError **error);
  void (*give_up) (GscopeRemote *self);

  /*< private >*/
  const struct _GscopeRemoteFuncs *funcs;
  gpointer padding[8];
};

GSCOPE_AVAILABLE_IN_1_0
gboolean
gscope_remote_get_clock (GscopeRemote *self, gint64 *offset, gint64 *error, gint64 *round_trip);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_remote_get_wall_offset (GscopeRemote *self, gint64 *offset);
GSCOPE_AVAILABLE_IN_1_0
void gscope_remote_query_async (GscopeRemote *self, GscopeSignal *signal, gint64 time, gint64 width,
                                guint n, GAsyncReadyCallback callback, gpointer user_data);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_remote_query_finish (GscopeRemote *self, GAsyncResult *result,
                                     GscopeHistoryFunc func, gpointer func_data, GError **error);
GSCOPE_AVAILABLE_IN_1_0
gint64 gscope_remote_get_period (GscopeRemote *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_remote_set_period (GscopeRemote *self, gint64 period);
GSCOPE_AVAILABLE_IN_1_0
gint64 gscope_remote_get_resolution (GscopeRemote *self);

G_END_DECLS
