/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/files/mcap-text.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/files/mcap-json.h>
#include <gscope/json-private.h>
#include <gscope/text/annotation.h>
#include <gscope/text/queue.h>
#include <gscope/text/tuple.h>
#include <inttypes.h>
#include <mcap/mcap.h>
#include <string.h>

enum
{
  /* of all schemas that are read */
  MAX_SCHEMAS = 4 * 1024 * 1024,
  MAX_VALUES = 200000,
  MAX_CONTAINERS = 50000,
  MAX_SIGNALS = 16384,
};

/* From this time on, 2001, times count from 1970. */
#define FIRST_DATE (G_GUINT64_CONSTANT (1000000000) * GSCOPE_SEC)

/* The first line says that times count from 1970. */
#define DATED                                                                                      \
  "#gscope {\"version\":1,\"start\":\"1970-01-01T00:00:00Z\",\"time_ns\":0,\"clock\":\"other\"}\n"

typedef enum
{
  OTHER,
  JSON,
  ANNOTATIONS,
} Kind;

typedef struct
{
  const McapChannel *channel;
  Kind kind;
  char *prefix;
  /* of a file of this library */
  gboolean is_ours;
} Channel;

struct _GscopeMcapText
{
  McapReader *reader;
  /* Channel by number; NULL where there is none */
  GPtrArray *channels;
  /* the channel whose encoding is not read */
  const McapChannel *left_out;
  gboolean is_ours;
  gint64 offset;
  GString *head;

  GscopeTextQueue queue;
  guint64 n_malformed;
  gboolean has_ended;
  GError *damage;
};

static void
channel_free (gpointer data)
{
  Channel *self = data;

  if (!self)
    return;
  g_free (self->prefix);
  g_free (self);
}

static const char *
get_metadata (const McapChannel *channel, const char *key)
{
  for (guint i = 0; channel->metadata[i]; i += 2)
    if (g_str_equal (channel->metadata[i], key))
      return channel->metadata[i + 1];
  return NULL;
}

/* The topic without the slash at its begin, and without what a name may not have. */
static char *
make_prefix (const McapChannel *channel)
{
  const char *prefix = get_metadata (channel, GSCOPE_MCAP_PREFIX);
  char *name = g_strdup (prefix ? prefix : channel->topic + (*channel->topic == '/'));

  for (char *c = name; *c; c++)
    if (g_ascii_iscntrl (*c))
      *c = '-';
  return g_strchug (name);
}

static Kind
find_kind (const McapChannel *channel)
{
  if (!g_str_equal (channel->encoding, "json"))
    return OTHER;
  return channel->schema && g_str_equal (channel->schema->name, GSCOPE_MCAP_ANNOTATION)
             ? ANNOTATIONS
             : JSON;
}

static void
add_channel (GscopeMcapText *self, const McapChannel *channel)
{
  const char *offset = get_metadata (channel, GSCOPE_MCAP_OFFSET);
  Channel *added = g_new0 (Channel, 1);

  added->channel = channel;
  added->kind = find_kind (channel);
  added->prefix = make_prefix (channel);
  added->is_ours = get_metadata (channel, GSCOPE_MCAP_PREFIX) != NULL;
  if (channel->id >= self->channels->len)
    g_ptr_array_set_size (self->channels, channel->id + 1);
  self->channels->pdata[channel->id] = added;
  if (added->kind == OTHER && !self->left_out)
    self->left_out = channel;
  self->is_ours |= added->kind == ANNOTATIONS;
  if (offset)
    self->offset = g_ascii_strtoll (offset, NULL, 10);
}

static gboolean
add_channels (GscopeMcapText *self, GError **error)
{
  gboolean has_json = FALSE;

  for (guint i = 0; i < mcap_reader_get_n_channels (self->reader); i++)
    {
      const McapChannel *channel = mcap_reader_get_channel (self->reader, i);

      add_channel (self, channel);
      has_json |= find_kind (channel) != OTHER;
    }
  if (has_json || !self->left_out)
    return TRUE;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
               _ ("its messages are encoded as “%s”, and only JSON is read. Convert it to JSON"),
               self->left_out->encoding);
  return FALSE;
}

/* The head: schemas describe the signals of files from other programs. */

static const char *
get_text (JsonObject *object, const char *member)
{
  const char *text;

  return gscope_json_get_text (object, member, G_MAXSIZE, &text, NULL) ? text : "";
}

/* Describes a signal that has a title or a unit. */
static void
add_property (GPtrArray *signals, const char *prefix, const char *key, JsonNode *node)
{
  JsonObject *property = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  g_autofree char *name = g_strconcat (prefix, *prefix ? "/" : "", key, NULL);
  const char *title, *unit;
  GscopeSignal *signal;

  if (!property || signals->len == MAX_SIGNALS || !gscope_tuple_check_name (name, NULL))
    return;
  title = get_text (property, "title");
  unit = get_text (property, "unit");
  if (!*title && !*unit)
    return;
  signal = gscope_signal_new_buffered (name);
  if (*title)
    gscope_signal_set_title (signal, title);
  if (*unit)
    gscope_signal_set_unit (signal, unit);
  g_ptr_array_add (signals, signal);
}

/* `room` is how many bytes of schemas may still be read. */
static void
add_schema (GPtrArray *signals, const Channel *channel, gsize *room)
{
  const McapSchema *schema = channel->channel->schema;
  g_autoptr (JsonNode) root = NULL;
  JsonNode *properties;
  JsonObjectIter iter;
  const char *key;
  JsonNode *node;

  if (channel->kind != JSON || !schema || !g_str_equal (schema->encoding, "jsonschema")
      || schema->size > *room)
    return;
  *room -= schema->size;
  root = gscope_json_parse_bounded (schema->data, schema->size, MAX_VALUES, MAX_CONTAINERS, NULL);
  properties = root && JSON_NODE_HOLDS_OBJECT (root)
                   ? json_object_get_member (json_node_get_object (root), "properties")
                   : NULL;
  if (!properties || !JSON_NODE_HOLDS_OBJECT (properties))
    return;
  json_object_iter_init (&iter, json_node_get_object (properties));
  while (json_object_iter_next (&iter, &key, &node))
    add_property (signals, channel->prefix, key, node);
}

static gboolean
has_dates (GscopeMcapText *self)
{
  McapMessage message;
  gboolean is_dated =
      mcap_reader_next (self->reader, &message, NULL) && message.log_time >= FIRST_DATE;

  mcap_reader_seek (self->reader, 0);
  return is_dated;
}

static void
make_head (GscopeMcapText *self)
{
  g_autoptr (GPtrArray) signals = g_ptr_array_new_with_free_func (g_object_unref);
  gsize room = MAX_SCHEMAS;

  self->head = g_string_new (NULL);
  if (self->is_ours)
    return;
  if (has_dates (self))
    g_string_append (self->head, DATED);
  for (guint i = 0; i < self->channels->len; i++)
    if (self->channels->pdata[i])
      add_schema (signals, self->channels->pdata[i], &room);
  gscope_annotation_append_signals (self->head, (GscopeSignal **) signals->pdata, signals->len);
}

GscopeMcapText *
gscope_mcap_text_new (int fd, GError **error)
{
  g_autoptr (GscopeMcapText) self = g_new0 (GscopeMcapText, 1);

  self->channels = g_ptr_array_new_with_free_func (channel_free);
  gscope_text_queue_init (&self->queue);
  self->reader = mcap_reader_new (fd, error);
  if (!self->reader || !add_channels (self, error))
    return NULL;
  make_head (self);
  gscope_mcap_text_rewind (self);
  return g_steal_pointer (&self);
}

void
gscope_mcap_text_free (GscopeMcapText *self)
{
  g_clear_pointer (&self->reader, mcap_reader_free);
  g_ptr_array_unref (self->channels);
  gscope_text_queue_clear (&self->queue);
  if (self->head)
    g_string_free (self->head, TRUE);
  g_clear_error (&self->damage);
  g_free (self);
}

void
gscope_mcap_text_rewind (GscopeMcapText *self)
{
  mcap_reader_seek (self->reader, 0);
  gscope_text_queue_rewind (&self->queue);
  g_string_append_len (self->queue.text, self->head->str, (gssize) self->head->len);
  self->n_malformed = 0;
  self->has_ended = FALSE;
  g_clear_error (&self->damage);
}

/* Reading. */

static gboolean
append_annotation (GscopeMcapText *self, const McapMessage *message)
{
  const char *json = message->data;

  if (message->size > GSCOPE_TUPLE_MAX_LINE || message->size == 0)
    return FALSE;
  for (gsize i = 0; i < message->size; i++)
    if ((guchar) json[i] < ' ')
      return FALSE;
  g_string_append (self->queue.text, "#gscope ");
  g_string_append_len (self->queue.text, json, (gssize) message->size);
  g_string_append_c (self->queue.text, '\n');
  return TRUE;
}

static gboolean
append_samples (GscopeMcapText *self, const Channel *channel, const McapMessage *message)
{
  gint64 time;

  if (message->log_time > G_MAXINT64
      || __builtin_sub_overflow ((gint64) message->log_time, self->offset, &time))
    return FALSE;
  return gscope_mcap_json_append (self->queue.text, time, channel->prefix, channel->is_ours,
                                  message->data, message->size);
}

static void
take_message (GscopeMcapText *self, const McapMessage *message)
{
  const Channel *channel = self->channels->pdata[message->channel->id];

  switch (channel->kind)
    {
    case ANNOTATIONS:
      self->n_malformed += !append_annotation (self, message);
      break;
    case JSON:
      self->n_malformed += !append_samples (self, channel, message);
      break;
    case OTHER:
      break;
    }
}

/* All that was left out is damage. */
static void
end (GscopeMcapText *self)
{
  self->has_ended = TRUE;
  if (self->damage)
    return;
  if (self->n_malformed > 0)
    g_set_error (&self->damage, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                 g_dngettext (GETTEXT_PACKAGE, "%" PRIu64 " of its messages is no JSON",
                              "%" PRIu64 " of its messages are no JSON", self->n_malformed),
                 self->n_malformed);
  else if (self->left_out)
    g_set_error (&self->damage, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
                 _ ("messages that are encoded as “%s”, such as those of “%s”, are left out; only "
                    "JSON is read"),
                 self->left_out->encoding, self->left_out->topic);
}

static void
fill (GscopeMcapText *self)
{
  McapMessage message;

  while (!gscope_text_queue_is_full (&self->queue) && !self->has_ended)
    if (mcap_reader_next (self->reader, &message, &self->damage))
      take_message (self, &message);
    else
      end (self);
}

gssize
gscope_mcap_text_read (GscopeMcapText *self, char *text, gsize n, GError **error)
{
  gsize n_taken;

  if (gscope_text_queue_is_empty (&self->queue))
    fill (self);
  n_taken = gscope_text_queue_take (&self->queue, text, n);
  if (n_taken > 0 || !self->damage)
    return (gssize) n_taken;
  g_propagate_error (error, g_error_copy (self->damage));
  return -1;
}
