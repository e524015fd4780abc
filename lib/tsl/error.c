/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/error.h>

/**
 * tsl_error_quark:
 *
 * Gets the error domain of libtsl.
 *
 * Returns: the quark
 *
 * Since: 1.0
 */
GQuark
tsl_error_quark (void)
{
  /* G_DEFINE_QUARK() writes a static variable from several threads. */
  return g_quark_from_static_string ("tsl_error_quark");
}
