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
GQuark
tsl_error_quark (void)
{
  /* Unlike G_DEFINE_QUARK(), this has no variable that two threads may write at once. */
  return g_quark_from_static_string ("tsl_error_quark");
}
