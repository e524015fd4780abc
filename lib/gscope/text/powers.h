/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Powers of ten that integers and doubles hold exactly. */

enum
{
  GSCOPE_NS_DECIMALS = 6,
  GSCOPE_N_INTEGER_POWERS = 19,
  GSCOPE_MAX_EXACT_POWER = 22,
};

#define GSCOPE_MAX_EXACT_MANTISSA (G_GUINT64_CONSTANT (1) << 53)

static const guint64 gscope_integer_powers[GSCOPE_N_INTEGER_POWERS] = {
  1,
  10,
  100,
  1000,
  10000,
  100000,
  1000000,
  10000000,
  100000000,
  1000000000,
  10000000000,
  100000000000,
  1000000000000,
  10000000000000,
  100000000000000,
  1000000000000000,
  10000000000000000,
  100000000000000000,
  1000000000000000000,
};

static const double gscope_exact_powers[GSCOPE_MAX_EXACT_POWER + 1] = {
  1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
  1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
};
