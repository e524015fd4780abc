/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "app-options.h"
#include "app-session.h"

/* Opens the workspace that the options name; where they name none, the demonstration, or another
 * one where the demonstration cannot run. options must outlive it. */
void
app_opening_run_async (const AppOptions *options, GAsyncReadyCallback callback, gpointer user_data);
/* message: a sentence to tell the user, or NULL. */
AppSession *app_opening_run_finish (GAsyncResult *result, char **message, GError **error);
