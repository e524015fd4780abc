/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/version.h>

G_BEGIN_DECLS

#define TSL_ERROR (tsl_error_quark ())

/**
 * TslError:
 * @TSL_ERROR_INVALID: a value breaks its rules
 * @TSL_ERROR_NOT_FOUND: the named object does not exist
 * @TSL_ERROR_EXISTS: the object exists already
 * @TSL_ERROR_REFUSED: admission control or the kernel refused the request; nothing has changed
 * @TSL_ERROR_PRIVILEGE: this user has no permission
 * @TSL_ERROR_UNSUPPORTED: this kernel does not support the operation
 *
 * Errors of libtsl. A message names the operation and its object, the reason, and the remedy.
 *
 * Since: 1.0
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

TSL_AVAILABLE_IN_1_0
GQuark tsl_error_quark (void);

G_END_DECLS
