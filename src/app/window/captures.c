/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "window/private.h"

#include <glib/gi18n.h>
#include <inttypes.h>

#include "captures/display.h"
#include "dialogs/chooser.h"
#include "session/export.h"
#include "undo/captures.h"
#include "undo/tuning.h"

/* A mask from captures: the parts of the peak to peak value and of the span that samples may be away. */
#define MASK_VALUE_MARGIN 0.1
#define MASK_TIME_MARGIN 0.01

static gboolean
is_triggered (AppWindow *self)
{
  g_autofree char *name = NULL;

  g_object_get (gscope_gtk_view_get_settings (self->view), "trigger", &name, NULL);
  return name[0] != '\0';
}

/* The list of captures takes the place of the parameters, to which the user can go back. */
static void
on_triggered (AppWindow *self)
{
  gboolean is_listed;

  g_object_get (self->captures, "triggered", &is_listed, NULL);
  gtk_widget_set_visible (self->side_switcher, is_listed);
  gtk_stack_set_visible_child (self->side, is_listed ? GTK_WIDGET (self->captures_page)
                                                     : GTK_WIDGET (self->parameters));
}

static void
make_list (AppWindow *self)
{
  self->captures = g_object_new (APP_TYPE_CAPTURES_PANEL, NULL);
  g_signal_connect_swapped (self->captures, "notify::triggered", G_CALLBACK (on_triggered), self);
  adw_bin_set_child (self->captures_page, GTK_WIDGET (self->captures));
}

/* Lists the captures of the view. The list is made for the first triggered display only, as that takes a while. */
void
app_window_list_captures (AppWindow *self)
{
  if (!self->captures && self->view && is_triggered (self))
    make_list (self);
  if (self->captures)
    app_captures_panel_set_view (self->captures, self->view ? self->session : NULL, self->view);
}

/* The display is one of three modes; a triggered one keeps the mode that it had before. */
void
app_window_show_mode (AppWindow *self)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), "mode");
  GscopeViewMode mode = gscope_gtk_viewport_get_mode (gscope_gtk_view_get_viewport (self->view));
  const char *nick = mode == GSCOPE_VIEW_MODE_SWEEP ? "sweep" : "roll";

  if (is_triggered (self))
    nick = "trigger";
  g_simple_action_set_state (G_SIMPLE_ACTION (action), g_variant_new_string (nick));
  app_window_set_state (self, "triggered", is_triggered (self));
  if (!self->captures)
    app_window_list_captures (self);
}

void
app_action_triggered (AppWindow *self, gboolean state)
{
  if (!state)
    app_captures_end (self->view);
  else if (!app_captures_begin (self->session, self->view))
    app_window_toast (self, "%s", _ ("Add a signal to the view first"));
}

void
app_action_mode (AppWindow *self, const char *mode)
{
  if (g_str_equal (mode, "trigger"))
    {
      app_action_triggered (self, TRUE);
      return;
    }
  app_captures_end (self->view);
  gscope_gtk_viewport_set_mode (gscope_gtk_view_get_viewport (self->view),
                                g_str_equal (mode, "roll") ? GSCOPE_VIEW_MODE_ROLL
                                                           : GSCOPE_VIEW_MODE_SWEEP);
}

void
app_action_trigger_auto (AppWindow *self)
{
  app_captures_set_mode (self->session, self->view, GSCOPE_TRIGGER_MODE_AUTO);
}

void
app_action_trigger_normal (AppWindow *self)
{
  app_captures_set_mode (self->session, self->view, GSCOPE_TRIGGER_MODE_NORMAL);
}

void
app_action_trigger_single (AppWindow *self)
{
  app_captures_set_mode (self->session, self->view, GSCOPE_TRIGGER_MODE_SINGLE);
}

/* Returns the capture in front, which is also in the list; NULL if there is none. place: out, where it is. */
static GscopeCapture *
find_shown (AppWindow *self, guint *place)
{
  GscopeCapture *shown = self->view ? gscope_gtk_view_get_shown_capture (self->view) : NULL;
  GListModel *list = shown ? G_LIST_MODEL (gscope_gtk_view_get_captures (self->view)) : NULL;

  for (*place = 0; list && *place < g_list_model_get_n_items (list); (*place)++)
    {
      g_autoptr (GscopeCapture) capture = g_list_model_get_item (list, *place);

      if (capture == shown)
        return shown;
    }
  return NULL;
}

/* The next one is in front then, or the one before. */
void
app_action_remove_capture (AppWindow *self)
{
  guint place, entry;
  GscopeCapture *capture = find_shown (self, &place);
  GscopeCaptureList *list;
  g_autoptr (GscopeCapture) next = NULL;
  g_autofree char *text = NULL;

  if (!capture)
    return;
  list = gscope_gtk_view_get_captures (self->view);
  text = g_strdup_printf (_ ("Capture %" PRIu64 " removed"), gscope_capture_get_number (capture));
  entry = app_captures_remove (self->session, list, capture);
  next = g_list_model_get_item (G_LIST_MODEL (list), place);
  if (!next && place > 0)
    next = g_list_model_get_item (G_LIST_MODEL (list), place - 1);
  if (next)
    gscope_gtk_view_show_capture (self->view, next);
  app_window_toast_undo (self, text, entry);
}

void
app_action_keep_capture (AppWindow *self)
{
  guint place;
  GscopeCapture *capture = find_shown (self, &place);

  if (capture)
    app_captures_set_kept (self->session, capture, !gscope_capture_get_kept (capture));
}

/* Where to, and who told so. */
typedef struct
{
  AppWindow *window;
  GFile *file;
} Export;

static void
on_captures_exported (GObject *object, GAsyncResult *result, gpointer data)
{
  Export *export = data;
  g_autoptr (AppWindow) self = export->window;
  g_autoptr (GFile) file = export->file;
  g_autofree char *name = g_file_get_parse_name (file);
  g_autoptr (GError) error = NULL;
  gboolean done = gscope_capture_list_write_finish (GSCOPE_CAPTURE_LIST (object), result, &error);

  g_free (export);
  if (!self->session)
    return;
  if (done)
    app_window_toast (self, _ ("Exported to %s"), name);
  else
    app_messages_add (self->messages, error->message);
}

static GPtrArray *
list_selected (AppWindow *self)
{
  return self->captures ? app_captures_panel_list_selected (self->captures)
                        : g_ptr_array_new_with_free_func (g_object_unref);
}

/* NULL for all captures of the list. */
static void
write_captures (AppWindow *self, const AppChoice *choice, GscopeCapture *const *captures, guint n)
{
  GscopeCaptureList *list = self->view ? gscope_gtk_view_get_captures (self->view) : NULL;
  Export *export;

  if (!list)
    return;
  export = g_new0 (Export, 1);
  *export = (Export){ g_object_ref (self), g_object_ref (choice->file) };
  gscope_capture_list_write_async (list, captures, n, app_export_find_format (choice->file),
                                   choice->file, NULL, on_captures_exported, export);
}

static void
on_captures_file (const AppChoice *choice, gpointer data)
{
  AppWindow *self = data;
  g_autoptr (GPtrArray) selected = list_selected (self);

  write_captures (self, choice, choice->all ? NULL : (GscopeCapture *const *) selected->pdata,
                  selected->len);
}

static void
on_mean_file (const AppChoice *choice, gpointer data)
{
  AppWindow *self = data;
  GscopeCapture *mean = self->view ? gscope_gtk_view_get_shown_mean (self->view) : NULL;

  if (mean)
    write_captures (self, choice, &mean, 1);
}

void
app_action_export_captures (AppWindow *self)
{
  GscopeCaptureList *list = gscope_gtk_view_get_captures (self->view);

  if (list && g_list_model_get_n_items (G_LIST_MODEL (list)) > 0)
    app_chooser_ask (APP_CHOOSER_CAPTURES, GTK_WINDOW (self), NULL, on_captures_file, self);
  else
    app_window_toast (self, "%s", _ ("There are no captures: make the display triggered first"));
}

void
app_action_export_mean (AppWindow *self)
{
  if (gscope_gtk_view_get_shown_mean (self->view))
    app_chooser_ask (APP_CHOOSER_MEAN, GTK_WINDOW (self), NULL, on_mean_file, self);
  else
    app_window_toast (self, "%s", _ ("Show the mean of captures first (N)"));
}

/* Returns the signal that is selected in the view, or the signal of the trigger. */
static GscopeSignal *
find_masked (AppWindow *self, GscopeSignal *triggering)
{
  GscopeGtkViewSignal *selected = gscope_gtk_view_get_selected (self->view);

  return selected ? gscope_gtk_view_signal_get_signal (selected) : triggering;
}

static void
set_mask (AppWindow *self, GscopeSignal *signal, GscopeSignal *triggering, char *mask, guint n)
{
  GscopeLimit *limit =
      gscope_workspace_get_limit (app_session_get_workspace (self->session), signal);
  g_autoptr (GscopeLimitSettings) settings = g_new0 (GscopeLimitSettings, 1);
  g_autofree char *text = NULL;

  gscope_fields_init (gscope_limit_settings_get_fields (), settings);
  if (limit)
    gscope_fields_copy (gscope_limit_settings_get_fields (), gscope_limit_get_settings (limit),
                        settings);
  settings->kind = GSCOPE_LIMIT_KIND_MASK;
  g_free (settings->mask);
  settings->mask = mask;
  g_free (settings->trigger);
  settings->trigger =
      signal == triggering ? NULL : g_strdup (gscope_signal_get_full_name (triggering));
  text = g_strdup_printf (
      ngettext ("Mask of “%s” from %u capture", "Mask of “%s” from %u captures", n),
      gscope_signal_get_full_name (signal), n);
  app_window_toast_undo (self, text, app_tuning_set_limit (self->session, signal, settings));
}

/* Of the selected captures, or the one in front. */
void
app_action_mask_captures (AppWindow *self)
{
  gint64 span = gscope_gtk_viewport_get_span (gscope_gtk_view_get_viewport (self->view));
  GscopeCapture *shown = gscope_gtk_view_get_shown_capture (self->view);
  g_autoptr (GPtrArray) captures = list_selected (self);
  GscopeSignal *triggering = NULL, *signal;
  char *mask = NULL;

  if (captures->len == 0 && shown)
    g_ptr_array_add (captures, g_object_ref (shown));
  app_captures_find_trigger (self->session, self->view, &triggering);
  signal = triggering ? find_masked (self, triggering) : NULL;
  if (signal && captures->len > 0)
    mask = gscope_limit_mask_from_captures ((GscopeCapture *const *) captures->pdata, captures->len,
                                            gscope_signal_get_full_name (signal), MASK_VALUE_MARGIN,
                                            (gint64) (MASK_TIME_MARGIN * (double) span));
  if (mask)
    set_mask (self, signal, triggering, mask, captures->len);
  else
    app_window_toast (self, "%s", _ ("Select captures that have samples of the selected signal"));
}
