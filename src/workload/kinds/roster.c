/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "kinds/roster.h"

#include <glib/gi18n-lib.h>
#include <stdio.h>
#include <string.h>
#include <tsl-source/page-scan.h>
#include <tsl/error.h>
#include <tsl/guard/guard.h>
#include <unistd.h>

#define PERCENT 100.0
#define MSEC 1e6

typedef struct
{
  PageGroup *group;
  /* the number of the guard's setting; 0 before the first offer */
  guint kept;
} Entry;

struct _WorkloadRoster
{
  PageScan *scan;
  /* Entry */
  GArray *entries;
  TslGuard *guard;
};

static void
clear_entry (gpointer data)
{
  page_group_unref (((Entry *) data)->group);
}

WorkloadRoster *
workload_roster_new (void)
{
  WorkloadRoster *self = g_new0 (WorkloadRoster, 1);

  self->scan = page_scan_new (TSL_QOS_MECHANISM);
  self->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  g_array_set_clear_func (self->entries, clear_entry);
  return self;
}

void
workload_roster_free (WorkloadRoster *self)
{
  /* restores the levels */
  g_clear_pointer (&self->guard, tsl_guard_free);
  g_array_unref (self->entries);
  page_scan_free (self->scan);
  g_free (self);
}

/* Returns 0 if the process has ended. */
static pid_t
find_parent (guint pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%u/stat", pid);
  g_autofree char *text = NULL;
  const char *end;
  int parent = 0;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return 0;
  /* the name may contain parentheses */
  end = strrchr (text, ')');
  return end && sscanf (end, ") %*c %d", &parent) == 1 ? parent : 0;
}

static void
add (WorkloadRoster *self, PageGroup *group)
{
  const Entry entry = { page_group_ref (group), 0 };

  g_array_append_val (self->entries, entry);
}

static void
drop (WorkloadRoster *self, const PageGroup *group)
{
  for (guint i = 0; i < self->entries->len; i++)
    {
      const Entry *entry = &g_array_index (self->entries, Entry, i);

      if (entry->group != group)
        continue;
      if (entry->kept > 0)
        tsl_guard_forget (self->guard, entry->kept);
      g_array_remove_index (self->entries, i);
      return;
    }
}

void
workload_roster_look (WorkloadRoster *self, gint64 time)
{
  g_autoptr (GPtrArray) added = g_ptr_array_new_with_free_func ((GDestroyNotify) page_group_unref);
  g_autoptr (GPtrArray) removed =
      g_ptr_array_new_with_free_func ((GDestroyNotify) page_group_unref);

  page_scan_look (self->scan, time, added, removed);
  page_scan_read (self->scan, time);
  for (guint i = 0; i < removed->len; i++)
    drop (self, removed->pdata[i]);
  for (guint i = 0; i < added->len; i++)
    if (find_parent (((PageGroup *) added->pdata[i])->pid) == getppid ())
      add (self, added->pdata[i]);
}

static Entry *
find_entry (WorkloadRoster *self, const char *name)
{
  for (guint i = 0; i < self->entries->len; i++)
    {
      Entry *entry = &g_array_index (self->entries, Entry, i);

      if (g_str_equal (entry->group->group, name))
        return entry;
    }
  return NULL;
}

static const PageCell *
find_cell (const PageGroup *group, const char *name)
{
  for (guint i = 0; i < group->n_cells; i++)
    if (g_str_equal (group->cells[i].info.name, name))
      return &group->cells[i];
  return NULL;
}

static double
get_value (const PageGroup *group, const char *name)
{
  const PageCell *cell = find_cell (group, name);

  return cell ? page_cell_get (cell) : 0;
}

gboolean
workload_roster_find (WorkloadRoster *self, const char *name, TslQosRange *range)
{
  const Entry *entry = find_entry (self, name);

  if (!entry)
    return FALSE;
  *range = (TslQosRange){ .minimum = get_value (entry->group, "minimum") / PERCENT,
                          .desired = get_value (entry->group, "desired") / PERCENT,
                          .increment = get_value (entry->group, "increment") / PERCENT,
                          .period = get_value (entry->group, "period") * MSEC };
  /* other programs write the page */
  return range->minimum > 0 && range->desired >= range->minimum && range->desired <= 1
         && range->increment >= 0 && range->period > 0;
}

static gboolean
keep (WorkloadRoster *self, Entry *entry, GError **error)
{
  if (!self->guard)
    self->guard = tsl_guard_new (error);
  if (self->guard && entry->kept == 0)
    entry->kept = tsl_guard_keep_knob (self->guard, entry->group->pid, TSL_QOS_MECHANISM,
                                       entry->group->group, "level", 0, error);
  return entry->kept > 0;
}

gboolean
workload_roster_offer (WorkloadRoster *self, const char *name, double level, GError **error)
{
  Entry *entry = find_entry (self, name);
  const PageCell *cell = entry ? find_cell (entry->group, "level") : NULL;

  if (cell)
    return keep (self, entry, error)
           && page_scan_ask (self->scan, entry->group, cell, PERCENT * level, error);
  g_set_error_literal (error, TSL_ERROR, TSL_ERROR_NOT_FOUND, _ ("the application has ended"));
  return FALSE;
}

WorkloadOffer
workload_roster_get_answer (WorkloadRoster *self, const char *name, double *level)
{
  const Entry *entry = find_entry (self, name);
  const PageCell *cell = entry ? find_cell (entry->group, "level") : NULL;
  gboolean is_answered;
  double value;

  if (!cell
      || !page_scan_look_for_answer (self->scan, entry->group, cell, &is_answered, &value, NULL))
    return WORKLOAD_OFFER_VOID;
  if (!is_answered)
    return WORKLOAD_OFFER_OPEN;
  *level = value / PERCENT;
  return WORKLOAD_OFFER_ANSWERED;
}
