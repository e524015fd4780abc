/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "experiments/verdicts.h"

#include <glib/gi18n.h>

/* Shape first, colour second. */
static const struct
{
  const char *shape;
  const char *css_class;
} shapes[] = {
  [GSCOPE_EXPERIMENT_VERDICT_OPEN] = { "○", "dim-label" },
  [GSCOPE_EXPERIMENT_VERDICT_HOLDS_SO_FAR] = { "◌", "dim-label" },
  [GSCOPE_EXPERIMENT_VERDICT_HOLDS] = { "✓", "success" },
  [GSCOPE_EXPERIMENT_VERDICT_REFUTED] = { "✕", "error" },
  [GSCOPE_EXPERIMENT_VERDICT_NOT_HERE] = { "–", "warning" },
};

static void
add_label (AdwActionRow *row, const char *text, const char *css_class, gboolean is_prefix)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_widget_add_css_class (label, css_class);
  if (is_prefix)
    adw_action_row_add_prefix (row, label);
  else
    adw_action_row_add_suffix (row, label);
}

static GtkWidget *
make_row (GscopeExperimentResults *results, guint i)
{
  GscopeExperiment *experiment = gscope_experiment_results_get_experiment (results);
  const GscopeExperimentClaim *claim = gscope_experiment_get_claims (experiment)->pdata[i];
  g_autofree char *text = NULL;
  GscopeExperimentVerdict verdict = gscope_experiment_results_judge (results, i, &text);
  AdwActionRow *row = ADW_ACTION_ROW (adw_action_row_new ());

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), claim->title);
  adw_action_row_set_subtitle (row, text);
  add_label (row, shapes[verdict].shape, shapes[verdict].css_class, TRUE);
  add_label (row, gscope_experiment_verdict_get_title (verdict), shapes[verdict].css_class, FALSE);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_widget_set_focusable (GTK_WIDGET (row), FALSE);
  return GTK_WIDGET (row);
}

void
app_experiment_verdicts_fill (GtkListBox *list, GscopeExperimentResults *results)
{
  guint n =
      results
          ? gscope_experiment_get_claims (gscope_experiment_results_get_experiment (results))->len
          : 0;
  GtkListBoxRow *row;

  while ((row = gtk_list_box_get_row_at_index (list, 0)))
    gtk_list_box_remove (list, GTK_WIDGET (row));
  for (guint i = 0; i < n; i++)
    gtk_list_box_append (list, make_row (results, i));
}
