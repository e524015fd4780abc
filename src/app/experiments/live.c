/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "experiments/live.h"

#include <glib/gi18n.h>
#include <gscope-gtk/gscope-gtk.h>
#include <math.h>

/* Height of the lane with its times, pixels. */
#define HEIGHT 170

/* The shortest time that is shown. */
#define LEAST_SPAN (10 * GSCOPE_SEC)

struct _AppExperimentLive
{
  AdwBin parent_instance;
};

G_DEFINE_FINAL_TYPE (AppExperimentLive, app_experiment_live, ADW_TYPE_BIN)

static const GscopeWorkspaceSignal *
find_looks (GscopeWorkspace *workspace, const char *name)
{
  GPtrArray *views = gscope_workspace_get_views (workspace);
  const GscopeWorkspaceSignal *found = NULL;

  for (guint i = 0; i < views->len && !found; i++)
    found = gscope_workspace_view_find (views->pdata[i], name);
  return found;
}

/* A signal looks as in the workspace, but its range follows the values. */
static GscopeWorkspaceSignal *
describe_signal (GscopeWorkspace *workspace, const char *name)
{
  const GscopeWorkspaceSignal *looks = find_looks (workspace, name);
  GscopeWorkspaceSignal *signal =
      looks ? gscope_workspace_signal_copy (looks) : gscope_workspace_signal_new (name);

  g_free (signal->match);
  signal->match = g_strdup (name);
  signal->min = signal->max = NAN;
  signal->auto_range = TRUE;
  signal->hidden = signal->excluded = FALSE;
  return signal;
}

static GscopeWorkspaceView *
describe (GscopeWorkspace *workspace, GscopeExperiment *experiment, guint position)
{
  const GscopeExperimentMeasure *measure =
      gscope_experiment_get_measures (experiment)->pdata[position];
  GscopeWorkspaceView *view = gscope_workspace_view_new ();

  view->span = MAX (LEAST_SPAN, gscope_experiment_get_settle (experiment)
                                    + gscope_experiment_get_run (experiment));
  if (measure->reference)
    g_ptr_array_add (view->signals, describe_signal (workspace, measure->reference));
  g_ptr_array_add (view->signals, describe_signal (workspace, measure->signal));
  return view;
}

void
app_experiment_live_follow (AppExperimentLive *self, GscopeWorkspace *workspace,
                            GscopeExperiment *experiment, guint measure)
{
  g_autoptr (GscopeWorkspaceView) description = describe (workspace, experiment, measure);
  GListModel *scopes = gscope_workspace_get_scopes (workspace);
  GtkWidget *clamp = adw_clamp_new (), *view = gscope_gtk_view_new_empty ();

  gscope_gtk_view_set_description (GSCOPE_GTK_VIEW (view), description);
  gscope_gtk_view_set_title (GSCOPE_GTK_VIEW (view), _ ("Live Signals"));
  for (guint i = 0; i < g_list_model_get_n_items (scopes); i++)
    {
      g_autoptr (GscopeScope) scope = g_list_model_get_item (scopes, i);

      gscope_gtk_view_add_scope (GSCOPE_GTK_VIEW (view), scope);
    }
  gtk_orientable_set_orientation (GTK_ORIENTABLE (clamp), GTK_ORIENTATION_VERTICAL);
  adw_clamp_set_maximum_size (ADW_CLAMP (clamp), HEIGHT);
  adw_clamp_set_tightening_threshold (ADW_CLAMP (clamp), HEIGHT);
  adw_clamp_set_child (ADW_CLAMP (clamp), view);
  adw_bin_set_child (ADW_BIN (self), clamp);
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
}

void
app_experiment_live_clear (AppExperimentLive *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  adw_bin_set_child (ADW_BIN (self), NULL);
}

static void
app_experiment_live_class_init (AppExperimentLiveClass *klass)
{
}

static void
app_experiment_live_init (AppExperimentLive *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}
