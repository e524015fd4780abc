/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gi18n-lib.h>
#include <gscope/control/parameter-owner.h>
#include <gscope/error.h>
#include <gscope/source/apply-all.h>

/**
 * GscopeWrites:
 *
 * Values for several parameters of one source that are written together: all of them, or none.
 *
 * The source checks all values first. If it then refuses one while it applies them, it applies the
 * former values of those before it again.
 *
 * ```c
 * g_autoptr (GscopeWrites) writes = gscope_writes_new (source);
 *
 * gscope_writes_add (writes, gain, g_variant_new_double (2), &error);
 * gscope_writes_add (writes, offset, g_variant_new_double (0.5), &error);
 * gscope_writes_apply_async (writes, "tuner", NULL, on_applied, NULL);
 * ```
 *
 * Each parameter has its marker and its outcome, as after gscope_parameter_write_async().
 *
 * Since: 1.0
 */
typedef struct
{
  GscopeParameter *parameter;
  GVariant *value;
  /* the apply that the parameter waits for */
  GTask *apply;
  /* the answer: one of these */
  GVariant *accepted;
  GError *error;
} Write;

struct _GscopeWrites
{
  GObject parent_instance;

  GscopeSource *source;
  GArray *writes;
  GTask *task;
  guint n_unanswered;
  GError *failure;
};

G_DEFINE_FINAL_TYPE (GscopeWrites, gscope_writes, G_TYPE_OBJECT)

static void
write_clear (gpointer data)
{
  Write *write = data;

  g_object_unref (write->parameter);
  g_variant_unref (write->value);
  g_clear_object (&write->apply);
  g_clear_pointer (&write->accepted, g_variant_unref);
  g_clear_error (&write->error);
}

static void
gscope_writes_finalize (GObject *object)
{
  GscopeWrites *self = GSCOPE_WRITES (object);

  g_array_unref (self->writes);
  g_clear_object (&self->source);
  g_clear_error (&self->failure);
  G_OBJECT_CLASS (gscope_writes_parent_class)->finalize (object);
}

static void
gscope_writes_class_init (GscopeWritesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gscope_writes_finalize;
}

static void
gscope_writes_init (GscopeWrites *self)
{
  self->writes = g_array_new (FALSE, FALSE, sizeof (Write));
  g_array_set_clear_func (self->writes, write_clear);
}

/**
 * gscope_writes_new:
 * @source: a source
 *
 * Creates an empty list of writes.
 *
 * Returns: (transfer full): the list
 *
 * Since: 1.0
 */
GscopeWrites *
gscope_writes_new (GscopeSource *source)
{
  GscopeWrites *self;

  g_return_val_if_fail (GSCOPE_IS_SOURCE (source), NULL);

  self = g_object_new (GSCOPE_TYPE_WRITES, NULL);
  self->source = g_object_ref (source);
  return self;
}

static Write *
get_write (GscopeWrites *self, guint index)
{
  return &g_array_index (self->writes, Write, index);
}

static Write *
find_write (GscopeWrites *self, GscopeParameter *parameter)
{
  for (guint i = 0; i < self->writes->len; i++)
    if (get_write (self, i)->parameter == parameter)
      return get_write (self, i);
  return NULL;
}

/**
 * gscope_writes_add:
 * @self: a list of writes that are not applied yet
 * @parameter: a parameter of the source
 * @value: its value; consumed if floating
 * @error: why the value was not added
 *
 * Adds a write. A value that gscope_parameter_validate() does not accept is not added, and neither
 * is a second value of one parameter.
 *
 * Returns: whether the value was added
 *
 * Since: 1.0
 */
gboolean
gscope_writes_add (GscopeWrites *self, GscopeParameter *parameter, GVariant *value, GError **error)
{
  g_autoptr (GVariant) taken = NULL;
  Write write = { 0 };

  g_return_val_if_fail (GSCOPE_IS_WRITES (self) && !self->task, FALSE);
  g_return_val_if_fail (GSCOPE_IS_PARAMETER (parameter), FALSE);
  g_return_val_if_fail (value, FALSE);

  taken = g_variant_ref_sink (value);
  if (find_write (self, parameter))
    {
      g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                           _ ("the parameter has two values; give it one"));
      return FALSE;
    }
  if (self->writes->len == GSCOPE_WRITES_MAX)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
                   _ ("there are more than %d parameters; write fewer at once"), GSCOPE_WRITES_MAX);
      return FALSE;
    }
  write.value = gscope_parameter_validate (parameter, taken, error);
  if (!write.value)
    return FALSE;
  write.parameter = g_object_ref (parameter);
  g_array_append_val (self->writes, write);
  return TRUE;
}

/**
 * gscope_writes_get_n:
 * @self: a list of writes
 *
 * Counts the writes.
 *
 * Returns: their number
 *
 * Since: 1.0
 */
guint
gscope_writes_get_n (GscopeWrites *self)
{
  g_return_val_if_fail (GSCOPE_IS_WRITES (self), 0);

  return self->writes->len;
}

/**
 * gscope_writes_get_parameter:
 * @self: a list of writes
 * @index: the number of a write, from 0 on
 *
 * Gets the parameter of a write.
 *
 * Returns: (transfer none): the parameter
 *
 * Since: 1.0
 */
GscopeParameter *
gscope_writes_get_parameter (GscopeWrites *self, guint index)
{
  g_return_val_if_fail (GSCOPE_IS_WRITES (self) && index < self->writes->len, NULL);

  return get_write (self, index)->parameter;
}

/**
 * gscope_writes_get_value:
 * @self: a list of writes
 * @index: the number of a write, from 0 on
 *
 * Gets the value of a write, as it was asked for.
 *
 * Returns: (transfer none): the value
 *
 * Since: 1.0
 */
GVariant *
gscope_writes_get_value (GscopeWrites *self, guint index)
{
  g_return_val_if_fail (GSCOPE_IS_WRITES (self) && index < self->writes->len, NULL);

  return get_write (self, index)->value;
}

/**
 * gscope_writes_get_error:
 * @self: a list of writes that were answered
 * @index: the number of a write, from 0 on
 *
 * Gets the reason for which a value is not in force: its own, or the refusal of another value. The
 * parameter has the value that is in force.
 *
 * Returns: (transfer none) (nullable): the reason; %NULL if the value was accepted
 *
 * Since: 1.0
 */
const GError *
gscope_writes_get_error (GscopeWrites *self, guint index)
{
  g_return_val_if_fail (GSCOPE_IS_WRITES (self) && index < self->writes->len, NULL);

  return get_write (self, index)->error;
}

/**
 * gscope_writes_accept:
 * @self: a list of writes that a source applies
 * @index: the number of a write, from 0 on
 * @value: the value that was read back; consumed if floating
 *
 * Sets the value that is in force; for [vfunc@Source.apply_all_async]. A value that could not be
 * taken back after the refusal of another one is accepted, too.
 *
 * Since: 1.0
 */
void
gscope_writes_accept (GscopeWrites *self, guint index, GVariant *value)
{
  Write *write;

  g_return_if_fail (GSCOPE_IS_WRITES (self) && index < self->writes->len);
  g_return_if_fail (value);

  write = get_write (self, index);
  g_variant_ref_sink (value);
  g_clear_pointer (&write->accepted, g_variant_unref);
  write->accepted = value;
}

/**
 * gscope_writes_refuse:
 * @self: a list of writes that a source applies
 * @index: the number of a write, from 0 on
 * @error: the reason
 *
 * Sets the reason for which the former value is in force; for [vfunc@Source.apply_all_async].
 *
 * Since: 1.0
 */
void
gscope_writes_refuse (GscopeWrites *self, guint index, const GError *error)
{
  Write *write;

  g_return_if_fail (GSCOPE_IS_WRITES (self) && index < self->writes->len);
  g_return_if_fail (error);

  write = get_write (self, index);
  g_clear_pointer (&write->accepted, g_variant_unref);
  g_clear_error (&write->error);
  write->error = g_error_copy (error);
}

/* The parameters' side: each waits for its apply. */

static void
complete (GscopeWrites *self)
{
  g_autoptr (GTask) task = g_steal_pointer (&self->task);

  if (self->failure)
    g_task_return_error (task, g_error_copy (self->failure));
  else
    g_task_return_boolean (task, TRUE);
}

static void
on_written (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GscopeWrites) self = data;
  Write *write = find_write (self, GSCOPE_PARAMETER (object));
  GError *error = NULL;
  g_autoptr (GVariant) value =
      gscope_parameter_write_finish (GSCOPE_PARAMETER (object), result, &error);

  g_clear_error (&write->error);
  write->error = error;
  if (error && !self->failure)
    self->failure = g_error_copy (error);
  if (--self->n_unanswered == 0)
    complete (self);
}

static void
return_applies (GscopeWrites *self)
{
  for (guint i = 0; i < self->writes->len; i++)
    {
      Write *write = get_write (self, i);
      g_autoptr (GTask) apply = g_steal_pointer (&write->apply);

      if (!apply)
        continue;
      if (write->accepted)
        g_task_return_pointer (apply, g_variant_ref (write->accepted),
                               (GDestroyNotify) g_variant_unref);
      else
        g_task_return_error (apply, g_error_copy (write->error ? write->error : self->failure));
    }
}

static void
on_all_applied (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GscopeWrites) self = data;
  GscopeSource *source = GSCOPE_SOURCE (object);
  GError *error = NULL;

  GSCOPE_SOURCE_GET_CLASS (source)->apply_all_finish (source, result, &error);
  if (error)
    {
      /* the write of a removed parameter has failed before */
      g_clear_error (&self->failure);
      self->failure = error;
    }
  else
    for (guint i = 0; i < self->writes->len; i++)
      if (!get_write (self, i)->accepted)
        gscope_writes_accept (self, i, get_write (self, i)->value);
  return_applies (self);
}

gboolean
gscope_writes_take (GscopeWrites *self, GscopeParameter *parameter, GTask *apply)
{
  Write *write = find_write (self, parameter);

  if (!write || write->apply)
    return FALSE;
  write->apply = apply;
  return TRUE;
}

static gboolean
check_ready (GscopeWrites *self, GError **error)
{
  for (guint i = 0; i < self->writes->len; i++)
    {
      GscopeParameter *parameter = get_write (self, i)->parameter;
      g_autofree char *name = gscope_parameter_dup_full_name (parameter);

      if (gscope_parameter_get_state (parameter) != GSCOPE_PARAMETER_STATE_PENDING)
        continue;
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_SUPERSEDED,
                   _ ("%s: another value is being written; write again"), name);
      return FALSE;
    }
  return TRUE;
}

/* Handlers of the parameters' states may remove parameters. */
static gboolean
begin (GscopeWrites *self, const char *writer, GCancellable *cancellable)
{
  gboolean is_whole = TRUE;

  self->n_unanswered = self->writes->len;
  gscope_source_set_writes (self->source, self);
  for (guint i = 0; i < self->writes->len; i++)
    gscope_parameter_write_async (get_write (self, i)->parameter, get_write (self, i)->value,
                                  writer, cancellable, on_written, g_object_ref (self));
  gscope_source_set_writes (self->source, NULL);
  for (guint i = 0; i < self->writes->len; i++)
    is_whole = is_whole && get_write (self, i)->apply;
  return is_whole;
}

/**
 * gscope_writes_apply_async:
 * @self: a list of writes that are not applied yet
 * @writer: (nullable): who writes, for the markers
 * @cancellable: (nullable): given to the source
 * @callback: (scope async): called when all writes are answered
 * @user_data: data for @callback
 *
 * Writes all values, or none. While a parameter of the list is being written, nothing is written
 * (%GSCOPE_ERROR_SUPERSEDED). Main context only.
 *
 * Since: 1.0
 */
void
gscope_writes_apply_async (GscopeWrites *self, const char *writer, GCancellable *cancellable,
                           GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  GError *error = NULL;

  g_return_if_fail (GSCOPE_IS_WRITES (self) && !self->task);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, gscope_writes_apply_async);
  g_task_set_check_cancellable (task, FALSE);
  if (!check_ready (self, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  self->task = g_steal_pointer (&task);
  if (self->writes->len == 0)
    complete (self);
  else if (begin (self, writer, cancellable))
    GSCOPE_SOURCE_GET_CLASS (self->source)
        ->apply_all_async (self->source, self, cancellable, on_all_applied, g_object_ref (self));
  else
    {
      self->failure = g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                                   _ ("a parameter was removed before its value was applied"));
      return_applies (self);
    }
}

/**
 * gscope_writes_apply_finish:
 * @self: a list of writes
 * @result: the answer
 * @error: which value was refused, why, and which former value could not be restored
 *
 * Ends gscope_writes_apply_async(). If it failed, gscope_writes_get_error() has the reason for each write.
 *
 * Returns: whether all values are in force
 *
 * Since: 1.0
 */
gboolean
gscope_writes_apply_finish (GscopeWrites *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
