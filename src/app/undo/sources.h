/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "session/session.h"

/* Changes to the sources of a session, as entries of the history. */

/* Adds an entry for a source that was added. */
void app_sources_log_added (AppSession *session, GscopeSource *source);
/* Returns the number of the entry. */
guint app_sources_remove (AppSession *session, GscopeSource *source);
/* Another source takes its place, unless the options, a{sv}, which are consumed, are refused. */
gboolean app_sources_configure (AppSession *session, GscopeSource *source, GVariant *options,
                                GError **error);
gboolean app_sources_move (AppSession *session, GscopeSource *source, guint scope, GError **error);
