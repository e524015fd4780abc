/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "session/session.h"

/* The same signal or parameter of several agents: its source has the same name at each agent, and it has the
 * same name in its source. This program counts as one more agent. */

/* Returns the full names of the same signals of other sources. */
GPtrArray *app_same_list_signals (AppSession *session, GscopeSignal *signal);
/* Returns the sources whose source is the same at other agents, this one first, with references. */
GPtrArray *app_same_list_sources (AppSession *session, GscopeSource *source);
/* Returns the source of a parameter; NULL if it has none. */
GscopeSource *app_same_find_owner (AppSession *session, GscopeParameter *parameter);
/* Returns the parameter of a source that is the same as one of another source; NULL if it has none of this
 * name and type. */
GscopeParameter *app_same_find_parameter (GscopeSource *source, GscopeParameter *parameter);
