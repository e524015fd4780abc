/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

#define TRIGGER_STATES_TYPE_SOURCE (trigger_states_source_get_type ())
G_DECLARE_FINAL_TYPE (TriggerStatesSource, trigger_states_source, TRIGGER_STATES, SOURCE,
                      GscopeSource)
