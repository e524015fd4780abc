/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/rest/events.h>

#include <glib/gi18n-lib.h>
#include <gscope/carrier/message.h>
#include <gscope/error.h>
#include <gscope/json-private.h>
#include <gscope/rest/stream.h>
#include <gscope/rest/watch.h>
#include <main-source.h>

enum
{
  MAX_STREAMS = 64,
  MAX_EVENTS = 1024,
  /* seconds between signs of life on a stream without events */
  BEAT = 10,
};

typedef struct
{
  guint64 number;
  /* the source that the event is about; empty for all */
  char *source;
  GBytes *text;
} Event;

struct _GscopeRestEvents
{
  const GscopeSessionHost *agent;
  /* The first part of each id, which is different in each run of the agent. */
  guint32 run;
  guint64 last;
  GQueue events;
  GPtrArray *streams;
  guint64 n_cut;
  /* set from the first stream on */
  GscopeRestWatch *watch;
  GSource *tick;
  guint n_ticks;
};

static void
event_free (gpointer data)
{
  Event *event = data;

  g_free (event->source);
  g_bytes_unref (event->text);
  g_free (event);
}

GscopeRestEvents *
gscope_rest_events_new (const GscopeSessionHost *agent)
{
  GscopeRestEvents *self = g_new0 (GscopeRestEvents, 1);

  self->agent = agent;
  self->run = g_random_int ();
  g_queue_init (&self->events);
  self->streams = g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_rest_stream_free);
  return self;
}

void
gscope_rest_events_free (GscopeRestEvents *self)
{
  g_clear_pointer (&self->tick, main_source_drop);
  g_clear_pointer (&self->watch, gscope_rest_watch_free);
  g_ptr_array_unref (self->streams);
  g_queue_clear_full (&self->events, event_free);
  g_free (self);
}

guint
gscope_rest_events_count (GscopeRestEvents *self)
{
  return self->streams->len;
}

guint64
gscope_rest_events_count_cut (GscopeRestEvents *self)
{
  return self->n_cut;
}

static void
remove_stream (GscopeRestEvents *self, GscopeRestStream *stream)
{
  g_ptr_array_remove_fast (self->streams, stream);
  if (self->streams->len == 0)
    g_clear_pointer (&self->tick, main_source_drop);
}

static void
on_stream_ended (gpointer data, GscopeRestStream *stream)
{
  remove_stream (data, stream);
}

static gboolean
may_see (GscopeRestEvents *self, GscopeRestStream *stream, const char *source)
{
  return !*source
         || gscope_rights_check (self->agent->rights, gscope_rest_stream_get_principal (stream),
                                 GSCOPE_ACCESS_READ, source, NULL);
}

/* Sends a text to those who may see it. */
static void
send (GscopeRestEvents *self, GBytes *text, const char *source)
{
  for (guint i = self->streams->len; i-- > 0;)
    {
      GscopeRestStream *stream = self->streams->pdata[i];

      if (!may_see (self, stream, source) || gscope_rest_stream_send (stream, text))
        continue;
      self->n_cut++;
      remove_stream (self, stream);
    }
}

static GBytes *
format_event (GscopeRestEvents *self, guint64 number, const char *kind, JsonObject *object)
{
  g_autoptr (JsonNode) node = json_node_init_object (json_node_alloc (), object);
  g_autofree char *json = json_to_string (node, FALSE);
  char *text = g_strdup_printf ("id: %08x-%" G_GUINT64_FORMAT "\nevent: %s\ndata: %s\n\n",
                                self->run, number, kind, json);

  return g_bytes_new_take (text, strlen (text));
}

static void
on_event (gpointer data, const char *kind, const char *source, JsonObject *object)
{
  GscopeRestEvents *self = data;
  Event *event = g_new0 (Event, 1);

  event->number = ++self->last;
  event->source = g_strdup (source);
  event->text = format_event (self, event->number, kind, object);
  g_queue_push_tail (&self->events, event);
  if (g_queue_get_length (&self->events) > MAX_EVENTS)
    event_free (g_queue_pop_head (&self->events));
  send (self, event->text, source);
}

static gboolean
on_tick (gpointer data)
{
  GscopeRestEvents *self = data;
  g_autoptr (GBytes) beat = g_bytes_new_static (":\n\n", 3);

  gscope_rest_watch_look (self->watch);
  if (++self->n_ticks % BEAT == 0)
    send (self, beat, "");
  return self->streams->len > 0 ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

static void
start_ticks (GscopeRestEvents *self)
{
  if (self->tick)
    return;
  self->tick =
      gscope_clock_create_timeout (gscope_session_host_get_clock (self->agent), GSCOPE_SEC);
  g_source_set_static_name (self->tick, "[gscope] events");
  g_source_set_callback (self->tick, on_tick, self, NULL);
  g_source_attach (self->tick, g_main_context_get_thread_default ());
}

/* Returns the number of an id; FALSE if the id is of another run, or if events after it are gone. */
static gboolean
read_id (GscopeRestEvents *self, const char *id, guint64 *number)
{
  const Event *oldest = g_queue_peek_head (&self->events);
  g_auto (GStrv) parts = g_strsplit (id, "-", 2);
  guint64 run;

  return g_strv_length (parts) == 2
         && g_ascii_string_to_unsigned (parts[0], 16, 0, G_MAXUINT32, &run, NULL)
         && g_ascii_string_to_unsigned (parts[1], 10, 0, self->last, number, NULL)
         && run == self->run && (!oldest || *number + 1 >= oldest->number);
}

static void
send_missed (GscopeRestEvents *self, GscopeRestStream *stream)
{
  g_autoptr (JsonObject) object = json_object_new ();
  g_autoptr (GBytes) text = NULL;

  gscope_json_set_text (
      object, "detail",
      _ ("Events are no longer kept that came after the last one of this client. Read the sources, "
         "the parameters and the markers again."),
      GSCOPE_MESSAGE_MAX_TEXT);
  text = format_event (self, self->last, "missed", object);
  gscope_rest_stream_send (stream, text);
}

static void
catch_up (GscopeRestEvents *self, GscopeRestStream *stream, const char *after)
{
  guint64 number;

  if (!read_id (self, after, &number))
    {
      send_missed (self, stream);
      return;
    }
  for (GList *l = self->events.head; l; l = l->next)
    {
      const Event *event = l->data;

      if (event->number > number && may_see (self, stream, event->source)
          && !gscope_rest_stream_send (stream, event->text))
        return;
    }
}

gboolean
gscope_rest_events_add (GscopeRestEvents *self, SoupServerMessage *message,
                        const GscopePrincipal *principal, const char *after, GError **error)
{
  GscopeRestStream *stream;

  if (self->streams->len >= MAX_STREAMS)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
                   _ ("%d clients read events. Wait until one of them ends."), MAX_STREAMS);
      return FALSE;
    }
  if (!self->watch)
    self->watch = gscope_rest_watch_new (self->agent, on_event, self);
  stream = gscope_rest_stream_new (message, principal, on_stream_ended, self);
  g_ptr_array_add (self->streams, stream);
  start_ticks (self);
  if (after)
    catch_up (self, stream, after);
  return TRUE;
}
