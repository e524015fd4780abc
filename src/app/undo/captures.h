/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "session/session.h"

/* Changes of a list of captures, as entries of the history. */

/* Removes a capture; returns the number of the entry. */
guint app_captures_remove (AppSession *session, GscopeCaptureList *list, GscopeCapture *capture);
/* Keeps a capture when the list is full, or no more. */
void app_captures_set_kept (AppSession *session, GscopeCapture *capture, gboolean kept);
