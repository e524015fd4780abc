/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "traffic/host.h"

/* The host that asks for all traffic, and reads it. */
extern const MxtrafHost mxtraf_client;
