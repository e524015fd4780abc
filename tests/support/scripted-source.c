/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/scripted-source.h"

struct _ScriptedSource
{
  GscopeSource parent_instance;

  gboolean held;
  GQueue *verbs;
  double level;
};

G_DEFINE_FINAL_TYPE (ScriptedSource, scripted_source, GSCOPE_TYPE_SOURCE)

static void
ask (ScriptedSource *self, GVariant *value, GCancellable *cancellable, GAsyncReadyCallback callback,
     gpointer user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  /* as real sources do: a late cancellation must not hide a change that was made */
  g_task_set_check_cancellable (task, FALSE);
  if (value)
    g_task_set_task_data (task, g_variant_ref (value), (GDestroyNotify) g_variant_unref);
  g_queue_push_tail (self->verbs, task);
  if (!self->held)
    scripted_source_accept (self, NULL);
}

static void
ask_verb (GscopeSource *source, GCancellable *cancellable, GAsyncReadyCallback callback,
          gpointer user_data)
{
  ask (SCRIPTED_SOURCE (source), NULL, cancellable, callback, user_data);
}

static void
ask_value (GscopeSource *source, GscopeParameter *parameter, GVariant *value,
           GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  ask (SCRIPTED_SOURCE (source), value, cancellable, callback, user_data);
}

static gboolean
configure (GscopeSource *source, GVariant *options, GError **error)
{
  GVariantIter iter;
  const char *name;
  GVariant *value;

  g_variant_iter_init (&iter, options);
  while (g_variant_iter_next (&iter, "{&sv}", &name, &value))
    {
      gboolean known =
          g_str_equal (name, "level") && g_variant_is_of_type (value, G_VARIANT_TYPE_DOUBLE);

      if (known)
        SCRIPTED_SOURCE (source)->level = g_variant_get_double (value);
      g_variant_unref (value);
      if (known)
        continue;
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID, "“%s” is no level", name);
      return FALSE;
    }
  return TRUE;
}

static void
scripted_source_constructed (GObject *object)
{
  GscopeSource *source = GSCOPE_SOURCE (object);
  g_autoptr (GscopeParameter) gain = gscope_parameter_new_double ("gain", 0, 10, 1);
  g_autoptr (GscopeParameter) knob = gscope_parameter_new_integer ("knob", 0, 100, 50);

  G_OBJECT_CLASS (scripted_source_parent_class)->constructed (object);
  gscope_parameter_set_unit (gain, "V");
  gscope_parameter_set_group (knob, "panel");
  gscope_source_add_parameter (source, gain, NULL);
  gscope_source_add_parameter (source, knob, NULL);
}

static void
scripted_source_finalize (GObject *object)
{
  g_queue_free (SCRIPTED_SOURCE (object)->verbs);
  G_OBJECT_CLASS (scripted_source_parent_class)->finalize (object);
}

static void
scripted_source_class_init (ScriptedSourceClass *klass)
{
  GscopeSourceClass *source_class = GSCOPE_SOURCE_CLASS (klass);

  G_OBJECT_CLASS (klass)->constructed = scripted_source_constructed;
  G_OBJECT_CLASS (klass)->finalize = scripted_source_finalize;
  source_class->configure = configure;
  source_class->start_async = ask_verb;
  source_class->stop_async = ask_verb;
  source_class->check_async = ask_value;
  source_class->apply_async = ask_value;
}

static void
scripted_source_init (ScriptedSource *self)
{
  self->verbs = g_queue_new ();
}

ScriptedSource *
scripted_source_new (const char *name)
{
  return g_object_new (SCRIPTED_TYPE_SOURCE, "name", name, NULL);
}

double
scripted_source_get_level (ScriptedSource *self)
{
  return self->level;
}

void
scripted_source_hold (ScriptedSource *self)
{
  self->held = TRUE;
}

guint
scripted_source_count (ScriptedSource *self)
{
  return self->verbs->length;
}

GVariant *
scripted_source_peek (ScriptedSource *self)
{
  return g_task_get_task_data (g_queue_peek_head (self->verbs));
}

void
scripted_source_accept (ScriptedSource *self, GVariant *value)
{
  scripted_source_accept_saying (self, value, NULL);
}

void
scripted_source_accept_late (ScriptedSource *self, GVariant *value)
{
  g_task_set_check_cancellable (g_queue_peek_head (self->verbs), FALSE);
  scripted_source_accept (self, value);
}

void
scripted_source_accept_saying (ScriptedSource *self, GVariant *value, const char *verdict)
{
  g_autoptr (GTask) task = g_queue_pop_head (self->verbs);
  GVariant *asked = g_task_get_task_data (task);

  if (!asked)
    g_task_return_boolean (task, TRUE);
  else
    gscope_parameter_return_checked (
        task, value ? g_variant_ref_sink (value) : g_variant_ref (asked), verdict);
}

void
scripted_source_refuse (ScriptedSource *self, const char *reason)
{
  g_autoptr (GTask) task = g_queue_pop_head (self->verbs);

  g_task_return_new_error (task, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED, "%s", reason);
}

void
run_pending (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}
