/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Parses a number with a unit as users type it: 30mbit, 100ms, 20kB, 10%. The base units are bit/s,
 * s, B, packets, flows, frames, windows and %. A number without a unit is in the base unit. */
gboolean mxtraf_quantity_parse (const char *base, const char *text, double *value, GError **error);

/* Formats a quantity for users, in their locale: 30 Mbit/s, 100 ms. */
char *mxtraf_quantity_format (const char *base, double value);
