/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/trace-dat/trace-kind.h>

#include <gscope/text/tuple.h>
#include <inttypes.h>
#include <string.h>

enum
{
  MAX_LINES = 256,
  MAX_MEMBERS = 16,
  /* bytes of the name of an event or a field, and of a text in an event */
  MAX_NAME = 64,
  MAX_TEXT = 120,
  /* of all fields of an event, before the last one */
  MAX_DETAIL = 500,
};

static void
member_clear (gpointer data)
{
  GscopeTraceMember *self = data;

  g_free (self->name);
  g_free (self->signal);
}

/* Descriptions. */

static gboolean
is_name (const char *word)
{
  gsize n = strspn (word, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_");

  return n > 0 && n <= MAX_NAME && word[n] == '\0';
}

static gboolean
is_number (const GscopeTraceMember *self)
{
  return self->type == GSCOPE_TRACE_TYPE_UNSIGNED || self->type == GSCOPE_TRACE_TYPE_SIGNED;
}

/* Returns FALSE for types that are not read: structures, and arrays of anything but characters. */
static gboolean
set_type (GscopeTraceMember *self, const char *words, gboolean is_array, gboolean is_signed)
{
  const guint size = self->place.size;

  if (g_str_has_prefix (words, "__data_loc "))
    {
      self->type = GSCOPE_TRACE_TYPE_TEXT_ELSEWHERE;
      return size == 4 && g_str_has_suffix (words, " char[]");
    }
  if (is_array)
    {
      self->type = GSCOPE_TRACE_TYPE_TEXT;
      return g_str_equal (words, "char");
    }
  if (strchr (words, '*'))
    self->type = GSCOPE_TRACE_TYPE_ADDRESS;
  else
    self->type = is_signed ? GSCOPE_TRACE_TYPE_SIGNED : GSCOPE_TRACE_TYPE_UNSIGNED;
  return (size == 1 || size == 2 || size == 4 || size == 8) && !g_str_has_prefix (words, "struct ")
         && !g_str_has_prefix (words, "union ") && !g_str_has_prefix (words, "__rel_loc ");
}

/* "	field:__data_loc char[] name;	offset:12;	size:4;	signed:1;" */
static gboolean
read_member (const char *line, GscopeTraceMember *member)
{
  const char *begin = strstr (line, "field:"), *end = begin ? strchr (begin, ';') : NULL;
  g_autofree char *words = NULL;
  char *array, *name;

  if (!end || !gscope_trace_field_read (&member->place, end))
    return FALSE;
  begin += strlen ("field:");
  words = g_strndup (begin, end - begin);
  array = g_str_has_suffix (words, "]") ? strrchr (words, '[') : NULL;
  if (array)
    *array = '\0';
  name = strrchr (words, ' ');
  if (!name)
    return FALSE;
  *name++ = '\0';
  if (!is_name (name) || g_str_has_prefix (name, "common_")
      || !set_type (member, words, array != NULL, strstr (end, "signed:1") != NULL))
    return FALSE;
  if (is_number (member) && g_str_equal (name, "ip"))
    member->type = GSCOPE_TRACE_TYPE_ADDRESS;
  member->name = g_strdup (name);
  return TRUE;
}

static void
take_line (GscopeTraceKind *self, const char *line)
{
  GscopeTraceMember member = { 0 };

  if (g_str_has_prefix (line, "name: ") && !self->name)
    self->name = g_strdup (line + strlen ("name: "));
  else if (g_str_has_prefix (line, "ID: "))
    self->id = (guint) g_ascii_strtoull (line + strlen ("ID: "), NULL, 10);
  else if (self->members->len < MAX_MEMBERS && read_member (line, &member))
    g_array_append_val (self->members, member);
}

GscopeTraceKind *
gscope_trace_kind_new (const char *description)
{
  g_auto (GStrv) lines = g_strsplit (description, "\n", MAX_LINES);
  g_autoptr (GscopeTraceKind) self = g_new0 (GscopeTraceKind, 1);

  self->members = g_array_new (FALSE, FALSE, sizeof (GscopeTraceMember));
  g_array_set_clear_func (self->members, member_clear);
  for (guint i = 0; lines[i]; i++)
    take_line (self, lines[i]);
  if (!self->name || !is_name (self->name) || self->id == 0)
    return NULL;
  for (guint i = 0; i < self->members->len; i++)
    {
      GscopeTraceMember *member = &g_array_index (self->members, GscopeTraceMember, i);

      if (is_number (member))
        member->signal = g_strdup_printf ("trace/%s/%s", self->name, member->name);
    }
  return g_steal_pointer (&self);
}

void
gscope_trace_kind_free (GscopeTraceKind *self)
{
  g_array_unref (self->members);
  g_free (self->name);
  g_free (self);
}

/* Events. */

/* Returns FALSE if the event is too short. A number with a sign becomes one of 64 bits. */
static gboolean
read_number (const GscopeTraceMember *self, const GscopeTraceFile *file,
             const GscopeTraceEvent *event, guint64 *value)
{
  const GscopeTraceField place = self->place;
  const guint shift = 64 - 8 * place.size;

  if (place.size > event->size || place.offset > event->size - place.size)
    return FALSE;
  *value = gscope_trace_file_get (file, event->data + place.offset, place.size);
  if (self->type == GSCOPE_TRACE_TYPE_SIGNED)
    *value = (guint64) ((gint64) (*value << shift) >> shift);
  return TRUE;
}

void
gscope_trace_kind_append_samples (const GscopeTraceKind *self, const GscopeTraceFile *file,
                                  const GscopeTraceEvent *event, gint64 time, GString *text)
{
  for (guint i = 0; i < self->members->len; i++)
    {
      const GscopeTraceMember *member = &g_array_index (self->members, GscopeTraceMember, i);
      guint64 value;

      if (!member->signal || !read_number (member, file, event, &value))
        continue;
      gscope_tuple_append (text, time,
                           member->type == GSCOPE_TRACE_TYPE_SIGNED ? (double) (gint64) value
                                                                    : (double) value,
                           member->signal);
    }
}

/* Appends a text up to its 0, at most its size. */
static void
append_text (const GscopeTraceEvent *event, gsize offset, gsize size, GString *text)
{
  g_autofree char *part = NULL, *valid = NULL;

  if (offset >= event->size)
    return;
  size = MIN (MIN (size, event->size - offset), MAX_TEXT);
  part = g_strndup ((const char *) event->data + offset, size);
  valid = g_utf8_make_valid (part, -1);
  for (char *c = valid; *c; c++)
    if (g_ascii_iscntrl (*c))
      *c = ' ';
  g_string_append (text, g_strchomp (valid));
}

static void
append_value (const GscopeTraceMember *self, const GscopeTraceFile *file,
              const GscopeTraceEvent *event, GString *text)
{
  guint64 value = 0;

  if (self->type == GSCOPE_TRACE_TYPE_TEXT)
    {
      append_text (event, self->place.offset, self->place.size > 0 ? self->place.size : MAX_TEXT,
                   text);
      return;
    }
  if (!read_number (self, file, event, &value))
    return;
  switch (self->type)
    {
    case GSCOPE_TRACE_TYPE_TEXT_ELSEWHERE:
      append_text (event, value & 0xffff, value >> 16, text);
      break;
    case GSCOPE_TRACE_TYPE_ADDRESS:
      g_string_append_printf (text, "0x%" PRIx64, value);
      break;
    case GSCOPE_TRACE_TYPE_SIGNED:
      g_string_append_printf (text, "%" PRId64, (gint64) value);
      break;
    default:
      g_string_append_printf (text, "%" PRIu64, value);
      break;
    }
}

char *
gscope_trace_kind_dup_text (const GscopeTraceKind *self, const GscopeTraceFile *file,
                            const GscopeTraceEvent *event)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->members->len && text->len < MAX_DETAIL; i++)
    {
      const GscopeTraceMember *member = &g_array_index (self->members, GscopeTraceMember, i);

      g_string_append_printf (text, "%s%s=", i > 0 ? " " : "", member->name);
      append_value (member, file, event, text);
    }
  return g_string_free (text, FALSE);
}
