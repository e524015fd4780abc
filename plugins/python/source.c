/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/remote/program.h>
#include <gscope/source/loader.h>

/* Runs a program in Python, which declares the source, in a process of its own: an error there is
 * the status of the source, and ends nothing else. */
#define PYTHON_TYPE_SOURCE (python_source_get_type ())
G_DECLARE_FINAL_TYPE (PythonSource, python_source, PYTHON, SOURCE, GscopeProgramRemote)

struct _PythonSource
{
  GscopeProgramRemote parent_instance;

  char *file;
};

G_DEFINE_FINAL_TYPE (PythonSource, python_source, GSCOPE_TYPE_PROGRAM_REMOTE)

static const GscopeSourceOption options[] = {
  { "file", "s", N_ ("Path"), N_ ("Path of the program in Python, which runs beside this one"),
    "''", .offset = G_STRUCT_OFFSET (PythonSource, file) },
  { .name = NULL },
};

static GStrv
python_source_list_arguments (GscopeProgramRemote *remote)
{
  /* a file whose name begins with a hyphen is no option */
  const char *arguments[] = { "--", PYTHON_SOURCE (remote)->file, NULL };

  return g_strdupv ((char **) arguments);
}

static void
python_source_open_async (GscopeRemote *remote, GCancellable *cancellable,
                          GAsyncReadyCallback callback, gpointer user_data)
{
  if (PYTHON_SOURCE (remote)->file[0])
    GSCOPE_REMOTE_CLASS (python_source_parent_class)
        ->open_async (remote, cancellable, callback, user_data);
  else
    g_task_report_new_error (
        remote, callback, user_data, python_source_open_async, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
        _ ("No program is chosen: set the option “file” to the path of one in Python."));
}

static void
python_source_list_demands (GVariant *values, GVariant *parameters, GPtrArray *demands)
{
  const char *file = "";

  if (values)
    g_variant_lookup (values, "file", "&s", &file);
  g_ptr_array_add (demands, gscope_demand_new (GSCOPE_DEMAND_KIND_RUN, file, NULL));
  gscope_demand_add_steering (demands, parameters, NULL, NULL);
}

static void
python_source_class_init (PythonSourceClass *klass)
{
  const GscopeSourceClass *base_class = g_type_class_peek (GSCOPE_TYPE_SOURCE);
  GscopeSourceClass *source_class = GSCOPE_SOURCE_CLASS (klass);
  GscopeProgramRemoteClass *remote_class = GSCOPE_PROGRAM_REMOTE_CLASS (klass);

  source_class->domain = GETTEXT_PACKAGE;
  source_class->options = options;
  source_class->list_demands = python_source_list_demands;
  source_class->configure = base_class->configure;
  GSCOPE_REMOTE_CLASS (klass)->open_async = python_source_open_async;
  remote_class->program = PYTHON_PROGRAM;
  remote_class->installed = PYTHON_PROGRAM;
  remote_class->list_arguments = python_source_list_arguments;
  remote_class->explains = TRUE;
}

static void
python_source_init (PythonSource *self)
{
}

static gboolean
register_types (GscopeRegistry *registry, GError **error)
{
  return gscope_registry_add_type (registry, "python", PYTHON_TYPE_SOURCE, _ ("Python"),
                                   _ ("Signals and parameters that a program in Python declares."),
                                   "python", error);
}

GSCOPE_DEFINE_PLUGIN (register_types)
