/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "window/private.h"

#include <glib/gi18n.h>
#include <inttypes.h>

#include "captures/display.h"
#include "undo/captures.h"

static gboolean
is_triggered (AppWindow *self)
{
  g_autofree char *name = NULL;

  g_object_get (gscope_gtk_view_get_settings (self->view), "trigger", &name, NULL);
  return name[0] != '\0';
}

/* The display is one of three modes; a triggered one keeps the mode that it had before. */
void
app_window_show_mode (AppWindow *self)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), "mode");
  GscopeViewMode mode = gscope_gtk_viewport_get_mode (gscope_gtk_view_get_viewport (self->view));
  const char *nick = mode == GSCOPE_VIEW_SWEEP ? "sweep" : "roll";

  if (is_triggered (self))
    nick = "trigger";
  g_simple_action_set_state (G_SIMPLE_ACTION (action), g_variant_new_string (nick));
  app_window_set_state (self, "triggered", is_triggered (self));
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
                                g_str_equal (mode, "roll") ? GSCOPE_VIEW_ROLL : GSCOPE_VIEW_SWEEP);
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
