/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/foxglove/channel.h>

#include <gscope/full-name.h>
#include <gscope/json-private.h>
#include <gscope/session/offer.h>
#include <gscope/text/sample-json.h>

/* A schema of more bytes gets no further field: it takes twice as many in the message that advertises it, and that message and those
 * with values have to be shorter than GSCOPE_CARRIER_MAX_MESSAGE. */
#define MAX_SCHEMA (320 * 1024)

/* The signals of a source while a channel is made: those without a group, and those of each group. */
typedef struct
{
  GPtrArray *plain;
  /* of the signals without a group */
  GHashTable *names;
  /* names of groups in their order, and the signals of each, GPtrArray */
  GPtrArray *groups;
  GHashTable *by_group;
} Sorted;

static const char *
get_group (GscopeSignal *signal)
{
  const char *group = gscope_signal_get_group (signal);

  return group ? group : "";
}

static void
sort_signal (Sorted *self, GscopeSignal *signal)
{
  const char *group = get_group (signal);
  GPtrArray *list;

  if (!*group)
    {
      g_ptr_array_add (self->plain, signal);
      g_hash_table_add (self->names, (gpointer) gscope_signal_get_name (signal));
      return;
    }
  list = g_hash_table_lookup (self->by_group, group);
  if (!list)
    {
      list = g_ptr_array_new ();
      g_hash_table_insert (self->by_group, (gpointer) group, list);
      g_ptr_array_add (self->groups, (gpointer) group);
    }
  g_ptr_array_add (list, signal);
}

static void
clear_field (gpointer data)
{
  GscopeFoxgloveField *field = data;

  g_object_unref (field->signal);
  g_free (field->key);
}

static void
add_field (GscopeFoxgloveChannel *self, GscopeSignal *signal, const char *group, const char *name)
{
  GscopeFoxgloveField field = { g_object_ref (signal), group, gscope_json_quote (name) };

  g_array_append_val (self->fields, field);
}

/* The signals of a group are an object, unless a signal without a group has its name. */
static void
add_group (GscopeFoxgloveChannel *self, const Sorted *sorted, const char *group)
{
  GPtrArray *list = g_hash_table_lookup (sorted->by_group, group);
  char *key = NULL;

  if (!g_hash_table_contains (sorted->names, group))
    {
      key = gscope_json_quote (group);
      g_ptr_array_add (self->groups, key);
    }
  for (guint i = 0; i < list->len; i++)
    {
      const char *name = gscope_signal_get_name (list->pdata[i]);
      g_autofree char *path = gscope_full_name_new (NULL, group, name);

      add_field (self, list->pdata[i], key, key ? name : path);
    }
}

static void
add_fields (GscopeFoxgloveChannel *self)
{
  GListModel *list = gscope_source_get_signals (self->source);
  g_autoptr (GPtrArray) plain = g_ptr_array_new ();
  g_autoptr (GPtrArray) groups = g_ptr_array_new ();
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) by_group =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_ptr_array_unref);
  Sorted sorted = { plain, names, groups, by_group };
  guint n_signals = g_list_model_get_n_items (list);
  guint n = MIN (n_signals, GSCOPE_FOXGLOVE_MAX_FIELDS);

  self->n_left_out = n_signals - n;
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GscopeSignal) signal = g_list_model_get_item (list, i);

      sort_signal (&sorted, signal);
    }
  for (guint i = 0; i < plain->len; i++)
    add_field (self, plain->pdata[i], NULL, gscope_signal_get_name (plain->pdata[i]));
  for (guint i = 0; i < groups->len; i++)
    add_group (self, &sorted, groups->pdata[i]);
}

/* Leaves out the fields for which there is no room. */
static char *
make_schema (GscopeFoxgloveChannel *self)
{
  GString *schema = g_string_new (NULL);
  const char *group = NULL;
  guint i;

  gscope_sample_json_begin_schema (schema, gscope_offer_get_name (self->source));
  for (i = 0; i < self->fields->len && schema->len < MAX_SCHEMA; i++)
    {
      const GscopeFoxgloveField *field = &g_array_index (self->fields, GscopeFoxgloveField, i);

      if (group && field->group != group)
        g_string_append (schema, "}}");
      if (field->group && field->group != group)
        {
          gscope_sample_json_append_key (schema, field->group);
          gscope_sample_json_begin_schema (schema, "");
        }
      group = field->group;
      gscope_sample_json_append_property (schema, field->key, field->signal);
    }
  self->n_left_out += self->fields->len - i;
  g_array_set_size (self->fields, i);
  g_string_append (schema, group ? "}}}}" : "}}");
  return g_string_free (schema, FALSE);
}

GscopeFoxgloveChannel *
gscope_foxglove_channel_new (GscopeScope *scope, GscopeSource *source, guint32 id)
{
  GscopeFoxgloveChannel *self = g_rc_box_new0 (GscopeFoxgloveChannel);

  self->id = id;
  self->scope = g_object_ref (scope);
  self->source = g_object_ref (source);
  self->topic = g_strconcat ("/", gscope_offer_get_name (source), NULL);
  self->fields = g_array_new (FALSE, FALSE, sizeof (GscopeFoxgloveField));
  g_array_set_clear_func (self->fields, clear_field);
  self->groups = g_ptr_array_new_with_free_func (g_free);
  add_fields (self);
  self->schema = make_schema (self);
  return self;
}

GscopeFoxgloveChannel *
gscope_foxglove_channel_ref (GscopeFoxgloveChannel *self)
{
  return g_rc_box_acquire (self);
}

static void
clear_channel (gpointer data)
{
  GscopeFoxgloveChannel *self = data;

  g_array_unref (self->fields);
  g_ptr_array_unref (self->groups);
  g_free (self->topic);
  g_free (self->schema);
  g_object_unref (self->source);
  g_object_unref (self->scope);
}

void
gscope_foxglove_channel_unref (GscopeFoxgloveChannel *self)
{
  g_rc_box_release_full (self, clear_channel);
}

gboolean
gscope_foxglove_channel_is_same (const GscopeFoxgloveChannel *self,
                                 const GscopeFoxgloveChannel *other)
{
  if (self->source != other->source || self->fields->len != other->fields->len
      || !g_str_equal (self->topic, other->topic) || !g_str_equal (self->schema, other->schema))
    return FALSE;
  for (guint i = 0; i < self->fields->len; i++)
    if (g_array_index (self->fields, GscopeFoxgloveField, i).signal
        != g_array_index (other->fields, GscopeFoxgloveField, i).signal)
      return FALSE;
  return TRUE;
}

JsonObject *
gscope_foxglove_channel_describe (const GscopeFoxgloveChannel *self)
{
  JsonObject *object = json_object_new ();

  json_object_set_int_member (object, "id", self->id);
  json_object_set_string_member (object, "topic", self->topic);
  json_object_set_string_member (object, "encoding", "json");
  json_object_set_string_member (object, "schemaName", self->topic + 1);
  json_object_set_string_member (object, "schema", self->schema);
  json_object_set_string_member (object, "schemaEncoding", "jsonschema");
  return object;
}
