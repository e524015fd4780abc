/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "engine/source.h"

/* Says on standard error how to run other programs in the hosts of a source that is started. */
void mxtraf_hosts_print (MxtrafSource *source);
