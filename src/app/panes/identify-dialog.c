/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "panes/identify-dialog.h"

#include <glib-unix.h>
#include <glib/gi18n.h>
#include <math.h>
#include <signal.h>

#include "panes/pane.h"
#include "undo/identification.h"
#include "widgets/drop-down.h"
#include "widgets/present.h"

/* First amplitude, as a part of the room to the nearer end of the range, and the digits of an amplitude of 1 after the point. */
#define USUAL_PART 0.25
#define DIGITS 4
#define MAX_DIGITS 20

struct _AppIdentifyDialog
{
  AdwWindow parent_instance;

  AppSession *session;
  GscopeGtkView *view;
  /* of the drop downs: GscopeParameter and GscopeSignal */
  GPtrArray *parameters;
  GPtrArray *responses;
  /* the last one that was started; NULL for none */
  GscopeIdentify *identify;
  /* whether choices are being shown, which are no changes of the user */
  gboolean is_showing;
  /* sources for signals of the system that end the program, 0 for none */
  guint on_terminate;
  guint on_interrupt;
  /* the signal that ends the program once the parameter has its former value; 0 for none */
  int ended_by;

  GtkButton *run;
  GtkWidget *choices;
  GtkDropDown *parameter;
  GtkDropDown *response;
  GtkSpinButton *amplitude;
  GtkSpinButton *low;
  GtkSpinButton *high;
  GtkSpinButton *duration;
  GtkProgressBar *progress;
  GtkLabel *status;
};

G_DEFINE_FINAL_TYPE (AppIdentifyDialog, app_identify_dialog, ADW_TYPE_WINDOW)

static gpointer
get_chosen (GPtrArray *items, GtkDropDown *drop_down)
{
  guint position = gtk_drop_down_get_selected (drop_down);

  return position < items->len ? items->pdata[position] : NULL;
}

static gboolean
has_item (GListModel *model, gpointer item)
{
  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GObject) object = g_list_model_get_item (model, i);

      if (object == item)
        return TRUE;
    }
  return FALSE;
}

static GscopeScope *
find_scope (AppIdentifyDialog *self, GscopeParameter *parameter)
{
  GListModel *sources = app_session_get_sources (self->session);

  for (guint i = 0; i < g_list_model_get_n_items (sources); i++)
    {
      g_autoptr (GscopeSource) source = g_list_model_get_item (sources, i);

      if (has_item (gscope_source_get_parameters (source), parameter))
        return app_session_find_scope (self->session, source);
    }
  return NULL;
}

/* Returns the choices as a workspace keeps them; NULL where something is missing. */
static GscopeWorkspaceIdentification *
read_choices (AppIdentifyDialog *self)
{
  GscopeParameter *parameter = get_chosen (self->parameters, self->parameter);
  GscopeSignal *response = get_chosen (self->responses, self->response);
  g_autofree char *name = parameter ? gscope_parameter_dup_full_name (parameter) : NULL;
  GscopeWorkspaceIdentification *choices;

  if (!name || !response)
    return NULL;
  choices = gscope_workspace_identification_new (name, gscope_signal_get_full_name (response));
  choices->amplitude = gtk_spin_button_get_value (self->amplitude);
  choices->low = gtk_spin_button_get_value (self->low);
  choices->high = gtk_spin_button_get_value (self->high);
  choices->duration = (gint64) round (gtk_spin_button_get_value (self->duration) * GSCOPE_SEC);
  return choices;
}

/* Returns the choices that the workspace keeps for the parameter; NULL if there are none. */
static const GscopeWorkspaceIdentification *
find_kept (AppIdentifyDialog *self)
{
  GscopeParameter *parameter = get_chosen (self->parameters, self->parameter);
  g_autofree char *name = parameter ? gscope_parameter_dup_full_name (parameter) : NULL;

  return name ? app_identification_find (self->session, name) : NULL;
}

static void
keep_choices (AppIdentifyDialog *self)
{
  GscopeParameter *parameter = get_chosen (self->parameters, self->parameter);
  g_autoptr (GscopeWorkspaceIdentification) choices = read_choices (self);

  if (choices && find_scope (self, parameter))
    app_identification_keep (self->session, parameter, choices);
}

/* Makes an identification of the choices; NULL where something is missing. */
static GscopeIdentify *
make (AppIdentifyDialog *self)
{
  GscopeParameter *parameter = get_chosen (self->parameters, self->parameter);
  GscopeSignal *response = get_chosen (self->responses, self->response);
  GscopeScope *scope = parameter ? find_scope (self, parameter) : NULL;
  GscopeIdentify *identify =
      scope && response ? gscope_identify_new (scope, parameter, response) : NULL;

  if (identify)
    gscope_identify_set_chirp (identify, gtk_spin_button_get_value (self->amplitude),
                               gtk_spin_button_get_value (self->low),
                               gtk_spin_button_get_value (self->high),
                               (gint64) (gtk_spin_button_get_value (self->duration) * GSCOPE_SEC));
  return identify;
}

static gboolean
is_busy (AppIdentifyDialog *self)
{
  GscopeIdentifyState state =
      self->identify ? gscope_identify_get_state (self->identify) : GSCOPE_IDENTIFY_STATE_IDLE;

  return state == GSCOPE_IDENTIFY_STATE_RUNNING || state == GSCOPE_IDENTIFY_STATE_RESTORING;
}

static void
show_status (AppIdentifyDialog *self, const char *text)
{
  if (g_str_equal (gtk_label_get_label (self->status), text))
    return;
  gtk_label_set_label (self->status, text);
  /* assistive technologies read it with the button */
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->run), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  text, -1);
}

/* Says whether the choices could be started. */
static void
show_check (AppIdentifyDialog *self)
{
  g_autoptr (GscopeIdentify) identify = make (self);
  g_autoptr (GError) error = NULL;
  gboolean can_start = identify && gscope_identify_check (identify, &error);

  gtk_widget_set_sensitive (GTK_WIDGET (self->run), can_start);
  gtk_progress_bar_set_fraction (self->progress, 0);
  show_status (self, can_start ? _ ("Undo waits while it runs.")
                     : error   ? error->message
                     : self->parameters->len == 0
                         ? _ ("No source has a parameter of numbers with a range.")
                     : self->responses->len == 0 ? _ ("This view has no signals: add one to it.")
                                                 : _ ("The source of the parameter was removed."));
}

static void
on_changed (AppIdentifyDialog *self)
{
  if (!self->session || self->is_showing || is_busy (self))
    return;
  keep_choices (self);
  show_check (self);
}

/* Lets the amplitude have the digits and the steps that the room needs. */
static void
set_digits (AppIdentifyDialog *self, double room, gboolean is_whole)
{
  int exponent = room > 0 ? (int) floor (log10 (room)) : 0;
  double step = is_whole ? 1 : pow (10, exponent - 1);

  gtk_spin_button_set_digits (self->amplitude,
                              is_whole ? 0 : (guint) CLAMP (DIGITS - exponent, 0, MAX_DIGITS));
  gtk_spin_button_set_increments (self->amplitude, step, 10 * step);
}

static gboolean
is_integer (GscopeParameter *parameter)
{
  return gscope_parameter_get_parameter_type (parameter) == GSCOPE_PARAMETER_TYPE_INTEGER;
}

/* Returns the distance of the value to the nearer end of the range. */
static double
get_room (GscopeParameter *parameter)
{
  double value = gscope_parameter_get_number (parameter);

  return MIN (value - gscope_parameter_get_min (parameter),
              gscope_parameter_get_max (parameter) - value);
}

/* Suggests an amplitude within the range, and a signal that the parameter steers. */
static void
suggest (AppIdentifyDialog *self, GscopeParameter *parameter)
{
  double room = get_room (parameter);
  double part = USUAL_PART * room;

  for (guint i = self->responses->len; i-- > 0;)
    if (gscope_parameter_steers (parameter, self->responses->pdata[i]))
      gtk_drop_down_set_selected (self->response, i);
  set_digits (self, room, is_integer (parameter));
  gtk_spin_button_set_value (self->amplitude,
                             is_integer (parameter) ? MAX (1, floor (part)) : part);
}

static void
show_band (AppIdentifyDialog *self, const GscopeWorkspaceIdentification *choices)
{
  gtk_spin_button_set_value (self->low, choices->low);
  gtk_spin_button_set_value (self->high, choices->high);
  gtk_spin_button_set_value (self->duration, (double) choices->duration / GSCOPE_SEC);
}

/* A response that the view does not have leaves the suggested one. */
static void
show_kept (AppIdentifyDialog *self, GscopeParameter *parameter,
           const GscopeWorkspaceIdentification *kept)
{
  double room = get_room (parameter);

  for (guint i = 0; i < self->responses->len; i++)
    if (g_strcmp0 (gscope_signal_get_full_name (self->responses->pdata[i]), kept->response) == 0)
      gtk_drop_down_set_selected (self->response, i);
  if (kept->amplitude > 0)
    set_digits (self, room > 0 ? MIN (room, kept->amplitude) : kept->amplitude,
                is_integer (parameter));
  gtk_spin_button_set_value (self->amplitude, kept->amplitude);
  show_band (self, kept);
}

/* Shows the choices that the workspace keeps for the parameter, or suggests some. */
static void
show_choices (AppIdentifyDialog *self)
{
  GscopeParameter *parameter = get_chosen (self->parameters, self->parameter);
  const GscopeWorkspaceIdentification *kept = find_kept (self);

  self->is_showing = TRUE;
  if (parameter)
    suggest (self, parameter);
  if (kept)
    show_kept (self, parameter, kept);
  /* takes the digits that are shown, as leaving the field does */
  gtk_spin_button_update (self->amplitude);
  self->is_showing = FALSE;
  show_check (self);
}

static void
on_parameter (AppIdentifyDialog *self)
{
  if (!self->session)
    return;
  show_choices (self);
  keep_choices (self);
}

/* Follows what was undone, or was changed in another window. */
static void
on_history (AppIdentifyDialog *self)
{
  g_autoptr (GscopeWorkspaceIdentification) initial = NULL;
  g_autoptr (GscopeWorkspaceIdentification) choices = NULL;
  const GscopeWorkspaceIdentification *kept;

  if (!self->session || is_busy (self))
    return;
  kept = find_kept (self);
  choices = read_choices (self);
  if (kept && choices && gscope_workspace_identification_equal (kept, choices))
    return;
  initial = gscope_workspace_identification_new ("", NULL);
  self->is_showing = TRUE;
  gtk_drop_down_set_selected (self->response, 0);
  show_band (self, initial);
  show_choices (self);
}

static void watch_end (AppIdentifyDialog *self, gboolean watch);

/* Returns whether the parameter has its former value, or never gets it. */
static gboolean
is_restored (AppIdentifyDialog *self)
{
  GscopeIdentifyState state = gscope_identify_get_state (self->identify);
  GscopeParameter *parameter = gscope_identify_get_parameter (self->identify);

  return state == GSCOPE_IDENTIFY_STATE_ENDED
         || (state == GSCOPE_IDENTIFY_STATE_RESTORING
             && gscope_parameter_get_state (parameter) == GSCOPE_PARAMETER_STATE_IN_SYNC);
}

/* Ends the program as the system's signal would have done, once that leaves nothing changed. */
static void
end_program (AppIdentifyDialog *self)
{
  int number = self->ended_by;

  if (number == 0 || !is_restored (self))
    return;
  self->ended_by = 0;
  watch_end (self, FALSE);
  raise (number);
}

static gboolean
on_system_signal (AppIdentifyDialog *self, int number)
{
  self->ended_by = number;
  gscope_identify_stop (self->identify);
  end_program (self);
  return G_SOURCE_CONTINUE;
}

static gboolean
on_terminate (gpointer data)
{
  return on_system_signal (data, SIGTERM);
}

static gboolean
on_interrupt (gpointer data)
{
  return on_system_signal (data, SIGINT);
}

static void
watch_end (AppIdentifyDialog *self, gboolean watch)
{
  g_clear_handle_id (&self->on_terminate, g_source_remove);
  g_clear_handle_id (&self->on_interrupt, g_source_remove);
  if (!watch)
    return;
  self->on_terminate = g_unix_signal_add (SIGTERM, on_terminate, self);
  self->on_interrupt = g_unix_signal_add (SIGINT, on_interrupt, self);
}

static void
show_running (AppIdentifyDialog *self)
{
  gboolean is_running = gscope_identify_get_state (self->identify) == GSCOPE_IDENTIFY_STATE_RUNNING;

  gtk_button_set_label (self->run, is_running ? _ ("_Stop") : _ ("_Start"));
  gtk_widget_set_sensitive (GTK_WIDGET (self->run), is_running || !is_busy (self));
  gtk_widget_set_sensitive (self->choices, !is_busy (self));
  gtk_progress_bar_set_fraction (self->progress, gscope_identify_get_progress (self->identify));
}

static void
on_progress (AppIdentifyDialog *self)
{
  const char *reason = gscope_identify_get_reason (self->identify);

  show_running (self);
  if (gscope_identify_get_state (self->identify) == GSCOPE_IDENTIFY_STATE_RUNNING)
    show_status (self, _ ("Running: Stop puts the former value back."));
  else if (is_busy (self))
    show_status (self, reason ? reason : _ ("Waiting for the response to settle."));
  else
    show_status (self, reason ? reason : _ ("Done. The parameter has its former value."));
  end_program (self);
  if (is_busy (self))
    return;
  app_history_set_blocked (app_session_get_history (self->session), FALSE);
  watch_end (self, FALSE);
}

static void
drop_identify (AppIdentifyDialog *self)
{
  if (!self->identify)
    return;
  g_signal_handlers_disconnect_by_data (self->identify, self);
  gscope_identify_stop (self->identify);
  g_clear_object (&self->identify);
}

static void
start (AppIdentifyDialog *self)
{
  GscopeGtkTransferView *transfer =
      app_pane_find_beside (self->view, GSCOPE_GTK_TYPE_TRANSFER_VIEW);
  g_autoptr (GError) error = NULL;

  drop_identify (self);
  self->identify = make (self);
  if (!self->identify)
    return;
  keep_choices (self);
  g_object_set (gscope_gtk_view_get_settings (self->view), "transfer", TRUE, NULL);
  if (transfer)
    gscope_gtk_transfer_view_set_identify (transfer, self->identify);
  g_signal_connect_swapped (self->identify, "changed", G_CALLBACK (on_progress), self);
  app_history_set_blocked (app_session_get_history (self->session), TRUE);
  watch_end (self, TRUE);
  if (gscope_identify_start (self->identify, &error))
    return;
  on_progress (self);
  show_status (self, error->message);
}

static void
on_run (AppIdentifyDialog *self)
{
  if (!is_busy (self))
    start (self);
  else
    gscope_identify_stop (self->identify);
}

static void
app_identify_dialog_dispose (GObject *object)
{
  AppIdentifyDialog *self = APP_IDENTIFY_DIALOG (object);
  g_autoptr (AppSession) session = g_steal_pointer (&self->session);

  drop_identify (self);
  watch_end (self, FALSE);
  if (session)
    app_history_set_blocked (app_session_get_history (session), FALSE);
  g_clear_object (&self->view);
  G_OBJECT_CLASS (app_identify_dialog_parent_class)->dispose (object);
}

static void
app_identify_dialog_finalize (GObject *object)
{
  AppIdentifyDialog *self = APP_IDENTIFY_DIALOG (object);

  g_ptr_array_unref (self->parameters);
  g_ptr_array_unref (self->responses);
  G_OBJECT_CLASS (app_identify_dialog_parent_class)->finalize (object);
}

static void
app_identify_dialog_class_init (AppIdentifyDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = app_identify_dialog_dispose;
  G_OBJECT_CLASS (klass)->finalize = app_identify_dialog_finalize;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               APP_RESOURCES "/panes/identify-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, AppIdentifyDialog, run);
  gtk_widget_class_bind_template_child (widget_class, AppIdentifyDialog, choices);
  gtk_widget_class_bind_template_child (widget_class, AppIdentifyDialog, parameter);
  gtk_widget_class_bind_template_child (widget_class, AppIdentifyDialog, response);
  gtk_widget_class_bind_template_child (widget_class, AppIdentifyDialog, amplitude);
  gtk_widget_class_bind_template_child (widget_class, AppIdentifyDialog, low);
  gtk_widget_class_bind_template_child (widget_class, AppIdentifyDialog, high);
  gtk_widget_class_bind_template_child (widget_class, AppIdentifyDialog, duration);
  gtk_widget_class_bind_template_child (widget_class, AppIdentifyDialog, progress);
  gtk_widget_class_bind_template_child (widget_class, AppIdentifyDialog, status);
  gtk_widget_class_bind_template_callback (widget_class, on_run);
  gtk_widget_class_bind_template_callback (widget_class, on_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_parameter);
}

static void
app_identify_dialog_init (AppIdentifyDialog *self)
{
  self->parameters = g_ptr_array_new_with_free_func (g_object_unref);
  self->responses = g_ptr_array_new_with_free_func (g_object_unref);
  gtk_widget_init_template (GTK_WIDGET (self));
  app_drop_down_prepare (self->parameter);
  app_drop_down_prepare (self->response);
}

/* Lists the parameters that have numbers in a range. */
static void
list_parameters (AppIdentifyDialog *self, AppSession *session)
{
  GListModel *model = app_session_get_parameters (session);
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GscopeParameter) parameter = g_list_model_get_item (model, i);
      GscopeParameterType type = gscope_parameter_get_parameter_type (parameter);
      g_autofree char *name = gscope_parameter_dup_full_name (parameter);

      if ((type != GSCOPE_PARAMETER_TYPE_DOUBLE && type != GSCOPE_PARAMETER_TYPE_INTEGER)
          || !isfinite (gscope_parameter_get_min (parameter))
          || !isfinite (gscope_parameter_get_max (parameter)))
        continue;
      g_ptr_array_add (self->parameters, g_steal_pointer (&parameter));
      gtk_string_list_append (names, name);
    }
  gtk_drop_down_set_model (self->parameter, G_LIST_MODEL (names));
}

/* Selects a parameter by its full name, if it is in the list. */
static gboolean
select_parameter (AppIdentifyDialog *self, const char *name)
{
  for (guint i = 0; i < self->parameters->len; i++)
    {
      g_autofree char *listed = gscope_parameter_dup_full_name (self->parameters->pdata[i]);

      if (g_strcmp0 (listed, name) != 0)
        continue;
      gtk_drop_down_set_selected (self->parameter, i);
      return TRUE;
    }
  return FALSE;
}

/* Selects the parameter of the latest choices that has a source now. */
static void
select_latest (AppIdentifyDialog *self, AppSession *session)
{
  GPtrArray *kept = gscope_workspace_get_identifications (app_session_get_workspace (session));
  guint i = 0;

  while (i < kept->len
         && !select_parameter (self, ((GscopeWorkspaceIdentification *) kept->pdata[i])->parameter))
    i++;
}

static void
list_responses (AppIdentifyDialog *self)
{
  GListModel *model = gscope_gtk_view_get_signals (self->view);
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GscopeGtkViewSignal) entry = g_list_model_get_item (model, i);

      g_ptr_array_add (self->responses, g_object_ref (gscope_gtk_view_signal_get_signal (entry)));
      gtk_string_list_append (names, gscope_gtk_view_signal_get_label (entry));
    }
  gtk_drop_down_set_model (self->response, G_LIST_MODEL (names));
}

void
app_identify_dialog_open (GtkWindow *parent, AppSession *session, GscopeGtkView *view,
                          const char *parameter)
{
  AppIdentifyDialog *self = g_object_new (APP_TYPE_IDENTIFY_DIALOG, "transient-for", parent, NULL);

  self->view = g_object_ref (view);
  /* before its sources are stopped, so that the former value is written */
  g_signal_connect_object (session, "closed", G_CALLBACK (gtk_window_destroy), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (app_session_get_history (session), "changed", G_CALLBACK (on_history),
                           self, G_CONNECT_SWAPPED);
  list_responses (self);
  list_parameters (self, session);
  if (!parameter)
    select_latest (self, session);
  else
    select_parameter (self, parameter);
  /* from now on, the user makes the changes */
  self->session = g_object_ref (session);
  show_choices (self);
  app_present_dialog (GTK_WINDOW (self));
  gtk_widget_grab_focus (GTK_WIDGET (self->parameter));
}
