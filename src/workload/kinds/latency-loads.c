/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "kinds/latency-loads.h"

#include "loads/kinds.h"

struct _WorkloadLatencyLoads
{
  GscopeSource parent_instance;

  /* the main context's; a load that is off is NULL */
  GscopeParameter *switches[WORKLOAD_N_LOADS];
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

/* Those that were on before; what this machine has not is off. */
static void
turn_on_again (WorkloadLatencyLoads *self, guint i, GString *trouble)
{
  gboolean is_on = g_variant_get_boolean (gscope_parameter_get_value (self->switches[i]));
  g_autoptr (GError) error = NULL;

  if (turn (self, i, is_on, &error))
    return;
  g_string_append_printf (trouble, "%s%s", trouble->len > 0 ? "; " : "", error->message);
  gscope_parameter_notice (self->switches[i], g_variant_new_boolean (FALSE), NULL);
}

static void
workload_latency_loads_start_async (GscopeSource *source, GCancellable *cancellable,
                                    GAsyncReadyCallback callback, gpointer user_data)
{
  WorkloadLatencyLoads *self = WORKLOAD_LATENCY_LOADS (source);
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, user_data);
  g_autoptr (GString) trouble = g_string_new (NULL);

  /* what has started stays so: a late cancellation must not hide it */
  g_task_set_check_cancellable (task, FALSE);
  self->is_started = TRUE;
  for (guint i = 0; i < WORKLOAD_N_LOADS; i++)
    turn_on_again (self, i, trouble);
  if (trouble->len > 0)
    gscope_source_set_status (source, GSCOPE_SOURCE_TROUBLE, trouble->str);
  g_task_return_boolean (task, TRUE);
}

static void
workload_latency_loads_stop_async (GscopeSource *source, GCancellable *cancellable,
                                   GAsyncReadyCallback callback, gpointer user_data)
{
  WorkloadLatencyLoads *self = WORKLOAD_LATENCY_LOADS (source);
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, user_data);

  self->is_started = FALSE;
  turn_all_off (self);
  g_task_return_boolean (task, TRUE);
}

static guint
find_switch (WorkloadLatencyLoads *self, GscopeParameter *parameter)
{
  guint i = 0;

  while (self->switches[i] != parameter)
    i++;
  return i;
}

static void
answer (GTask *task, GVariant *value, GError *error)
{
  if (error)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, g_variant_ref (value), (GDestroyNotify) g_variant_unref);
}

static void
workload_latency_loads_apply_async (GscopeSource *source, GscopeParameter *parameter,
                                    GVariant *value, GCancellable *cancellable,
                                    GAsyncReadyCallback callback, gpointer user_data)
{
  WorkloadLatencyLoads *self = WORKLOAD_LATENCY_LOADS (source);
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, user_data);
  GError *error = NULL;

  if (self->is_started)
    turn (self, find_switch (self, parameter), g_variant_get_boolean (value), &error);
  answer (task, value, error);
}

static void
workload_latency_loads_check_async (GscopeSource *source, GscopeParameter *parameter,
                                    GVariant *value, GCancellable *cancellable,
                                    GAsyncReadyCallback callback, gpointer user_data)
{
  WorkloadLatencyLoads *self = WORKLOAD_LATENCY_LOADS (source);
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, user_data);
  const WorkloadLoadKind *kind = workload_load_kinds[find_switch (self, parameter)];
  GError *error = NULL;
  gpointer state = g_variant_get_boolean (value) ? kind->open (&error) : NULL;

  if (state)
    kind->close (state);
  answer (task, value, error);
}

static void
add (WorkloadLatencyLoads *self, guint i)
{
  static const char *const steered[] = { "preemption/recent-maximum", NULL };
  const WorkloadLoadKind *kind = workload_load_kinds[i];
  g_autofree char *name = g_strconcat (kind->name, "-rounds", NULL);
  g_autofree char *title = g_strconcat (kind->title, ": rounds", NULL);
  g_autoptr (GscopeSignal) signal = gscope_signal_new_int64 (name, &self->n_rounds[i]);

  gscope_signal_set_title (signal, title);
  gscope_signal_set_unit (signal, "rounds");
  gscope_signal_set_line_mode (signal, GSCOPE_LINE_STEPS);
  gscope_signal_set_description (signal, "How often this load has done its work");
  gscope_source_add_signal (GSCOPE_SOURCE (self), signal, NULL);
  self->switches[i] = gscope_parameter_new_boolean (kind->name, FALSE);
  gscope_parameter_set_title (self->switches[i], kind->title);
  gscope_parameter_set_description (self->switches[i], kind->description);
  gscope_parameter_set_steered (self->switches[i], steered);
  gscope_source_add_parameter (GSCOPE_SOURCE (self), self->switches[i], NULL);
}

static void
workload_latency_loads_constructed (GObject *object)
{
  G_OBJECT_CLASS (workload_latency_loads_parent_class)->constructed (object);
  for (guint i = 0; i < WORKLOAD_N_LOADS; i++)
    add (WORKLOAD_LATENCY_LOADS (object), i);
}

static void
workload_latency_loads_dispose (GObject *object)
{
  turn_all_off (WORKLOAD_LATENCY_LOADS (object));
  G_OBJECT_CLASS (workload_latency_loads_parent_class)->dispose (object);
}

static void
workload_latency_loads_finalize (GObject *object)
{
  WorkloadLatencyLoads *self = WORKLOAD_LATENCY_LOADS (object);

  for (guint i = 0; i < WORKLOAD_N_LOADS; i++)
    g_object_unref (self->switches[i]);
  G_OBJECT_CLASS (workload_latency_loads_parent_class)->finalize (object);
}

static void
workload_latency_loads_class_init (WorkloadLatencyLoadsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GscopeSourceClass *source_class = GSCOPE_SOURCE_CLASS (klass);

  object_class->constructed = workload_latency_loads_constructed;
  object_class->dispose = workload_latency_loads_dispose;
  object_class->finalize = workload_latency_loads_finalize;
  source_class->start_async = workload_latency_loads_start_async;
  source_class->stop_async = workload_latency_loads_stop_async;
  source_class->apply_async = workload_latency_loads_apply_async;
  source_class->check_async = workload_latency_loads_check_async;
}

static void
workload_latency_loads_init (WorkloadLatencyLoads *self)
{
}
