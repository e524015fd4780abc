/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/error.h>

/**
 * tsl_error_quark:
 *
 * The domain of libtsl's errors.
 *
 * Returns: the quark
 */
G_DEFINE_QUARK (tsl_error_quark, tsl_error)
