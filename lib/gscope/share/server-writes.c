/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/share/server-calls-private.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/json-private.h>
#include <gscope/source/writes.h>

enum
{
  /* The length of the values of parameters that are written together: the answer has them all. */
  MAX_VALUES = 64 * 1024,
};

/* A write of several that are applied together. */
typedef struct
{
  GscopeParameter *parameter;
  /* of writes that end with the connection */
  GscopeServerLease *lease;
  GscopeParameterChange change;
  /* why it was not begun */
  GError *error;
  GscopeServerNote note;
} Item;

/* The writes of one call. */
typedef struct
{
  GscopeServerCall *call;
  GscopeWrites *writes;
  GArray *items;
} Several;

static void
item_clear (gpointer data)
{
  Item *item = data;

  gscope_server_note_end (&item->note, NULL, item->error);
  g_object_unref (item->parameter);
  g_clear_pointer (&item->lease, gscope_server_lease_unref);
  g_clear_pointer (&item->change.former, g_variant_unref);
  g_clear_error (&item->error);
}

static void
several_free (Several *self)
{
  g_array_unref (self->items);
  g_object_unref (self->writes);
  gscope_server_call_free (self->call);
  g_free (self);
}

static Item *
get_item (Several *self, guint index)
{
  return &g_array_index (self->items, Item, index);
}

/* Answers. */

static JsonArray *
describe_items (Several *self)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < self->items->len; i++)
    {
      Item *item = get_item (self, i);
      JsonObject *object = json_object_new ();

      gscope_json_set_value (object, "value", gscope_parameter_get_value (item->parameter));
      json_object_set_int_member (object, "revision",
                                  (gint64) gscope_parameter_get_revision (item->parameter));
      if (item->error)
        gscope_message_set_refusal (object, item->error);
      json_array_add_object_element (array, object);
    }
  return array;
}

static void
settle_item (Several *self, guint index)
{
  Item *item = get_item (self, index);
  const GError *error = gscope_writes_get_error (self->writes, index);
  GscopeServerCalls *calls = self->call->calls;
  GscopeServerWatched *watched =
      calls ? g_hash_table_lookup (calls->watched, item->parameter) : NULL;
  GVariant *value = error ? NULL : gscope_parameter_get_value (item->parameter);

  item->error = error ? g_error_copy (error) : NULL;
  item->change.number = gscope_parameter_get_write_number (item->parameter);
  if (watched)
    gscope_server_watched_take (watched, item->parameter, !error);
  if (value && item->lease)
    gscope_server_lease_take (item->lease, &item->change);
  if (!calls && value && item->lease)
    gscope_server_note_end_lease (&item->note, item->parameter, value, item->lease);
  gscope_server_note_end (&item->note, value, error);
}

/* The answer comes first, then values that other programs wrote meanwhile. */
static void
on_applied (GObject *object, GAsyncResult *result, gpointer data)
{
  Several *self = data;
  GscopeServerCalls *calls = self->call->calls;
  GscopeAnswer answer = { 0 };
  GError *error = NULL;

  gscope_writes_apply_finish (GSCOPE_WRITES (object), result, &error);
  for (guint i = 0; i < self->items->len; i++)
    settle_item (self, i);
  if (calls)
    answer.writes = describe_items (self);
  gscope_server_call_answer (self->call, &answer, error);
  for (guint i = 0; calls && i < self->items->len; i++)
    gscope_server_calls_tell (calls, get_item (self, i)->parameter, NULL);
  several_free (self);
}

/* Calls. */

/* Reads a write, and refuses one that is not allowed, or that is not valid. Returns FALSE if the call is wrong. */
static gboolean
read_item (Several *self, JsonNode *node, const char *writer, GError **error)
{
  GscopeServerCalls *calls = self->call->calls;
  g_autoptr (GscopeParameter) parameter = NULL;
  g_autoptr (GVariant) value = NULL;
  Item item = { 0 };
  guint64 revision;

  if (!JSON_NODE_HOLDS_OBJECT (node))
    return gscope_json_refuse (error, "writes", _ ("this is not a list of objects"));
  if (!gscope_server_calls_find (calls, json_node_get_object (node), &parameter, &value,
                                 &item.error))
    {
      item.note = gscope_server_note_begin_malformed (calls->policy, parameter,
                                                      json_node_get_object (node));
      gscope_server_note_end (&item.note, NULL, item.error);
      g_propagate_error (error, item.error);
      return FALSE;
    }
  item.note = gscope_server_note_begin (calls->policy, parameter, value, writer);
  if (gscope_server_calls_check (calls, parameter, json_node_get_object (node), &revision,
                                 &item.error))
    gscope_writes_add (self->writes, parameter, value, &item.error);
  item.parameter = g_steal_pointer (&parameter);
  g_array_append_val (self->items, item);
  return TRUE;
}

static gboolean
read_items (Several *self, JsonObject *object, const char *writer, GError **error)
{
  JsonArray *array;
  gsize size = 0;

  if (!gscope_json_get_array (object, "writes", GSCOPE_WRITES_MAX, &array, error))
    return FALSE;
  for (guint i = 0; array && i < json_array_get_length (array); i++)
    {
      if (!read_item (self, json_array_get_element (array, i), writer, error))
        return FALSE;
      size += g_variant_get_size (gscope_parameter_get_value (get_item (self, i)->parameter));
    }
  if (size <= MAX_VALUES)
    return TRUE;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
               _ ("the values of the parameters are longer than %d bytes; write fewer at once"),
               MAX_VALUES);
  return FALSE;
}

/* Returns the first refusal, with the name of its parameter. */
static GError *
find_refusal (Several *self)
{
  for (guint i = 0; i < self->items->len; i++)
    {
      Item *item = get_item (self, i);
      g_autofree char *name = gscope_parameter_dup_full_name (item->parameter);

      if (item->error)
        return g_error_new (item->error->domain, item->error->code, "%s: %s", name,
                            item->error->message);
    }
  return NULL;
}

static void
refuse_others (Several *self, const GError *refusal)
{
  for (guint i = 0; i < self->items->len; i++)
    if (!get_item (self, i)->error)
      get_item (self, i)->error =
          g_error_new (refusal->domain, refusal->code,
                       _ ("not written, because another value was refused: %s"), refusal->message);
}

/* No other write is in flight when these are applied: their values take the place of the present ones. */
static void
begin (Several *self, JsonObject *object, const char *writer)
{
  GscopeServerCalls *calls = self->call->calls;
  g_autofree char *name = gscope_server_calls_name_writer (calls, writer);

  for (guint i = 0; i < self->items->len; i++)
    {
      Item *item = get_item (self, i);
      GscopeServerWatched *watched = g_hash_table_lookup (calls->watched, item->parameter);

      if (watched)
        watched->n_writes++;
      item->lease = gscope_server_calls_get_lease (calls, item->parameter, object);
      item->change.former = g_variant_ref (gscope_parameter_get_value (item->parameter));
      item->change.former_number = gscope_parameter_get_write_number (item->parameter);
    }
  gscope_writes_apply_async (self->writes, name, self->call->cancellable, on_applied, self);
}

void
gscope_server_writes_run (GscopeServerCall *call, JsonObject *object)
{
  Several *self = g_new0 (Several, 1);
  GscopeAnswer answer = { 0 };
  GError *error = NULL;
  const char *writer;
  gboolean is_whole;

  self->call = call;
  self->writes = gscope_writes_new (call->calls->source);
  self->items = g_array_new (FALSE, FALSE, sizeof (Item));
  g_array_set_clear_func (self->items, item_clear);
  is_whole = gscope_json_get_text (object, "writer", GSCOPE_MESSAGE_MAX_WORD, &writer, &error)
             && read_items (self, object, writer, &error);
  if (is_whole)
    error = find_refusal (self);
  if (!error)
    {
      begin (self, object, writer);
      return;
    }
  refuse_others (self, error);
  if (is_whole)
    answer.writes = describe_items (self);
  gscope_server_call_answer (call, &answer, error);
  several_free (self);
}
