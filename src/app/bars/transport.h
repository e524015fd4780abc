/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <adwaita.h>
#include <gscope/gscope.h>

/* Plays a recording: play and pause, steps, the place in it, speed, loop. */
#define APP_TYPE_TRANSPORT (app_transport_get_type ())
G_DECLARE_FINAL_TYPE (AppTransport, app_transport, APP, TRANSPORT, AdwBin)

/* Without what there is little room for: time, speed, loop; where there is still less, steps. */
void app_transport_set_compact (AppTransport *self, gboolean compact, gboolean smallest);
/* NULL for none. */
void app_transport_set_player (AppTransport *self, GscopePlayer *player);
