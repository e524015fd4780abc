/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/export.h>

G_BEGIN_DECLS

#define TSL_ERROR (tsl_error_quark ())

/**
 * TslError:
 * @TSL_ERROR_INVALID: a value breaks its rules
 * @TSL_ERROR_NOT_FOUND: what is named does not exist
 * @TSL_ERROR_EXISTS: there is one already
 * @TSL_ERROR_REFUSED: admission or the kernel refused it; the old state stands
 * @TSL_ERROR_PRIVILEGE: the system does not allow it to this user
 * @TSL_ERROR_UNSUPPORTED: this kernel cannot do it
 *
 * Errors of libtsl. A message says what, where, why and what to do.
 */
typedef enum
{
  TSL_ERROR_INVALID,
  TSL_ERROR_NOT_FOUND,
  TSL_ERROR_EXISTS,
  TSL_ERROR_REFUSED,
  TSL_ERROR_PRIVILEGE,
  TSL_ERROR_UNSUPPORTED,
} TslError;

TSL_EXPORT GQuark tsl_error_quark (void);

G_END_DECLS
