/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "window/private.h"

#include <glib/gi18n.h>

#include "dialogs/chooser.h"
#include "panes/pane.h"
#include "panes/peaks-dialog.h"
#include "panes/table-dialog.h"
#include "session/export.h"
#include "window/actions.h"

static void
on_has_cursor (AppWindow *self)
{
  gint64 time;

  app_window_set_state (self, "cursor", gscope_gtk_view_get_cursor (self->view, &time));
}

static void
on_span_changed (AppWindow *self)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), "span");
  gint64 span = gscope_gtk_viewport_get_span (gscope_gtk_view_get_viewport (self->view));

  g_simple_action_set_state (G_SIMPLE_ACTION (action), g_variant_new_int64 (span));
}

void
app_action_peaks (AppWindow *self)
{
  app_peaks_dialog_open (GTK_WINDOW (self), self->view);
}

void
app_action_table (AppWindow *self)
{
  app_table_dialog_open (GTK_WINDOW (self), self->view);
}

/* Returns the transfer function beside the view as a table; NULL if none is shown. */
static char *
make_transfer_table (AppWindow *self)
{
  GscopeGtkTransferView *transfer =
      self->view
              && gscope_view_settings_is_on (gscope_gtk_view_get_settings (self->view), "transfer")
          ? app_pane_find_beside (self->view, GSCOPE_GTK_TYPE_TRANSFER_VIEW)
          : NULL;

  return transfer ? gscope_gtk_transfer_view_make_table (transfer) : NULL;
}

static void
on_transfer_file (const AppChoice *choice, gpointer data)
{
  AppWindow *self = data;
  g_autofree char *name = g_file_get_parse_name (choice->file);
  g_autofree char *table = make_transfer_table (self);
  g_autoptr (GError) error = NULL;

  if (!table)
    return;
  if (g_file_replace_contents (choice->file, table, strlen (table), NULL, FALSE, G_FILE_CREATE_NONE,
                               NULL, NULL, &error))
    app_window_toast (self, _ ("Exported to %s"), name);
  else
    app_messages_add (self->messages, error->message);
}

void
app_action_export_transfer (AppWindow *self)
{
  g_autofree char *table = make_transfer_table (self);

  if (table)
    app_chooser_ask (APP_CHOOSER_TRANSFER, GTK_WINDOW (self), NULL, on_transfer_file, self);
  else
    app_window_toast (self, "%s", _ ("Show a transfer function first (B)"));
}

void
app_action_view_settings (AppWindow *self)
{
  app_canvas_show_settings (self->canvas);
}

void
app_window_drop_view (AppWindow *self)
{
  if (!self->view)
    return;
  app_window_stop_listening (self);
  app_actions_remove_view (self);
  g_signal_handlers_disconnect_by_data (gscope_gtk_view_get_viewport (self->view), self);
  g_signal_handlers_disconnect_by_data (gscope_gtk_view_get_settings (self->view), self);
  g_signal_handlers_disconnect_by_data (self->view, self);
  g_clear_object (&self->view);
}

void
app_window_adopt_view (AppWindow *self, GscopeGtkView *view)
{
  GscopeGtkViewport *viewport = gscope_gtk_view_get_viewport (view);

  self->view = g_object_ref (view);
  app_actions_add_view (self);
  g_signal_connect_swapped (viewport, "notify::span", G_CALLBACK (on_span_changed), self);
  g_signal_connect_swapped (viewport, "notify::held", G_CALLBACK (app_window_show_title), self);
  g_signal_connect_swapped (view, "notify::has-cursor", G_CALLBACK (on_has_cursor), self);
  g_signal_connect_swapped (view, "compared-dragged", G_CALLBACK (app_window_drag_compared), self);
  g_signal_connect_swapped (viewport, "notify::mode", G_CALLBACK (app_window_show_mode), self);
  g_signal_connect_swapped (gscope_gtk_view_get_settings (view), "notify::trigger",
                            G_CALLBACK (app_window_show_mode), self);
  on_has_cursor (self);
  on_span_changed (self);
  app_window_show_mode (self);
}

static void
on_record_file (const AppChoice *choice, gpointer data)
{
  AppWindow *self = data;
  GscopeRecorder *recorder = self->view ? app_session_get_recorder (self->session) : NULL;
  g_auto (GStrv) names = NULL;
  g_autoptr (GError) error = NULL;

  if (!recorder || app_window_is_recording (self))
    return;
  if (!choice->all)
    names = app_export_list_shown (self->view);
  gscope_recorder_set_signals (recorder, (const char *const *) names);
  gscope_recorder_set_rotation (recorder, choice->max_bytes, choice->max_duration);
  if (!gscope_recorder_start (recorder, choice->file, &error))
    app_messages_add (self->messages, error->message);
}

/* The state follows the recorder. */
void
app_action_record (AppWindow *self, gboolean state)
{
  GscopeRecorder *recorder = app_session_get_recorder (self->session);

  if (app_window_is_recording (self))
    gscope_recorder_stop_async (recorder, NULL, NULL);
  else if (recorder)
    app_chooser_ask (APP_CHOOSER_RECORD, GTK_WINDOW (self), NULL, on_record_file, self);
  else
    app_messages_add (self->messages,
                      _ ("This workspace has no scope, so there is nothing to record."));
}

/* The view, and the measurements beside it. */
static GscopeGtkPane *
get_pane (AppWindow *self)
{
  return GSCOPE_GTK_PANE (gtk_widget_get_ancestor (GTK_WIDGET (self->view), GSCOPE_GTK_TYPE_PANE));
}

static void
on_export_file (const AppChoice *choice, gpointer data)
{
  AppWindow *self = data;
  const char *path = g_file_peek_path (choice->file);
  g_autofree char *name = g_file_get_parse_name (choice->file);
  g_autoptr (GError) error = NULL;
  double scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));

  if (!path)
    app_messages_add (self->messages,
                      _ ("The picture was not exported: only files of this machine can be "
                         "written; choose one of them."));
  else if (self->view && !gscope_gtk_pane_export (get_pane (self), path, scale, &error))
    app_messages_add (self->messages, error->message);
  else if (self->view)
    app_window_toast (self, _ ("Exported to %s"), name);
}

void
app_action_export (AppWindow *self)
{
  app_chooser_ask (APP_CHOOSER_PICTURE, GTK_WINDOW (self), NULL, on_export_file, self);
}

/* Where to, and who told so. */
typedef struct
{
  AppWindow *window;
  GFile *file;
  gboolean lacks_past;
} Export;

static void
on_data_exported (GObject *object, GAsyncResult *result, gpointer data)
{
  Export *export = data;
  g_autoptr (AppWindow) self = export->window;
  g_autoptr (GFile) file = export->file;
  g_autofree char *name = g_file_get_parse_name (file);
  gboolean lacks_past = export->lacks_past;
  g_autoptr (GError) error = NULL;

  g_free (export);
  if (!self->session)
    return;
  if (!gscope_exporter_write_finish (GSCOPE_EXPORTER (object), result, &error))
    {
      app_messages_add (self->messages, error->message);
      return;
    }
  app_window_toast (self, _ ("Exported to %s"), name);
  if (lacks_past)
    app_messages_add (self->messages,
                      _ ("The exported file begins where the connection to an agent began. Earlier "
                         "samples are at the agent only: “gscopectl query” exports them."));
}

static void
on_data_file (const AppChoice *choice, gpointer data)
{
  AppWindow *self = data;
  g_autoptr (GscopeExporter) exporter = NULL;
  Export *export;

  if (!self->view)
    return;
  exporter = app_export_make_exporter (self->session, choice->all ? NULL : self->view);
  if (!exporter)
    {
      app_messages_add (self->messages,
                        _ ("This workspace has no scope, so there is nothing to export."));
      return;
    }
  export = g_new0 (Export, 1);
  *export = (Export){ g_object_ref (self), g_object_ref (choice->file),
                      app_export_lacks_past (self->view) };
  gscope_exporter_set_times (exporter, choice->times);
  gscope_exporter_write_async (exporter, app_export_find_format (choice->file), choice->file, NULL,
                               on_data_exported, export);
}

void
app_action_export_data (AppWindow *self)
{
  app_chooser_ask (APP_CHOOSER_DATA, GTK_WINDOW (self), NULL, on_data_file, self);
}

void
app_action_cursor (AppWindow *self, gboolean state)
{
  GscopeGtkViewport *viewport = gscope_gtk_view_get_viewport (self->view);

  if (state)
    gscope_gtk_view_set_cursor (self->view,
                                gscope_gtk_viewport_x_to_time (
                                    viewport, gscope_gtk_viewport_get_n_columns (viewport) / 2.0));
  else
    gscope_gtk_view_clear_cursor (self->view);
}

void
app_action_fit (AppWindow *self)
{
  gscope_gtk_view_fit (self->view);
}

void
app_action_note (AppWindow *self)
{
  gscope_gtk_view_edit_note (self->view);
}

void
app_action_live (AppWindow *self)
{
  gscope_gtk_viewport_go_live (gscope_gtk_view_get_viewport (self->view));
}

void
app_action_step_span (AppWindow *self, int direction)
{
  gscope_gtk_viewport_step_span (gscope_gtk_view_get_viewport (self->view), direction);
}

void
app_action_span (AppWindow *self, gint64 span)
{
  gscope_gtk_viewport_set_span (gscope_gtk_view_get_viewport (self->view), span);
}

void
app_action_run (AppWindow *self)
{
  AppSession *session = self->session;

  app_session_set_running (session, !app_session_get_running (session));
}

void
app_action_copy_picture (AppWindow *self)
{
  g_autoptr (GError) error = NULL;

  if (gscope_gtk_pane_copy_picture (get_pane (self), &error))
    app_window_toast (self, "%s", _ ("Picture copied"));
  else
    app_window_tell (self, error->message);
}

void
app_action_copy_data (AppWindow *self)
{
  g_autoptr (GError) error = NULL;

  if (gscope_gtk_view_copy_data (self->view, GSCOPE_GTK_DATA_FORMAT_CSV, &error))
    app_window_toast (self, "%s", _ ("The visible data was copied as a table"));
  else
    app_window_tell (self, error->message);
}

void
app_action_print (AppWindow *self)
{
  g_autoptr (GError) error = NULL;

  if (!gscope_gtk_pane_print (get_pane (self), &error))
    app_window_tell (self, error->message);
}
