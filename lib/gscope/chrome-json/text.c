/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/chrome-json/text.h>

#include <glib/gi18n-lib.h>
#include <gscope/chrome-json/collector.h>
#include <gscope/import/writer.h>
#include <gscope/text/annotation.h>
#include <inttypes.h>

struct _GscopeChromeText
{
  GscopeChromeCollector collector;
  GscopeImportWriter writer;
};

gboolean
gscope_chrome_text_is_magic (const char *head, gsize n)
{
  return gscope_chrome_events_is_magic (head, n);
}

/* Names of signals. */

static void
name_row (GscopeChromeText *self, GHashTable *names, GscopeImportRow *row)
{
  const GscopeChromeTracks *tracks = &self->collector.tracks;
  const GscopeChromeThread *thread = tracks->threads->pdata[row->thread];
  g_autofree char *process = gscope_chrome_tracks_dup_process (tracks, thread->process);
  g_autofree char *title = gscope_chrome_tracks_dup_thread (tracks, row->thread);
  g_autoptr (GString) name = g_string_new (NULL);

  g_string_append_printf (name, "%s/%s", process, title);
  gscope_import_row_name (row, names, name);
}

static void
name_signals (GscopeChromeText *self)
{
  const GscopeChromeTracks *tracks = &self->collector.tracks;
  const GPtrArray *rows = self->writer.rows.all;
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < rows->len; i++)
    name_row (self, names, rows->pdata[i]);
  for (guint i = 0; i < tracks->counters->len; i++)
    {
      const GscopeChromeCounter *counter = tracks->counters->pdata[i];
      g_autofree char *process = gscope_chrome_tracks_dup_process (tracks, counter->process);
      g_autoptr (GString) name = g_string_new (NULL);

      g_string_append_printf (name, "%s/%s", process, counter->name);
      g_ptr_array_add (self->writer.counters, gscope_import_rows_add_name (names, name));
    }
}

/* The head: descriptions of the signals. */

static void
append_start (GscopeChromeText *self)
{
  gint64 microseconds = self->collector.beginning;
  g_autoptr (GDateTime) date = g_date_time_new_from_unix_utc (microseconds / G_USEC_PER_SEC);
  g_autofree char *shown = date ? g_date_time_format (date, "%Y-%m-%dT%H:%M:%S") : NULL;

  if (microseconds <= 0 || !shown)
    return;
  g_string_append_printf (self->writer.head,
                          "#gscope {\"version\":%d,\"start\":\"%s.%06" G_GINT64_FORMAT
                          "Z\",\"time_ns\":0,\"clock\":\"other\"}\n",
                          GSCOPE_ANNOTATION_VERSION, shown, microseconds % G_USEC_PER_SEC);
}

static void
append_row (GscopeChromeText *self, const GscopeImportRow *row, guint color)
{
  const GscopeChromeTracks *tracks = &self->collector.tracks;
  g_autofree char *thread = gscope_chrome_tracks_dup_thread (tracks, row->thread);

  gscope_import_row_describe (row, self->writer.head, thread, color,
                              (GscopeImportNameFunc) gscope_chrome_tracks_dup_name, tracks);
}

static void
append_counter (GscopeChromeText *self, guint index)
{
  const GscopeChromeCounter *counter = self->collector.tracks.counters->pdata[index];
  const char *name = self->writer.counters->pdata[index];
  g_autoptr (GscopeSignal) signal = gscope_signal_new_buffered (name);

  gscope_signal_set_title (signal, counter->name);
  gscope_signal_set_color (signal, 1 + index % GSCOPE_IMPORT_N_COLORS);
  gscope_annotation_append_signals (self->writer.head, &signal, 1);
}

/* A text that begins with “#gscope” holds tuples: even without signals there is such a line. */
static void
make_head (GscopeChromeText *self)
{
  const GPtrArray *rows = self->writer.rows.all;

  append_start (self);
  gscope_annotation_append_signals (self->writer.head, NULL, 0);
  for (guint i = 0; i < rows->len; i++)
    append_row (self, rows->pdata[i], i);
  for (guint i = 0; i < self->writer.counters->len; i++)
    append_counter (self, i);
}

/* Markers. */

/* Returns the name of the thread or the process of an instant; NULL if it is of all. */
static char *
find_subject (const GscopeChromeText *self, const GscopeImportRecord *record)
{
  const GscopeChromeTracks *tracks = &self->collector.tracks;
  const GscopeChromeThread *thread;
  g_autofree char *process = NULL, *title = NULL;

  if (record->duration == GSCOPE_CHROME_OF_ALL || record->subject == GSCOPE_CHROME_NONE)
    return NULL;
  thread = tracks->threads->pdata[record->subject];
  process = gscope_chrome_tracks_dup_process (tracks, thread->process);
  if (record->duration == GSCOPE_CHROME_OF_PROCESS)
    return g_steal_pointer (&process);
  title = gscope_chrome_tracks_dup_thread (tracks, record->subject);
  return g_strconcat (process, "/", title, NULL);
}

static GscopeMarker *
make_marker (gconstpointer data, const GscopeImportRecord *record)
{
  const GscopeChromeText *self = data;
  g_autofree char *subject = find_subject (self, record);
  g_autofree char *label = gscope_chrome_tracks_dup_name (&self->collector.tracks, record->name);

  return gscope_marker_new (record->time, GSCOPE_MARKER_KIND_EVENT, subject, label, NULL);
}

GscopeChromeText *
gscope_chrome_text_new (int fd, GError **error)
{
  g_autoptr (GscopeChromeText) self = g_new0 (GscopeChromeText, 1);

  gscope_chrome_collector_init (&self->collector);
  gscope_import_writer_init (&self->writer, self->collector.sorter, make_marker, self);
  if (!gscope_chrome_collector_read (&self->collector, fd, error))
    return NULL;
  gscope_import_rows_rank (&self->writer.rows, self->collector.sorter);
  name_signals (self);
  make_head (self);
  gscope_chrome_text_rewind (self);
  return g_steal_pointer (&self);
}

void
gscope_chrome_text_free (GscopeChromeText *self)
{
  gscope_import_writer_clear (&self->writer);
  gscope_chrome_collector_clear (&self->collector);
  g_free (self);
}

void
gscope_chrome_text_rewind (GscopeChromeText *self)
{
  gscope_import_writer_rewind (&self->writer);
}

/* Reading. */

static gssize
end (const GscopeChromeText *self, GError **error)
{
  const GscopeChromeCollector *collector = &self->collector;
  g_autofree char *others = NULL;
  GscopeImportDamage damage = {
    .is_cut = collector->is_cut,
    .n_malformed = collector->n_malformed,
    .n_beyond = collector->n_beyond,
  };

  if (collector->n_others > 0)
    others = g_strdup_printf (_ ("events of other kinds, such as “%c”, are left out: %" PRIu64),
                              collector->other, collector->n_others);
  damage.others = others;
  return gscope_import_writer_end (&self->writer, &damage, error);
}

gssize
gscope_chrome_text_read (GscopeChromeText *self, char *text, gsize n, GError **error)
{
  const gsize n_taken = gscope_import_writer_read (&self->writer, text, n);

  return n_taken > 0 ? (gssize) n_taken : end (self, error);
}
