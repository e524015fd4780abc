/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/sysprof/text.h>

#include <glib/gi18n-lib.h>
#include <gscope/enums.h>
#include <gscope/import/writer.h>
#include <gscope/json-private.h>
#include <gscope/sysprof/collector.h>
#include <gscope/text/annotation.h>
#include <inttypes.h>
#include <string.h>

struct _GscopeSysprofText
{
  GscopeSysprofCollector collector;
  GscopeImportWriter writer;
};

gboolean
gscope_sysprof_text_is_magic (const char *head, gsize n)
{
  return gscope_sysprof_frames_is_magic (head, n);
}

/* Names of signals. */

static char *
dup_group (const GscopeSysprofText *self, guint32 index)
{
  const GscopeSysprofGroup *group = self->collector.groups->pdata[index];
  g_autofree char *process = gscope_sysprof_collector_dup_process (&self->collector, group->pid);

  return g_strconcat (process ? process : "", process ? "/" : "", group->title, NULL);
}

static void
name_row (GscopeSysprofText *self, GHashTable *names, GscopeImportRow *row)
{
  g_autofree char *group = dup_group (self, row->thread);
  g_autoptr (GString) name = g_string_new (group);

  gscope_import_row_name (row, names, name);
}

static void
name_signals (GscopeSysprofText *self)
{
  const GPtrArray *rows = self->writer.rows.all;
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < self->collector.counters->len; i++)
    {
      const GscopeSysprofCounter *counter = self->collector.counters->pdata[i];
      g_autoptr (GString) name = g_string_new (counter->name);

      if (!self->collector.is_ours || !g_str_equal (counter->category, GSCOPE_SYSPROF_PLAIN))
        g_string_printf (name, "%s/%s", counter->category, counter->name);
      g_ptr_array_add (self->writer.counters, gscope_import_rows_add_name (names, name));
    }
  for (guint i = 0; i < rows->len; i++)
    name_row (self, names, rows->pdata[i]);
}

/* The head: descriptions of the signals. */

static void
append_start (GscopeSysprofText *self)
{
  const char *date = self->collector.date;
  g_autoptr (GDateTime) parsed = g_date_time_new_from_iso8601 (date, NULL);
  g_autofree char *quoted = NULL;

  if (!parsed || g_date_time_get_year (parsed) < 1970 || g_date_time_get_year (parsed) >= 2262)
    return;
  quoted = gscope_json_quote (date);
  g_string_append_printf (self->writer.head,
                          "#gscope {\"version\":%d,\"start\":%s,\"time_ns\":%" G_GINT64_FORMAT
                          ",\"clock\":\"monotonic\"}\n",
                          GSCOPE_ANNOTATION_VERSION, quoted, self->collector.begin);
}

/* In our captures, the unit is behind the title: “Amplitude (V)”. */
static void
describe_counter (GscopeSignal *signal, const char *description, gboolean is_ours)
{
  const char *bracket = is_ours ? strrchr (description, '(') : NULL;
  g_autofree char *title = NULL, *unit = NULL;

  if (!bracket || bracket == description || bracket[-1] != ' ' || !g_str_has_suffix (bracket, ")"))
    {
      gscope_signal_set_title (signal, description);
      return;
    }
  title = g_strndup (description, (gsize) (bracket - 1 - description));
  unit = g_strndup (bracket + 1, strlen (bracket) - 2);
  gscope_signal_set_title (signal, title);
  gscope_signal_set_unit (signal, unit);
}

static void
append_counter (GscopeSysprofText *self, guint index)
{
  const GscopeSysprofCounter *counter = self->collector.counters->pdata[index];
  const char *name = self->writer.counters->pdata[index];
  g_autoptr (GscopeSignal) signal = gscope_signal_new_buffered (name);

  describe_counter (signal, *counter->description ? counter->description : counter->name,
                    self->collector.is_ours);
  gscope_signal_set_color (signal, 1 + index % GSCOPE_IMPORT_N_COLORS);
  gscope_annotation_append_signals (self->writer.head, &signal, 1);
}

static char *
dup_name (gconstpointer collector, guint32 name)
{
  const char *text = ((const GscopeSysprofCollector *) collector)->names.all->pdata[name];

  return g_strdup (*text ? text : "-");
}

static void
append_row (GscopeSysprofText *self, const GscopeImportRow *row, guint color)
{
  const GscopeSysprofGroup *group = self->collector.groups->pdata[row->thread];

  gscope_import_row_describe (row, self->writer.head, group->title, color, dup_name,
                              &self->collector);
}

/* A text that begins with “#gscope” holds tuples: even without signals there is such a line. */
static void
make_head (GscopeSysprofText *self)
{
  const GPtrArray *rows = self->writer.rows.all;
  const guint n_counters = self->writer.counters->len;

  append_start (self);
  gscope_annotation_append_signals (self->writer.head, NULL, 0);
  for (guint i = 0; i < n_counters; i++)
    append_counter (self, i);
  for (guint i = 0; i < rows->len; i++)
    append_row (self, rows->pdata[i], n_counters + i);
}

/* Markers. */

/* The groups of our instants are the kinds of markers. */
static gboolean
find_kind (const GscopeSysprofText *self, const char *group, GscopeMarkerKind *kind)
{
  g_autoptr (GEnumClass) class = g_type_class_ref (GSCOPE_TYPE_MARKER_KIND);
  const GEnumValue *value =
      self->collector.is_ours ? g_enum_get_value_by_nick (class, group) : NULL;

  if (value)
    *kind = (GscopeMarkerKind) value->value;
  return value != NULL;
}

static GscopeMarker *
make_marker (gconstpointer data, const GscopeImportRecord *record)
{
  const GscopeSysprofText *self = data;
  const GscopeSysprofCollector *collector = &self->collector;
  const GscopeSysprofGroup *group = collector->groups->pdata[record->subject];
  g_autofree char *subject = NULL, *name = dup_name (collector, record->name);
  const char *message = (guint32) record->duration == GSCOPE_SYSPROF_NONE
                            ? NULL
                            : collector->messages.all->pdata[record->duration];
  GscopeMarkerKind kind;

  /* the name is the subject, or the kind again where there is none */
  if (find_kind (self, group->title, &kind))
    return gscope_marker_new (record->time, kind, g_str_equal (name, group->title) ? NULL : name,
                              message, NULL);
  subject = dup_group (self, record->subject);
  return gscope_marker_new (record->time, GSCOPE_MARKER_KIND_EVENT, subject, name, message);
}

GscopeSysprofText *
gscope_sysprof_text_new (int fd, GError **error)
{
  g_autoptr (GscopeSysprofText) self = g_new0 (GscopeSysprofText, 1);

  gscope_sysprof_collector_init (&self->collector);
  gscope_import_writer_init (&self->writer, self->collector.sorter, make_marker, self);
  if (!gscope_sysprof_collector_read (&self->collector, fd, error))
    return NULL;
  gscope_import_rows_rank (&self->writer.rows, self->collector.sorter);
  name_signals (self);
  make_head (self);
  gscope_sysprof_text_rewind (self);
  return g_steal_pointer (&self);
}

void
gscope_sysprof_text_free (GscopeSysprofText *self)
{
  gscope_import_writer_clear (&self->writer);
  gscope_sysprof_collector_clear (&self->collector);
  g_free (self);
}

void
gscope_sysprof_text_rewind (GscopeSysprofText *self)
{
  gscope_import_writer_rewind (&self->writer);
}

/* Reading. */

/* Sysprof's names of kinds of frames. */
static const char *const kind_names[] = {
  [1] = "timestamp",     [2] = "sample",      [3] = "map",       [4] = "process",
  [5] = "fork",          [6] = "exit",        [7] = "jitmap",    [8] = "ctrdef",
  [9] = "ctrset",        [10] = "mark",       [11] = "metadata", [12] = "log",
  [13] = "file-chunk",   [14] = "allocation", [15] = "overlay",  [16] = "trace",
  [17] = "dbus-message",
};

static const char *
get_kind_name (guint kind)
{
  return kind > 0 && kind < G_N_ELEMENTS (kind_names) ? kind_names[kind] : "?";
}

static gssize
end (const GscopeSysprofText *self, GError **error)
{
  const GscopeSysprofCollector *collector = &self->collector;
  g_autofree char *others = NULL;
  GscopeImportDamage damage = {
    .is_cut = collector->is_cut,
    .begin = collector->damage,
    .n_malformed = collector->n_malformed,
    .n_beyond = collector->n_beyond,
  };

  if (collector->n_others > 0)
    others = g_strdup_printf (_ ("frames of other kinds, such as “%s”, are left out: %" PRIu64),
                              get_kind_name (collector->other), collector->n_others);
  damage.others = others;
  return gscope_import_writer_end (&self->writer, &damage, error);
}

gssize
gscope_sysprof_text_read (GscopeSysprofText *self, char *text, gsize n, GError **error)
{
  const gsize n_taken = gscope_import_writer_read (&self->writer, text, n);

  return n_taken > 0 ? (gssize) n_taken : end (self, error);
}
