/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/version.h>

G_BEGIN_DECLS

#define GSCOPE_ERROR (gscope_error_quark ())

/**
 * GscopeError:
 * @GSCOPE_ERROR_INVALID: a value, a line or a file breaks its rules
 * @GSCOPE_ERROR_NOT_FOUND: what a name refers to does not exist
 * @GSCOPE_ERROR_EXISTS: the name is in use
 * @GSCOPE_ERROR_REFUSED: a source did not accept a parameter's value, or another program a request
 * @GSCOPE_ERROR_SUPERSEDED: a newer write took this one's place before it was applied
 * @GSCOPE_ERROR_PRIVILEGE: the system does not allow it to this user
 * @GSCOPE_ERROR_UNSUPPORTED: this kernel, plugin or type cannot do it
 * @GSCOPE_ERROR_LIMIT: more than a bound allows
 * @GSCOPE_ERROR_TOKEN: an agent asks for a token, or for another one
 * @GSCOPE_ERROR_CERTIFICATE: the certificate of the other end is not trusted
 *
 * Errors of libgscope. A message says what, where, why and what to do.
 *
 * Since: 1.0
 */
typedef enum
{
  GSCOPE_ERROR_INVALID,
  GSCOPE_ERROR_NOT_FOUND,
  GSCOPE_ERROR_EXISTS,
  GSCOPE_ERROR_REFUSED,
  GSCOPE_ERROR_SUPERSEDED,
  GSCOPE_ERROR_PRIVILEGE,
  GSCOPE_ERROR_UNSUPPORTED,
  GSCOPE_ERROR_LIMIT,
  GSCOPE_ERROR_TOKEN,
  GSCOPE_ERROR_CERTIFICATE,
} GscopeError;

GSCOPE_AVAILABLE_IN_1_0
GQuark gscope_error_quark (void);

G_END_DECLS
