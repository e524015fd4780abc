/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/analysis/picture-sheet.h>

#include <string.h>

struct _GscopeGtkPictureSheet
{
  /* names of outlines on the page, by the outline */
  GHashTable *names;
  GString *outlines;
  guint n_pictures;

  /* in the present picture: names on the page, by those in its document */
  GHashTable *renamed;
};

GscopeGtkPictureSheet *
gscope_gtk_picture_sheet_new (void)
{
  GscopeGtkPictureSheet *self = g_new0 (GscopeGtkPictureSheet, 1);

  self->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->renamed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->outlines = g_string_new (NULL);
  return self;
}

void
gscope_gtk_picture_sheet_free (GscopeGtkPictureSheet *self)
{
  g_hash_table_unref (self->names);
  g_hash_table_unref (self->renamed);
  g_string_free (self->outlines, TRUE);
  g_free (self);
}

/* Returns the name of an outline on the page. */
static const char *
share_outline (GscopeGtkPictureSheet *self, const char *outline)
{
  char *name = g_hash_table_lookup (self->names, outline);

  if (name)
    return name;
  name = g_strdup_printf ("o%u", g_hash_table_size (self->names));
  g_hash_table_insert (self->names, g_strdup (outline), name);
  g_string_append_printf (self->outlines, "<symbol overflow=\"visible\" id=\"%s\">%s</symbol>\n",
                          name, outline);
  return name;
}

static gboolean
take_outline (const GMatchInfo *match, GString *result, gpointer data)
{
  GscopeGtkPictureSheet *self = data;
  g_autofree char *outline = g_match_info_fetch (match, 3);

  g_hash_table_insert (self->renamed, g_match_info_fetch (match, 2),
                       g_strdup (share_outline (self, outline)));
  return FALSE;
}

/* Names in one document are not those in another: outlines have shared names, all others end in the number of the picture. */
static gboolean
rename_reference (const GMatchInfo *match, GString *result, gpointer data)
{
  GscopeGtkPictureSheet *self = data;
  g_autofree char *before = g_match_info_fetch (match, 1);
  g_autofree char *name = g_match_info_fetch (match, 2);
  const char *shared = g_hash_table_lookup (self->renamed, name);

  if (shared)
    g_string_append_printf (result, "%s%s", before, shared);
  else
    g_string_append_printf (result, "%s%s-%u", before, name, self->n_pictures);
  return FALSE;
}

static char *
replace (GscopeGtkPictureSheet *self, const char *pattern, const char *text,
         GRegexEvalCallback callback)
{
  g_autoptr (GRegex) regex = g_regex_new (pattern, G_REGEX_DOTALL, 0, NULL);

  return g_regex_replace_eval (regex, text, -1, 0, 0, callback, self, NULL);
}

char *
gscope_gtk_picture_sheet_add (GscopeGtkPictureSheet *self, GBytes *document, const char *title)
{
  gsize size;
  const char *data = g_bytes_get_data (document, &size);
  g_autofree char *text = g_strndup (data, size);
  const char *begin = strstr (text, "<svg");
  g_autofree char *rest = NULL;
  g_autofree char *picture = NULL;
  g_autofree char *escaped = g_markup_escape_text (title, -1);

  g_return_val_if_fail (begin, NULL);

  self->n_pictures++;
  g_hash_table_remove_all (self->renamed);
  /* the elements of outlines, which are symbols or groups by the version of cairo */
  rest =
      replace (self, "<(symbol|g)(?: overflow=\"visible\")? id=\"(glyph[-0-9]+)\">(.*?)</\\1>\\n?",
               begin, take_outline);
  picture = replace (self, "((?: id=\"|href=\"#|url\\(#))([-\\w]+)", rest, rename_reference);
  return g_strdup_printf ("<svg role=\"img\" aria-label=\"%s\"%s", escaped,
                          picture + strlen ("<svg"));
}

char *
gscope_gtk_picture_sheet_get_outlines (GscopeGtkPictureSheet *self)
{
  return g_strdup_printf (
      "<svg width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>\n%s</defs></svg>\n",
      self->outlines->str);
}
