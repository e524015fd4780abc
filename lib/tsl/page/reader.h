/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <sys/types.h>
#include <tsl/page/cell.h>

G_BEGIN_DECLS

/**
 * TslPageReader:
 *
 * Reads another process's page. The page's contents are not trusted: they are copied before they
 * are used, names are converted to valid UTF-8, and a page of another version is an error. Pages
 * are ignored unless the kernel confirms that the named process created them for its own user.
 *
 * Since: 1.0
 */
typedef struct _TslPageReader TslPageReader;

TSL_AVAILABLE_IN_1_0
GArray *tsl_page_reader_list_pids (void);
TSL_AVAILABLE_IN_1_0
TslPageReader *tsl_page_reader_new (guint pid, GError **error);
TSL_AVAILABLE_IN_1_0
void tsl_page_reader_free (TslPageReader *self);
TSL_AVAILABLE_IN_1_0
guint tsl_page_reader_get_pid (TslPageReader *self);
TSL_AVAILABLE_IN_1_0
uid_t tsl_page_reader_get_user (TslPageReader *self);
TSL_AVAILABLE_IN_1_0
const char *tsl_page_reader_get_name (TslPageReader *self);
TSL_AVAILABLE_IN_1_0
gboolean tsl_page_reader_is_alive (TslPageReader *self);

TSL_AVAILABLE_IN_1_0
gboolean tsl_page_reader_update (TslPageReader *self, GError **error);
TSL_AVAILABLE_IN_1_0
guint64 tsl_page_reader_get_generation (TslPageReader *self);
TSL_AVAILABLE_IN_1_0
guint tsl_page_reader_get_n_cells (TslPageReader *self);
TSL_AVAILABLE_IN_1_0
gboolean tsl_page_reader_get_info (TslPageReader *self, guint cell, TslCellInfo *info);
TSL_AVAILABLE_IN_1_0
int tsl_page_reader_find (TslPageReader *self, const char *mechanism, const char *group,
                          const char *name);
TSL_AVAILABLE_IN_1_0
double tsl_page_reader_get_value (TslPageReader *self, guint cell);
TSL_AVAILABLE_IN_1_0
gboolean tsl_page_reader_ask (TslPageReader *self, guint cell, double value, GError **error);
TSL_AVAILABLE_IN_1_0
gboolean tsl_page_reader_is_answered (TslPageReader *self, guint cell);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TslPageReader, tsl_page_reader_free)

G_END_DECLS
