/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/dial/write-log-private.h>

#include <glib/gi18n-lib.h>
#include <gscope/dial/endpoint.h>
#include <gscope/error.h>
#include <gscope/json-private.h>
#include <gscope/nats/log.h>
#include <gscope/nats/stream.h>
#include <gscope/nats/subject.h>
#include <main-source.h>
#include <string.h>

#define READ "$JS.API.CONSUMER.CREATE." GSCOPE_NATS_LOG

/* How long the server may take to answer or to send the next record, and how often it is asked for a log that no agent has begun. */
#define PATIENCE (10 * GSCOPE_SEC)

/* The code of the error of a stream that no agent has made yet. */
#define NO_STREAM 10059

/* The server limits its rate, in bits a second, so that few records wait in this process. */
#define SETTINGS                                                                                   \
  "{\"stream_name\": \"" GSCOPE_NATS_LOG "\", \"config\": {\"deliver_subject\": \"%s\", "          \
  "\"filter_subject\": \"%s\", %s, \"ack_policy\": \"none\", \"max_deliver\": 1, "                 \
  "\"replay_policy\": \"instant\", \"rate_limit_bps\": 160000000, \"mem_storage\": true}}"

/**
 * GscopeWriteLog:
 *
 * Reads the log of writes at a NATS server, in which agents note each write of a parameter, accepted or not.
 *
 * The records come as signals, the oldest first, and go on as long as the object lives. If the connection to the server is lost, or
 * this program is too slow, it goes on behind the last record.
 *
 * Since: 1.0
 */
struct _GscopeWriteLog
{
  GObject parent_instance;

  GscopeNatsBus *bus;
  char *agent;
  gint64 since;
  /* the subjects of the log's records, of which each reading has another one, and of answers */
  char *stem;
  char *records;
  char *reply;
  GSource *timer;
  /* the numbers of the last record, in the log and in what the server sends */
  guint64 last;
  guint64 n_received;
  /* the server has been asked, and has answered */
  gboolean is_asked;
  gboolean is_reading;
  /* something has come since the last tick */
  gboolean goes_on;
  gboolean is_missing;
  gboolean is_complete;
};

enum
{
  RECORD,
  COMPLETE,
  LOST,
  FAILED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (GscopeWriteLog, gscope_write_log, G_TYPE_OBJECT)

static void
gscope_write_log_dispose (GObject *object)
{
  GscopeWriteLog *self = GSCOPE_WRITE_LOG (object);

  g_clear_pointer (&self->timer, main_source_drop);
  if (self->bus)
    {
      g_signal_handlers_disconnect_by_data (self->bus, self);
      gscope_nats_bus_unsubscribe (self->bus, self->records);
      gscope_nats_bus_unsubscribe (self->bus, self->reply);
    }
  g_clear_object (&self->bus);
  G_OBJECT_CLASS (gscope_write_log_parent_class)->dispose (object);
}

static void
gscope_write_log_finalize (GObject *object)
{
  GscopeWriteLog *self = GSCOPE_WRITE_LOG (object);

  g_free (self->agent);
  g_free (self->stem);
  g_free (self->records);
  g_free (self->reply);
  G_OBJECT_CLASS (gscope_write_log_parent_class)->finalize (object);
}

static void
gscope_write_log_class_init (GscopeWriteLogClass *klass)
{
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = gscope_write_log_dispose;
  G_OBJECT_CLASS (klass)->finalize = gscope_write_log_finalize;

  /**
   * GscopeWriteLog::record:
   * @self: the log
   * @agent: the name of the agent
   * @text: the record, a JSON object with the members `time`, `principal`, `origin`, `writer`, `parameter`, `old`, `asked`,
   *   `new` and `reason`, of which all but `time` may be absent; it may have others if the server lets others write
   *
   * Emitted for each record.
   *
   * Since: 1.0
   */
  signals[RECORD] = g_signal_new ("record", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_STRING);
  /**
   * GscopeWriteLog::complete:
   * @self: the log
   *
   * Emitted once, when all records have come that were in the log.
   *
   * Since: 1.0
   */
  signals[COMPLETE] =
      g_signal_new ("complete", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  /**
   * GscopeWriteLog::lost:
   * @self: the log
   * @n: a number of records
   *
   * Emitted when records have not come, because this program was too slow, or are not valid.
   *
   * Since: 1.0
   */
  signals[LOST] = g_signal_new ("lost", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                1, G_TYPE_UINT64);
  /**
   * GscopeWriteLog::failed:
   * @self: the log
   * @error: the reason
   *
   * Emitted when the log cannot be read. If the connection was lost, it is made again.
   *
   * Since: 1.0
   */
  signals[FAILED] = g_signal_new ("failed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_ERROR);
}

static void
gscope_write_log_init (GscopeWriteLog *self)
{
}

static void
fail (GscopeWriteLog *self, GscopeError code, const char *format, const char *reason)
{
  const char *server = gscope_nats_bus_get_settings (self->bus)->server;
  g_autoptr (GError) error = g_error_new (GSCOPE_ERROR, (int) code, format, server, reason);

  g_signal_emit (self, signals[FAILED], 0, error);
}

static void
complete (GscopeWriteLog *self)
{
  if (self->is_complete)
    return;
  self->is_complete = TRUE;
  g_signal_emit (self, signals[COMPLETE], 0);
}

/* Records. */

typedef struct
{
  guint64 in_log;
  guint64 in_consumer;
  guint64 n_pending;
} Place;

/* Reads “$JS.ACK.STREAM.CONSUMER.DELIVERED.IN-LOG.IN-CONSUMER.TIME.PENDING”, which a server of a domain begins with two more
 * tokens behind the second one, and ends with another one. */
static gboolean
read_place (const char *reply, Place *place)
{
  g_auto (GStrv) tokens = g_strsplit (reply ? reply : "", ".", 16);
  guint n = g_strv_length (tokens);
  guint at = n >= 11 ? 7 : 5;

  return n >= 9 && g_str_equal (tokens[0], "$JS") && g_str_equal (tokens[1], "ACK")
         && g_ascii_string_to_unsigned (tokens[at], 10, 1, G_MAXINT64, &place->in_log, NULL)
         && g_ascii_string_to_unsigned (tokens[at + 1], 10, 1, G_MAXINT64, &place->in_consumer,
                                        NULL)
         && g_ascii_string_to_unsigned (tokens[at + 3], 10, 0, G_MAXINT64, &place->n_pending, NULL);
}

/* Returns the name in the subject of a record; NULL if it is none. */
static char *
read_agent (const char *subject)
{
  g_auto (GStrv) tokens = g_strsplit (subject, ".", 4);

  return g_strv_length (tokens) == 3 && g_str_equal (tokens[0], GSCOPE_NATS_ROOT)
                 && g_str_equal (tokens[2], GSCOPE_NATS_LOG_VERB)
             ? gscope_nats_unescape (tokens[1])
             : NULL;
}

static void
on_record (gpointer data, const char *subject, const char *reply, GBytes *payload)
{
  g_autoptr (GscopeWriteLog) self = g_object_ref (data);
  gsize size = payload ? g_bytes_get_size (payload) : 0;
  g_autofree char *agent = read_agent (subject);
  g_autofree char *text = size > 0 ? g_strndup (g_bytes_get_data (payload, NULL), size) : NULL;
  g_autoptr (JsonNode) node = text ? gscope_json_parse (text, size, NULL) : NULL;
  Place place;

  if (!read_place (reply, &place))
    return;
  if (place.in_consumer > self->n_received + 1)
    g_signal_emit (self, signals[LOST], 0, place.in_consumer - self->n_received - 1);
  self->n_received = place.in_consumer;
  self->last = place.in_log;
  self->goes_on = TRUE;
  if (agent && node && JSON_NODE_HOLDS_OBJECT (node))
    g_signal_emit (self, signals[RECORD], 0, agent, text);
  else
    g_signal_emit (self, signals[LOST], 0, (guint64) 1);
  if (place.n_pending == 0)
    complete (self);
}

/* The server. */

static char *
describe_begin (const GscopeWriteLog *self)
{
  g_autoptr (GDateTime) date = g_date_time_new_from_unix_utc (self->since / GSCOPE_SEC);
  g_autofree char *text = date ? g_date_time_format (date, "%Y-%m-%dT%H:%M:%SZ") : NULL;

  if (self->last > 0)
    return g_strdup_printf ("\"deliver_policy\": \"by_start_sequence\", "
                            "\"opt_start_seq\": %" G_GUINT64_FORMAT,
                            self->last + 1);
  return text && self->since > 0 ? g_strdup_printf ("\"deliver_policy\": \"by_start_time\", "
                                                    "\"opt_start_time\": \"%s\"",
                                                    text)
                                 : g_strdup ("\"deliver_policy\": \"all\"");
}

static char *
create_subject (GscopeWriteLog *self)
{
  return g_strdup_printf ("%s.%" G_GUINT64_FORMAT, self->stem, gscope_nats_bus_count (self->bus));
}

/* The server may go on to send the records of the former reading. */
static void
drop_former (GscopeWriteLog *self)
{
  gscope_nats_bus_unsubscribe (self->bus, self->records);
  g_free (self->records);
  self->records = create_subject (self);
  gscope_nats_bus_subscribe (self->bus, self->records, on_record, self);
}

static void
read_log (GscopeWriteLog *self)
{
  g_autofree char *begin = describe_begin (self);
  g_autofree char *filter = self->agent ? gscope_nats_join (self->agent, GSCOPE_NATS_LOG_VERB, NULL)
                                        : g_strdup (GSCOPE_NATS_ROOT ".*." GSCOPE_NATS_LOG_VERB);
  g_autofree char *settings = NULL;

  if (self->is_asked)
    drop_former (self);
  settings = g_strdup_printf (SETTINGS, self->records, filter, begin);
  self->is_asked = TRUE;
  self->n_received = 0;
  gscope_nats_bus_publish_text (self->bus, READ, self->reply, settings);
}

static void
on_reading (gpointer data, const char *subject, const char *reply, GBytes *payload)
{
  g_autoptr (GscopeWriteLog) self = g_object_ref (data);
  g_autofree char *reason = NULL;
  gint64 code, n = 0;
  g_autoptr (JsonObject) answer = gscope_nats_stream_read_answer (payload, &code, &reason);

  self->is_reading = TRUE;
  self->goes_on = TRUE;
  self->is_missing = code == NO_STREAM;
  if (reason && !self->is_missing)
    fail (self, GSCOPE_ERROR_UNSUPPORTED,
          _ ("The NATS server “%s” shows no log of writes: %s. Enable JetStream there."), reason);
  else if (self->is_missing
           || (gscope_json_get_integer (answer, "num_pending", 0, G_MAXINT64, &n, NULL) && n == 0))
    complete (self);
}

/* Returns whether the last records do not come: they were dropped because this program was too slow, and nothing follows them. */
static gboolean
is_stuck (const GscopeWriteLog *self)
{
  return self->is_reading && !self->is_complete && !self->goes_on
         && gscope_nats_bus_is_up (self->bus);
}

static gboolean
on_timer (gpointer data)
{
  GscopeWriteLog *self = data;

  if (self->is_missing || is_stuck (self))
    read_log (self);
  else if (!self->is_reading && gscope_nats_bus_is_up (self->bus))
    fail (self, GSCOPE_ERROR_NOT_FOUND,
          _ ("The NATS server “%s” shows no log of writes: %s. See whether it lets this user read "
             "the log."),
          _ ("it does not answer"));
  self->goes_on = FALSE;
  return G_SOURCE_CONTINUE;
}

static void
on_up (GscopeNatsBus *bus, GscopeWriteLog *self)
{
  read_log (self);
}

static void
on_down (GscopeNatsBus *bus, const GError *error, GscopeWriteLog *self)
{
  g_signal_emit (self, signals[FAILED], 0, error);
}

/* Records that were lost here are still in the log. The server need not send another one, which would show the loss. */
static void
on_loss (GscopeNatsBus *bus, const char *text, GscopeWriteLog *self)
{
  if (self->is_asked)
    read_log (self);
}

static void
on_refusal (GscopeNatsBus *bus, const char *text, GscopeWriteLog *self)
{
  if (!gscope_nats_is_refusal_of (text, READ) && !gscope_nats_is_refusal_of (text, self->records)
      && !gscope_nats_is_refusal_of (text, self->reply))
    return;
  fail (self, GSCOPE_ERROR_PRIVILEGE,
        _ ("The NATS server “%s” does not let this user read the log of writes: %s. Ask the owner "
           "of the server."),
        text);
}

static void
subscribe (GscopeWriteLog *self, GscopeClock *clock)
{
  g_autofree char *user = gscope_nats_escape (gscope_nats_bus_get_settings (self->bus)->user);

  self->stem = g_strdup_printf (GSCOPE_NATS_ROOT "." GSCOPE_NATS_LOG_VERB "._down.%s.%s", user,
                                gscope_nats_bus_get_id (self->bus));
  self->records = create_subject (self);
  self->reply = create_subject (self);
  gscope_nats_bus_subscribe (self->bus, self->records, on_record, self);
  gscope_nats_bus_subscribe (self->bus, self->reply, on_reading, self);
  g_signal_connect (self->bus, "up", G_CALLBACK (on_up), self);
  g_signal_connect (self->bus, "down", G_CALLBACK (on_down), self);
  g_signal_connect (self->bus, "loss", G_CALLBACK (on_loss), self);
  g_signal_connect (self->bus, "refusal", G_CALLBACK (on_refusal), self);
  self->timer = gscope_clock_create_timeout (clock, PATIENCE);
  g_source_set_static_name (self->timer, "[gscope] log of writes");
  g_source_set_callback (self->timer, on_timer, self, NULL);
  g_source_attach (self->timer, g_main_context_get_thread_default ());
}

GscopeWriteLog *
gscope_write_log_new_for_clock (const char *server, const char *agent, gint64 since,
                                GscopeClock *clock, GError **error)
{
  g_autoptr (GscopeEndpoint) endpoint = gscope_endpoint_parse (server, error);
  GscopeNatsBus *bus = NULL;
  GscopeWriteLog *self;

  if (endpoint && (endpoint->kind != GSCOPE_ENDPOINT_NATS || *endpoint->name))
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                 _ ("“%s” is not the address of a NATS server. Write nats://SERVER:PORT."), server);
  else if (endpoint)
    bus = gscope_nats_bus_get (endpoint->uri, error);
  if (!bus)
    return NULL;
  self = g_object_new (GSCOPE_TYPE_WRITE_LOG, NULL);
  self->bus = bus;
  self->agent = g_strdup (agent);
  self->since = since;
  subscribe (self, clock);
  if (gscope_nats_bus_is_up (bus))
    read_log (self);
  return self;
}

/**
 * gscope_write_log_new:
 * @server: a NATS server, `nats://SERVER:PORT`
 * @agent: (nullable): the name of an agent, whose records alone come; %NULL for all agents
 * @since: the time of the first record, in nanoseconds since 1970; 0 for all records
 * @error: why the log cannot be read
 *
 * Begins to read the log of writes at a server.
 *
 * Returns: (transfer full): the log; %NULL if the address or the settings of the connection are not valid
 *
 * Since: 1.0
 */
GscopeWriteLog *
gscope_write_log_new (const char *server, const char *agent, gint64 since, GError **error)
{
  g_return_val_if_fail (server, NULL);
  g_return_val_if_fail (since >= 0, NULL);

  return gscope_write_log_new_for_clock (server, agent, since, gscope_clock_get_system (), error);
}
