/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/files/mcap-converter.h>

#include <gscope/files/mcap-text.h>
#include <gscope/files/tuple-converter.h>
#include <gscope/json-private.h>
#include <gscope/text/annotation-private.h>
#include <gscope/text/sample-json.h>
#include <mcap/mcap.h>
#include <string.h>

/* The schema of annotations declares what other programs may want to show: markers. */
static const char annotation_schema[] =
    "{\"type\":\"object\",\"properties\":{\"marker\":{"
    "\"type\":\"object\",\"properties\":{\"time_ns\":{\"type\":\"integer\"},\"kind\":{\"type\":"
    "\"string\"},\"subject\":{\"type\":\"string\"},\"label\":{\"type\":\"string\"},\"detail\":{"
    "\"type\":\"string\"}}}}}";

#define ANNOTATION_TOPIC "/gscope/annotations"
/* The topic of signals whose names have no slash. */
#define PLAIN_TOPIC "signals"

/* The signals of a channel. */
typedef struct
{
  char *prefix;
  /* of Field */
  GPtrArray *fields;
  const McapChannel *channel;
  /* there are fields that the channel does not have */
  gboolean is_changed;
  /* the message of the present time; empty if it has no sample yet */
  GString *message;
  /* counts from 1 */
  guint32 sequence;
} Group;

/* A signal. */
typedef struct
{
  Group *group;
  /* the last part of its name, in quotes */
  char *key;
  /* from an annotation; may be NULL */
  GscopeSignal *description;
  /* the message that has its last sample */
  guint32 last;
} Field;

typedef struct
{
  McapWriter *writer;
  GError **error;

  /* Group by prefix, Field by name and by the parser's number of the name */
  GHashTable *groups;
  GHashTable *fields;
  GPtrArray *by_id;
  /* the groups with samples of the present time */
  GPtrArray *touched;
  const McapChannel *annotations;
  guint32 n_annotations;
  /* of the samples, and of the message with the latest time */
  gint64 time;
  gint64 latest;
  gint64 offset;
} Writer;

static void
group_free (gpointer data)
{
  Group *self = data;

  g_free (self->prefix);
  g_ptr_array_unref (self->fields);
  g_string_free (self->message, TRUE);
  g_free (self);
}

static void
field_free (gpointer data)
{
  Field *self = data;

  g_free (self->key);
  g_clear_object (&self->description);
  g_free (self);
}

/* Signals and their groups. */

static Group *
get_group (Writer *self, const char *prefix)
{
  Group *group = g_hash_table_lookup (self->groups, prefix);

  if (group)
    return group;
  group = g_new0 (Group, 1);
  group->prefix = g_strdup (prefix);
  group->fields = g_ptr_array_new ();
  group->message = g_string_new (NULL);
  group->sequence = 1;
  g_hash_table_insert (self->groups, group->prefix, group);
  return group;
}

static Field *
get_field (Writer *self, const char *name)
{
  Field *field = g_hash_table_lookup (self->fields, name);
  const char *slash = *name ? strrchr (name + 1, '/') : NULL;
  g_autofree char *prefix = NULL;

  if (field)
    return field;
  prefix = slash ? g_strndup (name, slash - name) : g_strdup ("");
  field = g_new0 (Field, 1);
  field->group = get_group (self, prefix);
  field->group->is_changed = TRUE;
  field->key = gscope_json_quote (slash ? slash + 1 : name);
  g_ptr_array_add (field->group->fields, field);
  g_hash_table_insert (self->fields, g_strdup (name), field);
  return field;
}

static void
describe (Writer *self, GscopeSignal *signal)
{
  Field *field = get_field (self, gscope_signal_get_name (signal));

  g_set_object (&field->description, signal);
  field->group->is_changed = TRUE;
}

static char *
make_schema (const Group *group)
{
  GString *schema = g_string_new (NULL);

  gscope_sample_json_begin_schema (schema, group->prefix);
  for (guint i = 0; i < group->fields->len; i++)
    {
      const Field *field = group->fields->pdata[i];

      gscope_sample_json_append_property (schema, field->key, field->description);
    }
  g_string_append (schema, "}}");
  return g_string_free (schema, FALSE);
}

/* Writing. */

static const McapChannel *
add_channel (Writer *self, const char *topic, const char *name, const char *schema, const char *key,
             const char *value)
{
  const char *const metadata[] = { key, value, NULL };
  const McapSchema *added;

  if (*self->error)
    return NULL;
  added = mcap_writer_add_schema (self->writer, name, "jsonschema", schema, strlen (schema),
                                  self->error);
  return added ? mcap_writer_add_channel (self->writer, added, topic, "json", metadata, self->error)
               : NULL;
}

static void
write_message (Writer *self, const McapChannel *channel, guint32 sequence, gint64 time,
               const char *data, gsize size)
{
  McapMessage message = { channel, sequence, 0, 0, data, size };

  self->latest = MAX (self->latest, time);
  if (*self->error || __builtin_add_overflow (time, self->offset, &time))
    return;
  message.log_time = message.publish_time = (guint64) MAX (time, 0);
  mcap_writer_write (self->writer, &message, self->error);
}

static void
add_channel_of (Writer *self, Group *group)
{
  const char *name = *group->prefix ? group->prefix : PLAIN_TOPIC;
  g_autofree char *topic = g_strconcat ("/", name, NULL);
  g_autofree char *schema = make_schema (group);

  group->channel = add_channel (self, topic, name, schema, GSCOPE_MCAP_PREFIX, group->prefix);
  group->is_changed = FALSE;
}

static void
write_group (Writer *self, Group *group)
{
  if (group->message->len == 0)
    return;
  g_string_append_c (group->message, '}');
  if (group->is_changed)
    add_channel_of (self, group);
  if (group->channel)
    write_message (self, group->channel, group->sequence, self->time, group->message->str,
                   group->message->len);
  g_string_truncate (group->message, 0);
  group->sequence++;
}

static void
end_tick (Writer *self)
{
  for (guint i = 0; i < self->touched->len; i++)
    write_group (self, self->touched->pdata[i]);
  g_ptr_array_set_size (self->touched, 0);
}

static void
add_sample (Writer *self, Field *field, double value)
{
  Group *group = field->group;

  if (field->last == group->sequence)
    write_group (self, group);
  if (group->message->len == 0)
    {
      g_ptr_array_add (self->touched, group);
      g_string_append_c (group->message, '{');
    }
  gscope_sample_json_append (group->message, field->key, value);
  field->last = group->sequence;
}

static void
take_tuples (gpointer writer, GscopeTupleParser *parser, const GscopeTuple *tuples, gsize n)
{
  Writer *self = writer;

  for (guint id = self->by_id->len; id < gscope_tuple_parser_get_n_names (parser); id++)
    g_ptr_array_add (self->by_id, get_field (self, gscope_tuple_parser_get_name (parser, id)));
  for (gsize i = 0; i < n; i++)
    {
      if (tuples[i].time != self->time)
        end_tick (self);
      self->time = tuples[i].time;
      add_sample (self, self->by_id->pdata[tuples[i].name], tuples[i].value);
    }
}

/* Times that are too far from 1970 stay as they are. */
static void
take_header (Writer *self, GscopeAnnotation *annotation)
{
  gint64 time, start;

  if (self->annotations || !gscope_annotation_read_header (annotation, &time, &start, NULL))
    return;
  self->latest = time;
  if (__builtin_sub_overflow (start, time, &self->offset))
    self->offset = 0;
}

static const McapChannel *
get_annotations (Writer *self)
{
  g_autofree char *offset = NULL;

  if (self->annotations)
    return self->annotations;
  offset = g_strdup_printf ("%" G_GINT64_FORMAT, self->offset);
  self->annotations = add_channel (self, ANNOTATION_TOPIC, GSCOPE_MCAP_ANNOTATION,
                                   annotation_schema, GSCOPE_MCAP_OFFSET, offset);
  return self->annotations;
}

/* A marker is at its own time, all other annotations are where they are among samples and markers. */
static gint64
find_time (Writer *self, GscopeAnnotation *annotation)
{
  GscopeMarkerNews news;
  g_autoptr (GscopeMarker) marker = gscope_annotation_read_marker (annotation, &news, NULL);

  return marker && news == GSCOPE_MARKER_NEWS_ADDED ? gscope_marker_get_time (marker)
                                                    : self->latest;
}

static void
take_annotation (gpointer writer, GscopeAnnotation *annotation)
{
  Writer *self = writer;
  g_autoptr (JsonNode) node =
      json_node_init_object (json_node_alloc (), gscope_annotation_get_object (annotation));
  g_autofree char *text = json_to_string (node, FALSE);
  g_autoptr (GPtrArray) signals = gscope_annotation_read_signals (annotation, NULL);

  end_tick (self);
  take_header (self, annotation);
  for (guint i = 0; signals && i < signals->len; i++)
    describe (self, signals->pdata[i]);
  if (get_annotations (self))
    write_message (self, self->annotations, ++self->n_annotations, find_time (self, annotation),
                   text, strlen (text));
}

static gboolean
append_output (gconstpointer data, gsize size, gpointer user_data, GError **error)
{
  g_byte_array_append (user_data, data, size);
  return TRUE;
}

/* The format. */

static void
flush (gpointer writer)
{
  Writer *self = writer;

  end_tick (self);
  if (!*self->error)
    mcap_writer_flush (self->writer, self->error);
}

static void
end (gpointer writer)
{
  Writer *self = writer;

  end_tick (self);
  if (!*self->error)
    mcap_writer_close (self->writer, self->error);
}

static gpointer
begin (GByteArray *output, GError **error)
{
  Writer *self = g_new0 (Writer, 1);

  self->error = error;
  self->groups = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, group_free);
  self->fields = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, field_free);
  self->by_id = g_ptr_array_new ();
  self->touched = g_ptr_array_new ();
  self->time = self->latest = G_MININT64;
  self->writer = mcap_writer_new (append_output, output, NULL, "gscope " GSCOPE_VERSION, NULL);
  return self;
}

static void
writer_free (gpointer writer)
{
  Writer *self = writer;

  mcap_writer_free (self->writer);
  g_hash_table_unref (self->fields);
  g_hash_table_unref (self->groups);
  g_ptr_array_unref (self->by_id);
  g_ptr_array_unref (self->touched);
  g_free (self);
}

GConverter *
gscope_mcap_converter_new (void)
{
  static const GscopeTupleFormat format = {
    begin, writer_free, take_tuples, take_annotation, flush, end,
  };

  return gscope_tuple_converter_new (&format);
}
