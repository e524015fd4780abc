/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/source/apply-all.h>

#include <glib/gi18n-lib.h>
#include <gscope/control/parameter-owner.h>
#include <gscope/error.h>

/* The writes of a list, one after the other: each is checked, then each is applied. After a refusal, those that
 * were applied get their former values, the last one first. */
typedef struct
{
  GTask *task;
  GscopeWrites *writes;
  GCancellable *cancellable;
  guint index;
  /* the values that were read back */
  GPtrArray *applied;
  /* the message about the first refusal, and about values that could not be restored */
  GString *failure;
  int code;
} Run;

static void check_next (Run *self);
static void apply_next (Run *self);
static void restore_next (Run *self);

static void
run_free (Run *self)
{
  g_object_unref (self->task);
  g_object_unref (self->writes);
  g_clear_object (&self->cancellable);
  g_ptr_array_unref (self->applied);
  g_string_free (self->failure, TRUE);
  g_free (self);
}

static GscopeSource *
get_source (Run *self)
{
  return g_task_get_source_object (self->task);
}

static GscopeParameter *
get_parameter (Run *self)
{
  return gscope_writes_get_parameter (self->writes, self->index);
}

static gboolean
has_failed (Run *self)
{
  return self->failure->len > 0;
}

/* The message names the parameter that was refused first. */
static void
note_refusal (Run *self, GError *error)
{
  g_autofree char *name = gscope_parameter_dup_full_name (get_parameter (self));

  gscope_writes_refuse (self->writes, self->index, error);
  if (!has_failed (self))
    {
      self->code = error->domain == GSCOPE_ERROR ? error->code : (int) GSCOPE_ERROR_REFUSED;
      g_string_printf (self->failure, "%s: %s", name, error->message);
    }
  g_error_free (error);
}

static void
refuse_with_others (Run *self, guint index)
{
  g_autoptr (GError) error =
      g_error_new (GSCOPE_ERROR, self->code,
                   _ ("not written, because another value was refused: %s"), self->failure->str);

  gscope_writes_refuse (self->writes, index, error);
}

static void
end (Run *self)
{
  if (has_failed (self))
    g_task_return_new_error (self->task, GSCOPE_ERROR, self->code, "%s", self->failure->str);
  else
    {
      for (guint i = 0; i < self->applied->len; i++)
        gscope_writes_accept (self->writes, i, self->applied->pdata[i]);
      g_task_return_boolean (self->task, TRUE);
    }
  run_free (self);
}

static gboolean
is_gone (Run *self, GError **error)
{
  if (!gscope_parameter_has_owner (get_parameter (self)))
    g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                         _ ("the parameter was removed before its value was applied"));
  else if (!g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return FALSE;
  return TRUE;
}

/* Restoring. */

static void
on_restored (GObject *object, GAsyncResult *result, gpointer data)
{
  Run *self = data;
  g_autofree char *name = gscope_parameter_dup_full_name (get_parameter (self));
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) value =
      GSCOPE_SOURCE_GET_CLASS (object)->apply_finish (GSCOPE_SOURCE (object), result, &error);

  if (value)
    refuse_with_others (self, self->index);
  else
    {
      GVariant *applied = self->applied->pdata[self->index];
      g_autofree char *text = gscope_parameter_format (get_parameter (self), applied);

      gscope_writes_accept (self->writes, self->index, applied);
      g_string_append_printf (self->failure, _ (" %s could not be restored and stays at %s: %s."),
                              name, text, error->message);
    }
  restore_next (self);
}

static void
restore_next (Run *self)
{
  if (self->index == 0)
    {
      end (self);
      return;
    }
  self->index--;
  GSCOPE_SOURCE_GET_CLASS (get_source (self))
      ->apply_async (get_source (self), get_parameter (self),
                     gscope_parameter_get_value (get_parameter (self)), NULL, on_restored, self);
}

static void
restore (Run *self)
{
  for (guint i = self->index + 1; i < gscope_writes_get_n (self->writes); i++)
    refuse_with_others (self, i);
  restore_next (self);
}

/* Applying. */

static void
on_applied (GObject *object, GAsyncResult *result, gpointer data)
{
  Run *self = data;
  GError *error = NULL;
  GVariant *value =
      GSCOPE_SOURCE_GET_CLASS (object)->apply_finish (GSCOPE_SOURCE (object), result, &error);

  if (!value)
    {
      note_refusal (self, error);
      restore (self);
      return;
    }
  g_ptr_array_add (self->applied, value);
  self->index++;
  apply_next (self);
}

static void
apply_next (Run *self)
{
  GError *error = NULL;

  if (self->index == gscope_writes_get_n (self->writes))
    end (self);
  else if (is_gone (self, &error))
    {
      note_refusal (self, error);
      restore (self);
    }
  else
    GSCOPE_SOURCE_GET_CLASS (get_source (self))
        ->apply_async (get_source (self), get_parameter (self),
                       gscope_writes_get_value (self->writes, self->index), self->cancellable,
                       on_applied, self);
}

/* Checking. All refusals are found, so that each has its reason. */

static void
on_checked (GObject *object, GAsyncResult *result, gpointer data)
{
  Run *self = data;
  GError *error = NULL;
  g_autoptr (GVariant) value =
      GSCOPE_SOURCE_GET_CLASS (object)->check_finish (GSCOPE_SOURCE (object), result, NULL, &error);

  if (error)
    note_refusal (self, error);
  self->index++;
  check_next (self);
}

static void
end_checks (Run *self)
{
  self->index = 0;
  if (!has_failed (self))
    {
      apply_next (self);
      return;
    }
  for (guint i = 0; i < gscope_writes_get_n (self->writes); i++)
    if (!gscope_writes_get_error (self->writes, i))
      refuse_with_others (self, i);
  end (self);
}

static void
check_next (Run *self)
{
  GError *error = NULL;

  if (self->index == gscope_writes_get_n (self->writes))
    end_checks (self);
  else if (is_gone (self, &error))
    {
      note_refusal (self, error);
      self->index++;
      check_next (self);
    }
  else
    GSCOPE_SOURCE_GET_CLASS (get_source (self))
        ->check_async (get_source (self), get_parameter (self),
                       gscope_writes_get_value (self->writes, self->index), self->cancellable,
                       on_checked, self);
}

void
gscope_source_apply_each_async (GscopeSource *self, GscopeWrites *writes, GCancellable *cancellable,
                                GAsyncReadyCallback callback, gpointer user_data)
{
  Run *run = g_new0 (Run, 1);

  run->task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_check_cancellable (run->task, FALSE);
  run->writes = g_object_ref (writes);
  g_set_object (&run->cancellable, cancellable);
  run->applied = g_ptr_array_new_with_free_func ((GDestroyNotify) g_variant_unref);
  run->failure = g_string_new (NULL);
  check_next (run);
}
