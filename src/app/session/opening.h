/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "session/session.h"

/* Opens the workspace of a name or of a file; for NULL the demonstration, or another one where the
 * demonstration cannot run. */
void app_opening_run_async (const char *name, AppConsent consent, GAsyncReadyCallback callback,
                            gpointer user_data);
/* message: a sentence to tell the user, or NULL. */
AppSession *app_opening_run_finish (GAsyncResult *result, char **message, GError **error);
