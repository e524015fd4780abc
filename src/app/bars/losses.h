/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "session/session.h"

#include <adwaita.h>

/* The losses by signal and cause, and the memory of the scopes. */
#define APP_TYPE_LOSSES_VIEW (app_losses_view_get_type ())
G_DECLARE_FINAL_TYPE (AppLossesView, app_losses_view, APP, LOSSES_VIEW, AdwBin)

/* Counts the losses and gaps of all scopes, and those between the traces and the recording. */
void app_losses_count (AppSession *session, GscopeTally *tally);

void app_losses_view_show (AppLossesView *self, AppSession *session);
