/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Finds a probe's number in a text. */

#include "probe.h"

#include <math.h>
#include <string.h>
#include <time.h>

enum
{
  MAX_LINE = 4096,
  MAX_NUMBER = 63,
};

/* Maximum processor time of a pattern for a file: microseconds. A slower pattern is switched
 * off. */
#define MAX_COST (20 * G_TIME_SPAN_MILLISECOND)

#define NO_LINE "no line matches"

static gboolean
parse_number (ProcProbe *self, const char *begin, gsize length, double *number)
{
  char text[MAX_NUMBER + 1];
  char *end;

  length = MIN (length, MAX_NUMBER);
  memcpy (text, begin, length);
  text[length] = 0;
  *number = g_ascii_strtod (text, &end);
  if (end != text && isfinite (*number))
    return TRUE;
  self->problem = "the text at this place is not a number";
  return FALSE;
}

/* Returns whether the line matches, with or without a number. */
static gboolean
try_pattern (ProcProbe *self, const char *line, gsize length, double *number)
{
  g_autoptr (GMatchInfo) match = NULL;
  g_autoptr (GError) error = NULL;
  int begin, end;

  self->problem = NULL;
  if (!g_regex_match_full (self->regex, line, length, 0, 0, &match, &error))
    {
      self->problem = error ? "the pattern takes too many steps for a line; simplify it" : NO_LINE;
      return error != NULL;
    }
  if (!g_match_info_fetch_pos (match, 1, &begin, &end) || begin < 0)
    self->problem = "the group of the matching line is not a number";
  else
    parse_number (self, line + begin, end - begin, number);
  return TRUE;
}

static gboolean
try_field (ProcProbe *self, const char *line, gsize length, double *number)
{
  const char *end = line + length;
  guint field = 0;

  while (line < end && g_ascii_isspace (*line))
    line++;
  self->problem = NO_LINE;
  if ((gsize) (end - line) < strlen (self->line) || !g_str_has_prefix (line, self->line))
    return FALSE;

  self->problem = "the line has fewer words than “field”";
  for (line += strlen (self->line); line < end; field++)
    {
      const char *word;

      while (line < end && g_ascii_isspace (*line))
        line++;
      for (word = line; line < end && !g_ascii_isspace (*line);)
        line++;
      if (field + 1 < self->field || line == word)
        continue;
      self->problem = NULL;
      parse_number (self, word, line - word, number);
      return TRUE;
    }
  return TRUE;
}

static gint64
get_thread_time (void)
{
  struct timespec t;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec * G_USEC_PER_SEC + t.tv_nsec / 1000;
}

/* Reads the thread's processor time, a costly system call, only when the wall time is above the
 * limit. */
static gboolean
is_too_slow (gint64 begin_wall, gint64 begin_thread)
{
  return g_get_monotonic_time () - begin_wall > MAX_COST
         && get_thread_time () - begin_thread > MAX_COST;
}

static const char *
skip_to_begin (ProcProbe *self, const char *text)
{
  const char *found = self->after ? strstr (text, self->after) : text;

  if (self->after && found)
    found = strchr (found, '\n');
  if (!found)
    self->problem = "no line contains the text of “after”";
  return found && self->after ? found + 1 : found;
}

gboolean
proc_probe_find (ProcProbe *self, const char *text, double *number)
{
  gint64 begin_wall = g_get_monotonic_time (), begin_thread = get_thread_time ();
  const char *line;

  if (self->is_off || !(line = skip_to_begin (self, text)))
    return FALSE;
  self->problem = NO_LINE;
  while (*line)
    {
      gsize length = strcspn (line, "\n");

      if (length <= MAX_LINE
          && (self->regex ? try_pattern : try_field) (self, line, length, number))
        return self->problem == NULL;
      if (is_too_slow (begin_wall, begin_thread))
        {
          self->is_off = TRUE;
          self->problem =
              "the pattern took too long and was switched off; simplify it and restart the source";
          return FALSE;
        }
      line += length + (line[length] == '\n');
    }
  return FALSE;
}
