/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "dialogs/completion.h"

#include <glib/gi18n.h>
#include <gscope/gscope.h>
#include <string.h>

#define MAX_ROWS 6

struct _AppCompletion
{
  AdwBin parent_instance;

  GtkListBox *list;
  GtkEditable *entry;
  GStrv names;
  GStrv functions;
  /* what the rows insert: names, or functions with their parenthesis */
  GPtrArray *words;
};

G_DEFINE_FINAL_TYPE (AppCompletion, app_completion, ADW_TYPE_BIN)

/* Returns the bytes at which the word that is typed begins and ends. */
static gsize
find_word (AppCompletion *self, gsize *end)
{
  const char *text = gtk_editable_get_text (self->entry);

  *end = (gsize) (g_utf8_offset_to_pointer (text, gtk_editable_get_position (self->entry)) - text);
  return gscope_math_find_word (text, *end);
}

static gboolean
contains (const char *name, const char *word)
{
  g_autofree char *folded = g_utf8_casefold (name, -1);

  return strstr (folded, word) != NULL;
}

static gboolean
begins_with (const char *name, const char *word)
{
  g_autofree char *folded = g_utf8_casefold (name, -1);

  return g_str_has_prefix (folded, word);
}

static GtkWidget *
make_label (const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  return label;
}

static void
add_row (AppCompletion *self, const char *title, const char *description, char *word)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *row = gtk_list_box_row_new ();

  gtk_widget_set_margin_start (box, 12);
  gtk_widget_set_margin_end (box, 12);
  gtk_widget_set_margin_top (box, 6);
  gtk_widget_set_margin_bottom (box, 6);
  gtk_box_append (GTK_BOX (box), make_label (title));
  if (description)
    {
      gtk_box_append (GTK_BOX (box), make_label (description));
      gtk_widget_add_css_class (gtk_widget_get_last_child (box), "dim-label");
    }
  gtk_widget_set_tooltip_text (row, description ? description : title);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_widget_set_focusable (row, FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, title,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  description ? description : "", -1);
  gtk_list_box_append (self->list, row);
  g_ptr_array_add (self->words, word);
}

/* Adds the names that fit a word; those that begin with it are first. */
static void
add_names (AppCompletion *self, const char *word, gboolean is_begin)
{
  for (guint i = 0; self->names && self->names[i] && self->words->len < MAX_ROWS; i++)
    if (begins_with (self->names[i], word) == is_begin && contains (self->names[i], word))
      add_row (self, self->names[i], NULL, gscope_math_quote_name (self->names[i]));
}

static void
add_functions (AppCompletion *self, const char *word)
{
  for (guint i = 0; self->functions[i] && self->words->len < MAX_ROWS; i++)
    if (begins_with (self->functions[i], word))
      add_row (self, gscope_math_get_signature (self->functions[i]),
               gscope_math_get_description (self->functions[i]),
               g_strconcat (self->functions[i], "(", NULL));
}

static void
clear (AppCompletion *self)
{
  GtkWidget *row;

  g_ptr_array_set_size (self->words, 0);
  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->list))))
    gtk_list_box_remove (self->list, row);
}

/* Describes the chosen row at the entry, which has the focus and is read by screen readers. */
static void
choose (AppCompletion *self, int position)
{
  GtkListBoxRow *row = gtk_list_box_get_row_at_index (self->list, position);
  g_autofree char *text = NULL;

  if (row)
    text = g_strdup_printf (_ ("%s: Tab takes it"), (char *) self->words->pdata[position]);
  gtk_list_box_select_row (self->list, row);
  gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_editable_get_delegate (self->entry)),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text ? text : "", -1);
}

/* Shows what fits; with an empty word, everything, if that is asked. */
static void
show (AppCompletion *self, gboolean shows_all)
{
  gsize end, begin = find_word (self, &end);
  g_autofree char *typed = g_strndup (gtk_editable_get_text (self->entry) + begin, end - begin);
  g_autofree char *word = g_utf8_casefold (typed[0] == '"' ? typed + 1 : typed, -1);

  clear (self);
  if (*word || shows_all)
    {
      add_names (self, word, TRUE);
      add_functions (self, word);
      add_names (self, word, FALSE);
    }
  /* A word that is complete needs no list. */
  if (self->words->len == 1 && g_str_equal (self->words->pdata[0], typed))
    clear (self);
  gtk_widget_set_visible (GTK_WIDGET (self), self->words->len > 0);
  choose (self, 0);
}

static void
on_changed (AppCompletion *self)
{
  show (self, FALSE);
}

static void
hide (AppCompletion *self)
{
  clear (self);
  gtk_widget_hide (GTK_WIDGET (self));
  choose (self, 0);
}

static void
take (AppCompletion *self, int position)
{
  g_autofree char *word = g_strdup (self->words->pdata[position]);
  const char *text = gtk_editable_get_text (self->entry);
  gsize end, begin = find_word (self, &end);
  int place = (int) g_utf8_pointer_to_offset (text, text + begin);

  gtk_editable_delete_text (self->entry, place, gtk_editable_get_position (self->entry));
  gtk_editable_insert_text (self->entry, word, -1, &place);
  gtk_editable_set_position (self->entry, place);
  hide (self);
}

static void
on_row_activated (AppCompletion *self, GtkListBoxRow *row)
{
  take (self, gtk_list_box_row_get_index (row));
}

static gboolean
on_key_pressed (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state,
                AppCompletion *self)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->list);
  int position = row ? gtk_list_box_row_get_index (row) : -1;

  if (key == GDK_KEY_space && (state & GDK_CONTROL_MASK))
    show (self, TRUE);
  else if (position < 0)
    return GDK_EVENT_PROPAGATE;
  else if (key == GDK_KEY_Down || key == GDK_KEY_KP_Down)
    choose (self, MIN (position + 1, (int) self->words->len - 1));
  else if (key == GDK_KEY_Up || key == GDK_KEY_KP_Up)
    choose (self, MAX (position - 1, 0));
  else if (key == GDK_KEY_Tab || key == GDK_KEY_KP_Tab)
    take (self, position);
  else if (key == GDK_KEY_Escape)
    hide (self);
  else
    return GDK_EVENT_PROPAGATE;
  return GDK_EVENT_STOP;
}

static void
app_completion_finalize (GObject *object)
{
  AppCompletion *self = APP_COMPLETION (object);

  g_strfreev (self->names);
  g_strfreev (self->functions);
  g_ptr_array_unref (self->words);
  G_OBJECT_CLASS (app_completion_parent_class)->finalize (object);
}

static void
app_completion_class_init (AppCompletionClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = app_completion_finalize;
}

static void
app_completion_init (AppCompletion *self)
{
  self->words = g_ptr_array_new_with_free_func (g_free);
  self->functions = gscope_math_list_functions ();
  self->list = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "boxed-list");
  gtk_widget_set_focusable (GTK_WIDGET (self->list), FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Completions"), -1);
  g_signal_connect_swapped (self->list, "row-activated", G_CALLBACK (on_row_activated), self);
  adw_bin_set_child (ADW_BIN (self), GTK_WIDGET (self->list));
  gtk_widget_hide (GTK_WIDGET (self));
}

void
app_completion_attach (AppCompletion *self, GtkEditable *entry)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->entry = entry;
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (on_key_pressed), self, 0);
  gtk_widget_add_controller (GTK_WIDGET (entry), keys);
  g_signal_connect_object (entry, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
}

void
app_completion_set_names (AppCompletion *self, const char *const *names)
{
  g_strfreev (self->names);
  self->names = g_strdupv ((GStrv) names);
}
