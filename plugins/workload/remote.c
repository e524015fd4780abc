/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "remote.h"

#include <gscope/error.h>
#include <gscope/file.h>
#include <tsl/page/page.h>

struct _WorkloadRemote
{
  GscopeProgramRemote parent_instance;

  char *kind;
};

G_DEFINE_FINAL_TYPE (WorkloadRemote, workload_remote, GSCOPE_TYPE_PROGRAM_REMOTE)

static const GscopeSourceOption options[] = {
  { "kind", "s", "Workload",
    "What it does with the machine's time; gscope-workload --list says more", .initial = "'spin'" },
  { .name = NULL },
};

static GStrv
workload_remote_list_arguments (GscopeProgramRemote *remote)
{
  const char *arguments[] = { WORKLOAD_REMOTE (remote)->kind, NULL };

  return g_strdupv ((char **) arguments);
}

static gboolean
workload_remote_configure (GscopeSource *source, GVariant *values, GError **error)
{
  WorkloadRemote *self = WORKLOAD_REMOTE (source);
  GVariantIter iter;
  const char *name;
  GVariant *child;

  g_variant_iter_init (&iter, values);
  while (g_variant_iter_next (&iter, "{&sv}", &name, &child))
    {
      g_autoptr (GVariant) value = child;

      if (!g_str_equal (name, "kind") || !g_variant_is_of_type (value, G_VARIANT_TYPE_STRING)
          || g_variant_get_string (value, NULL)[0] == '-')
        {
          g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                       "“%s”: there is one option, “kind”, the name of a workload", name);
          return FALSE;
        }
      g_free (self->kind);
      self->kind = g_variant_dup_string (value, NULL);
    }
  return TRUE;
}

/* All but these reserve processor time, or keep the whole machine busy. */
static gboolean
is_modest (const char *kind)
{
  static const char *const modest[] = { "spin", "timers", NULL };

  return g_strv_contains (modest, kind);
}

static void
list_demands (GVariant *values, GVariant *parameters, GPtrArray *demands)
{
  const char *kind = "spin";

  if (values && g_variant_lookup (values, "kind", "&s", &kind) && !is_modest (kind))
    g_ptr_array_add (demands, gscope_demand_new (GSCOPE_DEMAND_REAL_TIME, kind));
}

static void
workload_remote_finalize (GObject *object)
{
  g_free (WORKLOAD_REMOTE (object)->kind);
  G_OBJECT_CLASS (workload_remote_parent_class)->finalize (object);
}

/* The page that it published, if it was killed. */
static void
workload_remote_tidy (GscopeProgramRemote *remote)
{
  tsl_page_remove_dead ();
}

static void
workload_remote_class_init (WorkloadRemoteClass *klass)
{
  GscopeSourceClass *source_class = GSCOPE_SOURCE_CLASS (klass);
  GscopeProgramRemoteClass *remote_class = GSCOPE_PROGRAM_REMOTE_CLASS (klass);
  g_autofree char *program = gscope_file_find_installed (WORKLOAD_PROGRAM);

  G_OBJECT_CLASS (klass)->finalize = workload_remote_finalize;
  source_class->options = options;
  source_class->list_demands = list_demands;
  source_class->configure = workload_remote_configure;
  remote_class->program = "gscope-workload";
  remote_class->installed = g_intern_string (program);
  remote_class->tidy = workload_remote_tidy;
  remote_class->list_arguments = workload_remote_list_arguments;
}

static void
workload_remote_init (WorkloadRemote *self)
{
  self->kind = g_strdup ("spin");
}
