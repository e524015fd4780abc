/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/foxglove/parameters.h>

#include <glib/gi18n-lib.h>
#include <gscope/carrier/message.h>
#include <gscope/error.h>
#include <gscope/foxglove/message.h>
#include <gscope/json-private.h>
#include <gscope/session/offer.h>
#include <main-source.h>
#include <string.h>

enum
{
  /* Most names in a message, and most writes. */
  MAX_NAMES = 4096,
  MAX_WRITES = 64,
  /* While more bytes are unsent, new values wait. */
  MAX_UNSENT = 256 * 1024,
  /* The most bytes of the values in a message, and those that a value has beside its name and its number or text. */
  MAX_SIZE = 512 * 1024,
  MEMBERS_SIZE = 64,
};

/* New values are sent together. */
#define INTERVAL (50 * GSCOPE_MSEC)

struct _GscopeFoxgloveParameters
{
  const GscopeSessionHost *agent;
  const GscopePrincipal *principal;
  GscopeCarrier *carrier;
  /* full names: those to which the client has subscribed, and those with new values */
  GHashTable *subscribed;
  GHashTable *changed;
  GSource *timer;
  /* writes that are not answered yet, Batch */
  GPtrArray *batches;
};

/* The writes of a message. */
typedef struct
{
  /* NULL when the client has gone */
  GscopeFoxgloveParameters *owner;
  char *id;
  GPtrArray *names;
  guint n_pending;
  gboolean is_refused;
} Batch;

typedef struct
{
  Batch *batch;
  char *name;
  GscopeSource *source;
  GscopeParameter *parameter;
  GscopeJournalEntry *entry;
} Write;

GscopeFoxgloveParameters *
gscope_foxglove_parameters_new (const GscopeSessionHost *agent, const GscopePrincipal *principal,
                                GscopeCarrier *carrier)
{
  GscopeFoxgloveParameters *self = g_new0 (GscopeFoxgloveParameters, 1);

  self->agent = agent;
  self->principal = principal;
  self->carrier = g_object_ref (carrier);
  self->subscribed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->changed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->batches = g_ptr_array_new ();
  return self;
}

void
gscope_foxglove_parameters_free (GscopeFoxgloveParameters *self)
{
  g_clear_pointer (&self->timer, main_source_drop);
  for (guint i = 0; i < self->batches->len; i++)
    ((Batch *) self->batches->pdata[i])->owner = NULL;
  g_ptr_array_unref (self->batches);
  g_hash_table_unref (self->subscribed);
  g_hash_table_unref (self->changed);
  g_object_unref (self->carrier);
  g_free (self);
}

/* Values. */

/* Returns NULL if there is no such parameter, or the client may not read its source. */
static GscopeParameter *
find_parameter (GscopeFoxgloveParameters *self, const char *name, GscopeSource **source)
{
  *source = gscope_offer_find_owner (self->agent->scopes, self->agent->rights, self->principal,
                                     name, NULL);
  return *source ? gscope_source_find_parameter (*source, strchr (name, '/') + 1) : NULL;
}

/* Values on their way to the client. Values for which a message has no room follow in others without the id, like new ones. */
typedef struct
{
  GscopeFoxgloveParameters *parameters;
  /* of the request; NULL for none */
  const char *id;
  /* the values of the next message, NULL before the first one, and the most bytes that their text has */
  JsonArray *array;
  gsize size;
} Values;

static void
send_values (Values *self)
{
  JsonObject *object = gscope_foxglove_message_create ("parameterValues");
  JsonArray *array = self->array ? g_steal_pointer (&self->array) : json_array_new ();
  g_autoptr (GBytes) message = NULL;

  json_object_set_array_member (object, "parameters", array);
  if (self->id)
    json_object_set_string_member (object, "id", self->id);
  message = gscope_foxglove_message_pack (object);
  gscope_carrier_send (self->parameters->carrier, message);
  self->id = NULL;
  self->size = 0;
}

/* JSON needs at most six bytes for a byte of a text, as in \u001f, and for one of a number. */
static void
make_room (Values *self, const char *name, GVariant *value)
{
  gsize size = MEMBERS_SIZE + 6 * (strlen (name) + g_variant_get_size (value));

  if (self->array && self->size + size > MAX_SIZE)
    send_values (self);
  if (!self->array)
    self->array = json_array_new ();
  self->size += size;
}

/* Numbers are marked that need not be whole, as JavaScript does not tell 3 from 3.0. */
static void
add_value (Values *self, const char *name, GscopeParameter *parameter)
{
  GVariant *value = gscope_parameter_get_value (parameter);
  JsonObject *object = json_object_new ();

  make_room (self, name, value);
  json_object_set_string_member (object, "name", name);
  gscope_json_set_value (object, "value", value);
  if (gscope_parameter_get_parameter_type (parameter) == GSCOPE_PARAMETER_TYPE_DOUBLE)
    json_object_set_string_member (object, "type", "float64");
  json_array_add_object_element (self->array, object);
}

static void
add_named (Values *self, const char *name)
{
  GscopeSource *source;
  GscopeParameter *parameter = find_parameter (self->parameters, name, &source);

  if (parameter)
    add_value (self, name, parameter);
}

static void
refuse (GscopeFoxgloveParameters *self, const char *name, const GError *error)
{
  g_autofree char *text = g_strdup_printf ("%s: %s", name, error->message);
  g_autoptr (GBytes) message = gscope_foxglove_message_new_status (GSCOPE_FOXGLOVE_ERROR, text);

  gscope_carrier_send (self->carrier, message);
}

static void
set_unknown (GError **error)
{
  g_set_error_literal (
      error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
      _ ("This agent has no such parameter. Get all parameters to see which it has."));
}

/* Reads the text by which the client knows the answer; NULL if there is none. */
static gboolean
read_id (JsonObject *request, char **id, GError **error)
{
  const char *text;

  if (!gscope_json_get_text (request, "id", GSCOPE_MESSAGE_MAX_WORD, &text, error))
    return FALSE;
  *id = json_object_has_member (request, "id") ? g_strdup (text) : NULL;
  return TRUE;
}

/* Calls a function for each parameter that the client may read. */

typedef void (*ParameterFunc) (gpointer data, const char *name, GscopeParameter *parameter);

typedef struct
{
  GscopeFoxgloveParameters *parameters;
  ParameterFunc func;
  gpointer data;
  guint n;
} Walk;

static void
walk_source (GscopeScope *scope, GscopeSource *source, gpointer data)
{
  Walk *walk = data;
  const GscopeSessionHost *agent = walk->parameters->agent;
  GListModel *list = gscope_source_get_parameters (source);
  const char *name = gscope_offer_get_name (source);

  if (!gscope_offer_is_listed (source) || gscope_offer_find (agent->scopes, name, NULL) != source
      || !gscope_rights_check (agent->rights, walk->parameters->principal, GSCOPE_ACCESS_READ, name,
                               NULL))
    return;
  for (guint i = 0; i < g_list_model_get_n_items (list) && walk->n < MAX_NAMES; i++, walk->n++)
    {
      g_autoptr (GscopeParameter) parameter = g_list_model_get_item (list, i);
      g_autofree char *full_name = gscope_offer_name_parameter (source, parameter);

      walk->func (walk->data, full_name, parameter);
    }
}

static void
for_each (GscopeFoxgloveParameters *self, ParameterFunc func, gpointer data)
{
  Walk walk = { self, func, data, 0 };

  gscope_offer_for_each (self->agent->scopes, walk_source, &walk);
}

/* Reading. */

static void
take_value (gpointer data, const char *name, GscopeParameter *parameter)
{
  add_value (data, name, parameter);
}

gboolean
gscope_foxglove_parameters_get (GscopeFoxgloveParameters *self, JsonObject *request, GError **error)
{
  g_auto (GStrv) names = gscope_json_get_names (request, "parameterNames", MAX_NAMES, error);
  g_autofree char *id = NULL;
  Values values = { self, NULL, NULL, 0 };

  if (!names || !read_id (request, &id, error))
    return FALSE;
  values.id = id;
  for (guint i = 0; names[i]; i++)
    add_named (&values, names[i]);
  if (!names[0])
    for_each (self, take_value, &values);
  send_values (&values);
  return TRUE;
}

/* Subscriptions. */

static void
add_name (gpointer data, const char *name, GscopeParameter *parameter)
{
  g_hash_table_add (data, g_strdup (name));
}

gboolean
gscope_foxglove_parameters_subscribe (GscopeFoxgloveParameters *self, JsonObject *request,
                                      GError **error)
{
  g_auto (GStrv) names = gscope_json_get_names (request, "parameterNames", MAX_NAMES, error);

  if (!names)
    return FALSE;
  if (g_hash_table_size (self->subscribed) + g_strv_length (names) > 2 * MAX_NAMES)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
                   _ ("A client may subscribe to %d parameters. Unsubscribe from others."),
                   2 * MAX_NAMES);
      return FALSE;
    }
  for (guint i = 0; names[i]; i++)
    g_hash_table_add (self->subscribed, g_strdup (names[i]));
  if (!names[0])
    for_each (self, add_name, self->subscribed);
  return TRUE;
}

gboolean
gscope_foxglove_parameters_unsubscribe (GscopeFoxgloveParameters *self, JsonObject *request,
                                        GError **error)
{
  g_auto (GStrv) names = gscope_json_get_names (request, "parameterNames", MAX_NAMES, error);

  if (!names)
    return FALSE;
  for (guint i = 0; names[i]; i++)
    g_hash_table_remove (self->subscribed, names[i]);
  if (!names[0])
    g_hash_table_remove_all (self->subscribed);
  return TRUE;
}

/* Only the newest values wait for a slow client. */
static gboolean
on_timer (gpointer data)
{
  GscopeFoxgloveParameters *self = data;
  Values values = { self, NULL, NULL, 0 };
  GHashTableIter iter;
  gpointer name;

  if (gscope_carrier_get_unsent (self->carrier) > MAX_UNSENT)
    return G_SOURCE_CONTINUE;
  g_hash_table_iter_init (&iter, self->changed);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    add_named (&values, name);
  g_hash_table_remove_all (self->changed);
  g_clear_pointer (&self->timer, g_source_unref);
  if (values.array)
    send_values (&values);
  return G_SOURCE_REMOVE;
}

void
gscope_foxglove_parameters_note (GscopeFoxgloveParameters *self, const char *full_name)
{
  if (!g_hash_table_contains (self->subscribed, full_name))
    return;
  g_hash_table_add (self->changed, g_strdup (full_name));
  if (self->timer)
    return;
  self->timer = gscope_clock_create_timeout (gscope_session_host_get_clock (self->agent), INTERVAL);
  g_source_set_static_name (self->timer, "[gscope] new values");
  g_source_set_callback (self->timer, on_timer, self, NULL);
  g_source_attach (self->timer, g_main_context_get_thread_default ());
}

/* Writing. */

/* Ends a write, or the begin of them. After the last one, the client gets the values that are in force, also without having
 * asked for an answer if a write was refused. */
static void
end_write (Batch *batch)
{
  GscopeFoxgloveParameters *self = batch->owner;
  Values values = { self, batch->id, NULL, 0 };

  if (--batch->n_pending > 0)
    return;
  if (self && (batch->id || batch->is_refused))
    {
      for (guint i = 0; i < batch->names->len; i++)
        add_named (&values, batch->names->pdata[i]);
      send_values (&values);
    }
  if (self)
    g_ptr_array_remove_fast (self->batches, batch);
  g_ptr_array_unref (batch->names);
  g_free (batch->id);
  g_free (batch);
}

static void
refuse_write (Batch *batch, const char *name, const GError *error)
{
  batch->is_refused = TRUE;
  if (batch->owner)
    refuse (batch->owner, name, error);
}

static void
on_written (GObject *object, GAsyncResult *result, gpointer data)
{
  Write *write = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) value = gscope_parameter_write_finish (write->parameter, result, &error);

  gscope_journal_entry_end (write->entry, value, error);
  if (error)
    refuse_write (write->batch, write->name, error);
  end_write (write->batch);
  g_object_unref (write->source);
  g_object_unref (write->parameter);
  g_free (write->name);
  g_free (write);
}

static void
begin_write (Batch *batch, const char *name, GscopeSource *source, GscopeParameter *parameter,
             GVariant *value, GscopeJournalEntry *entry)
{
  Write *write = g_new (Write, 1);

  *write =
      (Write){ batch, g_strdup (name), g_object_ref (source), g_object_ref (parameter), entry };
  batch->n_pending++;
  gscope_parameter_write_async (parameter, value, batch->owner->principal->name, NULL, on_written,
                                write);
}

/* Texts in Base64 and lists are types that no parameter has. */
static gboolean
check_type (JsonObject *object, GError **error)
{
  const char *type;

  if (!gscope_json_get_text (object, "type", GSCOPE_MESSAGE_MAX_WORD, &type, error))
    return FALSE;
  if (!*type || g_str_equal (type, "float64"))
    return TRUE;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
               _ ("No parameter has the type “%s”. Send a number, true, false or a text."), type);
  return FALSE;
}

static void
write_one (Batch *batch, const char *name, JsonObject *object)
{
  GscopeFoxgloveParameters *self = batch->owner;
  const GscopeSessionHost *agent = self->agent;
  g_autoptr (GError) error = NULL;
  GscopeSource *source;
  GscopeParameter *parameter = find_parameter (self, name, &source);
  g_autoptr (GVariant) value = NULL;
  GscopeJournalEntry *entry;

  if (!parameter)
    set_unknown (&error);
  else if (check_type (object, &error))
    value = gscope_json_get_value (object, "value", &error);
  entry = gscope_journal_entry_begin (agent->journal, self->principal, name,
                                      parameter ? gscope_parameter_get_value (parameter) : NULL,
                                      value, self->principal->name);
  if (value
      && gscope_rights_check (agent->rights, self->principal, GSCOPE_ACCESS_WRITE, name, &error))
    {
      begin_write (batch, name, source, parameter, value, entry);
      return;
    }
  gscope_journal_entry_end (entry, NULL, error);
  refuse_write (batch, name, error);
}

/* Reads the names before anything is written. */
static GPtrArray *
read_names (JsonArray *writes, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; writes && i < json_array_get_length (writes); i++)
    {
      JsonNode *node = json_array_get_element (writes, i);
      const char *name = "";

      if (JSON_NODE_HOLDS_OBJECT (node)
          && !gscope_json_get_text (json_node_get_object (node), "name", GSCOPE_MESSAGE_MAX_WORD,
                                    &name, error))
        return NULL;
      if (!*name)
        {
          gscope_json_refuse (error, "parameters", _ ("this is not a list of names and values"));
          return NULL;
        }
      g_ptr_array_add (names, g_strdup (name));
    }
  return g_steal_pointer (&names);
}

gboolean
gscope_foxglove_parameters_set (GscopeFoxgloveParameters *self, JsonObject *request, GError **error)
{
  g_autofree char *id = NULL;
  JsonArray *writes;
  GPtrArray *names;
  Batch *batch;

  if (!read_id (request, &id, error)
      || !gscope_json_get_array (request, "parameters", MAX_WRITES, &writes, error))
    return FALSE;
  names = read_names (writes, error);
  if (!names)
    return FALSE;
  batch = g_new0 (Batch, 1);
  batch->owner = self;
  batch->id = g_steal_pointer (&id);
  batch->names = names;
  batch->n_pending = 1;
  g_ptr_array_add (self->batches, batch);
  /* a write may end the session */
  for (guint i = 0; i < names->len && batch->owner; i++)
    write_one (batch, names->pdata[i], json_array_get_object_element (writes, i));
  end_write (batch);
  return TRUE;
}
