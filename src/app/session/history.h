/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

#define APP_TYPE_HISTORY (app_history_get_type ())
G_DECLARE_FINAL_TYPE (AppHistory, app_history, APP, HISTORY, GObject)

typedef void (*AppHistoryFunc) (gpointer data);

/* The user's changes to the sources of a list: every write of a parameter that was requested here,
 * and entries that are added. It emits “changed”. */
AppHistory *app_history_new (GListModel *sources);

/* Adds what has been done; data is given to both and freed with destroy. Returns the step's number. */
guint app_history_add (AppHistory *self, const char *title, AppHistoryFunc undo,
                       AppHistoryFunc redo, gpointer data, GDestroyNotify destroy);
void app_history_undo (AppHistory *self);
/* Returns whether an entry can be undone. */
gboolean app_history_has_done (AppHistory *self, guint id);
/* One step alone, if it is done. */
void app_history_undo_step (AppHistory *self, guint id);
void app_history_redo (AppHistory *self);

/* NULL where there is nothing to undo or redo. */
const char *app_history_get_undo_title (AppHistory *self);
const char *app_history_get_redo_title (AppHistory *self);

/* Says that what was to be undone or redone could not be, in a sentence: it emits “failed”. */
void app_history_fail (AppHistory *self, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* Every parameter that was written gets the value that it had before its first write. */
gboolean app_history_can_restore (AppHistory *self);
void app_history_restore (AppHistory *self);
