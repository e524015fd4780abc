/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "experiments/experiments.h"

#include <glib/gi18n.h>
#include <gscope-gtk/gscope-gtk.h>
#include <string.h>

#include "dialogs/chooser.h"
#include "dialogs/question.h"
#include "experiments/choices.h"
#include "experiments/live.h"
#include "experiments/points.h"
#include "experiments/shelf.h"
#include "experiments/text.h"
#include "experiments/verdicts.h"
#include "widgets/drop-down.h"
#include "widgets/messages.h"

enum
{
  /* Milliseconds between updates of the progress. */
  INTERVAL = 250,
};

#define STOP "stop"
#define REPLACE "replace"

struct _AppExperiments
{
  AdwWindow parent_instance;

  GscopeWorkspace *workspace;
  AppShelf *shelf;
  /* the results in the table: a plan without runs, kept results, or the results of the run */
  GscopeExperimentResults *results;
  GscopeExperimentRun *run;
  /* of an experiment with another workspace than the open one, while it runs */
  AppSession *session;
  guint timer;
  gboolean is_filling;
  /* whether the user closes the window, which waits until parameters are put back */
  gboolean is_closing;
  GtkWindow *question;

  AdwWindowTitle *title;
  AppMessages *messages;
  GtkButton *start;
  GtkButton *turn;
  GtkWidget *banner;
  GtkLabel *banner_text;
  AdwLeaflet *leaflet;
  GtkWidget *sidebar;
  GtkWidget *content;
  GtkBox *body;
  GtkWidget *locked;
  GtkDropDown *which;
  GtkStack *stack;
  AppExperimentChoices *choices;
  GtkLabel *summary;
  GtkLabel *plan;
  GtkLabel *old;
  GtkLabel *where;
  GtkWidget *save;
  GtkWidget *report;
  GtkWidget *progress_row;
  GtkLabel *point;
  GtkLabel *runs;
  GtkProgressBar *progress;
  GtkLabel *left;
  GtkButton *pause;
  GtkDropDown *measure;
  GscopeGtkExperimentPlot *plot;
  AppExperimentLive *live;
  GtkLabel *status;
  GtkWidget *verdicts_box;
  GtkListBox *verdicts;
  AppExperimentPoints *points;
  GtkLabel *conditions;
};

G_DEFINE_FINAL_TYPE (AppExperiments, app_experiments, ADW_TYPE_WINDOW)

static GscopeExperiment *
get_experiment (AppExperiments *self)
{
  return self->results ? gscope_experiment_results_get_experiment (self->results) : NULL;
}

static gboolean
is_running (AppExperiments *self)
{
  return self->run != NULL;
}

/* The first choice is the user's own three. */
static AppShelfEntry *
get_entry (AppExperiments *self)
{
  guint i = gtk_drop_down_get_selected (self->which);
  GPtrArray *entries = app_shelf_get_entries (self->shelf);

  return i > 0 && i <= entries->len ? entries->pdata[i - 1] : NULL;
}

/* The table, the verdicts and the buttons. */

/* An empty text takes no room. */
static void
set_text (GtkLabel *label, const char *text)
{
  gtk_label_set_label (label, text ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (label), text && text[0]);
}

/* Returns the selected point; without one the first that lacks a value for a reason; -1 if there is none. */
static int
find_told (AppExperiments *self)
{
  int selected = gscope_gtk_experiment_plot_get_selected (self->plot);
  guint n = self->results ? gscope_experiment_get_points (get_experiment (self))->len : 0;

  for (guint i = 0; selected < 0 && i < n; i++)
    if (gscope_experiment_results_get_problem (self->results, i))
      return (int) i;
  return selected;
}

static void
show_status (AppExperiments *self)
{
  int told = find_told (self);
  guint measure = gscope_gtk_experiment_plot_get_measure (self->plot);
  g_autofree char *text =
      self->results && told >= 0
          ? gscope_experiment_results_describe_point (self->results, measure, (guint) told)
          : NULL;

  set_text (self->status, text);
}

static void
show_verdicts (AppExperiments *self)
{
  app_experiment_verdicts_fill (self->verdicts, self->results);
  gtk_widget_set_visible (self->verdicts_box,
                          gtk_list_box_get_row_at_index (self->verdicts, 0) != NULL);
}

static void
show_conditions (AppExperiments *self)
{
  g_autofree char *text = self->results ? app_experiment_text_conditions (self->results) : NULL;

  set_text (self->conditions, text);
}

static void
on_results_changed (AppExperiments *self)
{
  show_verdicts (self);
  show_conditions (self);
  show_status (self);
}

/* Shows the signals of the chosen measure while it runs. */
static void
follow (AppExperiments *self)
{
  if (is_running (self))
    app_experiment_live_follow (
        self->live, self->session ? app_session_get_workspace (self->session) : self->workspace,
        get_experiment (self), gscope_gtk_experiment_plot_get_measure (self->plot));
}

static void
on_measure (AppExperiments *self)
{
  guint measure = gtk_drop_down_get_selected (self->measure);

  if (self->is_filling || !self->results || measure == GTK_INVALID_LIST_POSITION)
    return;
  gscope_gtk_experiment_plot_set_measure (self->plot, measure);
  app_experiment_points_show (self->points, self->results, measure);
  show_status (self);
  follow (self);
}

static void
fill_measures (AppExperiments *self)
{
  GPtrArray *measures =
      self->results ? gscope_experiment_get_measures (get_experiment (self)) : NULL;
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);

  for (guint i = 0; measures && i < measures->len; i++)
    gtk_string_list_append (titles, ((const GscopeExperimentMeasure *) measures->pdata[i])->title);
  self->is_filling = TRUE;
  gtk_drop_down_set_model (self->measure, G_LIST_MODEL (titles));
  self->is_filling = FALSE;
  gtk_widget_set_visible (GTK_WIDGET (self->measure), measures && measures->len > 1);
}

static void
show_results (AppExperiments *self, GscopeExperimentResults *results)
{
  if (self->results)
    g_signal_handlers_disconnect_by_data (self->results, self);
  g_set_object (&self->results, results);
  if (results)
    g_signal_connect_swapped (results, "changed", G_CALLBACK (on_results_changed), self);
  fill_measures (self);
  gscope_gtk_experiment_plot_set_results (self->plot, results);
  gscope_gtk_experiment_plot_set_measure (self->plot, 0);
  app_experiment_points_show (self->points, results, 0);
  on_results_changed (self);
}

/* Results that lack runs can be resumed: the program ended, or the user stopped it. */
static gboolean
can_resume (AppExperiments *self)
{
  AppShelfEntry *entry = get_entry (self);

  return entry && entry->kept && gscope_experiment_results_get_n_measured (entry->kept) > 0
         && !gscope_experiment_results_get_complete (entry->kept);
}

static void
show_banner (AppExperiments *self)
{
  gboolean shows = !is_running (self) && can_resume (self);
  guint n = shows ? gscope_experiment_results_get_n_runs (self->results) : 0;
  g_autofree char *text =
      shows ? g_strdup_printf (ngettext ("Interrupted: %u of %u run is kept.",
                                         "Interrupted: %u of %u runs are kept.", n),
                               gscope_experiment_results_get_n_measured (self->results), n)
            : NULL;

  gtk_widget_set_visible (self->banner, shows);
  gtk_label_set_label (self->banner_text, text ? text : "");
}

static void
show_title (AppExperiments *self)
{
  g_autofree char *place =
      g_strdup_printf (_ ("Experiment in %s"), gscope_workspace_get_title (self->workspace));

  adw_window_title_set_title (self->title, self->results
                                               ? gscope_experiment_get_title (get_experiment (self))
                                               : _ ("Experiments"));
  adw_window_title_set_subtitle (self->title, place);
}

static void
show_places (AppExperiments *self)
{
  GFile *folder = app_shelf_get_folder (self->shelf);
  g_autofree char *name = g_file_get_parse_name (folder);
  g_autofree char *text = g_strdup_printf (_ ("Results are kept in “%s”."), name);
  g_autoptr (GFile) page = g_file_get_child (folder, "report.html");

  gtk_label_set_label (self->where, text);
  gtk_widget_set_sensitive (self->report, g_file_query_exists (page, NULL));
}

static void
show_buttons (AppExperiments *self)
{
  gboolean runs = is_running (self);

  gtk_button_set_label (self->start, can_resume (self) ? _ ("_Resume") : _ ("_Start"));
  gtk_widget_set_visible (GTK_WIDGET (self->start), !runs);
  gtk_widget_set_sensitive (GTK_WIDGET (self->start), self->results != NULL);
  gtk_widget_set_sensitive (self->save, self->results != NULL);
  gtk_widget_set_sensitive (GTK_WIDGET (self->which), !runs);
  gtk_widget_set_sensitive (GTK_WIDGET (self->choices), !runs);
  gtk_widget_set_visible (self->locked, runs);
  gtk_widget_set_visible (self->progress_row, runs);
  show_banner (self);
  show_title (self);
  show_places (self);
}

/* Shows what the three choices would measure, before anything is measured. */
static void
show_plan (AppExperiments *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GscopeExperimentDraft) draft =
      app_experiment_choices_make_draft (self->choices, &error);
  g_autofree char *data = draft ? gscope_experiment_draft_to_data (draft) : NULL;
  g_autoptr (GscopeExperiment) experiment = NULL;
  g_autoptr (GscopeExperimentResults) results = NULL;
  g_autofree char *text = NULL;

  if (data)
    experiment = gscope_experiment_new_from_data (data, -1, FALSE, &error);
  results = experiment ? gscope_experiment_results_new (experiment) : NULL;
  show_results (self, results);
  text = experiment ? app_experiment_text_plan (experiment) : g_strdup (error->message);
  gtk_label_set_label (self->plan, text);
  show_buttons (self);
}

static void
show_entry (AppExperiments *self, AppShelfEntry *entry)
{
  g_autoptr (GscopeExperimentResults) empty = gscope_experiment_results_new (entry->experiment);
  g_autofree char *summary = app_experiment_text_summary (entry->experiment);
  g_autofree char *plan = app_experiment_text_plan (entry->experiment);

  gtk_label_set_label (self->summary, summary);
  gtk_label_set_label (self->plan, plan);
  show_results (self, entry->kept ? entry->kept : empty);
  show_buttons (self);
}

static void
on_which (AppExperiments *self)
{
  AppShelfEntry *entry = get_entry (self);

  if (self->is_filling || is_running (self))
    return;
  gtk_stack_set_visible_child_name (self->stack, entry ? "summary" : "choices");
  if (entry)
    show_entry (self, entry);
  else
    show_plan (self);
}

static void
on_choices (AppExperiments *self)
{
  if (!is_running (self) && !get_entry (self))
    show_plan (self);
}

/* Lists the experiments, and chooses the one with a name; NULL: the first that was interrupted. */
static void
fill (AppExperiments *self, const char *name)
{
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);
  GPtrArray *entries;
  guint chosen = 0;

  app_shelf_read (self->shelf);
  entries = app_shelf_get_entries (self->shelf);
  gtk_string_list_append (titles, _ ("Sweep a Parameter"));
  for (guint i = 0; i < entries->len; i++)
    {
      const AppShelfEntry *entry = entries->pdata[i];
      gboolean is_kept = entry->kept && gscope_experiment_results_get_n_measured (entry->kept) > 0;

      gtk_string_list_append (titles, gscope_experiment_get_title (entry->experiment));
      if (name ? g_str_equal (gscope_experiment_get_name (entry->experiment), name)
               : chosen == 0 && is_kept && !gscope_experiment_results_get_complete (entry->kept))
        chosen = i + 1;
    }
  self->is_filling = TRUE;
  gtk_drop_down_set_model (self->which, G_LIST_MODEL (titles));
  gtk_drop_down_set_selected (self->which, chosen);
  self->is_filling = FALSE;
  on_which (self);
}

/* The run. */

static void
show_progress (AppExperiments *self)
{
  GscopeExperiment *experiment = get_experiment (self);
  guint i = gscope_experiment_run_get_point (self->run);
  GscopeExperimentRunState state = gscope_experiment_run_get_state (self->run);
  g_autofree char *point = app_experiment_text_point (experiment, i);
  g_autofree char *runs = app_experiment_text_runs (self->run);
  g_autofree char *left = app_experiment_text_left (self->run);
  g_autofree char *old = app_experiment_text_old (self->run);

  gtk_label_set_label (self->point, point);
  gtk_label_set_label (self->runs, runs);
  gtk_label_set_label (self->left, left);
  set_text (self->old, old);
  gtk_progress_bar_set_fraction (self->progress, gscope_experiment_run_get_progress (self->run));
  gtk_button_set_label (self->pause, state == GSCOPE_EXPERIMENT_RUN_STATE_RUNNING ? _ ("_Pause")
                                                                                  : _ ("_Resume"));
  gscope_gtk_experiment_plot_set_running (self->plot, (int) i);
  app_experiment_points_set_running (self->points, (int) i);
}

static gboolean
on_tick (gpointer data)
{
  show_progress (data);
  return G_SOURCE_CONTINUE;
}

static void
write_report (AppExperiments *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) page =
      gscope_gtk_experiment_report_write (app_shelf_get_folder (self->shelf), &error);

  if (!page)
    app_messages_add (self->messages, error->message);
}

static void
drop_run (AppExperiments *self)
{
  g_clear_handle_id (&self->timer, g_source_remove);
  if (self->run)
    {
      app_experiment_live_clear (self->live);
      g_signal_handlers_disconnect_by_data (self->run, self);
    }
  g_clear_object (&self->run);
  if (self->session)
    app_session_close (self->session);
  g_clear_object (&self->session);
}

static void
end_run (AppExperiments *self)
{
  g_autofree char *name = g_strdup (gscope_experiment_get_name (get_experiment (self)));
  const char *problem = gscope_experiment_run_get_problem (self->run);
  g_autofree char *lost = app_experiment_text_lost (self->results);

  if (problem)
    app_messages_add (self->messages, problem);
  if (lost)
    app_messages_add (self->messages, lost);
  set_text (self->old, problem ? NULL : _ ("All parameters were put back."));
  drop_run (self);
  gscope_gtk_experiment_plot_set_running (self->plot, -1);
  app_experiment_points_set_running (self->points, -1);
  write_report (self);
  fill (self, name);
  if (self->is_closing)
    gtk_window_close (GTK_WINDOW (self));
}

static void
on_state (AppExperiments *self)
{
  if (gscope_experiment_run_get_state (self->run) == GSCOPE_EXPERIMENT_RUN_STATE_ENDED)
    end_run (self);
  else
    show_progress (self);
}

/* Returns the workspace of an experiment: the open one, or another that is opened for the run. */
static GscopeWorkspace *
open_workspace (AppExperiments *self, GscopeExperiment *experiment, GError **error)
{
  g_autoptr (GFile) file = NULL;

  if (app_shelf_is_of_workspace (self->shelf, experiment))
    return self->workspace;
  file = gscope_experiment_find_workspace (experiment, error);
  if (file)
    self->session =
        app_session_new (file, gscope_registry_get_default (), APP_CONSENT_REMEMBERED, error);
  return self->session ? app_session_get_workspace (self->session) : NULL;
}

static gboolean
begin_run (AppExperiments *self, gboolean replaces, GError **error)
{
  AppShelfEntry *entry = get_entry (self);
  g_autoptr (GscopeExperimentDraft) draft =
      entry ? NULL : app_experiment_choices_make_draft (self->choices, error);
  g_autoptr (GscopeExperiment) experiment = NULL;
  g_autoptr (GscopeExperimentResults) results = NULL;
  g_autoptr (GFile) file = NULL;
  GscopeWorkspace *workspace;

  if (draft)
    experiment = app_shelf_add (self->shelf, draft, error);
  else if (entry)
    experiment = g_object_ref (entry->experiment);
  workspace = experiment ? open_workspace (self, experiment, error) : NULL;
  if (!workspace)
    return FALSE;
  results = gscope_experiment_results_new (experiment);
  file = gscope_experiment_results_find_file (experiment, app_shelf_get_folder (self->shelf));
  if (!gscope_experiment_results_open (results, file, replaces, error))
    return FALSE;
  self->run = gscope_experiment_run_new (results, workspace);
  show_results (self, results);
  return TRUE;
}

static void
start (AppExperiments *self, gboolean replaces)
{
  g_autoptr (GError) error = NULL;

  if (is_running (self))
    return;
  app_messages_clear (self->messages);
  if (!begin_run (self, replaces, &error))
    {
      app_messages_add (self->messages, error->message);
      drop_run (self);
      return;
    }
  g_signal_connect_swapped (self->run, "notify::state", G_CALLBACK (on_state), self);
  self->timer = g_timeout_add (INTERVAL, on_tick, self);
  follow (self);
  show_buttons (self);
  gtk_widget_grab_focus (GTK_WIDGET (self->pause));
  adw_leaflet_set_visible_child (self->leaflet, self->content);
  gscope_experiment_run_start (self->run);
}

static void
on_answer (AdwMessageDialog *dialog, const char *response, AppExperiments *self)
{
  if (g_str_equal (response, REPLACE))
    start (self, TRUE);
  if (!g_str_equal (response, STOP))
    return;
  self->is_closing = TRUE;
  if (is_running (self))
    gscope_experiment_run_stop (self->run);
  else
    gtk_window_close (GTK_WINDOW (self));
}

static void
ask (AppExperiments *self, AdwMessageDialog *dialog)
{
  app_question_show (dialog, &self->question);
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_answer), self, 0);
}

static void
on_start_over (AppExperiments *self)
{
  ask (self, app_question_new (GTK_WINDOW (self), _ ("Start Over?"),
                               _ ("The runs that are kept are replaced, and cannot be restored."),
                               _ ("_Cancel"), REPLACE, _ ("Start _Over")));
}

/* New runs would replace complete ones. */
static void
on_start (AppExperiments *self)
{
  AppShelfEntry *entry = get_entry (self);

  if (entry && entry->kept && gscope_experiment_results_get_complete (entry->kept))
    on_start_over (self);
  else
    start (self, FALSE);
}

static void
on_pause (AppExperiments *self)
{
  if (!is_running (self))
    return;
  if (gscope_experiment_run_get_state (self->run) == GSCOPE_EXPERIMENT_RUN_STATE_RUNNING)
    gscope_experiment_run_pause (self->run);
  else
    gscope_experiment_run_resume (self->run);
}

static void
on_stop (AppExperiments *self)
{
  if (is_running (self))
    gscope_experiment_run_stop (self->run);
}

/* Files. */

static void
on_chosen (const AppChoice *choice, gpointer data)
{
  AppExperiments *self = data;
  AppShelfEntry *entry = get_entry (self);
  g_autoptr (GError) error = NULL;
  g_autoptr (GscopeExperimentDraft) draft =
      entry ? NULL : app_experiment_choices_make_draft (self->choices, &error);

  if (entry)
    g_file_set_contents (g_file_peek_path (choice->file),
                         gscope_experiment_get_data (entry->experiment), -1, &error);
  else if (draft)
    app_shelf_save (self->shelf, draft, choice->file, &error);
  if (error)
    app_messages_add (self->messages, error->message);
}

static void
on_save (AppExperiments *self)
{
  app_chooser_ask (APP_CHOOSER_EXPERIMENT, GTK_WINDOW (self),
                   gscope_experiment_get_title (get_experiment (self)), on_chosen, self);
}

static void
on_report (AppExperiments *self)
{
  g_autoptr (GFile) page = g_file_get_child (app_shelf_get_folder (self->shelf), "report.html");
  g_autofree char *uri = g_file_get_uri (page);

  gtk_show_uri (GTK_WINDOW (self), uri, GDK_CURRENT_TIME);
}

/* Below the width of both pages, one is shown at a time, and its parts are below each other. */
static void
on_folded (AppExperiments *self)
{
  gboolean is_folded = adw_leaflet_get_folded (self->leaflet);
  gboolean is_back = adw_leaflet_get_visible_child (self->leaflet) == self->content;

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->body), is_folded
                                                                   ? GTK_ORIENTATION_VERTICAL
                                                                   : GTK_ORIENTATION_HORIZONTAL);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->progress_row),
                                  is_folded ? GTK_ORIENTATION_VERTICAL
                                            : GTK_ORIENTATION_HORIZONTAL);
  gtk_widget_set_visible (GTK_WIDGET (self->turn), is_folded);
  gtk_button_set_label (self->turn, is_back ? _ ("_Choices") : _ ("R_esults"));
}

static void
on_turn (AppExperiments *self)
{
  gboolean is_back = adw_leaflet_get_visible_child (self->leaflet) == self->content;

  adw_leaflet_set_visible_child (self->leaflet, is_back ? self->sidebar : self->content);
}

/* The end. */

static gboolean
app_experiments_close_request (GtkWindow *window)
{
  AppExperiments *self = APP_EXPERIMENTS (window);

  if (!is_running (self))
    return GTK_WINDOW_CLASS (app_experiments_parent_class)->close_request (window);
  if (!self->question && !self->is_closing)
    ask (self, app_question_new (window, _ ("Stop the Experiment?"),
                                 _ ("The runs that are measured are kept, and can be resumed. All "
                                    "parameters are put back."),
                                 _ ("_Keep Running"), STOP, _ ("_Stop and Close")));
  return TRUE;
}

static void
app_experiments_dispose (GObject *object)
{
  AppExperiments *self = APP_EXPERIMENTS (object);

  g_clear_weak_pointer (&self->question);
  drop_run (self);
  if (self->results)
    g_signal_handlers_disconnect_by_data (self->results, self);
  g_clear_object (&self->results);
  G_OBJECT_CLASS (app_experiments_parent_class)->dispose (object);
}

static void
app_experiments_finalize (GObject *object)
{
  AppExperiments *self = APP_EXPERIMENTS (object);

  g_clear_object (&self->shelf);
  g_clear_object (&self->workspace);
  G_OBJECT_CLASS (app_experiments_parent_class)->finalize (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, AppExperiments, title);
  gtk_widget_class_bind_template_child (widget_class, AppExperiments, messages);
  gtk_widget_class_bind_template_child (widget_class, AppExperiments, start);
  gtk_widget_class_bind_template_child (widget_class, AppExperiments, turn);
  gtk_widget_class_bind_template_child (widget_class, AppExperiments, banner);
  gtk_widget_class_bind_template_child (widget_class, AppExperiments, banner_text);
  gtk_widget_class_bind_template_child (widget_class, AppExperiments, leaflet);
  gtk_widget_class_bind_template_child (widget_class, AppExperiments, sidebar);
  gtk_widget_class_bind_template_child (widget_class, AppExperiments, content);
  gtk_widget_class_bind_template_child (widget_class, AppExperiments, body);
  gtk_widget_class_bind_template_child (widget_class, AppExperiments, locked);
  gtk_widget_class_bind_template_child (widget_class, AppExperiments, which);
  gtk_widget_class_bind_template_child (widget_class, AppExperiments, stack);
  gtk_widget_class_bind_template_child (widget_class, AppExperiments, choices);
  gtk_widget_class_bind_template_child (widget_class, AppExperiments, summary);
  gtk_widget_class_bind_template_child (widget_class, AppExperiments, plan);
  gtk_widget_class_bind_template_child (widget_class, AppExperiments, old);
  gtk_widget_class_bind_template_child (widget_class, AppExperiments, where);
  gtk_widget_class_bind_template_child (widget_class, AppExperiments, save);
  gtk_widget_class_bind_template_child (widget_class, AppExperiments, report);
  gtk_widget_class_bind_template_child (widget_class, AppExperiments, progress_row);
  gtk_widget_class_bind_template_child (widget_class, AppExperiments, point);
  gtk_widget_class_bind_template_child (widget_class, AppExperiments, runs);
  gtk_widget_class_bind_template_child (widget_class, AppExperiments, progress);
  gtk_widget_class_bind_template_child (widget_class, AppExperiments, left);
  gtk_widget_class_bind_template_child (widget_class, AppExperiments, pause);
  gtk_widget_class_bind_template_child (widget_class, AppExperiments, measure);
  gtk_widget_class_bind_template_child (widget_class, AppExperiments, plot);
  gtk_widget_class_bind_template_child (widget_class, AppExperiments, live);
  gtk_widget_class_bind_template_child (widget_class, AppExperiments, status);
  gtk_widget_class_bind_template_child (widget_class, AppExperiments, verdicts_box);
  gtk_widget_class_bind_template_child (widget_class, AppExperiments, verdicts);
  gtk_widget_class_bind_template_child (widget_class, AppExperiments, points);
  gtk_widget_class_bind_template_child (widget_class, AppExperiments, conditions);
}

static void
bind_callbacks (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_callback (widget_class, on_which);
  gtk_widget_class_bind_template_callback (widget_class, on_choices);
  gtk_widget_class_bind_template_callback (widget_class, on_measure);
  gtk_widget_class_bind_template_callback (widget_class, on_start);
  gtk_widget_class_bind_template_callback (widget_class, on_start_over);
  gtk_widget_class_bind_template_callback (widget_class, on_pause);
  gtk_widget_class_bind_template_callback (widget_class, on_stop);
  gtk_widget_class_bind_template_callback (widget_class, on_save);
  gtk_widget_class_bind_template_callback (widget_class, on_report);
  gtk_widget_class_bind_template_callback (widget_class, on_folded);
  gtk_widget_class_bind_template_callback (widget_class, on_turn);
  gtk_widget_class_bind_template_callback (widget_class, show_status);
}

static void
app_experiments_class_init (AppExperimentsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = app_experiments_dispose;
  G_OBJECT_CLASS (klass)->finalize = app_experiments_finalize;
  GTK_WINDOW_CLASS (klass)->close_request = app_experiments_close_request;
  g_type_ensure (APP_TYPE_MESSAGES);
  g_type_ensure (APP_TYPE_EXPERIMENT_CHOICES);
  g_type_ensure (APP_TYPE_EXPERIMENT_LIVE);
  g_type_ensure (APP_TYPE_EXPERIMENT_POINTS);
  g_type_ensure (GSCOPE_GTK_TYPE_EXPERIMENT_PLOT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               APP_RESOURCES "/experiments/experiments.ui");
  bind_children (widget_class);
  bind_callbacks (widget_class);
}

static void
app_experiments_init (AppExperiments *self)
{
  self->is_filling = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  self->is_filling = FALSE;
  app_drop_down_prepare (self->which);
  app_drop_down_prepare (self->measure);
  g_object_bind_property (self->plot, "selected", self->points, "selected",
                          G_BINDING_BIDIRECTIONAL);
}

static void
on_settled (AppExperiments *self)
{
  if (!is_running (self))
    app_experiment_choices_set_workspace (self->choices, self->workspace);
}

AppExperiments *
app_experiments_new (GtkWindow *parent, GscopeWorkspace *workspace, GFile *origin)
{
  AppExperiments *self = g_object_new (APP_TYPE_EXPERIMENTS, "transient-for", parent, NULL);

  self->workspace = g_object_ref (workspace);
  self->shelf = app_shelf_new (workspace, origin);
  app_experiment_choices_set_workspace (self->choices, workspace);
  g_signal_connect_object (workspace, "notify::settled", G_CALLBACK (on_settled), self,
                           G_CONNECT_SWAPPED);
  fill (self, NULL);
  on_folded (self);
  return self;
}

void
app_experiments_open (GtkWindow *parent, AppSession *session)
{
  AppExperiments *self = app_experiments_new (parent, app_session_get_workspace (session),
                                              app_session_get_origin (session));

  gtk_window_present (GTK_WINDOW (self));
  gtk_widget_grab_focus (GTK_WIDGET (self->which));
}
