/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "session/session.h"

/* Returns whether the system's agent could run a source with a privilege that it lacks here. */
gboolean app_unlock_is_offered (GscopeSource *source);
/* Has the system's agent run a source, which asks the user by polkit. If the agent refuses, the source is run here
 * again, and a problem of the workspace says why. */
void app_unlock_source (AppSession *session, GscopeSource *source);
/* Unlocks all sources that offer it. Returns their number. */
guint app_unlock_all (AppSession *session);
