/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <json-glib/json-glib.h>

#include "session/session.h"

/* The measurements of the views of a workspace, while it is recorded without a window: each over one length of time after the
 * other: the span of the view, or the time of the measurement. Measurements between cursors and of captures need a window. */
typedef struct _AppMeasurements AppMeasurements;

AppMeasurements *app_measurements_new (AppSession *session);
void app_measurements_free (AppMeasurements *self);

gboolean app_measurements_is_empty (AppMeasurements *self);
/* Measures what has passed since the last call. */
void app_measurements_update (AppMeasurements *self);
/* Prints a line for each, or makes a list of objects. */
void app_measurements_print (AppMeasurements *self);
JsonNode *app_measurements_describe (AppMeasurements *self);
