/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/remote/calls.h>

#include <glib/gi18n-lib.h>
#include <gscope/control/describe.h>
#include <gscope/control/parameter-owner.h>
#include <gscope/error.h>
#include <gscope/json-private.h>
#include <main-source.h>

struct _GscopeRemoteCalls
{
  GscopeCarrier *carrier;
  GscopeMirror *mirror;
  GHashTable *calls;
  guint32 last_id;
};

/* A cancelled call has no task any more, but may still be answered. */
typedef struct
{
  GscopeRemoteCalls *calls;
  guint32 id;
  GscopeVerb verb;
  GTask *task;
  GSource *cancelled;
  GscopeParameter *parameter;
  GscopeWrites *writes;
} Call;

static void
call_free (gpointer data)
{
  Call *call = data;

  g_clear_pointer (&call->cancelled, main_source_drop);
  g_clear_object (&call->task);
  g_clear_object (&call->parameter);
  g_clear_object (&call->writes);
  g_free (call);
}

GscopeRemoteCalls *
gscope_remote_calls_new (GscopeCarrier *carrier, GscopeMirror *mirror)
{
  GscopeRemoteCalls *self = g_new0 (GscopeRemoteCalls, 1);

  self->carrier = g_object_ref (carrier);
  self->mirror = mirror;
  self->calls = g_hash_table_new_full (NULL, NULL, NULL, call_free);
  return self;
}

static gboolean
on_cancelled (GCancellable *cancellable, gpointer data)
{
  Call *call = data;
  g_autoptr (GTask) task = g_steal_pointer (&call->task);
  g_autoptr (GBytes) message = gscope_message_new_cancel (call->id);

  gscope_carrier_send (call->calls->carrier, message);
  g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("The call was cancelled"));
  return G_SOURCE_REMOVE;
}

static void
watch_cancellable (Call *call)
{
  GCancellable *cancellable = g_task_get_cancellable (call->task);

  if (!cancellable)
    return;
  call->cancelled = g_cancellable_source_new (cancellable);
  g_source_set_callback (call->cancelled, G_SOURCE_FUNC (on_cancelled), call, NULL);
  g_source_attach (call->cancelled, g_task_get_context (call->task));
}

static gboolean
refuse (GscopeRemoteCalls *self, GTask *task)
{
  if (g_task_return_error_if_cancelled (task))
    return TRUE;
  if (g_hash_table_size (self->calls) < GSCOPE_MESSAGE_MAX_ITEMS)
    return FALSE;
  g_task_return_new_error (task, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
                           _ ("%d calls wait for an answer; wait until some are answered"),
                           GSCOPE_MESSAGE_MAX_ITEMS);
  return TRUE;
}

/* The answer concerns a parameter, several writes, or neither. */
static void
send_call (GscopeRemoteCalls *self, GscopeVerb verb, JsonObject *object, GscopeParameter *parameter,
           GscopeWrites *writes, GTask *new_task)
{
  g_autoptr (GTask) task = new_task;
  g_autoptr (JsonObject) taken = object;
  g_autoptr (GBytes) message = NULL;
  Call *call;

  /* A late cancellation must not hide that a value was applied. */
  if (refuse (self, task))
    return;
  g_task_set_check_cancellable (task, FALSE);
  call = g_new0 (Call, 1);
  call->calls = self;
  do
    call->id = ++self->last_id;
  while (g_hash_table_contains (self->calls, GUINT_TO_POINTER (call->id)));
  call->verb = verb;
  call->task = g_steal_pointer (&task);
  g_set_object (&call->parameter, parameter);
  g_set_object (&call->writes, writes);
  g_hash_table_insert (self->calls, GUINT_TO_POINTER (call->id), call);
  watch_cancellable (call);

  json_object_set_int_member (taken, "id", call->id);
  json_object_set_string_member (taken, "verb", gscope_verb_get_nick (verb));
  message = gscope_message_new (GSCOPE_MESSAGE_CALL, g_steal_pointer (&taken));
  gscope_carrier_send (self->carrier, message);
}

void
gscope_remote_calls_call (GscopeRemoteCalls *self, GscopeVerb verb, JsonNode *options, GTask *task)
{
  JsonObject *object = json_object_new ();

  if (options)
    json_object_set_member (object, "options", options);
  send_call (self, verb, object, NULL, NULL, task);
}

static JsonObject *
describe_write (GscopeRemoteCalls *self, GscopeParameter *parameter, GVariant *value,
                gboolean has_revision)
{
  g_autofree char *path = gscope_describe_path (gscope_parameter_get_group (parameter),
                                                gscope_parameter_get_name (parameter));
  gint64 revision = gscope_mirror_get_revision (self->mirror, path);
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "parameter", path);
  gscope_json_set_value (object, "value", value);
  if (has_revision && revision > 0)
    json_object_set_int_member (object, "revision", revision);
  return object;
}

void
gscope_remote_calls_call_with (GscopeRemoteCalls *self, GscopeVerb verb, GscopeParameter *parameter,
                               GVariant *value, const char *writer, GTask *task)
{
  JsonObject *object = describe_write (self, parameter, value, verb == GSCOPE_VERB_APPLY);

  gscope_json_set_text (object, "writer", writer, GSCOPE_MESSAGE_MAX_WORD);
  send_call (self, verb, object, parameter, NULL, task);
}

void
gscope_remote_calls_call_all (GscopeRemoteCalls *self, GscopeWrites *writes, GTask *task)
{
  JsonObject *object = json_object_new ();
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < gscope_writes_get_n (writes); i++)
    json_array_add_object_element (array,
                                   describe_write (self, gscope_writes_get_parameter (writes, i),
                                                   gscope_writes_get_value (writes, i), TRUE));
  json_object_set_array_member (object, "writes", array);
  gscope_json_set_text (object, "writer",
                        gscope_parameter_get_writer (gscope_writes_get_parameter (writes, 0)),
                        GSCOPE_MESSAGE_MAX_WORD);
  send_call (self, GSCOPE_VERB_APPLY_ALL, object, NULL, writes, task);
}

/* Answers. */

static gboolean
take_write (Call *call, guint index, JsonNode *node, GError **error)
{
  GscopeParameter *parameter = gscope_writes_get_parameter (call->writes, index);
  g_autoptr (GVariant) value = NULL;
  g_autoptr (GError) refusal = NULL;
  JsonObject *object;
  gint64 revision;

  if (!JSON_NODE_HOLDS_OBJECT (node))
    return gscope_json_refuse (error, "writes", _ ("this is not a list of objects"));
  object = json_node_get_object (node);
  value = gscope_json_get_value (object, "value", error);
  if (!value || !gscope_json_get_integer (object, "revision", 1, G_MAXINT64, &revision, error)
      || (json_object_has_member (object, "error")
          && !gscope_message_read_refusal (object, &refusal, error)))
    return FALSE;
  gscope_mirror_set_revision (call->calls->mirror, parameter, revision);
  if (!call->task)
    gscope_parameter_notice (parameter, value, NULL);
  else if (refusal)
    gscope_writes_refuse (call->writes, index, refusal);
  else
    gscope_writes_accept (call->writes, index, value);
  return TRUE;
}

/* Writes that were refused as a whole may have no list. */
static gboolean
take_writes (Call *call, JsonObject *answer, gboolean is_refused, GError **error)
{
  guint n = gscope_writes_get_n (call->writes);
  JsonArray *array;

  if (!gscope_json_get_array (answer, "writes", n, &array, error))
    return FALSE;
  if (!array && is_refused)
    return TRUE;
  if (!array || json_array_get_length (array) != n)
    return gscope_json_refuse (error, "writes", _ ("this is not a list of all writes"));
  for (guint i = 0; i < n; i++)
    if (!take_write (call, i, json_array_get_element (array, i), error))
      return FALSE;
  return TRUE;
}

/* Completes a call. Takes ownership of the value and the refusal. */
static void
complete (Call *call, const GscopeAnswer *answer, GError *refusal)
{
  g_autoptr (GVariant) taken = answer->value;
  g_autoptr (GError) reason = refusal;
  g_autoptr (GTask) task = g_steal_pointer (&call->task);

  if (call->parameter && answer->revision > 0)
    gscope_mirror_set_revision (call->calls->mirror, call->parameter, answer->revision);
  if (!task)
    {
      if (taken && call->verb == GSCOPE_VERB_APPLY)
        gscope_parameter_notice (call->parameter, taken, NULL);
    }
  else if (reason)
    g_task_return_error (task, g_steal_pointer (&reason));
  else if (call->parameter)
    gscope_parameter_return_checked (task, g_steal_pointer (&taken),
                                     answer->verdict && *answer->verdict ? answer->verdict : NULL);
  else
    g_task_return_boolean (task, TRUE);
}

/* Reads the parts of an answer that its call has to have. */
static gboolean
check_answer (Call *call, JsonObject *object, const GscopeAnswer *answer, const GError *refusal,
              GError **error)
{
  if (!call)
    g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                         _ ("an answer to an unknown call"));
  else if (!answer->value && !refusal && call->parameter)
    g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                         _ ("an answer without a value"));
  else
    return !call->writes || take_writes (call, object, refusal != NULL, error);
  return FALSE;
}

gboolean
gscope_remote_calls_answer (GscopeRemoteCalls *self, JsonObject *object, GError **error)
{
  GError *refusal = NULL;
  GError *broken = NULL;
  GscopeAnswer answer;
  Call *call;
  gint64 id;

  if (!gscope_json_get_integer (object, "id", 0, G_MAXUINT32, &id, error))
    return FALSE;
  call = g_hash_table_lookup (self->calls, GUINT_TO_POINTER ((guint32) id));
  gscope_message_read_answer (object, &answer, &refusal, &broken);
  if (broken || !check_answer (call, object, &answer, refusal, &broken))
    {
      g_clear_pointer (&answer.value, g_variant_unref);
      g_clear_error (&refusal);
      g_propagate_error (error, broken);
      return FALSE;
    }
  g_hash_table_steal (self->calls, GUINT_TO_POINTER ((guint32) id));
  complete (call, &answer, refusal);
  call_free (call);
  return TRUE;
}

void
gscope_remote_calls_end (GscopeRemoteCalls *self, const GError *error)
{
  g_autoptr (GList) calls = g_hash_table_get_values (self->calls);

  for (GList *l = calls; l; l = l->next)
    complete (l->data, &(GscopeAnswer){ 0 }, g_error_copy (error));
  g_hash_table_unref (self->calls);
  g_object_unref (self->carrier);
  g_free (self);
}
