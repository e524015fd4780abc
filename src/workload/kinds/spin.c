/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "kinds/kinds.h"
#include "threads/spinners.h"

#include <glib/gi18n-lib.h>
#include <gscope/gscope.h>

/* Maximum number of competitors per processor; figure 6-4 of R has up to nine. */
#define MAX_COMPETITORS 16

/* Threads that compete for processors; a parameter sets their number. */
G_DECLARE_FINAL_TYPE (WorkloadSpin, workload_spin, WORKLOAD, SPIN, GscopeSource)

struct _WorkloadSpin
{
  GscopeSource parent_instance;

  /* value of the parameter, per processor */
  gint64 competitors;
  WorkloadSpinners *spinners;
  gboolean is_started;
  /* read by the poller */
  gint64 n_spinners;
};

G_DEFINE_FINAL_TYPE (WorkloadSpin, workload_spin, GSCOPE_TYPE_SOURCE)

static void
set_number (WorkloadSpin *self, gint64 number)
{
  guint n = workload_spinners_set_number (self->spinners, self->is_started ? number : 0);

  __atomic_store_n (&self->n_spinners, n, __ATOMIC_RELAXED);
}

static gboolean
workload_spin_start (GscopeSource *source, GError **error)
{
  WorkloadSpin *self = WORKLOAD_SPIN (source);

  self->is_started = TRUE;
  set_number (self, self->competitors);
  return TRUE;
}

static void
workload_spin_stop (GscopeSource *source)
{
  WorkloadSpin *self = WORKLOAD_SPIN (source);

  self->is_started = FALSE;
  set_number (self, 0);
}

static GVariant *
apply_competitors (gpointer self, GscopeParameter *parameter, GVariant *value, GError **error)
{
  set_number (self, g_variant_get_int64 (value));
  return g_variant_ref (value);
}

static const GscopeSourceSignal signals[] = {
  { "spinners", N_ ("Competitors"), "threads",
    N_ ("Number of threads in endless loops on all processors"), GSCOPE_SIGNAL_KIND_INT64,
    G_STRUCT_OFFSET (WorkloadSpin, n_spinners), .line_mode = GSCOPE_LINE_MODE_STEPS },
  { .name = NULL },
};

static const GscopeSourceParameter parameters[] = {
  { "competitors", N_ ("Competitors per processor"), "threads",
    N_ ("Number of threads in endless loops on each processor"), GSCOPE_PARAMETER_TYPE_INTEGER,
    G_STRUCT_OFFSET (WorkloadSpin, competitors), .max = MAX_COMPETITORS,
    .apply = apply_competitors },
  { .name = NULL },
};

static void
workload_spin_finalize (GObject *object)
{
  WorkloadSpin *self = WORKLOAD_SPIN (object);

  workload_spinners_free (self->spinners);
  G_OBJECT_CLASS (workload_spin_parent_class)->finalize (object);
}

static void
workload_spin_class_init (WorkloadSpinClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GscopeSourceClass *source_class = GSCOPE_SOURCE_CLASS (klass);

  object_class->finalize = workload_spin_finalize;
  source_class->domain = GETTEXT_PACKAGE;
  source_class->signals = signals;
  source_class->parameters = parameters;
  source_class->start = workload_spin_start;
  source_class->stop = workload_spin_stop;
}

static void
workload_spin_init (WorkloadSpin *self)
{
  self->spinners = workload_spinners_new ();
}
