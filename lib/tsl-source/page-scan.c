/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl-source/page-scan.h>

#include <tsl/error.h>

enum
{
  MAX_PROCESSES = 256,
  MAX_CELLS = 2048,
};

typedef struct
{
  TslPageReader *reader;
  guint64 generation;
  GPtrArray *groups;
} Process;

struct _PageScan
{
  char *mechanism;
  GPtrArray *processes;
  guint n_cells;
  guint n_left_out;
};

static void
process_free (Process *self)
{
  tsl_page_reader_free (self->reader);
  g_ptr_array_unref (self->groups);
  g_free (self);
}

PageScan *
page_scan_new (const char *mechanism)
{
  PageScan *self = g_new0 (PageScan, 1);

  self->mechanism = g_strdup (mechanism);
  self->processes = g_ptr_array_new_with_free_func ((GDestroyNotify) process_free);
  return self;
}

void
page_scan_free (PageScan *self)
{
  g_ptr_array_unref (self->processes);
  g_free (self->mechanism);
  g_free (self);
}

static Process *
find_process (PageScan *self, guint pid)
{
  for (guint i = 0; i < self->processes->len; i++)
    {
      Process *process = self->processes->pdata[i];

      if (tsl_page_reader_get_pid (process->reader) == pid)
        return process;
    }
  return NULL;
}

static void
add_process (PageScan *self, guint pid)
{
  g_autoptr (GError) error = NULL;
  TslPageReader *reader = tsl_page_reader_new (pid, &error);
  Process *process;

  if (!reader)
    {
      self->n_left_out += g_error_matches (error, TSL_ERROR, TSL_ERROR_PRIVILEGE);
      return;
    }
  process = g_new0 (Process, 1);
  process->reader = reader;
  process->generation = G_MAXUINT64;
  process->groups = g_ptr_array_new_with_free_func ((GDestroyNotify) page_group_unref);
  g_ptr_array_add (self->processes, process);
}

static void
drop_group (PageScan *self, Process *process, guint i, GPtrArray *went)
{
  PageGroup *group = process->groups->pdata[i];

  self->n_cells -= group->n_cells;
  g_ptr_array_add (went, page_group_ref (group));
  g_ptr_array_remove_index (process->groups, i);
}

static gboolean
contains (GPtrArray *groups, const PageGroup *group)
{
  for (guint i = 0; i < groups->len; i++)
    if (page_group_equal (groups->pdata[i], group))
      return TRUE;
  return FALSE;
}

static void
compare_groups (PageScan *self, Process *process, GPtrArray *came, GPtrArray *went)
{
  g_autoptr (GPtrArray) found = page_group_list (process->reader, self->mechanism);
  guint n_left_out = 0;

  for (guint i = process->groups->len; i-- > 0;)
    if (!contains (found, process->groups->pdata[i]))
      drop_group (self, process, i, went);
  for (guint i = 0; i < found->len; i++)
    {
      PageGroup *group = found->pdata[i];

      if (contains (process->groups, group))
        continue;
      if (self->n_cells + group->n_cells > MAX_CELLS)
        {
          n_left_out++;
          continue;
        }
      self->n_cells += group->n_cells;
      g_ptr_array_add (process->groups, page_group_ref (group));
      g_ptr_array_add (came, page_group_ref (group));
    }
  self->n_left_out += n_left_out;
  /* what found no room is looked for again */
  process->generation =
      n_left_out > 0 ? G_MAXUINT64 : tsl_page_reader_get_generation (process->reader);
}

/* Returns whether the process still is. */
static gboolean
look_at (PageScan *self, Process *process, GPtrArray *came, GPtrArray *went)
{
  if (!tsl_page_reader_is_alive (process->reader)
      || !tsl_page_reader_update (process->reader, NULL))
    {
      while (process->groups->len > 0)
        drop_group (self, process, process->groups->len - 1, went);
      return FALSE;
    }
  if (tsl_page_reader_get_generation (process->reader) != process->generation)
    compare_groups (self, process, came, went);
  return TRUE;
}

void
page_scan_look (PageScan *self, GPtrArray *came, GPtrArray *went)
{
  g_autoptr (GArray) pids = tsl_page_reader_list_pids ();

  self->n_left_out = 0;
  for (guint i = 0; i < pids->len && self->processes->len < MAX_PROCESSES; i++)
    if (!find_process (self, g_array_index (pids, guint, i)))
      add_process (self, g_array_index (pids, guint, i));
  for (guint i = self->processes->len; i-- > 0;)
    if (!look_at (self, self->processes->pdata[i], came, went))
      g_ptr_array_remove_index (self->processes, i);
}

gboolean
page_scan_read (PageScan *self, gint64 time)
{
  gboolean is_turned = FALSE;

  for (guint i = 0; i < self->processes->len; i++)
    {
      Process *process = self->processes->pdata[i];

      if (process->groups->len == 0 || !tsl_page_reader_update (process->reader, NULL))
        continue;
      for (guint k = 0; k < process->groups->len; k++)
        is_turned |= page_group_read (process->groups->pdata[k], process->reader, time);
    }
  return is_turned;
}

void
page_scan_clear (PageScan *self, GscopeGapCause cause)
{
  for (guint i = 0; i < self->processes->len; i++)
    {
      Process *process = self->processes->pdata[i];

      for (guint k = 0; k < process->groups->len; k++)
        page_group_clear (process->groups->pdata[k], cause);
    }
}

double
page_scan_add_up (PageScan *self, const char *name)
{
  double sum = 0;

  for (guint i = 0; i < self->processes->len; i++)
    {
      Process *process = self->processes->pdata[i];

      for (guint k = 0; k < process->groups->len; k++)
        sum += page_group_add_up (process->groups->pdata[k], name);
    }
  return sum;
}

guint
page_scan_get_n_processes (PageScan *self)
{
  guint n = 0;

  for (guint i = 0; i < self->processes->len; i++)
    n += ((Process *) self->processes->pdata[i])->groups->len > 0;
  return n;
}

guint
page_scan_get_n_groups (PageScan *self)
{
  guint n = 0;

  for (guint i = 0; i < self->processes->len; i++)
    n += ((Process *) self->processes->pdata[i])->groups->len;
  return n;
}

guint
page_scan_get_n_left_out (PageScan *self)
{
  return self->n_left_out;
}

/* Whether what stands at the cell's place is the cell still. */
static gboolean
has_cell (TslPageReader *reader, const PageGroup *group, const PageCell *cell)
{
  TslCellInfo info;

  return tsl_page_reader_get_info (reader, cell->place, &info)
         && g_str_equal (info.group, group->group) && g_str_equal (info.name, cell->info.name);
}

static TslPageReader *
find_reader (PageScan *self, const PageGroup *group, const PageCell *cell, GError **error)
{
  Process *process = find_process (self, group->pid);

  if (process && tsl_page_reader_is_alive (process->reader)
      && tsl_page_reader_update (process->reader, NULL) && has_cell (process->reader, group, cell))
    return process->reader;
  g_set_error (error, TSL_ERROR, TSL_ERROR_NOT_FOUND, "%s (process %u) has no %s any more",
               group->process, group->pid, cell->info.name);
  return NULL;
}

gboolean
page_scan_ask (PageScan *self, const PageGroup *group, const PageCell *cell, double value,
               GError **error)
{
  TslPageReader *reader = find_reader (self, group, cell, error);

  return reader && tsl_page_reader_ask (reader, cell->place, value, error);
}

gboolean
page_scan_recall (PageScan *self, const PageGroup *group, const PageCell *cell, double *value)
{
  Process *process = find_process (self, group->pid);

  if (!process || !has_cell (process->reader, group, cell)
      || !tsl_page_reader_is_answered (process->reader, cell->place))
    return FALSE;
  *value = tsl_page_reader_get_value (process->reader, cell->place);
  return TRUE;
}

gboolean
page_scan_look_for_answer (PageScan *self, const PageGroup *group, const PageCell *cell,
                           gboolean *is_answered, double *value, GError **error)
{
  TslPageReader *reader = find_reader (self, group, cell, error);

  if (!reader)
    return FALSE;
  *is_answered = tsl_page_reader_is_answered (reader, cell->place);
  *value = tsl_page_reader_get_value (reader, cell->place);
  return TRUE;
}
