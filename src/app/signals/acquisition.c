/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "signals/acquisition.h"

#include <glib/gi18n.h>
#include <inttypes.h>

#include "session/periods.h"
#include "undo/tuning.h"

struct _AppAcquisition
{
  AdwBin parent_instance;

  AppSession *session;
  GscopeSignal *signal;
  /* the period of the scope as the first choice shows it */
  gint64 scope_period;
  gboolean showing;

  GtkWidget *period_label;
  GtkDropDown *period;
  GtkLabel *condition;
  GtkWidget *state_box;
  GtkLabel *state;
  GtkWidget *arm;
  GtkLabel *limit;
  GtkLabel *outcome;
};

G_DEFINE_FINAL_TYPE (AppAcquisition, app_acquisition, ADW_TYPE_BIN)

static GscopeTrigger *
get_trigger (AppAcquisition *self)
{
  return gscope_workspace_get_trigger (app_session_get_workspace (self->session), self->signal);
}

static gint64
get_scope_period (AppAcquisition *self)
{
  const char *name = gscope_signal_get_full_name (self->signal);
  GscopeScope *scope;

  return app_session_find_signal (self->session, name, &scope) == self->signal
             ? gscope_scope_get_period (scope)
             : 0;
}

static void
fill_periods (AppAcquisition *self)
{
  g_autofree char *interval = gscope_quantity_format_time (self->scope_period, 4);
  g_autofree char *as_scope = g_strdup_printf (_ ("The scope’s, %s"), interval);
  g_autoptr (GListModel) names =
      app_periods_new (as_scope, gscope_signal_get_period (self->signal));

  gtk_drop_down_set_model (self->period, names);
}

static guint
find_period (AppAcquisition *self)
{
  return app_periods_find (gtk_drop_down_get_model (self->period),
                           gscope_signal_get_period (self->signal));
}

static void
show_period (AppAcquisition *self)
{
  gboolean is_polled = gscope_signal_get_kind (self->signal) != GSCOPE_SIGNAL_KIND_BUFFERED;
  gint64 scope_period = get_scope_period (self);

  gtk_widget_set_visible (self->period_label, is_polled);
  gtk_widget_set_visible (GTK_WIDGET (self->period), is_polled);
  if (scope_period != self->scope_period || find_period (self) == GTK_INVALID_LIST_POSITION)
    {
      self->scope_period = scope_period;
      fill_periods (self);
    }
  gtk_drop_down_set_selected (self->period, find_period (self));
}

static char *
describe_condition (AppAcquisition *self, const GscopeTriggerCondition *condition)
{
  const char *unit = gscope_signal_get_unit (self->signal);
  g_autofree char *level = gscope_quantity_format (condition->level, unit, 5);

  return g_strdup_printf ("%s, %s", gscope_trigger_kind_get_title (condition->kind), level);
}

static char *
describe_state (GscopeTrigger *trigger)
{
  guint64 n = gscope_trigger_get_n_fired (trigger);
  g_autofree char *fired = g_strdup_printf (
      ngettext ("fired %" PRIu64 " time", "fired %" PRIu64 " times", (gulong) n), n);

  return g_strdup_printf ("%s, %s",
                          gscope_trigger_is_armed (trigger) ? _ ("Armed") : _ ("Not armed"), fired);
}

static void
show_trigger (AppAcquisition *self)
{
  GscopeTrigger *trigger = get_trigger (self);
  g_autofree char *condition = NULL;
  g_autofree char *state = NULL;

  gtk_widget_set_visible (self->state_box, trigger != NULL);
  if (!trigger)
    {
      gtk_label_set_label (self->condition, C_ ("trigger", "None"));
      return;
    }
  condition = describe_condition (self, &gscope_trigger_get_settings (trigger)->condition);
  state = describe_state (trigger);
  gtk_label_set_label (self->condition, condition);
  gtk_label_set_label (self->state, state);
  gtk_widget_set_visible (self->arm, !gscope_trigger_is_armed (trigger));
}

static void
show_limit (AppAcquisition *self)
{
  GscopeLimit *limit =
      gscope_workspace_get_limit (app_session_get_workspace (self->session), self->signal);
  g_autofree char *title = limit ? gscope_limit_dup_title (limit) : g_strdup (C_ ("limit", "None"));
  g_autofree char *outcome = limit ? gscope_limit_dup_outcome (limit) : g_strdup ("");

  gtk_widget_set_visible (GTK_WIDGET (self->outcome), limit != NULL);
  gtk_label_set_label (self->limit, title);
  gtk_label_set_label (self->outcome, outcome);
}

static void
show_counts (AppAcquisition *self)
{
  show_trigger (self);
  show_limit (self);
}

/* A signal that has gone from its scope has none of them. */
static void
show (AppAcquisition *self)
{
  self->showing = TRUE;
  show_period (self);
  show_counts (self);
  self->showing = FALSE;
}

static void
on_period_selected (AppAcquisition *self)
{
  gint64 period = app_periods_get (gtk_drop_down_get_model (self->period),
                                   gtk_drop_down_get_selected (self->period));

  if (!self->showing && self->signal && period >= 0)
    app_tuning_set_period (self->session, self->signal, period);
}

static void
drop (AppAcquisition *self)
{
  if (self->session)
    {
      g_signal_handlers_disconnect_by_data (app_session_get_history (self->session), self);
      g_signal_handlers_disconnect_by_data (self->session, self);
    }
  if (self->signal)
    g_signal_handlers_disconnect_by_data (self->signal, self);
  g_clear_object (&self->session);
  g_clear_object (&self->signal);
}

static void
app_acquisition_dispose (GObject *object)
{
  AppAcquisition *self = APP_ACQUISITION (object);

  drop (self);
  G_OBJECT_CLASS (app_acquisition_parent_class)->dispose (object);
}

static void
app_acquisition_class_init (AppAcquisitionClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = app_acquisition_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               APP_RESOURCES "/signals/acquisition.ui");
  gtk_widget_class_bind_template_child (widget_class, AppAcquisition, period_label);
  gtk_widget_class_bind_template_child (widget_class, AppAcquisition, period);
  gtk_widget_class_bind_template_child (widget_class, AppAcquisition, condition);
  gtk_widget_class_bind_template_child (widget_class, AppAcquisition, state_box);
  gtk_widget_class_bind_template_child (widget_class, AppAcquisition, state);
  gtk_widget_class_bind_template_child (widget_class, AppAcquisition, arm);
  gtk_widget_class_bind_template_child (widget_class, AppAcquisition, limit);
  gtk_widget_class_bind_template_child (widget_class, AppAcquisition, outcome);
  gtk_widget_class_bind_template_callback (widget_class, on_period_selected);
}

static void
app_acquisition_init (AppAcquisition *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
app_acquisition_set_signal (AppAcquisition *self, AppSession *session, GscopeSignal *signal)
{
  drop (self);
  if (!signal)
    return;
  self->session = g_object_ref (session);
  self->signal = g_object_ref (signal);
  gtk_drop_down_set_model (self->period, NULL);
  g_signal_connect_swapped (app_session_get_history (session), "changed", G_CALLBACK (show), self);
  g_signal_connect_swapped (session, "tick", G_CALLBACK (show_counts), self);
  g_signal_connect_swapped (signal, "notify::period", G_CALLBACK (show), self);
  show (self);
}
