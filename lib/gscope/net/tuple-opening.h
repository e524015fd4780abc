/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* The first bytes of a client. A web browser sends requests to any port of its machine on behalf of
 * any page, with a body that the page chooses: what begins as HTTP or TLS is no client. */

/* The most bytes that a token may have, and that are looked at. */
#define GSCOPE_TUPLE_MAX_TOKEN 255
#define GSCOPE_TUPLE_MAX_OPENING 512

typedef enum
{
  /* the bytes do not tell yet */
  GSCOPE_TUPLE_OPENING_UNCLEAR,
  GSCOPE_TUPLE_OPENING_TUPLES,
  GSCOPE_TUPLE_OPENING_HTTP,
  GSCOPE_TUPLE_OPENING_TLS,
  GSCOPE_TUPLE_OPENING_NO_TOKEN,
} GscopeTupleOpening;

/* Judges the first bytes. With a token, which is not empty, the first line must be “#token TOKEN”.
 * From GSCOPE_TUPLE_MAX_OPENING bytes on it is clear. */
GscopeTupleOpening gscope_tuple_opening_judge (const char *text, gsize length, const char *token);

/* Returns whether a text can be a token: one line of UTF-8. */
gboolean gscope_tuple_opening_check_token (const char *token, GError **error);
