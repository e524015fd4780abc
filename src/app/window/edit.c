/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "window/private.h"

#include <glib/gi18n.h>

#include "agents/same.h"
#include "captures/display.h"
#include "dialogs/all-agents-dialog.h"
#include "dialogs/math-dialog.h"
#include "dialogs/measurements-dialog.h"
#include "dialogs/source-dialog.h"
#include "numbers/dialog.h"
#include "panes/identify-dialog.h"
#include "session/unlock.h"
#include "undo/sources.h"
#include "undo/view.h"

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

void
app_action_undo (AppWindow *self)
{
  if (!is_typing (self, "text.undo"))
    app_history_undo (app_session_get_history (self->session));
}

void
app_action_redo (AppWindow *self)
{
  if (!is_typing (self, "text.redo"))
    app_history_redo (app_session_get_history (self->session));
}

void
app_action_restore_values (AppWindow *self)
{
  app_values_restore (app_session_get_values (self->session));
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

static gboolean
is_empty (AppWindow *self)
{
  return g_list_model_get_n_items (gscope_gtk_view_get_signals (self->view)) == 0;
}

void
app_action_add_source (AppWindow *self)
{
  app_source_dialog_add (GTK_WINDOW (self), self->session, is_empty (self), on_source_added, self);
}

void
app_action_add_number (AppWindow *self)
{
  app_number_dialog_add (GTK_WINDOW (self), self->session, on_source_added, self);
}

void
app_action_add_agent (AppWindow *self)
{
  app_agent_dialog_open (GTK_WINDOW (self), self->session, is_empty (self), on_source_added, self);
}

void
app_window_show_signal (AppWindow *self, const char *full_name)
{
  if (self->session && !app_panes_has_pattern (app_canvas_get_panes (self->canvas), full_name))
    app_panes_add_pattern (app_canvas_get_panes (self->canvas), full_name);
}

static void
on_math_added (const char *full_name, gpointer data)
{
  app_window_show_signal (data, full_name);
}

void
app_action_add_math (AppWindow *self)
{
  app_math_dialog_add (GTK_WINDOW (self), self->session, on_math_added, self);
}

void
app_action_edit_math (AppWindow *self)
{
  GscopeGtkViewSignal *selected = self->view ? gscope_gtk_view_get_selected (self->view) : NULL;
  GscopeSignal *signal = selected ? gscope_gtk_view_signal_get_signal (selected) : NULL;
  GscopeSource *source = signal ? app_session_find_owner (self->session, signal) : NULL;

  if (source && GSCOPE_IS_MATH_SOURCE (source))
    app_math_dialog_edit (GTK_WINDOW (self), self->session, source, signal);
  else
    app_window_toast (self, "%s", _ ("Select a math signal first"));
}

void
app_action_measure (AppWindow *self)
{
  GscopeGtkViewSignal *selected = self->view ? gscope_gtk_view_get_selected (self->view) : NULL;
  g_autofree char *trigger = NULL;

  if (self->view && !selected)
    {
      g_object_get (gscope_gtk_view_get_settings (self->view), "trigger", &trigger, NULL);
      selected = app_view_find_signal (self->view, trigger);
    }
  if (selected)
    app_measurements_dialog_open (GTK_WINDOW (self), self->session, self->view, selected,
                                  on_math_added, self);
  else
    app_window_toast (self, "%s", _ ("Select a signal first"));
}

void
app_action_identify (AppWindow *self)
{
  app_identify_dialog_open (GTK_WINDOW (self), self->session, self->view, NULL);
}

void
app_action_identify_parameter (AppWindow *self, const char *target)
{
  if (self->view && !self->player)
    app_identify_dialog_open (GTK_WINDOW (self), self->session, self->view, target);
}

void
app_action_ask_agent (AppWindow *self, const char *target)
{
  if (self->session)
    app_agent_dialog_open_at (GTK_WINDOW (self), self->session, target, on_source_added, self);
}

static GscopeSource *
find_source (AppWindow *self, const char *name)
{
  return self->session ? app_session_find_source (self->session, name) : NULL;
}

void
app_action_configure_source (AppWindow *self, const char *target)
{
  GscopeSource *source = find_source (self, target);

  if (source && app_number_dialog_can_change (self->session, source))
    app_number_dialog_change (GTK_WINDOW (self), self->session, source);
  else if (source)
    app_source_dialog_configure (GTK_WINDOW (self), self->session, source);
}

/* Without a privilege that is missing there is nothing to do. */
void
app_action_unlock (AppWindow *self)
{
  if (app_unlock_all (self->session) == 0)
    app_window_toast (self, "%s", _ ("No source lacks a privilege"));
}

void
app_action_unlock_source (AppWindow *self, const char *target)
{
  GscopeSource *source = find_source (self, target);

  if (source)
    app_unlock_source (self->session, source);
}

void
app_action_remove_source (AppWindow *self, const char *target)
{
  GscopeSource *source = find_source (self, target);
  g_autofree char *text = NULL;
  guint entry;

  if (!source)
    return;
  text = g_strdup_printf (_ ("“%s” removed"), gscope_source_get_name (source));
  entry = app_sources_remove (self->session, source);
  app_window_toast_undo (self, text, entry);
}

void
app_action_set_on_agents (AppWindow *self, const char *target)
{
  GListModel *parameters = self->session ? app_session_get_parameters (self->session) : NULL;

  for (guint i = 0; parameters && i < g_list_model_get_n_items (parameters); i++)
    {
      g_autoptr (GscopeParameter) parameter = g_list_model_get_item (parameters, i);
      g_autofree char *name = gscope_parameter_dup_full_name (parameter);

      if (!g_str_equal (name, target))
        continue;
      app_all_agents_dialog_open (GTK_WINDOW (self), self->session, parameter);
      return;
    }
}

void
app_action_remove_signal (AppWindow *self)
{
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
  app_window_toast_undo (self, text, app_view_remove_signal (self->session, self->view, signal));
}

/* Shows the panel, where it is hidden. */
void
app_action_filter (AppWindow *self)
{
  g_object_set (self->layout, "show-signals", TRUE, NULL);
  app_signals_panel_search (self->signals);
}

/* All signals of one unit are in one lane. */
void
app_action_same_signal (AppWindow *self)
{
  GscopeGtkViewSignal *signal = self->view ? gscope_gtk_view_get_selected (self->view) : NULL;
  g_autoptr (GPtrArray) names = NULL;
  g_autofree char *text = NULL;
  gboolean is_shown;
  guint entry;

  if (!signal)
    {
      app_window_toast (self, "%s", _ ("Select a signal first"));
      return;
    }
  names = app_same_list_signals (self->session, gscope_gtk_view_signal_get_signal (signal));
  entry = app_view_add_signals (self->session, self->view, names);
  is_shown = app_view_reveal_signals (self->session, self->view, names) != 0;
  text = g_strdup_printf (_ ("“%s” of all agents added to the view"),
                          gscope_gtk_view_signal_get_title (signal));
  if (entry)
    app_window_toast_undo (self, text, entry);
  else if (!is_shown)
    app_window_toast (self, "%s",
                      names->len > 0 ? _ ("The view shows this signal of all agents")
                                     : _ ("No other agent has this signal"));
}

/* Arms the trigger of the selected signal, or else the trigger of a triggered display. */
void
app_action_arm (AppWindow *self)
{
  GscopeGtkViewSignal *signal = self->view ? gscope_gtk_view_get_selected (self->view) : NULL;
  GscopeTrigger *trigger =
      signal ? gscope_workspace_get_trigger (app_session_get_workspace (self->session),
                                             gscope_gtk_view_signal_get_signal (signal))
             : NULL;

  if (!trigger && self->view)
    trigger = app_captures_find_trigger (self->session, self->view, NULL);
  if (!trigger)
    return;
  gscope_trigger_arm (trigger);
  app_session_tick (self->session);
}

void
app_action_find (AppWindow *self)
{
  gtk_menu_button_popup (self->find);
}
