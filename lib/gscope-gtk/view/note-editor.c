/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/view/note-editor.h>

#include <glib/gi18n-lib.h>

enum
{
  WIDTH_CHARS = 26,
  /* characters of up to four bytes, of which files keep 255 */
  MAX_LENGTH = 63,
};

struct _GscopeGtkNoteEditor
{
  GtkPopover parent_instance;

  GtkEditable *entry;
  /* the note that is edited, and what it said; NULL if there was none */
  GscopeMarkerList *list;
  gint64 time;
  char *before;
};

G_DEFINE_FINAL_TYPE (GscopeGtkNoteEditor, gscope_gtk_note_editor, GTK_TYPE_POPOVER)

/* The popover closes after the note was stored: there is nothing left to keep. */
static void
finish (GscopeGtkNoteEditor *self, const char *label)
{
  g_autoptr (GscopeMarkerList) list = g_steal_pointer (&self->list);
  g_autofree char *before = g_steal_pointer (&self->before);
  g_autofree char *after = g_strdup (label);

  if (!list)
    return;
  gscope_marker_list_set_note (list, self->time, after);
  gtk_popover_popdown (GTK_POPOVER (self));
  if (g_strcmp0 (before, after) != 0)
    g_signal_emit_by_name (self, "edited", list, self->time, before, after);
}

static void
keep (GscopeGtkNoteEditor *self)
{
  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (self->entry)));

  finish (self, text[0] ? text : _ ("Note"));
}

static void
on_remove (GscopeGtkNoteEditor *self)
{
  finish (self, NULL);
}

/* Keys that an entry does not use must not reach the view below it. */
static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state,
        GscopeGtkNoteEditor *self)
{
  if (key == GDK_KEY_Escape)
    finish (self, self->before);
  return key == GDK_KEY_Escape || key == GDK_KEY_Up || key == GDK_KEY_Down;
}

static void
gscope_gtk_note_editor_dispose (GObject *object)
{
  GscopeGtkNoteEditor *self = GSCOPE_GTK_NOTE_EDITOR (object);

  g_clear_object (&self->list);
  g_clear_pointer (&self->before, g_free);
  G_OBJECT_CLASS (gscope_gtk_note_editor_parent_class)->dispose (object);
}

static void
gscope_gtk_note_editor_class_init (GscopeGtkNoteEditorClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = gscope_gtk_note_editor_dispose;
  g_signal_new ("edited", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 4, GSCOPE_TYPE_MARKER_LIST, G_TYPE_INT64, G_TYPE_STRING,
                G_TYPE_STRING);
}

static GtkWidget *
make_entry (GscopeGtkNoteEditor *self)
{
  GtkWidget *entry = gtk_entry_new ();

  gtk_entry_set_max_length (GTK_ENTRY (entry), MAX_LENGTH);
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), WIDTH_CHARS);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Note"),
                                  -1);
  g_signal_connect_swapped (entry, "activate", G_CALLBACK (keep), self);
  return entry;
}

static GtkWidget *
make_remove (GscopeGtkNoteEditor *self)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("user-trash-symbolic");

  gtk_widget_set_tooltip_text (button, _ ("Remove the Note"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Remove the Note"), -1);
  gtk_widget_add_css_class (button, "flat");
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (on_remove), self);
  return button;
}

static void
gscope_gtk_note_editor_init (GscopeGtkNoteEditor *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *entry = make_entry (self);
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->entry = GTK_EDITABLE (entry);
  gtk_box_append (GTK_BOX (box), entry);
  gtk_box_append (GTK_BOX (box), make_remove (self));
  gtk_popover_set_child (GTK_POPOVER (self), box);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  g_signal_connect (self, "closed", G_CALLBACK (keep), NULL);
}

GtkWidget *
gscope_gtk_note_editor_new (void)
{
  return g_object_new (GSCOPE_GTK_TYPE_NOTE_EDITOR, NULL);
}

void
gscope_gtk_note_editor_open (GscopeGtkNoteEditor *self, GscopeMarkerList *list, gint64 time)
{
  const char *label;

  keep (self);
  g_set_object (&self->list, list);
  self->time = time;
  self->before = g_strdup (gscope_marker_list_get_note (list, time));
  label = self->before ? self->before : _ ("Note");
  gscope_marker_list_set_note (list, time, label);
  gtk_editable_set_text (self->entry, label);
  gtk_popover_popup (GTK_POPOVER (self));
  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
}
