/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/import/rows.h>

#include <glib/gi18n-lib.h>
#include <gscope/signal/states.h>
#include <gscope/text/annotation.h>
#include <gscope/text/tuple.h>

enum
{
  /* of all rows */
  MAX_DURATIONS = 262144,
  MAX_CHOSEN = GSCOPE_MAX_STATES - GSCOPE_IMPORT_FIRST_NAME,
};

typedef struct
{
  guint32 name;
  guint64 duration;
} Total;

static void
row_free (gpointer data)
{
  GscopeImportRow *self = data;

  g_free (self->signal);
  g_clear_pointer (&self->durations, g_hash_table_unref);
  g_hash_table_unref (self->values);
  g_array_unref (self->names);
  g_free (self);
}

static void
clear_rows (gpointer rows)
{
  if (rows)
    g_ptr_array_unref (rows);
}

void
gscope_import_rows_init (GscopeImportRows *self)
{
  *self = (GscopeImportRows){ 0 };
  self->all = g_ptr_array_new_with_free_func (row_free);
  self->by_thread = g_ptr_array_new_with_free_func (clear_rows);
}

void
gscope_import_rows_clear (GscopeImportRows *self)
{
  g_ptr_array_unref (self->by_thread);
  g_ptr_array_unref (self->all);
}

static gpointer
to_key (guint32 name)
{
  return GSIZE_TO_POINTER ((gsize) name + 1);
}

/* Returns NULL if there are too many rows, or if the names are chosen: a new row would have no signal. Only a state whose end
 * cannot be read again makes the next state need another row then. */
static GscopeImportRow *
add_row (GscopeImportRows *self, GPtrArray *rows, guint thread)
{
  GscopeImportRow *row;

  if (self->has_chosen || rows->len == GSCOPE_IMPORT_MAX_DEPTH
      || self->all->len == GSCOPE_IMPORT_MAX_ROWS)
    return NULL;
  row = g_new0 (GscopeImportRow, 1);
  row->thread = thread;
  row->depth = rows->len;
  row->durations = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  row->values = g_hash_table_new (NULL, NULL);
  row->names = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_ptr_array_add (self->all, row);
  g_ptr_array_add (rows, row);
  return row;
}

static GPtrArray *
get_rows (GscopeImportRows *self, guint thread)
{
  if (thread >= self->by_thread->len)
    g_ptr_array_set_size (self->by_thread, (gint) thread + 1);
  if (!self->by_thread->pdata[thread])
    self->by_thread->pdata[thread] = g_ptr_array_new ();
  return self->by_thread->pdata[thread];
}

/* A state begins below all that have not ended. Returns its row; NULL if it has none. */
static GscopeImportRow *
begin_state (GscopeImportRows *self, const GscopeImportRecord *record)
{
  GPtrArray *rows = get_rows (self, record->subject);
  GscopeImportRow *row;
  guint depth = rows->len;

  while (depth > 0 && !((GscopeImportRow *) rows->pdata[depth - 1])->is_open)
    depth--;
  row = depth < rows->len ? rows->pdata[depth] : add_row (self, rows, record->subject);
  if (!row)
    {
      self->n_beyond += !self->has_chosen;
      return NULL;
    }
  row->is_open = TRUE;
  row->number = record->number;
  row->name = record->name;
  row->since = record->time;
  return row;
}

static void
add_duration (GscopeImportRows *self, GscopeImportRow *row, gint64 time)
{
  guint64 *duration = g_hash_table_lookup (row->durations, to_key (row->name));

  if (!duration && self->n_durations == MAX_DURATIONS)
    return;
  if (!duration)
    {
      duration = g_new0 (guint64, 1);
      g_hash_table_insert (row->durations, to_key (row->name), duration);
      self->n_durations++;
    }
  /* the difference of two times may be larger than a time */
  *duration += (guint64) time - (guint64) row->since;
}

static void
end_row (GscopeImportRows *self, GscopeImportRow *row, gint64 time)
{
  row->is_open = FALSE;
  if (row->durations)
    add_duration (self, row, time);
}

/* Returns the row of a state that ends; NULL if it has none. */
static GscopeImportRow *
end_state (GscopeImportRows *self, const GscopeImportRecord *record)
{
  GPtrArray *rows = get_rows (self, record->subject);

  for (guint i = rows->len; i-- > 0;)
    {
      GscopeImportRow *row = rows->pdata[i];

      if (!row->is_open || row->number != record->number)
        continue;
      end_row (self, row, record->time);
      return row;
    }
  return NULL;
}

void
gscope_import_rows_end_all (GscopeImportRows *self, gint64 time)
{
  for (guint i = 0; i < self->all->len; i++)
    {
      GscopeImportRow *row = self->all->pdata[i];

      if (row->is_open)
        end_row (self, row, time);
    }
}

static int
compare_durations (gconstpointer a, gconstpointer b)
{
  const Total *first = a, *second = b;

  if (first->duration != second->duration)
    return first->duration > second->duration ? -1 : 1;
  return first->name < second->name ? -1 : 1;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  const Total *first = a, *second = b;

  return first->name < second->name ? -1 : 1;
}

/* The names are in the order in which the file has them. */
static void
choose (GscopeImportRow *self)
{
  g_autoptr (GArray) totals = g_array_new (FALSE, FALSE, sizeof (Total));
  GHashTableIter iter;
  gpointer key, duration;

  g_hash_table_iter_init (&iter, self->durations);
  while (g_hash_table_iter_next (&iter, &key, &duration))
    {
      Total total = { (guint32) (GPOINTER_TO_SIZE (key) - 1), *(guint64 *) duration };

      /* names that were too many are “other” */
      if (total.name != G_MAXUINT32)
        g_array_append_val (totals, total);
    }
  g_array_sort (totals, compare_durations);
  g_array_set_size (totals, MIN (totals->len, MAX_CHOSEN));
  g_array_sort (totals, compare_names);
  for (guint i = 0; i < totals->len; i++)
    {
      const guint32 name = g_array_index (totals, Total, i).name;

      g_array_append_val (self->names, name);
      g_hash_table_insert (self->values, to_key (name),
                           GUINT_TO_POINTER (GSCOPE_IMPORT_FIRST_NAME + i));
    }
  g_clear_pointer (&self->durations, g_hash_table_unref);
}

/* Chooses the names of all rows, after all states have begun and ended once. */
static void
choose_all (GscopeImportRows *self)
{
  self->has_chosen = TRUE;
  for (guint i = 0; i < self->all->len; i++)
    choose (self->all->pdata[i]);
}

static guint
get_value (const GscopeImportRow *self, guint32 name)
{
  gpointer value = g_hash_table_lookup (self->values, to_key (name));

  return value ? GPOINTER_TO_UINT (value) : GSCOPE_IMPORT_OTHER;
}

void
gscope_import_rows_rank (GscopeImportRows *self, GscopeImportSorter *sorter)
{
  GscopeImportRecord record = { 0 };

  while (gscope_import_sorter_next (sorter, &record))
    if (record.kind == GSCOPE_IMPORT_END)
      end_state (self, &record);
    else if (record.kind == GSCOPE_IMPORT_BEGIN && begin_state (self, &record)
             && record.duration == 0)
      end_state (self, &record);
  gscope_import_rows_end_all (self, record.time);
  choose_all (self);
}

/* Text. */

static void
append_begin (GscopeImportRows *self, const GscopeImportRecord *record, GString *text)
{
  GscopeImportRow *row = begin_state (self, record);

  if (!row)
    return;
  gscope_tuple_append (text, record->time, get_value (row, record->name), row->signal);
  if (record->duration > 0)
    return;
  row->is_open = FALSE;
  gscope_tuple_append (text, record->time, GSCOPE_IMPORT_IDLE, row->signal);
}

static void
append_end (GscopeImportRows *self, const GscopeImportRecord *record, GString *text)
{
  GscopeImportRow *row = end_state (self, record);

  if (row)
    gscope_tuple_append (text, record->time, GSCOPE_IMPORT_IDLE, row->signal);
}

void
gscope_import_rows_append (GscopeImportRows *self, const GscopeImportRecord *record, GString *text)
{
  if (record->kind == GSCOPE_IMPORT_BEGIN)
    append_begin (self, record, text);
  else
    append_end (self, record, text);
}

void
gscope_import_row_describe (const GscopeImportRow *self, GString *text, const char *title,
                            guint color, GscopeImportNameFunc dup_name, gconstpointer data)
{
  g_autoptr (GscopeSignal) signal = gscope_signal_new_buffered (self->signal);
  g_autofree char *shown =
      self->depth > 0 ? g_strdup_printf ("%s (%u)", title, self->depth + 1) : g_strdup (title);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  GscopeState states[GSCOPE_MAX_STATES] = {
    { GSCOPE_IMPORT_IDLE, GSCOPE_STATE_STYLE_THIN, 0, _ ("idle"), NULL },
    { GSCOPE_IMPORT_OTHER, GSCOPE_STATE_STYLE_FILLED, 0, _ ("another state"), NULL },
  };
  guint n = GSCOPE_IMPORT_FIRST_NAME;

  for (guint i = 0; i < self->names->len; i++, n++)
    {
      char *name = dup_name (data, g_array_index (self->names, guint32, i));

      g_ptr_array_add (names, name);
      states[n] =
          (GscopeState){ n, GSCOPE_STATE_STYLE_FILLED, 1 + i % GSCOPE_IMPORT_N_COLORS, name, NULL };
    }
  gscope_signal_set_title (signal, shown);
  gscope_signal_set_color (signal, 1 + color % GSCOPE_IMPORT_N_COLORS);
  gscope_signal_set_states (signal, states, n);
  gscope_annotation_append_signals (text, &signal, 1);
}

char *
gscope_import_rows_add_name (GHashTable *names, GString *name)
{
  const gsize length = name->len;

  for (guint n = g_hash_table_size (names) + 1; g_hash_table_contains (names, name->str); n++)
    {
      g_string_truncate (name, length);
      g_string_append_printf (name, "~%u", n);
    }
  g_hash_table_add (names, g_strdup (name->str));
  return g_strdup (name->str);
}

void
gscope_import_row_name (GscopeImportRow *self, GHashTable *names, GString *name)
{
  if (self->depth > 0)
    g_string_append_printf (name, "/%u", self->depth + 1);
  self->signal = gscope_import_rows_add_name (names, name);
}
