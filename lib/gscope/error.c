/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/error.h>

/**
 * gscope_error_quark:
 *
 * The domain of libgscope's errors.
 *
 * Returns: the quark
 *
 * Since: 1.0
 */
GQuark
gscope_error_quark (void)
{
  /* Unlike G_DEFINE_QUARK(), this has no variable that two threads may write at once. */
  return g_quark_from_static_string ("gscope_error_quark");
}
