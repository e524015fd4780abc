/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <adwaita.h>
#include <gscope-gtk/gscope-gtk.h>

/* A badge with its value, its statistics, and what can be done with it. It emits “remove” when the user wants it to go, and
 * “show-as-signal” when its values are to be a signal. */
#define APP_TYPE_MEASUREMENT_ROW (app_measurement_row_get_type ())
G_DECLARE_FINAL_TYPE (AppMeasurementRow, app_measurement_row, APP, MEASUREMENT_ROW, AdwExpanderRow)

AppMeasurementRow *app_measurement_row_new (GscopeGtkBadge *badge);
GscopeGtkBadge *app_measurement_row_get_badge (AppMeasurementRow *self);
/* Shows the value and the statistics of now. */
void app_measurement_row_update (AppMeasurementRow *self);
