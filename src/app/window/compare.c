/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "window/private.h"

#include <glib/gi18n.h>

#include "dialogs/chooser.h"
#include "session/export.h"
#include "undo/comparison.h"
#include "undo/math.h"
#include "window/actions.h"

#include <string.h>

/* How far a key moves the recording. */
#define STEP (10 * GSCOPE_MSEC)

static void
on_failed (AppWindow *self, const char *message)
{
  app_messages_add (self->messages, message);
}

void
app_window_watch_comparison (AppWindow *self)
{
  AppComparison *comparison = app_session_get_comparison (self->session);

  g_signal_connect_swapped (comparison, "failed", G_CALLBACK (on_failed), self);
  g_signal_connect_swapped (comparison, "changed", G_CALLBACK (app_actions_update), self);
}

/* Compares with one more recording. Returns the pattern of its signals; NULL if there are too many. */
static char *
compare_with (AppWindow *self, GFile *file)
{
  AppComparison *comparison = app_session_get_comparison (self->session);
  guint number = app_compare_with (self->session, file);
  g_autofree char *text = NULL;
  GscopeComparison *run;

  if (number == 0)
    {
      text = g_strdup_printf (_ ("At most %d recordings can be compared. End the comparison with "
                                 "one of them first."),
                              GSCOPE_COMPARISON_LIST_MAX);
      app_messages_add (self->messages, text);
      return NULL;
    }
  run = gscope_comparison_list_find (app_comparison_get_runs (comparison), number);
  return g_strconcat (gscope_source_get_name (GSCOPE_SOURCE (gscope_comparison_get_player (run))),
                      "/*", NULL);
}

/* Shows one more recording under the signals of the active view. */
static void
compare_under (AppWindow *self, GFile *file)
{
  g_autofree char *pattern = self->view ? compare_with (self, file) : NULL;

  if (pattern)
    app_panes_exclude_pattern (app_canvas_get_panes (self->canvas), pattern, FALSE);
}

static void
on_recording (const AppChoice *choice, gpointer data)
{
  compare_under (data, choice->file);
}

void
app_action_compare (AppWindow *self)
{
  app_chooser_ask (APP_CHOOSER_COMPARE, GTK_WINDOW (self), NULL, on_recording, self);
}

/* The window may show another session when the file is written. */
typedef struct
{
  AppWindow *window;
  AppSession *session;
  GFile *file;
} Keeping;

static void
on_kept (GObject *object, GAsyncResult *result, gpointer data)
{
  Keeping *keeping = data;
  AppWindow *self = keeping->window;
  g_autoptr (GError) error = NULL;

  if (!gscope_exporter_write_finish (GSCOPE_EXPORTER (object), result, &error))
    app_messages_add (self->messages, error->message);
  else if (self->session == keeping->session)
    compare_under (self, keeping->file);
  g_object_unref (keeping->window);
  g_object_unref (keeping->session);
  g_object_unref (keeping->file);
  g_free (keeping);
}

static void
on_file_to_keep (const AppChoice *choice, gpointer data)
{
  AppWindow *self = data;
  g_autoptr (GscopeExporter) exporter =
      self->view ? app_export_make_exporter (self->session, self->view) : NULL;
  Keeping *keeping;

  if (!exporter)
    return;
  keeping = g_new0 (Keeping, 1);
  *keeping =
      (Keeping){ g_object_ref (self), g_object_ref (self->session), g_object_ref (choice->file) };
  gscope_exporter_write_async (exporter, GSCOPE_EXPORT_FORMAT_TUPLES, choice->file, NULL, on_kept,
                               keeping);
}

/* The run is not shown under the signals of the view that is active now. */
void
app_window_compare_beside (AppWindow *self, GFile *file)
{
  AppPanes *panes = app_canvas_get_panes (self->canvas);
  g_autofree char *pattern = self->view ? compare_with (self, file) : NULL;
  g_autoptr (GscopeWorkspaceView) view = NULL;

  if (!pattern)
    return;
  app_panes_exclude_pattern (panes, pattern, TRUE);
  gscope_view_settings_set_on (gscope_gtk_view_get_settings (self->view), "linked", TRUE);
  view = app_panes_describe_active (panes);
  view->kind = GSCOPE_VIEW_KIND_TRACES;
  g_free (view->title);
  view->title = g_file_get_basename (file);
  g_object_set (view->settings, "trigger", "", NULL);
  g_ptr_array_set_size (view->measurements, 0);
  g_ptr_array_set_size (view->signals, 0);
  g_ptr_array_add (view->signals, gscope_workspace_signal_new (pattern));
  app_window_split (self, GTK_ORIENTATION_VERTICAL, view);
}

static void
on_recording_beside (const AppChoice *choice, gpointer data)
{
  app_window_compare_beside (data, choice->file);
}

void
app_action_compare_beside (AppWindow *self)
{
  app_chooser_ask (APP_CHOOSER_BESIDE, GTK_WINDOW (self), NULL, on_recording_beside, self);
}

/* Keeps the shown samples in a file, and compares with them. */
void
app_action_compare_shown (AppWindow *self)
{
  app_chooser_ask (APP_CHOOSER_KEEP, GTK_WINDOW (self), NULL, on_file_to_keep, self);
}

void
app_action_end_comparison (AppWindow *self)
{
  guint entry = app_compare_end (self->session);

  if (entry > 0)
    app_window_toast_undo (self, _ ("Comparison ended"), entry);
}

void
app_action_align (AppWindow *self)
{
  app_comparison_align (app_session_get_comparison (self->session), NULL);
}

/* Selects the next or the previous run. */
void
app_action_select_run (AppWindow *self, int direction)
{
  AppComparison *comparison = app_session_get_comparison (self->session);
  guint selected = app_comparison_get_selected (comparison), number = selected;

  do
    {
      number =
          (number + GSCOPE_COMPARISON_LIST_MAX - 1 + (guint) direction) % GSCOPE_COMPARISON_LIST_MAX
          + 1;
      app_comparison_select (comparison, number);
    }
  while (number != selected && app_comparison_get_selected (comparison) == selected);
}

/* Moves the selected run. */
static void
shift (AppWindow *self, gint64 distance)
{
  GscopeComparison *comparison = app_comparison_get (app_session_get_comparison (self->session));

  if (comparison)
    app_compare_set_offset (self->session, gscope_comparison_get_offset (comparison) + distance);
}

void
app_window_drag_compared (AppWindow *self, GscopeGtkViewSignal *dragged, gint64 distance)
{
  GscopeSignal *signal = gscope_gtk_view_signal_get_signal (dragged);

  app_comparison_select (app_session_get_comparison (self->session),
                         gscope_signal_get_run (signal));
  shift (self, distance);
}

void
app_action_shift_compared (AppWindow *self, int direction)
{
  shift (self, direction * STEP);
}

/* Returns the name of a difference, such as latency-difference, or latency-difference-2 for the second run. In a recording, the
 * name of a signal has that of its source. */
static char *
name_difference (GscopeSignal *signal, GscopeComparison *run)
{
  guint number = gscope_comparison_get_number (run);
  g_autofree char *end = number > 1 ? g_strdup_printf ("-%u", number) : g_strdup ("");
  const char *name = gscope_signal_get_name (signal), *slash = strrchr (name, '/');

  return g_strconcat (slash ? slash + 1 : name, "-difference", end, NULL);
}

/* Adds the difference of the selected signal, or of the first one, to the selected run. */
void
app_action_difference (AppWindow *self)
{
  GscopeComparison *comparison = app_comparison_get (app_session_get_comparison (self->session));
  g_autoptr (GscopeGtkViewSignal) first =
      g_list_model_get_item (gscope_gtk_view_get_signals (self->view), 0);
  GscopeGtkViewSignal *selected = gscope_gtk_view_get_selected (self->view);
  GscopeGtkViewSignal *chosen = selected ? selected : first;
  GscopeSignal *compared = NULL;
  g_autofree char *expression = NULL, *name = NULL, *full_name = NULL;
  g_autoptr (GError) error = NULL;

  if (comparison && chosen)
    compared =
        gscope_comparison_find_compared (comparison, gscope_gtk_view_signal_get_signal (chosen));
  if (!compared)
    {
      app_window_toast (self, "%s",
                        _ ("The recording has no signal of the name of the selected one"));
      return;
    }
  expression = g_strdup_printf ("\"%s\" - \"%s\"", gscope_signal_get_compared_with (compared),
                                gscope_signal_get_full_name (compared));
  name = name_difference (gscope_gtk_view_signal_get_signal (chosen), comparison);
  full_name = app_math_add (self->session, 0, name, expression, &error);
  if (full_name)
    app_window_show_signal (self, full_name);
  else
    app_messages_add (self->messages, error->message);
}
