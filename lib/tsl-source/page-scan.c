/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl-source/page-scan.h>

#include <glib/gi18n-lib.h>
#include <gscope/clock/clock.h>
#include <tsl/error.h>
#include <unistd.h>

/* The greatest numbers that are shown for a user's programs. */
typedef struct
{
  guint n_processes;
  guint n_cells;
  /* new cells per second, in addition to the first n_cells */
  double cells_a_second;
} Share;

static const Share own_share = { 256, 2048, 512 };
static const Share others_share = { 64, 512, 64 };
/* for all other users together */
static const Share all_others = { 256, 2048, 0 };

/* How long to ignore a page that could not be opened, and a process that adds and removes cells too
 * fast. */
#define REFUSED_FOR (2 * GSCOPE_SEC)
#define TOO_FAST_FOR GSCOPE_SEC

typedef struct
{
  uid_t uid;
  guint n_processes;
  guint n_cells;
  /* number of new cells that may be shown at `time` */
  double n_allowed;
  gint64 time;
} User;

typedef struct
{
  TslPageReader *reader;
  User *user;
  guint64 generation;
  GPtrArray *groups;
  /* time of the next look at a process that adds and removes cells too fast */
  gint64 next_look;
  PageLeftOut left_out;
} Process;

typedef struct
{
  gint64 until;
  gboolean is_false;
} Refusal;

struct _PageScan
{
  char *mechanism;
  GPtrArray *processes;
  GPtrArray *users;
  /* pid -> Refusal */
  GHashTable *refusals;
  PageLeftOut left_out;
};

static void
process_free (Process *self)
{
  tsl_page_reader_free (self->reader);
  g_ptr_array_unref (self->groups);
  self->user->n_processes--;
  g_free (self);
}

PageScan *
page_scan_new (const char *mechanism)
{
  PageScan *self = g_new0 (PageScan, 1);

  self->mechanism = g_strdup (mechanism);
  self->processes = g_ptr_array_new_with_free_func ((GDestroyNotify) process_free);
  self->users = g_ptr_array_new_with_free_func (g_free);
  self->refusals = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  return self;
}

void
page_scan_free (PageScan *self)
{
  g_ptr_array_unref (self->processes);
  g_ptr_array_unref (self->users);
  g_hash_table_unref (self->refusals);
  g_free (self->mechanism);
  g_free (self);
}

/* Users. */

static const Share *
get_share (const User *user)
{
  return user->uid == geteuid () ? &own_share : &others_share;
}

static User *
find_user (PageScan *self, uid_t uid, gint64 time)
{
  User *user;

  for (guint i = 0; i < self->users->len; i++)
    if (((User *) self->users->pdata[i])->uid == uid)
      return self->users->pdata[i];
  user = g_new0 (User, 1);
  user->uid = uid;
  user->time = time;
  user->n_allowed = get_share (user)->n_cells;
  g_ptr_array_add (self->users, user);
  return user;
}

/* Returns the totals of all users but the user of this program, which has a separate share. */
static User
add_up (PageScan *self, const User *user)
{
  User all = { 0 };

  for (guint i = 0; i < self->users->len && get_share (user) != &own_share; i++)
    {
      const User *other = self->users->pdata[i];

      if (get_share (other) == &own_share)
        continue;
      all.n_processes += other->n_processes;
      all.n_cells += other->n_cells;
    }
  return all;
}

static gboolean
has_process_left (PageScan *self, const User *user)
{
  return user->n_processes < get_share (user)->n_processes
         && add_up (self, user).n_processes < all_others.n_processes;
}

static gboolean
has_cells_left (PageScan *self, const User *user, guint n)
{
  return user->n_cells + n <= get_share (user)->n_cells
         && add_up (self, user).n_cells + n <= all_others.n_cells;
}

static void
allow (User *user, gint64 time)
{
  double past = (time - user->time) / (double) GSCOPE_SEC;
  const Share *share = get_share (user);

  user->n_allowed = MIN (user->n_allowed + MAX (past, 0) * share->cells_a_second, share->n_cells);
  user->time = time;
}

/* Processes. */

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
refuse (GHashTable *refusals, guint pid, const GError *error, gint64 time)
{
  Refusal *refusal;

  if (!g_error_matches (error, TSL_ERROR, TSL_ERROR_PRIVILEGE)
      && !g_error_matches (error, TSL_ERROR, TSL_ERROR_INVALID))
    return;
  refusal = g_new (Refusal, 1);
  refusal->until = time + REFUSED_FOR;
  refusal->is_false = error->code == TSL_ERROR_INVALID;
  g_hash_table_insert (refusals, GUINT_TO_POINTER (pid), refusal);
}

static void
add_process (PageScan *self, guint pid, gint64 time, GHashTable *refusals)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TslPageReader) reader = tsl_page_reader_new (pid, &error);
  Process *process;
  User *user;

  if (!reader)
    {
      refuse (refusals, pid, error, time);
      return;
    }
  user = find_user (self, tsl_page_reader_get_user (reader), time);
  if (!has_process_left (self, user))
    {
      self->left_out.n_full++;
      return;
    }
  process = g_new0 (Process, 1);
  process->reader = g_steal_pointer (&reader);
  process->user = user;
  process->generation = G_MAXUINT64;
  process->groups = g_ptr_array_new_with_free_func ((GDestroyNotify) page_group_unref);
  user->n_processes++;
  g_ptr_array_add (self->processes, process);
}

static void
add_or_leave_out (PageScan *self, guint pid, gint64 time, GHashTable *refusals)
{
  gpointer key = GUINT_TO_POINTER (pid);
  const Refusal *old = g_hash_table_lookup (self->refusals, key);

  if (g_hash_table_contains (refusals, key))
    return;
  if (old && time < old->until)
    g_hash_table_insert (refusals, key, g_memdup2 (old, sizeof *old));
  else
    add_process (self, pid, time, refusals);
}

static void
count_refusals (PageScan *self)
{
  GHashTableIter iter;
  gpointer refusal;

  g_hash_table_iter_init (&iter, self->refusals);
  while (g_hash_table_iter_next (&iter, NULL, &refusal))
    if (((Refusal *) refusal)->is_false)
      self->left_out.n_false++;
    else
      self->left_out.n_closed++;
}

/* Removes processes that have no page any more, and adds new ones. */
static void
find_processes (PageScan *self, gint64 time)
{
  g_autoptr (GArray) pids = tsl_page_reader_list_pids ();
  GHashTable *refusals = g_hash_table_new_full (NULL, NULL, NULL, g_free);

  for (guint i = 0; i < pids->len; i++)
    if (!find_process (self, g_array_index (pids, guint, i)))
      add_or_leave_out (self, g_array_index (pids, guint, i), time, refusals);
  g_hash_table_unref (self->refusals);
  self->refusals = refusals;
  count_refusals (self);
}

/* Groups. */

static void
drop_group (Process *process, guint i, GPtrArray *removed)
{
  PageGroup *group = process->groups->pdata[i];

  process->user->n_cells -= group->n_cells;
  g_ptr_array_add (removed, page_group_ref (group));
  g_ptr_array_remove_index (process->groups, i);
}

static gboolean
contains (GHashTable *groups, const PageGroup *group)
{
  const PageGroup *other = g_hash_table_lookup (groups, group->group);

  return other && page_group_equal (other, group);
}

static void
take_group (PageScan *self, Process *process, PageGroup *group, GPtrArray *added)
{
  User *user = process->user;

  if (!has_cells_left (self, user, group->n_cells))
    {
      process->left_out.n_full++;
      return;
    }
  if (user->n_allowed < group->n_cells)
    {
      process->left_out.n_fast++;
      return;
    }
  user->n_cells += group->n_cells;
  user->n_allowed -= group->n_cells;
  g_ptr_array_add (process->groups, page_group_ref (group));
  g_ptr_array_add (added, page_group_ref (group));
}

static GHashTable *
index_groups (GPtrArray *groups)
{
  GHashTable *index = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < groups->len; i++)
    g_hash_table_insert (index, ((PageGroup *) groups->pdata[i])->group, groups->pdata[i]);
  return index;
}

static void
compare_groups (PageScan *self, Process *process, gint64 time, GPtrArray *added, GPtrArray *removed)
{
  g_autoptr (GPtrArray) found = page_group_list (process->reader, self->mechanism);
  g_autoptr (GHashTable) by_name = index_groups (found);
  g_autoptr (GHashTable) known = NULL;

  process->left_out = (PageLeftOut){ 0 };
  for (guint i = process->groups->len; i-- > 0;)
    if (!contains (by_name, process->groups->pdata[i]))
      drop_group (process, i, removed);
  known = index_groups (process->groups);
  for (guint i = 0; i < found->len; i++)
    if (!g_hash_table_contains (known, ((PageGroup *) found->pdata[i])->group))
      take_group (self, process, found->pdata[i], added);
  process->generation = tsl_page_reader_get_generation (process->reader);
  if (process->left_out.n_fast > 0)
    process->next_look = time + TOO_FAST_FOR;
}

/* Looks again while groups are left out for lack of room. */
static gboolean
is_due (const Process *process, gint64 time)
{
  return time >= process->next_look
         && (process->left_out.n_full + process->left_out.n_fast > 0
             || tsl_page_reader_get_generation (process->reader) != process->generation);
}

/* Returns FALSE if the process has ended. */
static gboolean
look_at (PageScan *self, Process *process, gint64 time, GPtrArray *added, GPtrArray *removed)
{
  if (!tsl_page_reader_is_alive (process->reader)
      || !tsl_page_reader_update (process->reader, NULL))
    {
      while (process->groups->len > 0)
        drop_group (process, process->groups->len - 1, removed);
      return FALSE;
    }
  if (is_due (process, time))
    compare_groups (self, process, time, added, removed);
  self->left_out.n_full += process->left_out.n_full;
  self->left_out.n_fast += process->left_out.n_fast;
  return TRUE;
}

void
page_scan_look (PageScan *self, gint64 time, GPtrArray *added, GPtrArray *removed)
{
  self->left_out = (PageLeftOut){ 0 };
  find_processes (self, time);
  for (guint i = 0; i < self->users->len; i++)
    allow (self->users->pdata[i], time);
  for (guint i = self->processes->len; i-- > 0;)
    if (!look_at (self, self->processes->pdata[i], time, added, removed))
      g_ptr_array_remove_index (self->processes, i);
}

/* After cells were removed, their places may hold other cells. */
static gboolean
read_group (PageGroup *group, const Process *process, gint64 time)
{
  if (tsl_page_reader_get_generation (process->reader) == process->generation
      || page_group_is_there (group, process->reader))
    return page_group_read (group, process->reader, time);
  page_group_clear (group, GSCOPE_GAP_CAUSE_NO_VALUE);
  return FALSE;
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
        is_turned |= read_group (process->groups->pdata[k], process, time);
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

PageLeftOut
page_scan_get_left_out (PageScan *self)
{
  return self->left_out;
}

/* Returns whether the cell is still at its place. */
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
  g_set_error (error, TSL_ERROR, TSL_ERROR_NOT_FOUND,
               _ ("cannot set %3$s of %1$s (process %2$u): the program has removed it"),
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
