/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Describes this machine and program as texts by name, `a{sv}`: kernel, processor, processors, load, rights, date, program. */
GVariant *gscope_experiment_conditions_new (void);
/* Returns the processes that run or wait for a processor, averaged over a minute; not-a-number if unknown. */
double gscope_experiment_conditions_get_load (void);
