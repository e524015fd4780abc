/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <mcap/catalog-private.h>

#include <string.h>

enum
{
  /* of all that a file describes, in bytes of the file */
  MAX_BYTES = 64 * 1024 * 1024,
};

typedef struct
{
  McapSchema schema;
  char *name;
  char *encoding;
  gpointer data;
} Schema;

typedef struct
{
  McapChannel channel;
  guint16 schema_id;
  char *topic;
  char *encoding;
  char **metadata;
} Channel;

struct _McapCatalog
{
  /* by number; NULL where there is none */
  GPtrArray *schemas_by_id;
  GPtrArray *channels_by_id;
  GPtrArray *schemas;
  GPtrArray *channels;
  gsize n_bytes;
};

static void
schema_free (gpointer data)
{
  Schema *self = data;

  g_free (self->name);
  g_free (self->encoding);
  g_free (self->data);
  g_free (self);
}

static void
channel_free (gpointer data)
{
  Channel *self = data;

  g_free (self->topic);
  g_free (self->encoding);
  g_strfreev (self->metadata);
  g_free (self);
}

McapCatalog *
mcap_catalog_new (void)
{
  McapCatalog *self = g_new0 (McapCatalog, 1);

  self->schemas_by_id = g_ptr_array_new ();
  self->channels_by_id = g_ptr_array_new ();
  self->schemas = g_ptr_array_new_with_free_func (schema_free);
  self->channels = g_ptr_array_new_with_free_func (channel_free);
  return self;
}

void
mcap_catalog_free (McapCatalog *self)
{
  g_ptr_array_unref (self->schemas_by_id);
  g_ptr_array_unref (self->channels_by_id);
  g_ptr_array_unref (self->schemas);
  g_ptr_array_unref (self->channels);
  g_free (self);
}

static gpointer
find (const GPtrArray *by_id, guint id)
{
  return id < by_id->len ? by_id->pdata[id] : NULL;
}

static void
put (GPtrArray *by_id, GPtrArray *all, guint id, gpointer item)
{
  if (id >= by_id->len)
    g_ptr_array_set_size (by_id, (gint) id + 1);
  by_id->pdata[id] = item;
  g_ptr_array_add (all, item);
}

/* Takes all texts. */
static const McapSchema *
put_schema (McapCatalog *self, guint16 id, char *name, char *encoding, gpointer data, gsize size)
{
  Schema *schema = g_new0 (Schema, 1);

  schema->name = name;
  schema->encoding = encoding;
  schema->data = data;
  schema->schema = (McapSchema){ id, name, encoding, data, size };
  put (self->schemas_by_id, self->schemas, id, schema);
  return &schema->schema;
}

static Channel *
put_channel (McapCatalog *self, guint16 id, char *topic, char *encoding, char **metadata)
{
  Channel *channel = g_new0 (Channel, 1);

  channel->topic = topic;
  channel->encoding = encoding;
  channel->metadata = metadata;
  channel->channel = (McapChannel){ id, NULL, topic, encoding, (const char *const *) metadata };
  put (self->channels_by_id, self->channels, id, channel);
  return channel;
}

const McapSchema *
mcap_catalog_add_schema (McapCatalog *self, const char *name, const char *encoding,
                         gconstpointer data, gsize size)
{
  if (self->schemas->len == G_MAXUINT16)
    return NULL;
  return put_schema (self, self->schemas->len + 1, g_strdup (name), g_strdup (encoding),
                     g_memdup2 (data, size), size);
}

const McapChannel *
mcap_catalog_add_channel (McapCatalog *self, const McapSchema *schema, const char *topic,
                          const char *encoding, const char *const *metadata)
{
  const char *const none[] = { NULL };
  Channel *channel;

  if (self->channels->len > G_MAXUINT16)
    return NULL;
  channel = put_channel (self, self->channels->len, g_strdup (topic), g_strdup (encoding),
                         g_strdupv ((char **) (metadata ? metadata : none)));
  channel->channel.schema = schema;
  return &channel->channel;
}

static gboolean
count (McapCatalog *self, const McapFields *fields)
{
  gsize n = fields->end - fields->at;

  if (n > MAX_BYTES - self->n_bytes)
    return FALSE;
  self->n_bytes += n;
  return TRUE;
}

gboolean
mcap_catalog_read_schema (McapCatalog *self, McapFields fields)
{
  McapFields begin = fields;
  guint16 id = mcap_get_number (&fields, 2);
  g_autofree char *name = mcap_get_text (&fields);
  g_autofree char *encoding = mcap_get_text (&fields);
  gsize size = mcap_get_number (&fields, 4);
  const guint8 *data = mcap_get_bytes (&fields, size);

  if (fields.is_short)
    return FALSE;
  if (id == 0 || find (self->schemas_by_id, id))
    return TRUE;
  if (!count (self, &begin))
    return FALSE;
  put_schema (self, id, g_steal_pointer (&name), g_steal_pointer (&encoding),
              g_memdup2 (data, size), size);
  return TRUE;
}

/* Keys and values in turn. */
static char **
read_metadata (McapFields *fields)
{
  gsize size = mcap_get_number (fields, 4);
  const guint8 *bytes = mcap_get_bytes (fields, size);
  McapFields pairs = { bytes, bytes ? bytes + size : NULL, FALSE };
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);

  while (pairs.at < pairs.end && !pairs.is_short)
    {
      g_autofree char *key = mcap_get_text (&pairs), *value = mcap_get_text (&pairs);

      if (pairs.is_short)
        break;
      g_ptr_array_add (texts, g_steal_pointer (&key));
      g_ptr_array_add (texts, g_steal_pointer (&value));
    }
  fields->is_short |= pairs.is_short;
  g_ptr_array_add (texts, NULL);
  return (char **) g_ptr_array_steal (texts, NULL);
}

gboolean
mcap_catalog_read_channel (McapCatalog *self, McapFields fields)
{
  McapFields begin = fields;
  guint16 id = mcap_get_number (&fields, 2), schema_id = mcap_get_number (&fields, 2);
  g_autofree char *topic = mcap_get_text (&fields);
  g_autofree char *encoding = mcap_get_text (&fields);
  g_auto (GStrv) metadata = read_metadata (&fields);

  if (fields.is_short)
    return FALSE;
  if (find (self->channels_by_id, id))
    return TRUE;
  if (!count (self, &begin))
    return FALSE;
  put_channel (self, id, g_steal_pointer (&topic), g_steal_pointer (&encoding),
               g_steal_pointer (&metadata))
      ->schema_id = schema_id;
  return TRUE;
}

void
mcap_catalog_resolve (McapCatalog *self)
{
  for (guint i = 0; i < self->channels->len; i++)
    {
      Channel *channel = self->channels->pdata[i];
      Schema *schema = find (self->schemas_by_id, channel->schema_id);

      channel->channel.schema = schema ? &schema->schema : NULL;
    }
}

const McapChannel *
mcap_catalog_find_channel (const McapCatalog *self, guint id)
{
  return find (self->channels_by_id, id);
}

/* A schema and a channel begin with what users see. */
const GPtrArray *
mcap_catalog_get_schemas (const McapCatalog *self)
{
  return self->schemas;
}

const GPtrArray *
mcap_catalog_get_channels (const McapCatalog *self)
{
  return self->channels;
}

void
mcap_put_schema (GByteArray *to, const McapSchema *schema)
{
  gsize begin = mcap_begin_record (to, MCAP_RECORD_SCHEMA);

  mcap_put_number (to, schema->id, 2);
  mcap_put_text (to, schema->name);
  mcap_put_text (to, schema->encoding);
  mcap_put_number (to, schema->size, 4);
  g_byte_array_append (to, schema->data, schema->size);
  mcap_end_record (to, begin);
}

static void
put_metadata (GByteArray *to, const char *const *metadata)
{
  gsize begin = to->len;
  guint32 n;

  mcap_put_number (to, 0, sizeof n);
  for (guint i = 0; metadata[i]; i++)
    mcap_put_text (to, metadata[i]);
  n = GUINT32_TO_LE (to->len - begin - sizeof n);
  memcpy (to->data + begin, &n, sizeof n);
}

void
mcap_put_channel (GByteArray *to, const McapChannel *channel)
{
  gsize begin = mcap_begin_record (to, MCAP_RECORD_CHANNEL);

  mcap_put_number (to, channel->id, 2);
  mcap_put_number (to, channel->schema ? channel->schema->id : 0, 2);
  mcap_put_text (to, channel->topic);
  mcap_put_text (to, channel->encoding);
  put_metadata (to, channel->metadata);
  mcap_end_record (to, begin);
}
