/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/nats/air.h>

#include <gscope/nats/subject.h>
#include <string.h>

enum
{
  MAX_SUBJECT = 2048,
  /* Most bytes of a message, about, and messages that may be on their way to a listener. */
  MESSAGE = 20 * 1024,
  MIN_MESSAGES = 8,
  MAX_MESSAGES = 200,
};

typedef struct
{
  GscopeAirFunc func;
  gpointer data;
} Listener;

/* A subject that is listened to: how many messages have come, and how many may come. */
typedef struct
{
  GscopeNatsAir *air;
  char *subject;
  GArray *listeners;
  guint64 n_heard;
  guint64 limit;
} Channel;

struct _GscopeNatsAir
{
  GscopeAir parent_instance;

  GscopeNatsBus *bus;
  /* NULL for viewers */
  char *agent;
  /* Channel by subject */
  GHashTable *channels;
};

G_DEFINE_FINAL_TYPE (GscopeNatsAir, gscope_nats_air, GSCOPE_TYPE_AIR)

/* Publishing. */

static char *
gscope_nats_air_find_address (GscopeAir *air, const char *source, const char *group,
                              const char *name, gint64 period)
{
  GscopeNatsAir *self = GSCOPE_NATS_AIR (air);
  g_autofree char *host = gscope_nats_escape (self->agent);
  g_autofree char *source_token = gscope_nats_escape (source);
  g_autofree char *group_token = gscope_nats_escape (group ? group : "");
  g_autofree char *name_token = gscope_nats_escape (name);
  g_autoptr (GString) subject = g_string_new (NULL);

  g_string_printf (subject, "%s.%s._live.%s.%s.%s", GSCOPE_NATS_ROOT, host, source_token,
                   group_token, name_token);
  if (period > 0)
    g_string_append_printf (subject, "@%" G_GINT64_FORMAT, period);
  return subject->len <= MAX_SUBJECT ? g_strdup (subject->str) : NULL;
}

static void
gscope_nats_air_publish (GscopeAir *air, const char *address, GBytes *message)
{
  gscope_nats_bus_publish (GSCOPE_NATS_AIR (air)->bus, address, NULL, message);
}

static gsize
gscope_nats_air_get_unsent (GscopeAir *air)
{
  return gscope_nats_bus_get_unsent (GSCOPE_NATS_AIR (air)->bus);
}

/* Listening. */

static void
channel_free (gpointer data)
{
  Channel *channel = data;

  gscope_nats_bus_unsubscribe (channel->air->bus, channel->subject);
  g_array_unref (channel->listeners);
  g_free (channel->subject);
  g_free (channel);
}

static gboolean
has_listener (const Channel *channel, gconstpointer data)
{
  for (guint i = 0; i < channel->listeners->len; i++)
    if (g_array_index (channel->listeners, Listener, i).data == data)
      return TRUE;
  return FALSE;
}

/* Gives a message to all listeners, which may leave. */
static void
deliver (GscopeNatsAir *self, const char *subject, GBytes *message)
{
  Channel *channel = g_hash_table_lookup (self->channels, subject);
  g_autoptr (GArray) listeners = g_array_copy (channel->listeners);

  for (guint i = 0; i < listeners->len; i++)
    {
      const Listener *listener = &g_array_index (listeners, Listener, i);

      channel = g_hash_table_lookup (self->channels, subject);
      if (channel && has_listener (channel, listener->data))
        listener->func (listener->data, message);
    }
}

static void
raise_limit (Channel *channel)
{
  guint32 window = gscope_nats_bus_get_optional_window (channel->air->bus) / MESSAGE;
  guint64 n = CLAMP (window, MIN_MESSAGES, MAX_MESSAGES);

  if (channel->n_heard + n < channel->limit + n / 2)
    return;
  channel->limit = channel->n_heard + n;
  gscope_nats_bus_allow (channel->air->bus, channel->subject, channel->limit);
}

static void
on_message (gpointer data, const char *subject, const char *reply, GBytes *message)
{
  g_autoptr (GscopeNatsAir) self = g_object_ref (data);
  Channel *channel = g_hash_table_lookup (self->channels, subject);

  if (!channel)
    return;
  channel->n_heard++;
  if (message)
    raise_limit (channel);
  deliver (self, subject, message);
}

static Channel *
open_channel (GscopeNatsAir *self, const char *subject)
{
  Channel *channel = g_new0 (Channel, 1);

  channel->air = self;
  channel->subject = g_strdup (subject);
  channel->listeners = g_array_new (FALSE, FALSE, sizeof (Listener));
  g_hash_table_insert (self->channels, channel->subject, channel);
  gscope_nats_bus_subscribe_optional (self->bus, subject, on_message, self);
  raise_limit (channel);
  return channel;
}

/* At a subject without samples, the viewer would get foreign messages, or lose the subscription of its connections. */
static gboolean
is_live (const char *address)
{
  g_auto (GStrv) tokens = g_strsplit (address, ".", -1);
  gboolean is_plain = strlen (address) <= MAX_SUBJECT;

  for (guint i = 0; tokens[i]; i++)
    is_plain =
        is_plain && *tokens[i]
        && strspn (tokens[i], G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "-_=@") == strlen (tokens[i]);
  return is_plain && g_strv_length (tokens) == 6 && g_str_equal (tokens[0], GSCOPE_NATS_ROOT)
         && g_str_equal (tokens[2], "_live");
}

static void
gscope_nats_air_listen (GscopeAir *air, const char *address, GscopeAirFunc func, gpointer data)
{
  GscopeNatsAir *self = GSCOPE_NATS_AIR (air);
  Channel *channel = g_hash_table_lookup (self->channels, address);
  Listener listener = { func, data };

  if (!is_live (address))
    {
      func (data, NULL);
      return;
    }
  if (!channel)
    channel = open_channel (self, address);
  g_array_append_val (channel->listeners, listener);
}

static void
gscope_nats_air_leave (GscopeAir *air, const char *address, gpointer data)
{
  GscopeNatsAir *self = GSCOPE_NATS_AIR (air);
  Channel *channel = g_hash_table_lookup (self->channels, address);

  for (guint i = 0; channel && i < channel->listeners->len; i++)
    if (g_array_index (channel->listeners, Listener, i).data == data)
      g_array_remove_index (channel->listeners, i--);
  if (channel && channel->listeners->len == 0)
    g_hash_table_remove (self->channels, address);
}

/* Life. */

static void
gscope_nats_air_finalize (GObject *object)
{
  GscopeNatsAir *self = GSCOPE_NATS_AIR (object);

  g_hash_table_unref (self->channels);
  g_object_unref (self->bus);
  g_free (self->agent);
  G_OBJECT_CLASS (gscope_nats_air_parent_class)->finalize (object);
}

static void
gscope_nats_air_class_init (GscopeNatsAirClass *klass)
{
  GscopeAirClass *air_class = GSCOPE_AIR_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = gscope_nats_air_finalize;
  air_class->find_address = gscope_nats_air_find_address;
  air_class->publish = gscope_nats_air_publish;
  air_class->get_unsent = gscope_nats_air_get_unsent;
  air_class->listen = gscope_nats_air_listen;
  air_class->leave = gscope_nats_air_leave;
}

static void
gscope_nats_air_init (GscopeNatsAir *self)
{
  self->channels = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, channel_free);
}

GscopeAir *
gscope_nats_air_new (GscopeNatsBus *bus, const char *agent)
{
  GscopeNatsAir *self = g_object_new (GSCOPE_TYPE_NATS_AIR, NULL);

  self->bus = g_object_ref (bus);
  self->agent = g_strdup (agent);
  return GSCOPE_AIR (self);
}

static void
forget (gpointer bus, GObject *air)
{
  g_object_set_data (bus, "gscope-air", NULL);
}

GscopeAir *
gscope_nats_air_get (GscopeNatsBus *bus)
{
  GscopeAir *air = g_object_get_data (G_OBJECT (bus), "gscope-air");

  if (air)
    return g_object_ref (air);
  air = gscope_nats_air_new (bus, NULL);
  g_object_set_data (G_OBJECT (bus), "gscope-air", air);
  g_object_weak_ref (G_OBJECT (air), forget, bus);
  return air;
}
