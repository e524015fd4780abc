/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/signal/trigger.h>

/* Reads on in the trace of the watched signal, also where there is nothing to capture. */
void gscope_trigger_look_on (GscopeTrigger *self);
