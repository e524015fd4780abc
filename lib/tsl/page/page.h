/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/page/cell.h>

G_BEGIN_DECLS

/**
 * TslPage:
 *
 * The counters, gauges and knobs that a process publishes: 64 KiB of shared memory that only its
 * user and root may read. The process updates them without a system call; other processes read them
 * and request new values of knobs with [struct@PageReader].
 *
 * Since: 1.0
 */
typedef struct _TslPage TslPage;

TSL_AVAILABLE_IN_1_0
TslPage *tsl_page_new (const char *name, GError **error);
TSL_AVAILABLE_IN_1_0
TslPage *tsl_page_new_unpublished (void);
TSL_AVAILABLE_IN_1_0
TslPage *tsl_page_ref (TslPage *self);
TSL_AVAILABLE_IN_1_0
void tsl_page_unref (TslPage *self);
TSL_AVAILABLE_IN_1_0
void tsl_page_remove_dead (void);

TSL_AVAILABLE_IN_1_0
TslCell *
tsl_page_add_counter (TslPage *self, const char *mechanism, const char *group, const char *name);
TSL_AVAILABLE_IN_1_0
TslCell *tsl_page_add_gauge (TslPage *self, const char *mechanism, const char *group,
                             const char *name, const char *unit, double min, double max);
TSL_AVAILABLE_IN_1_0
TslCell *
tsl_page_add_knob (TslPage *self, const char *mechanism, const char *group, const char *name,
                   const char *unit, double min, double max, double value);
TSL_AVAILABLE_IN_1_0
void tsl_page_remove_cells (TslPage *self, TslCell *const *cells, guint n_cells);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TslPage, tsl_page_unref)

G_END_DECLS
