/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "cli/script.h"

#include "engine/quantity.h"

#include <gio/gio.h>
#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

enum
{
  MAX_BYTES = 1024 * 1024,
  MAX_CHANGES = 10000,
};

static void
clear_change (gpointer data)
{
  g_variant_unref (((MxtrafChange *) data)->value);
}

void
mxtraf_script_free (MxtrafScript *self)
{
  g_array_unref (self->changes);
  g_free (self);
}

const MxtrafChange *
mxtraf_script_get (const MxtrafScript *self, guint i)
{
  return i < self->changes->len ? &g_array_index (self->changes, MxtrafChange, i) : NULL;
}

static gboolean
check_time (const MxtrafScript *self, const char *text, double time, double duration,
            GError **error)
{
  guint n = self->changes->len;

  if (time < 0)
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                 _ ("the time %s is negative; write a time from 0s on"), text);
  else if (duration > 0 && time > duration)
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                 _ ("the time %s is after the end of the run; use a longer --duration"), text);
  else if (n > 0 && time * GSCOPE_SEC < mxtraf_script_get (self, n - 1)->time)
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                 _ ("the time %s is before the previous change; sort the changes by time"), text);
  else
    return TRUE;
  return FALSE;
}

static const MxtrafRow *
find_row (const char *name, GError **error)
{
  const MxtrafRow *row = mxtraf_rows_find (name);
  g_autoptr (GString) names = g_string_new (NULL);

  if (row)
    return row;
  for (guint i = 0; i < mxtraf_rows_get_n (); i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", mxtraf_rows_get (i)->name);
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
               _ ("there is no parameter “%.40s”; choose one of: %s"), name, names->str);
  return NULL;
}

/* Reads a line: at TIME NAME VALUE. The value is the rest of the line. */
static gboolean
read_words (MxtrafScript *self, char **words, guint line, double duration, GError **error)
{
  MxtrafChange change = { .line = line };
  double time;

  if (!mxtraf_quantity_parse ("s", words[1], &time, error)
      || !check_time (self, words[1], time, duration, error))
    return FALSE;
  change.time = time * GSCOPE_SEC;
  change.row = find_row (words[2], error);
  change.value = change.row ? mxtraf_row_parse (change.row, words[3], error) : NULL;
  if (!change.value)
    return FALSE;
  g_array_append_val (self->changes, change);
  return TRUE;
}

static gboolean
read_line (MxtrafScript *self, char *line, guint number, double duration, GError **error)
{
  g_auto (GStrv) words = g_new0 (char *, 5);

  line[strcspn (line, "#")] = '\0';
  g_strstrip (line);
  if (!line[0])
    return TRUE;
  if (self->changes->len == MAX_CHANGES)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
                   _ ("there are more than %d changes; use a shorter script"), MAX_CHANGES);
      return FALSE;
    }
  if (sscanf (line, "%ms %ms %ms %m[^\n]", &words[0], &words[1], &words[2], &words[3]) == 4
      && g_str_equal (words[0], "at"))
    return read_words (self, words, number, duration, error);
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
               _ ("“%.40s” is not a change; write a line such as: at 5s elephants 15"), line);
  return FALSE;
}

MxtrafScript *
mxtraf_script_parse (const char *text, double duration, GError **error)
{
  g_autoptr (MxtrafScript) self = g_new0 (MxtrafScript, 1);
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  guint number = 0;

  self->changes = g_array_new (FALSE, TRUE, sizeof (MxtrafChange));
  g_array_set_clear_func (self->changes, clear_change);
  for (char *line = valid, *next; line; line = next)
    {
      next = strchr (line, '\n');
      if (next)
        *next++ = '\0';
      if (!read_line (self, line, ++number, duration, error))
        {
          g_prefix_error (error, _ ("line %u: "), number);
          return NULL;
        }
    }
  return g_steal_pointer (&self);
}

/* Reads one byte more than the limit, to detect longer scripts. */
static char *
read_text (const char *path, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileInputStream) stream = g_file_read (file, NULL, error);
  g_autofree char *text = g_malloc (MAX_BYTES + 2);
  gsize length;

  if (!stream
      || !g_input_stream_read_all (G_INPUT_STREAM (stream), text, MAX_BYTES + 1, &length, NULL,
                                   error))
    return NULL;
  text[length] = '\0';
  if (length <= MAX_BYTES)
    return g_steal_pointer (&text);
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
               _ ("cannot read %s: it is longer than 1 MiB; use a shorter script"), path);
  return NULL;
}

MxtrafScript *
mxtraf_script_load (const char *path, double duration, GError **error)
{
  g_autofree char *text = read_text (path, error);
  MxtrafScript *self;

  if (!text)
    return NULL;
  self = mxtraf_script_parse (text, duration, error);
  if (!self)
    g_prefix_error (error, "%s: ", path);
  return self;
}
