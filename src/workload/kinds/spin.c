/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "kinds/spin.h"

#include "threads/spinners.h"

/* Figure 6-4 of R has up to nine. */
#define MOST 16

struct _WorkloadSpin
{
  GscopeSource parent_instance;

  GscopeParameter *competitors;
  WorkloadSpinners *spinners;
  gboolean is_started;
  /* read by the poller */
  gint64 n_spinners;
};

G_DEFINE_FINAL_TYPE (WorkloadSpin, workload_spin, GSCOPE_TYPE_SOURCE)

static void
set_number (WorkloadSpin *self, gint64 number)
{
  workload_spinners_set_number (self->spinners, self->is_started ? number : 0);
  __atomic_store_n (&self->n_spinners, workload_spinners_count (self->spinners), __ATOMIC_RELAXED);
}

static void
start_or_stop (WorkloadSpin *self, gboolean starts)
{
  self->is_started = starts;
  set_number (self, g_variant_get_int64 (gscope_parameter_get_value (self->competitors)));
}

static void
workload_spin_start_async (GscopeSource *source, GCancellable *cancellable,
                           GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, user_data);

  /* what has started stays so: a late cancellation must not hide it */
  g_task_set_check_cancellable (task, FALSE);
  start_or_stop (WORKLOAD_SPIN (source), TRUE);
  g_task_return_boolean (task, TRUE);
}

static void
workload_spin_stop_async (GscopeSource *source, GCancellable *cancellable,
                          GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, user_data);

  start_or_stop (WORKLOAD_SPIN (source), FALSE);
  g_task_return_boolean (task, TRUE);
}

static void
workload_spin_apply_async (GscopeSource *source, GscopeParameter *parameter, GVariant *value,
                           GCancellable *cancellable, GAsyncReadyCallback callback,
                           gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, user_data);

  set_number (WORKLOAD_SPIN (source), g_variant_get_int64 (value));
  g_task_return_pointer (task, g_variant_ref (value), (GDestroyNotify) g_variant_unref);
}

static void
workload_spin_constructed (GObject *object)
{
  WorkloadSpin *self = WORKLOAD_SPIN (object);
  GscopeSource *source = GSCOPE_SOURCE (object);
  g_autoptr (GscopeSignal) signal = gscope_signal_new_int64 ("spinners", &self->n_spinners);

  G_OBJECT_CLASS (workload_spin_parent_class)->constructed (object);
  gscope_signal_set_title (signal, "Competitors");
  gscope_signal_set_unit (signal, "threads");
  gscope_signal_set_description (signal, "Threads in endless loops, on all processors together");
  gscope_signal_set_line_mode (signal, GSCOPE_LINE_STEPS);
  gscope_source_add_signal (source, signal, NULL);
  self->competitors = gscope_parameter_new_integer ("competitors", 0, MOST, 0);
  gscope_parameter_set_title (self->competitors, "Competitors per processor");
  gscope_parameter_set_unit (self->competitors, "threads");
  gscope_parameter_set_description (self->competitors,
                                    "Threads in endless loops on every processor");
  gscope_source_add_parameter (source, self->competitors, NULL);
}

static void
workload_spin_finalize (GObject *object)
{
  WorkloadSpin *self = WORKLOAD_SPIN (object);

  workload_spinners_free (self->spinners);
  g_object_unref (self->competitors);
  G_OBJECT_CLASS (workload_spin_parent_class)->finalize (object);
}

static void
workload_spin_class_init (WorkloadSpinClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GscopeSourceClass *source_class = GSCOPE_SOURCE_CLASS (klass);

  object_class->constructed = workload_spin_constructed;
  object_class->finalize = workload_spin_finalize;
  source_class->start_async = workload_spin_start_async;
  source_class->stop_async = workload_spin_stop_async;
  source_class->apply_async = workload_spin_apply_async;
}

static void
workload_spin_init (WorkloadSpin *self)
{
  self->spinners = workload_spinners_new ();
}
