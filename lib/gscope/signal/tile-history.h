/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/clock/clock.h>
#include <gscope/trace/history.h>

G_BEGIN_DECLS

#define GSCOPE_TYPE_TILE_HISTORY (gscope_tile_history_get_type ())

/**
 * GscopeTileHistory:
 *
 * A history that asks somebody else for columns and keeps the answers in a bounded cache.
 *
 * It asks for adjacent columns whose widths are powers of two nanoseconds, for a few stretches at a
 * time. Stretches in view come before those beside them. A stretch that nobody looks at any more is
 * cancelled. After a failure it waits, longer after each, and asks again.
 *
 * A subclass asks with @query and passes what comes to [method@TileHistory.take] and
 * [method@TileHistory.complete].
 *
 * Since: 1.0
 */
GSCOPE_AVAILABLE_IN_1_0
G_DECLARE_DERIVABLE_TYPE (GscopeTileHistory, gscope_tile_history, GSCOPE, TILE_HISTORY,
                          GscopeHistory)

/**
 * GscopeTileHistoryClass:
 * @parent_class: the parent class
 * @query: asks for @n columns of @width ns each from @from on; the answer has the same @id
 * @cancel: nobody needs the answer to a question any more
 *
 * What the owner of the samples implements.
 *
 * Since: 1.0
 */
struct _GscopeTileHistoryClass
{
  GscopeHistoryClass parent_class;

  void (*query) (GscopeTileHistory *self, guint id, gint64 from, gint64 width, gsize n);
  void (*cancel) (GscopeTileHistory *self, guint id);

  /*< private >*/
  gpointer padding[8];
};

GSCOPE_AVAILABLE_IN_1_0
void gscope_tile_history_set_clock (GscopeTileHistory *self, GscopeClock *clock);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_tile_history_take (GscopeTileHistory *self, guint id, gint64 time, gint64 width,
                                   const GscopeColumn *columns, gsize n);
GSCOPE_AVAILABLE_IN_1_0
void
gscope_tile_history_complete (GscopeTileHistory *self, guint id, gint64 until, const GError *error);
GSCOPE_AVAILABLE_IN_1_0
void gscope_tile_history_retry (GscopeTileHistory *self);

G_END_DECLS
