/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/nats/bus.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/keeper.h>
#include <gscope/nats/line.h>
#include <string.h>

/* The server drops a client for which more than 64 MiB wait: half of that is for all routes together, and a quarter for all
 * optional subscriptions. */
#define ALL_WINDOWS (32 * 1024 * 1024)
#define OPTIONAL_WINDOWS (16 * 1024 * 1024)
#define MAX_WINDOW (1024 * 1024)
#define MIN_WINDOW (32 * 1024)

typedef struct
{
  GscopeNatsFunc func;
  gpointer data;
  gboolean is_optional;
} Receiver;

struct _GscopeNatsBus
{
  GObject parent_instance;

  GscopeNatsSettings *settings;
  GscopeNatsMailbox *mailbox;
  GscopeNatsLine *line;
  char *id;
  guint64 count;
  gboolean is_up;
  gboolean tries_again;
  GError *error;
  /* of the agents that use it */
  GHashTable *names;
  /* of patterns and of subjects: Receiver */
  GHashTable *patterns;
  GHashTable *routes;
  guint n_optional;
};

enum
{
  UP,
  DOWN,
  REFUSAL,
  LOSS,
  TROUBLE,
  END,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (GscopeNatsBus, gscope_nats_bus, G_TYPE_OBJECT)

static void
gscope_nats_bus_finalize (GObject *object)
{
  GscopeNatsBus *self = GSCOPE_NATS_BUS (object);

  gscope_nats_mailbox_close (self->mailbox);
  gscope_nats_line_free (self->line);
  gscope_nats_mailbox_unref (self->mailbox);
  gscope_nats_settings_free (self->settings);
  g_hash_table_unref (self->names);
  g_hash_table_unref (self->patterns);
  g_hash_table_unref (self->routes);
  g_clear_error (&self->error);
  g_free (self->id);
  G_OBJECT_CLASS (gscope_nats_bus_parent_class)->finalize (object);
}

static void
gscope_nats_bus_class_init (GscopeNatsBusClass *klass)
{
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = gscope_nats_bus_finalize;
  signals[UP] = g_signal_new ("up", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[DOWN] = g_signal_new ("down", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                1, G_TYPE_ERROR);
  signals[REFUSAL] = g_signal_new ("refusal", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[LOSS] = g_signal_new ("loss", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                1, G_TYPE_STRING);
  signals[TROUBLE] = g_signal_new ("trouble", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[END] = g_signal_new ("end", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                               G_TYPE_STRING, G_TYPE_ERROR);
}

static void
gscope_nats_bus_init (GscopeNatsBus *self)
{
  self->id = g_uuid_string_random ();
  self->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->patterns = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->routes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

/* What comes. */

static void
go_down (GscopeNatsBus *self, const char *reason)
{
  self->is_up = FALSE;
  g_clear_error (&self->error);
  self->error = g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                             _ ("There is no connection to the NATS server at “%s”: %s. Check the "
                                "address, whether nats-server runs there, and nats.conf."),
                             self->settings->server, reason);
  g_signal_emit (self, signals[DOWN], 0, self->error);
}

static void
go_up (GscopeNatsBus *self)
{
  self->is_up = TRUE;
  self->tries_again = TRUE;
  g_clear_error (&self->error);
  g_signal_emit (self, signals[UP], 0);
}

static void
deliver (GscopeNatsBus *self, const GscopeNatsEvent *event)
{
  const Receiver *found = g_hash_table_lookup (self->routes, event->subject);
  Receiver receiver;

  if (!found)
    found = g_hash_table_lookup (self->patterns, event->pattern);
  if (!found || !found->func)
    return;
  receiver = *found;
  receiver.func (receiver.data, event->subject, event->reply, event->payload);
}

/* A refusal quotes its subject. Returns whether it is of an optional subscription, whose function then knows of it. */
static gboolean
take_refusal (GscopeNatsBus *self, const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, "\"", 3);
  const Receiver *found =
      g_strv_length (parts) == 3 ? g_hash_table_lookup (self->patterns, parts[1]) : NULL;
  Receiver receiver;

  if (!found || !found->is_optional)
    return FALSE;
  receiver = *found;
  receiver.func (receiver.data, parts[1], NULL, NULL);
  return TRUE;
}

static void
on_event (gpointer data, gpointer item)
{
  g_autoptr (GscopeNatsBus) self = g_object_ref (data);
  GscopeNatsEvent *event = item;

  if (event->kind == GSCOPE_NATS_MESSAGE)
    deliver (self, event);
  else if (event->kind == GSCOPE_NATS_UP)
    go_up (self);
  else if (event->kind == GSCOPE_NATS_DOWN)
    go_down (self, event->text);
  else if (event->kind == GSCOPE_NATS_LOSS)
    g_signal_emit (self, signals[LOSS], 0, event->text);
  else if (event->kind == GSCOPE_NATS_TROUBLE)
    g_signal_emit (self, signals[TROUBLE], 0, event->text);
  else if (!take_refusal (self, event->text))
    g_signal_emit (self, signals[REFUSAL], 0, event->text);
  gscope_nats_event_free (event);
}

GscopeNatsBus *
gscope_nats_bus_new (GscopeNatsSettings *settings, const char *program, gboolean is_persistent)
{
  GscopeNatsBus *self = g_object_new (GSCOPE_TYPE_NATS_BUS, NULL);

  self->settings = settings;
  self->tries_again = is_persistent;
  self->mailbox = gscope_nats_mailbox_new (GSCOPE_NATS_MAX_PENDING,
                                           (GDestroyNotify) gscope_nats_event_free, on_event, self);
  self->line = gscope_nats_line_new (settings, program, is_persistent, self->mailbox);
  return self;
}

static void
forget_bus (gpointer server, GObject *bus)
{
  if (g_object_get_qdata (gscope_keeper_get (), GPOINTER_TO_UINT (server)) == bus)
    g_object_set_qdata (gscope_keeper_get (), GPOINTER_TO_UINT (server), NULL);
}

static GscopeNatsBus *
find_bus (const char *key, const char *server, const char *program, gboolean is_persistent,
          GError **error)
{
  GQuark quark = g_quark_from_string (key);
  GscopeNatsBus *bus = g_object_get_qdata (gscope_keeper_get (), quark);
  GscopeNatsSettings *settings;

  if (bus && !gscope_nats_bus_is_dead (bus))
    return g_object_ref (bus);
  settings = gscope_nats_settings_read (server, error);
  if (!settings)
    return NULL;
  bus = gscope_nats_bus_new (settings, program, is_persistent);
  g_object_set_qdata (gscope_keeper_get (), quark, bus);
  g_object_weak_ref (G_OBJECT (bus), forget_bus, GUINT_TO_POINTER (quark));
  return bus;
}

GscopeNatsBus *
gscope_nats_bus_get (const char *server, GError **error)
{
  return find_bus (server, server, g_get_prgname (), FALSE, error);
}

GscopeNatsBus *
gscope_nats_bus_get_for_agent (const char *server, const char *name, GError **error)
{
  g_autofree char *key =
      g_strdup_printf ("agents %p %s", (gpointer) g_main_context_get_thread_default (), server);
  g_autofree char *program = g_strconcat ("gscoped ", name, NULL);
  GscopeNatsBus *bus = find_bus (key, server, program, TRUE, error);
  GscopeNatsSettings *settings;

  if (!bus || g_hash_table_add (bus->names, g_strdup (name)))
    return bus;
  g_object_unref (bus);
  settings = gscope_nats_settings_read (server, error);
  if (!settings)
    return NULL;
  bus = gscope_nats_bus_new (settings, program, TRUE);
  g_hash_table_add (bus->names, g_strdup (name));
  return bus;
}

void
gscope_nats_bus_give_back (GscopeNatsBus *self, const char *name)
{
  g_hash_table_remove (self->names, name);
}

const GscopeNatsSettings *
gscope_nats_bus_get_settings (GscopeNatsBus *self)
{
  return self->settings;
}

const char *
gscope_nats_bus_get_id (GscopeNatsBus *self)
{
  return self->id;
}

gboolean
gscope_nats_bus_is_up (GscopeNatsBus *self)
{
  return self->is_up;
}

const GError *
gscope_nats_bus_get_error (GscopeNatsBus *self)
{
  return self->error;
}

gboolean
gscope_nats_bus_is_dead (GscopeNatsBus *self)
{
  return self->error && !self->tries_again;
}

void
gscope_nats_bus_end (GscopeNatsBus *self, const char *prefix, const GError *error)
{
  g_signal_emit (self, signals[END], 0, prefix, error);
}

guint64
gscope_nats_bus_count (GscopeNatsBus *self)
{
  return ++self->count;
}

void
gscope_nats_bus_publish (GscopeNatsBus *self, const char *subject, const char *reply, GBytes *data)
{
  if (self->is_up)
    gscope_nats_line_publish (self->line, subject, reply, data);
}

void
gscope_nats_bus_publish_text (GscopeNatsBus *self, const char *subject, const char *reply,
                              const char *text)
{
  g_autoptr (GBytes) data = g_bytes_new (text, strlen (text));

  gscope_nats_bus_publish (self, subject, reply, data);
}

void
gscope_nats_bus_publish_removal (GscopeNatsBus *self, const char *subject)
{
  if (self->is_up)
    gscope_nats_line_publish_with_header (self->line, subject, NULL, NULL, "KV-Operation", "DEL");
}

void
gscope_nats_bus_publish_once (GscopeNatsBus *self, const char *subject, const char *reply,
                              const char *text, const char *id)
{
  g_autoptr (GBytes) data = g_bytes_new (text, strlen (text));

  if (self->is_up)
    gscope_nats_line_publish_with_header (self->line, subject, reply, data, "Nats-Msg-Id", id);
}

void
gscope_nats_bus_flush (GscopeNatsBus *self)
{
  if (self->is_up)
    gscope_nats_line_flush (self->line);
}

static void
insert (GHashTable *table, const char *subject, GscopeNatsFunc func, gpointer data,
        gboolean is_optional)
{
  Receiver *receiver = g_new (Receiver, 1);

  *receiver = (Receiver){ func, data, is_optional };
  g_hash_table_insert (table, g_strdup (subject), receiver);
}

void
gscope_nats_bus_subscribe (GscopeNatsBus *self, const char *pattern, GscopeNatsFunc func,
                           gpointer data)
{
  insert (self->patterns, pattern, func, data, FALSE);
  gscope_nats_line_subscribe (self->line, pattern);
}

void
gscope_nats_bus_subscribe_optional (GscopeNatsBus *self, const char *subject, GscopeNatsFunc func,
                                    gpointer data)
{
  insert (self->patterns, subject, func, data, TRUE);
  self->n_optional++;
  gscope_nats_line_subscribe (self->line, subject);
}

void
gscope_nats_bus_allow (GscopeNatsBus *self, const char *subject, guint64 n_messages)
{
  gscope_nats_line_allow (self->line, subject, n_messages);
}

gboolean
gscope_nats_bus_has_pattern (GscopeNatsBus *self, const char *pattern)
{
  return g_hash_table_contains (self->patterns, pattern);
}

void
gscope_nats_bus_unsubscribe (GscopeNatsBus *self, const char *pattern)
{
  const Receiver *receiver = g_hash_table_lookup (self->patterns, pattern);

  if (!receiver)
    return;
  self->n_optional -= receiver->is_optional;
  g_hash_table_remove (self->patterns, pattern);
  gscope_nats_line_unsubscribe (self->line, pattern);
}

void
gscope_nats_bus_add_route (GscopeNatsBus *self, const char *subject, GscopeNatsFunc func,
                           gpointer data)
{
  insert (self->routes, subject, func, data, FALSE);
}

void
gscope_nats_bus_remove_route (GscopeNatsBus *self, const char *subject)
{
  g_hash_table_remove (self->routes, subject);
}

gboolean
gscope_nats_bus_has_route (GscopeNatsBus *self, const char *subject)
{
  return g_hash_table_contains (self->routes, subject);
}

guint32
gscope_nats_bus_get_window (GscopeNatsBus *self)
{
  guint n = MAX (g_hash_table_size (self->routes), 1);

  return CLAMP (ALL_WINDOWS / n, MIN_WINDOW, MAX_WINDOW);
}

guint32
gscope_nats_bus_get_optional_window (GscopeNatsBus *self)
{
  return OPTIONAL_WINDOWS / MAX (self->n_optional, 1);
}

gsize
gscope_nats_bus_get_unsent (GscopeNatsBus *self)
{
  return gscope_nats_line_get_unsent (self->line);
}
