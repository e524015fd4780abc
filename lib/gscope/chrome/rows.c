/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/chrome/rows.h>

#include <gscope/trace/trace.h>

enum
{
  /* of all rows */
  MAX_DURATIONS = 262144,
  MAX_CHOSEN = GSCOPE_MAX_STATES - GSCOPE_CHROME_FIRST_NAME,
};

typedef struct
{
  guint32 name;
  guint64 duration;
} Total;

static void
row_free (gpointer data)
{
  GscopeChromeRow *self = data;

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
gscope_chrome_rows_init (GscopeChromeRows *self)
{
  *self = (GscopeChromeRows){ 0 };
  self->all = g_ptr_array_new_with_free_func (row_free);
  self->by_thread = g_ptr_array_new_with_free_func (clear_rows);
}

void
gscope_chrome_rows_clear (GscopeChromeRows *self)
{
  g_ptr_array_unref (self->by_thread);
  g_ptr_array_unref (self->all);
}

static gpointer
to_key (guint32 name)
{
  return GSIZE_TO_POINTER ((gsize) name + 1);
}

static GscopeChromeRow *
add_row (GscopeChromeRows *self, GPtrArray *rows, guint thread)
{
  GscopeChromeRow *row;

  if (rows->len == GSCOPE_CHROME_MAX_DEPTH || self->all->len == GSCOPE_CHROME_MAX_ROWS)
    return NULL;
  row = g_new0 (GscopeChromeRow, 1);
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
get_rows (GscopeChromeRows *self, guint thread)
{
  if (thread >= self->by_thread->len)
    g_ptr_array_set_size (self->by_thread, (gint) thread + 1);
  if (!self->by_thread->pdata[thread])
    self->by_thread->pdata[thread] = g_ptr_array_new ();
  return self->by_thread->pdata[thread];
}

/* A state begins below all that have not ended. */
GscopeChromeRow *
gscope_chrome_rows_begin (GscopeChromeRows *self, const GscopeChromeRecord *record)
{
  GPtrArray *rows = get_rows (self, record->subject);
  GscopeChromeRow *row;
  guint depth = rows->len;

  while (depth > 0 && !((GscopeChromeRow *) rows->pdata[depth - 1])->is_open)
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
add_duration (GscopeChromeRows *self, GscopeChromeRow *row, gint64 time)
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
end_row (GscopeChromeRows *self, GscopeChromeRow *row, gint64 time)
{
  row->is_open = FALSE;
  if (row->durations)
    add_duration (self, row, time);
}

GscopeChromeRow *
gscope_chrome_rows_end (GscopeChromeRows *self, const GscopeChromeRecord *record)
{
  GPtrArray *rows = get_rows (self, record->subject);

  for (guint i = rows->len; i-- > 0;)
    {
      GscopeChromeRow *row = rows->pdata[i];

      if (!row->is_open || row->number != record->number)
        continue;
      end_row (self, row, record->time);
      return row;
    }
  return NULL;
}

void
gscope_chrome_rows_end_all (GscopeChromeRows *self, gint64 time)
{
  for (guint i = 0; i < self->all->len; i++)
    {
      GscopeChromeRow *row = self->all->pdata[i];

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
choose (GscopeChromeRow *self)
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
                           GUINT_TO_POINTER (GSCOPE_CHROME_FIRST_NAME + i));
    }
  g_clear_pointer (&self->durations, g_hash_table_unref);
}

void
gscope_chrome_rows_choose (GscopeChromeRows *self)
{
  self->has_chosen = TRUE;
  for (guint i = 0; i < self->all->len; i++)
    choose (self->all->pdata[i]);
}

guint
gscope_chrome_row_get_value (const GscopeChromeRow *self, guint32 name)
{
  gpointer value = g_hash_table_lookup (self->values, to_key (name));

  return value ? GPOINTER_TO_UINT (value) : GSCOPE_CHROME_OTHER;
}
