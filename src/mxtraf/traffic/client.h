/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "traffic/host.h"

/* The host that requests and receives all traffic. */
extern const MxtrafHost mxtraf_client;
