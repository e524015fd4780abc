/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "signals/panel.h"

#include <property.h>

#include "agents/label.h"
#include "session/flat-list.h"
#include "signals/agent-groups.h"
#include "signals/agent-header.h"
#include "signals/inspector.h"
#include "signals/row.h"
#include "signals/source-header.h"
#include "widgets/names.h"

struct _AppSignalsPanel
{
  AdwBin parent_instance;

  AppSession *session;
  GscopeGtkView *view;
  GtkSingleSelection *selection;
  gboolean narrow;
  GListModel *groups;

  /* the rows that match the text */
  GtkCustomFilter *filter;
  GtkWidget *search;
  GtkWidget *none;
  GtkListView *list;
  GtkRevealer *revealer;
  /* NULL until a signal is selected */
  AppInspector *inspector;
  GtkWidget *rows;
  GtkPopover *popover;
};

G_DEFINE_FINAL_TYPE (AppSignalsPanel, app_signals_panel, ADW_TYPE_BIN)

static gboolean
is_of_source (gpointer item, gpointer source)
{
  return app_session_is_of_source (gscope_gtk_view_signal_get_signal (item), source);
}

/* A source's part of the list: the source itself, then its signals in the view. */
static gpointer
map_source_to_section (gpointer item, gpointer user_data)
{
  AppSignalsPanel *self = user_data;
  g_autoptr (GscopeSource) source = item;
  GListStore *parts = g_list_store_new (G_TYPE_LIST_MODEL);
  g_autoptr (GListStore) header = g_list_store_new (GSCOPE_TYPE_SOURCE);
  g_autoptr (GtkFilterListModel) signals = NULL;

  signals = gtk_filter_list_model_new (
      g_object_ref (gscope_gtk_view_get_signals (self->view)),
      GTK_FILTER (gtk_custom_filter_new (is_of_source, g_object_ref (source), g_object_unref)));
  g_list_store_append (header, source);
  g_list_store_append (parts, header);
  g_list_store_append (parts, signals);
  return gtk_flatten_list_model_new (G_LIST_MODEL (parts));
}

/* The part of an agent: the group itself, if there are several, then its sources. */
static gpointer
map_group_to_section (gpointer item, gpointer user_data)
{
  g_autoptr (AppSourceGroup) group = item;
  GListStore *parts = g_list_store_new (G_TYPE_LIST_MODEL);
  g_autoptr (GListStore) header = g_list_store_new (APP_TYPE_SOURCE_GROUP);
  g_autoptr (GListModel) sources =
      app_flat_list_new (app_source_group_get_sources (group), map_source_to_section, user_data);

  if (app_source_group_get_address (group))
    g_list_store_append (header, group);
  g_list_store_append (parts, header);
  g_list_store_append (parts, sources);
  return gtk_flatten_list_model_new (G_LIST_MODEL (parts));
}

/* Typing narrows the list. */

/* Returns whether each word of the text is in one of the words. */
static gboolean
contains (const char *text, const char *words)
{
  g_auto (GStrv) parts = g_strsplit_set (text, " \t", -1);

  for (guint i = 0; parts[i]; i++)
    if (!g_str_match_string (parts[i], words, TRUE) && !strstr (words, parts[i]))
      return FALSE;
  return TRUE;
}

static char *
dup_words (GscopeSource *source)
{
  g_autofree char *agent =
      GSCOPE_IS_AGENT_SOURCE (source)
          ? app_agent_label_new (gscope_agent_source_get_address (GSCOPE_AGENT_SOURCE (source)))
          : NULL;

  return g_strjoin (" ", gscope_source_get_name (source), gscope_source_get_title (source), agent,
                    NULL);
}

static gboolean
signal_matches (const char *text, GscopeGtkViewSignal *item, const char *words_of_source)
{
  GscopeSignal *signal = gscope_gtk_view_signal_get_signal (item);
  g_autofree char *words = g_strjoin (" ", gscope_gtk_view_signal_get_label (item),
                                      gscope_signal_get_full_name (signal), words_of_source, NULL);

  return contains (text, words);
}

/* A source that matches is listed with all its signals, another one with those that match. */
static gboolean
source_matches (AppSignalsPanel *self, const char *text, GscopeSource *source)
{
  GListModel *signals = gscope_gtk_view_get_signals (self->view);
  g_autofree char *words = dup_words (source);

  if (contains (text, words))
    return TRUE;
  for (guint i = 0; i < g_list_model_get_n_items (signals); i++)
    {
      g_autoptr (GscopeGtkViewSignal) signal = g_list_model_get_item (signals, i);

      if (is_of_source (signal, source) && signal_matches (text, signal, words))
        return TRUE;
    }
  return FALSE;
}

static gboolean
group_matches (AppSignalsPanel *self, const char *text, AppSourceGroup *group)
{
  GListModel *sources = app_source_group_get_sources (group);

  for (guint i = 0; i < g_list_model_get_n_items (sources); i++)
    {
      g_autoptr (GscopeSource) source = g_list_model_get_item (sources, i);

      if (source_matches (self, text, source))
        return TRUE;
    }
  return FALSE;
}

static gboolean
matches (gpointer item, gpointer data)
{
  AppSignalsPanel *self = data;
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->search));
  g_autofree char *words = NULL;
  GscopeSource *source;

  if (!*text || !self->view)
    return TRUE;
  if (APP_IS_SOURCE_GROUP (item))
    return group_matches (self, text, item);
  if (GSCOPE_IS_SOURCE (item))
    return source_matches (self, text, item);
  source = app_session_find_owner (self->session, gscope_gtk_view_signal_get_signal (item));
  words = source ? dup_words (source) : g_strdup ("");
  return signal_matches (text, item, words);
}

static void
show_none (AppSignalsPanel *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->search));

  gtk_widget_set_visible (self->none,
                          *text && self->selection
                              && g_list_model_get_n_items (G_LIST_MODEL (self->selection)) == 0);
}

static void
on_search_changed (AppSignalsPanel *self)
{
  if (self->filter)
    gtk_filter_changed (GTK_FILTER (self->filter), GTK_FILTER_CHANGE_DIFFERENT);
  show_none (self);
}

/* The row that had the focus, where gtk_widget_grab_focus() returns to, may be filtered out. */
static void
enter_list (AppSignalsPanel *self)
{
  gtk_widget_child_focus (GTK_WIDGET (self->list), GTK_DIR_TAB_FORWARD);
}

static gboolean
on_search_key (AppSignalsPanel *self, guint key)
{
  if (key != GDK_KEY_Down)
    return FALSE;
  enter_list (self);
  return TRUE;
}

static gboolean
is_divided (AppSignalsPanel *self)
{
  return self->groups && g_list_model_get_n_items (self->groups) > 1;
}

/* With several agents, the entry is always there. */
static void
on_search_stopped (AppSignalsPanel *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  gtk_widget_set_visible (self->search, is_divided (self));
  enter_list (self);
}

void
app_signals_panel_search (AppSignalsPanel *self)
{
  gtk_widget_show (self->search);
  gtk_widget_grab_focus (self->search);
}

static void
on_groups_changed (AppSignalsPanel *self)
{
  if (is_divided (self))
    gtk_widget_show (self->search);
}

/* Returns the sources of the group that has a source. */
static GListModel *
find_siblings (AppSignalsPanel *self, gpointer source)
{
  for (guint i = 0; i < g_list_model_get_n_items (self->groups); i++)
    {
      g_autoptr (AppSourceGroup) group = g_list_model_get_item (self->groups, i);
      GListModel *sources = app_source_group_get_sources (group);

      if (app_flat_list_find (sources, source) != GTK_INVALID_LIST_POSITION)
        return sources;
    }
  return NULL;
}

static GtkWidget *
make_header (AppSignalsPanel *self, gpointer item)
{
  GtkWidget *header;

  if (APP_IS_SOURCE_GROUP (item))
    return app_agent_header_new (self->session, item);
  header = app_source_header_new (self->session, item);
  if (is_divided (self))
    app_source_header_hide_agent (APP_SOURCE_HEADER (header), find_siblings (self, item));
  else
    app_source_header_show_agent (APP_SOURCE_HEADER (header));
  return header;
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *list_item, AppSignalsPanel *self)
{
  gpointer item = gtk_list_item_get_item (list_item);
  gboolean is_signal = GSCOPE_GTK_IS_VIEW_SIGNAL (item);

  gtk_list_item_set_activatable (list_item, is_signal);
  if (!is_signal)
    {
      gtk_list_item_set_child (list_item, make_header (self, item));
      return;
    }
  gtk_list_item_set_child (list_item, app_signal_row_new (self->session, item));
  g_object_bind_property (self, "narrow", gtk_list_item_get_child (list_item), "narrow",
                          G_BINDING_SYNC_CREATE);
}

static void
on_unbind (GtkSignalListItemFactory *factory, GtkListItem *list_item, AppSignalsPanel *self)
{
  gtk_list_item_set_child (list_item, NULL);
}

static GtkWidget *
make_inspector (void)
{
  GtkWidget *inspector = g_object_new (APP_TYPE_INSPECTOR, NULL);

  app_names_complete (inspector);
  return inspector;
}

/* Makes the inspector for the first selected signal: the first frame of a window has none, and is drawn sooner. */
static void
ensure_inspector (AppSignalsPanel *self)
{
  GtkWidget *inspector;

  if (self->inspector)
    return;
  inspector = make_inspector ();
  gtk_widget_add_css_class (inspector, "foot");
  gtk_revealer_set_child (self->revealer, gscope_gtk_still_new (inspector));
  self->inspector = APP_INSPECTOR (inspector);
}

static void
show_selected (AppSignalsPanel *self)
{
  GscopeGtkViewSignal *signal = self->view ? gscope_gtk_view_get_selected (self->view) : NULL;
  GtkWidget *other = gtk_popover_get_child (self->popover);

  if (signal)
    ensure_inspector (self);
  if (self->inspector)
    app_inspector_set_signal (self->inspector, self->session, signal);
  if (other)
    app_inspector_set_signal (APP_INSPECTOR (other), self->session, signal);
  gtk_revealer_set_reveal_child (self->revealer, signal && !self->narrow);
}

static void
select_of_view (AppSignalsPanel *self)
{
  GscopeGtkViewSignal *selected = gscope_gtk_view_get_selected (self->view);

  gtk_single_selection_set_selected (self->selection,
                                     app_flat_list_find (G_LIST_MODEL (self->selection), selected));
}

/* Headers can be selected, because a list gives no other rows the focus: the arrow keys would not pass them. They only
 * have the focus then, and the signal stays selected. */
static void
on_selection_changed (AppSignalsPanel *self)
{
  gpointer item = gtk_single_selection_get_selected_item (self->selection);

  if (GSCOPE_GTK_IS_VIEW_SIGNAL (item))
    gscope_gtk_view_set_selected (self->view, item);
  else if (item)
    select_of_view (self);
}

static void
on_view_selected (AppSignalsPanel *self)
{
  select_of_view (self);
  show_selected (self);
}

static void
on_activate (AppSignalsPanel *self)
{
  if (!self->narrow || !gscope_gtk_view_get_selected (self->view))
    return;
  /* Few windows are ever that narrow. */
  if (!gtk_popover_get_child (self->popover))
    gtk_popover_set_child (self->popover, make_inspector ());
  show_selected (self);
  gtk_popover_popup (self->popover);
}

static gboolean
get_narrow (AppSignalsPanel *self)
{
  return self->narrow;
}

static void
set_narrow (AppSignalsPanel *self, gboolean narrow)
{
  self->narrow = narrow;
  show_selected (self);
}

static void
drop_view (AppSignalsPanel *self)
{
  if (self->view)
    g_signal_handlers_disconnect_by_data (self->view, self);
  if (self->selection)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  gtk_list_view_set_model (self->list, NULL);
  if (self->groups)
    g_signal_handlers_disconnect_by_data (self->groups, self);
  g_clear_object (&self->groups);
  g_clear_object (&self->selection);
  self->filter = NULL;
  g_clear_object (&self->view);
  g_clear_object (&self->session);
}

static void
app_signals_panel_dispose (GObject *object)
{
  AppSignalsPanel *self = APP_SIGNALS_PANEL (object);

  if (self->list)
    drop_view (self);
  G_OBJECT_CLASS (app_signals_panel_parent_class)->dispose (object);
}

static void
app_signals_panel_class_init (AppSignalsPanelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = app_signals_panel_dispose;
  property_add (object_class, boolean, "narrow", get_narrow, set_narrow, FALSE);
  gtk_widget_class_set_css_name (widget_class, "signalspanel");
  gtk_widget_class_set_template_from_resource (widget_class, APP_RESOURCES "/signals/panel.ui");
  gtk_widget_class_bind_template_child (widget_class, AppSignalsPanel, search);
  gtk_widget_class_bind_template_child (widget_class, AppSignalsPanel, none);
  gtk_widget_class_bind_template_child (widget_class, AppSignalsPanel, list);
  gtk_widget_class_bind_template_child (widget_class, AppSignalsPanel, revealer);
  gtk_widget_class_bind_template_child (widget_class, AppSignalsPanel, rows);
  gtk_widget_class_bind_template_child (widget_class, AppSignalsPanel, popover);
  gtk_widget_class_bind_template_callback (widget_class, on_bind);
  gtk_widget_class_bind_template_callback (widget_class, on_unbind);
  gtk_widget_class_bind_template_callback (widget_class, on_activate);
  gtk_widget_class_bind_template_callback (widget_class, enter_list);
  gtk_widget_class_bind_template_callback (widget_class, on_search_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_search_key);
  gtk_widget_class_bind_template_callback (widget_class, on_search_stopped);
}

static void
app_signals_panel_init (AppSignalsPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

static GtkSingleSelection *
make_selection (AppSignalsPanel *self)
{
  GListModel *flat = app_flat_list_new (self->groups, map_group_to_section, self);
  GtkSingleSelection *selection = gtk_single_selection_new (NULL);
  g_autoptr (GtkFilterListModel) found = NULL;

  gtk_single_selection_set_autoselect (selection, FALSE);
  gtk_single_selection_set_can_unselect (selection, TRUE);
  self->filter = gtk_custom_filter_new (matches, self, NULL);
  g_object_bind_property (flat, "n-items", self->rows, "visible", G_BINDING_SYNC_CREATE);
  found = gtk_filter_list_model_new (flat, GTK_FILTER (self->filter));
  gtk_single_selection_set_model (selection, G_LIST_MODEL (found));
  return selection;
}

/* Both NULL to show nothing. */
void
app_signals_panel_set_view (AppSignalsPanel *self, AppSession *session, GscopeGtkView *view)
{
  drop_view (self);
  if (view)
    {
      self->session = g_object_ref (session);
      self->view = g_object_ref (view);
      self->groups = app_agent_groups_new (app_session_get_sources (session));
      g_signal_connect_swapped (self->groups, "items-changed", G_CALLBACK (on_groups_changed),
                                self);
      on_groups_changed (self);
      self->selection = make_selection (self);
      gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (self->selection));
      g_signal_connect_swapped (self->selection, "items-changed", G_CALLBACK (show_none), self);
      g_signal_connect_swapped (self->selection, "notify::selected-item",
                                G_CALLBACK (on_selection_changed), self);
      g_signal_connect_swapped (view, "notify::selected", G_CALLBACK (on_view_selected), self);
      on_view_selected (self);
    }
  show_none (self);
  show_selected (self);
}
