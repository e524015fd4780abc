/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "session/session.h"

/* Changes to the scopes of a session, as entries of the history. */
/* Adds the last scope, with a free name. Returns its position. */
guint app_scopes_add (AppSession *session);
/* Adds a scope if none has this position. Returns the position. */
guint app_scopes_choose (AppSession *session, guint position);
/* Removes a scope with its sources. Returns the number of the entry. */
guint app_scopes_remove (AppSession *session, guint position);
void app_scopes_rename (AppSession *session, guint position, const char *name);
void app_scopes_set_period (AppSession *session, guint position, gint64 period);
void app_scopes_set_delay (AppSession *session, guint position, gint64 delay);
