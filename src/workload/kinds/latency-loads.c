/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "kinds/kinds.h"
#include "loads/load.h"

#include <glib/gi18n-lib.h>
#include <gscope/gscope.h>

/* Loads that delay preemption in the kernel, each with a switch. */
G_DECLARE_FINAL_TYPE (WorkloadLatencyLoads, workload_latency_loads, WORKLOAD, LATENCY_LOADS,
                      GscopeSource)

struct _WorkloadLatencyLoads
{
  GscopeSource parent_instance;

  /* used in the main context; NULL for a load that is off */
  gboolean is_on[WORKLOAD_N_LOADS];
  WorkloadLoad *loads[WORKLOAD_N_LOADS];
  gboolean is_started;

  /* written by the loads, read by the poller */
  gint64 n_rounds[WORKLOAD_N_LOADS];
};

G_DEFINE_FINAL_TYPE (WorkloadLatencyLoads, workload_latency_loads, GSCOPE_TYPE_SOURCE)

static gboolean
turn (WorkloadLatencyLoads *self, guint i, gboolean is_on, GError **error)
{
  if (!is_on)
    g_clear_pointer (&self->loads[i], workload_load_free);
  else if (!self->loads[i])
    self->loads[i] = workload_load_new (workload_load_kinds[i], &self->n_rounds[i], error);
  return !is_on || self->loads[i];
}

static void
turn_all_off (WorkloadLatencyLoads *self)
{
  for (guint i = 0; i < WORKLOAD_N_LOADS; i++)
    turn (self, i, FALSE, NULL);
}

/* Starts a load that was on before the source was stopped; switches it off if this machine cannot
 * run it. */
static void
turn_on_again (WorkloadLatencyLoads *self, guint i, GString *trouble)
{
  GscopeSource *source = GSCOPE_SOURCE (self);
  g_autoptr (GError) error = NULL;

  if (turn (self, i, self->is_on[i], &error))
    return;
  g_string_append_printf (trouble, "%s%s", trouble->len > 0 ? "; " : "", error->message);
  gscope_parameter_notice (gscope_source_find_parameter (source, workload_load_kinds[i]->name),
                           g_variant_new_boolean (FALSE), NULL);
}

static gboolean
workload_latency_loads_start (GscopeSource *source, GError **error)
{
  WorkloadLatencyLoads *self = WORKLOAD_LATENCY_LOADS (source);
  g_autoptr (GString) trouble = g_string_new (NULL);

  self->is_started = TRUE;
  for (guint i = 0; i < WORKLOAD_N_LOADS; i++)
    turn_on_again (self, i, trouble);
  if (trouble->len > 0)
    gscope_source_set_status (source, GSCOPE_SOURCE_STATE_TROUBLE, trouble->str);
  return TRUE;
}

static void
workload_latency_loads_stop (GscopeSource *source)
{
  WORKLOAD_LATENCY_LOADS (source)->is_started = FALSE;
  turn_all_off (WORKLOAD_LATENCY_LOADS (source));
}

static guint
find_load (GscopeParameter *parameter)
{
  guint i = 0;

  while (!g_str_equal (workload_load_kinds[i]->name, gscope_parameter_get_name (parameter)))
    i++;
  return i;
}

static GVariant *
workload_latency_loads_apply (GscopeSource *source, GscopeParameter *parameter, GVariant *value,
                              GError **error)
{
  WorkloadLatencyLoads *self = WORKLOAD_LATENCY_LOADS (source);

  if (self->is_started && !turn (self, find_load (parameter), g_variant_get_boolean (value), error))
    return NULL;
  return g_variant_ref (value);
}

static GVariant *
workload_latency_loads_check (GscopeSource *source, GscopeParameter *parameter, GVariant *value,
                              GError **error)
{
  const WorkloadLoadKind *kind = workload_load_kinds[find_load (parameter)];
  gpointer state = NULL;

  if (!g_variant_get_boolean (value))
    return g_variant_ref (value);
  state = kind->open (error);
  if (!state)
    return NULL;
  kind->close (state);
  return g_variant_ref (value);
}

static void
declare_load (WorkloadLatencyLoads *self, guint i)
{
  static const char *const steered[] = { "preemption/recent-maximum", NULL };
  const WorkloadLoadKind *kind = workload_load_kinds[i];
  g_autofree char *name = g_strconcat (kind->name, "-rounds", NULL);
  g_autofree char *title = g_strdup_printf (_ ("%s: rounds"), _ (kind->title));
  const GscopeSourceSignal rounds = {
    name,
    title,
    "rounds",
    N_ ("Number of completed rounds of this load"),
    GSCOPE_SIGNAL_KIND_INT64,
    G_STRUCT_OFFSET (WorkloadLatencyLoads, n_rounds[i]),
    .line_mode = GSCOPE_LINE_MODE_STEPS,
  };
  const GscopeSourceParameter load = {
    kind->name,
    kind->title,
    NULL,
    kind->description,
    GSCOPE_PARAMETER_TYPE_BOOLEAN,
    G_STRUCT_OFFSET (WorkloadLatencyLoads, is_on[i]),
    .steered = steered,
  };

  gscope_source_declare_signal (GSCOPE_SOURCE (self), &rounds, NULL, NULL, self);
  gscope_source_declare_parameter (GSCOPE_SOURCE (self), &load, NULL, NULL, self);
}

static void
workload_latency_loads_constructed (GObject *object)
{
  G_OBJECT_CLASS (workload_latency_loads_parent_class)->constructed (object);
  for (guint i = 0; i < WORKLOAD_N_LOADS; i++)
    declare_load (WORKLOAD_LATENCY_LOADS (object), i);
}

static void
workload_latency_loads_dispose (GObject *object)
{
  turn_all_off (WORKLOAD_LATENCY_LOADS (object));
  G_OBJECT_CLASS (workload_latency_loads_parent_class)->dispose (object);
}

static void
workload_latency_loads_class_init (WorkloadLatencyLoadsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GscopeSourceClass *source_class = GSCOPE_SOURCE_CLASS (klass);

  object_class->constructed = workload_latency_loads_constructed;
  object_class->dispose = workload_latency_loads_dispose;
  source_class->domain = GETTEXT_PACKAGE;
  source_class->start = workload_latency_loads_start;
  source_class->stop = workload_latency_loads_stop;
  source_class->check = workload_latency_loads_check;
  source_class->apply = workload_latency_loads_apply;
}

static void
workload_latency_loads_init (WorkloadLatencyLoads *self)
{
}
