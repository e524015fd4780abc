/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <mcap/error.h>

/**
 * mcap_error_quark:
 *
 * Gets the error domain of libmcap.
 *
 * Returns: the quark
 *
 * Since: 1.0
 */
GQuark
mcap_error_quark (void)
{
  /* G_DEFINE_QUARK() writes a static variable from several threads. */
  return g_quark_from_static_string ("mcap_error_quark");
}
