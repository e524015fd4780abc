/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/files/mcap-json.h>

#include <gscope/text/decimal.h>
#include <gscope/text/tuple.h>
#include <json-cursor.h>
#include <string.h>

enum
{
  MAX_DEPTH = 16,
  MAX_ELEMENTS = 64,
  /* of a key, as it is written */
  MAX_KEY = 1024,
};

typedef struct
{
  GscopeJsonCursor cursor;
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

static gboolean
walk_member (Walk *self)
{
  g_autoptr (GString) decoded = NULL;
  GscopeJsonSpan key;

  if (!gscope_json_cursor_take (&self->cursor, '"')
      || !gscope_json_cursor_take_text (&self->cursor, &key) || key.size > MAX_KEY
      || !gscope_json_cursor_take (&self->cursor, ':'))
    return FALSE;
  if (!memchr (key.text, '\\', key.size))
    return walk_part (self, key.text, key.size);
  decoded = g_string_new (NULL);
  gscope_json_span_decode (key, decoded);
  return walk_part (self, decoded->str, decoded->len);
}

/* Values. */

static gboolean
walk_object (Walk *self)
{
  if (gscope_json_cursor_take (&self->cursor, '}'))
    return TRUE;
  do
    if (!walk_member (self))
      return FALSE;
  while (gscope_json_cursor_take (&self->cursor, ','));
  return gscope_json_cursor_take (&self->cursor, '}');
}

static gboolean
walk_array (Walk *self)
{
  char number[16];
  guint i = 0;

  if (gscope_json_cursor_take (&self->cursor, ']'))
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
  while (gscope_json_cursor_take (&self->cursor, ','));
  return gscope_json_cursor_take (&self->cursor, ']');
}

static gboolean
walk_word (Walk *self, const char *word, const char *value)
{
  if (!gscope_json_cursor_take_word (&self->cursor, word))
    return FALSE;
  if (value)
    append_sample (self, value, strlen (value));
  return TRUE;
}

static gboolean
walk_number (Walk *self)
{
  GscopeJsonSpan number;

  if (!gscope_json_cursor_take_number (&self->cursor, &number))
    return FALSE;
  append_sample (self, number.text, number.size);
  return TRUE;
}

static gboolean
walk_nested (Walk *self, gboolean (*walk) (Walk *))
{
  gboolean is_right;

  if (self->depth == MAX_DEPTH)
    return FALSE;
  self->cursor.at++;
  self->depth++;
  is_right = walk (self);
  self->depth--;
  return is_right;
}

static gboolean
walk_value (Walk *self)
{
  GscopeJsonSpan text;

  gscope_json_cursor_skip_blanks (&self->cursor);
  if (self->cursor.at == self->cursor.end)
    return FALSE;
  switch (*self->cursor.at)
    {
    case '{':
      return walk_nested (self, walk_object);
    case '[':
      return walk_nested (self, walk_array);
    case '"':
      self->cursor.at++;
      return gscope_json_cursor_take_text (&self->cursor, &text);
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
  Walk walk = { .cursor = { json, json + size }, .text = text, .takes_null = takes_null };
  char *end = gscope_decimal_write_time (walk.time, time);

  *end++ = ' ';
  walk.n_time = end - walk.time;
  if (*prefix)
    enter (&walk, prefix, strlen (prefix));
  if (walk_value (&walk))
    {
      gscope_json_cursor_skip_blanks (&walk.cursor);
      if (walk.cursor.at == walk.cursor.end)
        return TRUE;
    }
  g_string_truncate (text, before);
  return FALSE;
}
