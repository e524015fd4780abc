/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <json-cursor.h>

enum
{
  /* bytes of a number as a text, with its end */
  WEB_NUMBER_SIZE = 64,
};

/* The answer of a server in JSON, which is read where it is, without a tree. Once it is broken, no function takes anything
 * more, so that only the end has to be checked. */
typedef struct
{
  GscopeJsonCursor cursor;
  const char *begin;
  gboolean is_broken;
} WebJson;

/* Begins with a text. Returns FALSE if it is not UTF-8. */
gboolean web_json_init (WebJson *self, const char *text, gsize size, GError **error);
/* Returns whether the text is read to its end, and was what it has to be; otherwise the error has the place. */
gboolean web_json_end (WebJson *self, GError **error);
/* Declares that the text is not what it has to be. */
void web_json_break (WebJson *self);

/* Returns the first character of the next value; 0 at the end. */
char web_json_peek (WebJson *self);
/* Takes a bracket. */
void web_json_take (WebJson *self, char c);
/* Begins the next element of a list or the next member of an object whose opening bracket was taken; n counts them from 0.
 * Returns FALSE after the last one, whose closing bracket it takes. */
gboolean web_json_next_element (WebJson *self, guint *n);
gboolean web_json_next_member (WebJson *self, guint *n, GString *name);
void web_json_skip (WebJson *self);

/* Takes a text, of at most `max` bytes: it is cut where a character ends. */
void web_json_take_text (WebJson *self, gsize max, GString *text);
/* Takes a number, also one that is a text, as it is written. That of null is empty. */
void web_json_take_digits (WebJson *self, char digits[WEB_NUMBER_SIZE]);
/* Takes the same as a double; not-a-number for null, and for a text that is no number. */
double web_json_take_number (WebJson *self);
gboolean web_json_take_boolean (WebJson *self);
