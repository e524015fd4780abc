/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <adwaita.h>
#include <gscope/gscope.h>

/* Facts about a recording that is played back: its date, its size, and its skipped lines with the
 * reasons. */

#define APP_TYPE_RECORDING (app_recording_get_type ())
G_DECLARE_FINAL_TYPE (AppRecording, app_recording, APP, RECORDING, AdwBin)

/* NULL to show nothing. */
void app_recording_set_player (AppRecording *self, GscopePlayer *player);
