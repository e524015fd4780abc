/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/chrome-json/event.h>

#include <gscope/text/decimal.h>
#include <math.h>
#include <string.h>

enum
{
  MAX_NUMBER = 63,
  /* nanoseconds */
  MICROSECOND = 1000,
};

static const GscopeJsonSpan empty = { "", 0 };

/* Takes a text without its quotes, or else a value as it is written. */
static gboolean
take_value (GscopeJsonCursor *cursor, GscopeJsonSpan *value)
{
  const char *begin;

  if (gscope_json_cursor_take (cursor, '"'))
    return gscope_json_cursor_take_text (cursor, value);
  begin = cursor->at;
  if (!gscope_json_cursor_skip_value (cursor))
    return FALSE;
  *value = (GscopeJsonSpan){ begin, (gsize) (cursor->at - begin) };
  return TRUE;
}

/* Takes a key and the colon behind it. */
static gboolean
take_key (GscopeJsonCursor *cursor, GscopeJsonSpan *key)
{
  return gscope_json_cursor_take (cursor, '"') && gscope_json_cursor_take_text (cursor, key)
         && gscope_json_cursor_take (cursor, ':');
}

/* Numbers. */

static gboolean
read_number (GscopeJsonSpan span, double *value)
{
  char text[MAX_NUMBER + 1 + GSCOPE_DECIMAL_SLACK] = { 0 };
  const char *end;

  if (span.size == 0 || span.size > MAX_NUMBER)
    return FALSE;
  memcpy (text, span.text, span.size);
  end = gscope_decimal_read_double (text, value);
  return end == text + span.size;
}

/* A time with an exponent. */
static gboolean
read_long_time (GscopeJsonSpan span, gint64 *time)
{
  double value;

  if (!read_number (span, &value)
      || !(fabs (value) < (double) GSCOPE_CHROME_MAX_TIME / MICROSECOND))
    return FALSE;
  *time = (gint64) (value * MICROSECOND);
  return TRUE;
}

/* Reads microseconds as nanoseconds; more digits are dropped. */
static gboolean
read_time (GscopeJsonSpan span, gint64 *time)
{
  const char *at = span.text, *end = at + span.size;
  gboolean is_negative = at < end && *at == '-';
  gint64 number = 0;

  at += is_negative;
  if (at == end || !g_ascii_isdigit (*at))
    return FALSE;
  for (; at < end && g_ascii_isdigit (*at); at++)
    {
      number = 10 * number + (*at - '0');
      if (number >= GSCOPE_CHROME_MAX_TIME / MICROSECOND)
        return FALSE;
    }
  number *= MICROSECOND;
  if (at < end && *at == '.')
    for (gint64 unit = MICROSECOND / 10; ++at < end && g_ascii_isdigit (*at); unit /= 10)
      number += (*at - '0') * unit;
  *time = is_negative ? -number : number;
  return at == end || read_long_time (span, time);
}

/* The members of an event. Each takes the value, and returns FALSE if it is not valid. */

static gboolean
take_phase (GscopeChromeEvent *self, GscopeJsonSpan value)
{
  self->phase = value.size == 1 ? *value.text : '\0';
  return value.size == 1;
}

static gboolean
take_scope (GscopeChromeEvent *self, GscopeJsonSpan value)
{
  self->scope = value.size > 0 ? *value.text : '\0';
  return TRUE;
}

static gboolean
take_name (GscopeChromeEvent *self, GscopeJsonSpan value)
{
  self->name = value;
  return TRUE;
}

static gboolean
take_process (GscopeChromeEvent *self, GscopeJsonSpan value)
{
  self->process = value;
  return TRUE;
}

static gboolean
take_thread (GscopeChromeEvent *self, GscopeJsonSpan value)
{
  self->thread = value;
  return TRUE;
}

static gboolean
take_id (GscopeChromeEvent *self, GscopeJsonSpan value)
{
  self->id = value;
  return TRUE;
}

static gboolean
take_arguments (GscopeChromeEvent *self, GscopeJsonSpan value)
{
  self->arguments = value;
  return TRUE;
}

static gboolean
take_time (GscopeChromeEvent *self, GscopeJsonSpan value)
{
  self->has_time = read_time (value, &self->time);
  return self->has_time;
}

static gboolean
take_duration (GscopeChromeEvent *self, GscopeJsonSpan value)
{
  return read_time (value, &self->duration) && self->duration >= 0;
}

static const struct
{
  const char *key;
  gboolean (*take) (GscopeChromeEvent *self, GscopeJsonSpan value);
} members[] = {
  { "ph", take_phase },       { "ts", take_time },    { "name", take_name },
  { "pid", take_process },    { "tid", take_thread }, { "dur", take_duration },
  { "args", take_arguments }, { "id", take_id },      { "s", take_scope },
};

static gboolean
take_member (GscopeChromeEvent *self, GscopeJsonCursor *cursor)
{
  GscopeJsonSpan key, value;

  if (!take_key (cursor, &key) || !take_value (cursor, &value))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    if (gscope_json_span_equal (key, members[i].key))
      return members[i].take (self, value);
  return TRUE;
}

gboolean
gscope_chrome_event_read (GscopeChromeEvent *self, GscopeJsonSpan text)
{
  GscopeJsonCursor cursor = { text.text, text.text + text.size };

  *self = (GscopeChromeEvent){
    .name = empty, .process = empty, .thread = empty, .id = empty, .arguments = empty
  };
  if (!gscope_json_cursor_take (&cursor, '{'))
    return FALSE;
  do
    if (!take_member (self, &cursor))
      return FALSE;
  while (gscope_json_cursor_take (&cursor, ','));
  return gscope_json_cursor_take (&cursor, '}') && self->phase != '\0';
}

/* Arguments. */

static gboolean
read_value (GscopeJsonSpan span, double *value)
{
  if (gscope_json_span_equal (span, "true") || gscope_json_span_equal (span, "false"))
    {
      *value = *span.text == 't';
      return TRUE;
    }
  return read_number (span, value);
}

gboolean
gscope_chrome_event_next_number (GscopeJsonCursor *cursor, GscopeJsonSpan *key, double *value)
{
  GscopeJsonSpan span;

  while (gscope_json_cursor_take (cursor, '{') || gscope_json_cursor_take (cursor, ','))
    {
      if (!take_key (cursor, key) || !take_value (cursor, &span))
        return FALSE;
      if (read_value (span, value))
        return TRUE;
    }
  return FALSE;
}

GscopeJsonSpan
gscope_chrome_event_find_text (const GscopeChromeEvent *self, const char *key)
{
  GscopeJsonCursor cursor = { self->arguments.text, self->arguments.text + self->arguments.size };
  GscopeJsonSpan found, value;

  while (gscope_json_cursor_take (&cursor, '{') || gscope_json_cursor_take (&cursor, ','))
    {
      if (!take_key (&cursor, &found) || !take_value (&cursor, &value))
        break;
      if (gscope_json_span_equal (found, key))
        return value;
    }
  return empty;
}
