/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gtk/gtk.h>

/* Adds the usual periods, and one that is in force between them, to a list of nanoseconds and to one
 * of their names. */
void app_periods_append (GArray *periods, GtkStringList *names, gint64 own);
/* The position of one in such a list; FALSE if it is not there. */
gboolean app_periods_find (GArray *periods, gint64 period, guint *position);
