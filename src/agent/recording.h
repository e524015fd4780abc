/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "config.h"

/* The recording of an agent, as the configuration has it. */
typedef struct _AgentRecording AgentRecording;

/* Creates a recording of scopes, GscopeScope, which is nothing before it has a configuration. The agent, which outlives all but the end
 * of the recording, answers queries out of it. */
AgentRecording *agent_recording_new (GscopeAgent *agent, GPtrArray *scopes);
/* Records as a configuration says from now on, or as soon as the former recording is written. The configuration stays until the next
 * one. Prints why nothing can be recorded. */
void agent_recording_set_config (AgentRecording *self, const AgentConfig *config);
/* Ends the recording, and waits for half a minute at most until all is written. */
void agent_recording_free (AgentRecording *self);
