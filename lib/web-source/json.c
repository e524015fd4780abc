/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <web-source/json.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <math.h>
#include <string.h>

static void
set_error (const WebJson *self, const char *at, const char *reason, GError **error)
{
  guint line = 1;
  const char *start = self->begin;

  for (const char *c = self->begin; c < at; c++)
    if (*c == '\n')
      {
        line++;
        start = c + 1;
      }
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID, _ ("line %u, column %ld: %s"), line,
               (long) (at - start) + 1, reason);
}

gboolean
web_json_init (WebJson *self, const char *text, gsize size, GError **error)
{
  const char *at;

  *self = (WebJson){ .cursor = { text, text + size }, .begin = text };
  if (g_utf8_validate_len (text, size, &at))
    return TRUE;
  self->is_broken = TRUE;
  set_error (self, at, _ ("this is not UTF-8"), error);
  return FALSE;
}

gboolean
web_json_end (WebJson *self, GError **error)
{
  gscope_json_cursor_skip_blanks (&self->cursor);
  if (!self->is_broken && self->cursor.at == self->cursor.end)
    return TRUE;
  set_error (self, self->cursor.at, _ ("this is not the JSON that was expected"), error);
  return FALSE;
}

void
web_json_break (WebJson *self)
{
  self->is_broken = TRUE;
}

char
web_json_peek (WebJson *self)
{
  gscope_json_cursor_skip_blanks (&self->cursor);
  return self->is_broken || self->cursor.at == self->cursor.end ? 0 : *self->cursor.at;
}

static gboolean
has_taken (WebJson *self, char c)
{
  return !self->is_broken && gscope_json_cursor_take (&self->cursor, c);
}

void
web_json_take (WebJson *self, char c)
{
  self->is_broken |= !has_taken (self, c);
}

static gboolean
has_next (WebJson *self, guint *n, char end)
{
  if (has_taken (self, end))
    return FALSE;
  if ((*n)++ > 0)
    web_json_take (self, ',');
  return !self->is_broken;
}

gboolean
web_json_next_element (WebJson *self, guint *n)
{
  return has_next (self, n, ']');
}

gboolean
web_json_next_member (WebJson *self, guint *n, GString *name)
{
  if (!has_next (self, n, '}'))
    return FALSE;
  web_json_take_text (self, G_MAXSIZE, name);
  web_json_take (self, ':');
  return !self->is_broken;
}

void
web_json_skip (WebJson *self)
{
  self->is_broken |= self->is_broken || !gscope_json_cursor_skip_value (&self->cursor);
}

static GscopeJsonSpan
take_span (WebJson *self)
{
  GscopeJsonSpan span = { "", 0 };

  web_json_take (self, '"');
  self->is_broken |= self->is_broken || !gscope_json_cursor_take_text (&self->cursor, &span);
  return self->is_broken ? (GscopeJsonSpan){ "", 0 } : span;
}

void
web_json_take_text (WebJson *self, gsize max, GString *text)
{
  g_string_truncate (text, 0);
  gscope_json_span_decode (take_span (self), text);
  if (text->len > max)
    g_string_truncate (
        text, (gsize) (g_utf8_find_prev_char (text->str, text->str + max + 1) - text->str));
}

void
web_json_take_digits (WebJson *self, char digits[WEB_NUMBER_SIZE])
{
  GscopeJsonSpan span = { "", 0 };
  char first = web_json_peek (self);

  if (first == '"')
    span = take_span (self);
  else if (first == 'n')
    self->is_broken |= !gscope_json_cursor_take_word (&self->cursor, "null");
  else
    self->is_broken |= self->is_broken || !gscope_json_cursor_take_number (&self->cursor, &span);
  if (self->is_broken || span.size >= WEB_NUMBER_SIZE)
    span.size = 0;
  memcpy (digits, span.text, span.size);
  digits[span.size] = 0;
}

double
web_json_take_number (WebJson *self)
{
  char digits[WEB_NUMBER_SIZE];
  char *end;
  double value;

  web_json_take_digits (self, digits);
  value = g_ascii_strtod (digits, &end);
  return end == digits || *end ? NAN : value;
}

gboolean
web_json_take_boolean (WebJson *self)
{
  gboolean is_true = web_json_peek (self) == 't';

  web_json_skip (self);
  return is_true;
}
