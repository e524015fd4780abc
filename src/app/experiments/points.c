/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "experiments/points.h"

#include <glib/gi18n.h>
#include <math.h>
#include <property.h>

#define DIGITS 3
#define N_COLUMNS 4

struct _AppExperimentPoints
{
  AdwBin parent_instance;

  GscopeExperimentResults *results;
  guint measure;
  int running;
  int selected;

  GtkListBox *list;
  GtkSizeGroup *columns[N_COLUMNS];
};

G_DEFINE_FINAL_TYPE (AppExperimentPoints, app_experiment_points, ADW_TYPE_BIN)

static GtkLabel *
add_cell (AppExperimentPoints *self, GtkBox *box, guint column)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), column == 0 ? 0 : 1);
  gtk_widget_set_hexpand (label, column == 1);
  gtk_widget_add_css_class (label, "numeric");
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_size_group_add_widget (self->columns[column], label);
  gtk_box_append (box, label);
  return GTK_LABEL (label);
}

static GtkWidget *
make_cells (AppExperimentPoints *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);

  for (guint i = 0; i < N_COLUMNS; i++)
    add_cell (self, GTK_BOX (box), i);
  return box;
}

static void
set_cells (GtkWidget *box, const char *const *texts)
{
  guint i = 0;

  for (GtkWidget *cell = gtk_widget_get_first_child (box); cell;
       cell = gtk_widget_get_next_sibling (cell))
    gtk_label_set_label (GTK_LABEL (cell), texts[i++]);
}

static char *
format (double number)
{
  return isfinite (number) ? gscope_quantity_format (number, NULL, DIGITS) : g_strdup ("–");
}

/* A point without a value shows why in few words; the tooltip and the description have the reason. */
static char *
describe_mean (AppExperimentPoints *self, guint i, const GscopeExperimentEstimate *here)
{
  g_autofree char *mean = format (here->mean);
  g_autofree char *error = format (here->error);

  if ((int) i == self->running)
    return g_strdup (_ ("running"));
  if (here->n == 0)
    return g_strdup (gscope_experiment_results_get_problem (self->results, i) ? _ ("not here")
                                                                              : _ ("to come"));
  return here->n > 1 ? g_strdup_printf ("%s ± %s", mean, error) : g_strdup (mean);
}

static void
update_row (AppExperimentPoints *self, GtkListBoxRow *row)
{
  guint i = (guint) gtk_list_box_row_get_index (row);
  GscopeExperiment *experiment = gscope_experiment_results_get_experiment (self->results);
  const GscopeExperimentPoint *point = gscope_experiment_get_points (experiment)->pdata[i];
  double paper = gscope_experiment_get_paper_value (experiment, self->measure, i);
  GscopeExperimentEstimate here;
  g_autofree char *description =
      gscope_experiment_results_describe_point (self->results, self->measure, i);
  g_autofree char *mean = NULL;
  g_autofree char *published = format (paper);
  g_autofree char *ratio = NULL;

  gscope_experiment_results_get_estimate (self->results, self->measure, i, &here);
  mean = describe_mean (self, i, &here);
  ratio = format (paper != 0 ? here.mean / paper : NAN);
  set_cells (gtk_list_box_row_get_child (row),
             (const char *const[]){ point->name, mean, published, ratio });
  gtk_widget_set_tooltip_text (GTK_WIDGET (row),
                               gscope_experiment_results_get_problem (self->results, i));
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, description,
                                  -1);
}

static void
update (AppExperimentPoints *self)
{
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->list, i)); i++)
    update_row (self, row);
}

static int
app_experiment_points_get_selected (AppExperimentPoints *self)
{
  return self->selected;
}

static void
app_experiment_points_set_selected (AppExperimentPoints *self, int selected)
{
  GtkListBoxRow *row = selected >= 0 ? gtk_list_box_get_row_at_index (self->list, selected) : NULL;

  if (selected == self->selected)
    return;
  self->selected = row ? selected : -1;
  gtk_list_box_select_row (self->list, row);
  g_object_notify (G_OBJECT (self), "selected");
}

static void
on_selected (AppExperimentPoints *self, GtkListBoxRow *row)
{
  app_experiment_points_set_selected (self, row ? gtk_list_box_row_get_index (row) : -1);
}

/* Moves the focus, which the selection follows. */
static gboolean
on_step (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  AppExperimentPoints *self = data;
  int next = self->selected + g_variant_get_int32 (arguments);
  GtkListBoxRow *row = gtk_list_box_get_row_at_index (self->list, MAX (next, 0));

  if (!row)
    return GDK_EVENT_STOP;
  gtk_widget_grab_focus (GTK_WIDGET (row));
  gtk_list_box_select_row (self->list, row);
  return GDK_EVENT_STOP;
}

static void
app_experiment_points_dispose (GObject *object)
{
  AppExperimentPoints *self = APP_EXPERIMENT_POINTS (object);

  if (self->results)
    g_signal_handlers_disconnect_by_data (self->results, self);
  g_clear_object (&self->results);
  for (guint i = 0; i < N_COLUMNS; i++)
    g_clear_object (&self->columns[i]);
  G_OBJECT_CLASS (app_experiment_points_parent_class)->dispose (object);
}

static void
app_experiment_points_class_init (AppExperimentPointsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = app_experiment_points_dispose;
  property_add (object_class, int, "selected", app_experiment_points_get_selected,
                app_experiment_points_set_selected, -1, G_MAXINT, -1);
}

static void
add_key (AppExperimentPoints *self, GtkShortcutController *controller, guint key, int step)
{
  GtkShortcut *shortcut = gtk_shortcut_new (gtk_keyval_trigger_new (key, 0),
                                            gtk_callback_action_new (on_step, self, NULL));

  gtk_shortcut_set_arguments (shortcut, g_variant_new_int32 (step));
  gtk_shortcut_controller_add_shortcut (controller, shortcut);
}

static void
add_head (AppExperimentPoints *self, GtkBox *box)
{
  GtkWidget *head = make_cells (self);

  set_cells (head, (const char *const[]){ _ ("Point"), _ ("Here"), _ ("Paper"), _ ("Ratio") });
  gtk_widget_add_css_class (head, "dim-label");
  gtk_widget_set_margin_start (head, 6);
  gtk_widget_set_margin_end (head, 6);
  gtk_box_append (box, head);
}

static void
app_experiment_points_init (AppExperimentPoints *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  GtkEventController *keys = gtk_shortcut_controller_new ();

  self->running = self->selected = -1;
  for (guint i = 0; i < N_COLUMNS; i++)
    self->columns[i] = gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL);
  add_head (self, GTK_BOX (box));
  self->list = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "experiment-points");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Points"), -1);
  g_signal_connect_swapped (self->list, "row-selected", G_CALLBACK (on_selected), self);
  add_key (self, GTK_SHORTCUT_CONTROLLER (keys), GDK_KEY_Left, -1);
  add_key (self, GTK_SHORTCUT_CONTROLLER (keys), GDK_KEY_Right, 1);
  gtk_widget_add_controller (GTK_WIDGET (self->list), keys);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->list));
  adw_bin_set_child (ADW_BIN (self), box);
}

static void
make_rows (AppExperimentPoints *self)
{
  guint n =
      self->results
          ? gscope_experiment_get_points (gscope_experiment_results_get_experiment (self->results))
                ->len
          : 0;
  GtkListBoxRow *row;

  while ((row = gtk_list_box_get_row_at_index (self->list, 0)))
    gtk_list_box_remove (self->list, GTK_WIDGET (row));
  for (guint i = 0; i < n; i++)
    gtk_list_box_append (self->list, make_cells (self));
}

void
app_experiment_points_show (AppExperimentPoints *self, GscopeExperimentResults *results,
                            guint measure)
{
  if (self->results)
    g_signal_handlers_disconnect_by_data (self->results, self);
  g_set_object (&self->results, results);
  self->measure = measure;
  make_rows (self);
  if (results)
    g_signal_connect_swapped (results, "changed", G_CALLBACK (update), self);
  update (self);
}

void
app_experiment_points_set_running (AppExperimentPoints *self, int point)
{
  self->running = point;
  update (self);
}
