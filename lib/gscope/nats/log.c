/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/nats/log.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/nats/stream.h>
#include <gscope/nats/subject.h>
#include <main-source.h>
#include <string.h>

#define CREATE "$JS.API.STREAM.CREATE." GSCOPE_NATS_LOG
#define MADE "made"

/* How long the server may take to answer before a question or a record is sent again. It stores a record once, though it
 * came twice within an hour. */
#define PATIENCE (10 * GSCOPE_SEC)

/* The oldest records go after 30 days, or if all have 64 MiB. */
#define SETTINGS                                                                                   \
  "{\"name\": \"" GSCOPE_NATS_LOG "\", \"subjects\": [\"" GSCOPE_NATS_ROOT                         \
  ".*." GSCOPE_NATS_LOG_VERB "\"], \"retention\": \"limits\", \"storage\": \"file\", "             \
  "\"discard\": \"old\", \"max_bytes\": 67108864, \"max_age\": 2592000000000000, "                 \
  "\"max_msg_size\": 65536, \"duplicate_window\": 3600000000000, \"num_replicas\": 1, "            \
  "\"deny_delete\": true, \"deny_purge\": true}"

enum
{
  /* Most records that are sent and not answered. */
  WINDOW = 64,
  MAX_BYTES = 4 * 1024 * 1024,
};

typedef struct
{
  char *id;
  char *text;
  gboolean is_sent;
} Record;

struct _GscopeNatsLog
{
  GscopeNatsBus *bus;
  GscopeNatsLogFunc failed;
  gpointer data;
  char *subject;
  /* where the server answers: this, a dot, and the id of a record */
  char *reply;
  GSource *timer;
  /* Record, the oldest first */
  GQueue records;
  gsize n_bytes;
  guint n_sent;
  gboolean is_open;
  /* it was used since it is open: most agents have no record */
  gboolean is_used;
  /* the stream is there */
  gboolean is_made;
  gboolean has_reported;
  /* something was stored since the last look */
  gboolean goes_on;
};

static void
record_free (gpointer data)
{
  Record *record = data;

  g_free (record->id);
  g_free (record->text);
  g_free (record);
}

static void
report (GscopeNatsLog *self, const char *reason)
{
  g_autoptr (GError) error = NULL;

  if (self->has_reported)
    return;
  self->has_reported = TRUE;
  error =
      g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
                   _ ("The NATS server “%s” keeps no log of writes: %s. Enable JetStream there, "
                      "with room for the log."),
                   gscope_nats_bus_get_settings (self->bus)->server, reason);
  self->failed (self->data, error);
}

/* Records. */

static void
send_record (GscopeNatsLog *self, Record *record)
{
  g_autofree char *reply = g_strjoin (".", self->reply, record->id, NULL);

  record->is_sent = TRUE;
  self->n_sent++;
  gscope_nats_bus_publish_once (self->bus, self->subject, reply, record->text, record->id);
}

static void
send_records (GscopeNatsLog *self, guint window)
{
  for (GList *at = self->records.head; at && self->is_made && self->n_sent < window; at = at->next)
    if (!((Record *) at->data)->is_sent)
      send_record (self, at->data);
}

/* Records that were sent may be lost. */
static void
forget_sent (GscopeNatsLog *self)
{
  for (GList *at = self->records.head; at; at = at->next)
    ((Record *) at->data)->is_sent = FALSE;
  self->n_sent = 0;
}

static void
remove_record (GscopeNatsLog *self, const char *id)
{
  for (GList *at = self->records.head; at; at = at->next)
    {
      Record *record = at->data;

      if (!g_str_equal (record->id, id))
        continue;
      self->n_sent -= record->is_sent;
      self->n_bytes -= strlen (record->text);
      g_queue_delete_link (&self->records, at);
      record_free (record);
      return;
    }
}

/* The server. */

static void
make (GscopeNatsLog *self)
{
  g_autofree char *reply = g_strjoin (".", self->reply, MADE, NULL);

  gscope_nats_bus_publish_text (self->bus, CREATE, reply, SETTINGS);
}

static void on_answer (gpointer data, const char *subject, const char *reply, GBytes *payload);

static void
use (GscopeNatsLog *self)
{
  g_autofree char *pattern = g_strconcat (self->reply, ".*", NULL);

  if (self->is_used || !self->is_open || g_queue_is_empty (&self->records))
    return;
  self->is_used = TRUE;
  gscope_nats_bus_subscribe (self->bus, pattern, on_answer, self);
  make (self);
}

static void
on_answer (gpointer data, const char *subject, const char *reply, GBytes *payload)
{
  GscopeNatsLog *self = data;
  const char *id = strrchr (subject, '.') + 1;
  gboolean is_made = g_str_equal (id, MADE);
  g_autofree char *refusal = NULL;
  g_autoptr (JsonObject) object = NULL;
  gint64 code;

  if (is_made)
    refusal = gscope_nats_stream_read_refusal (payload);
  else
    object = gscope_nats_stream_read_answer (payload, &code, &refusal);
  self->is_made = !refusal;
  if (refusal)
    {
      forget_sent (self);
      report (self, refusal);
      return;
    }
  self->goes_on = TRUE;
  if (!is_made)
    {
      self->has_reported = FALSE;
      remove_record (self, id);
    }
  send_records (self, WINDOW);
}

static gboolean
on_timer (gpointer data)
{
  GscopeNatsLog *self = data;

  if (self->is_used && !self->is_made)
    make (self);
  else if (self->is_used && !self->goes_on)
    {
      forget_sent (self);
      send_records (self, WINDOW);
    }
  self->goes_on = FALSE;
  return G_SOURCE_CONTINUE;
}

void
gscope_nats_log_set_open (GscopeNatsLog *self, gboolean is_open)
{
  g_autofree char *pattern = g_strconcat (self->reply, ".*", NULL);

  if (self->is_open == is_open)
    return;
  self->is_open = is_open;
  self->is_made = FALSE;
  self->has_reported = FALSE;
  forget_sent (self);
  if (self->is_used)
    gscope_nats_bus_unsubscribe (self->bus, pattern);
  self->is_used = FALSE;
  use (self);
}

gboolean
gscope_nats_log_append (GscopeNatsLog *self, const char *text, GError **error)
{
  Record *record;

  if (g_queue_get_length (&self->records) >= GSCOPE_NATS_LOG_MAX_RECORDS
      || self->n_bytes + strlen (text) > MAX_BYTES)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
                   g_dngettext (GETTEXT_PACKAGE,
                                "%u record of writes waits for the NATS server “%s”, and no more "
                                "are kept. See whether it runs, and keeps streams of JetStream.",
                                "%u records of writes wait for the NATS server “%s”, and no more "
                                "are kept. See whether it runs, and keeps streams of JetStream.",
                                g_queue_get_length (&self->records)),
                   g_queue_get_length (&self->records),
                   gscope_nats_bus_get_settings (self->bus)->server);
      return FALSE;
    }
  record = g_new0 (Record, 1);
  record->id = g_strdup_printf ("%s-%" G_GUINT64_FORMAT, gscope_nats_bus_get_id (self->bus),
                                gscope_nats_bus_count (self->bus));
  record->text = g_strdup (text);
  self->n_bytes += strlen (text);
  g_queue_push_tail (&self->records, record);
  use (self);
  send_records (self, WINDOW);
  return TRUE;
}

/* Life. */

GscopeNatsLog *
gscope_nats_log_new (GscopeNatsBus *bus, const char *name, GscopeNatsLogFunc failed, gpointer data,
                     GscopeClock *clock)
{
  GscopeNatsLog *self = g_new0 (GscopeNatsLog, 1);

  self->bus = g_object_ref (bus);
  self->failed = failed;
  self->data = data;
  self->subject = gscope_nats_join (name, GSCOPE_NATS_LOG_VERB, NULL);
  self->reply = gscope_nats_join (name, "_logged", gscope_nats_bus_get_id (bus));
  g_queue_init (&self->records);
  self->timer = gscope_clock_create_timeout (clock, PATIENCE);
  g_source_set_static_name (self->timer, "[gscope] nats log");
  g_source_set_callback (self->timer, on_timer, self, NULL);
  g_source_attach (self->timer, g_main_context_get_thread_default ());
  return self;
}

static void
report_rest (GscopeNatsLog *self)
{
  guint n = g_queue_get_length (&self->records) - self->n_sent;
  g_autoptr (GError) error = NULL;

  if (n == 0)
    return;
  error =
      g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
                   g_dngettext (GETTEXT_PACKAGE,
                                "%u record of a write was not sent to the NATS server “%s”. Look "
                                "for it in the journal of this agent.",
                                "%u records of writes were not sent to the NATS server “%s”. Look "
                                "for them in the journal of this agent.",
                                n),
                   n, gscope_nats_bus_get_settings (self->bus)->server);
  self->failed (self->data, error);
}

void
gscope_nats_log_free (GscopeNatsLog *self)
{
  send_records (self, G_MAXUINT);
  if (self->n_sent > 0)
    gscope_nats_bus_flush (self->bus);
  report_rest (self);
  gscope_nats_log_set_open (self, FALSE);
  main_source_drop (self->timer);
  g_queue_clear_full (&self->records, record_free);
  g_object_unref (self->bus);
  g_free (self->subject);
  g_free (self->reply);
  g_free (self);
}
