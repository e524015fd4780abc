/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "dialogs/source-options.h"

#include <glib/gi18n.h>

/* An option on screen; the group has those of its rows. */
typedef struct
{
  const GscopeSourceOption *option;
  /* translated */
  const char *title;
  const char *description;
  gboolean given;
  GtkWidget *editor;
  /* the check buttons of an option that is a choice of several */
  GPtrArray *checks;
} Field;

#define FIELDS "fields"

static void
field_free (gpointer data)
{
  Field *field = data;

  g_clear_pointer (&field->checks, g_ptr_array_unref);
  g_free (field);
}

static GVariant *
parse_initial (const GscopeSourceOption *option)
{
  return g_variant_parse (G_VARIANT_TYPE (option->type), option->initial, NULL, NULL, NULL);
}

/* A workspace gives an array of anything, a program perhaps one of strings. */
static GStrv
read_texts (GVariant *value)
{
  g_autoptr (GStrvBuilder) texts = g_strv_builder_new ();

  for (gsize i = 0; g_variant_is_container (value) && i < g_variant_n_children (value); i++)
    {
      g_autoptr (GVariant) child = g_variant_get_child_value (value, i);
      g_autoptr (GVariant) text = g_variant_is_of_type (child, G_VARIANT_TYPE_VARIANT)
                                      ? g_variant_get_variant (child)
                                      : g_variant_ref (child);

      if (g_variant_is_of_type (text, G_VARIANT_TYPE_STRING))
        g_strv_builder_add (texts, g_variant_get_string (text, NULL));
    }
  return g_strv_builder_end (texts);
}

static GtkWidget *
make_check_row (Field *field, const char *choice, gboolean active)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *check = gtk_check_button_new ();

  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), active);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), choice);
  adw_action_row_add_prefix (ADW_ACTION_ROW (row), check);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), check);
  g_ptr_array_add (field->checks, check);
  return row;
}

static GtkWidget *
make_several (Field *field, GVariant *value)
{
  GtkWidget *row = adw_expander_row_new ();
  g_auto (GStrv) chosen = read_texts (value);

  field->checks = g_ptr_array_new ();
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (row), field->description);
  adw_expander_row_set_expanded (ADW_EXPANDER_ROW (row), TRUE);
  for (guint i = 0; field->option->choices[i]; i++)
    adw_expander_row_add_row (
        ADW_EXPANDER_ROW (row),
        make_check_row (field, field->option->choices[i],
                        g_strv_contains ((const char *const *) chosen, field->option->choices[i])));
  return row;
}

static GtkWidget *
make_choice (Field *field, GVariant *value)
{
  GtkWidget *row = adw_combo_row_new ();
  g_autoptr (GtkStringList) choices = gtk_string_list_new (field->option->choices);

  adw_combo_row_set_model (ADW_COMBO_ROW (row), G_LIST_MODEL (choices));
  for (guint i = 0; field->option->choices[i]; i++)
    if (g_str_equal (field->option->choices[i], g_variant_get_string (value, NULL)))
      adw_combo_row_set_selected (ADW_COMBO_ROW (row), i);
  return row;
}

static GtkWidget *
make_switch (Field *field, GVariant *value)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *toggle = gtk_switch_new ();

  gtk_widget_set_valign (toggle, GTK_ALIGN_CENTER);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  gtk_switch_set_active (GTK_SWITCH (toggle), g_variant_get_boolean (value));
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), toggle);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), toggle);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), field->description);
  field->editor = toggle;
  return row;
}

static char *
format (const GscopeSourceOption *option, GVariant *value)
{
  g_auto (GStrv) texts = NULL;

  if (g_variant_is_of_type (value, G_VARIANT_TYPE_STRING))
    return g_variant_dup_string (value, NULL);
  if (!g_str_equal (option->type, "as"))
    return g_variant_print (value, FALSE);
  texts = read_texts (value);
  return g_strjoinv (", ", texts);
}

static GtkWidget *
make_entry (Field *field, GVariant *value)
{
  GtkWidget *row = adw_entry_row_new ();
  g_autofree char *text = format (field->option, value);

  gtk_widget_set_tooltip_text (row, field->description);
  gtk_editable_set_text (GTK_EDITABLE (row), text);
  return row;
}

static GtkWidget *
make_row (Field *field, GVariant *value)
{
  const GscopeSourceOption *option = field->option;
  GtkWidget *row;

  if (option->choices)
    row =
        g_str_equal (option->type, "as") ? make_several (field, value) : make_choice (field, value);
  else
    row = g_str_equal (option->type, "b") ? make_switch (field, value) : make_entry (field, value);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), field->title);
  if (!field->editor)
    field->editor = row;
  return row;
}

/* One that was given is of the right type, or the source would not be there. */
void
app_source_options_fill (AdwPreferencesGroup *group, GscopeRegistry *registry, const char *type,
                         GVariant *given)
{
  GPtrArray *fields = g_ptr_array_new_with_free_func (field_free);
  guint n;
  const GscopeSourceOption *options = gscope_registry_get_options (registry, type, &n);

  for (guint i = 0; i < n; i++)
    {
      Field *field = g_new0 (Field, 1);
      g_autoptr (GVariant) value =
          given ? g_variant_lookup_value (given, options[i].name, NULL) : NULL;

      field->option = &options[i];
      field->title = gscope_registry_translate (registry, type, options[i].title);
      field->description = gscope_registry_translate (registry, type, options[i].description);
      field->given = value != NULL;
      if (!value)
        value = parse_initial (&options[i]);
      adw_preferences_group_add (group, make_row (field, value));
      g_ptr_array_add (fields, field);
    }
  gtk_widget_set_visible (GTK_WIDGET (group), n > 0);
  g_object_set_data_full (G_OBJECT (group), FIELDS, fields, (GDestroyNotify) g_ptr_array_unref);
}

static GVariant *
read_several (const Field *field)
{
  g_autoptr (GStrvBuilder) chosen = g_strv_builder_new ();
  g_auto (GStrv) texts = NULL;

  for (guint i = 0; i < field->checks->len; i++)
    if (gtk_check_button_get_active (field->checks->pdata[i]))
      g_strv_builder_add (chosen, field->option->choices[i]);
  texts = g_strv_builder_end (chosen);
  return g_variant_new_strv ((const char *const *) texts, -1);
}

static GVariant *
read_list (const char *text)
{
  g_auto (GStrv) texts = g_strsplit (text, ",", -1);

  for (guint i = 0; texts[i]; i++)
    g_strstrip (texts[i]);
  return g_variant_new_strv (text[0] ? (const char *const *) texts : NULL, text[0] ? -1 : 0);
}

/* A value of another type is passed unchanged: the source reports the error. */
static GVariant *
read_entry (const GscopeSourceOption *option, const char *text)
{
  GVariant *value;

  if (g_str_equal (option->type, "s"))
    return g_variant_new_string (text);
  if (g_str_equal (option->type, "as"))
    return read_list (text);
  value = g_variant_parse (G_VARIANT_TYPE (option->type), text, NULL, NULL, NULL);
  return value ? value : g_variant_new_string (text);
}

static GVariant *
read_field (const Field *field)
{
  if (field->checks)
    return read_several (field);
  if (field->option->choices)
    return g_variant_new_string (
        field->option->choices[adw_combo_row_get_selected (ADW_COMBO_ROW (field->editor))]);
  if (GTK_IS_SWITCH (field->editor))
    return g_variant_new_boolean (gtk_switch_get_active (GTK_SWITCH (field->editor)));
  return read_entry (field->option, gtk_editable_get_text (GTK_EDITABLE (field->editor)));
}

GVariant *
app_source_options_read (AdwPreferencesGroup *group)
{
  GPtrArray *fields = g_object_get_data (G_OBJECT (group), FIELDS);
  GVariantDict options;

  g_variant_dict_init (&options, NULL);
  for (guint i = 0; fields && i < fields->len; i++)
    {
      const Field *field = fields->pdata[i];
      g_autoptr (GVariant) value = g_variant_take_ref (read_field (field));
      g_autoptr (GVariant) initial = parse_initial (field->option);

      if (field->given || !g_variant_equal (value, initial))
        g_variant_dict_insert_value (&options, field->option->name, value);
    }
  return g_variant_dict_end (&options);
}
