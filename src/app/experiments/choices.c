/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "experiments/choices.h"

#include <glib/gi18n.h>
#include <math.h>

#include "widgets/drop-down.h"

/* Stands for the workspace's name until the document is written. */
#define WORKSPACE "workspace"

struct _AppExperimentChoices
{
  AdwBin parent_instance;

  GPtrArray *parameters;
  GPtrArray *signals;
  /* while the lists are filled, choices are not the user's */
  gboolean is_filling;

  GtkDropDown *parameter;
  GtkLabel *present;
  GtkWidget *range;
  GtkEditable *from;
  GtkEditable *to;
  GtkSpinButton *points;
  GtkDropDown *scale;
  GtkSpinButton *repetitions;
  GtkSpinButton *settle;
  GtkSpinButton *run;
  GtkDropDown *signal;
  GtkDropDown *statistic;
  GtkWidget *percent_row;
  GtkSpinButton *percent;
  GtkWidget *level_row;
  GtkEditable *level;
  GtkWidget *reference_row;
  GtkDropDown *reference;
};

G_DEFINE_FINAL_TYPE (AppExperimentChoices, app_experiment_choices, ADW_TYPE_BIN)

enum
{
  SIGNAL_CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static gpointer
get_chosen (GPtrArray *list, GtkDropDown *choice)
{
  guint position = gtk_drop_down_get_selected (choice);

  return position < list->len ? list->pdata[position] : NULL;
}

static void
set_number (GtkEditable *entry, double number)
{
  g_autofree char *text = gscope_quantity_format_editable (number, 6);

  gtk_editable_set_text (entry, text);
}

/* Numbers are written as the user's language writes them. */
static gboolean
get_number (GtkEditable *entry, double *number, GError **error)
{
  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (entry)));
  char *end;

  *number = g_strtod (text, &end);
  if (text[0] && !*end && isfinite (*number))
    return TRUE;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
               _ ("“%s” is not a number. Enter one, such as 0.5."), text);
  return FALSE;
}

static gboolean
has_range (GscopeParameter *parameter)
{
  GscopeParameterType type = gscope_parameter_get_parameter_type (parameter);

  return type == GSCOPE_PARAMETER_TYPE_DOUBLE || type == GSCOPE_PARAMETER_TYPE_INTEGER;
}

static void
update (AppExperimentChoices *self)
{
  guint statistic = gtk_drop_down_get_selected (self->statistic);
  GscopeParameter *parameter = get_chosen (self->parameters, self->parameter);

  gtk_widget_set_visible (self->range, parameter && has_range (parameter));
  gtk_widget_set_visible (self->percent_row, statistic == GSCOPE_EXPERIMENT_STATISTIC_PERCENTILE);
  gtk_widget_set_visible (self->level_row, statistic == GSCOPE_EXPERIMENT_STATISTIC_FRACTION_BELOW);
  gtk_widget_set_visible (self->reference_row,
                          statistic == GSCOPE_EXPERIMENT_STATISTIC_OVERSHOOT
                              || statistic == GSCOPE_EXPERIMENT_STATISTIC_SETTLING);
}

static void
on_changed (AppExperimentChoices *self)
{
  if (self->is_filling)
    return;
  update (self);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

/* Proposes the range of the chosen parameter. */
static void
on_parameter (AppExperimentChoices *self)
{
  GscopeParameter *parameter = get_chosen (self->parameters, self->parameter);
  g_autoptr (GscopeExperimentDraft) draft = NULL;
  g_autofree char *value = NULL;
  g_autofree char *text = NULL;

  if (self->is_filling || !parameter || self->signals->len == 0)
    return;
  draft = gscope_experiment_draft_new (WORKSPACE, parameter, self->signals->pdata[0]);
  value = gscope_parameter_format (parameter, gscope_parameter_get_value (parameter));
  text = g_strdup_printf (_ ("Now %s; put back at the end"), value);
  gtk_label_set_label (self->present, text);
  self->is_filling = TRUE;
  set_number (self->from, draft->from);
  set_number (self->to, draft->to);
  gtk_drop_down_set_selected (self->scale, draft->logarithmic ? 1 : 0);
  self->is_filling = FALSE;
  on_changed (self);
}

static void
app_experiment_choices_finalize (GObject *object)
{
  AppExperimentChoices *self = APP_EXPERIMENT_CHOICES (object);

  g_ptr_array_unref (self->parameters);
  g_ptr_array_unref (self->signals);
  G_OBJECT_CLASS (app_experiment_choices_parent_class)->finalize (object);
}

static void
bind_choices (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, AppExperimentChoices, parameter);
  gtk_widget_class_bind_template_child (widget_class, AppExperimentChoices, present);
  gtk_widget_class_bind_template_child (widget_class, AppExperimentChoices, range);
  gtk_widget_class_bind_template_child (widget_class, AppExperimentChoices, from);
  gtk_widget_class_bind_template_child (widget_class, AppExperimentChoices, to);
  gtk_widget_class_bind_template_child (widget_class, AppExperimentChoices, points);
  gtk_widget_class_bind_template_child (widget_class, AppExperimentChoices, scale);
  gtk_widget_class_bind_template_child (widget_class, AppExperimentChoices, repetitions);
  gtk_widget_class_bind_template_child (widget_class, AppExperimentChoices, settle);
  gtk_widget_class_bind_template_child (widget_class, AppExperimentChoices, run);
  gtk_widget_class_bind_template_child (widget_class, AppExperimentChoices, signal);
  gtk_widget_class_bind_template_child (widget_class, AppExperimentChoices, statistic);
  gtk_widget_class_bind_template_child (widget_class, AppExperimentChoices, percent_row);
  gtk_widget_class_bind_template_child (widget_class, AppExperimentChoices, percent);
  gtk_widget_class_bind_template_child (widget_class, AppExperimentChoices, level_row);
  gtk_widget_class_bind_template_child (widget_class, AppExperimentChoices, level);
  gtk_widget_class_bind_template_child (widget_class, AppExperimentChoices, reference_row);
  gtk_widget_class_bind_template_child (widget_class, AppExperimentChoices, reference);
}

static void
app_experiment_choices_class_init (AppExperimentChoicesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = app_experiment_choices_finalize;
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                          0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               APP_RESOURCES "/experiments/choices.ui");
  bind_choices (widget_class);
  gtk_widget_class_bind_template_callback (widget_class, on_parameter);
  gtk_widget_class_bind_template_callback (widget_class, on_changed);
}

static void
fill_statistics (AppExperimentChoices *self)
{
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);

  for (int i = 0; i <= GSCOPE_EXPERIMENT_STATISTIC_SETTLING; i++)
    gtk_string_list_append (titles,
                            gscope_experiment_statistic_get_title ((GscopeExperimentStatistic) i));
  gtk_drop_down_set_model (self->statistic, G_LIST_MODEL (titles));
}

static void
app_experiment_choices_init (AppExperimentChoices *self)
{
  self->parameters = g_ptr_array_new_with_free_func (g_object_unref);
  self->signals = g_ptr_array_new_with_free_func (g_object_unref);
  self->is_filling = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  fill_statistics (self);
  self->is_filling = FALSE;
  app_drop_down_prepare (self->parameter);
  app_drop_down_prepare (self->scale);
  app_drop_down_prepare (self->signal);
  app_drop_down_prepare (self->statistic);
  app_drop_down_prepare (self->reference);
}

/* The parameters and signals of the workspace. */

static void
add_parameters (AppExperimentChoices *self, GscopeSource *source)
{
  GListModel *model = gscope_source_get_parameters (source);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GscopeParameter) parameter = g_list_model_get_item (model, i);

      if (gscope_parameter_get_parameter_type (parameter) != GSCOPE_PARAMETER_TYPE_STRING)
        g_ptr_array_add (self->parameters, g_steal_pointer (&parameter));
    }
}

static void
add_scope (AppExperimentChoices *self, GscopeScope *scope)
{
  GListModel *sources = gscope_scope_get_sources (scope);
  GListModel *model = gscope_scope_get_signals (scope);

  for (guint i = 0; i < g_list_model_get_n_items (sources); i++)
    {
      g_autoptr (GscopeSource) source = g_list_model_get_item (sources, i);

      add_parameters (self, source);
    }
  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GscopeSignal) signal = g_list_model_get_item (model, i);

      if (!gscope_signal_get_diagnostic (signal))
        g_ptr_array_add (self->signals, g_steal_pointer (&signal));
    }
}

static void
offer_parameters (AppExperimentChoices *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  for (guint i = 0; i < self->parameters->len; i++)
    {
      g_autofree char *name = gscope_parameter_dup_full_name (self->parameters->pdata[i]);

      gtk_string_list_append (names, name);
    }
  gtk_drop_down_set_model (self->parameter, G_LIST_MODEL (names));
}

static void
offer_signals (AppExperimentChoices *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  for (guint i = 0; i < self->signals->len; i++)
    gtk_string_list_append (names, gscope_signal_get_full_name (self->signals->pdata[i]));
  gtk_drop_down_set_model (self->signal, G_LIST_MODEL (names));
  gtk_drop_down_set_model (self->reference, G_LIST_MODEL (names));
}

/* Returns the first signal that a view shows, or the first one of all. */
static guint
find_shown (AppExperimentChoices *self, GscopeWorkspace *workspace)
{
  GPtrArray *views = gscope_workspace_get_views (workspace);

  for (guint v = 0; v < views->len; v++)
    for (guint i = 0; i < self->signals->len; i++)
      {
        const GscopeWorkspaceSignal *entry = gscope_workspace_view_find (
            views->pdata[v], gscope_signal_get_full_name (self->signals->pdata[i]));

        if (entry && !entry->excluded && entry->hidden != TRUE)
          return i;
      }
  return 0;
}

void
app_experiment_choices_set_workspace (AppExperimentChoices *self, GscopeWorkspace *workspace)
{
  GListModel *scopes = gscope_workspace_get_scopes (workspace);

  g_ptr_array_set_size (self->parameters, 0);
  g_ptr_array_set_size (self->signals, 0);
  for (guint i = 0; i < g_list_model_get_n_items (scopes); i++)
    {
      g_autoptr (GscopeScope) scope = g_list_model_get_item (scopes, i);

      add_scope (self, scope);
    }
  self->is_filling = TRUE;
  offer_parameters (self);
  offer_signals (self);
  if (self->signals->len > 0)
    gtk_drop_down_set_selected (self->signal, find_shown (self, workspace));
  self->is_filling = FALSE;
  update (self);
  on_parameter (self);
}

static gint64
get_seconds (GtkSpinButton *spin)
{
  return (gint64) (gtk_spin_button_get_value (spin) * GSCOPE_SEC + 0.5);
}

static gboolean
read_numbers (AppExperimentChoices *self, GscopeExperimentDraft *draft, GError **error)
{
  if (has_range (draft->parameter)
      && (!get_number (self->from, &draft->from, error)
          || !get_number (self->to, &draft->to, error)))
    return FALSE;
  if (draft->statistic == GSCOPE_EXPERIMENT_STATISTIC_FRACTION_BELOW
      && !get_number (self->level, &draft->level, error))
    return FALSE;
  draft->points = (guint) gtk_spin_button_get_value_as_int (self->points);
  draft->repetitions = (guint) gtk_spin_button_get_value_as_int (self->repetitions);
  draft->settle = get_seconds (self->settle);
  draft->run = get_seconds (self->run);
  draft->percent = gtk_spin_button_get_value (self->percent);
  draft->logarithmic = gtk_drop_down_get_selected (self->scale) == 1;
  return TRUE;
}

GscopeExperimentDraft *
app_experiment_choices_make_draft (AppExperimentChoices *self, GError **error)
{
  GscopeParameter *parameter = get_chosen (self->parameters, self->parameter);
  GscopeSignal *signal = get_chosen (self->signals, self->signal);
  GscopeSignal *reference = get_chosen (self->signals, self->reference);
  g_autoptr (GscopeExperimentDraft) draft = NULL;

  if (!parameter || !signal)
    {
      g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                           _ ("An experiment needs a parameter and a signal. Add a source that has "
                              "both, or choose a ready-made experiment."));
      return NULL;
    }
  draft = gscope_experiment_draft_new (WORKSPACE, parameter, signal);
  draft->statistic = (GscopeExperimentStatistic) gtk_drop_down_get_selected (self->statistic);
  g_set_object (&draft->reference, reference);
  return read_numbers (self, draft, error) ? g_steal_pointer (&draft) : NULL;
}
