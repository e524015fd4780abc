/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "panes/panes.h"

#include <math.h>
#include <property.h>

#include "captures/display.h"
#include "panes/pane.h"
#include "panes/view-settings.h"
#include "undo/range.h"
#include "undo/trace.h"
#include "undo/tuning.h"
#include "undo/view.h"

/* Steps of a way from the root to a pane: to which part of what is divided. */
#define FIRST '1'
#define SECOND '2'

struct _AppPanes
{
  AdwBin parent_instance;

  AppSession *session;
  GscopeGtkTimeLink *link;
  /* the pane, a bin, that has the active view */
  GtkWidget *active;
};

G_DEFINE_FINAL_TYPE (AppPanes, app_panes, ADW_TYPE_BIN)

static gboolean
is_pane (GtkWidget *widget)
{
  return APP_IS_PANE (widget);
}

/* A table has its view in it. */
static GscopeGtkView *
get_pane_view (GtkWidget *pane)
{
  GtkWidget *child = adw_bin_get_child (ADW_BIN (pane));

  return GSCOPE_GTK_IS_GROUP_TABLE (child)
             ? gscope_gtk_group_table_get_view (GSCOPE_GTK_GROUP_TABLE (child))
             : gscope_gtk_pane_get_view (GSCOPE_GTK_PANE (child));
}

static GscopeWorkspaceView *
describe_pane (GtkWidget *pane)
{
  GtkWidget *child = adw_bin_get_child (ADW_BIN (pane));

  return GSCOPE_GTK_IS_GROUP_TABLE (child)
             ? gscope_gtk_group_table_describe (GSCOPE_GTK_GROUP_TABLE (child))
             : gscope_gtk_view_describe (get_pane_view (pane));
}

static GtkWidget *
get_first_pane (GtkWidget *widget)
{
  while (widget && !is_pane (widget))
    widget = gtk_paned_get_start_child (GTK_PANED (widget));
  return widget;
}

static void
list_panes (GtkWidget *widget, GPtrArray *panes)
{
  if (!widget)
    return;
  if (is_pane (widget))
    {
      g_ptr_array_add (panes, widget);
      return;
    }
  list_panes (gtk_paned_get_start_child (GTK_PANED (widget)), panes);
  list_panes (gtk_paned_get_end_child (GTK_PANED (widget)), panes);
}

/* A pane that is the only one is not marked. */
static void
show_active (AppPanes *self)
{
  g_autoptr (GPtrArray) panes = g_ptr_array_new ();

  list_panes (adw_bin_get_child (ADW_BIN (self)), panes);
  for (guint i = 0; i < panes->len; i++)
    {
      app_pane_set_titled (panes->pdata[i], panes->len > 1);
      if (panes->len > 1 && panes->pdata[i] == self->active)
        gtk_widget_add_css_class (panes->pdata[i], "active");
      else
        gtk_widget_remove_css_class (panes->pdata[i], "active");
    }
}

static void
set_active (AppPanes *self, GtkWidget *pane)
{
  if (self->active == pane)
    return;
  self->active = pane;
  show_active (self);
  g_object_notify (G_OBJECT (self), "view");
}

static void
on_focus_enter (GtkEventController *controller, AppPanes *self)
{
  set_active (self, gtk_event_controller_get_widget (controller));
}

static void
add_scopes (GtkWidget *child, GListModel *scopes)
{
  for (guint i = 0; i < g_list_model_get_n_items (scopes); i++)
    {
      g_autoptr (GscopeScope) scope = g_list_model_get_item (scopes, i);

      if (GSCOPE_GTK_IS_GROUP_TABLE (child))
        gscope_gtk_group_table_add_scope (GSCOPE_GTK_GROUP_TABLE (child), scope);
      else
        gscope_gtk_view_add_scope (gscope_gtk_pane_get_view (GSCOPE_GTK_PANE (child)), scope);
    }
}

static void
set_description (GtkWidget *child, GscopeWorkspaceView *description)
{
  if (GSCOPE_GTK_IS_GROUP_TABLE (child))
    gscope_gtk_group_table_set_description (GSCOPE_GTK_GROUP_TABLE (child), description);
  else
    gscope_gtk_view_set_description (gscope_gtk_pane_get_view (GSCOPE_GTK_PANE (child)),
                                     description);
}

static GtkWidget *
make_view (GscopeWorkspaceView *description)
{
  return description && description->kind == GSCOPE_VIEW_KIND_TABLE
             ? gscope_gtk_group_table_new ()
             : gscope_gtk_pane_new (GSCOPE_GTK_VIEW (gscope_gtk_view_new_empty ()));
}

/* Plots of all panes have as much room on each side. A pane that is being closed has no view any more. */
static void
line_up (AppPanes *self)
{
  g_autoptr (GPtrArray) panes = g_ptr_array_new ();
  int left = 0, right = 0;

  list_panes (adw_bin_get_child (ADW_BIN (self)), panes);
  for (guint i = panes->len; i > 0; i--)
    if (!adw_bin_get_child (panes->pdata[i - 1]))
      g_ptr_array_remove_index (panes, i - 1);
  for (guint i = 0; i < panes->len; i++)
    {
      int its_left, its_right;

      gscope_gtk_view_get_margins (get_pane_view (panes->pdata[i]), &its_left, &its_right);
      left = MAX (left, its_left);
      right = MAX (right, its_right);
    }
  for (guint i = 0; i < panes->len; i++)
    gscope_gtk_view_keep_margins (get_pane_view (panes->pdata[i]), left, right);
}

static void
on_dropped (GscopeGtkView *view, GscopeGtkViewSignal *signal, AppSession *session)
{
  app_view_log_added (session, view, signal);
}

static void
on_badge (GscopeGtkView *view)
{
  gtk_widget_activate_action (GTK_WIDGET (view), "win.measure", NULL);
}

static void
on_group_used (AppPanes *self, const char *group)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.show-group", "s", group);
}

static void
on_bound_moved (AppSession *session, GscopeLimit *limit, const GscopeLimitSettings *settings,
                guint gesture)
{
  app_tuning_move_bound (session, limit, settings, gesture);
}

static void
show_view (AppPanes *self, GtkWidget *pane, GscopeWorkspaceView *description)
{
  GtkWidget *child = make_view (description);
  GscopeGtkView *view;

  if (description)
    set_description (child, description);
  add_scopes (child, app_session_get_scopes (self->session));
  adw_bin_set_child (ADW_BIN (pane), child);
  if (GSCOPE_GTK_IS_GROUP_TABLE (child))
    g_signal_connect_object (child, "group-used", G_CALLBACK (on_group_used), self,
                             G_CONNECT_SWAPPED);
  view = get_pane_view (pane);
  gscope_gtk_time_link_add (self->link, view);
  gscope_gtk_view_set_steps (view, app_session_get_steps (self->session));
  gscope_gtk_view_set_limits (
      view, gscope_workspace_get_limits (app_session_get_workspace (self->session)));
  g_signal_connect_object (view, "bound-moved", G_CALLBACK (on_bound_moved), self->session,
                           G_CONNECT_SWAPPED);
  app_view_log (self->session, view);
  app_trace_log (self->session, view);
  app_range_log (self->session, view);
  app_captures_follow (self->session, view);
  g_signal_connect_object (view, "arranged", G_CALLBACK (line_up), self, G_CONNECT_SWAPPED);
  g_signal_connect (view, "badge-activated", G_CALLBACK (on_badge), NULL);
  g_signal_connect_object (view, "dropped", G_CALLBACK (on_dropped), self->session, 0);
  app_pane_set_view (APP_PANE (pane), view);
}

static GtkWidget *
make_pane (AppPanes *self, GscopeWorkspaceView *description)
{
  GtkWidget *pane = app_pane_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  show_view (self, pane, description);
  gtk_widget_add_css_class (pane, "pane");
  g_signal_connect (focus, "enter", G_CALLBACK (on_focus_enter), self);
  gtk_widget_add_controller (pane, focus);
  return pane;
}

static GtkOrientation
get_orientation (GtkWidget *paned)
{
  return gtk_orientable_get_orientation (GTK_ORIENTABLE (paned));
}

static int
get_room (GtkPaned *paned)
{
  return get_orientation (GTK_WIDGET (paned)) == GTK_ORIENTATION_HORIZONTAL
             ? gtk_widget_get_width (GTK_WIDGET (paned))
             : gtk_widget_get_height (GTK_WIDGET (paned));
}

static double
get_share (GtkPaned *paned)
{
  int room = get_room (paned);

  return room > 0 ? round (100.0 * gtk_paned_get_position (paned) / room) / 100 : 0.5;
}

/* A share has a meaning once there is room to be shared. GtkPaned does not keep the least sizes of its children where the
 * position is set while it is allocated. */
static void
on_room (GtkPaned *paned, GParamSpec *pspec, gpointer share)
{
  int room = get_room (paned), min, max;

  if (room <= 0)
    return;
  g_signal_handlers_disconnect_by_func (paned, on_room, share);
  g_object_get (paned, "min-position", &min, "max-position", &max, NULL);
  gtk_paned_set_position (paned, CLAMP ((int) (room * *(double *) share), min, max));
}

static void
free_share (gpointer share, GClosure *closure)
{
  g_free (share);
}

static GtkWidget *
make_paned (GtkOrientation orientation, double share, GtkWidget *first, GtkWidget *second)
{
  GtkWidget *paned = gtk_paned_new (orientation);

  gtk_paned_set_start_child (GTK_PANED (paned), first);
  gtk_paned_set_end_child (GTK_PANED (paned), second);
  gtk_paned_set_shrink_start_child (GTK_PANED (paned), FALSE);
  gtk_paned_set_shrink_end_child (GTK_PANED (paned), FALSE);
  g_signal_connect_data (paned, "notify::max-position", G_CALLBACK (on_room),
                         g_memdup2 (&share, sizeof share), free_share, 0);
  return paned;
}

static GtkWidget *
build (AppPanes *self, const GscopeWorkspacePane *pane, GPtrArray *views)
{
  if (!pane)
    return make_pane (self, views->len > 0 ? views->pdata[0] : NULL);
  if (!pane->first)
    return make_pane (self, views->pdata[pane->view]);
  return make_paned (pane->split == GSCOPE_PANE_SPLIT_COLUMNS ? GTK_ORIENTATION_HORIZONTAL
                                                              : GTK_ORIENTATION_VERTICAL,
                     pane->share, build (self, pane->first, views),
                     build (self, pane->second, views));
}

static gboolean
is_first (GtkWidget *widget)
{
  GtkWidget *parent = gtk_widget_get_parent (widget);

  return GTK_IS_PANED (parent) && gtk_paned_get_start_child (GTK_PANED (parent)) == widget;
}

static void
put_in (GtkWidget *parent, gboolean first, GtkWidget *child)
{
  if (ADW_IS_BIN (parent))
    adw_bin_set_child (ADW_BIN (parent), child);
  else if (first)
    gtk_paned_set_start_child (GTK_PANED (parent), child);
  else
    gtk_paned_set_end_child (GTK_PANED (parent), child);
}

/* Holds a widget while it moves from one place of the tree to another. */
static GtkWidget *
take_out (GtkWidget *child)
{
  GtkWidget *kept = g_object_ref (child);

  put_in (gtk_widget_get_parent (child), is_first (child), NULL);
  return kept;
}

static void
drop_session (AppPanes *self)
{
  if (self->session)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_clear_object (&self->session);
}

static void
app_panes_dispose (GObject *object)
{
  AppPanes *self = APP_PANES (object);

  self->active = NULL;
  drop_session (self);
  G_OBJECT_CLASS (app_panes_parent_class)->dispose (object);
}

static void
app_panes_finalize (GObject *object)
{
  g_object_unref (APP_PANES (object)->link);
  G_OBJECT_CLASS (app_panes_parent_class)->finalize (object);
}

static void
app_panes_class_init (AppPanesClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = app_panes_dispose;
  object_class->finalize = app_panes_finalize;
  property_add (object_class, object, "view", app_panes_get_view, NULL, GSCOPE_GTK_TYPE_VIEW);
}

static void
app_panes_init (AppPanes *self)
{
  self->link = gscope_gtk_time_link_new ();
}

/* Views and tables show what a new scope has, where their patterns say so. */
static void
on_scopes_changed (AppPanes *self)
{
  GListModel *scopes = app_session_get_scopes (self->session);
  g_autoptr (GPtrArray) panes = g_ptr_array_new ();

  list_panes (adw_bin_get_child (ADW_BIN (self)), panes);
  for (guint i = 0; i < panes->len; i++)
    add_scopes (adw_bin_get_child (panes->pdata[i]), scopes);
}

/* Without a pane, the session's first view. */
void
app_panes_open (AppPanes *self, AppSession *session, const GscopeWorkspacePane *pane)
{
  GPtrArray *views = gscope_workspace_get_views (app_session_get_workspace (session));
  GtkWidget *root;

  app_panes_close_all (self);
  self->session = g_object_ref (session);
  root = build (self, pane, views);
  adw_bin_set_child (ADW_BIN (self), root);
  set_active (self, get_first_pane (root));
  g_signal_connect_swapped (session, "scopes-changed", G_CALLBACK (on_scopes_changed), self);
}

void
app_panes_close_all (AppPanes *self)
{
  set_active (self, NULL);
  adw_bin_set_child (ADW_BIN (self), NULL);
  drop_session (self);
}

GscopeGtkView *
app_panes_get_view (AppPanes *self)
{
  return self->active ? get_pane_view (self->active) : NULL;
}

GscopeWorkspaceView *
app_panes_describe_active (AppPanes *self)
{
  return describe_pane (self->active);
}

guint
app_panes_count (AppPanes *self)
{
  g_autoptr (GPtrArray) panes = g_ptr_array_new ();

  list_panes (adw_bin_get_child (ADW_BIN (self)), panes);
  return panes->len;
}

/* The active view may show a measurement instead of its signals over time. */
void
app_panes_grab_focus (AppPanes *self)
{
  gtk_widget_grab_focus (adw_bin_get_child (ADW_BIN (self->active)));
}

void
app_panes_focus_next (AppPanes *self)
{
  g_autoptr (GPtrArray) panes = g_ptr_array_new ();
  guint position;

  list_panes (adw_bin_get_child (ADW_BIN (self)), panes);
  if (!g_ptr_array_find (panes, self->active, &position))
    return;
  gtk_widget_grab_focus (adw_bin_get_child (panes->pdata[(position + 1) % panes->len]));
}

/* A view in a part of the room that a pane, or several, had. */
static void
divide (AppPanes *self, GtkWidget *old, const AppPlace *place, GscopeWorkspaceView *view)
{
  GtkWidget *parent = gtk_widget_get_parent (old);
  gboolean first = is_first (old);
  g_autoptr (GtkWidget) kept = take_out (old);
  GtkWidget *added = make_pane (self, view);

  put_in (parent, first,
          make_paned (place->orientation, place->share, place->first ? added : kept,
                      place->first ? kept : added));
  set_active (self, added);
  app_panes_grab_focus (self);
}

void
app_panes_split (AppPanes *self, GtkOrientation orientation, GscopeWorkspaceView *view)
{
  const AppPlace place = { .orientation = orientation, .share = 0.5 };

  divide (self, self->active, &place, view);
}

static GtkWidget *
get_part (GtkWidget *paned, char step)
{
  return step == FIRST ? gtk_paned_get_start_child (GTK_PANED (paned))
                       : gtk_paned_get_end_child (GTK_PANED (paned));
}

/* Returns the pane that has the room of a place now, as far as the division is the same. */
static GtkWidget *
follow (AppPanes *self, const char *way)
{
  GtkWidget *widget = adw_bin_get_child (ADW_BIN (self));

  for (; *way && GTK_IS_PANED (widget); way++)
    widget = get_part (widget, *way);
  return widget;
}

void
app_panes_reopen (AppPanes *self, const AppPlace *place, GscopeWorkspaceView *view)
{
  divide (self, follow (self, place->way), place, view);
}

/* Towards the root. */
static char *
describe_way (AppPanes *self, GtkWidget *widget)
{
  g_autoptr (GString) way = g_string_new (NULL);

  for (; gtk_widget_get_parent (widget) != GTK_WIDGET (self);
       widget = gtk_widget_get_parent (widget))
    g_string_prepend_c (way, is_first (widget) ? FIRST : SECOND);
  return g_string_free (g_steal_pointer (&way), FALSE);
}

AppPlace *
app_panes_describe_place (AppPanes *self)
{
  GtkWidget *parent = gtk_widget_get_parent (self->active);
  AppPlace *place = g_new0 (AppPlace, 1);

  place->way = describe_way (self, parent);
  place->orientation = get_orientation (parent);
  place->first = is_first (self->active);
  place->share = get_share (GTK_PANED (parent));
  return place;
}

void
app_place_free (AppPlace *place)
{
  g_free (place->way);
  g_free (place);
}

static GtkWidget *
find_pane (AppPanes *self, const AppPlace *place)
{
  GtkWidget *paned = follow (self, place->way);

  return GTK_IS_PANED (paned) ? get_first_pane (get_part (paned, place->first ? FIRST : SECOND))
                              : self->active;
}

GscopeWorkspaceView *
app_panes_describe_at (AppPanes *self, const AppPlace *place)
{
  return describe_pane (find_pane (self, place));
}

/* The other part takes the room. */
void
app_panes_close_at (AppPanes *self, const AppPlace *place)
{
  GtkWidget *pane = find_pane (self, place);
  GtkWidget *paned = gtk_widget_get_parent (pane);
  g_autoptr (GtkWidget) other = take_out (get_part (paned, is_first (pane) ? SECOND : FIRST));

  /* signal handlers count the panes that are left */
  put_in (gtk_widget_get_parent (paned), is_first (paned), other);
  if (pane == self->active)
    set_active (self, get_first_pane (other));
  show_active (self);
  app_panes_grab_focus (self);
}

GscopeWorkspaceView *
app_panes_replace (AppPanes *self, GscopeWorkspaceView *view)
{
  GscopeWorkspaceView *description = describe_pane (self->active);

  show_view (self, self->active, view);
  g_object_notify (G_OBJECT (self), "view");
  return description;
}

void
app_panes_add_pattern (AppPanes *self, const char *pattern)
{
  g_autoptr (GscopeWorkspaceView) view = describe_pane (self->active);

  g_ptr_array_add (view->signals, gscope_workspace_signal_new (pattern));
  set_description (adw_bin_get_child (ADW_BIN (self->active)), view);
}

/* Returns the position of an entry that leaves out what a pattern matches; G_MAXUINT if there is none. */
static guint
find_excluded (const GscopeWorkspaceView *view, const char *pattern)
{
  for (guint i = 0; i < view->signals->len; i++)
    {
      const GscopeWorkspaceSignal *entry = view->signals->pdata[i];

      if (entry->excluded && g_str_equal (entry->match, pattern))
        return i;
    }
  return G_MAXUINT;
}

void
app_panes_exclude_pattern (AppPanes *self, const char *pattern, gboolean excludes)
{
  g_autoptr (GscopeWorkspaceView) view = describe_pane (self->active);
  guint position = find_excluded (view, pattern);

  if (excludes == (position < G_MAXUINT))
    return;
  if (excludes)
    {
      GscopeWorkspaceSignal *entry = gscope_workspace_signal_new (pattern);

      entry->excluded = TRUE;
      g_ptr_array_insert (view->signals, 0, entry);
    }
  else
    g_ptr_array_remove_index (view->signals, position);
  set_description (adw_bin_get_child (ADW_BIN (self->active)), view);
}

gboolean
app_panes_has_pattern (AppPanes *self, const char *name)
{
  g_autoptr (GscopeWorkspaceView) view = describe_pane (self->active);

  for (guint i = 0; i < view->signals->len; i++)
    if (gscope_workspace_signal_matches (view->signals->pdata[i], name))
      return TRUE;
  return FALSE;
}

static GscopeWorkspacePane *
describe (GtkWidget *widget, const AppCollection *collection)
{
  gboolean is_row;
  GscopeWorkspacePane *first;

  if (is_pane (widget))
    {
      GscopeWorkspaceView *view = describe_pane (widget);

      if (!collection->exact)
        view->span = 0;
      g_ptr_array_add (collection->views, view);
      return gscope_workspace_pane_new (collection->views->len - 1);
    }
  is_row = get_orientation (widget) == GTK_ORIENTATION_HORIZONTAL;
  first = describe (gtk_paned_get_start_child (GTK_PANED (widget)), collection);
  return gscope_workspace_pane_new_divided (
      is_row ? GSCOPE_PANE_SPLIT_COLUMNS : GSCOPE_PANE_SPLIT_ROWS,
      collection->exact ? get_share (GTK_PANED (widget)) : 0.5, first,
      describe (gtk_paned_get_end_child (GTK_PANED (widget)), collection));
}

GscopeWorkspacePane *
app_panes_describe (AppPanes *self, const AppCollection *collection)
{
  return describe (adw_bin_get_child (ADW_BIN (self)), collection);
}
