/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "support/nats-bed.h"

#include <gscope/nats/bus.h>

/* Returns a bus that is connected to the server. */
GscopeNatsBus *nats_bed_connect (NatsBed *self);
