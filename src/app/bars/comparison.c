/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "bars/comparison.h"

#include <glib/gi18n.h>
#include <math.h>

#include "captures/display.h"
#include "undo/comparison.h"
#include "widgets/drop-down.h"

struct _AppComparisonBar
{
  AdwBin parent_instance;

  AppSession *session;
  GscopeGtkView *view;
  /* the runs and the anchors in the lists */
  GStrv runs;
  GStrv anchors;
  gboolean showing;

  GtkAdjustment *seconds;
  GtkDropDown *run;
  GtkDropDown *anchor;
  GtkSpinButton *offset;
  GtkLabel *description;
};

G_DEFINE_FINAL_TYPE (AppComparisonBar, app_comparison_bar, ADW_TYPE_BIN)

static GscopeComparison *
get_comparison (AppComparisonBar *self)
{
  return self->session ? app_comparison_get (app_session_get_comparison (self->session)) : NULL;
}

static AppComparison *
get_state (AppComparisonBar *self)
{
  return self->session ? app_session_get_comparison (self->session) : NULL;
}

/* Returns the mark of a run, as its signals have it, and its label; of one that is being read, the name of its file. */
static char *
name_run (GscopeComparison *run)
{
  guint number = gscope_comparison_get_number (run);
  g_autofree char *mark = number > 1 ? g_strdup_printf ("R%u", number) : g_strdup ("R");
  const char *label = gscope_comparison_get_label (run);
  GscopeSource *source = GSCOPE_SOURCE (gscope_comparison_get_player (run));

  return g_strdup_printf ("%s: %s", mark, label ? label : gscope_source_get_title (source));
}

static GStrv
list_runs (AppComparison *state)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  GListModel *runs = state ? G_LIST_MODEL (app_comparison_get_runs (state)) : NULL;

  for (guint i = 0; runs && i < g_list_model_get_n_items (runs); i++)
    {
      g_autoptr (GscopeComparison) run = g_list_model_get_item (runs, i);
      g_autofree char *name = name_run (run);

      g_strv_builder_add (names, name);
    }
  return g_strv_builder_end (names);
}

/* Returns the number of the run at a position of the list; 0 if there is none. */
static guint
get_number (AppComparisonBar *self, guint position)
{
  GListModel *runs = G_LIST_MODEL (app_comparison_get_runs (get_state (self)));
  g_autoptr (GscopeComparison) run = runs ? g_list_model_get_item (runs, position) : NULL;

  return run ? gscope_comparison_get_number (run) : 0;
}

static gboolean
is_same_list (GStrv a, GStrv b)
{
  return a && g_strv_equal ((const char *const *) a, (const char *const *) b);
}

static void
show_runs (AppComparisonBar *self, AppComparison *state)
{
  g_auto (GStrv) names = list_runs (state);

  if (!is_same_list (self->runs, names))
    {
      g_autoptr (GtkStringList) titles = gtk_string_list_new ((const char *const *) names);

      g_strfreev (self->runs);
      self->runs = g_steal_pointer (&names);
      gtk_drop_down_set_model (self->run, G_LIST_MODEL (titles));
    }
  for (guint i = 0; self->runs[i]; i++)
    if (get_number (self, i) == app_comparison_get_selected (state))
      gtk_drop_down_set_selected (self->run, i);
}

static void
fill_anchors (AppComparisonBar *self, GscopeComparison *comparison, GStrv anchors)
{
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);

  for (guint i = 0; anchors[i]; i++)
    gtk_string_list_take (titles, gscope_comparison_dup_title (comparison, anchors[i]));
  g_strfreev (self->anchors);
  self->anchors = anchors;
  gtk_drop_down_set_model (self->anchor, G_LIST_MODEL (titles));
}

/* The present anchor is in the list, also when its marker has gone. */
static GStrv
list_anchors (GscopeComparison *comparison)
{
  g_auto (GStrv) names = gscope_comparison_list_anchors (comparison);
  const char *anchor = gscope_comparison_get_anchor (comparison);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  g_strv_builder_addv (builder, (const char **) names);
  if (!g_strv_contains ((const char *const *) names, anchor))
    g_strv_builder_add (builder, anchor);
  return g_strv_builder_end (builder);
}

static void
show_anchors (AppComparisonBar *self, GscopeComparison *comparison)
{
  g_auto (GStrv) anchors = NULL;

  gscope_comparison_set_trigger (comparison,
                                 app_captures_find_trigger (self->session, self->view, NULL));
  anchors = list_anchors (comparison);
  if (!is_same_list (self->anchors, anchors))
    fill_anchors (self, comparison, g_steal_pointer (&anchors));
  for (guint i = 0; self->anchors[i]; i++)
    if (g_str_equal (self->anchors[i], gscope_comparison_get_anchor (comparison)))
      gtk_drop_down_set_selected (self->anchor, i);
}

static void
show_comparison (AppComparisonBar *self, GscopeComparison *comparison)
{
  g_autofree char *description = gscope_comparison_dup_description (comparison);

  gtk_label_set_label (self->description, description);
  show_anchors (self, comparison);
  gtk_adjustment_set_value (self->seconds,
                            (double) gscope_comparison_get_offset (comparison) / GSCOPE_SEC);
}

/* While the recording of the selected run is read, only that can be ended. */
static void
show (AppComparisonBar *self)
{
  AppComparison *state = get_state (self);
  gboolean has_runs = state && app_comparison_get_selected (state) > 0;
  GscopeComparison *comparison = get_comparison (self);

  self->showing = TRUE;
  gtk_widget_set_visible (GTK_WIDGET (self), has_runs);
  gtk_widget_set_sensitive (GTK_WIDGET (self->anchor), comparison != NULL);
  gtk_widget_set_sensitive (GTK_WIDGET (self->offset), comparison != NULL);
  if (has_runs)
    show_runs (self, state);
  if (comparison)
    show_comparison (self, comparison);
  else
    gtk_label_set_label (self->description, _ ("The recording is being read…"));
  self->showing = FALSE;
}

/* Markers come. */
static void
on_tick (AppComparisonBar *self)
{
  GscopeComparison *comparison = get_comparison (self);

  if (!comparison)
    return;
  self->showing = TRUE;
  show_anchors (self, comparison);
  self->showing = FALSE;
}

static void
on_run (AppComparisonBar *self)
{
  guint selected = gtk_drop_down_get_selected (self->run);

  if (!self->showing && self->session && selected != GTK_INVALID_LIST_POSITION)
    app_comparison_select (get_state (self), get_number (self, selected));
}

static void
on_anchor (AppComparisonBar *self)
{
  guint selected = gtk_drop_down_get_selected (self->anchor);

  if (!self->showing && selected != GTK_INVALID_LIST_POSITION && get_comparison (self))
    app_compare_align (self->session, self->anchors[selected]);
}

static void
on_offset (AppComparisonBar *self)
{
  double seconds = gtk_adjustment_get_value (self->seconds);

  if (!self->showing && get_comparison (self))
    app_compare_set_offset (self->session, llround (seconds * 1e9));
}

static void
drop (AppComparisonBar *self)
{
  if (!self->session)
    return;
  g_signal_handlers_disconnect_by_data (app_session_get_comparison (self->session), self);
  g_signal_handlers_disconnect_by_data (self->session, self);
  g_clear_object (&self->session);
  g_clear_object (&self->view);
}

static void
app_comparison_bar_dispose (GObject *object)
{
  AppComparisonBar *self = APP_COMPARISON_BAR (object);

  drop (self);
  g_clear_pointer (&self->runs, g_strfreev);
  g_clear_pointer (&self->anchors, g_strfreev);
  G_OBJECT_CLASS (app_comparison_bar_parent_class)->dispose (object);
}

static void
app_comparison_bar_class_init (AppComparisonBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = app_comparison_bar_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, APP_RESOURCES "/bars/comparison.ui");
  gtk_widget_class_bind_template_child (widget_class, AppComparisonBar, seconds);
  gtk_widget_class_bind_template_child (widget_class, AppComparisonBar, run);
  gtk_widget_class_bind_template_child (widget_class, AppComparisonBar, anchor);
  gtk_widget_class_bind_template_child (widget_class, AppComparisonBar, offset);
  gtk_widget_class_bind_template_child (widget_class, AppComparisonBar, description);
  gtk_widget_class_bind_template_callback (widget_class, on_run);
  gtk_widget_class_bind_template_callback (widget_class, on_anchor);
}

static void
app_comparison_bar_init (AppComparisonBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  app_drop_down_prepare (self->run);
  app_drop_down_prepare (self->anchor);
  g_signal_connect_swapped (self->seconds, "value-changed", G_CALLBACK (on_offset), self);
}

void
app_comparison_bar_set_view (AppComparisonBar *self, AppSession *session, GscopeGtkView *view)
{
  drop (self);
  if (session)
    {
      self->session = g_object_ref (session);
      self->view = g_object_ref (view);
      g_signal_connect_swapped (app_session_get_comparison (session), "changed", G_CALLBACK (show),
                                self);
      g_signal_connect_swapped (session, "tick", G_CALLBACK (on_tick), self);
    }
  show (self);
}
