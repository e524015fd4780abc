/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/experiment/steer.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <math.h>
#include <string.h>

#define WRITER "experiment"
/* A number that is this close, as a fraction, to another is that number. */
#define ROUNDING 1e-6
/* How long a parameter may take to appear, and how often it is looked for. */
#define PATIENCE (10 * GSCOPE_SEC)
#define RETRY (100 * GSCOPE_MSEC)

typedef struct
{
  char *name;
  GVariant *value;
} Write;

/* The data of a task. n_refused: writes since the last one that succeeded. kept: why values were not put back. */
typedef struct
{
  GQueue *writes;
  guint n_refused;
  GString *kept;
  gint64 deadline;
  gboolean restores;
} Work;

struct _GscopeExperimentSteer
{
  GObject parent_instance;

  GscopeWorkspace *workspace;
  GscopeClock *clock;
  /* the values before the first write, the newest first */
  GQueue *old;
};

G_DEFINE_FINAL_TYPE (GscopeExperimentSteer, gscope_experiment_steer, G_TYPE_OBJECT)

static void write_next (GTask *task);

static Write *
write_new (const char *name, GVariant *value)
{
  Write *self = g_new0 (Write, 1);

  self->name = g_strdup (name);
  self->value = g_variant_ref (value);
  return self;
}

static void
write_free (gpointer data)
{
  Write *self = data;

  g_free (self->name);
  g_variant_unref (self->value);
  g_free (self);
}

static void
free_writes (GQueue *writes)
{
  g_queue_free_full (writes, write_free);
}

static void
work_free (gpointer data)
{
  Work *self = data;

  free_writes (self->writes);
  g_string_free (self->kept, TRUE);
  g_free (self);
}

static void
gscope_experiment_steer_finalize (GObject *object)
{
  GscopeExperimentSteer *self = GSCOPE_EXPERIMENT_STEER (object);

  g_object_unref (self->workspace);
  g_object_unref (self->clock);
  free_writes (self->old);
  G_OBJECT_CLASS (gscope_experiment_steer_parent_class)->finalize (object);
}

static void
gscope_experiment_steer_class_init (GscopeExperimentSteerClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gscope_experiment_steer_finalize;
}

static void
gscope_experiment_steer_init (GscopeExperimentSteer *self)
{
  self->old = g_queue_new ();
}

GscopeExperimentSteer *
gscope_experiment_steer_new (GscopeWorkspace *workspace, GscopeClock *clock)
{
  GscopeExperimentSteer *self = g_object_new (GSCOPE_TYPE_EXPERIMENT_STEER, NULL);

  self->workspace = g_object_ref (workspace);
  self->clock = g_object_ref (clock);
  return self;
}

static GscopeParameter *
find_in_scope (GscopeScope *scope, const char *full_name)
{
  GListModel *sources = gscope_scope_get_sources (scope);

  for (guint i = 0; i < g_list_model_get_n_items (sources); i++)
    {
      g_autoptr (GscopeSource) source = g_list_model_get_item (sources, i);
      const char *name = gscope_source_get_name (source);
      gsize length = strlen (name);
      GscopeParameter *parameter = NULL;

      if (g_str_has_prefix (full_name, name) && full_name[length] == '/')
        parameter = gscope_source_find_parameter (source, full_name + length + 1);
      if (parameter)
        return parameter;
    }
  return NULL;
}

static GscopeParameter *
find_parameter (GscopeExperimentSteer *self, const char *full_name)
{
  GListModel *scopes = gscope_workspace_get_scopes (self->workspace);
  GscopeParameter *parameter = NULL;

  for (guint i = 0; !parameter && i < g_list_model_get_n_items (scopes); i++)
    {
      g_autoptr (GscopeScope) scope = g_list_model_get_item (scopes, i);

      parameter = find_in_scope (scope, full_name);
    }
  return parameter;
}

static void
remember (GscopeExperimentSteer *self, const char *name, GVariant *value)
{
  for (GList *item = self->old->head; item; item = item->next)
    if (g_str_equal (((Write *) item->data)->name, name))
      return;
  g_queue_push_head (self->old, write_new (name, value));
}

static void
end (GTask *task, GError *error)
{
  if (error)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
  g_object_unref (task);
}

/* A write that is refused waits for the other writes, on which it may depend. If it is refused again while values are put back, it is
 * left out. */
static void
note_refusal (GTask *task, Write *write, const GError *error)
{
  Work *work = g_task_get_task_data (task);

  work->n_refused++;
  if (work->n_refused <= g_queue_get_length (work->writes))
    {
      g_queue_push_tail (work->writes, write);
      write_next (task);
      return;
    }
  if (work->restores)
    {
      g_string_append_printf (work->kept, "%s%s: %s", work->kept->len > 0 ? "\n" : "", write->name,
                              error->message);
      write_free (write);
      write_next (task);
      return;
    }
  end (task, g_error_new (error->domain, error->code, "%s: %s", write->name, error->message));
  write_free (write);
}

/* Returns whether a value that was read back is the one that was asked for, but for rounding. */
static gboolean
is_as_asked (GscopeParameter *parameter, GVariant *value, GVariant *asked)
{
  double tolerance, distance;

  if (g_variant_equal (value, asked))
    return TRUE;
  if (!g_variant_is_of_type (value, G_VARIANT_TYPE_DOUBLE))
    return FALSE;
  distance = fabs (g_variant_get_double (value) - g_variant_get_double (asked));
  tolerance = MAX (gscope_parameter_get_step (parameter) / 2,
                   ROUNDING * fabs (g_variant_get_double (asked)));
  return distance <= tolerance;
}

/* A source may take another value than the one it was asked for, and a point of a sweep would be drawn in a wrong place. */
static gboolean
check_value (GscopeParameter *parameter, const Write *write, GVariant *value, GError **error)
{
  g_autoptr (GVariant) asked = gscope_parameter_validate (parameter, write->value, NULL);
  g_autofree char *wanted = NULL;
  g_autofree char *read = NULL;

  if (!asked || is_as_asked (parameter, value, asked))
    return TRUE;
  wanted = gscope_parameter_format (parameter, asked);
  read = gscope_parameter_format (parameter, value);
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED,
               _ ("%s: asked for %s, and it reads %s after the write"), write->name, wanted, read);
  return FALSE;
}

static void
on_written (GObject *object, GAsyncResult *result, gpointer data)
{
  GTask *task = data;
  Work *work = g_task_get_task_data (task);
  Write *write = g_queue_pop_head (work->writes);
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) value =
      gscope_parameter_write_finish (GSCOPE_PARAMETER (object), result, &error);

  if (!value)
    {
      note_refusal (task, write, error);
      return;
    }
  work->n_refused = 0;
  if (!work->restores)
    check_value (GSCOPE_PARAMETER (object), write, value, &error);
  write_free (write);
  if (error)
    end (task, g_steal_pointer (&error));
  else
    write_next (task);
}

static gboolean
on_retry (gpointer data)
{
  write_next (data);
  return G_SOURCE_REMOVE;
}

/* Values are put back without a parameter that has gone. */
static void
wait_for_parameter (GTask *task, const Write *write)
{
  GscopeExperimentSteer *self = g_task_get_source_object (task);
  Work *work = g_task_get_task_data (task);
  g_autoptr (GSource) source = NULL;

  if (work->restores)
    {
      write_free (g_queue_pop_head (work->writes));
      write_next (task);
      return;
    }
  if (gscope_clock_get_time (self->clock) >= work->deadline)
    {
      end (task, g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                              _ ("there is no parameter “%s”"), write->name));
      return;
    }
  source = gscope_clock_create_timeout (self->clock, RETRY);
  g_source_set_callback (source, on_retry, task, NULL);
  g_source_attach (source, NULL);
}

static GError *
make_error (const Work *work)
{
  return g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_REFUSED,
                      _ ("Parameters that were not put back: %s"), work->kept->str);
}

static void
write_next (GTask *task)
{
  GscopeExperimentSteer *self = g_task_get_source_object (task);
  Work *work = g_task_get_task_data (task);
  const Write *write = g_queue_peek_head (work->writes);
  GscopeParameter *parameter;
  g_autoptr (GVariant) value = NULL;

  if (!write || g_cancellable_is_cancelled (g_task_get_cancellable (task)))
    {
      end (task, work->kept->len > 0 ? make_error (work) : NULL);
      return;
    }
  parameter = find_parameter (self, write->name);
  if (!parameter)
    {
      wait_for_parameter (task, write);
      return;
    }
  value = gscope_parameter_validate (parameter, write->value, NULL);
  if (value && g_variant_equal (value, gscope_parameter_get_value (parameter)))
    {
      write_free (g_queue_pop_head (work->writes));
      write_next (task);
      return;
    }
  if (!work->restores)
    remember (self, write->name, gscope_parameter_get_value (parameter));
  gscope_parameter_write_async (parameter, write->value, WRITER, g_task_get_cancellable (task),
                                on_written, task);
}

static void
begin (GscopeExperimentSteer *self, GQueue *writes, gboolean restores, GTask *task)
{
  Work *work = g_new0 (Work, 1);

  work->writes = writes;
  work->kept = g_string_new (NULL);
  work->restores = restores;
  work->deadline = gscope_clock_get_time (self->clock) + PATIENCE;
  g_task_set_task_data (task, work, work_free);
  write_next (task);
}

void
gscope_experiment_steer_apply_async (GscopeExperimentSteer *self, GVariant *settings,
                                     GCancellable *cancellable, GAsyncReadyCallback callback,
                                     gpointer user_data)
{
  GQueue *writes = g_queue_new ();
  GVariantIter iter;
  const char *name;
  GVariant *value;

  g_variant_iter_init (&iter, settings);
  while (g_variant_iter_loop (&iter, "{&sv}", &name, &value))
    g_queue_push_tail (writes, write_new (name, value));
  begin (self, writes, FALSE, g_task_new (self, cancellable, callback, user_data));
}

gboolean
gscope_experiment_steer_apply_finish (GscopeExperimentSteer *self, GAsyncResult *result,
                                      GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

GVariant *
gscope_experiment_steer_list_old (GscopeExperimentSteer *self)
{
  GVariantDict dict;

  g_variant_dict_init (&dict, NULL);
  for (GList *item = self->old->head; item; item = item->next)
    {
      const Write *write = item->data;

      g_variant_dict_insert_value (&dict, write->name, write->value);
    }
  return g_variant_ref_sink (g_variant_dict_end (&dict));
}

void
gscope_experiment_steer_restore_async (GscopeExperimentSteer *self, GAsyncReadyCallback callback,
                                       gpointer user_data)
{
  GQueue *writes = self->old;

  self->old = g_queue_new ();
  begin (self, writes, TRUE, g_task_new (self, NULL, callback, user_data));
}

gboolean
gscope_experiment_steer_restore_finish (GscopeExperimentSteer *self, GAsyncResult *result,
                                        GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}
