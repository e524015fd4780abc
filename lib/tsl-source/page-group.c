/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl-source/page-group.h>

#include <gscope/clock/clock.h>
#include <math.h>
#include <string.h>

/* Minimum interval of a rate: shorter intervals would have one event or none. */
#define RATE_INTERVAL (50 * GSCOPE_MSEC)

static PageGroup *
find_or_add (GPtrArray *groups, GHashTable *by_name, TslPageReader *reader, const char *name)
{
  PageGroup *group = g_hash_table_lookup (by_name, name);

  if (group)
    return group;
  group = g_atomic_rc_box_new0 (PageGroup);
  group->pid = tsl_page_reader_get_pid (reader);
  group->process = g_strdup (tsl_page_reader_get_name (reader));
  group->group = g_strdup (name);
  g_ptr_array_add (groups, group);
  g_hash_table_insert (by_name, group->group, group);
  return group;
}

static void
add_cell (PageGroup *self, const TslCellInfo *info, guint place)
{
  PageCell *cell;

  self->cells = g_renew (PageCell, self->cells, self->n_cells + 1);
  cell = &self->cells[self->n_cells++];
  *cell = (PageCell){ .info = *info, .place = place };
  cell->value = cell->count = gscope_gap_value (GSCOPE_GAP_CAUSE_NO_VALUE);
}

GPtrArray *
page_group_list (TslPageReader *reader, const char *mechanism)
{
  GPtrArray *groups = g_ptr_array_new_with_free_func ((GDestroyNotify) page_group_unref);
  g_autoptr (GHashTable) by_name = g_hash_table_new (g_str_hash, g_str_equal);
  guint n = tsl_page_reader_get_n_cells (reader);
  TslCellInfo info;

  for (guint i = 0; i < n; i++)
    if (tsl_page_reader_get_info (reader, i, &info) && g_str_equal (info.mechanism, mechanism))
      add_cell (find_or_add (groups, by_name, reader, info.group), &info, i);
  return groups;
}

PageGroup *
page_group_ref (PageGroup *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  PageGroup *self = data;

  g_free (self->process);
  g_free (self->group);
  g_free (self->cells);
}

void
page_group_unref (PageGroup *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

gboolean
page_group_equal (const PageGroup *a, const PageGroup *b)
{
  if (a->pid != b->pid || a->n_cells != b->n_cells || !g_str_equal (a->group, b->group))
    return FALSE;
  for (guint i = 0; i < a->n_cells; i++)
    if (a->cells[i].place != b->cells[i].place
        || memcmp (&a->cells[i].info, &b->cells[i].info, sizeof (TslCellInfo)) != 0)
      return FALSE;
  return TRUE;
}

gboolean
page_group_is_there (const PageGroup *self, TslPageReader *reader)
{
  for (guint i = 0; i < self->n_cells; i++)
    {
      TslCellInfo info;

      if (!tsl_page_reader_get_info (reader, self->cells[i].place, &info)
          || memcmp (&self->cells[i].info, &info, sizeof info) != 0)
        return FALSE;
    }
  return TRUE;
}

/* The main context reads the words of knobs, too. */
static void
set_word (double *word, double value)
{
  __atomic_store (word, &value, __ATOMIC_RELAXED);
}

static void
read_counter (PageCell *cell, double count, gint64 time)
{
  gint64 past = time - cell->base_time;

  set_word (&cell->count, count);
  if (cell->base_time != 0 && past < RATE_INTERVAL)
    return;
  if (cell->base_time != 0)
    set_word (&cell->value, MAX (count - cell->base, 0) * GSCOPE_SEC / past);
  cell->base = count;
  cell->base_time = time;
}

double
page_cell_get (const PageCell *self)
{
  double value;

  __atomic_load (&self->value, &value, __ATOMIC_RELAXED);
  return value;
}

gboolean
page_group_read (PageGroup *self, TslPageReader *reader, gint64 time)
{
  gboolean is_turned = FALSE;

  for (guint i = 0; i < self->n_cells; i++)
    {
      PageCell *cell = &self->cells[i];
      double value = tsl_page_reader_get_value (reader, cell->place);

      if (!isfinite (value))
        value = gscope_gap_value (GSCOPE_GAP_CAUSE_NO_VALUE);
      if (cell->info.kind == TSL_CELL_KIND_COUNTER)
        read_counter (cell, value, time);
      else
        {
          is_turned |= cell->info.kind == TSL_CELL_KIND_KNOB && cell->value != value;
          set_word (&cell->value, value);
        }
    }
  return is_turned;
}

double
page_group_add_up (const PageGroup *self, const char *name)
{
  double sum = 0;

  for (guint i = 0; i < self->n_cells; i++)
    if (g_str_equal (self->cells[i].info.name, name) && isfinite (page_cell_get (&self->cells[i])))
      sum += page_cell_get (&self->cells[i]);
  return sum;
}

void
page_group_clear (PageGroup *self, GscopeGapCause cause)
{
  for (guint i = 0; i < self->n_cells; i++)
    {
      set_word (&self->cells[i].value, gscope_gap_value (cause));
      set_word (&self->cells[i].count, gscope_gap_value (cause));
      self->cells[i].base_time = 0;
    }
}
