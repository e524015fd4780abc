/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/files/mcap-json.h>

#include <gscope/text/decimal.h>
#include <gscope/text/tuple.h>
#include <string.h>

enum
{
  MAX_DEPTH = 16,
  MAX_ELEMENTS = 64,
  MAX_NUMBER = 512,
  /* of a key, as it is written */
  MAX_KEY = 1024,
};

typedef struct
{
  const char *at;
  const char *end;
  GString *text;
  gboolean takes_null;
  char time[GSCOPE_DECIMAL_TIME_SIZE + 1];
  gsize n_time;
  /* the place, and how long it is; a place that is too long has no sample */
  char path[GSCOPE_TUPLE_MAX_NAME + 1];
  gsize n_path;
  gboolean is_long;
  guint depth;
} Walk;

static gboolean walk_value (Walk *self);

static void
skip_blanks (Walk *self)
{
  while (self->at < self->end && strchr (" \t\r\n", *self->at) && *self->at)
    self->at++;
}

/* Takes the character, behind blanks, if it is there. */
static gboolean
take (Walk *self, char c)
{
  skip_blanks (self);
  if (self->at == self->end || *self->at != c)
    return FALSE;
  self->at++;
  return TRUE;
}

static void
append_sample (Walk *self, const char *value, gsize n)
{
  if (self->is_long || self->n_path == 0)
    return;
  g_string_append_len (self->text, self->time, (gssize) self->n_time);
  g_string_append_len (self->text, value, (gssize) n);
  g_string_append_c (self->text, ' ');
  g_string_append_len (self->text, self->path, (gssize) self->n_path);
  g_string_append_c (self->text, '\n');
}

/* The last of a place. */
static void
enter (Walk *self, const char *part, gsize n)
{
  gboolean has_slash = self->n_path > 0;

  self->is_long |= self->n_path + has_slash + n > GSCOPE_TUPLE_MAX_NAME;
  if (self->is_long)
    return;
  if (has_slash)
    self->path[self->n_path++] = '/';
  memcpy (self->path + self->n_path, part, n);
  self->n_path += n;
}

/* Walks a value at a place below the present one. */
static gboolean
walk_part (Walk *self, const char *part, gsize n)
{
  const gsize n_path = self->n_path;
  const gboolean is_long = self->is_long;
  gboolean is_right;

  enter (self, part, n);
  is_right = walk_value (self);
  self->n_path = n_path;
  self->is_long = is_long;
  return is_right;
}

/* Texts. */

/* The end of the text that begins here, at its quote; NULL if there is none. */
static const char *
find_quote (const Walk *self)
{
  for (const char *at = self->at; at < self->end; at++)
    {
      if (*at == '"')
        return at;
      if ((guchar) *at < ' ')
        return NULL;
      at += *at == '\\';
    }
  return NULL;
}

static gboolean
skip_text (Walk *self)
{
  const char *quote = find_quote (self);

  if (quote)
    self->at = quote + 1;
  return quote != NULL;
}

static gunichar
read_hex (const char *at, const char *end)
{
  gunichar c = 0;

  for (guint i = 0; i < 4; i++)
    {
      if (at + i == end || !g_ascii_isxdigit (at[i]))
        return 0;
      c = c << 4 | (gunichar) g_ascii_xdigit_value (at[i]);
    }
  return c;
}

/* Control characters are not allowed in names; characters beyond the basic plane are pairs, which become two marks. */
static void
append_unicode (GString *key, gunichar c)
{
  if (c < ' ')
    c = '-';
  g_string_append_unichar (key, g_unichar_validate (c) ? c : 0xfffd);
}

static void
decode_key (GString *key, const char *at, const char *end)
{
  for (; at < end; at++)
    {
      if (*at != '\\' || ++at == end)
        g_string_append_c (key, at < end ? *at : '\\');
      else if (*at == 'u')
        {
          append_unicode (key, read_hex (at + 1, end));
          at += MIN (4, end - at - 1);
        }
      else
        g_string_append_c (key, strchr ("bfnrt", *at) ? '-' : *at);
    }
}

static gboolean
walk_member (Walk *self)
{
  g_autoptr (GString) decoded = NULL;
  const char *key, *quote;
  gsize n;

  if (!take (self, '"'))
    return FALSE;
  key = self->at;
  quote = find_quote (self);
  if (!quote || quote - key > MAX_KEY)
    return FALSE;
  n = quote - key;
  self->at = quote + 1;
  if (!take (self, ':'))
    return FALSE;
  if (!memchr (key, '\\', n))
    return walk_part (self, key, n);
  decoded = g_string_new (NULL);
  decode_key (decoded, key, quote);
  return walk_part (self, decoded->str, decoded->len);
}

/* Values. */

static gboolean
walk_object (Walk *self)
{
  if (take (self, '}'))
    return TRUE;
  do
    if (!walk_member (self))
      return FALSE;
  while (take (self, ','));
  return take (self, '}');
}

static gboolean
walk_array (Walk *self)
{
  char number[16];
  guint i = 0;

  if (take (self, ']'))
    return TRUE;
  do
    {
      const gboolean is_long = self->is_long;
      gboolean is_right;

      self->is_long |= i >= MAX_ELEMENTS;
      is_right = walk_part (self, number, g_snprintf (number, sizeof number, "%u", i++));
      self->is_long = is_long;
      if (!is_right)
        return FALSE;
    }
  while (take (self, ','));
  return take (self, ']');
}

static gboolean
walk_word (Walk *self, const char *word, const char *value)
{
  gsize n = strlen (word);

  if (n > (gsize) (self->end - self->at) || memcmp (self->at, word, n) != 0)
    return FALSE;
  self->at += n;
  if (value)
    append_sample (self, value, strlen (value));
  return TRUE;
}

/* A number of JSON is one of tuples, too. */
static gboolean
walk_number (Walk *self)
{
  const char *begin = self->at;
  gboolean has_digit = FALSE;

  while (self->at < self->end
         && (g_ascii_isdigit (*self->at) || (*self->at && strchr ("+-.eE", *self->at))))
    has_digit |= g_ascii_isdigit (*self->at++);
  if (!has_digit || self->at - begin > MAX_NUMBER)
    return FALSE;
  append_sample (self, begin, self->at - begin);
  return TRUE;
}

static gboolean
walk_nested (Walk *self, gboolean (*walk) (Walk *))
{
  gboolean is_right;

  if (self->depth == MAX_DEPTH)
    return FALSE;
  self->at++;
  self->depth++;
  is_right = walk (self);
  self->depth--;
  return is_right;
}

static gboolean
walk_value (Walk *self)
{
  skip_blanks (self);
  if (self->at == self->end)
    return FALSE;
  switch (*self->at)
    {
    case '{':
      return walk_nested (self, walk_object);
    case '[':
      return walk_nested (self, walk_array);
    case '"':
      self->at++;
      return skip_text (self);
    case 't':
      return walk_word (self, "true", "1");
    case 'f':
      return walk_word (self, "false", "0");
    case 'n':
      return walk_word (self, "null", self->takes_null ? "nan" : NULL);
    case 'N':
      return walk_word (self, "NaN", "nan");
    case 'I':
      return walk_word (self, "Infinity", "inf");
    case '-':
      return walk_word (self, "-Infinity", "-inf") || walk_number (self);
    default:
      return walk_number (self);
    }
}

gboolean
gscope_mcap_json_append (GString *text, gint64 time, const char *prefix, gboolean takes_null,
                         const char *json, gsize size)
{
  const gsize before = text->len;
  Walk walk = { .at = json, .end = json + size, .text = text, .takes_null = takes_null };
  char *end = gscope_decimal_write_time (walk.time, time);

  *end++ = ' ';
  walk.n_time = end - walk.time;
  if (*prefix)
    enter (&walk, prefix, strlen (prefix));
  if (walk_value (&walk))
    {
      skip_blanks (&walk);
      if (walk.at == walk.end)
        return TRUE;
    }
  g_string_truncate (text, before);
  return FALSE;
}
