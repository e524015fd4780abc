/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "session/session.h"

/* The same signal of several agents: its source has the same name at each agent, and it has the
 * same name in its source. This program counts as one more agent. */

/* Returns the full names of the same signals of other sources. */
GPtrArray *app_same_list_signals (AppSession *session, GscopeSignal *signal);
