/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/badge/badge-list.h>
#include <gscope-gtk/badge/badge-private.h>

/* Sets the times that a view shows. */
typedef void (*GscopeGtkBadgeFunc) (gpointer data, GscopeGtkBadgeMoment *moment);

/* The signals are of GscopeGtkViewSignal. It emits “refreshed” when values have changed. */
GscopeGtkBadgeList *
gscope_gtk_badge_list_new (GListModel *signals, GscopeGtkBadgeFunc func, gpointer data);
/* Leaves the signals, and measures no more. */
void gscope_gtk_badge_list_close (GscopeGtkBadgeList *self);
/* Measures everything, in threads. Call it at most five times a second. */
void gscope_gtk_badge_list_refresh (GscopeGtkBadgeList *self);
/* Measures everything soon. */
void gscope_gtk_badge_list_queue (GscopeGtkBadgeList *self);
