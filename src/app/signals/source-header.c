/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "signals/source-header.h"

#include <glib/gi18n.h>

#include "agents/label.h"
#include "agents/state.h"
#include "session/unlock.h"
#include "signals/agent-state.h"

struct _AppSourceHeader
{
  AdwBin parent_instance;

  AppSession *session;
  GscopeSource *source;
  GtkLabel *dot;
  GtkLabel *name;
  GtkLabel *title;
  GtkLabel *rate;
  GtkLabel *status;
  AppAgentState *agent;
  GtkWidget *menu;
  GtkWidget *unlock;
  /* the sources of its agent, whose name and reasons another row shows; NULL if this row shows them */
  GListModel *siblings;
};

G_DEFINE_FINAL_TYPE (AppSourceHeader, app_source_header, ADW_TYPE_BIN)

static void
show_rate (AppSourceHeader *self)
{
  GscopeScope *scope = app_session_find_scope (self->session, self->source);
  g_autofree char *text = NULL;

  /* a recording has the rate that it was made with */
  if (scope && !app_session_get_player (self->session))
    text = g_strdup_printf (_ ("%.4g Hz"), GSCOPE_SEC / (double) gscope_scope_get_period (scope));
  gtk_label_set_label (self->rate, text ? text : "");
}

static void
name_menu (AppSourceHeader *self)
{
  g_autofree char *text = g_strdup_printf (_ ("Menu of %s"), gtk_label_get_label (self->name));

  gtk_accessible_update_property (GTK_ACCESSIBLE (self->menu), GTK_ACCESSIBLE_PROPERTY_LABEL, text,
                                  -1);
}

/* The row of a list, which has the focus, is named after the source. */
static void
name_row (AppSourceHeader *self)
{
  GtkWidget *row = gtk_widget_get_parent (GTK_WIDGET (self));
  const char *state = gtk_widget_get_tooltip_text (GTK_WIDGET (self->dot));
  const char *status = gtk_label_get_label (self->status);
  const char *agent = app_agent_state_get_description (self->agent);
  g_autofree char *text = NULL;

  if (!row || !gtk_widget_get_focusable (row))
    return;
  text =
      g_strdup_printf ("%s%s%s%s%s", state, *status ? ". " : "", status, *agent ? ". " : "", agent);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  gtk_label_get_label (self->name),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

static char *
dup_title (AppSourceHeader *self)
{
  const char *title = gscope_source_get_title (self->source);

  if (!self->siblings && GSCOPE_IS_AGENT_SOURCE (self->source))
    return app_agent_label_new (
        gscope_agent_source_get_address (GSCOPE_AGENT_SOURCE (self->source)));
  return g_strdup (title);
}

/* Returns whether the row of the agent says why it is away. */
static gboolean
is_explained_by_agent (AppSourceHeader *self)
{
  g_autofree char *reason = self->siblings ? app_agent_dup_reason (self->siblings) : NULL;

  return reason != NULL;
}

static void
set_class (GtkLabel *label, const char *css_class, gboolean is_set)
{
  if (is_set)
    gtk_widget_add_css_class (GTK_WIDGET (label), css_class);
  else
    gtk_widget_remove_css_class (GTK_WIDGET (label), css_class);
}

static void
show (AppSourceHeader *self)
{
  const char *name = gscope_source_get_name (self->source);
  g_autofree char *title = dup_title (self);
  g_autofree char *status = app_agent_dup_status (self->source);
  GscopeSourceState state = gscope_source_get_state (self->source);
  AppSourceMark mark = app_agent_get_mark (self->source);
  const char *const classes[] = { "dot", mark.css_class, NULL };

  gtk_label_set_label (self->dot, mark.shape);
  gtk_widget_set_css_classes (GTK_WIDGET (self->dot), (const char **) classes);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->dot), mark.title);
  gtk_label_set_label (self->name, name[0] ? name : title);
  gtk_label_set_label (self->title, !name[0] || g_ascii_strcasecmp (name, title) == 0 ? "" : title);
  gtk_widget_set_visible (self->menu, name[0] != '\0');
  gtk_label_set_label (self->status, status);
  gtk_widget_set_visible (GTK_WIDGET (self->status), *status && !is_explained_by_agent (self));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->status), gscope_source_get_status (self->source));
  gtk_widget_set_visible (self->unlock, app_unlock_is_offered (self->source));
  set_class (self->status, "error", app_agent_is_refused (self->source));
  set_class (self->status, "warning",
             state == GSCOPE_SOURCE_STATE_TROUBLE && !app_agent_is_refused (self->source));
  name_menu (self);
  name_row (self);
}

static void
activate (AppSourceHeader *self, const char *action)
{
  gtk_widget_activate_action (GTK_WIDGET (self), action, "s",
                              gscope_source_get_name (self->source));
}

static void
on_configure (GtkWidget *widget, const char *name, GVariant *parameter)
{
  activate (APP_SOURCE_HEADER (widget), "win.configure-source");
}

static void
on_unlock (GtkWidget *widget, const char *name, GVariant *parameter)
{
  activate (APP_SOURCE_HEADER (widget), "win.unlock-source");
}

static void
on_remove (GtkWidget *widget, const char *name, GVariant *parameter)
{
  activate (APP_SOURCE_HEADER (widget), "win.remove-source");
}

static void
app_source_header_dispose (GObject *object)
{
  AppSourceHeader *self = APP_SOURCE_HEADER (object);

  if (self->source)
    {
      g_signal_handlers_disconnect_by_data (self->source, self);
      g_signal_handlers_disconnect_by_data (self->session, self);
    }
  g_clear_object (&self->source);
  g_clear_object (&self->siblings);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (app_source_header_parent_class)->dispose (object);
}

static void
app_source_header_class_init (AppSourceHeaderClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = app_source_header_dispose;
  g_type_ensure (APP_TYPE_AGENT_STATE);
  gtk_widget_class_set_css_name (widget_class, "sourceheader");
  gtk_widget_class_install_action (widget_class, "source.configure", NULL, on_configure);
  gtk_widget_class_install_action (widget_class, "source.remove", NULL, on_remove);
  gtk_widget_class_install_action (widget_class, "source.unlock", NULL, on_unlock);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               APP_RESOURCES "/signals/source-header.ui");
  gtk_widget_class_bind_template_child (widget_class, AppSourceHeader, dot);
  gtk_widget_class_bind_template_child (widget_class, AppSourceHeader, name);
  gtk_widget_class_bind_template_child (widget_class, AppSourceHeader, title);
  gtk_widget_class_bind_template_child (widget_class, AppSourceHeader, rate);
  gtk_widget_class_bind_template_child (widget_class, AppSourceHeader, status);
  gtk_widget_class_bind_template_child (widget_class, AppSourceHeader, agent);
  gtk_widget_class_bind_template_child (widget_class, AppSourceHeader, menu);
  gtk_widget_class_bind_template_child (widget_class, AppSourceHeader, unlock);
}

static void
app_source_header_init (AppSourceHeader *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect (self, "notify::parent", G_CALLBACK (name_row), NULL);
  g_signal_connect_swapped (self->agent, "notify::description", G_CALLBACK (name_row), self);
}

GtkWidget *
app_source_header_new (AppSession *session, GscopeSource *source)
{
  AppSourceHeader *self = g_object_new (APP_TYPE_SOURCE_HEADER, NULL);

  self->session = g_object_ref (session);
  self->source = g_object_ref (source);
  g_signal_connect_swapped (session, "tick", G_CALLBACK (show_rate), self);
  g_signal_connect_swapped (source, "notify", G_CALLBACK (show), self);
  show (self);
  show_rate (self);
  return GTK_WIDGET (self);
}

void
app_source_header_show_agent (AppSourceHeader *self)
{
  g_autoptr (GListStore) sources = g_list_store_new (GSCOPE_TYPE_SOURCE);

  g_list_store_append (sources, self->source);
  app_agent_state_set_sources (self->agent, self->session, G_LIST_MODEL (sources));
}

void
app_source_header_hide_agent (AppSourceHeader *self, GListModel *siblings)
{
  g_set_object (&self->siblings, siblings);
  g_signal_connect_swapped (self->session, "tick", G_CALLBACK (show), self);
  show (self);
}
