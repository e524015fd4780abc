/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/control/value-entry.h>
#include <gscope-gtk/control/value.h>
#include <property.h>

struct _GscopeGtkValueEntry
{
  GtkEntry parent_instance;

  GscopeParameter *parameter;
  char *shown;
  char *problem;
};

G_DEFINE_FINAL_TYPE (GscopeGtkValueEntry, gscope_gtk_value_entry, GTK_TYPE_ENTRY)

static gboolean
is_edited (GscopeGtkValueEntry *self)
{
  return g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (self)), self->shown) != 0;
}

static void
set_problem (GscopeGtkValueEntry *self, const char *problem)
{
  if (g_strcmp0 (self->problem, problem) == 0)
    return;
  g_free (self->problem);
  self->problem = g_strdup (problem);
  if (problem)
    gtk_widget_add_css_class (GTK_WIDGET (self), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "error");
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_INVALID,
                               problem ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE,
                               -1);
  g_object_notify (G_OBJECT (self), "problem");
}

static void
restore (GscopeGtkValueEntry *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self), self->shown);
  set_problem (self, NULL);
}

static void
sync_text (GscopeGtkValueEntry *self)
{
  gboolean edited = is_edited (self);

  g_free (self->shown);
  self->shown = gscope_gtk_control_value_format (
      self->parameter, gscope_gtk_control_value_get_shown (self->parameter), FALSE);
  if (!edited)
    restore (self);
}

static void
on_changed (GscopeGtkValueEntry *self)
{
  set_problem (self, NULL);
}

static void
on_activate (GscopeGtkValueEntry *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self));
  g_autofree char *problem = NULL;
  g_autoptr (GVariant) value = gscope_gtk_control_value_parse (self->parameter, text, &problem);

  if (!value)
    {
      set_problem (self, problem);
      return;
    }
  if (!g_variant_equal (value, gscope_gtk_control_value_get_shown (self->parameter)))
    gscope_parameter_write_async (self->parameter, value, "entry", NULL, NULL, NULL);
  restore (self);
}

/* Restores the value when the focus leaves the entry, because typed text would look like a value;
 * not while another window has the focus. */
static void
on_leave (GscopeGtkValueEntry *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  if (GTK_IS_WINDOW (root) && gtk_window_is_active (GTK_WINDOW (root)))
    restore (self);
}

static gboolean
on_escape (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  return gscope_gtk_value_entry_restore (GSCOPE_GTK_VALUE_ENTRY (widget));
}

static void
gscope_gtk_value_entry_finalize (GObject *object)
{
  GscopeGtkValueEntry *self = GSCOPE_GTK_VALUE_ENTRY (object);

  g_clear_object (&self->parameter);
  g_free (self->shown);
  g_free (self->problem);
  G_OBJECT_CLASS (gscope_gtk_value_entry_parent_class)->finalize (object);
}

static void
gscope_gtk_value_entry_class_init (GscopeGtkValueEntryClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->finalize = gscope_gtk_value_entry_finalize;
  property_add (object_class, string, "problem", gscope_gtk_value_entry_get_problem, NULL, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Escape, 0, on_escape, NULL);
}

static void
gscope_gtk_value_entry_init (GscopeGtkValueEntry *self)
{
  GtkEventController *focus = gtk_event_controller_focus_new ();

  self->shown = g_strdup ("");
  /* Undo belongs to writes; Escape restores the value. */
  gtk_editable_set_enable_undo (GTK_EDITABLE (self), FALSE);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (GTK_WIDGET (self), focus);
  g_signal_connect (self, "changed", G_CALLBACK (on_changed), NULL);
  g_signal_connect (self, "activate", G_CALLBACK (on_activate), NULL);
}

GtkWidget *
gscope_gtk_value_entry_new (GscopeParameter *parameter)
{
  GscopeGtkValueEntry *self = g_object_new (GSCOPE_GTK_TYPE_VALUE_ENTRY, NULL);
  const char *const signals[] = { "notify::value", "notify::asked", "notify::state" };

  self->parameter = g_object_ref (parameter);
  for (gsize i = 0; i < G_N_ELEMENTS (signals); i++)
    g_signal_connect_object (parameter, signals[i], G_CALLBACK (sync_text), self,
                             G_CONNECT_SWAPPED);
  sync_text (self);
  return GTK_WIDGET (self);
}

const char *
gscope_gtk_value_entry_get_problem (GscopeGtkValueEntry *self)
{
  return self->problem;
}

gboolean
gscope_gtk_value_entry_restore (GscopeGtkValueEntry *self)
{
  if (!is_edited (self) && !self->problem)
    return FALSE;
  restore (self);
  return TRUE;
}
