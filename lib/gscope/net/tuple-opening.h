/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Identifies the protocol of the first bytes of a client. Any web page can make a browser send requests, with a body of
 * the page's choice, to any port of its machine: therefore HTTP and TLS are refused. */

/* Largest size of a token, in bytes, and the number of bytes that are examined. */
#define GSCOPE_TUPLE_MAX_TOKEN 255
#define GSCOPE_TUPLE_MAX_OPENING 512

typedef enum
{
  /* more bytes are needed */
  GSCOPE_TUPLE_OPENING_UNCLEAR,
  GSCOPE_TUPLE_OPENING_TUPLES,
  GSCOPE_TUPLE_OPENING_HTTP,
  GSCOPE_TUPLE_OPENING_TLS,
  GSCOPE_TUPLE_OPENING_NO_TOKEN,
} GscopeTupleOpening;

/* Identifies the protocol of the first bytes. With a token, which is not empty, the first line must be “#token TOKEN”.
 * From GSCOPE_TUPLE_MAX_OPENING bytes on the result is never unclear. */
GscopeTupleOpening
gscope_tuple_opening_identify (const char *text, gsize length, const char *token);

/* Returns whether a text can be a token: one line of UTF-8. */
gboolean gscope_tuple_opening_check_token (const char *token, GError **error);
