/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "properties.h"

#include <adwaita.h>
#include <gscope/gscope.h>

#define BOTH_WAYS (G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE)

/* The largest number that a spin button shows without an exponent, exactly. */
#define MOST 1e15

enum
{
  /* widths in characters */
  NUMBER_WIDTH = 10,
  TEXT_WIDTH = 24,
};

/* Values. */

static char *
dup_text (const GValue *value)
{
  if (G_VALUE_HOLDS_STRING (value))
    return g_strdup (g_value_get_string (value) ? g_value_get_string (value) : "");
  if (G_VALUE_HOLDS_ENUM (value))
    {
      const GEnumValue *choice =
          g_enum_get_value (g_type_class_peek (G_VALUE_TYPE (value)), g_value_get_enum (value));

      return g_strdup (choice ? choice->value_nick : "");
    }
  if (G_VALUE_HOLDS_VARIANT (value) && g_value_get_variant (value))
    return g_variant_print (g_value_get_variant (value), FALSE);
  return g_strdup_value_contents (value);
}

static gboolean
to_text (GBinding *binding, const GValue *from, GValue *to, gpointer data)
{
  g_value_take_string (to, dup_text (from));
  return TRUE;
}

static gboolean
to_position (GBinding *binding, const GValue *from, GValue *to, gpointer data)
{
  const GEnumClass *choices = data;

  for (guint i = 0; i < choices->n_values; i++)
    if (choices->values[i].value == g_value_get_enum (from))
      {
        g_value_set_uint (to, i);
        return TRUE;
      }
  return FALSE;
}

static gboolean
to_choice (GBinding *binding, const GValue *from, GValue *to, gpointer data)
{
  const GEnumClass *choices = data;
  guint position = g_value_get_uint (from);

  if (position >= choices->n_values)
    return FALSE;
  g_value_set_enum (to, choices->values[position].value);
  return TRUE;
}

static void
find_range (GParamSpec *spec, double *min, double *max)
{
  switch (G_TYPE_FUNDAMENTAL (spec->value_type))
    {
    case G_TYPE_INT:
      *min = G_PARAM_SPEC_INT (spec)->minimum;
      *max = G_PARAM_SPEC_INT (spec)->maximum;
      break;
    case G_TYPE_UINT:
      *min = G_PARAM_SPEC_UINT (spec)->minimum;
      *max = G_PARAM_SPEC_UINT (spec)->maximum;
      break;
    case G_TYPE_INT64:
      *min = (double) G_PARAM_SPEC_INT64 (spec)->minimum;
      *max = (double) G_PARAM_SPEC_INT64 (spec)->maximum;
      break;
    case G_TYPE_UINT64:
      *min = (double) G_PARAM_SPEC_UINT64 (spec)->minimum;
      *max = (double) G_PARAM_SPEC_UINT64 (spec)->maximum;
      break;
    default:
      *min = G_PARAM_SPEC_DOUBLE (spec)->minimum;
      *max = G_PARAM_SPEC_DOUBLE (spec)->maximum;
    }
  *min = MAX (*min, -MOST);
  *max = MIN (*max, MOST);
}

/* Rows. */

static GtkWidget *
make_action_row (GParamSpec *spec, GtkWidget *editor)
{
  GtkWidget *row = g_object_new (ADW_TYPE_ACTION_ROW, "title", spec->name, NULL);

  gtk_widget_set_valign (editor, GTK_ALIGN_CENTER);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), editor);
  if (GTK_IS_LABEL (editor))
    return row;
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), editor);
  gtk_accessible_update_property (GTK_ACCESSIBLE (editor), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  spec->name, -1);
  return row;
}

static GtkWidget *
make_label (GObject *object, GParamSpec *spec)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_width_chars (GTK_LABEL (label), NUMBER_WIDTH);
  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_label_set_max_width_chars (GTK_LABEL (label), TEXT_WIDTH);
  gtk_widget_add_css_class (label, "dim-label");
  g_object_bind_property_full (object, spec->name, label, "label", G_BINDING_SYNC_CREATE, to_text,
                               NULL, NULL, NULL);
  return make_action_row (spec, label);
}

static GtkWidget *
make_switch (GObject *object, GParamSpec *spec)
{
  GtkWidget *toggle = gtk_switch_new ();

  g_object_bind_property (object, spec->name, toggle, "active", BOTH_WAYS);
  return make_action_row (spec, toggle);
}

static GtkWidget *
make_list (GObject *object, GParamSpec *spec)
{
  GEnumClass *choices = G_PARAM_SPEC_ENUM (spec)->enum_class;
  g_autoptr (GtkStringList) nicks = gtk_string_list_new (NULL);
  GtkWidget *row = g_object_new (ADW_TYPE_COMBO_ROW, "title", spec->name, NULL);

  for (guint i = 0; i < choices->n_values; i++)
    gtk_string_list_append (nicks, choices->values[i].value_nick);
  adw_combo_row_set_model (ADW_COMBO_ROW (row), G_LIST_MODEL (nicks));
  g_object_bind_property_full (object, spec->name, row, "selected", BOTH_WAYS, to_position,
                               to_choice, choices, NULL);
  return row;
}

static GtkWidget *
make_number (GObject *object, GParamSpec *spec)
{
  GType type = G_TYPE_FUNDAMENTAL (spec->value_type);
  double step = 1, min, max;
  GtkAdjustment *adjustment;
  GtkWidget *spin;

  if (type == G_TYPE_DOUBLE)
    step = 0.1;
  /* times are in nanoseconds */
  if (type == G_TYPE_INT64)
    step = (double) GSCOPE_MSEC;
  find_range (spec, &min, &max);
  adjustment = gtk_adjustment_new (min, min, max, step, 10 * step, 0);
  spin = gtk_spin_button_new (adjustment, 0, type == G_TYPE_DOUBLE ? 3 : 0);
  gtk_editable_set_width_chars (GTK_EDITABLE (spin), NUMBER_WIDTH);
  g_object_bind_property (object, spec->name, adjustment, "value", BOTH_WAYS);
  return make_action_row (spec, spin);
}

static GtkWidget *
make_entry (GObject *object, GParamSpec *spec)
{
  GtkWidget *row = g_object_new (ADW_TYPE_ENTRY_ROW, "title", spec->name, NULL);

  g_object_bind_property_full (object, spec->name, row, "text", BOTH_WAYS, to_text, NULL, NULL,
                               NULL);
  return row;
}

/* Shows the type of the object that a property has and, while its row is expanded, that object's
 * properties. */
static void
show_object (AdwExpanderRow *row, GObject *owner)
{
  GPtrArray *shown = g_object_get_data (G_OBJECT (row), "shown");
  g_autoptr (GPtrArray) rows = NULL;
  g_autoptr (GObject) object = NULL;

  for (guint i = 0; i < shown->len; i++)
    adw_expander_row_remove (row, shown->pdata[i]);
  g_ptr_array_set_size (shown, 0);
  g_object_get (owner, adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)), &object, NULL);
  adw_expander_row_set_subtitle (row, object ? G_OBJECT_TYPE_NAME (object) : "NULL");
  if (!object || !adw_expander_row_get_expanded (row))
    return;
  rows = demo_properties_make_rows (object);
  for (guint i = 0; i < rows->len; i++)
    {
      adw_expander_row_add_row (row, rows->pdata[i]);
      g_ptr_array_add (shown, rows->pdata[i]);
    }
}

static void
on_expanded (AdwExpanderRow *row, GParamSpec *spec, GObject *owner)
{
  show_object (row, owner);
}

static void
on_object (GObject *owner, GParamSpec *spec, AdwExpanderRow *row)
{
  show_object (row, owner);
}

static GtkWidget *
make_expander (GObject *object, GParamSpec *spec)
{
  GtkWidget *row = g_object_new (ADW_TYPE_EXPANDER_ROW, "title", spec->name, NULL);
  g_autofree char *notify = g_strconcat ("notify::", spec->name, NULL);

  g_object_set_data_full (G_OBJECT (row), "shown", g_ptr_array_new (),
                          (GDestroyNotify) g_ptr_array_unref);
  g_signal_connect_object (object, notify, G_CALLBACK (on_object), row, 0);
  g_signal_connect_object (row, "notify::expanded", G_CALLBACK (on_expanded), object, 0);
  show_object (ADW_EXPANDER_ROW (row), object);
  return row;
}

static GtkWidget *
make_row (GObject *object, GParamSpec *spec)
{
  GType type = G_TYPE_FUNDAMENTAL (spec->value_type);

  if (type == G_TYPE_OBJECT || type == G_TYPE_INTERFACE)
    return make_expander (object, spec);
  if (!(spec->flags & G_PARAM_WRITABLE) || (spec->flags & G_PARAM_CONSTRUCT_ONLY))
    return make_label (object, spec);
  switch (type)
    {
    case G_TYPE_BOOLEAN:
      return make_switch (object, spec);
    case G_TYPE_ENUM:
      return make_list (object, spec);
    case G_TYPE_INT:
    case G_TYPE_UINT:
    case G_TYPE_INT64:
    case G_TYPE_UINT64:
    case G_TYPE_DOUBLE:
      return make_number (object, spec);
    case G_TYPE_STRING:
      return make_entry (object, spec);
    default:
      return make_label (object, spec);
    }
}

GPtrArray *
demo_properties_make_rows (GObject *object)
{
  GPtrArray *rows = g_ptr_array_new ();
  guint n;
  g_autofree GParamSpec **specs = g_object_class_list_properties (G_OBJECT_GET_CLASS (object), &n);

  for (guint i = 0; i < n; i++)
    if ((specs[i]->flags & G_PARAM_READABLE)
        && !g_type_is_a (GTK_TYPE_WIDGET, specs[i]->owner_type))
      g_ptr_array_add (rows, make_row (object, specs[i]));
  return rows;
}
