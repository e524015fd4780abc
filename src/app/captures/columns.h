/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/gscope-gtk.h>
#include <gtk/gtk.h>

/* The columns of a table of captures that have measurements: one for each badge of the view that measures a capture. It emits
 * “changed” when there are other columns. */
#define APP_TYPE_CAPTURE_COLUMNS (app_capture_columns_get_type ())
G_DECLARE_FINAL_TYPE (AppCaptureColumns, app_capture_columns, APP, CAPTURE_COLUMNS, GObject)

/* The columns come before the last one of the table. */
AppCaptureColumns *app_capture_columns_new (GtkColumnView *table);
/* Both NULL for none. */
void app_capture_columns_set_list (AppCaptureColumns *self, GscopeGtkView *view,
                                   GscopeCaptureList *list);
/* Sorts the table again if values have come. Call it a few times a second. */
void app_capture_columns_update (AppCaptureColumns *self);
guint app_capture_columns_get_n (AppCaptureColumns *self);
GtkColumnViewColumn *app_capture_columns_get (AppCaptureColumns *self, guint i);
/* Returns a line for each column with the statistics of its values; an empty text if there is none. */
char *app_capture_columns_dup_statistics (AppCaptureColumns *self);
/* Names the row of a cell, by the texts of its labels, for assistive technologies. */
void app_capture_columns_name_row (GtkListItem *item);
