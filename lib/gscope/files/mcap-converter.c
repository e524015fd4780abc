/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/files/mcap-converter.h>

#include <glib/gi18n-lib.h>
#include <gscope/files/mcap-text.h>
#include <gscope/hand-over.h>
#include <gscope/json-private.h>
#include <gscope/text/annotation.h>
#include <gscope/text/decimal.h>
#include <gscope/text/tuple.h>
#include <math.h>
#include <mcap/mcap.h>
#include <string.h>

#define GSCOPE_TYPE_MCAP_CONVERTER (gscope_mcap_converter_get_type ())
G_DECLARE_FINAL_TYPE (GscopeMcapConverter, gscope_mcap_converter, GSCOPE, MCAP_CONVERTER, GObject)

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

struct _GscopeMcapConverter
{
  GObject parent_instance;

  GscopeTupleParser *parser;
  McapWriter *writer;
  GByteArray *output;
  gsize n_taken;
  gboolean has_ended;
  GError *error;

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
};

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
get_group (GscopeMcapConverter *self, const char *prefix)
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
get_field (GscopeMcapConverter *self, const char *name)
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
describe (GscopeMcapConverter *self, GscopeSignal *signal)
{
  Field *field = get_field (self, gscope_signal_get_name (signal));

  g_set_object (&field->description, signal);
  field->group->is_changed = TRUE;
}

static void
append_text_member (GString *schema, const char *member, const char *text)
{
  g_autofree char *quoted = text && *text ? gscope_json_quote (text) : NULL;

  if (quoted)
    g_string_append_printf (schema, ",\"%s\":%s", member, quoted);
}

static char *
make_schema (const Group *group)
{
  GString *schema = g_string_new ("{\"type\":\"object\"");

  append_text_member (schema, "title", group->prefix);
  g_string_append (schema, ",\"properties\":{");
  for (guint i = 0; i < group->fields->len; i++)
    {
      const Field *field = group->fields->pdata[i];

      g_string_append_printf (schema, "%s%s:{\"type\":\"number\"", i > 0 ? "," : "", field->key);
      if (field->description)
        {
          append_text_member (schema, "title", gscope_signal_get_title (field->description));
          append_text_member (schema, "unit", gscope_signal_get_unit (field->description));
        }
      g_string_append_c (schema, '}');
    }
  g_string_append (schema, "}}");
  return g_string_free (schema, FALSE);
}

/* Writing. */

static const McapChannel *
add_channel (GscopeMcapConverter *self, const char *topic, const char *name, const char *schema,
             const char *key, const char *value)
{
  const char *const metadata[] = { key, value, NULL };
  const McapSchema *added;

  if (self->error)
    return NULL;
  added = mcap_writer_add_schema (self->writer, name, "jsonschema", schema, strlen (schema),
                                  &self->error);
  return added
             ? mcap_writer_add_channel (self->writer, added, topic, "json", metadata, &self->error)
             : NULL;
}

static void
write_message (GscopeMcapConverter *self, const McapChannel *channel, guint32 sequence, gint64 time,
               const char *data, gsize size)
{
  McapMessage message = { channel, sequence, 0, 0, data, size };

  self->latest = MAX (self->latest, time);
  if (self->error || __builtin_add_overflow (time, self->offset, &time))
    return;
  message.log_time = message.publish_time = (guint64) MAX (time, 0);
  mcap_writer_write (self->writer, &message, &self->error);
}

static void
add_channel_of (GscopeMcapConverter *self, Group *group)
{
  const char *name = *group->prefix ? group->prefix : PLAIN_TOPIC;
  g_autofree char *topic = g_strconcat ("/", name, NULL);
  g_autofree char *schema = make_schema (group);

  group->channel = add_channel (self, topic, name, schema, GSCOPE_MCAP_PREFIX, group->prefix);
  group->is_changed = FALSE;
}

static void
write_group (GscopeMcapConverter *self, Group *group)
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
end_tick (GscopeMcapConverter *self)
{
  for (guint i = 0; i < self->touched->len; i++)
    write_group (self, self->touched->pdata[i]);
  g_ptr_array_set_size (self->touched, 0);
}

/* Values that JSON does not have are null. */
static void
add_sample (GscopeMcapConverter *self, Field *field, double value)
{
  Group *group = field->group;
  char number[GSCOPE_DECIMAL_DOUBLE_SIZE];

  if (field->last == group->sequence)
    write_group (self, group);
  if (group->message->len == 0)
    g_ptr_array_add (self->touched, group);
  g_string_append_c (group->message, group->message->len == 0 ? '{' : ',');
  g_string_append (group->message, field->key);
  g_string_append_c (group->message, ':');
  if (isfinite (value))
    g_string_append_len (group->message, number,
                         gscope_decimal_write_double (number, value) - number);
  else
    g_string_append (group->message, "null");
  field->last = group->sequence;
}

static void
take_tuples (GscopeTupleParser *parser, const GscopeTuple *tuples, gsize n, gpointer user_data)
{
  GscopeMcapConverter *self = user_data;

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

static void
take_header (GscopeMcapConverter *self, JsonObject *object)
{
  gint64 time, start;

  if (self->annotations || !gscope_annotation_read_header (object, &time, &start, NULL))
    return;
  self->latest = time;
  self->offset = start - time;
}

static const McapChannel *
get_annotations (GscopeMcapConverter *self)
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
find_time (GscopeMcapConverter *self, JsonObject *object)
{
  GscopeMarkerNews news;
  g_autoptr (GscopeMarker) marker = gscope_annotation_read_marker (object, &news, NULL);

  return marker && news == GSCOPE_MARKER_ADDED ? gscope_marker_get_time (marker) : self->latest;
}

static void
take_object (GscopeTupleParser *parser, guint64 line, JsonObject *object, gpointer user_data)
{
  GscopeMcapConverter *self = user_data;
  g_autoptr (JsonNode) node = json_node_init_object (json_node_alloc (), object);
  g_autofree char *text = json_to_string (node, FALSE);
  g_autoptr (GPtrArray) signals = gscope_annotation_read_signals (object, NULL);

  end_tick (self);
  take_header (self, object);
  for (guint i = 0; signals && i < signals->len; i++)
    describe (self, signals->pdata[i]);
  if (get_annotations (self))
    write_message (self, self->annotations, ++self->n_annotations, find_time (self, object), text,
                   strlen (text));
}

static gboolean
append_output (gconstpointer data, gsize size, gpointer user_data, GError **error)
{
  g_byte_array_append (((GscopeMcapConverter *) user_data)->output, data, size);
  return TRUE;
}

/* The converter. */

static void
feed (GscopeMcapConverter *self, const void *input, gsize n, GConverterFlags flags)
{
  gscope_tuple_parser_feed (self->parser, input, n);
  if ((flags & G_CONVERTER_INPUT_AT_END) != 0 && !self->has_ended)
    {
      gscope_tuple_parser_finish (self->parser);
      end_tick (self);
      if (!self->error)
        mcap_writer_close (self->writer, &self->error);
      self->has_ended = TRUE;
    }
  else if ((flags & G_CONVERTER_FLUSH) != 0)
    {
      end_tick (self);
      if (!self->error)
        mcap_writer_flush (self->writer, &self->error);
    }
}

static gsize
take_output (GscopeMcapConverter *self, void *output, gsize room)
{
  gsize n = MIN (room, self->output->len - self->n_taken);

  if (n > 0)
    memcpy (output, self->output->data + self->n_taken, n);
  self->n_taken += n;
  if (self->n_taken < self->output->len)
    return n;
  g_byte_array_set_size (self->output, 0);
  self->n_taken = 0;
  return n;
}

/* What was converted is handed over before more is taken. */
static GConverterResult
convert_some (GscopeMcapConverter *self, const void *input, gsize input_size, void *output,
              gsize output_size, GConverterFlags flags, gsize *n_read, gsize *n_written,
              GError **error)
{
  const gboolean is_waiting = self->output->len > 0;

  *n_read = is_waiting ? 0 : input_size;
  if (!is_waiting)
    feed (self, input, input_size, flags);
  if (self->error)
    {
      g_propagate_error (error, g_error_copy (self->error));
      return G_CONVERTER_ERROR;
    }
  *n_written = take_output (self, output, output_size);
  if (!is_waiting && self->output->len == 0 && flags != G_CONVERTER_NO_FLAGS)
    return (flags & G_CONVERTER_INPUT_AT_END) != 0 ? G_CONVERTER_FINISHED : G_CONVERTER_FLUSHED;
  if (*n_read > 0 || *n_written > 0)
    return G_CONVERTER_CONVERTED;
  g_set_error_literal (error, G_IO_ERROR,
                       is_waiting ? G_IO_ERROR_NO_SPACE : G_IO_ERROR_PARTIAL_INPUT,
                       _ ("the MCAP writer needs more room or more input"));
  return G_CONVERTER_ERROR;
}

static GConverterResult
convert (GConverter *converter, const void *input, gsize input_size, void *output,
         gsize output_size, GConverterFlags flags, gsize *n_read, gsize *n_written, GError **error)
{
  GscopeMcapConverter *self = GSCOPE_MCAP_CONVERTER (converter);
  GConverterResult result;

  gscope_hand_over (self);
  result =
      convert_some (self, input, input_size, output, output_size, flags, n_read, n_written, error);
  gscope_hand_over (self);
  return result;
}

static void
clear (GscopeMcapConverter *self)
{
  gscope_tuple_parser_unref (self->parser);
  mcap_writer_free (self->writer);
  g_byte_array_unref (self->output);
  g_clear_error (&self->error);
  g_hash_table_unref (self->fields);
  g_hash_table_unref (self->groups);
  g_ptr_array_unref (self->by_id);
  g_ptr_array_unref (self->touched);
}

static void
begin (GscopeMcapConverter *self)
{
  self->parser = gscope_tuple_parser_new (take_tuples, self, NULL);
  gscope_tuple_parser_set_object_func (self->parser, take_object, self, NULL);
  self->output = g_byte_array_new ();
  self->n_taken = 0;
  self->has_ended = FALSE;
  self->groups = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, group_free);
  self->fields = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, field_free);
  self->by_id = g_ptr_array_new ();
  self->touched = g_ptr_array_new ();
  self->annotations = NULL;
  self->n_annotations = 0;
  self->time = self->latest = G_MININT64;
  self->offset = 0;
  self->writer = mcap_writer_new (append_output, self, NULL, "gscope " GSCOPE_VERSION, NULL);
}

static void
reset (GConverter *converter)
{
  clear (GSCOPE_MCAP_CONVERTER (converter));
  begin (GSCOPE_MCAP_CONVERTER (converter));
}

static void
converter_init (GConverterIface *iface)
{
  iface->convert = convert;
  iface->reset = reset;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (GscopeMcapConverter, gscope_mcap_converter, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_CONVERTER, converter_init))

static void
gscope_mcap_converter_finalize (GObject *object)
{
  clear (GSCOPE_MCAP_CONVERTER (object));
  G_OBJECT_CLASS (gscope_mcap_converter_parent_class)->finalize (object);
}

static void
gscope_mcap_converter_class_init (GscopeMcapConverterClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gscope_mcap_converter_finalize;
}

static void
gscope_mcap_converter_init (GscopeMcapConverter *self)
{
  begin (self);
  gscope_hand_over (self);
}

GConverter *
gscope_mcap_converter_new (void)
{
  return g_object_new (GSCOPE_TYPE_MCAP_CONVERTER, NULL);
}
