/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* The double nearest to mantissa * 10^exponent, halves to even. Returns whether it is certain: in
 * very few cases longer arithmetic has to decide. */
gboolean gscope_decimal_to_double (guint64 mantissa, gint64 exponent, double *value);
