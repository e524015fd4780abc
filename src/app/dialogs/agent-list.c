/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "dialogs/agent-list.h"

#include <glib/gi18n.h>

enum
{
  /* rows that a page key moves */
  PAGE = 8,
};

enum
{
  CHOSEN,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

struct _AppAgentList
{
  AdwBin parent_instance;

  GListModel *agents;
  GtkFilterListModel *shown;
  GtkSingleSelection *rows;
  /* the parts of names for which the user searches */
  GStrv words;

  GtkEditable *entry;
  GtkListView *list;
  GtkLabel *count;
};

G_DEFINE_FINAL_TYPE (AppAgentList, app_agent_list, ADW_TYPE_BIN)

/* The rows. */

static GtkWidget *
make_label (PangoEllipsizeMode ellipsize)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), ellipsize);
  return label;
}

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *detail = make_label (PANGO_ELLIPSIZE_END);

  gtk_widget_set_css_classes (detail, (const char *[]){ "caption", "dim-label", NULL });
  gtk_box_append (GTK_BOX (box), make_label (PANGO_ELLIPSIZE_MIDDLE));
  gtk_box_append (GTK_BOX (box), detail);
  gtk_list_item_set_child (item, box);
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  AppFoundAgent *agent = gtk_list_item_get_item (item);
  const char *title = app_found_agent_get_title (agent);
  const char *detail = app_found_agent_get_detail (agent);
  GtkWidget *box = gtk_list_item_get_child (item);

  gtk_label_set_label (GTK_LABEL (gtk_widget_get_first_child (box)), title);
  gtk_label_set_label (GTK_LABEL (gtk_widget_get_last_child (box)), detail);
  gtk_widget_set_tooltip_text (box, detail);
  gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_parent (box)),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, title,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, detail, -1);
}

/* The search. */

static gboolean
is_shown (gpointer agent, gpointer data)
{
  AppAgentList *self = data;

  return app_found_agent_matches (agent, (const char *const *) self->words);
}

static void
show_count (AppAgentList *self)
{
  guint n = self->agents ? g_list_model_get_n_items (self->agents) : 0;
  guint n_shown = g_list_model_get_n_items (G_LIST_MODEL (self->shown));
  g_autofree char *text = NULL;

  if (n_shown == n)
    text = g_strdup_printf (
        ngettext ("%'u agent is at this server", "%'u agents are at this server", n), n);
  else if (n_shown > 0)
    text = g_strdup_printf (ngettext ("%'u of %'u agent", "%'u of %'u agents", n), n_shown, n);
  else
    text = g_strdup_printf (_ ("No agent has the host, group or source “%s”."),
                            gtk_editable_get_text (self->entry));
  gtk_label_set_label (self->count, text);
}

static void
select_row (AppAgentList *self, guint position)
{
  gtk_single_selection_set_selected (self->rows, position);
  gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", position);
}

static void
on_search_changed (AppAgentList *self)
{
  g_autofree char *folded = g_utf8_casefold (gtk_editable_get_text (self->entry), -1);

  g_strfreev (self->words);
  self->words = g_strsplit_set (folded, " \t", -1);
  gtk_filter_changed (gtk_filter_list_model_get_filter (self->shown), GTK_FILTER_CHANGE_DIFFERENT);
  show_count (self);
  if (g_list_model_get_n_items (G_LIST_MODEL (self->shown)) > 0)
    select_row (self, 0);
}

static void
on_row_activated (AppAgentList *self, guint position)
{
  g_autoptr (AppFoundAgent) agent = g_list_model_get_item (G_LIST_MODEL (self->rows), position);

  if (agent)
    g_signal_emit (self, signals[CHOSEN], 0, agent);
}

static void
on_entry_activate (AppAgentList *self)
{
  on_row_activated (self, gtk_single_selection_get_selected (self->rows));
}

/* The first Escape forgets the search, the next one closes the window. */
static void
on_stop_search (AppAgentList *self)
{
  if (*gtk_editable_get_text (self->entry))
    gtk_editable_set_text (self->entry, "");
  else
    gtk_widget_activate_action (GTK_WIDGET (self), "window.close", NULL);
}

/* The focus stays in the entry: what is typed next narrows the search further. */
static gboolean
on_key_pressed (AppAgentList *self, guint key)
{
  int n = (int) g_list_model_get_n_items (G_LIST_MODEL (self->rows)), step = 0;

  if (key == GDK_KEY_Down || key == GDK_KEY_KP_Down)
    step = 1;
  else if (key == GDK_KEY_Up || key == GDK_KEY_KP_Up)
    step = -1;
  else if (key == GDK_KEY_Page_Down || key == GDK_KEY_KP_Page_Down)
    step = PAGE;
  else if (key == GDK_KEY_Page_Up || key == GDK_KEY_KP_Page_Up)
    step = -PAGE;
  if (n == 0 || step == 0)
    return FALSE;
  select_row (
      self, (guint) CLAMP ((int) gtk_single_selection_get_selected (self->rows) + step, 0, n - 1));
  return TRUE;
}

static gboolean
app_agent_list_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (APP_AGENT_LIST (widget)->entry));
}

static void
app_agent_list_dispose (GObject *object)
{
  AppAgentList *self = APP_AGENT_LIST (object);

  if (self->rows)
    {
      gtk_list_view_set_model (self->list, NULL);
      gtk_filter_list_model_set_filter (self->shown, NULL);
    }
  g_clear_object (&self->rows);
  g_clear_object (&self->shown);
  g_clear_object (&self->agents);
  G_OBJECT_CLASS (app_agent_list_parent_class)->dispose (object);
}

static void
app_agent_list_finalize (GObject *object)
{
  g_strfreev (APP_AGENT_LIST (object)->words);
  G_OBJECT_CLASS (app_agent_list_parent_class)->finalize (object);
}

static void
app_agent_list_class_init (AppAgentListClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = app_agent_list_dispose;
  G_OBJECT_CLASS (klass)->finalize = app_agent_list_finalize;
  widget_class->grab_focus = app_agent_list_grab_focus;
  signals[CHOSEN] = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, APP_TYPE_FOUND_AGENT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               APP_RESOURCES "/dialogs/agent-list.ui");
  gtk_widget_class_bind_template_child (widget_class, AppAgentList, entry);
  gtk_widget_class_bind_template_child (widget_class, AppAgentList, list);
  gtk_widget_class_bind_template_child (widget_class, AppAgentList, count);
  gtk_widget_class_bind_template_callback (widget_class, on_setup);
  gtk_widget_class_bind_template_callback (widget_class, on_bind);
  gtk_widget_class_bind_template_callback (widget_class, on_search_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_entry_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_stop_search);
  gtk_widget_class_bind_template_callback (widget_class, on_key_pressed);
  gtk_widget_class_bind_template_callback (widget_class, on_row_activated);
}

static void
app_agent_list_init (AppAgentList *self)
{
  GtkFilter *filter = GTK_FILTER (gtk_custom_filter_new (is_shown, self, NULL));

  self->words = g_new0 (char *, 1);
  gtk_widget_init_template (GTK_WIDGET (self));
  self->shown = gtk_filter_list_model_new (NULL, filter);
  self->rows = gtk_single_selection_new (G_LIST_MODEL (g_object_ref (self->shown)));
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (self->rows));
}

void
app_agent_list_set_agents (AppAgentList *self, GListModel *agents)
{
  g_set_object (&self->agents, agents);
  gtk_filter_list_model_set_model (self->shown, agents);
  gtk_editable_set_text (self->entry, "");
  on_search_changed (self);
}
