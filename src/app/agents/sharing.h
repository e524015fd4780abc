/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "session/session.h"

/* The agent of this program, which offers the sources that its windows show to other programs. The signal “picture” asks
 * for a picture of the window that was used last: PNG data, GBytes. */
#define APP_TYPE_SHARING (app_sharing_get_type ())
G_DECLARE_FINAL_TYPE (AppSharing, app_sharing, APP, SHARING, GObject)

AppSharing *app_sharing_new (void);
/* Sets where other programs can connect; NULL for nowhere. The error says why they cannot. */
gboolean app_sharing_listen (AppSharing *self, const char *address, GError **error);
/* Returns the address, NULL while nobody can connect. The signal “notify::address” reports changes. */
const char *app_sharing_get_address (AppSharing *self);
/* Returns the number of connections. The signal “notify::n-clients” reports changes. */
guint app_sharing_get_n_clients (AppSharing *self);
/* Offers the sources of the sessions in a list, AppSession, which windows show now, and the outcome of their limits. */
void app_sharing_set_sessions (AppSharing *self, GPtrArray *sessions);
