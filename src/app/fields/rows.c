/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "fields/rows.h"

#include <glib/gi18n.h>

#include "session/format.h"
#include "widgets/mark.h"

/* Of numbers: all, so that an entry that is not changed keeps its value. */
enum
{
  DIGITS = 15,
};

struct _AppFieldRows
{
  GObject parent_instance;

  const GscopeField *fields;
  AppMessages *messages;
  /* of Row */
  GArray *rows;
  /* the names from which texts are chosen, and their titles, by the key of the field */
  GHashTable *names;
  GHashTable *titles;
  /* of the sections; the dialog owns them */
  GPtrArray *groups;
};

G_DEFINE_FINAL_TYPE (AppFieldRows, app_field_rows, G_TYPE_OBJECT)

/* A field on screen: an AdwComboRow, an AdwEntryRow, which has a unit if it is of a number, or an AdwActionRow with a switch. */
typedef struct
{
  const GscopeField *field;
  GtkWidget *widget;
  GtkWidget *toggle;
  GtkWidget *unit;
} Row;

static const Row *
get_row (AppFieldRows *self, guint i)
{
  return &g_array_index (self->rows, Row, i);
}

static char **
get_text (const GscopeField *field, gconstpointer record)
{
  return (char **) ((char *) record + field->offset);
}

static const char *
translate_title (const GscopeField *field)
{
  return g_dpgettext2 (GETTEXT_PACKAGE, "field", field->title);
}

static char *
dup_demand (const GscopeField *field, double min)
{
  const char *title = translate_title (field);

  if (field->max < G_MAXDOUBLE)
    return g_strdup_printf (_ ("“%s” must be a number from %g to %g."), title, min, field->max);
  if (min > -G_MAXDOUBLE)
    return g_strdup_printf (_ ("“%s” must be a number of at least %g."), title, min);
  return g_strdup_printf (_ ("“%s” must be a number."), title);
}

/* Reading. */

static void
read_choice (const Row *row, gpointer record)
{
  g_autoptr (GEnumClass) choices = g_type_class_ref (row->field->get_type ());
  guint position = adw_combo_row_get_selected (ADW_COMBO_ROW (row->widget));

  gscope_field_set_number (row->field, record, choices->values[position].value);
}

/* No text is none. */
static void
read_text (AppFieldRows *self, const Row *row, gpointer record)
{
  char **text = get_text (row->field, record);
  GPtrArray *names = g_hash_table_lookup (self->names, row->field->key);
  guint position = names ? adw_combo_row_get_selected (ADW_COMBO_ROW (row->widget)) : 0;

  g_clear_pointer (text, g_free);
  if (!gscope_field_get_applies (row->field, record))
    return;
  if (!names)
    *text = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (row->widget))));
  else if (position < names->len)
    *text = g_strdup (names->pdata[position]);
  if (*text && **text == '\0')
    g_clear_pointer (text, g_free);
}

static gboolean
read_number (AppFieldRows *self, const Row *row, gpointer record)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (row->widget));
  double min = gscope_field_get_min (row->field, record), value;
  g_autofree char *message = NULL;

  app_mark_wrong (row->widget, FALSE);
  if (!gscope_field_get_applies (row->field, record))
    {
      gscope_field_set_number (row->field, record, row->field->idle);
      return TRUE;
    }
  if (app_format_parse (text, &value) && value >= min && value <= row->field->max)
    {
      gscope_field_set_number (row->field, record, value);
      return TRUE;
    }
  message = dup_demand (row->field, min);
  app_mark_wrong (row->widget, TRUE);
  app_messages_add (self->messages, message);
  gtk_widget_grab_focus (row->widget);
  return FALSE;
}

static gboolean
read_row (AppFieldRows *self, const Row *row, gpointer record)
{
  switch (row->field->type)
    {
    case GSCOPE_FIELD_TYPE_CHOICE:
      read_choice (row, record);
      return TRUE;
    case GSCOPE_FIELD_TYPE_TEXT:
      read_text (self, row, record);
      return TRUE;
    case GSCOPE_FIELD_TYPE_FLAG:
      gscope_field_set_number (row->field, record,
                               gtk_switch_get_active (GTK_SWITCH (row->toggle)));
      return TRUE;
    default:
      return read_number (self, row, record);
    }
}

gboolean
app_field_rows_read (AppFieldRows *self, gpointer record)
{
  for (guint i = 0; i < self->rows->len; i++)
    if (!read_row (self, get_row (self, i), record))
      return FALSE;
  return TRUE;
}

void
app_field_rows_read_choices (AppFieldRows *self, gpointer record)
{
  for (guint i = 0; i < self->rows->len; i++)
    if (get_row (self, i)->field->type == GSCOPE_FIELD_TYPE_CHOICE)
      read_choice (get_row (self, i), record);
}

/* Showing. */

static gsize
get_size (AppFieldRows *self)
{
  gsize size = 0;

  for (const GscopeField *field = self->fields; field->key; field++)
    size = MAX (size, field->offset + sizeof (gint64));
  return size;
}

static void
update (AppFieldRows *self)
{
  g_autofree gpointer record = g_malloc0 (get_size (self));

  app_field_rows_read_choices (self, record);
  for (guint i = 0; i < self->rows->len; i++)
    gtk_widget_set_visible (get_row (self, i)->widget,
                            gscope_field_get_applies (get_row (self, i)->field, record));
}

static void
on_chosen (AppFieldRows *self)
{
  update (self);
  g_signal_emit_by_name (self, "chosen");
}

static void
on_activated (AppFieldRows *self)
{
  g_signal_emit_by_name (self, "accepted");
}

static void
show_choice (const Row *row, double value)
{
  g_autoptr (GEnumClass) choices = g_type_class_ref (row->field->get_type ());

  for (guint i = 0; i < choices->n_values; i++)
    if (choices->values[i].value == (int) value)
      adw_combo_row_set_selected (ADW_COMBO_ROW (row->widget), i);
}

static void
show_text (AppFieldRows *self, const Row *row, const char *text)
{
  GPtrArray *names = g_hash_table_lookup (self->names, row->field->key);
  const char *name = text && *text ? text : NULL;

  if (!names)
    gtk_editable_set_text (GTK_EDITABLE (row->widget), text ? text : "");
  for (guint i = 0; names && i < names->len; i++)
    if (g_strcmp0 (names->pdata[i], name) == 0)
      adw_combo_row_set_selected (ADW_COMBO_ROW (row->widget), i);
}

static void
show_number (const Row *row, gconstpointer record)
{
  double value = gscope_field_get_applies (row->field, record)
                     ? gscope_field_get_number (row->field, record)
                     : row->field->initial;
  g_autofree char *text = gscope_quantity_format_editable (value, DIGITS);

  gtk_editable_set_text (GTK_EDITABLE (row->widget), text);
  app_mark_wrong (row->widget, FALSE);
}

static void
show_row (AppFieldRows *self, const Row *row, gconstpointer record)
{
  switch (row->field->type)
    {
    case GSCOPE_FIELD_TYPE_CHOICE:
      show_choice (row, gscope_field_get_number (row->field, record));
      break;
    case GSCOPE_FIELD_TYPE_TEXT:
      show_text (self, row, *get_text (row->field, record));
      break;
    case GSCOPE_FIELD_TYPE_FLAG:
      gtk_switch_set_active (GTK_SWITCH (row->toggle),
                             gscope_field_get_number (row->field, record) != 0);
      break;
    default:
      show_number (row, record);
      break;
    }
}

void
app_field_rows_show (AppFieldRows *self, gconstpointer record, const char *unit)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      const Row *row = get_row (self, i);

      show_row (self, row, record);
      if (row->unit)
        gtk_label_set_label (GTK_LABEL (row->unit), row->field->unit ? row->field->unit : unit);
    }
  on_chosen (self);
}

/* Making. */

static GtkWidget *
make_combo (AppFieldRows *self, GtkStringList *titles)
{
  GtkWidget *row = adw_combo_row_new ();

  adw_combo_row_set_model (ADW_COMBO_ROW (row), G_LIST_MODEL (titles));
  g_signal_connect_object (row, "notify::selected", G_CALLBACK (on_chosen), self,
                           G_CONNECT_SWAPPED);
  return row;
}

static GtkWidget *
make_choice (AppFieldRows *self, const GscopeField *field)
{
  g_autoptr (GEnumClass) choices = g_type_class_ref (field->get_type ());
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);

  for (guint i = 0; i < choices->n_values; i++)
    gtk_string_list_append (titles, field->get_choice (choices->values[i].value));
  return make_combo (self, titles);
}

static GtkWidget *
make_entry (AppFieldRows *self)
{
  GtkWidget *row = adw_entry_row_new ();

  g_signal_connect_object (row, "entry-activated", G_CALLBACK (on_activated), self,
                           G_CONNECT_SWAPPED);
  return row;
}

static void
make_number (AppFieldRows *self, Row *row)
{
  row->widget = make_entry (self);
  row->unit = gtk_label_new (NULL);
  gtk_text_set_input_purpose (GTK_TEXT (gtk_editable_get_delegate (GTK_EDITABLE (row->widget))),
                              GTK_INPUT_PURPOSE_NUMBER);
  gtk_widget_add_css_class (row->unit, "dim-label");
  adw_entry_row_add_suffix (ADW_ENTRY_ROW (row->widget), row->unit);
}

static void
make_flag (Row *row)
{
  row->widget = adw_action_row_new ();
  row->toggle = gtk_switch_new ();
  gtk_widget_set_valign (row->toggle, GTK_ALIGN_CENTER);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row->widget), row->toggle);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row->widget), row->toggle);
}

static Row
make_row (AppFieldRows *self, const GscopeField *field)
{
  GtkStringList *titles = g_hash_table_lookup (self->titles, field->key);
  Row row = { field, NULL, NULL, NULL };

  if (field->type == GSCOPE_FIELD_TYPE_CHOICE)
    row.widget = make_choice (self, field);
  else if (titles)
    row.widget = make_combo (self, titles);
  else if (field->type == GSCOPE_FIELD_TYPE_TEXT)
    row.widget = make_entry (self);
  else if (field->type == GSCOPE_FIELD_TYPE_FLAG)
    make_flag (&row);
  else
    make_number (self, &row);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row.widget), translate_title (field));
  if (field->description && ADW_IS_ACTION_ROW (row.widget))
    adw_action_row_set_subtitle (ADW_ACTION_ROW (row.widget), _ (field->description));
  return row;
}

static AdwPreferencesGroup *
add_section (AppFieldRows *self, AdwPreferencesPage *page, const char *title)
{
  AdwPreferencesGroup *group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());

  adw_preferences_group_set_title (group, g_dpgettext2 (GETTEXT_PACKAGE, "section", title));
  adw_preferences_page_add (page, group);
  g_ptr_array_add (self->groups, group);
  return group;
}

void
app_field_rows_add (AppFieldRows *self, gconstpointer record, const char *unit,
                    AdwPreferencesGroup *group, AdwPreferencesPage *page)
{
  const char *section = NULL;

  for (const GscopeField *field = self->fields; field->key; field++)
    {
      Row row;

      if (!field->title)
        continue;
      row = make_row (self, field);
      if (g_strcmp0 (section, field->section) != 0)
        group = add_section (self, page, field->section);
      section = field->section;
      adw_preferences_group_add (group, row.widget);
      g_array_append_val (self->rows, row);
    }
  app_field_rows_show (self, record, unit);
}

void
app_field_rows_hide_sections (AppFieldRows *self)
{
  for (guint i = 0; i < self->groups->len; i++)
    gtk_widget_hide (self->groups->pdata[i]);
}

GtkWidget *
app_field_rows_get (AppFieldRows *self, const char *key)
{
  for (guint i = 0; i < self->rows->len; i++)
    if (g_str_equal (get_row (self, i)->field->key, key))
      return get_row (self, i)->widget;
  return NULL;
}

static void
app_field_rows_finalize (GObject *object)
{
  AppFieldRows *self = APP_FIELD_ROWS (object);

  g_array_unref (self->rows);
  g_hash_table_unref (self->names);
  g_hash_table_unref (self->titles);
  g_ptr_array_unref (self->groups);
  G_OBJECT_CLASS (app_field_rows_parent_class)->finalize (object);
}

static void
app_field_rows_class_init (AppFieldRowsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = app_field_rows_finalize;
  g_signal_new ("chosen", APP_TYPE_FIELD_ROWS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                0);
  g_signal_new ("accepted", APP_TYPE_FIELD_ROWS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
}

static void
app_field_rows_init (AppFieldRows *self)
{
  self->rows = g_array_new (FALSE, FALSE, sizeof (Row));
  self->names =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_ptr_array_unref);
  self->titles = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_object_unref);
  self->groups = g_ptr_array_new ();
}

AppFieldRows *
app_field_rows_new (const GscopeField *fields, AppMessages *messages)
{
  AppFieldRows *self = g_object_new (APP_TYPE_FIELD_ROWS, NULL);

  self->fields = fields;
  self->messages = messages;
  return self;
}

void
app_field_rows_offer (AppFieldRows *self, const char *key, GPtrArray *names, GtkStringList *titles)
{
  GtkWidget *row = app_field_rows_get (self, key);

  g_hash_table_insert (self->names, (gpointer) key, g_ptr_array_ref (names));
  g_hash_table_insert (self->titles, (gpointer) key, g_object_ref (titles));
  if (row)
    adw_combo_row_set_model (ADW_COMBO_ROW (row), G_LIST_MODEL (titles));
}
