/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "window/actions.h"

#include <glib/gi18n.h>

#include "dialogs/scopes-dialog.h"
#include "dialogs/trigger-dialog.h"
#include "experiments/experiments.h"
#include "limits/dialog.h"
#include "sound/speaker.h"
#include "window/private.h"

/* The conditions under which actions are enabled. */

static gboolean
has_session (AppWindow *self)
{
  return self->session != NULL;
}

static gboolean
is_live (AppWindow *self)
{
  return self->session && !app_session_get_player (self->session);
}

static gboolean
has_table (AppWindow *self)
{
  return self->session && app_session_get_player (self->session);
}

static gboolean
is_playback (AppWindow *self)
{
  return self->player != NULL;
}

static gboolean
has_view (AppWindow *self)
{
  return self->view != NULL;
}

static gboolean
can_record (AppWindow *self)
{
  return self->view && is_live (self);
}

static gboolean
can_identify (AppWindow *self)
{
  return self->view && is_live (self);
}

static gboolean
has_pane (AppWindow *self)
{
  return app_panes_count (app_canvas_get_panes (self->canvas)) > 0;
}

static gboolean
has_panes (AppWindow *self)
{
  return app_panes_count (app_canvas_get_panes (self->canvas)) > 1;
}

static gboolean
has_comparison (AppWindow *self)
{
  return self->view && app_comparison_get_selected (app_session_get_comparison (self->session)) > 0;
}

static gboolean
can_undo (AppWindow *self)
{
  return self->session && app_history_get_undo_title (app_session_get_history (self->session));
}

static gboolean
can_redo (AppWindow *self)
{
  return self->session && app_history_get_redo_title (app_session_get_history (self->session));
}

static gboolean
can_restore (AppWindow *self)
{
  return self->session && !app_history_get_blocked (app_session_get_history (self->session))
         && app_values_can_restore (app_session_get_values (self->session));
}

/* The objects that have the properties. */

static gpointer
get_viewport (AppWindow *self)
{
  return gscope_gtk_view_get_viewport (self->view);
}

static gpointer
get_view (AppWindow *self)
{
  return self->view;
}

static gpointer
get_settings (AppWindow *self)
{
  return gscope_gtk_view_get_settings (self->view);
}

static gpointer
get_layout (AppWindow *self)
{
  return self->layout;
}

static gpointer
get_hint (AppWindow *self)
{
  return self->hint;
}

/* In the order of the menus and of the window of shortcuts. A menu has a letter with an underscore once: the main menu has more items
 * than there are letters in them. */
static const AppAction rows[] = {
  { "win.hold", N_ ("Hold the Picture, or Let It Go On"), .view_keys = "space",
    .group = APP_KEYS_PICTURE, .get_object = get_viewport, .property = "held", .is_of_view = TRUE },
  { "win.mode", N_ ("Sweep or Roll"), .view_keys = "r", .group = APP_KEYS_PICTURE,
    .is_enabled = has_view, .set_text = app_action_mode },
  { "win.triggered", N_ ("Triggered Display"), "<Control>k", .group = APP_KEYS_PICTURE,
    .is_enabled = has_view, .set = app_action_triggered },
  { "win.longer-span", N_ ("Show More Time"), .view_keys = "plus", .group = APP_KEYS_PICTURE,
    .is_enabled = has_view, .go = app_action_step_span, .direction = 1 },
  { "win.shorter-span", N_ ("Show Less Time"), .view_keys = "minus", .group = APP_KEYS_PICTURE,
    .is_enabled = has_view, .go = app_action_step_span, .direction = -1 },
  { "win.span", .is_enabled = has_view, .set_time = app_action_span },
  { "win.go-to", N_ ("_Go to Time…"), "<Control>j", .group = APP_KEYS_PICTURE,
    .menus = APP_MENU_CONTENTS, .is_enabled = has_view, .activate = app_action_go_to },
  { NULL, N_ ("Show Times of Day"), .view_keys = "w", .group = APP_KEYS_PICTURE },
  { NULL, N_ ("Move in Time"), .view_keys = "<Shift>Left <Shift>Right", .group = APP_KEYS_PICTURE },
  { "win.live", N_ ("Back to the Present"), .view_keys = "End", .group = APP_KEYS_PICTURE,
    .is_enabled = has_view, .activate = app_action_live },
  { "win.fit", N_ ("Fit Ranges to the Visible Values"), .view_keys = "f", .group = APP_KEYS_PICTURE,
    .is_enabled = has_view, .activate = app_action_fit },
  { "win.layout", N_ ("Lanes or Overlay"), .view_keys = "l", .group = APP_KEYS_PICTURE,
    .get_object = get_view, .property = "layout", .is_of_view = TRUE },
  { NULL, N_ ("Logarithmic or Linear Values"), .view_keys = "e", .group = APP_KEYS_PICTURE },
  { NULL, N_ ("Move the Selected Trace"), .view_keys = "<Control>Up <Control>Down",
    .group = APP_KEYS_PICTURE },
  { NULL, N_ ("Magnify the Selected Trace"), .view_keys = "<Control><Shift>Up <Control><Shift>Down",
    .group = APP_KEYS_PICTURE },
  { NULL, N_ ("Put the Selected Trace Back"), .view_keys = "<Control>Home",
    .group = APP_KEYS_PICTURE },
  { NULL, N_ ("Show or Hide a Signal"), .view_keys = "1...9", .group = APP_KEYS_PICTURE },

  { "win.cursor", N_ ("Show One Cursor, Two, or None"), .view_keys = "c", .group = APP_KEYS_MARKERS,
    .is_enabled = has_view, .set = app_action_cursor },
  { NULL, N_ ("Swap Cursors"), .view_keys = "x", .group = APP_KEYS_MARKERS },
  { NULL, N_ ("Move the Cursor"), .view_keys = "Left Right", .group = APP_KEYS_MARKERS },
  { NULL, N_ ("Remove the Cursors"), .view_keys = "Escape", .group = APP_KEYS_MARKERS },
  { NULL, N_ ("Previous or Next Marker or Capture"), .view_keys = "bracketleft bracketright",
    .group = APP_KEYS_MARKERS },
  { NULL, N_ ("Previous or Next Cluster of Markers"),
    .view_keys = "<Control>bracketleft <Control>bracketright", .group = APP_KEYS_MARKERS },
  { NULL, N_ ("Remove the Note at the Cursor"), .view_keys = "Delete", .group = APP_KEYS_MARKERS },
  { "win.keep-capture", N_ ("Keep the Shown Capture"), "<Control><Shift>k",
    .group = APP_KEYS_MARKERS, .is_enabled = has_view, .activate = app_action_keep_capture },
  { "win.remove-capture", N_ ("Remove the Shown Capture"), "<Control><Alt>k",
    .group = APP_KEYS_MARKERS, .is_enabled = has_view, .activate = app_action_remove_capture },
  { "win.mask-captures", N_ ("Mask from Captures"), "<Control><Alt>m", .group = APP_KEYS_MARKERS,
    .is_enabled = has_view, .activate = app_action_mask_captures },
  { "win.export-captures", N_ ("Export Captures…"), "<Control><Alt>x", .group = APP_KEYS_MARKERS,
    .menus = APP_MENU_EXPORT, .is_enabled = has_view, .activate = app_action_export_captures },
  { NULL, N_ ("Mean and Deviation of Captures"), .view_keys = "n", .group = APP_KEYS_MARKERS },
  { "win.export-mean", N_ ("Export the Mean of Captures…"), "<Control><Shift>x",
    .group = APP_KEYS_MARKERS, .menus = APP_MENU_EXPORT, .is_enabled = has_view,
    .activate = app_action_export_mean },

  { NULL, N_ ("Show or Hide the Signals over Time"), .view_keys = "t", .group = APP_KEYS_PANES },
  { NULL, N_ ("Spectrogram or Spectrum"), .view_keys = "g", .group = APP_KEYS_PANES },
  { NULL, N_ ("Show or Hide the Overview"), .view_keys = "o", .group = APP_KEYS_PANES },
  { NULL, N_ ("Show or Hide Statistics"), .view_keys = "i", .group = APP_KEYS_PANES },
  { NULL, N_ ("Persistence"), .view_keys = "p", .group = APP_KEYS_PANES },
  { "win.view-settings", N_ ("Measurements and Their Settings"), "<Alt>Return",
    .group = APP_KEYS_PANES, .is_enabled = has_view, .activate = app_action_view_settings },
  { "win.peaks", N_ ("Table of Peaks…"), "<Control><Alt>p", .group = APP_KEYS_PANES,
    .menus = APP_MENU_VIEW, .is_enabled = has_view, .activate = app_action_peaks },
  { "win.table", N_ ("Picture as a Table…"), "<Control><Alt>v", .group = APP_KEYS_PANES,
    .menus = APP_MENU_VIEW, .is_enabled = has_view, .activate = app_action_table },
  { "win.listen", N_ ("Listen to Signal"), "<Control><Alt>s", .group = APP_KEYS_PANES,
    .menus = APP_MENU_VIEW, .is_enabled = has_view, .explain_lack = app_speaker_explain_lack,
    .set = app_action_listen },
  { "win.export-transfer", N_ ("Export the Transfer Function…"), "<Control><Shift>b",
    .group = APP_KEYS_PANES, .menus = APP_MENU_VIEW, .is_enabled = has_view,
    .activate = app_action_export_transfer },

  { NULL, N_ ("Move It Up or Down"), .view_keys = "Up Down", .group = APP_KEYS_SIGNAL },
  { NULL, N_ ("Increase or Decrease Its Height"), .view_keys = "<Shift>Up <Shift>Down",
    .group = APP_KEYS_SIGNAL },

  { "win.new", N_ ("_New"), "<Control>n", .group = APP_KEYS_WORKSPACE, .menus = APP_MENU_WORKSPACE,
    .activate = app_action_new },
  { "win.new-window", N_ ("New _Window"), "<Control><Shift>n", .group = APP_KEYS_WORKSPACE,
    .menus = APP_MENU_WORKSPACE | APP_MENU_VIEW, .activate = app_action_new_window },
  { "win.new-empty", .activate = app_action_new_empty },
  { "win.open", N_ ("_Open…"), "<Control>o", .group = APP_KEYS_WORKSPACE,
    .activate = app_action_open },
  { "win.open-workspace", .activate_text = app_action_open_workspace },
  { "win.open-in-another", .activate_text = app_action_open_in_another },
  { "win.save", N_ ("_Save"), "<Control>s", .group = APP_KEYS_WORKSPACE,
    .menus = APP_MENU_WORKSPACE, .is_enabled = has_session, .activate = app_action_save },
  { "win.save-as", N_ ("Save _As…"), "<Control><Shift>s", .group = APP_KEYS_WORKSPACE,
    .menus = APP_MENU_WORKSPACE, .is_enabled = has_session, .activate = app_action_save_as },

  { "win.add-source", N_ ("Add S_ource…"), "<Control><Shift>a", .group = APP_KEYS_WORKSPACE,
    .menus = APP_MENU_CONTENTS, .is_enabled = is_live, .activate = app_action_add_source },
  { "win.add-agent", N_ ("Add Sources of an Agent…"), "<Control><Shift>g",
    .group = APP_KEYS_WORKSPACE, .menus = APP_MENU_CONTENTS, .is_enabled = is_live,
    .activate = app_action_add_agent },
  { "win.add-math", N_ ("Add _Math Signal…"), "<Control>m", .group = APP_KEYS_WORKSPACE,
    .menus = APP_MENU_CONTENTS, .is_enabled = has_session, .activate = app_action_add_math },
  { "win.add-number", N_ ("Add Number in a File…"), "<Control><Alt>n", .group = APP_KEYS_WORKSPACE,
    .menus = APP_MENU_CONTENTS, .is_enabled = is_live, .activate = app_action_add_number },
  { "win.configure-source", .activate_text = app_action_configure_source },
  { "win.unlock", N_ ("Unloc_k Sources…"), "<Control>u", .group = APP_KEYS_WORKSPACE,
    .menus = APP_MENU_CONTENTS, .is_enabled = is_live, .activate = app_action_unlock },
  { "win.unlock-source", .activate_text = app_action_unlock_source },
  { "win.remove-source", .activate_text = app_action_remove_source },
  { "win.ask-agent", .activate_text = app_action_ask_agent },
  { "win.set-on-agents", .activate_text = app_action_set_on_agents },
  { "win.show-group", .activate_text = app_action_show_group },
  { "win.scopes", N_ ("S_copes…"), .menus = APP_MENU_CONTENTS, .is_enabled = is_live,
    .open = app_scopes_dialog_open },
  { "win.experiments", N_ ("E_xperiments…"), "<Control><Alt>e", .group = APP_KEYS_WORKSPACE,
    .menus = APP_MENU_CONTENTS, .is_enabled = is_live, .open = app_experiments_open },
  { "win.identify", N_ ("Identify a Response…"), "<Control><Alt>b", .group = APP_KEYS_WORKSPACE,
    .menus = APP_MENU_CONTENTS, .is_enabled = can_identify, .activate = app_action_identify },
  { "win.identify-parameter", .activate_text = app_action_identify_parameter },
  { "win.note", N_ ("Mark with a Note…"), .view_keys = "m", .group = APP_KEYS_MARKERS,
    .menus = APP_MENU_CONTENTS, .is_enabled = has_view, .activate = app_action_note },
  { "win.show-hint", N_ ("What to _Look At"), .menus = APP_MENU_CONTENTS, .get_object = get_hint,
    .property = "visible" },
  { "win.change-format", N_ ("Format of the Table…"), .menus = APP_MENU_CONTENTS, .is_hidden = TRUE,
    .is_enabled = has_table, .activate = app_action_change_format },

  { "win.find", N_ ("Find a Signal and Add It"), "<Control>f", .group = APP_KEYS_VALUES,
    .is_enabled = has_session, .activate = app_action_find },
  { "win.filter", N_ ("Filter the List of Signals"), "<Control><Shift>f", .group = APP_KEYS_VALUES,
    .is_enabled = has_session, .activate = app_action_filter },
  { "win.same-signal", N_ ("Same Signal of All Agents"), "<Control>g", .group = APP_KEYS_VALUES,
    .menus = APP_MENU_CONTENTS, .is_enabled = has_view, .activate = app_action_same_signal },
  { "win.trigger", N_ ("Trigger on the Selected Signal…"), "<Control>t", .group = APP_KEYS_VALUES,
    .open_signal = app_trigger_dialog_open },
  { "win.limit", N_ ("Limit of the Selected Signal…"), "<Control><Shift>l",
    .group = APP_KEYS_VALUES, .menus = APP_MENU_CONTENTS, .open_signal = app_limits_dialog_open },
  { "win.measure", N_ ("Measurements of the Selected Signal…"), "<Control>i",
    .group = APP_KEYS_VALUES, .menus = APP_MENU_CONTENTS, .is_enabled = has_view,
    .activate = app_action_measure },
  { "win.arm", N_ ("Re-arm the Trigger"), "<Control><Shift>t", .group = APP_KEYS_VALUES,
    .activate = app_action_arm },
  { "win.trigger-auto", N_ ("Show the Signal Also Where the Trigger Does Not Fire"), "<Control>1",
    .group = APP_KEYS_VALUES, .is_enabled = has_view, .activate = app_action_trigger_auto },
  { "win.trigger-normal", N_ ("Show Each Firing of the Trigger"), "<Control>2",
    .group = APP_KEYS_VALUES, .is_enabled = has_view, .activate = app_action_trigger_normal },
  { "win.trigger-single", N_ ("Hold at the First Firing of the Trigger"), "<Control>3",
    .group = APP_KEYS_VALUES, .is_enabled = has_view, .activate = app_action_trigger_single },
  { "win.edit-math", N_ ("Edit the Selected Math Signal…"), "<Control><Shift>m",
    .group = APP_KEYS_VALUES, .is_enabled = has_session, .activate = app_action_edit_math },
  { "win.remove-signal", N_ ("Remove the Selected Signal"), "<Control>Delete",
    .group = APP_KEYS_VALUES, .activate = app_action_remove_signal },
  { "win.undo", N_ ("_Undo"), "<Control>z", .group = APP_KEYS_VALUES, .menus = APP_MENU_CHANGES,
    .is_enabled = can_undo, .activate = app_action_undo },
  { "win.redo", N_ ("_Redo"), "<Control><Shift>z <Control>y", .group = APP_KEYS_VALUES,
    .menus = APP_MENU_CHANGES, .is_enabled = can_redo, .activate = app_action_redo },
  { "win.restore-values", N_ ("Restore _Values at Opening"), "<Control><Alt>z",
    .group = APP_KEYS_VALUES, .menus = APP_MENU_CHANGES, .is_enabled = can_restore,
    .activate = app_action_restore_values },

  { "win.play", N_ ("Play or Pause"), "<Control>space", .group = APP_KEYS_PLAYBACK,
    .is_enabled = is_playback, .set = app_action_play },
  { "win.step-back", N_ ("Go Back"), "<Alt>Left", .group = APP_KEYS_PLAYBACK,
    .is_enabled = is_playback, .go = app_action_step, .direction = -1 },
  { "win.step-forward", N_ ("Go Forward"), "<Alt>Right", .group = APP_KEYS_PLAYBACK,
    .is_enabled = is_playback, .go = app_action_step, .direction = 1 },
  { "win.faster", N_ ("Faster"), "<Alt>Up", .group = APP_KEYS_PLAYBACK, .is_enabled = is_playback,
    .go = app_action_change_speed, .direction = 1 },
  { "win.slower", N_ ("Slower"), "<Alt>Down", .group = APP_KEYS_PLAYBACK, .is_enabled = is_playback,
    .go = app_action_change_speed, .direction = -1 },
  { "win.loop", N_ ("Repeat the Recording"), "<Control>l", .group = APP_KEYS_PLAYBACK,
    .is_enabled = is_playback, .set = app_action_loop },

  { "win.compare", N_ ("Compare with a Recording…"), "<Control><Alt>c",
    .group = APP_KEYS_COMPARISON, .menus = APP_MENU_CONTENTS, .is_enabled = has_view,
    .activate = app_action_compare },
  { "win.compare-shown", N_ ("Compare with What Is Shown…"), "<Control><Alt>h",
    .group = APP_KEYS_COMPARISON, .menus = APP_MENU_CONTENTS, .is_enabled = has_view,
    .activate = app_action_compare_shown },
  { "win.compare-beside", N_ ("Show a Recording Beside…"), "<Control><Alt>y",
    .group = APP_KEYS_COMPARISON, .menus = APP_MENU_CONTENTS, .is_enabled = has_view,
    .activate = app_action_compare_beside },
  { "win.previous-run", N_ ("Select the Previous Run"), "<Alt><Shift>Up",
    .group = APP_KEYS_COMPARISON, .is_enabled = has_comparison, .go = app_action_select_run,
    .direction = -1 },
  { "win.next-run", N_ ("Select the Next Run"), "<Alt><Shift>Down", .group = APP_KEYS_COMPARISON,
    .is_enabled = has_comparison, .go = app_action_select_run, .direction = 1 },
  { "win.align", N_ ("Align the Recording Again"), "<Alt><Shift>Home", .group = APP_KEYS_COMPARISON,
    .is_enabled = has_comparison, .activate = app_action_align },
  { "win.shift-earlier", N_ ("Move the Recording Back"), "<Alt><Shift>Left",
    .group = APP_KEYS_COMPARISON, .is_enabled = has_comparison, .go = app_action_shift_compared,
    .direction = -1 },
  { "win.shift-later", N_ ("Move the Recording On"), "<Alt><Shift>Right",
    .group = APP_KEYS_COMPARISON, .is_enabled = has_comparison, .go = app_action_shift_compared,
    .direction = 1 },
  { "win.difference", N_ ("Add the Difference of the Selected Signal"), "<Control><Alt>d",
    .group = APP_KEYS_COMPARISON, .is_enabled = has_comparison, .activate = app_action_difference },
  { "win.end-comparison", N_ ("End the Comparison with the Run"), "<Control><Alt>w",
    .group = APP_KEYS_COMPARISON, .is_enabled = has_comparison,
    .activate = app_action_end_comparison },

  { "win.split-right", N_ ("Split Right"), "<Control>backslash", .group = APP_KEYS_VIEWS,
    .menus = APP_MENU_VIEW, .is_enabled = has_pane, .activate = app_action_split_right },
  { "win.split-below", N_ ("Split Below"), "<Control><Shift>backslash <Control>bar",
    .group = APP_KEYS_VIEWS, .menus = APP_MENU_VIEW, .is_enabled = has_pane,
    .activate = app_action_split_below },
  { "win.add-table", N_ ("Add Table of Usage Below"), .menus = APP_MENU_VIEW,
    .is_enabled = has_pane, .activate = app_action_add_table },
  { "win.rename-view", N_ ("Rename View…"), "F2", .group = APP_KEYS_VIEWS, .menus = APP_MENU_VIEW,
    .is_enabled = has_pane, .activate = app_action_rename_view },
  { "win.linked", N_ ("Same Time in Linked Views"), "<Control><Alt>j", .group = APP_KEYS_VIEWS,
    .get_object = get_settings, .property = "linked", .is_of_view = TRUE },
  { "win.next-view", N_ ("Next View"), "F6", .group = APP_KEYS_VIEWS, .menus = APP_MENU_VIEW,
    .is_enabled = has_panes, .activate = app_action_next_view },
  { "win.close-view", N_ ("Close View"), "<Control><Shift>w", .group = APP_KEYS_VIEWS,
    .menus = APP_MENU_VIEW, .is_enabled = has_panes, .activate = app_action_close_view },
  { "win.export", N_ ("_Export Picture…"), "<Control>e", .group = APP_KEYS_VIEWS,
    .menus = APP_MENU_EXPORT, .is_enabled = has_view, .activate = app_action_export },
  { "win.export-data", N_ ("Export Da_ta…"), "<Control><Shift>e", .group = APP_KEYS_VIEWS,
    .menus = APP_MENU_EXPORT, .is_enabled = has_view, .activate = app_action_export_data },
  { "win.copy-picture", N_ ("Copy P_icture"), "<Control><Shift>c", .group = APP_KEYS_VIEWS,
    .menus = APP_MENU_EXPORT, .is_enabled = has_view, .activate = app_action_copy_picture },
  { "win.copy-data", N_ ("Copy _Data"), "<Control><Shift>d", .group = APP_KEYS_VIEWS,
    .menus = APP_MENU_EXPORT, .is_enabled = has_view, .activate = app_action_copy_data },
  { "win.print", N_ ("_Print…"), "<Control>p", .group = APP_KEYS_VIEWS, .menus = APP_MENU_EXPORT,
    .is_enabled = has_view, .activate = app_action_print },

  { "win.run", .is_enabled = has_view, .activate = app_action_run },
  { "win.record", N_ ("Start or End a Recording"), "<Control>r", .group = APP_KEYS_WINDOW,
    .is_enabled = can_record, .set = app_action_record },
  { "win.show-signals", N_ ("Signals"), "F9", .group = APP_KEYS_WINDOW, .get_object = get_layout,
    .property = "show-signals" },
  { "win.show-parameters", N_ ("Parameters"), "<Shift>F9", .group = APP_KEYS_WINDOW,
    .get_object = get_layout, .property = "show-parameters" },
  { NULL, N_ ("Menu"), .view_keys = "F10", .group = APP_KEYS_WINDOW },
  { "app.preferences", N_ ("Pre_ferences"), "<Control>comma", .group = APP_KEYS_WINDOW,
    .menus = APP_MENU_PROGRAM, .activate_app = app_application_show_preferences },
  { "app.shortcuts", N_ ("Ke_yboard Shortcuts"), "<Control>question", .group = APP_KEYS_WINDOW,
    .menus = APP_MENU_PROGRAM, .activate_app = app_application_show_shortcuts },
  { "app.help", N_ ("_Help"), "F1", .group = APP_KEYS_WINDOW, .menus = APP_MENU_PROGRAM,
    .activate_app = app_application_show_help },
  { "app.about", N_ ("A_bout Gscope"), .menus = APP_MENU_PROGRAM,
    .activate_app = app_application_show_about },
  { "window.close", N_ ("Close the Window"), "<Control>w", .group = APP_KEYS_WINDOW },
  { "app.quit", N_ ("Quit"), "<Control>q", .group = APP_KEYS_WINDOW,
    .activate_app = app_application_quit },
};

const AppAction *
app_actions_get (guint *n)
{
  *n = G_N_ELEMENTS (rows);
  return rows;
}

char *
app_action_dup_plain_title (const AppAction *self)
{
  g_auto (GStrv) parts = g_strsplit (_ (self->title), "_", -1);
  char *title = g_strjoinv ("", parts);

  if (g_str_has_suffix (title, "…"))
    title[strlen (title) - strlen ("…")] = '\0';
  return title;
}

static const char *
get_short_name (const AppAction *row)
{
  return strchr (row->name, '.') + 1;
}

static gboolean
is_of (const AppAction *row, const char *prefix)
{
  return row->name && g_str_has_prefix (row->name, prefix);
}

static const AppAction *
find_row (const char *prefix, GSimpleAction *action)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (is_of (&rows[i], prefix)
        && g_str_equal (get_short_name (&rows[i]), g_action_get_name (G_ACTION (action))))
      return &rows[i];
  g_return_val_if_reached (NULL);
}

static void
on_activate_app (GSimpleAction *action, GVariant *target, gpointer application)
{
  find_row ("app.", action)->activate_app (application);
}

void
app_actions_add_to_application (AppApplication *application)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      if (is_of (&rows[i], "app."))
        {
          g_autoptr (GSimpleAction) action = g_simple_action_new (get_short_name (&rows[i]), NULL);

          g_signal_connect (action, "activate", G_CALLBACK (on_activate_app), application);
          g_action_map_add_action (G_ACTION_MAP (application), G_ACTION (action));
        }
      if (rows[i].keys)
        {
          g_auto (GStrv) keys = g_strsplit (rows[i].keys, " ", -1);

          gtk_application_set_accels_for_action (GTK_APPLICATION (application), rows[i].name,
                                                 (const char *const *) keys);
        }
    }
}

static void
open_signal (AppWindow *self, const AppAction *row)
{
  if (self->view && gscope_gtk_view_get_selected (self->view))
    row->open_signal (GTK_WINDOW (self), self->session, self->view);
  else
    app_window_toast (self, "%s", _ ("Select a signal first"));
}

static void
on_activate (GSimpleAction *action, GVariant *target, gpointer data)
{
  AppWindow *self = data;
  const AppAction *row = find_row ("win.", action);

  if (row->activate)
    row->activate (self);
  else if (row->go)
    row->go (self, row->direction);
  else if (row->activate_text)
    row->activate_text (self, g_variant_get_string (target, NULL));
  else if (row->open)
    row->open (GTK_WINDOW (self), self->session);
  else
    open_signal (self, row);
}

static void
on_change_state (GSimpleAction *action, GVariant *state, gpointer data)
{
  const AppAction *row = find_row ("win.", action);

  if (row->set)
    row->set (data, g_variant_get_boolean (state));
  else if (row->set_text)
    row->set_text (data, g_variant_get_string (state, NULL));
  else
    row->set_time (data, g_variant_get_int64 (state));
}

static void
add_property (AppWindow *self, const char *name, gpointer object, const char *property)
{
  g_autoptr (GPropertyAction) action = g_property_action_new (name, object, property);

  g_action_map_add_action (G_ACTION_MAP (self), G_ACTION (action));
}

static void
add_action (AppWindow *self, const AppAction *row)
{
  const char *name = get_short_name (row);
  g_autoptr (GSimpleAction) action = NULL;

  if (row->set)
    action = g_simple_action_new_stateful (name, NULL, g_variant_new_boolean (FALSE));
  else if (row->set_text)
    action = g_simple_action_new_stateful (name, G_VARIANT_TYPE_STRING, g_variant_new_string (""));
  else if (row->set_time)
    action = g_simple_action_new_stateful (name, G_VARIANT_TYPE_INT64, g_variant_new_int64 (0));
  else
    action = g_simple_action_new (name, row->activate_text ? G_VARIANT_TYPE_STRING : NULL);
  if (row->set || row->set_text || row->set_time)
    g_signal_connect (action, "change-state", G_CALLBACK (on_change_state), self);
  else
    g_signal_connect (action, "activate", G_CALLBACK (on_activate), self);
  g_action_map_add_action (G_ACTION_MAP (self), G_ACTION (action));
}

void
app_actions_add_to_window (AppWindow *window)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      if (!is_of (&rows[i], "win.") || rows[i].is_of_view)
        continue;
      if (rows[i].property)
        add_property (window, get_short_name (&rows[i]), rows[i].get_object (window),
                      rows[i].property);
      else
        add_action (window, &rows[i]);
    }
}

/* Each switch of a view's settings is an action of its name. */
static void
for_each_switch (void (*func) (AppWindow *self, const char *name), AppWindow *self)
{
  GObjectClass *klass = G_OBJECT_GET_CLASS (gscope_gtk_view_get_settings (self->view));
  guint n;
  g_autofree GParamSpec **specs = g_object_class_list_properties (klass, &n);

  for (guint i = 0; i < n; i++)
    if (G_IS_PARAM_SPEC_BOOLEAN (specs[i]))
      func (self, specs[i]->name);
}

static void
add_switch (AppWindow *self, const char *name)
{
  add_property (self, name, gscope_gtk_view_get_settings (self->view), name);
}

static void
remove_switch (AppWindow *self, const char *name)
{
  g_action_map_remove_action (G_ACTION_MAP (self), name);
}

void
app_actions_add_view (AppWindow *window)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].is_of_view)
      add_property (window, get_short_name (&rows[i]), rows[i].get_object (window),
                    rows[i].property);
  for_each_switch (add_switch, window);
}

void
app_actions_remove_view (AppWindow *window)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].is_of_view)
      g_action_map_remove_action (G_ACTION_MAP (window), get_short_name (&rows[i]));
  for_each_switch (remove_switch, window);
}

void
app_actions_remove_properties (AppWindow *window)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].property)
      g_action_map_remove_action (G_ACTION_MAP (window), get_short_name (&rows[i]));
}

static gboolean
is_dialog (const AppAction *row)
{
  return row->open || row->open_signal;
}

static gboolean
is_enabled (const AppAction *row, AppWindow *window)
{
  if ((is_dialog (row) && !has_session (window)) || (row->explain_lack && row->explain_lack ()))
    return FALSE;
  return !row->is_enabled || row->is_enabled (window);
}

void
app_actions_update (AppWindow *window)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].is_enabled || is_dialog (&rows[i]))
      g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (
                                       G_ACTION_MAP (window), get_short_name (&rows[i]))),
                                   is_enabled (&rows[i], window));
}

static void
append_item (GMenu *menu, const AppAction *row)
{
  const char *lack = row->explain_lack ? row->explain_lack () : NULL;
  g_autofree char *title =
      lack ? g_strdup_printf ("%s (%s)", _ (row->title), lack) : g_strdup (_ (row->title));
  g_autoptr (GMenuItem) item = g_menu_item_new (title, row->name);

  if (row->is_hidden)
    g_menu_item_set_attribute (item, "hidden-when", "s", "action-disabled");
  g_menu_append_item (menu, item);
}

static void
append_items (GMenu *menu, AppMenus id)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].menus & id)
      append_item (menu, &rows[i]);
}

void
app_actions_fill_menu (GMenu *menu)
{
  for (guint id = APP_MENU_WORKSPACE; id <= APP_MENU_PROGRAM; id <<= 1)
    {
      g_autoptr (GMenu) section = g_menu_new ();

      append_items (section, id);
      g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
    }
}

GMenuModel *
app_actions_make_view_menu (void)
{
  GMenu *menu = g_menu_new ();

  append_items (menu, APP_MENU_VIEW);
  return G_MENU_MODEL (menu);
}
