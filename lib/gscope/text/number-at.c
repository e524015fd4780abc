/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/text/number-private.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <string.h>

/* How the place of a number is described so that it is found again when other numbers change: words
 * stay, numbers before it may be any. */

enum
{
  MAX_UNIT = 5,
  MAX_HEADINGS = 8,
};

/* The number: it takes the rest of its word, of which its digits count. */
#define NUMBER "([-+\\d]\\S*)"
#define ANY_WORD "\\S+\\s+"

static gboolean
is_word (char c)
{
  return g_ascii_isalnum (c) || c == '_' || (guchar) c >= 0x80;
}

/* Returns whether digits at a place begin a number: they are no part of a name, such as “eth0”, or of another
 * number. */
static gboolean
begins (const char *text, gsize at)
{
  if (!g_ascii_isdigit (text[at]))
    return FALSE;
  if (at == 0)
    return TRUE;
  if (text[at - 1] == '.' && at > 1 && g_ascii_isdigit (text[at - 2]))
    return FALSE;
  return !is_word (text[at - 1]);
}

static gboolean
has_sign (const char *text, gsize at)
{
  if (at == 0 || (text[at - 1] != '-' && text[at - 1] != '+'))
    return FALSE;
  return at == 1 || g_ascii_isspace (text[at - 2]) || strchr ("=:([,", text[at - 2]);
}

/* Reads a number that begins with a digit at a place; a unit may follow it. */
static gboolean
read_number (const char *text, gsize at, gsize *begin, gsize *end)
{
  char *rest;
  gsize unit = 0;

  if (!begins (text, at))
    return FALSE;
  g_ascii_strtod (text + at, &rest);
  while (unit < MAX_UNIT && g_ascii_isalpha (rest[unit]))
    unit++;
  if (is_word (rest[unit]))
    return FALSE;
  *begin = has_sign (text, at) ? at - 1 : at;
  *end = rest - text;
  return TRUE;
}

/**
 * gscope_number_place_next:
 * @text: a text
 * @offset: a place in it, bytes
 * @begin: (out): where the number begins, bytes
 * @end: (out): where it ends, bytes
 *
 * Finds the first number of a text that ends after a place. Digits in names, such as “eth0”, are no number.
 *
 * Returns: whether there is one
 *
 * Since: 1.0
 */
gboolean
gscope_number_place_next (const char *text, gsize offset, gsize *begin, gsize *end)
{
  gsize at;

  g_return_val_if_fail (text && begin && end, FALSE);

  at = MIN (offset, strlen (text));
  /* The place may be within a number. */
  while (at > 0 && !g_ascii_isspace (text[at - 1]))
    at--;
  for (; text[at]; at++)
    if (read_number (text, at, begin, end) && *end > offset)
      return TRUE;
  return FALSE;
}

/* Makes a pattern from the words of a line. */
typedef struct
{
  const char *line;
  /* numbers before this place in the line stay as they are */
  gsize fixed;
  GString *pattern;
  /* words of any text since the last other one */
  guint n_any;
} Maker;

static void
append_literal (Maker *self, const char *text, gsize length)
{
  for (gsize i = 0; i < length; i++)
    {
      if ((guchar) text[i] >= 0x80)
        {
          g_string_append_c (self->pattern, '.');
          continue;
        }
      if (strchr ("\\|()[]{}^$*+?.", text[i]))
        g_string_append_c (self->pattern, '\\');
      g_string_append_c (self->pattern, text[i]);
    }
}

static void
append_any_words (Maker *self)
{
  if (self->n_any > 2)
    g_string_append_printf (self->pattern, "(?:" ANY_WORD "){%u}", self->n_any);
  else
    for (guint i = 0; i < self->n_any; i++)
      g_string_append (self->pattern, ANY_WORD);
  self->n_any = 0;
}

static gsize
skip_space (const char *line, gsize at)
{
  while (line[at] && line[at] != '\n' && g_ascii_isspace (line[at]))
    at++;
  return at;
}

static gsize
skip_word (const char *line, gsize at)
{
  while (line[at] && !g_ascii_isspace (line[at]))
    at++;
  return at;
}

/* Returns the length of the part of a word that stays when numbers change. */
static gsize
count_literal (Maker *self, gsize word, gsize length)
{
  gsize begin, end;

  if (word < self->fixed)
    return length;
  /* a state, such as the state of a process, which is not at the beginning of its line */
  if (length == 1 && g_ascii_isalpha (self->line[word]) && word > skip_space (self->line, 0))
    return 0;
  for (gsize i = 0; i < length; i++)
    if (read_number (self->line, word + i, &begin, &end))
      return begin - word;
  return length;
}

static void
append_word (Maker *self, gsize word, gsize length)
{
  gsize n = count_literal (self, word, length);

  if (n == 0)
    {
      self->n_any++;
      return;
    }
  append_any_words (self);
  append_literal (self, self->line + word, n);
  g_string_append (self->pattern, n < length ? "\\S*\\s+" : "\\s+");
}

/* Appends the part of the number's own word that is before the number. */
static void
append_head (Maker *self, gsize word, gsize length)
{
  gsize begin, end;

  for (gsize i = 0; i < length;)
    {
      if (word + i >= self->fixed && read_number (self->line, word + i, &begin, &end)
          && end <= word + length)
        {
          g_string_append (self->pattern, "[-+\\d.]+");
          i = end - word;
          continue;
        }
      append_literal (self, self->line + word + i, 1);
      i++;
    }
}

/* Returns the pattern of a number that begins at a place of a line. */
static char *
make_pattern (const char *line, gsize number, gsize fixed)
{
  Maker self = { line, fixed, g_string_new ("^"), 0 };
  gsize word = skip_space (line, 0);

  if (word > 0)
    g_string_append (self.pattern, "\\s*");
  for (gsize end = skip_word (line, word); end <= number; end = skip_word (line, word))
    {
      append_word (&self, word, end - word);
      word = skip_space (line, end);
    }
  append_any_words (&self);
  append_head (&self, word, number - word);
  g_string_append (self.pattern, NUMBER);
  return g_string_free (self.pattern, FALSE);
}

/* Returns the end of what names a line: numbers in it may be a part of the name, such as in “Node 0, zone DMA”. A line
 * without words is named by its first number. */
static gsize
find_name_end (const char *line, gsize number)
{
  Maker self = { line, 0, NULL, 0 };
  gsize name_end = 0, first = 0;

  for (gsize word = skip_space (line, 0); word < number;)
    {
      gsize end = skip_word (line, word);

      if (end <= number && first == 0)
        first = end;
      if (end <= number && count_literal (&self, word, end - word) == end - word)
        name_end = end;
      word = skip_space (line, end);
    }
  return name_end > 0 ? name_end : first;
}

/* A line above the number's one. */

static const char *
find_line_begin (const char *text, const char *at)
{
  while (at > text && at[-1] != '\n')
    at--;
  return at;
}

/* Finds the headings of a line: lines above that are indented less, from the innermost to the outermost, and the first
 * line of its paragraph, if that is not the first one. */
static guint
list_headings (const char *text, const char *line, const char *headings[MAX_HEADINGS])
{
  gsize indent = skip_space (line, 0);
  const char *first = NULL;
  guint n = 0;

  for (const char *above = line; above > text && n < MAX_HEADINGS; first = above)
    {
      gsize space;

      above = find_line_begin (text, above - 1);
      space = skip_space (above, 0);
      if (space == strcspn (above, "\n"))
        {
          if (first)
            headings[n++] = first;
          break;
        }
      if (space >= indent)
        continue;
      headings[n++] = above;
      indent = space;
    }
  return n;
}

/* The place. */

static GscopeNumberPlace *
try (const char *pattern, const char *after, guint match)
{
  GVariantDict options;
  g_autoptr (GVariant) variant = NULL;

  g_variant_dict_init (&options, NULL);
  g_variant_dict_insert (&options, "pattern", "s", pattern);
  g_variant_dict_insert (&options, "match", "x", (gint64) match);
  if (after)
    g_variant_dict_insert (&options, "after", "s", after);
  variant = g_variant_ref_sink (g_variant_dict_end (&options));
  return gscope_number_place_new (variant, NULL);
}

/* Returns a place with this pattern if it finds the number, else NULL. */
static GscopeNumberPlace *
keep_if_found (GscopeNumberPlace *taken, const char *text, gsize number)
{
  g_autoptr (GscopeNumberPlace) place = taken;
  double value;
  gsize begin;

  if (place && gscope_number_place_find (place, text, &value, &begin) == GSCOPE_NUMBER_FAULT_NONE
      && begin == number)
    return g_steal_pointer (&place);
  return NULL;
}

static GscopeNumberPlace *
try_after (const char *pattern, const char *text, const char *line, gsize number)
{
  const char *headings[MAX_HEADINGS];
  GscopeNumberPlace *place = NULL;

  for (guint i = list_headings (text, line, headings); i-- > 0 && !place;)
    {
      g_autofree char *after = g_strndup (headings[i], strcspn (headings[i], "\n"));

      if (g_utf8_validate (after, -1, NULL))
        place = keep_if_found (try (pattern, g_strstrip (after), 1), text, number);
    }
  return place;
}

static GscopeNumberPlace *
try_match (const char *pattern, const char *text, const char *line, gsize number)
{
  g_autoptr (GscopeNumberPlace) first = try (pattern, NULL, 1);
  guint match = first ? gscope_number_place_count_matches (first, text, line) : 0;

  return match > 1 ? keep_if_found (try (pattern, NULL, match), text, number) : NULL;
}

/**
 * gscope_number_place_new_at:
 * @text: lines
 * @offset: the place of a number, bytes
 * @error: why there is no description
 *
 * Creates the place of the number at or after a place in a text, so that the number is found again when other numbers
 * have changed: by the words before it in its line and its position among them; where other lines are the same, also
 * by the name of its line, by the heading above, or by the number of such lines before.
 *
 * Returns: (transfer full) (nullable): a place, which finds the number in @text
 *
 * Since: 1.0
 */
GscopeNumberPlace *
gscope_number_place_new_at (const char *text, gsize offset, GError **error)
{
  gsize number, end;
  const char *line;
  g_autofree char *pattern = NULL;
  g_autofree char *named = NULL;
  GscopeNumberPlace *place;

  g_return_val_if_fail (text != NULL, NULL);

  if (!gscope_number_place_next (text, offset, &number, &end))
    {
      g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                           _ ("There is no number at this place: choose a number"));
      return NULL;
    }
  line = find_line_begin (text, text + number);
  pattern = make_pattern (line, text + number - line, 0);
  named = make_pattern (line, text + number - line, find_name_end (line, text + number - line));
  place = keep_if_found (try (pattern, NULL, 1), text, number);
  if (!place)
    place = keep_if_found (try (named, NULL, 1), text, number);
  if (!place)
    place = try_after (pattern, text, line, number);
  if (!place)
    place = try_match (pattern, text, line, number);
  if (!place)
    g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
                         _ ("The line of this number is too long to be found again: choose another "
                            "number, or write a pattern"));
  return place;
}
