/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Returns a unit as PCP writes it, such as “Kbyte / sec”, in the words of Gscope: “KiB/s”. That of a rate is per second. */
char *pcp_unit_translate (const char *units, gboolean is_rate);
