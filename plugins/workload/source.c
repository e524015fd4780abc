/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/file.h>
#include <gscope/remote/program.h>
#include <gscope/source/loader.h>
#include <linux/capability.h>
#include <tsl/page/page.h>

#define ACTION "org.gscope.Gscope.reserve-time"

/* Runs the program gscope-workload in a process of its own, so that the scope's process is not
 * loaded, and all load ends with that process. */
#define WORKLOAD_TYPE_REMOTE (workload_remote_get_type ())
G_DECLARE_FINAL_TYPE (WorkloadRemote, workload_remote, WORKLOAD, REMOTE, GscopeProgramRemote)

struct _WorkloadRemote
{
  GscopeProgramRemote parent_instance;

  char *kind;
};

G_DEFINE_FINAL_TYPE (WorkloadRemote, workload_remote, GSCOPE_TYPE_PROGRAM_REMOTE)

static gboolean
check_kind (gpointer self, GVariant *value, GError **error)
{
  if (g_variant_get_string (value, NULL)[0] != '-')
    return TRUE;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
               _ ("kind: it is not the name of a workload; choose a name that “gscope-workload "
                  "--list” shows"));
  return FALSE;
}

static const GscopeSourceOption options[] = {
  { "kind", "s", N_ ("Workload"),
    N_ ("Kind of workload, such as “timers”; “gscope-workload --list” shows all kinds"), "'spin'",
    .offset = G_STRUCT_OFFSET (WorkloadRemote, kind), .take = check_kind },
  { .name = NULL },
};

static GStrv
workload_remote_list_arguments (GscopeProgramRemote *remote)
{
  const char *arguments[] = { WORKLOAD_REMOTE (remote)->kind, NULL };

  return g_strdupv ((char **) arguments);
}

/* Returns whether the kind neither reserves processor time nor keeps the whole machine busy. */
static gboolean
is_modest (const char *kind)
{
  static const char *const modest[] = { "polling", "spin", "timers", NULL };

  return g_strv_contains (modest, kind);
}

static void
list_demands (GVariant *values, GVariant *parameters, GPtrArray *demands)
{
  const char *kind = "spin";

  if (values && g_variant_lookup (values, "kind", "&s", &kind) && !is_modest (kind))
    g_ptr_array_add (demands, gscope_demand_new (GSCOPE_DEMAND_KIND_REAL_TIME, kind, ACTION));
}

/* Removes the page of a program that was killed. */
static void
workload_remote_tidy (GscopeProgramRemote *remote)
{
  tsl_page_remove_dead ();
}

static void
workload_remote_class_init (WorkloadRemoteClass *klass)
{
  const GscopeSourceClass *base_class = g_type_class_peek (GSCOPE_TYPE_SOURCE);
  GscopeSourceClass *source_class = GSCOPE_SOURCE_CLASS (klass);
  GscopeProgramRemoteClass *remote_class = GSCOPE_PROGRAM_REMOTE_CLASS (klass);
  g_autofree char *program = gscope_file_find_installed (WORKLOAD_PROGRAM);

  source_class->domain = GETTEXT_PACKAGE;
  source_class->options = options;
  source_class->action = ACTION;
  source_class->list_demands = list_demands;
  source_class->configure = base_class->configure;
  remote_class->program = "gscope-workload";
  remote_class->installed = g_intern_string (program);
  remote_class->tidy = workload_remote_tidy;
  remote_class->capabilities = 1 << CAP_SYS_NICE;
  remote_class->list_arguments = workload_remote_list_arguments;
}

static void
workload_remote_init (WorkloadRemote *self)
{
}

static gboolean
register_types (GscopeRegistry *registry, GError **error)
{
  return gscope_registry_add_type (
      registry, "workload", WORKLOAD_TYPE_REMOTE, _ ("Workload"),
      _ ("Workloads for experiments: periodic tasks, competing threads, decoders, loads."),
      "workload", error);
}

GSCOPE_DEFINE_PLUGIN (register_types)
