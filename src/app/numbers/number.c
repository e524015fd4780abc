/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "numbers/number.h"

#include <glib/gi18n.h>
#include <string.h>

#define PER_SECOND "/s"

/* Units in files of the kernel, in base units. */
static const struct
{
  const char *text;
  const char *unit;
  double scale;
} units[] = {
  { "%", "%", 1 },         { "B", "B", 1 },     { "kB", "B", 1024 },  { "KiB", "B", 1024 },
  { "MiB", "B", 1 << 20 }, { "Hz", "Hz", 1 },   { "kHz", "Hz", 1e3 }, { "MHz", "Hz", 1e6 },
  { "s", "s", 1 },         { "ms", "s", 1e-3 }, { "us", "s", 1e-6 },  { "ns", "s", 1e-9 },
};

void
app_number_clear (AppNumber *self)
{
  g_free (self->path);
  g_clear_pointer (&self->place, gscope_number_place_unref);
  g_free (self->title);
  g_free (self->unit);
  g_clear_pointer (&self->others, g_variant_unref);
  *self = (AppNumber){ .scale = 1 };
}

/* Returns the only signal of the options of a source, a{sv}; NULL if there are other ones. */
static GVariant *
get_signal (GVariant *options)
{
  g_autoptr (GVariant) entries = g_variant_lookup_value (options, "entries", NULL);
  g_autoptr (GVariant) signals = g_variant_lookup_value (options, "signals", NULL);
  g_autoptr (GVariant) child = NULL;

  if (!entries || g_variant_n_children (entries) > 0 || !signals
      || !g_variant_is_of_type (signals, G_VARIANT_TYPE ("av"))
      || g_variant_n_children (signals) != 1)
    return NULL;
  child = g_variant_get_child_value (signals, 0);
  return g_variant_get_variant (child);
}

static char *
dup_text (GVariant *signal, const char *key)
{
  char *text = NULL;

  g_variant_lookup (signal, key, "s", &text);
  return text ? text : g_strdup ("");
}

/* A document has whole numbers, too. */
static double
get_scale (GVariant *signal)
{
  double scale;
  gint64 whole;

  if (g_variant_lookup (signal, "scale", "d", &scale))
    return scale;
  return g_variant_lookup (signal, "scale", "x", &whole) ? whole : 1;
}

static char *
make_path (GVariant *options, GVariant *signal)
{
  g_autofree char *file = dup_text (signal, "file");
  const char *root = "/proc";

  g_variant_lookup (options, "root", "&s", &root);
  return g_path_is_absolute (file) ? g_steal_pointer (&file) : g_build_filename (root, file, NULL);
}

gboolean
app_number_read (AppNumber *self, AppSession *session, GscopeSource *source)
{
  GscopeWorkspace *workspace = app_session_get_workspace (session);
  const char *type = gscope_workspace_get_source_type (workspace, source);
  GVariant *options = gscope_workspace_get_source_options (workspace, source);
  g_autoptr (GVariant) signal = NULL;

  if (g_strcmp0 (type, APP_NUMBER_TYPE) != 0 || !options)
    return FALSE;
  signal = get_signal (options);
  if (!signal || !g_variant_is_of_type (signal, G_VARIANT_TYPE_VARDICT))
    return FALSE;
  self->others = g_variant_ref (signal);
  self->place = gscope_number_place_new (signal, NULL);
  self->path = make_path (options, signal);
  self->title = dup_text (signal, "title");
  self->unit = dup_text (signal, "unit");
  self->scale = get_scale (signal);
  g_variant_lookup (signal, "rate", "b", &self->is_rate);
  if (self->is_rate && g_str_has_suffix (self->unit, PER_SECOND))
    self->unit[strlen (self->unit) - strlen (PER_SECOND)] = '\0';
  return self->place != NULL;
}

char *
app_number_dup_signal_unit (const AppNumber *self)
{
  return g_strconcat (self->unit, self->is_rate ? PER_SECOND : "", NULL);
}

/* Puts the keys of the place into a signal instead of former ones. */
static void
replace_place (GVariantDict *signal, GscopeNumberPlace *place)
{
  static const char *const keys[] = { "pattern", "line", "field", "after", "match" };
  g_autoptr (GVariant) options = gscope_number_place_describe (place);

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_autoptr (GVariant) value = g_variant_lookup_value (options, keys[i], NULL);

      g_variant_dict_remove (signal, keys[i]);
      if (value)
        g_variant_dict_insert_value (signal, keys[i], value);
    }
}

GVariant *
app_number_make_options (const AppNumber *self)
{
  static const char *const own[] = { "title", "unit", "scale", "rate" };
  g_autofree char *unit = app_number_dup_signal_unit (self);
  GVariantDict signal, options;
  GVariantBuilder signals;

  g_variant_dict_init (&signal, self->others);
  for (guint i = 0; i < G_N_ELEMENTS (own); i++)
    g_variant_dict_remove (&signal, own[i]);
  replace_place (&signal, self->place);
  if (!g_variant_dict_contains (&signal, "name"))
    g_variant_dict_insert (&signal, "name", "s", self->is_rate ? "rate" : "value");
  g_variant_dict_insert (&signal, "file", "s", self->path);
  if (*self->title)
    g_variant_dict_insert (&signal, "title", "s", self->title);
  if (*unit)
    g_variant_dict_insert (&signal, "unit", "s", unit);
  if (self->scale != 1)
    g_variant_dict_insert (&signal, "scale", "d", self->scale);
  if (self->is_rate)
    g_variant_dict_insert (&signal, "rate", "b", TRUE);
  g_variant_builder_init (&signals, G_VARIANT_TYPE ("av"));
  g_variant_builder_add (&signals, "v", g_variant_dict_end (&signal));
  g_variant_dict_init (&options, NULL);
  g_variant_dict_insert_value (&options, "entries", g_variant_new ("as", NULL));
  g_variant_dict_insert_value (&options, "signals", g_variant_builder_end (&signals));
  return g_variant_dict_end (&options);
}

/* Small letters and digits, with a hyphen for what is between them. */
static char *
simplify (const char *title)
{
  GString *name = g_string_new (NULL);

  for (const char *at = title; *at; at++)
    if (g_ascii_isalnum (*at))
      g_string_append_c (name, g_ascii_tolower (*at));
    else if (name->len > 0 && name->str[name->len - 1] != '-')
      g_string_append_c (name, '-');
  if (name->len > 0 && name->str[name->len - 1] == '-')
    g_string_truncate (name, name->len - 1);
  return g_string_free (name, FALSE);
}

char *
app_number_dup_name (const AppNumber *self, AppSession *session)
{
  g_autofree char *simple = simplify (self->title);
  const char *base = *simple ? simple : "number";
  char *name = g_strdup (base);

  for (guint i = 2; app_session_find_source (session, name); i++)
    {
      g_free (name);
      name = g_strdup_printf ("%s-%u", base, i);
    }
  return name;
}

/* Suggestions. */

/* Returns the words of a line before a place that are names, without the punctuation around them. */
static GStrv
list_names (const char *text, gsize line, gsize place)
{
  g_autofree char *before = g_strndup (text + line, place - line);
  g_auto (GStrv) words = g_strsplit_set (before, " \t:=,;()[]", -1);
  GStrvBuilder *names = g_strv_builder_new ();
  GStrv list;

  for (guint i = 0; words[i]; i++)
    if (strlen (words[i]) > 1 && g_ascii_isalpha (words[i][0])
        && g_utf8_validate (words[i], -1, NULL))
      g_strv_builder_add (names, words[i]);
  list = g_strv_builder_end (names);
  g_strv_builder_unref (names);
  return list;
}

/* The first name is of the line, the last one of the number. */
static char *
make_title (const char *path, GStrv names)
{
  guint n = g_strv_length (names);

  if (n == 0)
    return g_path_get_basename (path);
  return n == 1 ? g_strdup (names[0]) : g_strconcat (names[0], " ", names[n - 1], NULL);
}

static gboolean
take_unit (AppNumber *self, const char *text, gsize length)
{
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (strlen (units[i].text) == length && strncmp (units[i].text, text, length) == 0)
      {
        g_free (self->unit);
        self->unit = g_strdup (units[i].unit);
        self->scale = units[i].scale;
        return TRUE;
      }
  return FALSE;
}

void
app_number_suggest (AppNumber *self, const char *text, gsize offset)
{
  gsize begin, end, line;
  g_auto (GStrv) names = NULL;
  guint n;

  g_free (self->title);
  g_free (self->unit);
  self->title = NULL;
  self->unit = g_strdup ("");
  self->scale = 1;
  if (!gscope_number_place_next (text, offset, &begin, &end))
    begin = end = offset;
  for (line = begin; line > 0 && text[line - 1] != '\n';)
    line--;
  names = list_names (text, line, begin);
  n = g_strv_length (names);
  self->title = make_title (self->path, names);
  end += text[end] == ' ';
  if (!take_unit (self, text + end, strcspn (text + end, " \t\n,;)")) && n > 0)
    take_unit (self, names[n - 1], strlen (names[n - 1]));
}
