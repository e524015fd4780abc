/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/error.h>

/**
 * gscope_error_quark:
 *
 * The domain of libgscope's errors.
 *
 * Returns: the quark
 */
G_DEFINE_QUARK (gscope_error_quark, gscope_error)
