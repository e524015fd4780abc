/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <adwaita.h>

#include "session/session.h"

/* How a signal is acquired: its period and its trigger, with what is in force. */
#define APP_TYPE_ACQUISITION (app_acquisition_get_type ())
G_DECLARE_FINAL_TYPE (AppAcquisition, app_acquisition, APP, ACQUISITION, AdwBin)

/* Both NULL for none. */
void app_acquisition_set_signal (AppAcquisition *self, AppSession *session, GscopeSignal *signal);
