/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Decimal numbers of the tuple text, in the C locale whatever the program's is.
 *
 * The readers take a number that begins at `p` and return where it ends, or NULL if there is none.
 * They load many bytes at a time: GSCOPE_DECIMAL_SLACK bytes behind the first one that is no part of
 * the number must be readable. The writers return the end of what they wrote, which has no terminator. */

enum
{
  GSCOPE_DECIMAL_SLACK = 63,
  GSCOPE_DECIMAL_TIME_SIZE = 24,
  GSCOPE_DECIMAL_DOUBLE_SIZE = 32,
};

const char *gscope_decimal_skip (const char *p);
const char *gscope_decimal_read_time (const char *p, gint64 *time);
const char *gscope_decimal_read_double (const char *p, double *value);
char *gscope_decimal_write_time (char *out, gint64 time);
char *gscope_decimal_write_double (char *out, double value);
