/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "session/session.h"

/* Changes to the sources of a session, as entries of the history. */

/* Notes one that was added. */
void app_source_steps_add (AppSession *session, GscopeSource *source);
/* Returns the step. */
guint app_source_steps_remove (AppSession *session, GscopeSource *source);
/* Another one takes its place, unless the options, a{sv}, which are consumed, are refused. */
gboolean app_source_steps_configure (AppSession *session, GscopeSource *source, GVariant *options,
                                     GError **error);
gboolean
app_source_steps_move (AppSession *session, GscopeSource *source, guint scope, GError **error);
