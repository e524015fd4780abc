/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "config.h"

/* Records scopes, GscopeScope, as the configuration says. Returns NULL if nothing is to be recorded, or after printing why it
 * cannot be. */
GscopeRecordRing *agent_recording_start (GPtrArray *scopes, const AgentConfig *config);
void agent_recording_set_bounds (GscopeRecordRing *ring, const AgentConfig *config);
/* Waits until all is written, and drops the recording. */
void agent_recording_stop (GscopeRecordRing *ring);
