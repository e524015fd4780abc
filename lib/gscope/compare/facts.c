/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/compare/facts.h>

#include <string.h>

#define ARROW "→ "

enum
{
  /* More would not fit into a legend. */
  MAX_TOLD = 3,
};

/* A parameter: its title, NULL if it is not known; the text about it, and its last value. */
typedef struct
{
  char *title;
  char *text;
  char *value;
} Fact;

static void
fact_free (gpointer data)
{
  Fact *self = data;

  g_free (self->title);
  g_free (self->text);
  g_free (self->value);
  g_free (self);
}

GHashTable *
gscope_facts_new (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, fact_free);
}

/* Consumes the title and the text. */
static void
take (GHashTable *self, const char *name, char *title, char *text, const char *value)
{
  Fact *fact = g_new0 (Fact, 1);

  fact->title = title;
  fact->text = text;
  fact->value = g_strdup (value);
  g_hash_table_insert (self, g_strdup (name), fact);
}

void
gscope_facts_take_values (GHashTable *self, GVariant *parameters)
{
  const char *name, *title, *value;
  GVariantIter iter;

  g_variant_iter_init (&iter, parameters);
  while (g_variant_iter_next (&iter, "(&s&s&s)", &name, &title, &value))
    take (self, name, g_strdup (title), g_strjoin (" ", title, value, NULL), value);
}

void
gscope_facts_take_marker (GHashTable *self, GscopeMarker *marker, gboolean is_step)
{
  const char *name = gscope_marker_get_subject (marker), *label = gscope_marker_get_label (marker);
  const char *arrow = g_strrstr (label, ARROW);
  const char *value = arrow ? arrow + strlen (ARROW) : label;
  const Fact *former = g_hash_table_lookup (self, name);
  char *title = former ? g_strdup (former->title) : NULL;

  if (gscope_marker_get_kind (marker) == GSCOPE_MARKER_KIND_WRITE && name[0])
    take (self, name, title,
          title && !is_step ? g_strjoin (" ", title, value, NULL) : g_strdup (label), value);
  else
    g_free (title);
}

static gboolean
differs (const char *name, const Fact *fact, GPtrArray *others)
{
  for (guint i = 0; i < others->len; i++)
    {
      const Fact *other = g_hash_table_lookup (others->pdata[i], name);

      if (other && !g_str_equal (other->value, fact->value))
        return TRUE;
    }
  return FALSE;
}

char *
gscope_facts_tell_apart (GHashTable *self, GPtrArray *others)
{
  g_autoptr (GList) names = g_list_sort (g_hash_table_get_keys (self), (GCompareFunc) strcmp);
  g_autoptr (GString) text = g_string_new (NULL);
  guint n_told = 0;

  for (GList *name = names; name; name = name->next)
    {
      const Fact *fact = g_hash_table_lookup (self, name->data);

      if (!differs (name->data, fact, others))
        continue;
      if (n_told++ == MAX_TOLD)
        {
          g_string_append (text, ", …");
          break;
        }
      g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", fact->text);
    }
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}
