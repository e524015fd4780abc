/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <mcap/version.h>

G_BEGIN_DECLS

#define MCAP_ERROR (mcap_error_quark ())

/**
 * McapError:
 * @MCAP_ERROR_INVALID: the file is no MCAP file, or an argument breaks the rules of the format
 * @MCAP_ERROR_CUT: the file ends early: it was cut off, or is still being written
 * @MCAP_ERROR_DAMAGED: parts of the file are damaged
 * @MCAP_ERROR_LIMIT: a number or size exceeds a limit
 * @MCAP_ERROR_UNSUPPORTED: this build cannot compress or decompress in this way
 * @MCAP_ERROR_FILE: the operating system cannot read the file
 *
 * Errors of libmcap.
 *
 * Since: 1.0
 */
typedef enum
{
  MCAP_ERROR_INVALID,
  MCAP_ERROR_CUT,
  MCAP_ERROR_DAMAGED,
  MCAP_ERROR_LIMIT,
  MCAP_ERROR_UNSUPPORTED,
  MCAP_ERROR_FILE,
} McapError;

MCAP_AVAILABLE_IN_1_0
GQuark mcap_error_quark (void);

G_END_DECLS
