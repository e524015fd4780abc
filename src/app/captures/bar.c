/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "captures/bar.h"

#include <glib/gi18n.h>
#include <inttypes.h>

#include "captures/display.h"
#include "captures/form.h"

#define N_MODES 3

struct _AppTriggerBar
{
  AdwBin parent_instance;

  AppSession *session;
  GscopeGtkView *view;
  GSignalGroup *trigger;
  gboolean showing;
  /* what had fired at the last tick, and how many times a second since the one before */
  guint64 n_fired;
  gint64 counted_at;
  double rate;

  GtkLabel *condition;
  AppTriggerForm *form;
  GtkWidget *squeezer;
  GtkWidget *modes;
  GtkToggleButton *buttons[N_MODES];
  /* in place of the buttons where they have no room */
  GtkDropDown *mode;
  GtkLabel *state;
  GtkWidget *arm;
};

G_DEFINE_FINAL_TYPE (AppTriggerBar, app_trigger_bar, ADW_TYPE_BIN)

/* In the order of the buttons. */
static const struct
{
  GscopeTriggerMode mode;
  const char *title;
  const char *tooltip;
} modes[N_MODES] = {
  { GSCOPE_TRIGGER_MODE_AUTO, N_ ("Auto"),
    N_ ("Show the Signal Also Where the Trigger Does Not Fire") },
  { GSCOPE_TRIGGER_MODE_NORMAL, N_ ("Normal"), N_ ("Show Each Firing of the Trigger") },
  { GSCOPE_TRIGGER_MODE_SINGLE, N_ ("Single"), N_ ("Hold at the First Firing of the Trigger") },
};

static GscopeTrigger *
find_trigger (AppTriggerBar *self, GscopeSignal **signal)
{
  return app_captures_find_trigger (self->session, self->view, signal);
}

static char *
describe_condition (GscopeSignal *signal, const GscopeTriggerCondition *condition)
{
  const char *kind = gscope_trigger_kind_get_title (condition->kind);
  g_autofree char *level =
      gscope_quantity_format (condition->level, gscope_signal_get_unit (signal), 4);

  if (condition->kind == GSCOPE_TRIGGER_KIND_WRITTEN)
    return g_strdup_printf ("%s, %s", kind, condition->parameter ? condition->parameter : "");
  return g_strdup_printf ("%s, %s", kind, level);
}

static char *
describe_state (AppTriggerBar *self, GscopeTrigger *trigger)
{
  if (!gscope_trigger_is_armed (trigger))
    return g_strdup (C_ ("trigger", "Stopped"));
  if (gscope_trigger_get_n_fired (trigger) == 0)
    return g_strdup (_ ("Armed"));
  if (gscope_trigger_was_forced (trigger))
    return g_strdup (C_ ("trigger", "Automatic"));
  /* Translators: how often a trigger fires a second */
  return self->rate > 0 ? g_strdup_printf (_ ("Triggered, %.3g/s"), self->rate)
                        : g_strdup (_ ("Waiting"));
}

static void
show_trigger (AppTriggerBar *self, GscopeTrigger *trigger, GscopeSignal *signal)
{
  const GscopeTriggerSettings *settings = gscope_trigger_get_settings (trigger);
  g_autofree char *condition = describe_condition (signal, &settings->condition);
  g_autofree char *state = describe_state (self, trigger);

  gtk_label_set_label (self->condition, condition);
  gtk_label_set_label (self->state, state);
  gtk_widget_set_visible (self->arm, !gscope_trigger_is_armed (trigger));
  for (guint i = 0; i < N_MODES; i++)
    if (modes[i].mode == settings->mode)
      {
        gtk_toggle_button_set_active (self->buttons[i], TRUE);
        gtk_drop_down_set_selected (self->mode, i);
      }
}

/* A display whose trigger was removed has nothing to control but that. */
static void
show (AppTriggerBar *self)
{
  g_autofree char *name = NULL;
  GscopeSignal *signal;
  GscopeTrigger *trigger;

  g_object_get (gscope_gtk_view_get_settings (self->view), "trigger", &name, NULL);
  gtk_widget_set_visible (GTK_WIDGET (self), name[0] != '\0');
  trigger = find_trigger (self, &signal);
  g_signal_group_set_target (self->trigger, trigger);
  app_trigger_form_set_signal (self->form, self->session, signal);
  gtk_widget_set_sensitive (self->squeezer, trigger != NULL);
  self->showing = TRUE;
  if (trigger)
    show_trigger (self, trigger, signal);
  else
    {
      gtk_label_set_label (self->condition, signal ? _ ("No trigger") : name);
      gtk_label_set_label (self->state, "");
      gtk_widget_set_visible (self->arm, FALSE);
    }
  self->showing = FALSE;
}

/* Counts how often the trigger has fired since the last tick. */
static void
on_tick (AppTriggerBar *self)
{
  GscopeTrigger *trigger = find_trigger (self, NULL);
  gint64 now = gscope_clock_get_time (app_session_get_clock (self->session));
  guint64 n = trigger ? gscope_trigger_get_n_fired (trigger) : 0;

  self->rate = now > self->counted_at && n >= self->n_fired
                   ? (double) (n - self->n_fired) * GSCOPE_SEC / (double) (now - self->counted_at)
                   : 0;
  self->counted_at = now;
  self->n_fired = n;
  show (self);
}

static void
on_mode (AppTriggerBar *self, GtkToggleButton *button)
{
  if (self->showing || !self->view || !gtk_toggle_button_get_active (button))
    return;
  for (guint i = 0; i < N_MODES; i++)
    if (self->buttons[i] == button)
      app_captures_set_mode (self->session, self->view, modes[i].mode);
}

static void
on_mode_chosen (AppTriggerBar *self)
{
  guint chosen = gtk_drop_down_get_selected (self->mode);

  if (!self->showing && chosen < N_MODES)
    gtk_toggle_button_set_active (self->buttons[chosen], TRUE);
}

static void
on_arm (AppTriggerBar *self)
{
  GscopeTrigger *trigger = find_trigger (self, NULL);

  if (trigger)
    gscope_trigger_arm (trigger);
}

static void
drop (AppTriggerBar *self)
{
  if (!self->view)
    return;
  g_signal_group_set_target (self->trigger, NULL);
  app_trigger_form_set_signal (self->form, NULL, NULL);
  g_signal_handlers_disconnect_by_data (gscope_gtk_view_get_settings (self->view), self);
  g_signal_handlers_disconnect_by_data (self->view, self);
  g_signal_handlers_disconnect_by_data (app_session_get_history (self->session), self);
  g_signal_handlers_disconnect_by_data (self->session, self);
  g_clear_object (&self->view);
  g_clear_object (&self->session);
}

static void
app_trigger_bar_dispose (GObject *object)
{
  AppTriggerBar *self = APP_TRIGGER_BAR (object);

  drop (self);
  g_clear_object (&self->trigger);
  G_OBJECT_CLASS (app_trigger_bar_parent_class)->dispose (object);
}

static void
app_trigger_bar_class_init (AppTriggerBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = app_trigger_bar_dispose;
  g_type_ensure (APP_TYPE_TRIGGER_FORM);
  gtk_widget_class_set_template_from_resource (widget_class, APP_RESOURCES "/captures/bar.ui");
  gtk_widget_class_bind_template_child (widget_class, AppTriggerBar, condition);
  gtk_widget_class_bind_template_child (widget_class, AppTriggerBar, form);
  gtk_widget_class_bind_template_child (widget_class, AppTriggerBar, squeezer);
  gtk_widget_class_bind_template_child (widget_class, AppTriggerBar, modes);
  gtk_widget_class_bind_template_child (widget_class, AppTriggerBar, mode);
  gtk_widget_class_bind_template_child (widget_class, AppTriggerBar, state);
  gtk_widget_class_bind_template_child (widget_class, AppTriggerBar, arm);
  gtk_widget_class_bind_template_callback (widget_class, on_mode_chosen);
  gtk_widget_class_bind_template_callback (widget_class, on_arm);
}

static GtkToggleButton *
make_button (AppTriggerBar *self, guint i)
{
  GtkWidget *button = gtk_toggle_button_new_with_label (_ (modes[i].title));

  gtk_widget_set_tooltip_text (button, _ (modes[i].tooltip));
  if (i > 0)
    gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (button), self->buttons[0]);
  g_signal_connect_object (button, "toggled", G_CALLBACK (on_mode), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (self->modes), button);
  return GTK_TOGGLE_BUTTON (button);
}

static void
add_modes (AppTriggerBar *self)
{
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);

  self->showing = TRUE;
  for (guint i = 0; i < N_MODES; i++)
    {
      self->buttons[i] = make_button (self, i);
      gtk_string_list_append (titles, _ (modes[i].title));
    }
  gtk_drop_down_set_model (self->mode, G_LIST_MODEL (titles));
  self->showing = FALSE;
}

static void
app_trigger_bar_init (AppTriggerBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  add_modes (self);
  self->trigger = g_signal_group_new (GSCOPE_TYPE_TRIGGER);
  g_signal_group_connect_swapped (self->trigger, "changed", G_CALLBACK (show), self);
}

void
app_trigger_bar_set_view (AppTriggerBar *self, AppSession *session, GscopeGtkView *view)
{
  GscopeViewSettings *settings;

  drop (self);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  if (!view)
    return;
  self->session = g_object_ref (session);
  self->view = g_object_ref (view);
  settings = gscope_gtk_view_get_settings (view);
  g_signal_connect_swapped (settings, "notify::trigger", G_CALLBACK (show), self);
  g_signal_connect_swapped (view, "notify::shown-capture", G_CALLBACK (show), self);
  g_signal_connect_swapped (app_session_get_history (session), "changed", G_CALLBACK (show), self);
  g_signal_connect_swapped (session, "tick", G_CALLBACK (on_tick), self);
  self->rate = 0;
  on_tick (self);
}
