/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "session/session.h"

/* Scopes of a session come, go and change so that it can be undone. */
/* The last one, with a name that is free. Returns its position. */
guint app_scopes_add (AppSession *session);
/* With its sources. Returns the number of the step. */
guint app_scopes_remove (AppSession *session, guint position);
void app_scopes_rename (AppSession *session, guint position, const char *name);
void app_scopes_set_period (AppSession *session, guint position, gint64 period);
void app_scopes_set_delay (AppSession *session, guint position, gint64 delay);
