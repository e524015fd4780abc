/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "window/private.h"

#include <glib/gi18n.h>

#include "dialogs/scopes-dialog.h"
#include "dialogs/source-dialog.h"
#include "dialogs/trigger-dialog.h"
#include "undo/signals.h"
#include "undo/sources.h"

/* Undo of the text that is being typed comes first. NULL where nothing is: a popover that has
 * closed may still have the focus. */
static GtkWidget *
get_text (AppWindow *self)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  return GTK_IS_TEXT (focus) && gtk_widget_get_mapped (focus) ? focus : NULL;
}

static gboolean
is_typing (AppWindow *self, const char *action)
{
  GtkWidget *text = get_text (self);

  return text && gtk_editable_get_enable_undo (GTK_EDITABLE (text))
         && gtk_widget_activate_action (text, action, NULL);
}

static void
on_undo (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  AppWindow *self = data;

  if (!is_typing (self, "text.undo"))
    app_history_undo (app_session_get_history (self->session));
}

static void
on_redo (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  AppWindow *self = data;

  if (!is_typing (self, "text.redo"))
    app_history_redo (app_session_get_history (self->session));
}

static void
on_restore (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  app_values_restore (app_session_get_values (APP_WINDOW (data)->session));
}

void
app_window_show_history (AppWindow *self)
{
  AppHistory *history = self->session ? app_session_get_history (self->session) : NULL;

  app_window_set_enabled (self, "undo", history && app_history_get_undo_title (history));
  app_window_set_enabled (self, "redo", history && app_history_get_redo_title (history));
  app_window_set_enabled (self, "restore-values",
                          history
                              && app_values_can_restore (app_session_get_values (self->session)));
  app_window_show_title (self);
}

static void
on_source_added (GscopeSource *source, gboolean shows, gpointer data)
{
  AppWindow *self = data;
  g_autofree char *pattern = g_strconcat (gscope_source_get_name (source), "/*", NULL);

  if (!self->session)
    return;
  app_sources_log_added (self->session, source);
  if (shows)
    app_panes_add_pattern (app_canvas_get_panes (self->canvas), pattern);
}

static void
on_add_source (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  AppWindow *self = data;
  gboolean is_empty = g_list_model_get_n_items (gscope_gtk_view_get_signals (self->view)) == 0;

  app_source_dialog_add (GTK_WINDOW (self), self->session, is_empty, on_source_added, self);
}

static GscopeSource *
find_source (AppWindow *self, GVariant *name)
{
  return self->session ? app_session_find_source (self->session, g_variant_get_string (name, NULL))
                       : NULL;
}

static void
on_configure_source (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  AppWindow *self = data;
  GscopeSource *source = find_source (self, parameter);

  if (source)
    app_source_dialog_configure (GTK_WINDOW (self), self->session, source);
}

static void
on_remove_source (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  AppWindow *self = data;
  GscopeSource *source = find_source (self, parameter);
  g_autofree char *text = NULL;
  guint entry;

  if (!source)
    return;
  text = g_strdup_printf (_ ("“%s” removed"), gscope_source_get_name (source));
  entry = app_sources_remove (self->session, source);
  app_window_toast_undo (self, text, entry);
}

static void
on_remove_signal (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  AppWindow *self = data;
  GscopeGtkViewSignal *signal = self->view ? gscope_gtk_view_get_selected (self->view) : NULL;
  GtkWidget *typed = get_text (self);
  g_autofree char *text = NULL;

  if (typed)
    {
      g_signal_emit_by_name (typed, "delete-from-cursor", GTK_DELETE_WORD_ENDS, 1);
      return;
    }
  if (!signal)
    return;
  text =
      g_strdup_printf (_ ("“%s” removed from the view"), gscope_gtk_view_signal_get_label (signal));
  app_window_toast_undo (self, text, app_signals_remove (self->session, self->view, signal));
}

static void
on_trigger (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  AppWindow *self = data;
  GscopeGtkViewSignal *signal = self->view ? gscope_gtk_view_get_selected (self->view) : NULL;

  if (!signal)
    app_window_toast (self, "%s", _ ("Select the signal that the trigger watches"));
  else
    app_trigger_dialog_open (GTK_WINDOW (self), self->session, signal);
}

static void
on_arm (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  AppWindow *self = data;
  GscopeGtkViewSignal *signal = self->view ? gscope_gtk_view_get_selected (self->view) : NULL;
  GscopeTrigger *trigger =
      signal ? gscope_workspace_get_trigger (app_session_get_workspace (self->session),
                                             gscope_gtk_view_signal_get_signal (signal))
             : NULL;

  if (!trigger)
    return;
  gscope_trigger_arm (trigger);
  app_session_tick (self->session);
}

static void
on_scopes (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  app_scopes_dialog_open (GTK_WINDOW (data), APP_WINDOW (data)->session);
}

static void
on_find (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  gtk_menu_button_popup (APP_WINDOW (data)->find);
}

void
app_window_init_edit (AppWindow *self)
{
  static const GActionEntry actions[] = {
    { .name = "undo", .activate = on_undo },
    { .name = "redo", .activate = on_redo },
    { .name = "restore-values", .activate = on_restore },
    { .name = "add-source", .activate = on_add_source },
    { .name = "configure-source", .activate = on_configure_source, .parameter_type = "s" },
    { .name = "remove-source", .activate = on_remove_source, .parameter_type = "s" },
    { .name = "remove-signal", .activate = on_remove_signal },
    { .name = "trigger", .activate = on_trigger },
    { .name = "arm", .activate = on_arm },
    { .name = "scopes", .activate = on_scopes },
    { .name = "find", .activate = on_find },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self), actions, G_N_ELEMENTS (actions), self);
}
