/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* A place in a JSON text (RFC 8259) that is walked where it is, without a tree. A function that returns FALSE found
 * something else, and leaves the place there. */
typedef struct
{
  const char *at;
  const char *end;
} GscopeJsonCursor;

/* A text as it is written between its quotes, or a number. */
typedef struct
{
  const char *text;
  gsize size;
} GscopeJsonSpan;

static inline gboolean
gscope_json_is_blank (char c)
{
  return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

static inline void
gscope_json_cursor_skip_blanks (GscopeJsonCursor *self)
{
  while (self->at < self->end && gscope_json_is_blank (*self->at))
    self->at++;
}

/* Takes the character, behind blanks, if it is there. */
static inline gboolean
gscope_json_cursor_take (GscopeJsonCursor *self, char c)
{
  gscope_json_cursor_skip_blanks (self);
  if (self->at == self->end || *self->at != c)
    return FALSE;
  self->at++;
  return TRUE;
}

/* Takes a text whose first quote was taken. */
gboolean gscope_json_cursor_take_text (GscopeJsonCursor *self, GscopeJsonSpan *text);
/* Takes a number, which is one of tuples, too. */
gboolean gscope_json_cursor_take_number (GscopeJsonCursor *self, GscopeJsonSpan *number);
gboolean gscope_json_cursor_take_word (GscopeJsonCursor *self, const char *word);
/* Skips a value; of lists and objects only brackets and texts are looked at. */
gboolean gscope_json_cursor_skip_value (GscopeJsonCursor *self);

gboolean gscope_json_span_equal (GscopeJsonSpan self, const char *text);
/* Appends a text without its escapes. In the place of control characters are hyphens, since names have none, and in the
 * place of halves of characters there is U+FFFD. */
void gscope_json_span_decode (GscopeJsonSpan self, GString *text);
