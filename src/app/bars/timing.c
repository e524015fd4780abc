/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "bars/timing.h"

#include <math.h>

#include "session/periods.h"
#include "undo/scopes.h"

struct _AppTiming
{
  AdwBin parent_instance;

  AppSession *session;
  GscopeScope *scope;
  gboolean showing;

  GtkDropDown *scopes;
  GtkSpinButton *delay;
  GtkDropDown *period;
};

G_DEFINE_FINAL_TYPE (AppTiming, app_timing, ADW_TYPE_BIN)

static guint
find_period (AppTiming *self)
{
  return app_periods_find (gtk_drop_down_get_model (self->period),
                           gscope_scope_get_period (self->scope));
}

/* The list is kept where it can be: it may be the one that was just chosen from. */
static void
show_period (AppTiming *self)
{
  if (find_period (self) == GTK_INVALID_LIST_POSITION)
    {
      g_autoptr (GListModel) names = app_periods_new (NULL, gscope_scope_get_period (self->scope));

      gtk_drop_down_set_model (self->period, names);
    }
  gtk_drop_down_set_selected (self->period, find_period (self));
}

static void
show (AppTiming *self)
{
  self->showing = TRUE;
  show_period (self);
  gtk_spin_button_set_value (self->delay,
                             round (gscope_scope_get_delay (self->scope) / (double) GSCOPE_MSEC));
  self->showing = FALSE;
}

static void
set_scope (AppTiming *self, GscopeScope *scope)
{
  if (self->scope)
    g_signal_handlers_disconnect_by_data (self->scope, self);
  g_set_object (&self->scope, scope);
  gtk_widget_set_sensitive (GTK_WIDGET (self), scope != NULL);
  if (!scope)
    return;
  g_signal_connect_swapped (scope, "notify::period", G_CALLBACK (show), self);
  g_signal_connect_swapped (scope, "notify::delay", G_CALLBACK (show), self);
  show (self);
}

static void
on_scope_selected (AppTiming *self)
{
  guint position = gtk_drop_down_get_selected (self->scopes);
  g_autoptr (GscopeScope) scope = NULL;

  if (self->session && position != GTK_INVALID_LIST_POSITION)
    scope = g_list_model_get_item (app_session_get_scopes (self->session), position);
  set_scope (self, scope);
}

static void
on_delay_changed (AppTiming *self)
{
  if (!self->showing && self->scope)
    app_scopes_set_delay (self->session, gtk_drop_down_get_selected (self->scopes),
                          (gint64) gtk_spin_button_get_value (self->delay) * GSCOPE_MSEC);
}

static void
on_period_selected (AppTiming *self)
{
  gint64 period = app_periods_get (gtk_drop_down_get_model (self->period),
                                   gtk_drop_down_get_selected (self->period));

  if (!self->showing && self->scope && period >= 0)
    app_scopes_set_period (self->session, gtk_drop_down_get_selected (self->scopes), period);
}

static void
app_timing_dispose (GObject *object)
{
  AppTiming *self = APP_TIMING (object);

  if (self->scope)
    g_signal_handlers_disconnect_by_data (self->scope, self);
  if (self->session)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_clear_object (&self->scope);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (app_timing_parent_class)->dispose (object);
}

static void
app_timing_class_init (AppTimingClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = app_timing_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, APP_RESOURCES "/bars/timing.ui");
  gtk_widget_class_bind_template_child (widget_class, AppTiming, scopes);
  gtk_widget_class_bind_template_child (widget_class, AppTiming, delay);
  gtk_widget_class_bind_template_child (widget_class, AppTiming, period);
  gtk_widget_class_bind_template_callback (widget_class, on_scope_selected);
  gtk_widget_class_bind_template_callback (widget_class, on_delay_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_period_selected);
}

static void
app_timing_init (AppTiming *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

static void
fill_scopes (AppTiming *self)
{
  g_autoptr (GtkStringList) names =
      self->session ? app_session_list_scope_titles (self->session) : gtk_string_list_new (NULL);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (names));
  guint position = gtk_drop_down_get_selected (self->scopes);

  gtk_drop_down_set_model (self->scopes, G_LIST_MODEL (names));
  gtk_drop_down_set_selected (self->scopes, position < n ? position : 0);
  gtk_widget_set_visible (GTK_WIDGET (self->scopes), n > 1);
  on_scope_selected (self);
}

/* NULL for none. */
void
app_timing_set_session (AppTiming *self, AppSession *session)
{
  if (self->session)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_set_object (&self->session, session);
  if (session)
    g_signal_connect_swapped (session, "scopes-changed", G_CALLBACK (fill_scopes), self);
  fill_scopes (self);
}
