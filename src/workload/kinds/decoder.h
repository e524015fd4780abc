/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "kinds/rated.h"

/* A thread that decodes frames, whose cost is a square wave over time. */
#define WORKLOAD_TYPE_DECODER (workload_decoder_get_type ())
G_DECLARE_FINAL_TYPE (WorkloadDecoder, workload_decoder, WORKLOAD, DECODER, WorkloadRated)
