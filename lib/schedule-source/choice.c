/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <schedule-source/choice.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <string.h>

enum
{
  MAX_PATTERNS = 16,
  MAX_TEXT = 256,
};

typedef struct
{
  /* 0 for a pattern */
  pid_t number;
  GPatternSpec *pattern;
} Part;

struct _ScheduleChoice
{
  GArray *parts;
};

static void
part_clear (gpointer data)
{
  g_clear_pointer (&((Part *) data)->pattern, g_pattern_spec_free);
}

void
schedule_choice_free (ScheduleChoice *self)
{
  g_array_unref (self->parts);
  g_free (self);
}

static void
add_part (ScheduleChoice *self, const char *word)
{
  guint64 number;
  Part part = { 0 };

  if (g_ascii_string_to_unsigned (word, 10, 1, G_MAXINT, &number, NULL))
    part.number = (pid_t) number;
  else
    part.pattern = g_pattern_spec_new (word);
  g_array_append_val (self->parts, part);
}

ScheduleChoice *
schedule_choice_parse (const char *text, GError **error)
{
  g_autoptr (ScheduleChoice) self = g_new0 (ScheduleChoice, 1);
  g_auto (GStrv) words = g_strsplit_set (strlen (text) <= MAX_TEXT ? text : "", ", ", -1);

  self->parts = g_array_new (FALSE, FALSE, sizeof (Part));
  g_array_set_clear_func (self->parts, part_clear);
  for (guint i = 0; words[i]; i++)
    if (words[i][0])
      add_part (self, words[i]);
  if (strlen (text) <= MAX_TEXT && self->parts->len <= MAX_PATTERNS)
    return g_steal_pointer (&self);
  g_set_error (
      error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
      _ ("cannot choose threads: the list has more than %d parts or %d bytes; use patterns "
         "such as “cc1*”"),
      MAX_PATTERNS, MAX_TEXT);
  return NULL;
}

/* Reads it once. A process that has ended has no name. */
static const char *
find_process_name (ScheduleThread *thread)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/comm", thread->process);

  if (!thread->process_name && !g_file_get_contents (path, &thread->process_name, NULL, NULL))
    thread->process_name = g_strdup ("");
  return g_strchomp (thread->process_name);
}

static gboolean
has_name (const ScheduleChoice *self, const char *name)
{
  for (guint i = 0; i < self->parts->len; i++)
    {
      const Part *part = &g_array_index (self->parts, Part, i);

      if (part->pattern && g_pattern_spec_match_string (part->pattern, name))
        return TRUE;
    }
  return FALSE;
}

static gboolean
has_number (const ScheduleChoice *self, const ScheduleThread *thread)
{
  for (guint i = 0; i < self->parts->len; i++)
    {
      pid_t number = g_array_index (self->parts, Part, i).number;

      if (number > 0 && (number == thread->tid || number == thread->process))
        return TRUE;
    }
  return FALSE;
}

gboolean
schedule_choice_matches (const ScheduleChoice *self, ScheduleThread *thread)
{
  if (self->parts->len == 0 || has_number (self, thread) || has_name (self, thread->name))
    return TRUE;
  if (thread->process == thread->tid || thread->process == 0)
    return FALSE;
  return has_name (self, find_process_name (thread));
}

/* Processors. */

static gboolean
read_range (const char *word, guint n_processors, guint64 *first, guint64 *last)
{
  const char *dash = strchr (word, '-');
  g_autofree char *begin = dash ? g_strndup (word, dash - word) : g_strdup (word);

  return g_ascii_string_to_unsigned (begin, 10, 0, n_processors - 1, first, NULL)
         && g_ascii_string_to_unsigned (dash ? dash + 1 : begin, 10, *first, n_processors - 1, last,
                                        NULL);
}

static gboolean
has (GArray *numbers, guint number)
{
  for (guint i = 0; i < numbers->len; i++)
    if (g_array_index (numbers, guint, i) == number)
      return TRUE;
  return FALSE;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  return (int) *(const guint *) a - (int) *(const guint *) b;
}

static void
add_range (GArray *numbers, guint first, guint last)
{
  for (guint i = first; i <= last && numbers->len < SCHEDULE_MAX_LANES; i++)
    if (!has (numbers, i))
      g_array_append_val (numbers, i);
}

GArray *
schedule_processors_parse (const char *text, guint n_processors, GError **error)
{
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (guint));
  g_auto (GStrv) words = g_strsplit_set (text, ", ", -1);
  guint64 first, last;

  for (guint i = 0; words[i]; i++)
    {
      if (!words[i][0])
        continue;
      if (!read_range (words[i], n_processors, &first, &last))
        {
          g_set_error (
              error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
              _ ("cannot choose processors: “%s” is neither a number nor a range of numbers "
                 "from 0 to %u; write for example “0-3,6”"),
              words[i], n_processors - 1);
          return NULL;
        }
      add_range (numbers, first, last);
    }
  if (numbers->len == 0)
    add_range (numbers, 0, n_processors - 1);
  g_array_sort (numbers, compare);
  return g_steal_pointer (&numbers);
}
