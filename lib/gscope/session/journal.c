/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/session/journal.h>

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <gscope/control/parameter-private.h>
#include <gscope/error.h>
#include <gscope/json-private.h>
#include <gscope/session/journal-file.h>
#include <gscope/session/journal-socket.h>
#include <main-source.h>

/* The identity of these records in the systemd journal. */
#define MESSAGE_ID "5a3c1f0d8c1b4a7e9f5d2b6e4c7a9013"

/* Refused writes of one principal that are recorded within a window of time. */
#define WINDOW (10 * GSCOPE_SEC)

enum
{
  MAX_REFUSED = 100,
  MAX_PRINCIPALS = 256,
  /* The most bytes of a text in a record. */
  MAX_TEXT = 1024,
  /* Priorities of syslog. */
  PRIORITY_WARNING = 4,
  PRIORITY_INFORMATION = 6,
};

typedef struct
{
  JsonObject *object;
  char *message;
  int priority;
} Record;

typedef struct _Sink Sink;
typedef gboolean (*AppendFunc) (GscopeJournal *self, const Sink *sink, const Record *record,
                                GError **error);

/* A destination of records, and the number of those that it has not taken since it last took one. */
struct _Sink
{
  AppendFunc append;
  guint64 n_left_out;
  char *problem;
  /* of an outlet */
  GscopeJournalOutlet func;
  gpointer data;
};

struct _GscopeJournal
{
  GscopeJournalFunc func;
  gpointer data;

  GscopeJournalFile *file;
  GscopeJournalSocket *socket;
  Sink file_sink;
  Sink socket_sink;
  /* Sink */
  GPtrArray *outlets;
  guint64 n_lost;
  /* entries that have begun */
  guint n_open;
  /* called once there are none; NULL for nothing */
  GscopeJournalFunc settled;

  /* the numbers of refused writes in the present window, by principal */
  GHashTable *refused;
  GscopeClock *clock;
  GSource *window;
};

struct _GscopeJournalEntry
{
  GscopeJournal *journal;
  char *principal;
  char *origin;
  char *writer;
  char *parameter;
  GVariant *old;
  GVariant *asked;
};

/* Making and freeing. */

static void
sink_free (gpointer data)
{
  Sink *sink = data;

  g_free (sink->problem);
  g_free (sink);
}

static gboolean
append_to_file (GscopeJournal *self, const Sink *sink, const Record *record, GError **error);
static gboolean
append_to_socket (GscopeJournal *self, const Sink *sink, const Record *record, GError **error);
static gboolean
append_to_outlet (GscopeJournal *self, const Sink *sink, const Record *record, GError **error);

GscopeJournal *
gscope_journal_new (GscopeJournalFunc func, gpointer data)
{
  GscopeJournal *self = g_rc_box_new0 (GscopeJournal);

  self->func = func;
  self->data = data;
  self->file_sink.append = append_to_file;
  self->socket_sink.append = append_to_socket;
  self->outlets = g_ptr_array_new_with_free_func (sink_free);
  self->refused = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->clock = g_object_ref (gscope_clock_get_system ());
  return self;
}

static void
journal_clear (gpointer data)
{
  GscopeJournal *self = data;

  g_clear_pointer (&self->file, gscope_journal_file_free);
  g_clear_pointer (&self->socket, gscope_journal_socket_free);
  g_free (self->file_sink.problem);
  g_free (self->socket_sink.problem);
  g_ptr_array_unref (self->outlets);
  g_hash_table_unref (self->refused);
  g_object_unref (self->clock);
}

static void
journal_unref (GscopeJournal *self)
{
  g_rc_box_release_full (self, journal_clear);
}

void
gscope_journal_set_clock (GscopeJournal *self, GscopeClock *clock)
{
  g_set_object (&self->clock, clock);
}

guint64
gscope_journal_get_n_lost (GscopeJournal *self)
{
  return self->n_lost;
}

/* Problems. */

const char *
gscope_journal_get_problem (GscopeJournal *self)
{
  const char *problem =
      self->file_sink.problem ? self->file_sink.problem : self->socket_sink.problem;

  for (guint i = 0; i < self->outlets->len && !problem; i++)
    problem = ((const Sink *) self->outlets->pdata[i])->problem;
  return problem;
}

static void
set_problem (GscopeJournal *self, Sink *sink, const char *problem)
{
  if (g_strcmp0 (sink->problem, problem) == 0)
    return;
  g_free (sink->problem);
  sink->problem = g_strdup (problem);
  if (self->func)
    self->func (self->data);
}

gboolean
gscope_journal_set_file (GscopeJournal *self, const char *path, guint64 max_bytes, GError **error)
{
  GscopeJournalFile *file = NULL;

  if (path)
    {
      file = gscope_journal_file_new (path, max_bytes, error);
      if (!file)
        return FALSE;
    }
  g_clear_pointer (&self->file, gscope_journal_file_free);
  self->file = file;
  set_problem (self, &self->file_sink, NULL);
  return TRUE;
}

void
gscope_journal_set_socket (GscopeJournal *self, const char *path)
{
  g_clear_pointer (&self->socket, gscope_journal_socket_free);
  self->socket = path ? gscope_journal_socket_new (path) : NULL;
  set_problem (self, &self->socket_sink, NULL);
}

void
gscope_journal_add_outlet (GscopeJournal *self, GscopeJournalOutlet func, gpointer data)
{
  Sink *sink = g_new0 (Sink, 1);

  sink->append = append_to_outlet;
  sink->func = func;
  sink->data = data;
  g_ptr_array_add (self->outlets, sink);
}

void
gscope_journal_remove_outlet (GscopeJournal *self, gpointer data)
{
  for (guint i = 0; i < self->outlets->len; i++)
    {
      Sink *sink = self->outlets->pdata[i];

      if (sink->data != data)
        continue;
      set_problem (self, sink, NULL);
      g_ptr_array_remove_index (self->outlets, i);
      return;
    }
}

/* Records. */

static void
record_init (Record *self, char *message, int priority)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree char *time = g_date_time_format (now, "%Y-%m-%dT%H:%M:%S.%fZ");

  *self = (Record){ json_object_new (), message, priority };
  json_object_set_string_member (self->object, "time", time);
}

static void
record_clear (Record *self)
{
  json_object_unref (self->object);
  g_free (self->message);
}

static char *
format_line (const Record *record)
{
  g_autoptr (JsonNode) node = json_node_init_object (json_node_alloc (), record->object);

  return json_to_string (node, FALSE);
}

static gboolean
append_to_file (GscopeJournal *self, const Sink *sink, const Record *record, GError **error)
{
  g_autofree char *line = format_line (record);

  return gscope_journal_file_append (self->file, line, error);
}

static gboolean
append_to_outlet (GscopeJournal *self, const Sink *sink, const Record *record, GError **error)
{
  g_autofree char *line = format_line (record);

  return sink->func (sink->data, line, error);
}

/* “left-out” becomes GSCOPE_LEFT_OUT. */
static void
add_field (JsonObject *object, const char *name, JsonNode *node, gpointer record)
{
  g_autofree char *upper = g_ascii_strup (name, -1);
  g_autofree char *field = g_strconcat ("GSCOPE_", g_strdelimit (upper, "-", '_'), NULL);
  g_autofree char *text = json_to_string (node, FALSE);

  if (json_node_get_value_type (node) == G_TYPE_STRING)
    gscope_journal_socket_add (record, field, json_node_get_string (node));
  else
    gscope_journal_socket_add (record, field, text);
}

/* A machine without systemd has no such journal, which is no problem. */
static gboolean
append_to_socket (GscopeJournal *self, const Sink *sink, const Record *record, GError **error)
{
  g_autoptr (GString) fields = g_string_new (NULL);
  g_autofree char *priority = g_strdup_printf ("%d", record->priority);
  int code;

  gscope_journal_socket_add (fields, "MESSAGE", record->message);
  gscope_journal_socket_add (fields, "MESSAGE_ID", MESSAGE_ID);
  gscope_journal_socket_add (fields, "PRIORITY", priority);
  gscope_journal_socket_add (fields, "SYSLOG_IDENTIFIER", g_get_prgname ());
  json_object_foreach_member (record->object, add_field, fields);
  if (gscope_journal_socket_send (self->socket, fields))
    return TRUE;
  code = errno;
  if (code == ENOENT || code == ECONNREFUSED || code == ENOTDIR)
    return TRUE;
  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (code),
               _ ("Cannot write to the systemd journal: %s. Look at systemd-journald."),
               g_strerror (code));
  return FALSE;
}

static void begin_window (GscopeJournal *self);

static gboolean
append_left_out (GscopeJournal *self, Sink *sink, GError **error)
{
  Record record;
  gboolean is_written;

  if (sink->n_left_out == 0)
    return TRUE;
  record_init (
      &record,
      g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%lu record of writes was left out: %s",
                                    "%lu records of writes were left out: %s",
                                    (gulong) sink->n_left_out),
                       (gulong) sink->n_left_out, sink->problem ? sink->problem : ""),
      PRIORITY_WARNING);
  json_object_set_int_member (record.object, "left-out", (gint64) sink->n_left_out);
  gscope_json_set_text (record.object, "reason", sink->problem, MAX_TEXT);
  is_written = sink->append (self, sink, &record, error);
  record_clear (&record);
  if (is_written)
    sink->n_left_out = 0;
  return is_written;
}

/* Returns FALSE if the destination does not take the record. */
static gboolean
append_to (GscopeJournal *self, Sink *sink, const Record *record)
{
  g_autoptr (GError) error = NULL;

  if (append_left_out (self, sink, &error)
      && (!record || sink->append (self, sink, record, &error)))
    {
      set_problem (self, sink, NULL);
      return TRUE;
    }
  sink->n_left_out += record != NULL;
  set_problem (self, sink, error->message);
  begin_window (self);
  return FALSE;
}

/* NULL for no record but one that counts those that were left out, if there are some. */
static void
write_record (GscopeJournal *self, const Record *record)
{
  gboolean is_written = TRUE;

  if (self->socket)
    is_written &= append_to (self, &self->socket_sink, record);
  if (self->file)
    is_written &= append_to (self, &self->file_sink, record);
  for (guint i = 0; i < self->outlets->len; i++)
    is_written &= append_to (self, self->outlets->pdata[i], record);
  self->n_lost += record && !is_written;
}

/* The rate of refused writes. The end of a window also looks whether records can be written again that were left out: there
 * need not be another write. */

static void
write_left_out (gpointer principal, gpointer n, gpointer data)
{
  guint64 n_left_out = *(guint64 *) n > MAX_REFUSED ? *(guint64 *) n - MAX_REFUSED : 0;
  Record record;

  if (n_left_out == 0)
    return;
  record_init (
      &record,
      g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                    "%lu more refused write of %s has no record of its own",
                                    "%lu more refused writes of %s have no record of their own",
                                    (gulong) n_left_out),
                       (gulong) n_left_out, (const char *) principal),
      PRIORITY_WARNING);
  json_object_set_string_member (record.object, "principal", principal);
  json_object_set_int_member (record.object, "left-out", (gint64) n_left_out);
  json_object_set_string_member (record.object, "reason", _ ("too many writes were refused"));
  write_record (data, &record);
  record_clear (&record);
}

static void
end_window (GscopeJournal *self)
{
  g_clear_pointer (&self->window, main_source_drop);
  g_hash_table_foreach (self->refused, write_left_out, self);
  g_hash_table_remove_all (self->refused);
  write_record (self, NULL);
}

static gboolean
on_window_over (gpointer data)
{
  end_window (data);
  return G_SOURCE_REMOVE;
}

static void
begin_window (GscopeJournal *self)
{
  if (self->window || !self->func)
    return;
  self->window = gscope_clock_create_timeout (self->clock, WINDOW);
  g_source_set_static_name (self->window, "[gscope] journal");
  g_source_set_callback (self->window, on_window_over, self, NULL);
  g_source_attach (self->window, g_main_context_get_thread_default ());
}

/* Returns whether one more refused write of a principal has a record of its own. Principals over the limit count as one. */
static gboolean
count_refused (GscopeJournal *self, const char *principal)
{
  const char *key = g_hash_table_size (self->refused) < MAX_PRINCIPALS
                            || g_hash_table_contains (self->refused, principal)
                        ? principal
                        : "*";
  guint64 *n = g_hash_table_lookup (self->refused, key);

  if (!n)
    {
      n = g_new0 (guint64, 1);
      g_hash_table_insert (self->refused, g_strdup (key), n);
    }
  begin_window (self);
  return ++*n <= MAX_REFUSED;
}

void
gscope_journal_end (GscopeJournal *self)
{
  self->func = NULL;
  self->settled = NULL;
  end_window (self);
  journal_unref (self);
}

/* Entries. */

static void
check_settled (GscopeJournal *self)
{
  GscopeJournalFunc settled = self->settled;

  if (self->n_open > 0 || !settled)
    return;
  self->settled = NULL;
  settled (self->data);
}

void
gscope_journal_await (GscopeJournal *self, GscopeJournalFunc settled)
{
  self->settled = settled;
  check_settled (self);
}

static GVariant *
keep_value (GVariant *value)
{
  if (!value || !g_variant_is_of_type (value, G_VARIANT_TYPE_STRING)
      || g_variant_get_size (value) <= MAX_TEXT)
    return value ? g_variant_ref (value) : NULL;
  return g_variant_ref_sink (
      g_variant_new_take_string (g_utf8_make_valid (g_variant_get_string (value, NULL), MAX_TEXT)));
}

GscopeJournalEntry *
gscope_journal_entry_begin (GscopeJournal *self, const GscopePrincipal *principal,
                            const char *parameter, GVariant *old, GVariant *asked,
                            const char *writer)
{
  GscopeJournalEntry *entry = g_new0 (GscopeJournalEntry, 1);

  entry->journal = g_rc_box_acquire (self);
  self->n_open++;
  entry->principal = g_strdup (principal->name);
  entry->origin = g_strdup (principal->origin);
  entry->writer = g_strdup (writer);
  entry->parameter = g_strdup (parameter);
  entry->old = keep_value (old);
  entry->asked = keep_value (asked);
  return entry;
}

GscopeJournalEntry *
gscope_journal_entry_repeat (GscopeJournalEntry *self, GVariant *old, GVariant *asked,
                             const char *writer)
{
  const GscopePrincipal principal = { .name = self->principal, .origin = self->origin };

  return gscope_journal_entry_begin (self->journal, &principal, self->parameter, old, asked,
                                     writer);
}

static void
entry_free (GscopeJournalEntry *self)
{
  self->journal->n_open--;
  check_settled (self->journal);
  journal_unref (self->journal);
  g_free (self->principal);
  g_free (self->origin);
  g_free (self->writer);
  g_free (self->parameter);
  g_clear_pointer (&self->old, g_variant_unref);
  g_clear_pointer (&self->asked, g_variant_unref);
  g_free (self);
}

static char *
format_value (GVariant *value)
{
  return value ? gscope_value_format (value) : g_strdup (_ ("an unknown value"));
}

static char *
compose_message (GscopeJournalEntry *self, GVariant *value, const GError *error)
{
  g_autofree char *old = format_value (self->old);
  g_autofree char *new = format_value (value ? value : self->asked);

  if (error && !self->asked)
    return g_strdup_printf (_ ("A request of %s for %s was refused: %s"), self->principal,
                            self->parameter, error->message);
  if (error)
    return g_strdup_printf (_ ("A write of %s to %s by %s was refused: %s"), new, self->parameter,
                            self->principal, error->message);
  return g_strdup_printf (_ ("%s has changed %s from %s to %s"), self->principal, self->parameter,
                          old, new);
}

static void
set_value (JsonObject *object, const char *member, GVariant *value)
{
  if (value && g_variant_is_of_type (value, G_VARIANT_TYPE_DOUBLE))
    gscope_json_set_finite (object, member, g_variant_get_double (value));
  else if (value)
    gscope_json_set_value (object, member, value);
}

void
gscope_journal_entry_end (GscopeJournalEntry *self, GVariant *value, const GError *error)
{
  g_autoptr (GVariant) kept = keep_value (value);
  Record record;

  if (error && !count_refused (self->journal, self->principal))
    {
      entry_free (self);
      return;
    }
  record_init (&record, compose_message (self, kept, error),
               error ? PRIORITY_WARNING : PRIORITY_INFORMATION);
  json_object_set_string_member (record.object, "principal", self->principal);
  gscope_json_set_text (record.object, "origin", self->origin, MAX_TEXT);
  gscope_json_set_text (record.object, "writer", self->writer, MAX_TEXT);
  json_object_set_string_member (record.object, "parameter", self->parameter);
  set_value (record.object, "old", self->old);
  set_value (record.object, "asked", self->asked);
  set_value (record.object, "new", kept);
  if (error)
    gscope_json_set_text (record.object, "reason", error->message, MAX_TEXT);
  write_record (self->journal, &record);
  record_clear (&record);
  entry_free (self);
}
