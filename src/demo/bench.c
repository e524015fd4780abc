/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "bench.h"

#include <gscope-gtk/gscope-gtk.h>
#include <math.h>

/* Of the input, in Hz, and its noise beside an amplitude of 1. */
#define FREQUENCY 2
#define NOISE 0.2

/* The parts of the way that output and load go in each period. */
#define OUTPUT_STEP 0.2
#define LOAD_STEP 0.05

enum
{
  N_POINTS = 5,
  N_RUNS = 5,
};

struct _DemoBench
{
  GscopeScope *scope;
  GPtrArray *signals;
  /* by the id that files have for them */
  GHashTable *objects;
  /* the word of the parameter */
  double power;
  /* of the poller's thread */
  double input;
  double output;
  double load;
};

static double
read_input (gpointer data)
{
  DemoBench *self = data;
  double seconds = (double) g_get_monotonic_time () / G_USEC_PER_SEC;

  self->input = sin (2 * G_PI * FREQUENCY * seconds) + g_random_double_range (-NOISE, NOISE);
  return self->input;
}

static double
read_output (gpointer data)
{
  DemoBench *self = data;

  self->output += (self->input - self->output) * OUTPUT_STEP;
  return self->output;
}

static double
read_load (gpointer data)
{
  DemoBench *self = data;
  double power;

  __atomic_load (&self->power, &power, __ATOMIC_RELAXED);
  self->load += (power - self->load) * LOAD_STEP;
  return self->load;
}

static GscopeSignal *
make_signal (DemoBench *self, const char *name, const char *unit, GscopeSignalFunc func)
{
  GscopeSignal *signal = gscope_signal_new_any_thread_func (name, func, self, NULL);

  gscope_signal_set_unit (signal, unit);
  g_ptr_array_add (self->signals, signal);
  return signal;
}

static void
add_signals (DemoBench *self)
{
  GscopeSource *source = gscope_scope_get_source (self->scope);
  GscopeSignal *load;

  make_signal (self, "input", "V", read_input);
  make_signal (self, "output", "V", read_output);
  load = make_signal (self, "load", "%", read_load);
  gscope_signal_set_group (load, "motor");
  gscope_signal_set_role (load, "usage");
  gscope_signal_set_range (load, 0, 100);
  for (guint i = 0; i < self->signals->len; i++)
    gscope_source_add_signal (source, self->signals->pdata[i], NULL);
}

static void
add_object (DemoBench *self, const char *id, gpointer object)
{
  g_hash_table_insert (self->objects, (gpointer) id, object);
}

static void
add_parameters (DemoBench *self)
{
  static const char *const steered[] = { "motor/load", NULL };
  static const char *const nicks[] = { "low", "middle", "high", NULL };
  static const char *const titles[] = { "Low", "Middle", "High", NULL };
  GscopeParameter *power = gscope_parameter_new_double ("power", 0, 100, self->power);

  gscope_parameter_set_group (power, "motor");
  gscope_parameter_set_role (power, "limit");
  gscope_parameter_set_unit (power, "%");
  gscope_parameter_set_steered (power, steered);
  gscope_parameter_bind_double (power, &self->power);
  gscope_source_add_parameter (gscope_scope_get_source (self->scope), power, NULL);
  add_object (self, "power", power);
  add_object (self, "switch", gscope_parameter_new_boolean ("switch", TRUE));
  add_object (self, "choice", gscope_parameter_new_enumeration ("choice", nicks, titles, "middle"));
  add_object (self, "text", gscope_parameter_new_string ("text", "motor"));
}

/* Makes up the results: each measure grows with the power, and its spread with the measure. */
static GscopeExperimentResults *
make_results (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) document = g_resources_lookup_data (DEMO_RESOURCES "/experiment.json",
                                                         G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  g_autoptr (GscopeExperiment) experiment =
      gscope_experiment_new_from_data (g_bytes_get_data (document, NULL), -1, FALSE, &error);
  GscopeExperimentResults *results;

  if (!experiment)
    g_error ("%s", error->message);
  results = gscope_experiment_results_new (experiment);
  for (guint point = 0; point < N_POINTS; point++)
    for (guint run = 0; run < N_RUNS; run++)
      {
        double spread = 1 + 0.05 * run;
        const double values[] = { (point + 1) * spread, (point + 1) * (point + 1) * spread };

        gscope_experiment_results_add (results, point, run, values, G_N_ELEMENTS (values), 0, NULL,
                                       NULL);
      }
  return results;
}

DemoBench *
demo_bench_new (void)
{
  DemoBench *self = g_new0 (DemoBench, 1);
  GscopeStepTracker *steps = gscope_step_tracker_new ();

  self->scope = gscope_scope_new ();
  self->signals = g_ptr_array_new_with_free_func (g_object_unref);
  self->objects = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_object_unref);
  self->power = 40;
  add_signals (self);
  add_parameters (self);
  gscope_step_tracker_add_scope (steps, self->scope);
  add_object (self, "steps", steps);
  add_object (self, "results", make_results ());
  return self;
}

void
demo_bench_free (DemoBench *self)
{
  /* they are not read any more */
  for (guint i = 0; i < self->signals->len; i++)
    gscope_scope_remove_signal (self->scope, self->signals->pdata[i]);
  g_hash_table_unref (self->objects);
  g_ptr_array_unref (self->signals);
  g_object_unref (self->scope);
  g_free (self);
}

void
demo_bench_expose (DemoBench *self, GtkBuilder *builder)
{
  GHashTableIter iter;
  gpointer id, object;

  g_hash_table_iter_init (&iter, self->objects);
  while (g_hash_table_iter_next (&iter, &id, &object))
    gtk_builder_expose_object (builder, id, object);
}

/* Cursors have places once the view has a size. */
static gboolean
show_cursors (GtkWidget *view, GdkFrameClock *clock, gpointer data)
{
  if (gtk_widget_get_width (view) == 0)
    return G_SOURCE_CONTINUE;
  gscope_gtk_view_set_n_cursors (GSCOPE_GTK_VIEW (view), 2);
  return G_SOURCE_REMOVE;
}

static void
connect_object (gpointer object, gpointer scope)
{
  if (GSCOPE_GTK_IS_VIEW (object))
    gscope_gtk_view_add_scope (object, scope);
  if (GSCOPE_GTK_IS_GROUP_TABLE (object))
    gscope_gtk_group_table_add_scope (object, scope);
  if (GSCOPE_GTK_IS_CURSOR_TABLE (object))
    gtk_widget_add_tick_callback (GTK_WIDGET (gscope_gtk_measure_table_get_view (object)),
                                  show_cursors, NULL, NULL);
}

void
demo_bench_connect (DemoBench *self, GtkBuilder *builder)
{
  g_autoptr (GSList) objects = gtk_builder_get_objects (builder);

  g_slist_foreach (objects, connect_object, self->scope);
}
