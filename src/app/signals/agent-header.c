/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "signals/agent-header.h"

#include <glib/gi18n.h>

#include "agents/label.h"
#include "agents/state.h"
#include "signals/agent-state.h"

struct _AppAgentHeader
{
  AdwBin parent_instance;

  /* of an agent; NULL for the sources of this window */
  GListModel *sources;
  GtkLabel *dot;
  GtkWidget *icon;
  GtkLabel *name;
  GtkLabel *carrier;
  GtkLabel *reason;
  AppAgentState *state;
};

G_DEFINE_FINAL_TYPE (AppAgentHeader, app_agent_header, ADW_TYPE_BIN)

/* The row of a list, which has the focus, is named after the agent. */
static void
name_row (AppAgentHeader *self)
{
  GtkWidget *row = gtk_widget_get_parent (GTK_WIDGET (self));
  const char *state = app_agent_state_get_description (self->state);
  const char *mark = gtk_widget_get_tooltip_text (GTK_WIDGET (self->dot));
  const char *reason = gtk_label_get_label (self->reason);
  g_autofree char *text = mark ? g_strdup_printf ("%s%s%s%s%s", mark, *reason ? ". " : "", reason,
                                                  *state ? ". " : "", state)
                               : NULL;

  if (row && gtk_widget_get_focusable (row))
    gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                    gtk_label_get_label (self->name),
                                    GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text ? text : "", -1);
}

/* Shows once why none of the sources is there. */
static void
show_reason (AppAgentHeader *self)
{
  g_autofree char *reason = app_agent_dup_reason (self->sources);
  g_autoptr (GscopeSource) first = g_list_model_get_item (self->sources, 0);
  const char *const classes[] = { "caption", app_agent_is_refused (first) ? "error" : "warning",
                                  NULL };

  gtk_label_set_label (self->reason, reason ? reason : "");
  gtk_widget_set_visible (GTK_WIDGET (self->reason), reason != NULL);
  gtk_widget_set_css_classes (GTK_WIDGET (self->reason), (const char **) classes);
}

static void
show (AppAgentHeader *self)
{
  AppSourceMark mark = app_agent_get_connection_mark (self->sources);
  const char *const classes[] = { "dot", mark.css_class, NULL };

  gtk_label_set_label (self->dot, mark.shape);
  gtk_widget_set_css_classes (GTK_WIDGET (self->dot), (const char **) classes);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->dot), mark.title);
  show_reason (self);
  name_row (self);
}

static void
app_agent_header_dispose (GObject *object)
{
  g_clear_object (&APP_AGENT_HEADER (object)->sources);
  G_OBJECT_CLASS (app_agent_header_parent_class)->dispose (object);
}

static void
app_agent_header_class_init (AppAgentHeaderClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = app_agent_header_dispose;
  g_type_ensure (APP_TYPE_AGENT_STATE);
  gtk_widget_class_set_css_name (widget_class, "agentheader");
  gtk_widget_class_set_template_from_resource (widget_class,
                                               APP_RESOURCES "/signals/agent-header.ui");
  gtk_widget_class_bind_template_child (widget_class, AppAgentHeader, dot);
  gtk_widget_class_bind_template_child (widget_class, AppAgentHeader, icon);
  gtk_widget_class_bind_template_child (widget_class, AppAgentHeader, name);
  gtk_widget_class_bind_template_child (widget_class, AppAgentHeader, carrier);
  gtk_widget_class_bind_template_child (widget_class, AppAgentHeader, reason);
  gtk_widget_class_bind_template_child (widget_class, AppAgentHeader, state);
}

static void
app_agent_header_init (AppAgentHeader *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect (self, "notify::parent", G_CALLBACK (name_row), NULL);
}

GtkWidget *
app_agent_header_new (AppSession *session, AppSourceGroup *group)
{
  AppAgentHeader *self = g_object_new (APP_TYPE_AGENT_HEADER, NULL);
  const char *address = app_source_group_get_address (group);
  g_autofree char *label = *address ? app_agent_label_new (address) : g_strdup (_ ("This Window"));

  gtk_label_set_label (self->name, label);
  gtk_label_set_label (self->carrier, *address ? app_agent_label_get_carrier (address) : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), *address ? address : NULL);
  gtk_widget_set_visible (self->icon, !*address);
  gtk_widget_set_visible (GTK_WIDGET (self->dot), *address != '\0');
  app_agent_state_set_sources (self->state, session, app_source_group_get_sources (group));
  if (!*address)
    return GTK_WIDGET (self);
  self->sources = g_object_ref (app_source_group_get_sources (group));
  g_signal_connect_object (session, "tick", G_CALLBACK (show), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->state, "notify::description", G_CALLBACK (show), self,
                           G_CONNECT_SWAPPED);
  show (self);
  return GTK_WIDGET (self);
}
