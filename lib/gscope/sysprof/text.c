/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/sysprof/text.h>

#include <glib/gi18n-lib.h>
#include <gscope/enums.h>
#include <gscope/error.h>
#include <gscope/json-private.h>
#include <gscope/sysprof/collector.h>
#include <gscope/text/annotation.h>
#include <gscope/text/tuple.h>
#include <inttypes.h>
#include <string.h>

enum
{
  /* of text that waits to be read */
  ENOUGH = 64 * 1024,
};

struct _GscopeSysprofText
{
  GscopeSysprofCollector collector;
  GscopeChromeRows rows;
  /* the names of the signals of counters */
  GPtrArray *counters;
  GString *head;

  GString *text;
  gsize n_taken;
  gboolean has_ended;
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
name_row (GscopeSysprofText *self, GHashTable *names, GscopeChromeRow *row)
{
  g_autofree char *group = dup_group (self, row->thread);
  g_autoptr (GString) name = g_string_new (group);

  if (row->depth > 0)
    g_string_append_printf (name, "/%u", row->depth + 1);
  row->signal = gscope_chrome_rows_add_name (names, name);
}

static void
name_signals (GscopeSysprofText *self)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < self->collector.counters->len; i++)
    {
      const GscopeSysprofCounter *counter = self->collector.counters->pdata[i];
      g_autoptr (GString) name = g_string_new (counter->name);

      if (!self->collector.is_ours || !g_str_equal (counter->category, GSCOPE_SYSPROF_PLAIN))
        g_string_printf (name, "%s/%s", counter->category, counter->name);
      g_ptr_array_add (self->counters, gscope_chrome_rows_add_name (names, name));
    }
  for (guint i = 0; i < self->rows.all->len; i++)
    name_row (self, names, self->rows.all->pdata[i]);
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
  g_string_append_printf (self->head,
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
  g_autoptr (GscopeSignal) signal = gscope_signal_new_buffered (self->counters->pdata[index]);

  describe_counter (signal, *counter->description ? counter->description : counter->name,
                    self->collector.is_ours);
  gscope_signal_set_color (signal, 1 + index % GSCOPE_CHROME_N_COLORS);
  gscope_annotation_append_signals (self->head, &signal, 1);
}

static char *
dup_name (gconstpointer collector, guint32 name)
{
  const char *text = ((const GscopeSysprofCollector *) collector)->names.all->pdata[name];

  return g_strdup (*text ? text : "-");
}

static void
append_row (GscopeSysprofText *self, const GscopeChromeRow *row, guint color)
{
  const GscopeSysprofGroup *group = self->collector.groups->pdata[row->thread];

  gscope_chrome_row_describe (row, self->head, group->title, color, dup_name, &self->collector);
}

/* A text that begins with “#gscope” holds tuples: even without signals there is such a line. */
static void
make_head (GscopeSysprofText *self)
{
  self->head = g_string_new (NULL);
  append_start (self);
  gscope_annotation_append_signals (self->head, NULL, 0);
  for (guint i = 0; i < self->counters->len; i++)
    append_counter (self, i);
  for (guint i = 0; i < self->rows.all->len; i++)
    append_row (self, self->rows.all->pdata[i], self->counters->len + i);
}

GscopeSysprofText *
gscope_sysprof_text_new (int fd, GError **error)
{
  g_autoptr (GscopeSysprofText) self = g_new0 (GscopeSysprofText, 1);

  gscope_sysprof_collector_init (&self->collector);
  gscope_chrome_rows_init (&self->rows);
  self->counters = g_ptr_array_new_with_free_func (g_free);
  self->text = g_string_new (NULL);
  if (!gscope_sysprof_collector_read (&self->collector, fd, error))
    return NULL;
  gscope_chrome_rows_rank (&self->rows, self->collector.sorter);
  name_signals (self);
  make_head (self);
  gscope_sysprof_text_rewind (self);
  return g_steal_pointer (&self);
}

void
gscope_sysprof_text_free (GscopeSysprofText *self)
{
  gscope_sysprof_collector_clear (&self->collector);
  gscope_chrome_rows_clear (&self->rows);
  g_ptr_array_unref (self->counters);
  if (self->head)
    g_string_free (self->head, TRUE);
  g_string_free (self->text, TRUE);
  g_free (self);
}

void
gscope_sysprof_text_rewind (GscopeSysprofText *self)
{
  gscope_chrome_rows_end_all (&self->rows, 0);
  gscope_chrome_sorter_rewind (self->collector.sorter);
  g_string_assign (self->text, self->head->str);
  self->n_taken = 0;
  self->has_ended = FALSE;
}

/* Reading. */

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
make_marker (const GscopeSysprofText *self, const GscopeChromeRecord *record)
{
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
  return gscope_marker_new (record->time, GSCOPE_MARKER_EVENT, subject, name, message);
}

static void
append_record (GscopeSysprofText *self, const GscopeChromeRecord *record)
{
  g_autoptr (GscopeMarker) marker = NULL;

  switch (record->kind)
    {
    case GSCOPE_CHROME_END:
    case GSCOPE_CHROME_BEGIN:
      gscope_chrome_rows_append (&self->rows, record, self->text);
      break;
    case GSCOPE_CHROME_COUNTER:
      gscope_tuple_append (self->text, record->time, record->value,
                           self->counters->pdata[record->subject]);
      break;
    default:
      marker = make_marker (self, record);
      gscope_annotation_append_marker (self->text, marker, GSCOPE_MARKER_ADDED);
      break;
    }
}

static void
fill (GscopeSysprofText *self)
{
  GscopeChromeRecord record;

  while (self->text->len < ENOUGH && !self->has_ended)
    if (gscope_chrome_sorter_next (self->collector.sorter, &record))
      append_record (self, &record);
    else
      self->has_ended = TRUE;
}

static void
append_sentence (GString *text, char *sentence)
{
  g_string_append (text, text->len > 0 ? "; " : "");
  g_string_append (text, sentence);
  g_free (sentence);
}

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

/* Returns all that is not in the text; it is empty if nothing is missing. */
static char *
describe_damage (GscopeSysprofText *self)
{
  const GscopeSysprofCollector *collector = &self->collector;
  guint64 n_beyond = collector->n_beyond + self->rows.n_beyond;
  GString *text = g_string_new (NULL);

  if (collector->is_cut)
    append_sentence (text, g_strdup (_ ("it ends early")));
  if (collector->damage > 0)
    append_sentence (
        text, g_strdup_printf (_ ("it is damaged from byte %" PRIu64 " on"), collector->damage));
  if (gscope_chrome_sorter_is_damaged (collector->sorter))
    append_sentence (text, g_strdup (_ ("its sorted events cannot be read again")));
  if (collector->n_malformed > 0)
    append_sentence (text, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                                         "%" PRIu64 " of its events is malformed",
                                                         "%" PRIu64 " of its events are malformed",
                                                         collector->n_malformed),
                                            collector->n_malformed));
  if (collector->n_others > 0)
    append_sentence (text, g_strdup_printf (_ ("frames of other kinds, such as “%s”, are left out: "
                                               "%" PRIu64),
                                            get_kind_name (collector->other), collector->n_others));
  if (n_beyond > 0)
    append_sentence (text, g_strdup_printf (_ ("events of too many threads, counters or depths are "
                                               "left out: %" PRIu64),
                                            n_beyond));
  return g_string_free (text, FALSE);
}

gssize
gscope_sysprof_text_read (GscopeSysprofText *self, char *text, gsize n, GError **error)
{
  g_autofree char *damage = NULL;
  gsize n_ready;

  if (self->n_taken == self->text->len)
    {
      g_string_truncate (self->text, 0);
      self->n_taken = 0;
      fill (self);
    }
  n_ready = MIN (n, self->text->len - self->n_taken);
  memcpy (text, self->text->str + self->n_taken, n_ready);
  self->n_taken += n_ready;
  if (n_ready > 0)
    return (gssize) n_ready;
  damage = describe_damage (self);
  if (!*damage)
    return 0;
  g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID, damage);
  return -1;
}
