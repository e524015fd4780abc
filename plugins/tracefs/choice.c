/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "choice.h"

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <string.h>

/* A name is a part of a path: it has no slash and no dot. */
static gboolean
is_name (const char *name)
{
  gsize n = strspn (name, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_-");

  return n > 0 && n <= TRACE_MAX_NAME && name[n] == '\0';
}

static gboolean
refuse (const char *text, GError **error)
{
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
               _ ("“%s” is no event of the kernel. Write SYSTEM:EVENT, then up to %d fields with "
                  "commas between them, then “if” and a filter, as in “irq:irq_handler_entry irq "
                  "if irq == 9”"),
               text, TRACE_MAX_FIELDS);
  return FALSE;
}

gboolean
trace_filter_check (const char *filter, GError **error)
{
  gboolean is_valid = strlen (filter) <= TRACE_MAX_FILTER && g_utf8_validate (filter, -1, NULL);

  for (const char *c = filter; *c; c++)
    is_valid = is_valid && !g_ascii_iscntrl (*c);
  if (!is_valid)
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                 _ ("a filter is one line of at most %d bytes"), TRACE_MAX_FILTER);
  return is_valid;
}

static gboolean
take_event (TraceChoice *self, const char *event)
{
  g_auto (GStrv) parts = g_strsplit (event, ":", 3);

  if (g_strv_length (parts) != 2 || !is_name (parts[0]) || !is_name (parts[1]))
    return FALSE;
  self->system = g_strdup (parts[0]);
  self->name = g_strdup (parts[1]);
  return TRUE;
}

static gboolean
take_fields (TraceChoice *self, const char *fields)
{
  self->fields = g_strsplit (fields, ",", TRACE_MAX_FIELDS + 1);
  self->n_fields = g_strv_length (self->fields);
  for (guint i = 0; i < self->n_fields; i++)
    {
      /* “rate” is a signal of every event */
      if (!is_name (self->fields[i]) || g_str_equal (self->fields[i], "rate"))
        return FALSE;
      for (guint k = 0; k < i; k++)
        if (g_str_equal (self->fields[i], self->fields[k]))
          return FALSE;
    }
  return self->n_fields <= TRACE_MAX_FIELDS;
}

/* Takes the parts of a text, whose filter was taken. */
static gboolean
take_words (TraceChoice *self, const char *text)
{
  g_autofree char *copy = g_strstrip (g_strdup (text));
  char *blank = strchr (copy, ' ');

  if (blank)
    *blank = '\0';
  return take_event (self, copy) && take_fields (self, blank ? g_strstrip (blank + 1) : "");
}

TraceChoice *
trace_choice_parse (const char *text, GError **error)
{
  g_autoptr (TraceChoice) self = g_new0 (TraceChoice, 1);
  const char *condition = strstr (text, " if ");
  g_autofree char *words =
      condition ? g_strndup (text, (gsize) (condition - text)) : g_strdup (text);

  self->filter = g_strstrip (g_strdup (condition ? condition + strlen (" if ") : ""));
  if (!trace_filter_check (self->filter, error))
    return NULL;
  if (!take_words (self, words))
    {
      refuse (text, error);
      return NULL;
    }
  return g_steal_pointer (&self);
}

gboolean
trace_choice_is_switch (const TraceChoice *self)
{
  return g_str_equal (self->system, "sched") && g_str_equal (self->name, "sched_switch");
}

void
trace_choice_free (TraceChoice *self)
{
  g_free (self->system);
  g_free (self->name);
  g_strfreev (self->fields);
  g_free (self->filter);
  g_free (self);
}
