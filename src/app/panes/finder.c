/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "panes/finder.h"

#include <glib/gi18n.h>

#include "session/flat-list.h"
#include "undo/view.h"

/* Rows that Page Up and Page Down move by. */
#define PAGE 8

struct _AppFinder
{
  GtkPopover parent_instance;

  AppSession *session;
  GscopeGtkView *view;
  GtkSearchEntry *entry;
  GtkListView *list;
  GtkLabel *none;

  /* the row that adds all matches of a pattern, then the signals found */
  GtkStringList *patterns;
  GtkCustomFilter *filter;
  GtkFilterListModel *found;
  GtkSingleSelection *rows;
  /* the text that the rows were found by */
  char *searched;
};

G_DEFINE_FINAL_TYPE (AppFinder, app_finder, GTK_TYPE_POPOVER)

enum
{
  PATTERN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static const char *
get_text (AppFinder *self)
{
  return gtk_editable_get_text (GTK_EDITABLE (self->entry));
}

static gboolean
is_pattern (const char *text)
{
  return strpbrk (text, "*?") != NULL;
}

static gboolean
matches (gpointer item, gpointer data)
{
  GscopeSignal *signal = item;
  const char *text = get_text (data);
  const char *name = gscope_signal_get_full_name (signal);
  const char *group = gscope_signal_get_group_title (signal);
  g_autofree char *words = NULL;

  if (is_pattern (text))
    {
      g_autoptr (GscopeWorkspaceSignal) pattern = gscope_workspace_signal_new (text);

      return gscope_workspace_signal_matches (pattern, name);
    }
  words = g_strjoin (" ", name, gscope_signal_get_title (signal), group, NULL);
  return g_str_match_string (text, words, TRUE) || strstr (words, text) != NULL;
}

/* Rows. */

static GscopeGtkViewSignal *
find_shown (AppFinder *self, GscopeSignal *signal)
{
  return app_view_find_signal (self->view, gscope_signal_get_full_name (signal));
}

static char *
describe_signal (AppFinder *self, GscopeSignal *signal)
{
  const char *name = gscope_signal_get_full_name (signal);
  const char *group = gscope_signal_get_group_title (signal);
  gboolean named = group && g_strcmp0 (group, gscope_signal_get_group (signal)) != 0;
  g_autofree char *caption = named ? g_strdup_printf ("%s · %s", group, name) : g_strdup (name);

  if (find_shown (self, signal))
    return g_strdup_printf (_ ("%s, in the view"), caption);
  return g_steal_pointer (&caption);
}

static GtkWidget *
make_label (const char *css_class, PangoEllipsizeMode ellipsize)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), ellipsize);
  if (css_class)
    gtk_widget_set_css_classes (label, (const char *[]){ css_class, "dim-label", NULL });
  return label;
}

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  gtk_box_append (GTK_BOX (box), make_label (NULL, PANGO_ELLIPSIZE_END));
  gtk_box_append (GTK_BOX (box), make_label ("caption", PANGO_ELLIPSIZE_MIDDLE));
  gtk_list_item_set_child (item, box);
}

static void
show_row (GtkListItem *item, const char *title, const char *caption)
{
  GtkWidget *box = gtk_list_item_get_child (item);
  GtkWidget *row = gtk_widget_get_parent (box);

  gtk_label_set_label (GTK_LABEL (gtk_widget_get_first_child (box)), title);
  gtk_label_set_label (GTK_LABEL (gtk_widget_get_last_child (box)), caption);
  gtk_widget_set_tooltip_text (box, caption);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, title,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, caption, -1);
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *item, AppFinder *self)
{
  gpointer object = gtk_list_item_get_item (item);

  if (GSCOPE_IS_SIGNAL (object))
    {
      g_autofree char *caption = describe_signal (self, object);

      show_row (item, gscope_signal_get_title (object), caption);
      return;
    }
  show_row (item, gtk_string_object_get_string (object),
            g_list_model_get_n_items (G_LIST_MODEL (self->found)) > 0
                ? _ ("and later matches")
                : _ ("none now; adds later matches"));
}

/* The search. */

static gpointer
get_signals (gpointer scope, gpointer data)
{
  g_autoptr (GscopeScope) owned = scope;

  return g_object_ref (gscope_scope_get_signals (owned));
}

static void
show_none (AppFinder *self)
{
  const char *text = get_text (self);
  gboolean empty = g_list_model_get_n_items (G_LIST_MODEL (self->rows)) == 0;
  g_autofree char *none = g_strdup_printf (_ ("No source has a signal called “%s”."), text);

  gtk_label_set_label (self->none, none);
  gtk_widget_set_visible (GTK_WIDGET (self->none), empty);
}

/* All of it lives while the popover is open: signals come and go at any rate. */
static void
open_lists (AppFinder *self)
{
  GListModel *scopes = app_session_get_scopes (self->session);
  GListModel *all = app_flat_list_new (scopes, get_signals, NULL);
  GListStore *parts = g_list_store_new (G_TYPE_LIST_MODEL);

  self->filter = gtk_custom_filter_new (matches, self, NULL);
  self->found = gtk_filter_list_model_new (all, GTK_FILTER (self->filter));
  self->patterns = gtk_string_list_new (NULL);
  g_list_store_append (parts, self->patterns);
  g_list_store_append (parts, self->found);
  self->rows =
      gtk_single_selection_new (G_LIST_MODEL (gtk_flatten_list_model_new (G_LIST_MODEL (parts))));
  g_signal_connect_swapped (self->rows, "items-changed", G_CALLBACK (show_none), self);
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (self->rows));
}

static void
close_lists (AppFinder *self)
{
  if (self->list)
    gtk_list_view_set_model (self->list, NULL);
  g_clear_object (&self->rows);
  g_clear_object (&self->patterns);
  g_clear_object (&self->found);
  g_clear_pointer (&self->searched, g_free);
  self->filter = NULL;
}

static void
show_patterns (AppFinder *self, const char *text)
{
  g_autofree char *title = g_strdup_printf (_ ("Add All That Match “%s”"), text);
  const char *titles[] = { title, NULL };

  gtk_string_list_splice (self->patterns, 0,
                          g_list_model_get_n_items (G_LIST_MODEL (self->patterns)),
                          is_pattern (text) ? titles : NULL);
}

static void
select_row (AppFinder *self, guint position)
{
  gtk_single_selection_set_selected (self->rows, position);
  gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", position);
}

static void
on_search_changed (AppFinder *self)
{
  if (!self->rows || g_strcmp0 (self->searched, get_text (self)) == 0)
    return;
  g_free (self->searched);
  self->searched = g_strdup (get_text (self));
  gtk_filter_changed (GTK_FILTER (self->filter), GTK_FILTER_CHANGE_DIFFERENT);
  show_patterns (self, get_text (self));
  if (g_list_model_get_n_items (G_LIST_MODEL (self->rows)) > 0)
    select_row (self, 0);
}

/* A signal that the view shows already is selected there. */
static void
add_signal (AppFinder *self, GscopeSignal *signal)
{
  const char *name = gscope_signal_get_full_name (signal);
  GscopeScope *scope;

  if (!find_shown (self, signal) && app_session_find_signal (self->session, name, &scope) == signal)
    {
      gscope_gtk_view_add_signal (self->view, scope, signal);
      app_view_log_added (self->session, self->view, find_shown (self, signal));
    }
  gscope_gtk_view_set_selected (self->view, find_shown (self, signal));
}

static void
on_row_activated (AppFinder *self, guint position)
{
  g_autoptr (GObject) item = g_list_model_get_item (G_LIST_MODEL (self->rows), position);

  if (GSCOPE_IS_SIGNAL (item))
    add_signal (self, GSCOPE_SIGNAL (item));
  else
    g_signal_emit (self, signals[PATTERN], 0, get_text (self));
  gtk_popover_popdown (GTK_POPOVER (self));
  gtk_widget_grab_focus (gtk_widget_get_parent (GTK_WIDGET (self->view)));
}

static void
on_entry_activate (AppFinder *self)
{
  /* The list waits for a pause in the typing, and Enter does not. */
  on_search_changed (self);
  if (self->rows && g_list_model_get_n_items (G_LIST_MODEL (self->rows)) > 0)
    on_row_activated (self, gtk_single_selection_get_selected (self->rows));
}

/* The focus stays in the entry: what is typed next narrows the search further. */
static gboolean
on_key_pressed (AppFinder *self, guint key)
{
  int n = self->rows ? g_list_model_get_n_items (G_LIST_MODEL (self->rows)) : 0;
  int position = n > 0 ? gtk_single_selection_get_selected (self->rows) : 0;

  if (n == 0)
    return FALSE;
  if (key == GDK_KEY_Down || key == GDK_KEY_KP_Down)
    position++;
  else if (key == GDK_KEY_Up || key == GDK_KEY_KP_Up)
    position--;
  else if (key == GDK_KEY_Page_Down || key == GDK_KEY_KP_Page_Down)
    position += PAGE;
  else if (key == GDK_KEY_Page_Up || key == GDK_KEY_KP_Page_Up)
    position -= PAGE;
  else
    return FALSE;
  select_row (self, CLAMP (position, 0, n - 1));
  return TRUE;
}

static void
on_show (AppFinder *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  if (self->view)
    open_lists (self);
  on_search_changed (self);
  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
}

static void
app_finder_dispose (GObject *object)
{
  close_lists (APP_FINDER (object));
  app_finder_set_view (APP_FINDER (object), NULL, NULL);
  G_OBJECT_CLASS (app_finder_parent_class)->dispose (object);
}

static void
app_finder_class_init (AppFinderClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = app_finder_dispose;
  signals[PATTERN] = g_signal_new ("pattern", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_set_template_from_resource (widget_class, APP_RESOURCES "/panes/finder.ui");
  gtk_widget_class_bind_template_child (widget_class, AppFinder, entry);
  gtk_widget_class_bind_template_child (widget_class, AppFinder, list);
  gtk_widget_class_bind_template_child (widget_class, AppFinder, none);
  gtk_widget_class_bind_template_callback (widget_class, close_lists);
  gtk_widget_class_bind_template_callback (widget_class, on_bind);
  gtk_widget_class_bind_template_callback (widget_class, on_entry_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_key_pressed);
  gtk_widget_class_bind_template_callback (widget_class, on_row_activated);
  gtk_widget_class_bind_template_callback (widget_class, on_search_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_setup);
  gtk_widget_class_bind_template_callback (widget_class, on_show);
}

static void
app_finder_init (AppFinder *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
app_finder_set_view (AppFinder *self, AppSession *session, GscopeGtkView *view)
{
  g_set_object (&self->session, session);
  g_set_object (&self->view, view);
}
