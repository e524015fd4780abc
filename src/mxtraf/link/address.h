/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "process/counters.h"

#include <netinet/in.h>

/* Returns the address and port of a class of traffic at an end of the link. */
struct sockaddr_in mxtraf_address_of (const char *address, MxtrafClass class);
