/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "panels/bottom-bar.h"
#include "panels/messages.h"
#include "panels/parameters-panel.h"
#include "panels/signals-panel.h"
#include "panels/status-line.h"
#include "panes/canvas.h"
#include "panes/finder.h"
#include "undo/toast.h"
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
  /* what asks whether changes are saved, while it is open */
  GtkWindow *question;
  AppLeaveFunc leave;
  GFile *leave_for;

  AdwWindowTitle *title;
  GMenu *recent;
  GMenu *workspaces;
  AppMessages *messages;
  GtkWidget *hint;
  GtkLabel *hint_text;
  AppToast *toast;
  GtkStack *stack;
  GtkWidget *signals_button;
  GtkWidget *parameters_button;
  GtkMenuButton *find;
  AppFinder *finder;
  AppLayout *layout;
  AppSignalsPanel *signals;
  AppCanvas *canvas;
  AppParametersPanel *parameters;
  AppBottomBar *bar;
};

/* window.c */
void app_window_attach (AppWindow *self, AppSession *session, const GscopeWorkspacePane *pane);
void app_window_show_title (AppWindow *self);
void app_window_toast (AppWindow *self, const char *format, const char *name);
void app_window_toast_undo (AppWindow *self, const char *text, guint entry);
void app_window_set_state (AppWindow *self, const char *name, gboolean state);
void app_window_set_enabled (AppWindow *self, const char *name, gboolean enabled);
gboolean app_window_is_recording (AppWindow *self);

/* view.c: what is done with the active view */
void app_window_init_view (AppWindow *self);
void app_window_dispose_view (AppWindow *self);
void app_window_drop_view (AppWindow *self);
void app_window_adopt_view (AppWindow *self, GscopeGtkView *view);

/* files.c: workspaces opened and saved, and what happens to changes */
void app_window_init_files (AppWindow *self);
void app_window_leave (AppWindow *self, AppLeaveFunc leave, GFile *file);

/* edit.c: sources, signals, undo */
void app_window_init_edit (AppWindow *self);
void app_window_show_history (AppWindow *self);

/* player.c: what is played back, where that is a recording */
void app_window_init_player (AppWindow *self);
void app_window_adopt_player (AppWindow *self);
void app_window_drop_player (AppWindow *self);
void app_window_ask_format (AppWindow *self);
void app_window_fit_again (AppWindow *self);
void app_window_show_interval (AppWindow *self);

/* panes.c: views and windows */
void app_window_init_panes (AppWindow *self);
void app_window_show_panes (AppWindow *self);
