/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Numbers with units as people type them: 30mbit, 100ms, 20kB, 10%. The base units are bit/s, s, B,
 * packets, flows, windows and %; a number without a unit is one of the base unit. */
gboolean mxtraf_quantity_parse (const char *base, const char *text, double *value, GError **error);

/* As people read them: 30 Mbit/s, 100 ms. For the user's eyes, in the user's locale. */
char *mxtraf_quantity_format (const char *base, double value);
