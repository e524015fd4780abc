/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "bars/bottom.h"
#include "bars/status.h"
#include "captures/panel.h"
#include "panes/canvas.h"
#include "panes/finder.h"
#include "parameters/panel.h"
#include "signals/panel.h"
#include "sound/listener.h"
#include "undo/toast.h"
#include "widgets/messages.h"
#include "window/layout.h"
#include "window/window.h"

/* The action after a session may be left; file is the file to open, or NULL. */
typedef void (*AppLeaveFunc) (AppWindow *self, GFile *file);

struct _AppWindow
{
  AdwApplicationWindow parent_instance;

  GSettings *settings;
  AppSession *session;
  GscopeGtkView *view;
  GscopePlayer *player;
  gint64 known_end;
  gboolean fits;
  guint fit_idle;
  guint n_told;
  guint tick;
  guint menus_idle;
  /* the open question before the session is left or a file is opened; NULL for none */
  GtkWindow *question;
  AppLeaveFunc leave;
  GFile *leave_for;

  AdwWindowTitle *title;
  GMenu *menu;
  GMenu *recent;
  GMenu *workspaces;
  AppMessages *messages;
  GtkWidget *hint;
  GtkLabel *hint_text;
  AppToast *toast;
  GtkStack *stack;
  GtkWidget *shared;
  GtkLabel *n_clients;
  /* the sound of a signal, and the keys that end it; NULL while there is none */
  AppListener *listener;
  GtkEventController *listen_keys;
  /* the last frame, for programs that connect to this one; NULL while none may */
  GdkPaintable *camera;
  GtkWidget *signals_button;
  GtkWidget *parameters_button;
  GtkMenuButton *find;
  AppFinder *finder;
  AppLayout *layout;
  AppSignalsPanel *signals;
  AppCanvas *canvas;
  GtkStack *side;
  GtkWidget *side_switcher;
  AppParametersPanel *parameters;
  AdwBin *captures_page;
  /* NULL until a display is triggered */
  AppCapturesPanel *captures;
  AppBottomBar *bar;
};

/* window.c */
void app_window_attach (AppWindow *self, AppSession *session, const GscopeWorkspacePane *pane);
void app_window_show_title (AppWindow *self);
void app_window_toast (AppWindow *self, const char *format, const char *name);
void app_window_toast_undo (AppWindow *self, const char *text, guint entry);
void app_window_set_state (AppWindow *self, const char *name, gboolean state);
gboolean app_window_is_recording (AppWindow *self);

/* sharing.c: other programs that use what the window shows */
void app_window_watch_sharing (AppWindow *self);
void app_window_update_sharing (AppWindow *self);

/* captures.c: the triggered display */
void app_window_show_mode (AppWindow *self);
void app_window_list_captures (AppWindow *self);
void app_action_mode (AppWindow *self, const char *mode);
void app_action_triggered (AppWindow *self, gboolean state);
void app_action_trigger_auto (AppWindow *self);
void app_action_trigger_normal (AppWindow *self);
void app_action_trigger_single (AppWindow *self);
void app_action_remove_capture (AppWindow *self);
void app_action_keep_capture (AppWindow *self);
void app_action_export_captures (AppWindow *self);
void app_action_export_mean (AppWindow *self);
void app_action_mask_captures (AppWindow *self);

/* compare.c: recordings under the signals, and beside them */
void app_window_watch_comparison (AppWindow *self);
void app_window_drag_compared (AppWindow *self, GscopeGtkViewSignal *dragged, gint64 distance);
void app_action_compare (AppWindow *self);
void app_action_compare_shown (AppWindow *self);
void app_action_compare_beside (AppWindow *self);
void app_action_select_run (AppWindow *self, int direction);
void app_action_align (AppWindow *self);
void app_action_shift_compared (AppWindow *self, int direction);
void app_action_difference (AppWindow *self);
void app_action_end_comparison (AppWindow *self);

/* view.c: what is done with the active view */
void app_window_drop_view (AppWindow *self);
void app_window_adopt_view (AppWindow *self, GscopeGtkView *view);
void app_action_export (AppWindow *self);
void app_action_export_data (AppWindow *self);
void app_action_copy_picture (AppWindow *self);
void app_action_copy_data (AppWindow *self);
void app_action_print (AppWindow *self);
void app_action_fit (AppWindow *self);
void app_action_note (AppWindow *self);
void app_action_view_settings (AppWindow *self);
void app_action_peaks (AppWindow *self);
void app_action_table (AppWindow *self);
void app_action_export_transfer (AppWindow *self);
void app_action_go_to (AppWindow *self);
void app_action_live (AppWindow *self);
void app_action_step_span (AppWindow *self, int direction);
void app_action_run (AppWindow *self);
void app_action_record (AppWindow *self, gboolean state);
void app_action_span (AppWindow *self, gint64 span);
void app_action_cursor (AppWindow *self, gboolean state);

/* listen.c: a signal of the view as sound */
void app_window_stop_listening (AppWindow *self);
void app_action_listen (AppWindow *self, gboolean state);

/* files.c: workspaces opened and saved, and what happens to changes */
void app_window_init_files (AppWindow *self);
void app_window_fill_open_menu (AppWindow *self);
void app_window_leave (AppWindow *self, AppLeaveFunc leave, GFile *file);
void app_action_new (AppWindow *self);
void app_action_new_empty (AppWindow *self);
void app_action_open (AppWindow *self);
void app_action_open_in_another (AppWindow *self, const char *target);
void app_action_open_workspace (AppWindow *self, const char *target);
void app_action_save (AppWindow *self);
void app_action_save_as (AppWindow *self);

/* edit.c: sources, signals, undo */
void app_action_undo (AppWindow *self);
void app_action_redo (AppWindow *self);
void app_action_restore_values (AppWindow *self);
void app_action_add_source (AppWindow *self);
void app_window_show_signal (AppWindow *self, const char *full_name);
void app_action_add_math (AppWindow *self);
void app_action_edit_math (AppWindow *self);
void app_action_measure (AppWindow *self);
void app_action_identify (AppWindow *self);
void app_action_identify_parameter (AppWindow *self, const char *target);
void app_action_add_number (AppWindow *self);
void app_action_add_agent (AppWindow *self);
void app_action_configure_source (AppWindow *self, const char *target);
void app_action_unlock (AppWindow *self);
void app_action_unlock_source (AppWindow *self, const char *target);
void app_action_remove_source (AppWindow *self, const char *target);
void app_action_remove_signal (AppWindow *self);
void app_action_arm (AppWindow *self);
void app_action_find (AppWindow *self);
void app_action_ask_agent (AppWindow *self, const char *target);
void app_action_set_on_agents (AppWindow *self, const char *target);
void app_action_filter (AppWindow *self);
void app_action_same_signal (AppWindow *self);

/* player.c: what is played back, where that is a recording */
void app_window_adopt_player (AppWindow *self);
void app_window_drop_player (AppWindow *self);
void app_window_ask_format (AppWindow *self);
void app_window_fit_again (AppWindow *self);
void app_window_show_interval (AppWindow *self);
void app_action_play (AppWindow *self, gboolean state);
void app_action_loop (AppWindow *self, gboolean state);
void app_action_step (AppWindow *self, int direction);
void app_action_change_speed (AppWindow *self, int direction);
void app_action_change_format (AppWindow *self);

/* panes.c: views and windows */
/* Adds a view beside the active one, or below it, as an entry of the history. */
void app_window_split (AppWindow *self, GtkOrientation orientation, GscopeWorkspaceView *view);
void app_action_split_right (AppWindow *self);
void app_action_split_below (AppWindow *self);
void app_action_add_table (AppWindow *self);
void app_action_close_view (AppWindow *self);
void app_action_next_view (AppWindow *self);
void app_action_rename_view (AppWindow *self);
void app_action_new_window (AppWindow *self);
void app_action_show_group (AppWindow *self, const char *target);
