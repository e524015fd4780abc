/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/analysis/segments.h>
#include <gscope/analysis/transfer.h>

/* Returns gain, phase and coherence of averaged powers. */
GscopeTransferPoint gscope_transfer_read_point (const GscopePairPower *power, double frequency);
