/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/nats/entry.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/nats/stream.h>
#include <gscope/nats/subject.h>
#include <main-source.h>

#define INTERVAL (30 * GSCOPE_SEC)
#define CREATE "$JS.API.STREAM.CREATE.KV_" GSCOPE_NATS_BUCKET

/* In JetStream, a bucket is a stream of these settings. */
#define SETTINGS                                                                                   \
  "{\"name\": \"KV_" GSCOPE_NATS_BUCKET "\", \"subjects\": [\"$KV." GSCOPE_NATS_BUCKET ".>\"], "   \
  "\"retention\": \"limits\", \"storage\": \"memory\", \"discard\": \"new\", "                     \
  "\"max_msgs_per_subject\": 1, \"max_msg_size\": 65536, \"max_bytes\": 67108864, "                \
  "\"max_age\": %" G_GINT64_FORMAT ", \"duplicate_window\": %" G_GINT64_FORMAT ", "                \
  "\"num_replicas\": 1, \"allow_rollup_hdrs\": true, \"deny_delete\": true, "                      \
  "\"allow_direct\": true}"

struct _GscopeNatsEntry
{
  GscopeNatsBus *bus;
  GscopeNatsEntryFuncs funcs;
  char *subject;
  /* where the server answers */
  char *reply;
  GSource *timer;
};

static void
write_value (GscopeNatsEntry *self)
{
  g_autofree char *text = self->funcs.describe (self->funcs.data);

  gscope_nats_bus_publish_text (self->bus, self->subject, NULL, text);
}

static gboolean
on_timer (gpointer data)
{
  write_value (data);
  return G_SOURCE_CONTINUE;
}

static void
report (GscopeNatsEntry *self, const char *reason)
{
  g_autoptr (GError) error = g_error_new (
      GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
      _ ("The NATS server “%s” keeps no inventory of agents: %s. Viewers have to know the name of "
         "this agent. Enable JetStream there."),
      gscope_nats_bus_get_settings (self->bus)->server, reason);

  self->funcs.failed (self->funcs.data, error);
}

static void
on_created (gpointer data, const char *subject, const char *reply, GBytes *payload)
{
  GscopeNatsEntry *self = data;
  g_autofree char *refusal = gscope_nats_stream_read_refusal (payload);

  if (refusal)
    report (self, refusal);
  else
    write_value (self);
}

GscopeNatsEntry *
gscope_nats_entry_new (GscopeNatsBus *bus, const char *name, const GscopeNatsEntryFuncs *funcs,
                       GscopeClock *clock)
{
  GscopeNatsEntry *self = g_new0 (GscopeNatsEntry, 1);
  g_autofree char *token = gscope_nats_escape (name);
  g_autofree char *settings =
      g_strdup_printf (SETTINGS, GSCOPE_NATS_ENTRY_LIFE, GSCOPE_NATS_ENTRY_LIFE);

  self->bus = g_object_ref (bus);
  self->funcs = *funcs;
  self->subject = g_strconcat ("$KV." GSCOPE_NATS_BUCKET ".", token, NULL);
  self->reply = gscope_nats_join (name, "_inventory", gscope_nats_bus_get_id (bus));
  gscope_nats_bus_subscribe (bus, self->reply, on_created, self);
  gscope_nats_bus_publish_text (bus, CREATE, self->reply, settings);
  self->timer = gscope_clock_create_timeout (clock, INTERVAL);
  g_source_set_static_name (self->timer, "[gscope] nats entry");
  g_source_set_callback (self->timer, on_timer, self, NULL);
  g_source_attach (self->timer, g_main_context_get_thread_default ());
  return self;
}

void
gscope_nats_entry_update (GscopeNatsEntry *self)
{
  write_value (self);
}

void
gscope_nats_entry_free (GscopeNatsEntry *self)
{
  gscope_nats_bus_unsubscribe (self->bus, self->reply);
  gscope_nats_bus_publish_removal (self->bus, self->subject);
  main_source_drop (self->timer);
  g_object_unref (self->bus);
  g_free (self->subject);
  g_free (self->reply);
  g_free (self);
}
