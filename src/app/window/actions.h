/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/gscope-gtk.h>

#include "window/application.h"
#include "window/window.h"

/* The sections of the main menu, in their order, and the menu of the view. */
typedef enum
{
  APP_MENU_WORKSPACE = 1 << 0,
  APP_MENU_CONTENTS = 1 << 1,
  APP_MENU_CHANGES = 1 << 2,
  APP_MENU_EXPORT = 1 << 3,
  APP_MENU_PROGRAM = 1 << 4,
  APP_MENU_VIEW = 1 << 5,
} AppMenus;

/* The groups of the window of shortcuts, in their order. A row with keys names its group. */
typedef enum
{
  APP_KEYS_PICTURE = 1,
  APP_KEYS_SIGNAL,
  APP_KEYS_MARKERS,
  APP_KEYS_PANES,
  APP_KEYS_PLAYBACK,
  APP_KEYS_COMPARISON,
  APP_KEYS_WORKSPACE,
  APP_KEYS_VALUES,
  APP_KEYS_VIEWS,
  APP_KEYS_WINDOW,
} AppKeys;

/* An action of the window or the application: one row of a table, from which the actions, their keys, the
 * menus, the window of shortcuts and the enabled state come. A row without a name tells keys that a
 * widget has itself. */
typedef struct
{
  /* with its prefix: “win.undo” */
  const char *name;
  /* the label in menus, without underscore and “…” also that in the window of shortcuts */
  const char *title;

  /* accelerators, with spaces between them; the first is told */
  const char *keys;
  /* keys of the view that do the same: told, and no accelerators */
  const char *view_keys;
  AppKeys group;

  AppMenus menus;
  /* the menus leave the action out while it is disabled */
  gboolean is_hidden;

  /* NULL for an action that is always enabled, or a dialog, which needs a session */
  gboolean (*is_enabled) (AppWindow *window);

  /* returns the reason for which this build can never do it, in a few translated words; NULL if it can */
  const char *(*explain_lack) (void);

  /* One of these is the action. The second goes forward (1) or back (-1), the target of the third is a text, and the
   * next three have a state. */
  void (*activate) (AppWindow *window);
  void (*go) (AppWindow *window, int direction);
  int direction;
  void (*activate_text) (AppWindow *window, const char *target);
  void (*set) (AppWindow *window, gboolean state);
  void (*set_time) (AppWindow *window, gint64 time);
  void (*set_text) (AppWindow *window, const char *text);
  /* opens a dialog of the session, or of the selected signal of a view */
  void (*open) (GtkWindow *parent, AppSession *session);
  void (*open_signal) (GtkWindow *parent, AppSession *session, GscopeGtkView *view);
  void (*activate_app) (AppApplication *application);
  /* the action is a property of an object; a property of the view is an action while the window shows the view */
  gpointer (*get_object) (AppWindow *window);
  const char *property;
  gboolean is_of_view;
} AppAction;

const AppAction *app_actions_get (guint *n);
/* Returns the title of a row without underscores and “…”. */
char *app_action_dup_plain_title (const AppAction *self);

/* Adds the actions of the application, and the keys of all. */
void app_actions_add_to_application (AppApplication *application);
void app_actions_add_to_window (AppWindow *window);
/* Adds or removes the actions that are properties of the view. */
void app_actions_add_view (AppWindow *window);
void app_actions_remove_view (AppWindow *window);
/* Removes the actions that are properties of widgets: they hold these. */
void app_actions_remove_properties (AppWindow *window);
/* Enables each action or disables it, by its row. */
void app_actions_update (AppWindow *window);

void app_actions_fill_menu (GMenu *menu);
GMenuModel *app_actions_make_view_menu (void);
