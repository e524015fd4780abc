/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "probe.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>
#include <time.h>

enum
{
  MAX_TEXT = 255,
  MAX_PATH = 4095,
  MAX_PATTERN = 1024,
  MAX_WORDS = 4096,
  MAX_LINE = 4096,
  MAX_NUMBER = 63,
};

/* Limit of PCRE's steps for a line. */
#define STEPS "(*LIMIT_MATCH=10000)"

/* Maximum processor time of a pattern for a file: microseconds. A slower pattern is switched
 * off. */
#define MAX_COST (20 * G_TIME_SPAN_MILLISECOND)

#define NO_LINE _ ("no line matches")

static gboolean
refuse (GError **error, const char *key, const char *reason)
{
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID, "%s: %s", key, reason);
  return FALSE;
}

static gboolean
read_text (GVariant *value, const char *key, gsize max, char **text, GError **error)
{
  if (!g_variant_is_of_type (value, G_VARIANT_TYPE_STRING)
      || strlen (g_variant_get_string (value, NULL)) > max
      || !g_variant_get_string (value, NULL)[0])
    {
      g_autofree char *reason = g_strdup_printf (_ ("it is not a text of 1 to %zu bytes"), max);

      return refuse (error, key, reason);
    }
  g_free (*text);
  *text = g_variant_dup_string (value, NULL);
  return TRUE;
}

static gboolean
read_number (GVariant *value, const char *key, double *number, GError **error)
{
  if (g_variant_is_of_type (value, G_VARIANT_TYPE_INT64))
    *number = g_variant_get_int64 (value);
  else if (g_variant_is_of_type (value, G_VARIANT_TYPE_DOUBLE))
    *number = g_variant_get_double (value);
  else
    return refuse (error, key, _ ("it is not a number"));
  return isfinite (*number) ? TRUE : refuse (error, key, _ ("it is not a finite number"));
}

static gboolean
read_field (ProcProbe *self, GVariant *value, GError **error)
{
  double number;

  if (!read_number (value, "field", &number, error))
    return FALSE;
  if (number < 1 || number > MAX_WORDS || number != floor (number))
    return refuse (error, "field", _ ("it is not a whole number from 1 to 4096"));
  self->field = number;
  return TRUE;
}

static gboolean
read_pattern (ProcProbe *self, GVariant *value, GError **error)
{
  g_autofree char *pattern = NULL;
  g_autofree char *limited = NULL;
  g_autoptr (GRegex) regex = NULL;
  g_autoptr (GError) reason = NULL;

  if (!read_text (value, "pattern", MAX_PATTERN, &pattern, error))
    return FALSE;
  /* raw, because files of the kernel may not be valid UTF-8 */
  regex = g_regex_new (pattern, G_REGEX_RAW, 0, &reason);
  if (!regex)
    return refuse (error, "pattern", reason->message);
  if (g_regex_get_capture_count (regex) != 1)
    return refuse (error, "pattern",
                   _ ("it has not exactly one group; put the number in parentheses"));
  limited = g_strconcat (STEPS, pattern, NULL);
  g_clear_pointer (&self->regex, g_regex_unref);
  self->regex = g_regex_new (limited, G_REGEX_RAW, 0, &reason);
  return self->regex ? TRUE : refuse (error, "pattern", reason->message);
}

static gboolean
read_rate (ProcProbe *self, GVariant *value, GError **error)
{
  if (!g_variant_is_of_type (value, G_VARIANT_TYPE_BOOLEAN))
    return refuse (error, "rate", _ ("it is not a boolean; write true or false"));
  self->metric.kind = g_variant_get_boolean (value) ? PROC_RATE : PROC_ABSOLUTE;
  return TRUE;
}

static gboolean
read_option (ProcProbe *self, const char *key, GVariant *value, GError **error)
{
  const struct
  {
    const char *key;
    char **text;
    gsize max;
  } texts[] = {
    { "name", &self->name, MAX_TEXT }, { "title", &self->title, MAX_TEXT },
    { "unit", &self->unit, MAX_TEXT }, { "group", &self->group, MAX_TEXT },
    { "file", &self->file, MAX_PATH }, { "after", &self->after, MAX_TEXT },
    { "line", &self->line, MAX_TEXT },
  };
  const struct
  {
    const char *key;
    double *number;
  } numbers[] = { { "scale", &self->metric.scale },
                  { "min", &self->metric.min },
                  { "max", &self->metric.max } };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (g_str_equal (key, texts[i].key))
      return read_text (value, key, texts[i].max, texts[i].text, error);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    if (g_str_equal (key, numbers[i].key))
      return read_number (value, key, numbers[i].number, error);
  if (g_str_equal (key, "pattern"))
    return read_pattern (self, value, error);
  if (g_str_equal (key, "field"))
    return read_field (self, value, error);
  if (g_str_equal (key, "rate"))
    return read_rate (self, value, error);
  return refuse (
      error, key,
      _ ("there is no such option; choose one of: name, file, pattern, line, field, after, "
         "rate, unit, scale, min, max, group, title"));
}

static gboolean
is_complete (ProcProbe *self, GError **error)
{
  if (!self->name)
    return refuse (error, "name", _ ("it is missing"));
  if (!self->file)
    return refuse (error, "file", _ ("it is missing"));
  if (!self->regex == !self->line)
    return refuse (
        error, self->name,
        _ ("the place of the number is missing; write either “pattern”, or “line” and “field”"));
  if (self->line && self->field == 0)
    return refuse (
        error, self->name,
        _ ("“field” is missing; write the position of the number among the words after “line”"));
  return TRUE;
}

ProcProbe *
proc_probe_new (GVariant *options, GError **error)
{
  g_autoptr (ProcProbe) self = g_new0 (ProcProbe, 1);
  GVariantIter iter;
  const char *key;
  GVariant *child;

  self->metric.kind = PROC_ABSOLUTE;
  self->metric.plus = 1;
  self->metric.scale = 1;
  g_variant_iter_init (&iter, options);
  while (g_variant_iter_next (&iter, "{&sv}", &key, &child))
    {
      g_autoptr (GVariant) value = child;

      if (!read_option (self, key, value, error))
        return NULL;
    }
  if (!is_complete (self, error))
    return NULL;
  self->metric.name = self->name;
  self->metric.unit = self->unit ? self->unit : "";
  self->metric.description = self->file;
  self->item =
      proc_item_new (self->group, self->title ? self->title : self->name, &self->metric, 1);
  return g_steal_pointer (&self);
}

void
proc_probe_free (ProcProbe *self)
{
  g_free (self->name);
  g_free (self->title);
  g_free (self->unit);
  g_free (self->group);
  g_free (self->file);
  g_free (self->after);
  g_free (self->line);
  g_clear_pointer (&self->regex, g_regex_unref);
  g_clear_pointer (&self->item, proc_item_unref);
  g_free (self);
}

/* Finding the number in a text. */

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
  self->problem = _ ("the text at this place is not a number");
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
      self->problem =
          error ? _ ("the pattern takes too many steps for a line; simplify it") : NO_LINE;
      return error != NULL;
    }
  if (!g_match_info_fetch_pos (match, 1, &begin, &end) || begin < 0)
    self->problem = _ ("the group of the matching line is not a number");
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

  self->problem = _ ("the line has fewer words than “field”");
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
    self->problem = _ ("no line contains the text of “after”");
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
          self->problem = _ (
              "the pattern took too long and was switched off; simplify it and restart the source");
          return FALSE;
        }
      line += length + (line[length] == '\n');
    }
  return FALSE;
}
