/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Each ready-made workspace in a window of 1280 by 800: all of its views can be seen and move, and its first slider changes
 * the parameter. */

#include <gscope-gtk/gscope-gtk.h>

#include "app-bed.h"
#include "panes/panes.h"
#include "session/workspaces.h"

#define WIDTH 1280
#define HEIGHT 800

/* A view is large enough to read its traces. */
#define LEAST_WIDTH 360
#define LEAST_HEIGHT 80

typedef struct
{
  gconstpointer application;
  const AppWorkspace *workspace;
} Case;

static gboolean
is_view (GtkWidget *widget, gconstpointer data)
{
  if (GSCOPE_GTK_IS_VIEW (widget) && gtk_widget_get_mapped (widget))
    g_ptr_array_add ((GPtrArray *) data, widget);
  return FALSE;
}

static gboolean
is_usable_slider (GtkWidget *widget, gconstpointer data)
{
  return GTK_IS_SCALE (widget) && gtk_widget_get_ancestor (widget, GSCOPE_GTK_TYPE_CONTROL)
         && gtk_widget_get_mapped (widget) && gtk_widget_is_sensitive (widget);
}

/* Of all signals of a view. */
static guint64
count_samples (GscopeGtkView *view)
{
  GListModel *signals = gscope_gtk_view_get_signals (view);
  guint64 n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (signals); i++)
    {
      g_autoptr (GscopeGtkViewSignal) item = g_list_model_get_item (signals, i);

      n +=
          gscope_trace_get_end (gscope_signal_get_trace (gscope_gtk_view_signal_get_signal (item)));
    }
  return n;
}

/* A view is within the panes: nothing covers its foot, which has the times. */
static void
check_whole (GtkWidget *view)
{
  GtkWidget *panes = gtk_widget_get_ancestor (view, APP_TYPE_PANES);
  graphene_rect_t bounds;

  g_assert_true (gtk_widget_compute_bounds (view, panes, &bounds));
  g_assert_cmpfloat (bounds.origin.x + bounds.size.width, <=, gtk_widget_get_width (panes));
  g_assert_cmpfloat (bounds.origin.y + bounds.size.height, <=, gtk_widget_get_height (panes));
}

static void
check_view (GscopeGtkView *view)
{
  guint64 n;

  g_test_message ("view “%s”", gscope_gtk_view_get_title (view));
  /* the first samples may come before the frame that gives the view its size */
  app_bed_await (gtk_widget_get_width (GTK_WIDGET (view)) > 0);
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (view)), >=, LEAST_WIDTH);
  g_assert_cmpint (gtk_widget_get_height (GTK_WIDGET (view)), >=, LEAST_HEIGHT);
  check_whole (GTK_WIDGET (view));
  app_bed_await (count_samples (view) > 0);
  n = count_samples (view);
  app_bed_await (count_samples (view) > n);
}

static void
check_slider (AppBed *bed)
{
  GtkWidget *slider;
  GscopeParameter *parameter;
  double before;

  app_bed_await ((slider = app_bed_find_match (bed->window, is_usable_slider, NULL)));
  parameter = gscope_gtk_control_get_parameter (
      GSCOPE_GTK_CONTROL (gtk_widget_get_ancestor (slider, GSCOPE_GTK_TYPE_CONTROL)));
  before = gscope_parameter_get_number (parameter);
  gtk_widget_grab_focus (slider);
  g_signal_emit_by_name (slider, "move-slider",
                         before < gscope_parameter_get_max (parameter) ? GTK_SCROLL_STEP_RIGHT
                                                                       : GTK_SCROLL_STEP_LEFT);
  app_bed_await (gscope_parameter_get_number (parameter) != before
                 || gscope_parameter_get_reason (parameter));
  g_test_message ("%s: %g, then %g", gscope_parameter_get_name (parameter), before,
                  gscope_parameter_get_number (parameter));
  g_assert_cmpstr (gscope_parameter_get_reason (parameter), ==, NULL);
}

static void
test_workspace (gconstpointer data)
{
  const Case *self = data;
  const AppWorkspace *workspace = self->workspace;
  g_autofree char *reason = NULL, *path = g_file_get_path (workspace->file);
  g_autoptr (GPtrArray) views = g_ptr_array_new ();
  AppBed bed = { .width = WIDTH, .height = HEIGHT };

  if (app_readiness_check (workspace->need, workspace->type, &reason) == APP_NOT_READY)
    {
      g_test_skip (reason);
      return;
    }
  app_bed_init (&bed, self->application, APP_BED_LAB);
  app_bed_open (&bed, path);
  g_assert_cmpint (gtk_widget_get_width (bed.window), <=, WIDTH);
  g_assert_cmpint (gtk_widget_get_height (bed.window), <=, HEIGHT);
  app_bed_find_match (bed.window, is_view, views);
  g_assert_cmpuint (views->len, ==, gscope_workspace_get_views (app_bed_get_workspace (&bed))->len);
  for (guint i = 0; i < views->len; i++)
    check_view (views->pdata[i]);
  /* it shows what the machine does, and steers nothing */
  if (!g_str_equal (workspace->name, "this-machine"))
    check_slider (&bed);
  app_bed_clear (&bed);
}

static void
add_tests (gconstpointer application)
{
  /* the tests keep it */
  static GPtrArray *workspaces;

  workspaces = app_workspaces_list ();
  for (guint i = 0; i < workspaces->len; i++)
    {
      const AppWorkspace *workspace = workspaces->pdata[i];
      g_autofree char *name = g_strdup_printf ("/app/ready-made/%s", workspace->name);
      Case *self = g_new (Case, 1);

      *self = (Case){ application, workspace };
      g_test_add_data_func_full (name, self, test_workspace, g_free);
    }
}

int
main (int argc, char *argv[])
{
  return app_bed_run (argc, argv, add_tests);
}
