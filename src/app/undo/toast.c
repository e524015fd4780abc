/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "undo/toast.h"

#define TOAST_SEC 5

struct _AppToast
{
  AdwBin parent_instance;

  GtkRevealer *revealer;
  GtkLabel *label;
  GtkWidget *undo;
  GtkWidget *open;
  GtkEventControllerMotion *pointer;
  /* of the message shown, or NULL */
  AppHistory *history;
  guint entry;
  guint timeout;
};

G_DEFINE_FINAL_TYPE (AppToast, app_toast, ADW_TYPE_BIN)

static gboolean
on_timeout (gpointer data)
{
  AppToast *self = data;

  if (gtk_event_controller_motion_contains_pointer (self->pointer)
      || gtk_widget_get_focus_child (GTK_WIDGET (self)))
    return G_SOURCE_CONTINUE;
  self->timeout = 0;
  app_toast_dismiss (self);
  return G_SOURCE_REMOVE;
}

static void
on_history_changed (AppToast *self)
{
  if (!app_history_has_done (self->history, self->entry))
    app_toast_dismiss (self);
}

static void
on_undo (AppToast *self)
{
  g_autoptr (AppHistory) history = self->history ? g_object_ref (self->history) : NULL;

  if (history)
    app_history_undo_entry (history, self->entry);
}

static void
drop_history (AppToast *self)
{
  if (self->history)
    g_signal_handlers_disconnect_by_data (self->history, self);
  g_clear_object (&self->history);
}

static void
app_toast_dispose (GObject *object)
{
  AppToast *self = APP_TOAST (object);

  drop_history (self);
  g_clear_handle_id (&self->timeout, g_source_remove);
  G_OBJECT_CLASS (app_toast_parent_class)->dispose (object);
}

static void
app_toast_class_init (AppToastClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = app_toast_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, APP_RESOURCES "/undo/toast.ui");
  gtk_widget_class_bind_template_child (widget_class, AppToast, revealer);
  gtk_widget_class_bind_template_child (widget_class, AppToast, label);
  gtk_widget_class_bind_template_child (widget_class, AppToast, undo);
  gtk_widget_class_bind_template_child (widget_class, AppToast, open);
  gtk_widget_class_bind_template_child (widget_class, AppToast, pointer);
  gtk_widget_class_bind_template_callback (widget_class, on_undo);
  gtk_widget_class_bind_template_callback (widget_class, app_toast_dismiss);
}

static void
app_toast_init (AppToast *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
app_toast_show (AppToast *self, const char *text)
{
  drop_history (self);
  g_clear_handle_id (&self->timeout, g_source_remove);
  self->timeout = g_timeout_add_seconds (TOAST_SEC, on_timeout, self);
  gtk_label_set_label (self->label, text);
  gtk_widget_set_visible (self->undo, FALSE);
  gtk_widget_set_visible (self->open, FALSE);
  gtk_revealer_set_reveal_child (self->revealer, TRUE);
}

void
app_toast_show_undo (AppToast *self, const char *text, AppHistory *history, guint entry)
{
  app_toast_show (self, text);
  self->history = g_object_ref (history);
  self->entry = entry;
  g_signal_connect_swapped (history, "changed", G_CALLBACK (on_history_changed), self);
  gtk_widget_set_visible (self->undo, TRUE);
}

void
app_toast_show_open (AppToast *self, const char *text, GFile *file)
{
  g_autofree char *uri = g_file_get_uri (file);

  app_toast_show (self, text);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (self->open), "s", uri);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->open), "win.open-in-another");
  gtk_widget_set_visible (self->open, TRUE);
}

void
app_toast_dismiss (AppToast *self)
{
  drop_history (self);
  g_clear_handle_id (&self->timeout, g_source_remove);
  gtk_revealer_set_reveal_child (self->revealer, FALSE);
}
