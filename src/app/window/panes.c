/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "window/private.h"

#include <glib/gi18n.h>

#include "dialogs/name-dialog.h"

/* A view that was closed, to be shown again. The session outlives its history, and the window may be gone or
 * show another one. */
typedef struct
{
  AppSession *session;
  GWeakRef window;
  GscopeWorkspaceView *view;
  AppPlace *place;
} Closed;

static void
closed_free (gpointer data)
{
  Closed *closed = data;

  g_weak_ref_clear (&closed->window);
  gscope_workspace_view_unref (closed->view);
  app_place_free (closed->place);
  g_free (closed);
}

static AppPanes *
get_panes (AppWindow *self)
{
  return app_canvas_get_panes (self->canvas);
}

static void
split (AppWindow *self, GtkOrientation orientation)
{
  g_autoptr (GscopeWorkspaceView) view = app_panes_describe_active (get_panes (self));

  app_panes_split (get_panes (self), orientation, view);
}

static void
on_split_right (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  split (data, GTK_ORIENTATION_HORIZONTAL);
}

static void
on_split_below (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  split (data, GTK_ORIENTATION_VERTICAL);
}

/* Of all groups that have something to show there. */
static void
on_add_table (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  AppWindow *self = data;
  g_autoptr (GscopeWorkspaceView) view = gscope_workspace_view_new ();

  view->kind = GSCOPE_VIEW_TABLE;
  view->span = gscope_gtk_viewport_get_span (gscope_gtk_view_get_viewport (self->view));
  g_ptr_array_add (view->signals, gscope_workspace_signal_new ("*"));
  app_panes_split (get_panes (self), GTK_ORIENTATION_VERTICAL, view);
}

static AppWindow *
ref_window (Closed *closed)
{
  g_autoptr (AppWindow) window = g_weak_ref_get (&closed->window);

  return window && window->session == closed->session ? g_steal_pointer (&window) : NULL;
}

static void
reopen (gpointer data)
{
  Closed *closed = data;
  g_autoptr (AppWindow) window = ref_window (closed);

  if (window)
    app_panes_reopen (get_panes (window), closed->place, closed->view);
  else
    app_history_fail (app_session_get_history (closed->session),
                      _ ("Cannot restore the view: its window was closed"));
}

static void
close_again (gpointer data)
{
  Closed *closed = data;
  g_autoptr (AppWindow) window = ref_window (closed);

  if (!window || app_panes_count (get_panes (window)) < 2)
    return;
  gscope_workspace_view_unref (closed->view);
  closed->view = app_panes_close_again (get_panes (window), closed->place);
}

static void
on_close_view (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  AppWindow *self = data;
  Closed *closed = g_new0 (Closed, 1);
  guint step;

  closed->session = self->session;
  g_weak_ref_init (&closed->window, self);
  closed->view = app_panes_close (get_panes (self), &closed->place);
  step = app_history_add (app_session_get_history (self->session), _ ("Close view"), reopen,
                          close_again, closed, closed_free);
  app_window_toast_undo (self, _ ("View closed"), step);
}

/* A view that was renamed, and may be gone. */
typedef struct
{
  AppHistory *history;
  GWeakRef view;
  char *before;
  char *after;
} Renamed;

static void
renamed_free (gpointer data)
{
  Renamed *renamed = data;

  g_weak_ref_clear (&renamed->view);
  g_free (renamed->before);
  g_free (renamed->after);
  g_free (renamed);
}

static void
set_title (Renamed *renamed, const char *title)
{
  g_autoptr (GscopeGtkView) view = g_weak_ref_get (&renamed->view);

  if (view)
    gscope_gtk_view_set_title (view, title);
  else
    app_history_fail (renamed->history, _ ("The view “%s” was not renamed: it was closed"), title);
}

static void
name_back (gpointer data)
{
  set_title (data, ((Renamed *) data)->before);
}

static void
name_again (gpointer data)
{
  set_title (data, ((Renamed *) data)->after);
}

static void
on_name (const char *name, gpointer data)
{
  AppWindow *self = data;
  Renamed *renamed;

  if (!self->view || g_str_equal (name, gscope_gtk_view_get_title (self->view)))
    return;
  renamed = g_new0 (Renamed, 1);
  renamed->history = app_session_get_history (self->session);
  g_weak_ref_init (&renamed->view, self->view);
  renamed->before = g_strdup (gscope_gtk_view_get_title (self->view));
  renamed->after = g_strdup (name);
  name_again (renamed);
  app_history_add (renamed->history, _ ("Rename view"), name_back, name_again, renamed,
                   renamed_free);
}

static void
on_rename_view (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  AppWindow *self = data;

  app_name_dialog_ask (GTK_WINDOW (self), _ ("Rename View"), gscope_gtk_view_get_title (self->view),
                       on_name, data);
}

static void
on_next_view (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  app_panes_focus_next (get_panes (data));
}

static void
show_copy (AppWindow *self, AppSession *session, GscopeWorkspaceView *view)
{
  g_autoptr (GscopeWorkspaceView) first = NULL;

  app_window_attach (self, session, NULL);
  first = app_panes_replace (get_panes (self), view);
}

/* Of what is open here, where there is something. */
static void
on_new_window (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  AppWindow *self = data;
  GtkWidget *other = app_window_new (gtk_window_get_application (GTK_WINDOW (self)));

  if (self->view)
    {
      g_autoptr (GscopeWorkspaceView) view = app_panes_describe_active (get_panes (self));

      show_copy (APP_WINDOW (other), self->session, view);
    }
  else
    app_window_show_welcome (APP_WINDOW (other));
  gtk_window_present (GTK_WINDOW (other));
}

static void
on_show_group (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  AppWindow *self = data;

  app_parameters_panel_show_group (self->parameters, g_variant_get_string (parameter, NULL));
}

void
app_window_init_panes (AppWindow *self)
{
  static const GActionEntry actions[] = {
    { .name = "split-right", .activate = on_split_right },
    { .name = "split-below", .activate = on_split_below },
    { .name = "add-table", .activate = on_add_table },
    { .name = "close-view", .activate = on_close_view },
    { .name = "next-view", .activate = on_next_view },
    { .name = "rename-view", .activate = on_rename_view },
    { .name = "new-window", .activate = on_new_window },
    { .name = "show-group", .activate = on_show_group, .parameter_type = "s" },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self), actions, G_N_ELEMENTS (actions), self);
}

/* The enabled actions depend on the number of panes. */
void
app_window_show_panes (AppWindow *self)
{
  guint n = app_panes_count (get_panes (self));

  app_window_set_enabled (self, "split-right", n > 0);
  app_window_set_enabled (self, "split-below", n > 0);
  app_window_set_enabled (self, "rename-view", n > 0);
  app_window_set_enabled (self, "add-table", n > 0);
  app_window_set_enabled (self, "close-view", n > 1);
  app_window_set_enabled (self, "next-view", n > 1);
}
