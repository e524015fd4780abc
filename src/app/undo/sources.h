/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "session/session.h"

/* Changes to the sources of a session, as entries of the history. */

/* Adds an entry for a source that was added. */
void app_sources_log_added (AppSession *session, GscopeSource *source);
/* The same with a title of the entry. */
void app_sources_log_change (AppSession *session, GscopeSource *source, const char *title);
/* Returns the number of the entry. */
guint app_sources_remove (AppSession *session, GscopeSource *source);
/* The source, or another one in its place, gets the options, a{sv}, which are consumed, unless they are refused. The second
 * has a title of the entry. */
gboolean app_sources_configure (AppSession *session, GscopeSource *source, GVariant *options,
                                GError **error);
gboolean app_sources_change (AppSession *session, GscopeSource *source, GVariant *options,
                             const char *title, GError **error);
gboolean app_sources_move (AppSession *session, GscopeSource *source, guint scope, GError **error);
