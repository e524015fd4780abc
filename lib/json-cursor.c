/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <json-cursor.h>

#include <string.h>

enum
{
  MAX_NUMBER = 512,
  FIRST_HIGH = 0xd800,
  FIRST_LOW = 0xdc00,
  N_HALVES = 0x400,
};

gboolean
gscope_json_cursor_take_text (GscopeJsonCursor *self, GscopeJsonSpan *text)
{
  for (const char *at = self->at; at < self->end; at++)
    {
      if (*at == '"')
        {
          *text = (GscopeJsonSpan){ self->at, (gsize) (at - self->at) };
          self->at = at + 1;
          return TRUE;
        }
      if ((guchar) *at < ' ')
        return FALSE;
      at += *at == '\\';
    }
  return FALSE;
}

static gboolean
is_of_number (char c)
{
  return g_ascii_isdigit (c) || c == '.' || c == '-' || c == 'e' || c == '+' || c == 'E';
}

gboolean
gscope_json_cursor_take_number (GscopeJsonCursor *self, GscopeJsonSpan *number)
{
  const char *begin = self->at;
  gboolean has_digit = FALSE;

  while (self->at < self->end && is_of_number (*self->at))
    has_digit |= g_ascii_isdigit (*self->at++);
  *number = (GscopeJsonSpan){ begin, (gsize) (self->at - begin) };
  return has_digit && number->size <= MAX_NUMBER;
}

gboolean
gscope_json_cursor_take_word (GscopeJsonCursor *self, const char *word)
{
  gsize n = strlen (word);

  if (n > (gsize) (self->end - self->at) || memcmp (self->at, word, n) != 0)
    return FALSE;
  self->at += n;
  return TRUE;
}

static gboolean
skip_nested (GscopeJsonCursor *self)
{
  GscopeJsonSpan text;
  gsize depth = 0;

  while (self->at < self->end)
    switch (*self->at++)
      {
      case '{':
      case '[':
        depth++;
        break;
      case '}':
      case ']':
        if (--depth == 0)
          return TRUE;
        break;
      case '"':
        if (!gscope_json_cursor_take_text (self, &text))
          return FALSE;
        break;
      default:
        break;
      }
  return FALSE;
}

gboolean
gscope_json_cursor_skip_value (GscopeJsonCursor *self)
{
  GscopeJsonSpan span;

  gscope_json_cursor_skip_blanks (self);
  if (self->at == self->end)
    return FALSE;
  switch (*self->at)
    {
    case '{':
    case '[':
      return skip_nested (self);
    case '"':
      self->at++;
      return gscope_json_cursor_take_text (self, &span);
    case 't':
      return gscope_json_cursor_take_word (self, "true");
    case 'f':
      return gscope_json_cursor_take_word (self, "false");
    case 'n':
      return gscope_json_cursor_take_word (self, "null");
    default:
      return gscope_json_cursor_take_number (self, &span);
    }
}

gboolean
gscope_json_span_equal (GscopeJsonSpan self, const char *text)
{
  return self.size == strlen (text) && memcmp (self.text, text, self.size) == 0;
}

/* Returns 0 for what is no four digits. */
static gunichar
read_hex (const char *at, const char *end)
{
  gunichar c = 0;

  for (guint i = 0; i < 4; i++)
    {
      if (at + i >= end || !g_ascii_isxdigit (at[i]))
        return 0;
      c = c << 4 | (gunichar) g_ascii_xdigit_value (at[i]);
    }
  return c;
}

/* Returns the second half of a character that follows; 0 if none does. */
static gunichar
read_low (const char *at, const char *end)
{
  gunichar c = end - at >= 6 && at[0] == '\\' && at[1] == 'u' ? read_hex (at + 2, end) : 0;

  return c >= FIRST_LOW && c < FIRST_LOW + N_HALVES ? c : 0;
}

/* Appends the character whose digits begin here. Returns how many bytes it has. */
static gsize
append_unicode (GString *text, const char *at, const char *end)
{
  gunichar c = read_hex (at, end), low;
  gsize n = MIN (4, (gsize) (end - at));

  if (c >= FIRST_HIGH && c < FIRST_LOW && (low = read_low (at + 4, end)) != 0)
    {
      c = 0x10000 + (c - FIRST_HIGH) * N_HALVES + (low - FIRST_LOW);
      n += 6;
    }
  if (c < ' ')
    c = '-';
  g_string_append_unichar (text, g_unichar_validate (c) ? c : 0xfffd);
  return n;
}

void
gscope_json_span_decode (GscopeJsonSpan self, GString *text)
{
  const char *end = self.text + self.size;

  for (const char *at = self.text; at < end; at++)
    {
      if (*at != '\\' || ++at == end)
        g_string_append_c (text, at < end ? *at : '\\');
      else if (*at == 'u')
        at += append_unicode (text, at + 1, end);
      else
        g_string_append_c (text, strchr ("bfnrt", *at) ? '-' : *at);
    }
}
