/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/gscope-gtk.h>

#include "session/session.h"
#include "window/application.h"

/* The test bed of the application's window. */

/* A window with a workspace of the test's own, in a directory of its own. */
typedef struct
{
  /* of the window; 0 for the default; set before the bed is made */
  int width, height;
  GtkApplication *application;
  char *directory;
  char *path;
  GFile *file;
  /* NULL once it is gone */
  GtkWidget *window;
} AppBed;

/* A workspace of two signals. */
#define APP_BED_LAB                                                                                \
  "{ \"gscope-workspace\": 1, \"title\": \"Lab\", \"scopes\": [ { \"name\": \"A\","                \
  "  \"period-ms\": 10, \"sources\": [ { \"type\": \"demo\","                                      \
  "    \"options\": { \"signals\": [ \"sine\", \"square\" ] } } ] } ],"                            \
  "  \"views\": [ { \"title\": \"One\", \"signals\": [ { \"match\": \"*\" } ] } ] }"

/* Makes the window half as large as by default, so that it is drawn faster; before the bed is made. */
void app_bed_make_small (AppBed *self);
/* Writes the workspace and opens it. */
void app_bed_init (AppBed *self, gconstpointer application, const char *workspace);
/* The same in a small window with a wave at 10 Hz, as what begins a test. */
void app_bed_set_up (AppBed *self, gconstpointer application);
/* Closes all windows, and removes the directory with what a test wrote there. */
void app_bed_clear (AppBed *self);
/* The same, as what ends a test. */
void app_bed_tear_down (AppBed *self, gconstpointer data);

void app_bed_open_window (AppBed *self);
void app_bed_close_window (AppBed *self);
/* Closes the window, and opens the workspace in another. */
void app_bed_reopen (AppBed *self);
/* Opens a file in the window. */
void app_bed_open (AppBed *self, const char *path);
/* Opens a recording of ten seconds. */
void app_bed_play (AppBed *self);
/* Saves what is open to a file, and opens that. */
void app_bed_save_and_open (AppBed *self, const char *path);
gboolean app_bed_has_samples (AppBed *self);
gboolean app_bed_is_gone (AppBed *self);
gboolean app_bed_is_modified (AppBed *self);
AppSession *app_bed_get_session (AppBed *self);
GscopeWorkspace *app_bed_get_workspace (AppBed *self);
/* The view that the controls are about, and its signals. */
GscopeGtkView *app_bed_get_view (AppBed *self);
guint app_bed_count_signals (AppBed *self);
/* Returns whether a recording is open, with all of its time in view: two signals over 10 s. */
gboolean app_bed_shows_recording (AppBed *self);
/* Selects a signal of the view, as the panel does; returns it. */
GscopeGtkViewSignal *app_bed_select_signal (AppBed *self, guint position);
GscopeSignal *app_bed_select (AppBed *self, guint position);
/* The first parameter that has a control, and a write of it. */
GscopeParameter *app_bed_get_parameter (AppBed *self);
void app_bed_write (AppBed *self, double value);
/* Writes of one writer that follow each other are one gesture. */
void app_bed_write_as (AppBed *self, double value, const char *writer);
/* Activates a key in the view, such as "<Control>z", or an item of a menu, such as "Scopes…"; fails if there is none. */
void app_bed_press (AppBed *self, const char *key);
void app_bed_choose (AppBed *self, const char *item);
/* Clicks the button that does an action, such as "win.run", and is to be seen. */
void app_bed_click (AppBed *self, const char *action);
/* Activates an action of the window that has neither, with a target or NULL. */
void app_bed_activate (AppBed *self, const char *name, const char *target);
gboolean app_bed_is_enabled (AppBed *self, const char *name);
/* Of an action that is on or off. */
gboolean app_bed_get_state (AppBed *self, const char *name);
/* Clicks the button with a label in the window of a type, answers the question that is asked, and types a
 * text and Enter. */
void app_bed_click_in (GType window, const char *label);
void app_bed_answer (const char *response);
void app_bed_enter (GtkWidget *entry, const char *text);

/* Presses a key in a widget that handles it before others. */
void app_bed_press_in (GtkWidget *widget, guint key);

/* Runs the main loop until what was begun has been done. */
void app_bed_settle (void);
/* Waits a little for what takes time. */
void app_bed_step (void);
/* The same on the way to a condition; every minute the log says which one is waited for. */
void app_bed_step_towards (const char *condition, gint64 *said);
/* The first widget, in the order of the tree, that is what is looked for; NULL if there is none. */
GtkWidget *
app_bed_find_match (GtkWidget *widget, gboolean (*is_match) (GtkWidget *widget, gconstpointer data),
                    gconstpointer data);
/* Of a type; a label with a text; of a name; a button with a label; and a row with a title. */
GtkWidget *app_bed_find (GtkWidget *widget, GType type);
GtkWidget *app_bed_find_text (GtkWidget *widget, const char *text);
GtkWidget *app_bed_find_named (GtkWidget *widget, const char *name);
GtkWidget *app_bed_find_labelled (GtkWidget *widget, const char *label);
GtkWidget *app_bed_find_titled (GtkWidget *widget, const char *title);
/* Moves the display's pointer to a place of a widget; events follow. */
void app_bed_point (GtkWidget *widget, double x, double y);
/* The button to be seen that does an action. */
GtkWidget *app_bed_find_button (GtkWidget *widget, const char *action);
/* The window of a type that is open, or NULL. */
gpointer app_bed_find_window (GType type);
/* Checks that each widget in a window that can have the focus has a name that a screen reader reads once, and without the underscore
 * of a mnemonic. */
void app_bed_check_names (GtkWidget *window);
/* Returns the dialog of the window, NULL if there is none. */
GtkWindow *app_bed_find_dialog (AppBed *f);
/* Checks that keys are enough for a dialog: the focus begins in its contents or at its main button, Tab visits each control once and then comes
 * back, and Escape closes the dialog. The test's log has the controls in their order. */
void app_bed_check_keys (GtkWindow *dialog);
/* Opens a dialog by an action with a target or NULL. It belongs to the window, and goes when it is closed. */
void app_bed_check_opener (AppBed *f, const char *action, const char *target);
/* Closes a dialog by Escape. */
void app_bed_escape (GtkWindow *dialog);
/* Returns the shortcut of a widget's class for a key, or NULL. */
GtkShortcut *app_bed_find_shortcut (GtkWidget *widget, GtkShortcutTrigger *trigger);
/* Returns the target of a widget for what is dropped on it, or NULL. */
GtkEventController *app_bed_find_drop_target (GtkWidget *widget);
/* The menu that a button opens, or NULL. */
GMenuModel *app_bed_get_menu (GtkWidget *widget);
/* Calls a function for each item of a menu and of those in it. */
typedef void (*AppBedItemFunc) (GMenuModel *menu, int item, gpointer data);
void app_bed_for_each_item (GMenuModel *menu, AppBedItemFunc func, gpointer data);

/* As long as it takes: the test's own timeout is the limit, and the log says what it waited for. */
#define app_bed_await(condition)                                                                   \
  do                                                                                               \
    {                                                                                              \
      gint64 said = g_get_monotonic_time ();                                                       \
                                                                                                   \
      while (!(condition))                                                                         \
        app_bed_step_towards (#condition, &said);                                                  \
      app_bed_settle ();                                                                           \
    }                                                                                              \
  while (0)

/* The test program: an application without the user's data, and the tests that are added for it. */
int app_bed_run (int argc, char *argv[], void (*add_tests) (gconstpointer application));
