/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/text/number-place.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/text/number-private.h>
#include <kernel-clock.h>
#include <math.h>
#include <string.h>

/* Limit of PCRE's steps for a line. */
#define STEPS "(*LIMIT_MATCH=10000)"

/* Maximum processor time of a pattern for a text: microseconds. */
#define MAX_COST (20 * G_TIME_SPAN_MILLISECOND)

enum
{
  MAX_WORDS = 4096,
  MAX_MATCH = 1000000,
  MAX_LINE = 4096,
  MAX_NUMBER = 63,
};

G_DEFINE_BOXED_TYPE (GscopeNumberPlace, gscope_number_place, gscope_number_place_ref,
                     gscope_number_place_unref)

static const char *const titles[] = {
  [GSCOPE_NUMBER_FAULT_NONE] = N_ ("found"),
  [GSCOPE_NUMBER_FAULT_NO_SECTION] =
      N_ ("no line contains the text of “after”; choose the number again"),
  [GSCOPE_NUMBER_FAULT_NO_LINE] = N_ ("no line matches; choose the number again"),
  [GSCOPE_NUMBER_FAULT_NO_FIELD] =
      N_ ("the line has fewer words than “field”; choose the number again"),
  [GSCOPE_NUMBER_FAULT_NOT_A_NUMBER] =
      N_ ("the text at this place is not a number; choose another number"),
  [GSCOPE_NUMBER_FAULT_COMPLEX] = N_ ("the pattern takes too many steps for a line; simplify it"),
  [GSCOPE_NUMBER_FAULT_SLOW] =
      N_ ("the pattern took too long and was switched off; simplify it and restart the source"),
};

/**
 * gscope_number_fault_get_title:
 * @self: a fault
 *
 * Gets a clause for users about @self, with the remedy. Any thread may call this.
 *
 * Returns: (transfer none): the translated text, such as “no line matches; choose the number again”
 *
 * Since: 1.0
 */
const char *
gscope_number_fault_get_title (GscopeNumberFault self)
{
  g_return_val_if_fail ((guint) self < G_N_ELEMENTS (titles), NULL);

  return g_dgettext (GETTEXT_PACKAGE, titles[self]);
}

/* Options. */

static gboolean
refuse (GError **error, const char *key, const char *reason)
{
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID, "%s: %s", key, reason);
  return FALSE;
}

static gboolean
read_text (GVariant *options, const char *key, gsize max, char **text, GError **error)
{
  g_autoptr (GVariant) value = g_variant_lookup_value (options, key, NULL);
  g_autofree char *reason = NULL;

  if (!value)
    return TRUE;
  if (g_variant_is_of_type (value, G_VARIANT_TYPE_STRING)
      && strlen (g_variant_get_string (value, NULL)) <= max
      && g_variant_get_string (value, NULL)[0])
    {
      *text = g_variant_dup_string (value, NULL);
      return TRUE;
    }
  reason = g_strdup_printf (_ ("it is not a text of 1 to %zu bytes"), max);
  return refuse (error, key, reason);
}

static gboolean
read_count (GVariant *options, const char *key, guint max, guint *count, GError **error)
{
  g_autoptr (GVariant) value = g_variant_lookup_value (options, key, NULL);
  g_autofree char *reason = NULL;
  double number = 0;

  if (!value)
    return TRUE;
  if (g_variant_is_of_type (value, G_VARIANT_TYPE_INT64))
    number = g_variant_get_int64 (value);
  else if (g_variant_is_of_type (value, G_VARIANT_TYPE_DOUBLE))
    number = g_variant_get_double (value);
  if (number >= 1 && number <= max && number == floor (number))
    {
      *count = number;
      return TRUE;
    }
  reason = g_strdup_printf (_ ("it is not a whole number from 1 to %u"), max);
  return refuse (error, key, reason);
}

/* Texts are raw, because files of the kernel may not be valid UTF-8. */
static gboolean
compile (GscopeNumberPlace *self, GError **error)
{
  g_autofree char *limited = g_strconcat (STEPS, self->pattern, NULL);
  g_autoptr (GRegex) regex = NULL;
  g_autoptr (GError) reason = NULL;

  regex = g_regex_new (self->pattern, G_REGEX_RAW, 0, &reason);
  if (!regex)
    return refuse (error, "pattern", reason->message);
  if (g_regex_get_capture_count (regex) != 1)
    return refuse (error, "pattern",
                   _ ("it has not exactly one group; put the number in parentheses"));
  self->regex = g_regex_new (limited, G_REGEX_RAW, 0, &reason);
  return self->regex ? TRUE : refuse (error, "pattern", reason->message);
}

static gboolean
complete (GscopeNumberPlace *self, GError **error)
{
  if (!self->pattern == !self->line)
    return refuse (
        error, "pattern",
        _ ("the place of the number is missing; write either “pattern”, or “line” and “field”"));
  if (self->pattern)
    return compile (self, error);
  if (self->field == 0)
    return refuse (
        error, "field",
        _ ("it is missing; write the position of the number among the words after “line”"));
  return TRUE;
}

/**
 * gscope_number_place_new:
 * @options: the place, `a{sv}`; other keys are ignored
 * @error: which key is wrong, and the remedy
 *
 * Creates the place of a number in a text of lines.
 *
 * Either `pattern` is a Perl-compatible regular expression with one group, which is the number, or `line` is the begin
 * of a line after blanks, and `field` the position of the number among the words after it, from 1. The first matching
 * line counts, or the one with the number `match`. The search begins after the first line that contains the text
 * `after`.
 *
 * Returns: (transfer full) (nullable): a place
 *
 * Since: 1.0
 */
GscopeNumberPlace *
gscope_number_place_new (GVariant *options, GError **error)
{
  g_autoptr (GscopeNumberPlace) self = NULL;

  g_return_val_if_fail (options && g_variant_is_of_type (options, G_VARIANT_TYPE_VARDICT), NULL);

  self = g_atomic_rc_box_new0 (GscopeNumberPlace);
  self->match = 1;
  if (!read_text (options, "pattern", GSCOPE_NUMBER_MAX_PATTERN, &self->pattern, error)
      || !read_text (options, "line", GSCOPE_NUMBER_MAX_TEXT, &self->line, error)
      || !read_text (options, "after", GSCOPE_NUMBER_MAX_TEXT, &self->after, error)
      || !read_count (options, "field", MAX_WORDS, &self->field, error)
      || !read_count (options, "match", MAX_MATCH, &self->match, error) || !complete (self, error))
    return NULL;
  return g_steal_pointer (&self);
}

/**
 * gscope_number_place_ref:
 * @self: a place
 *
 * Takes a reference. A place never changes. Any thread may call this.
 *
 * Returns: (transfer full): @self
 *
 * Since: 1.0
 */
GscopeNumberPlace *
gscope_number_place_ref (GscopeNumberPlace *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  GscopeNumberPlace *self = data;

  g_free (self->pattern);
  g_free (self->line);
  g_free (self->after);
  g_clear_pointer (&self->regex, g_regex_unref);
}

/**
 * gscope_number_place_unref:
 * @self: (transfer full): a place
 *
 * Releases a reference. Any thread may call this.
 *
 * Since: 1.0
 */
void
gscope_number_place_unref (GscopeNumberPlace *self)
{
  g_return_if_fail (self != NULL);

  g_atomic_rc_box_release_full (self, clear);
}

/**
 * gscope_number_place_describe:
 * @self: a place
 *
 * Gets the options that make the same place.
 *
 * Returns: (transfer full): the keys of gscope_number_place_new(), `a{sv}`
 *
 * Since: 1.0
 */
GVariant *
gscope_number_place_describe (GscopeNumberPlace *self)
{
  GVariantDict options;

  g_return_val_if_fail (self != NULL, NULL);

  g_variant_dict_init (&options, NULL);
  if (self->after)
    g_variant_dict_insert (&options, "after", "s", self->after);
  if (self->pattern)
    g_variant_dict_insert (&options, "pattern", "s", self->pattern);
  if (self->line)
    g_variant_dict_insert (&options, "line", "s", self->line);
  if (self->field > 0)
    g_variant_dict_insert (&options, "field", "x", (gint64) self->field);
  if (self->match > 1)
    g_variant_dict_insert (&options, "match", "x", (gint64) self->match);
  return g_variant_ref_sink (g_variant_dict_end (&options));
}

/* Finding the number in a text. */

/* A place in a line: the text of the number, which begins at a place after the line's begin. */
typedef struct
{
  gsize begin;
  gsize length;
} Part;

static GscopeNumberFault
parse_number (const char *text, gsize length, double *number)
{
  char digits[MAX_NUMBER + 1];
  char *end;

  length = MIN (length, MAX_NUMBER);
  memcpy (digits, text, length);
  digits[length] = 0;
  *number = g_ascii_strtod (digits, &end);
  return end != digits && isfinite (*number) ? GSCOPE_NUMBER_FAULT_NONE
                                             : GSCOPE_NUMBER_FAULT_NOT_A_NUMBER;
}

/* Returns GSCOPE_NUMBER_FAULT_NO_LINE if the line does not match. */
static GscopeNumberFault
try_pattern (GscopeNumberPlace *self, const char *line, gsize length, Part *part)
{
  g_autoptr (GMatchInfo) match = NULL;
  g_autoptr (GError) error = NULL;
  int begin, end;

  if (!g_regex_match_full (self->regex, line, length, 0, 0, &match, &error))
    return error ? GSCOPE_NUMBER_FAULT_COMPLEX : GSCOPE_NUMBER_FAULT_NO_LINE;
  if (!g_match_info_fetch_pos (match, 1, &begin, &end) || begin < 0)
    return GSCOPE_NUMBER_FAULT_NOT_A_NUMBER;
  *part = (Part){ begin, end - begin };
  return GSCOPE_NUMBER_FAULT_NONE;
}

static GscopeNumberFault
try_field (GscopeNumberPlace *self, const char *line, gsize length, Part *part)
{
  const char *at = line, *end = line + length;
  guint field = 0;

  while (at < end && g_ascii_isspace (*at))
    at++;
  if ((gsize) (end - at) < strlen (self->line) || !g_str_has_prefix (at, self->line))
    return GSCOPE_NUMBER_FAULT_NO_LINE;

  for (at += strlen (self->line); at < end; field++)
    {
      const char *word;

      while (at < end && g_ascii_isspace (*at))
        at++;
      for (word = at; at < end && !g_ascii_isspace (*at);)
        at++;
      if (field + 1 < self->field || at == word)
        continue;
      *part = (Part){ word - line, at - word };
      return GSCOPE_NUMBER_FAULT_NONE;
    }
  return GSCOPE_NUMBER_FAULT_NO_FIELD;
}

static gint64
get_thread_time (void)
{
  return kernel_clock_read (CLOCK_THREAD_CPUTIME_ID) / 1000;
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
skip_to_begin (GscopeNumberPlace *self, const char *text)
{
  const char *found = self->after ? strstr (text, self->after) : text;

  if (self->after && found)
    found = strchr (found, '\n');
  return found && self->after ? found + 1 : found;
}

/* Finds the matching line with a number, from 1. Lines that begin after until, if that is not NULL,
 * are not read. n_matches gets the number of lines that matched. */
static GscopeNumberFault
find_line (GscopeNumberPlace *self, const char *text, const char *until, guint match,
           const char **line, Part *part, guint *n_matches)
{
  gint64 begin_wall = g_get_monotonic_time (), begin_thread = get_thread_time ();

  *n_matches = 0;
  for (*line = skip_to_begin (self, text); *line && **line && (!until || *line <= until);)
    {
      gsize length = strcspn (*line, "\n");
      GscopeNumberFault fault =
          length > MAX_LINE ? GSCOPE_NUMBER_FAULT_NO_LINE
                            : (self->regex ? try_pattern : try_field) (self, *line, length, part);

      if (fault != GSCOPE_NUMBER_FAULT_NO_LINE && ++*n_matches == match)
        return fault;
      if (is_too_slow (begin_wall, begin_thread))
        return GSCOPE_NUMBER_FAULT_SLOW;
      *line += length + ((*line)[length] == '\n');
    }
  return *line ? GSCOPE_NUMBER_FAULT_NO_LINE : GSCOPE_NUMBER_FAULT_NO_SECTION;
}

/**
 * gscope_number_place_find:
 * @self: a place
 * @text: lines, which may not be valid UTF-8
 * @number: (out): the number
 * @begin: (out) (optional): where it begins, bytes
 *
 * Finds the number in a text. Lines of more than 4096 bytes do not match. A pattern has a limited number of steps for
 * each line, and of processor time for the text. Any thread may call this.
 *
 * Returns: %GSCOPE_NUMBER_FAULT_NONE, or the reason why there is none
 *
 * Since: 1.0
 */
GscopeNumberFault
gscope_number_place_find (GscopeNumberPlace *self, const char *text, double *number, gsize *begin)
{
  const char *line;
  GscopeNumberFault fault;
  guint n_matches;
  Part part;

  g_return_val_if_fail (self && text && number, GSCOPE_NUMBER_FAULT_NO_LINE);

  fault = find_line (self, text, NULL, self->match, &line, &part, &n_matches);
  if (fault != GSCOPE_NUMBER_FAULT_NONE)
    return fault;
  if (begin)
    *begin = line - text + part.begin;
  return parse_number (line + part.begin, part.length, number);
}

guint
gscope_number_place_count_matches (GscopeNumberPlace *self, const char *text, const char *until)
{
  const char *line;
  guint n_matches;
  Part part;

  find_line (self, text, until, G_MAXUINT, &line, &part, &n_matches);
  return n_matches;
}
