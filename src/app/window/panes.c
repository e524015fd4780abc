/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "window/private.h"

#include <glib/gi18n.h>

#include "dialogs/question.h"
#include "undo/view.h"

#define RENAME "rename"

static AppPanes *
get_panes (AppWindow *self)
{
  return app_canvas_get_panes (self->canvas);
}

/* A view at a place in a window, which may be gone or show another session. The session outlives its
 * history. The state is what the view shows. */
typedef struct
{
  AppSession *session;
  GWeakRef window;
  AppPlace *place;
} Part;

static void
part_free (gpointer data)
{
  Part *part = data;

  g_weak_ref_clear (&part->window);
  app_place_free (part->place);
  g_free (part);
}

static AppWindow *
ref_window (const Part *part)
{
  g_autoptr (AppWindow) window = g_weak_ref_get ((GWeakRef *) &part->window);

  return window && window->session == part->session ? g_steal_pointer (&window) : NULL;
}

static gpointer
take_part (gconstpointer subject)
{
  const Part *part = subject;
  g_autoptr (AppWindow) window = ref_window (part);

  return window ? app_panes_describe_at (get_panes (window), part->place) : NULL;
}

static gboolean
restore_part (gpointer subject, gconstpointer from, gconstpointer to, GError **error)
{
  const Part *part = subject;
  g_autoptr (AppWindow) window = ref_window (part);

  if (to && !window)
    {
      g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                           _ ("Cannot restore the view: its window was closed"));
      return FALSE;
    }
  if (to)
    app_panes_reopen (get_panes (window), part->place, (GscopeWorkspaceView *) to);
  else if (window && app_panes_count (get_panes (window)) > 1)
    app_panes_close_at (get_panes (window), part->place);
  return TRUE;
}

static char *
describe_part (gconstpointer subject, gconstpointer before, gconstpointer after)
{
  return g_strdup (before ? _ ("Close view") : _ ("Add view"));
}

static const AppMementoKind part_kind = {
  .take = take_part,
  .restore = restore_part,
  .describe = describe_part,
  .free_state = (GDestroyNotify) gscope_workspace_view_unref,
  .free_subject = part_free,
};

/* Returns the active view, which is one of several. */
static Part *
make_part (AppWindow *self)
{
  Part *part = g_new0 (Part, 1);

  part->session = self->session;
  g_weak_ref_init (&part->window, self);
  part->place = app_panes_describe_place (get_panes (self));
  return part;
}

void
app_window_split (AppWindow *self, GtkOrientation orientation, GscopeWorkspaceView *view)
{
  Part *part;

  app_panes_split (get_panes (self), orientation, view);
  part = make_part (self);
  app_history_push (
      app_session_get_history (self->session),
      &(AppMemento){ .kind = &part_kind, .subject = part, .after = take_part (part) });
}

static void
split (AppWindow *self, GtkOrientation orientation)
{
  g_autoptr (GscopeWorkspaceView) view = app_panes_describe_active (get_panes (self));

  app_window_split (self, orientation, view);
}

void
app_action_split_right (AppWindow *self)
{
  split (self, GTK_ORIENTATION_HORIZONTAL);
}

void
app_action_split_below (AppWindow *self)
{
  split (self, GTK_ORIENTATION_VERTICAL);
}

/* The table has all groups that have something to show there. */
void
app_action_add_table (AppWindow *self)
{
  g_autoptr (GscopeWorkspaceView) view = gscope_workspace_view_new ();

  view->kind = GSCOPE_VIEW_KIND_TABLE;
  view->span = gscope_gtk_viewport_get_span (gscope_gtk_view_get_viewport (self->view));
  g_ptr_array_add (view->signals, gscope_workspace_signal_new ("*"));
  app_window_split (self, GTK_ORIENTATION_VERTICAL, view);
}

void
app_action_close_view (AppWindow *self)
{
  Part *part = make_part (self);
  guint entry = app_history_do (
      app_session_get_history (self->session),
      &(AppMemento){ .kind = &part_kind, .subject = part, .before = take_part (part) });

  app_window_toast_undo (self, _ ("View closed"), entry);
}

/* The name of a view. */

static void
on_name (AdwMessageDialog *dialog, const char *response, AppWindow *self)
{
  if (self->view && g_str_equal (response, RENAME))
    app_view_rename (self->session, self->view,
                     gtk_editable_get_text (app_question_get_entry (dialog)));
}

void
app_action_rename_view (AppWindow *self)
{
  AdwMessageDialog *dialog = app_question_ask_text (GTK_WINDOW (self), _ ("Rename View"),
                                                    _ ("Name"), RENAME, _ ("_Rename"));
  GtkEditable *entry = app_question_get_entry (dialog);

  gtk_editable_set_text (entry, gscope_gtk_view_get_title (self->view));
  gtk_editable_select_region (entry, 0, -1);
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_name), self, 0);
}

void
app_action_next_view (AppWindow *self)
{
  app_panes_focus_next (get_panes (self));
}

static void
show_copy (AppWindow *self, AppSession *session, GscopeWorkspaceView *view)
{
  g_autoptr (GscopeWorkspaceView) first = NULL;

  app_window_attach (self, session, NULL);
  first = app_panes_replace (get_panes (self), view);
}

/* Of what is open here, where there is something. */
void
app_action_new_window (AppWindow *self)
{
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

void
app_action_show_group (AppWindow *self, const char *target)
{
  app_parameters_panel_show_group (self->parameters, target);
}
