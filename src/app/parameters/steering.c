/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "parameters/steering.h"

#include <glib/gi18n.h>

#include "session/flat-list.h"

struct _AppSteering
{
  AdwBin parent_instance;

  AppSession *session;
  /* those that can be chosen, and the one whose signals are listed */
  GListModel *parameters;
  GscopeParameter *parameter;
  /* of the last step that was seen: a newer one brings its parameter */
  GscopeMarker *last;
  /* parameters have come or gone */
  gboolean is_new;

  GtkDropDown *chooser;
  GtkMenuButton *responds;
  GtkLabel *steered;
  GtkListBox *signals;
};

G_DEFINE_FINAL_TYPE (AppSteering, app_steering, ADW_TYPE_BIN)

typedef void (*SignalFunc) (AppSteering *self, GscopeSignal *signal, gpointer data);

static void
for_each_signal (AppSteering *self, SignalFunc func, gpointer data)
{
  GListModel *scopes = app_session_get_scopes (self->session);

  for (guint i = 0; i < g_list_model_get_n_items (scopes); i++)
    {
      g_autoptr (GscopeScope) scope = g_list_model_get_item (scopes, i);
      GListModel *model = gscope_scope_get_signals (scope);

      for (guint k = 0; k < g_list_model_get_n_items (model); k++)
        {
          g_autoptr (GscopeSignal) signal = g_list_model_get_item (model, k);

          if (!gscope_signal_get_ended (signal))
            func (self, signal, data);
        }
    }
}

static void
add_title (AppSteering *self, GscopeSignal *signal, gpointer titles)
{
  if (gscope_parameter_steers (self->parameter, signal))
    g_ptr_array_add (titles, (gpointer) gscope_signal_get_title (signal));
}

/* Returns the label of the button: the signals' titles, or that there are none. */
static void
show_steered (AppSteering *self)
{
  g_autoptr (GPtrArray) titles = g_ptr_array_new ();
  g_autofree char *text = NULL;

  if (self->parameter)
    for_each_signal (self, add_title, titles);
  g_ptr_array_add (titles, NULL);
  text = titles->len > 1 ? g_strjoinv (", ", (GStrv) titles->pdata) : g_strdup (_ ("no signal"));
  gtk_label_set_label (self->steered, text);
}

/* All of them, where there is no room for them. */
static gboolean
on_query_steered (AppSteering *self, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  gtk_tooltip_set_text (tooltip, gtk_label_get_label (self->steered));
  return TRUE;
}

static void
add_name (AppSteering *self, GscopeSignal *signal, gpointer names)
{
  if (gscope_parameter_steers (self->parameter, signal))
    g_ptr_array_add (names, g_strdup (gscope_signal_get_full_name (signal)));
}

/* Patterns for several or future signals stay until one of their signals is left out. */
static GPtrArray *
list_names (AppSteering *self, const char *left_out)
{
  const char *const *steered = gscope_parameter_get_steered (self->parameter);
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  if (left_out)
    for_each_signal (self, add_name, names);
  for (guint i = 0; !left_out && steered[i]; i++)
    g_ptr_array_add (names, g_strdup (steered[i]));
  for (guint i = names->len; left_out && i-- > 0;)
    if (g_str_equal (names->pdata[i], left_out))
      g_ptr_array_remove_index (names, i);
  return names;
}

static void
on_toggled (GtkCheckButton *button, AppSteering *self)
{
  GscopeSignal *signal = g_object_get_data (G_OBJECT (button), "signal");
  const char *name = gscope_signal_get_full_name (signal);
  gboolean active = gtk_check_button_get_active (button);
  g_autoptr (GPtrArray) names = list_names (self, active ? NULL : name);

  if (active)
    g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_add (names, NULL);
  gscope_parameter_set_steered (self->parameter, (const char *const *) names->pdata);
}

static void
add_check (AppSteering *self, GscopeSignal *signal, gpointer data)
{
  GtkWidget *check = gtk_check_button_new_with_label (gscope_signal_get_title (signal));
  GtkWidget *row = gtk_list_box_row_new ();

  gtk_check_button_set_active (GTK_CHECK_BUTTON (check),
                               gscope_parameter_steers (self->parameter, signal));
  gtk_widget_set_tooltip_text (check, gscope_signal_get_full_name (signal));
  g_object_set_data_full (G_OBJECT (check), "signal", g_object_ref (signal), g_object_unref);
  g_signal_connect (check, "toggled", G_CALLBACK (on_toggled), self);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), check);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  /* Returns whether a descendant has the focus. */
  gtk_widget_set_focusable (row, FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  gscope_signal_get_title (signal), -1);
  gtk_list_box_append (self->signals, row);
}

static void
on_popover_show (AppSteering *self)
{
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->signals))))
    gtk_list_box_remove (self->signals, row);
  if (self->parameter)
    for_each_signal (self, add_check, NULL);
}

/* Another one may be chosen, or this one go, while its signals are listed. */
static void
set_parameter (AppSteering *self, GscopeParameter *parameter)
{
  if (self->parameter)
    g_signal_handlers_disconnect_by_func (self->parameter, show_steered, self);
  g_set_object (&self->parameter, parameter);
  if (parameter)
    g_signal_connect_swapped (parameter, "notify::steered", G_CALLBACK (show_steered), self);
  gtk_widget_set_sensitive (GTK_WIDGET (self->responds), parameter != NULL);
  show_steered (self);
  if (gtk_widget_get_visible (GTK_WIDGET (gtk_menu_button_get_popover (self->responds))))
    on_popover_show (self);
}

static char *
dup_title (gpointer parameter)
{
  return g_strdup (gscope_parameter_get_title (parameter));
}

static char *
dup_full_name (gpointer parameter)
{
  return gscope_parameter_dup_full_name (parameter);
}

static void
on_selected (AppSteering *self)
{
  GscopeParameter *parameter = gtk_drop_down_get_selected_item (self->chooser);

  if (parameter == self->parameter)
    return;
  /* a choice is kept */
  self->is_new = FALSE;
  set_parameter (self, parameter);
}

static void
select_parameter (AppSteering *self, GscopeParameter *parameter)
{
  guint position = app_flat_list_find (self->parameters, parameter);

  if (position != GTK_INVALID_LIST_POSITION)
    gtk_drop_down_set_selected (self->chooser, position);
}

/* Chooses the parameter that was written. */
static void
on_steps_changed (AppSteering *self)
{
  GscopeStep *last =
      gscope_step_tracker_find_last (app_session_get_steps (self->session), NULL, NULL);

  if (last && gscope_step_get_parameter (last)
      && g_set_object (&self->last, gscope_step_get_marker (last)))
    select_parameter (self, gscope_step_get_parameter (last));
}

/* Before the first write, a parameter that steers something. */
static void
choose_steering (AppSteering *self)
{
  for (guint i = 0; i < g_list_model_get_n_items (self->parameters); i++)
    {
      g_autoptr (GscopeParameter) item = g_list_model_get_item (self->parameters, i);

      if (!gscope_parameter_get_steered (item)[0])
        continue;
      gtk_drop_down_set_selected (self->chooser, i);
      return;
    }
}

/* Objects with a list of their own get the change later. */
static void
on_parameters_changed (AppSteering *self)
{
  guint n = self->parameters ? g_list_model_get_n_items (self->parameters) : 0;

  gtk_widget_set_visible (GTK_WIDGET (self), n > 0);
  self->is_new = TRUE;
}

/* Signals come and go. */
static void
on_tick (AppSteering *self)
{
  if (self->is_new && !self->last)
    choose_steering (self);
  self->is_new = FALSE;
  show_steered (self);
}

/* A text is no setting that anything follows as a system does. */
static gboolean
is_setting (gpointer item, gpointer user_data)
{
  return gscope_parameter_get_parameter_type (item) != GSCOPE_PARAMETER_TYPE_STRING;
}

static GListModel *
list_parameters (AppSession *session)
{
  GtkCustomFilter *filter = gtk_custom_filter_new (is_setting, NULL, NULL);

  return G_LIST_MODEL (gtk_filter_list_model_new (
      g_object_ref (app_session_get_parameters (session)), GTK_FILTER (filter)));
}

static void
drop_session (AppSteering *self)
{
  set_parameter (self, NULL);
  gtk_drop_down_set_model (self->chooser, NULL);
  if (self->parameters)
    g_signal_handlers_disconnect_by_data (self->parameters, self);
  if (self->session)
    {
      g_signal_handlers_disconnect_by_data (app_session_get_steps (self->session), self);
      g_signal_handlers_disconnect_by_data (self->session, self);
    }
  g_clear_object (&self->parameters);
  g_clear_object (&self->session);
  g_clear_object (&self->last);
}

void
app_steering_set_session (AppSteering *self, AppSession *session)
{
  drop_session (self);
  if (session)
    {
      self->session = g_object_ref (session);
      self->parameters = list_parameters (session);
      g_signal_connect_swapped (self->parameters, "items-changed",
                                G_CALLBACK (on_parameters_changed), self);
      g_signal_connect_swapped (app_session_get_steps (session), "changed",
                                G_CALLBACK (on_steps_changed), self);
      g_signal_connect_swapped (session, "tick", G_CALLBACK (on_tick), self);
      gtk_drop_down_set_model (self->chooser, self->parameters);
      choose_steering (self);
      on_selected (self);
    }
  on_parameters_changed (self);
}

static void
app_steering_dispose (GObject *object)
{
  AppSteering *self = APP_STEERING (object);

  if (self->session)
    drop_session (self);
  G_OBJECT_CLASS (app_steering_parent_class)->dispose (object);
}

static void
app_steering_class_init (AppSteeringClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = app_steering_dispose;
  gtk_widget_class_set_css_name (widget_class, "steering");
  gtk_widget_class_set_template_from_resource (widget_class,
                                               APP_RESOURCES "/parameters/steering.ui");
  gtk_widget_class_bind_template_child (widget_class, AppSteering, chooser);
  gtk_widget_class_bind_template_child (widget_class, AppSteering, responds);
  gtk_widget_class_bind_template_child (widget_class, AppSteering, steered);
  gtk_widget_class_bind_template_child (widget_class, AppSteering, signals);
  gtk_widget_class_bind_template_callback (widget_class, on_selected);
  gtk_widget_class_bind_template_callback (widget_class, on_popover_show);
  gtk_widget_class_bind_template_callback (widget_class, on_query_steered);
}

static void
app_steering_init (AppSteering *self)
{
  g_autoptr (GtkListItemFactory) factory = gscope_gtk_label_factory_new (dup_title, dup_full_name);

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_drop_down_set_factory (self->chooser, factory);
  on_parameters_changed (self);
}
