/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/share/server-calls-private.h>

#include <glib/gi18n-lib.h>
#include <gscope/carrier/message.h>
#include <gscope/control/describe.h>
#include <gscope/control/parameter-owner.h>
#include <gscope/error.h>
#include <gscope/json-private.h>
#include <gscope/share/server-demands.h>

static void
clear_lease (gpointer data)
{
  GscopeServerLease *lease = data;

  g_clear_pointer (&lease->former, g_variant_unref);
}

void
gscope_server_lease_unref (GscopeServerLease *self)
{
  g_rc_box_release_full (self, clear_lease);
}

void
gscope_server_lease_take (GscopeServerLease *self, const GscopeParameterChange *change)
{
  if (!self->former || self->number != change->former_number)
    {
      g_clear_pointer (&self->former, g_variant_unref);
      self->former = g_variant_ref (change->former);
    }
  self->number = change->number;
}

static void
watched_free (gpointer data)
{
  GscopeServerWatched *watched = data;

  g_variant_unref (watched->told);
  gscope_server_lease_unref (watched->lease);
  g_free (watched);
}

void
gscope_server_call_free (GscopeServerCall *call)
{
  g_object_unref (call->cancellable);
  g_clear_object (&call->parameter);
  g_clear_pointer (&call->lease, gscope_server_lease_unref);
  g_free (call);
}

GscopeServerCalls *
gscope_server_calls_new (GscopeSource *source, GscopeCarrier *carrier,
                         const GscopeServerPolicy *policy)
{
  GscopeServerCalls *self = g_new0 (GscopeServerCalls, 1);

  self->source = source;
  self->carrier = g_object_ref (carrier);
  self->policy = policy;
  self->calls = g_hash_table_new (NULL, NULL);
  self->watched = g_hash_table_new_full (NULL, NULL, g_object_unref, watched_free);
  return self;
}

/* A cancelled call may end at once, and end other calls. */
static void
cancel_all (GscopeServerCalls *self)
{
  g_autoptr (GPtrArray) cancellables = g_ptr_array_new_with_free_func (g_object_unref);
  GHashTableIter iter;
  gpointer item;

  g_hash_table_iter_init (&iter, self->calls);
  while (g_hash_table_iter_next (&iter, NULL, &item))
    {
      GscopeServerCall *call = item;

      call->calls = NULL;
      g_ptr_array_add (cancellables, g_object_ref (call->cancellable));
    }
  for (guint i = 0; i < cancellables->len; i++)
    g_cancellable_cancel (cancellables->pdata[i]);
}

/* Notes of writes. */

static GscopeServerNote
begin_note (const GscopeServerPolicy *policy, const char *name, GVariant *old, GVariant *asked,
            const char *writer)
{
  GscopeServerNote note = { policy->notes, NULL };

  if (policy->notes)
    note.note = policy->notes->begin (policy->data, name, old, asked, writer);
  return note;
}

GscopeServerNote
gscope_server_note_begin (const GscopeServerPolicy *policy, GscopeParameter *parameter,
                          GVariant *asked, const char *writer)
{
  g_autofree char *name = gscope_describe_path (gscope_parameter_get_group (parameter),
                                                gscope_parameter_get_name (parameter));

  return begin_note (policy, name, gscope_parameter_get_value (parameter), asked, writer);
}

void
gscope_server_note_end (GscopeServerNote *note, GVariant *value, const GError *error)
{
  if (note->note)
    note->notes->end (g_steal_pointer (&note->note), value, error);
}

/* Leases. */

static void
on_restored (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autofree GscopeServerNote *note = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) value =
      gscope_parameter_write_finish (GSCOPE_PARAMETER (object), result, &error);

  gscope_server_note_end (note, value, error);
}

/* A write by somebody else that is on its way may be accepted first, and then stands. */
static void
restore (GscopeParameter *parameter, const GscopeServerLease *lease, GscopeServerNote note)
{
  gscope_parameter_take_back_async (parameter, lease->number, lease->former, GSCOPE_SERVER_LEASE,
                                    on_restored, g_memdup2 (&note, sizeof note));
}

/* Returns whether nobody has written since the leased write, not even the same value. */
static gboolean
is_standing (const GscopeServerLease *lease, GscopeParameter *parameter)
{
  return lease->former && gscope_parameter_get_write_number (parameter) == lease->number;
}

/* Restores the value before a leased write, unless somebody else has written since. */
static void
end_lease (GscopeServerCalls *self, GscopeParameter *parameter, const GscopeServerLease *lease)
{
  if (is_standing (lease, parameter))
    restore (
        parameter, lease,
        gscope_server_note_begin (self->policy, parameter, lease->former, GSCOPE_SERVER_LEASE));
}

void
gscope_server_calls_free (GscopeServerCalls *self)
{
  GHashTableIter iter;
  gpointer item, watched;

  g_hash_table_iter_init (&iter, self->watched);
  while (g_hash_table_iter_next (&iter, &item, &watched))
    {
      g_signal_handlers_disconnect_by_data (item, self);
      end_lease (self, item, ((GscopeServerWatched *) watched)->lease);
    }
  g_hash_table_unref (self->watched);

  cancel_all (self);
  g_hash_table_unref (self->calls);
  g_object_unref (self->carrier);
  g_free (self);
}

static void
send (GscopeServerCalls *self, GBytes *message)
{
  gscope_carrier_send (self->carrier, message);
  g_bytes_unref (message);
}

/* Parameters. */

static void
set_told (GscopeServerWatched *watched, GVariant *value)
{
  GVariant *old = watched->told;

  watched->told = g_variant_ref (value);
  g_variant_unref (old);
}

void
gscope_server_calls_tell (GscopeServerCalls *self, GscopeParameter *parameter, const char *writer)
{
  GscopeServerWatched *watched = g_hash_table_lookup (self->watched, parameter);
  g_autofree char *path = gscope_describe_path (gscope_parameter_get_group (parameter),
                                                gscope_parameter_get_name (parameter));
  GVariant *value = gscope_parameter_get_value (parameter);
  JsonObject *object;

  if (!watched || watched->n_writes > 0 || g_variant_equal (watched->told, value))
    return;
  set_told (watched, value);
  object = json_object_new ();
  json_object_set_string_member (object, "parameter", path);
  gscope_json_set_value (object, "value", value);
  gscope_json_set_text (object, "writer", writer, GSCOPE_MESSAGE_MAX_WORD);
  json_object_set_int_member (object, "revision",
                              (gint64) gscope_parameter_get_revision (parameter));
  /* all viewers get the same time */
  json_object_set_int_member (object, "time_ns", gscope_parameter_get_changed (parameter));
  send (self, gscope_message_new (GSCOPE_MESSAGE_NOTICE, object));
}

/* Unlike notify::value, this has the writer, and is emitted once for a drag. */
static void
on_written (GscopeParameter *parameter, GVariant *old, GVariant *asked, GVariant *value,
            const char *reason, const char *writer, GscopeServerCalls *self)
{
  gscope_server_calls_tell (self, parameter, writer);
}

void
gscope_server_calls_watch (GscopeServerCalls *self, GscopeParameter *parameter)
{
  GscopeServerWatched *watched = g_new0 (GscopeServerWatched, 1);

  watched->told = g_variant_ref (gscope_parameter_get_value (parameter));
  watched->lease = g_rc_box_new0 (GscopeServerLease);
  g_hash_table_insert (self->watched, g_object_ref (parameter), watched);
  g_signal_connect (parameter, "written", G_CALLBACK (on_written), self);
}

void
gscope_server_calls_unwatch (GscopeServerCalls *self, GscopeParameter *parameter)
{
  g_signal_handlers_disconnect_by_data (parameter, self);
  g_hash_table_remove (self->watched, parameter);
}

/* Answers. */

void
gscope_server_call_answer (GscopeServerCall *call, const GscopeAnswer *answer, GError *error)
{
  if (call->calls)
    {
      g_hash_table_remove (call->calls->calls, GUINT_TO_POINTER (call->id));
      send (call->calls, gscope_message_new_answer (call->id, answer, error));
    }
  g_clear_error (&error);
}

static void
answer (GscopeServerCall *call, GError *error)
{
  gscope_server_call_answer (call, &(GscopeAnswer){ 0 }, error);
}

static void
on_started (GObject *object, GAsyncResult *result, gpointer data)
{
  GscopeServerCall *call = data;
  GError *error = NULL;

  gscope_source_start_finish (GSCOPE_SOURCE (object), result, &error);
  answer (call, error);
  gscope_server_call_free (call);
}

static void
on_stopped (GObject *object, GAsyncResult *result, gpointer data)
{
  GscopeServerCall *call = data;
  GError *error = NULL;

  gscope_source_stop_finish (GSCOPE_SOURCE (object), result, &error);
  answer (call, error);
  gscope_server_call_free (call);
}

static void
on_refreshed (GObject *object, GAsyncResult *result, gpointer data)
{
  GscopeServerCall *call = data;
  GError *error = NULL;

  gscope_source_refresh_finish (GSCOPE_SOURCE (object), result, &error);
  answer (call, error);
  gscope_server_call_free (call);
}

static void
on_checked (GObject *object, GAsyncResult *result, gpointer data)
{
  GscopeServerCall *call = data;
  GError *error = NULL;
  g_autofree char *verdict = NULL;
  g_autoptr (GVariant) value =
      gscope_parameter_check_finish (GSCOPE_PARAMETER (object), result, &verdict, &error);

  gscope_server_call_answer (call, &(GscopeAnswer){ .value = value, .verdict = verdict }, error);
  gscope_server_call_free (call);
}

void
gscope_server_note_end_lease (GscopeServerNote *self, GscopeParameter *parameter, GVariant *value,
                              const GscopeServerLease *lease)
{
  GscopeServerNote note = *self;
  gboolean comes_back = is_standing (lease, parameter);

  if (note.note && comes_back)
    note.note = note.notes->repeat (note.note, value, lease->former, GSCOPE_SERVER_LEASE);
  gscope_server_note_end (self, value, NULL);
  if (comes_back)
    restore (parameter, lease, note);
}

void
gscope_server_watched_take (GscopeServerWatched *watched, GscopeParameter *parameter,
                            gboolean is_accepted)
{
  if (watched->n_writes > 0)
    watched->n_writes--;
  if (is_accepted)
    set_told (watched, gscope_parameter_get_value (parameter));
}

/* Sends the answer first, then values that other programs wrote meanwhile, or that remain after a
 * refused write. */
static void
on_applied (GObject *object, GAsyncResult *result, gpointer data)
{
  GscopeServerCall *call = data;
  GError *error = NULL;
  g_autoptr (GVariant) value = gscope_parameter_write_finish (call->parameter, result, &error);
  const GscopeAnswer answer = {
    .value = value,
    .revision = (gint64) gscope_parameter_get_revision (call->parameter),
    .time = call->calls ? gscope_clock_get_time (gscope_source_get_clock (call->calls->source)) : 0,
  };
  GscopeServerWatched *watched =
      call->calls ? g_hash_table_lookup (call->calls->watched, call->parameter) : NULL;

  if (watched)
    gscope_server_watched_take (watched, call->parameter, value != NULL);
  if (value && call->lease)
    gscope_server_lease_take (call->lease, gscope_parameter_get_change (result));
  if (!call->calls && value && call->lease)
    gscope_server_note_end_lease (&call->note, call->parameter, value, call->lease);
  gscope_server_note_end (&call->note, value, error);
  gscope_server_call_answer (call, &answer, error);
  if (watched)
    gscope_server_calls_tell (call->calls, call->parameter, NULL);
  gscope_server_call_free (call);
}

/* Calls. */

static void
configure (GscopeServerCall *call, JsonObject *object)
{
  JsonNode *node = json_object_get_member (object, "options");
  GError *error = NULL;
  g_autoptr (GVariant) options = NULL;

  if (node && JSON_NODE_HOLDS_OBJECT (node))
    options = json_gvariant_deserialize (node, "a{sv}", &error);
  else
    g_set_error (&error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID, _ ("“options” is not an object"));
  if (options)
    g_variant_ref_sink (options);
  if (options && g_variant_n_children (options) > 0 && call->calls->policy->is_shared)
    g_set_error (&error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED,
                 _ ("the source has other users; change its options where it was added"));
  else if (options)
    gscope_source_configure (call->calls->source, options, &error);
  answer (call, error);
  gscope_server_call_free (call);
}

gboolean
gscope_server_calls_find (GscopeServerCalls *self, JsonObject *object, GscopeParameter **parameter,
                          GVariant **value, GError **error)
{
  const char *path;

  if (!gscope_json_get_text (object, "parameter", GSCOPE_MESSAGE_MAX_WORD, &path, error))
    return FALSE;
  g_set_object (parameter, gscope_source_find_parameter (self->source, path));
  if (!*parameter)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND, _ ("there is no parameter “%s”"),
                   path);
      return FALSE;
    }
  *value = gscope_json_get_value (object, "value", error);
  return *value != NULL;
}

gboolean
gscope_server_calls_check (GscopeServerCalls *self, GscopeParameter *parameter, JsonObject *object,
                           guint64 *revision, GError **error)
{
  const GscopeServerPolicy *policy = self->policy;
  gint64 named = 0;

  if (policy->may_write && !policy->may_write (policy->data, parameter, error))
    return FALSE;
  if (json_object_has_member (object, "revision")
      && !gscope_json_get_integer (object, "revision", 1, G_MAXINT64, &named, error))
    return FALSE;
  *revision = (guint64) named;
  return gscope_parameter_check_revision (parameter, *revision, error);
}

char *
gscope_server_calls_name_writer (GscopeServerCalls *self, const char *writer)
{
  const char *principal = self->policy->principal;

  if (principal && *writer)
    return g_strdup_printf ("%s, %s", principal, writer);
  return g_strdup (principal ? principal : *writer ? writer : NULL);
}

GscopeServerLease *
gscope_server_calls_get_lease (GscopeServerCalls *self, GscopeParameter *parameter,
                               JsonObject *call)
{
  GscopeServerWatched *watched = g_hash_table_lookup (self->watched, parameter);

  if (!gscope_json_get_flag (call, "lease"))
    return NULL;
  return watched ? g_rc_box_acquire (watched->lease) : g_rc_box_new0 (GscopeServerLease);
}

static void
refuse (GscopeServerCall *call, GError *error)
{
  gscope_server_note_end (&call->note, NULL, error);
  answer (call, error);
  gscope_server_call_free (call);
}

static void
write_value (GscopeServerCall *call, GVariant *value, const char *writer, JsonObject *object)
{
  const GscopeServerPolicy *policy = call->calls->policy;
  GscopeServerWatched *watched = g_hash_table_lookup (call->calls->watched, call->parameter);
  g_autofree char *name = NULL;
  GError *error = NULL;
  guint64 revision;

  call->note = gscope_server_note_begin (policy, call->parameter, value, writer);
  if (!gscope_server_calls_check (call->calls, call->parameter, object, &revision, &error))
    {
      refuse (call, error);
      return;
    }
  if (watched)
    watched->n_writes++;
  call->lease = gscope_server_calls_get_lease (call->calls, call->parameter, object);
  name = gscope_server_calls_name_writer (call->calls, writer);
  gscope_parameter_write_for_async (call->parameter, revision, value, name, call->cancellable,
                                    on_applied, call);
}

GscopeServerNote
gscope_server_note_begin_malformed (const GscopeServerPolicy *policy, GscopeParameter *parameter,
                                    JsonObject *object)
{
  g_autoptr (GVariant) asked = gscope_json_get_value (object, "value", NULL);
  const char *name;

  if (!gscope_json_get_text (object, "parameter", GSCOPE_MESSAGE_MAX_WORD, &name, NULL))
    name = "";
  return begin_note (policy, name, parameter ? gscope_parameter_get_value (parameter) : NULL, asked,
                     "");
}

/* Checks a value for somebody who may write it. */
static void
check_value (GscopeServerCall *call, GVariant *value)
{
  const GscopeServerPolicy *policy = call->calls->policy;
  GError *error = NULL;

  if (policy->may_write && !policy->may_write (policy->data, call->parameter, &error))
    refuse (call, error);
  else
    gscope_parameter_check_async (call->parameter, value, call->cancellable, on_checked, call);
}

static void
use_parameter (GscopeServerCall *call, JsonObject *object, gboolean is_write)
{
  g_autoptr (GVariant) value = NULL;
  GError *error = NULL;
  const char *writer;

  if (!gscope_server_calls_find (call->calls, object, &call->parameter, &value, &error)
      || !gscope_json_get_text (object, "writer", GSCOPE_MESSAGE_MAX_WORD, &writer, &error))
    {
      if (is_write)
        call->note =
            gscope_server_note_begin_malformed (call->calls->policy, call->parameter, object);
      refuse (call, error);
    }
  else if (is_write)
    write_value (call, value, writer, object);
  else
    check_value (call, value);
}

static void
dispatch (GscopeServerCall *call, GscopeVerb verb, JsonObject *object)
{
  GscopeSource *source = call->calls->source;

  if (call->calls->policy->is_shared && (verb == GSCOPE_VERB_START || verb == GSCOPE_VERB_STOP))
    {
      answer (call, NULL);
      gscope_server_call_free (call);
      return;
    }
  switch (verb)
    {
    case GSCOPE_VERB_CONFIGURE:
      configure (call, object);
      break;
    case GSCOPE_VERB_START:
      gscope_source_start_async (source, call->cancellable, on_started, call);
      break;
    case GSCOPE_VERB_STOP:
      gscope_source_stop_async (source, call->cancellable, on_stopped, call);
      break;
    case GSCOPE_VERB_REFRESH:
      gscope_source_refresh_async (source, call->cancellable, on_refreshed, call);
      break;
    case GSCOPE_VERB_APPLY_ALL:
      gscope_server_writes_run (call, object);
      break;
    case GSCOPE_VERB_MARK:
    case GSCOPE_VERB_PICTURE:
    case GSCOPE_VERB_GET:
      gscope_server_call_answer (
          call, &(GscopeAnswer){ 0 },
          g_error_new (
              GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
              _ ("“mark”, “picture” and “get” are for the agent; connect to it without naming a "
                 "source")));
      gscope_server_call_free (call);
      break;
    case GSCOPE_VERB_CHECK:
    case GSCOPE_VERB_APPLY:
    default:
      use_parameter (call, object, verb == GSCOPE_VERB_APPLY);
    }
}

/* Permission. */

/* A call that waits for the permission of its effects. */
typedef struct
{
  GscopeServerCall *call;
  GscopeVerb verb;
  JsonObject *object;
} Request;

static void
on_permitted (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autofree Request *request = data;
  g_autoptr (JsonObject) message = request->object;
  GError *error = NULL;

  if (g_task_propagate_boolean (G_TASK (result), &error) && request->call->calls)
    {
      dispatch (request->call, request->verb, message);
      return;
    }
  if (request->call->calls && request->verb == GSCOPE_VERB_APPLY)
    request->call->note =
        gscope_server_note_begin_malformed (request->call->calls->policy, NULL, message);
  refuse (request->call, error);
}

static void
permit (GscopeServerCall *call, GscopeVerb verb, JsonObject *object)
{
  const GscopeServerPolicy *policy = call->calls->policy;
  g_autoptr (GPtrArray) demands =
      policy->authorize ? gscope_server_list_demands (call->calls->source, verb, object) : NULL;
  Request *request;

  if (!demands || demands->len == 0)
    {
      dispatch (call, verb, object);
      return;
    }
  request = g_new (Request, 1);
  *request = (Request){ call, verb, json_object_ref (object) };
  policy->authorize (policy->data, demands,
                     g_task_new (NULL, call->cancellable, on_permitted, request));
}

static gboolean
get_id (JsonObject *object, guint32 *id, GError **error)
{
  gint64 number;

  if (!gscope_json_get_integer (object, "id", 0, G_MAXUINT32, &number, error))
    return FALSE;
  *id = number;
  return TRUE;
}

gboolean
gscope_server_calls_run (GscopeServerCalls *self, JsonObject *object, GError **error)
{
  GscopeVerb verb;
  guint32 id;
  GscopeServerCall *call;

  if (!get_id (object, &id, error) || !gscope_message_get_verb (object, &verb, error))
    return FALSE;
  if (g_hash_table_contains (self->calls, GUINT_TO_POINTER (id))
      || g_hash_table_size (self->calls) >= GSCOPE_MESSAGE_MAX_ITEMS)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
                   _ ("call %u has the id of another call, or %d calls are unanswered"), id,
                   GSCOPE_MESSAGE_MAX_ITEMS);
      return FALSE;
    }
  call = g_new0 (GscopeServerCall, 1);
  call->calls = self;
  call->id = id;
  call->cancellable = g_cancellable_new ();
  g_hash_table_insert (self->calls, GUINT_TO_POINTER (id), call);
  permit (call, verb, object);
  return TRUE;
}

gboolean
gscope_server_calls_cancel (GscopeServerCalls *self, JsonObject *cancel, GError **error)
{
  GscopeServerCall *call;
  guint32 id;

  if (!get_id (cancel, &id, error))
    return FALSE;
  /* The call may have been answered already. */
  call = g_hash_table_lookup (self->calls, GUINT_TO_POINTER (id));
  if (call)
    g_cancellable_cancel (call->cancellable);
  return TRUE;
}
