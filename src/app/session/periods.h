/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gtk/gtk.h>

/* Returns the names of the usual periods, with the period in force between them. The first name is for no period, which is
 * 0; NULL leaves it out. */
GListModel *app_periods_new (const char *none, gint64 own);
/* Returns the period at a position of such a list in nanoseconds; -1 outside of the list. */
gint64 app_periods_get (GListModel *names, guint position);
/* Returns the position of a period in such a list, which may be NULL; GTK_INVALID_LIST_POSITION if it is not there. */
guint app_periods_find (GListModel *names, gint64 period);
