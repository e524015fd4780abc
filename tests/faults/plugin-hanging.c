/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* A plugin whose source hangs: it says which verb it was asked for, and never answers a write or a stop; nor a start, if
 * HANGING_START is set. */

#include <gscope/gscope.h>

#define HANGING_TYPE_SOURCE (hanging_source_get_type ())
G_DECLARE_FINAL_TYPE (HangingSource, hanging_source, HANGING, SOURCE, GscopeSource)

struct _HangingSource
{
  GscopeSource parent_instance;

  double level;
};

G_DEFINE_FINAL_TYPE (HangingSource, hanging_source, GSCOPE_TYPE_SOURCE)

/* The tasks that nobody completes. */
static GPtrArray *tasks;

static const GscopeSourceParameter parameters[] = {
  { "level", "Level", "V", "A value that nobody can change", GSCOPE_PARAMETER_TYPE_DOUBLE,
    G_STRUCT_OFFSET (HangingSource, level), 0, 10, .initial = 1 },
  { .name = NULL },
};

static void
hang (GscopeSource *source, const char *verb, GCancellable *cancellable,
      GAsyncReadyCallback callback, gpointer user_data)
{
  g_ptr_array_add (tasks, g_task_new (source, cancellable, callback, user_data));
  g_printerr ("hanging: %s\n", verb);
}

static void
hanging_source_start_async (GscopeSource *source, GCancellable *cancellable,
                            GAsyncReadyCallback callback, gpointer user_data)
{
  hang (source, "start", cancellable, callback, user_data);
}

static void
hanging_source_apply_async (GscopeSource *source, GscopeParameter *parameter, GVariant *value,
                            GCancellable *cancellable, GAsyncReadyCallback callback,
                            gpointer user_data)
{
  hang (source, "apply", cancellable, callback, user_data);
}

static void
hanging_source_stop_async (GscopeSource *source, GCancellable *cancellable,
                           GAsyncReadyCallback callback, gpointer user_data)
{
  hang (source, "stop", cancellable, callback, user_data);
}

static void
hanging_source_class_init (HangingSourceClass *klass)
{
  GscopeSourceClass *source_class = GSCOPE_SOURCE_CLASS (klass);

  source_class->parameters = parameters;
  source_class->apply_async = hanging_source_apply_async;
  source_class->stop_async = hanging_source_stop_async;
  if (g_getenv ("HANGING_START"))
    source_class->start_async = hanging_source_start_async;
  tasks = g_ptr_array_new ();
}

static void
hanging_source_init (HangingSource *self)
{
}

static gboolean
register_types (GscopeRegistry *registry, GError **error)
{
  return gscope_registry_add_type (registry, "hanging", HANGING_TYPE_SOURCE, "Hanging",
                                   "Never answers.", "hanging", error);
}

GSCOPE_DEFINE_PLUGIN (register_types)
