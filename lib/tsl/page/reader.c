/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/page/reader.h>

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <poll.h>
#include <string.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <tsl/error.h>
#include <tsl/page/directory-private.h>
#include <tsl/page/identity-private.h>
#include <tsl/page/page.h>
#include <tsl/page/private.h>
#include <unistd.h>

/* Attempts to read a page that changes meanwhile. */
#define MAX_TRIES 8

/* Pages to list of another user, at most. */
#define MAX_OTHERS 256

struct _TslPageReader
{
  /* the shared memory, which its process changes at any time */
  TslPageLayout *memory;
  guint pid;
  uid_t user;
  guint64 start_time;
  char *name;
  /* pidfd of the process, or -1 */
  int process;
  /* the last consistent copy */
  TslPageLayout *layout;
  TslPageLayout *fresh;
  /* bytes of the page that hold cells, in this generation */
  gsize used;
};

static void
list_directory (const TslDirectory *directory, GHashTable *n_listed, GArray *pids)
{
  gpointer user = GUINT_TO_POINTER (directory->owner);
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (n_listed, user));
  guint most = directory->owner == geteuid () ? G_MAXUINT : MAX_OTHERS;
  g_autoptr (GArray) names = tsl_page_name_list (directory->fd, 0);

  for (guint i = 0; i < names->len && n < most; i++, n++)
    g_array_append_val (pids, g_array_index (names, TslPageName, i).pid);
  g_hash_table_insert (n_listed, user, GUINT_TO_POINTER (n));
}

/**
 * tsl_page_reader_list_pids:
 *
 * Lists the processes whose page this user may read, this user's first; root may read all pages,
 * and gets at most 256 of each other user. Some of the processes may have ended.
 *
 * Returns: (transfer full) (element-type guint): process numbers
 *
 * Since: 1.0
 */
GArray *
tsl_page_reader_list_pids (void)
{
  GArray *pids = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) directories = tsl_directory_list (NULL);
  g_autoptr (GHashTable) n_listed = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < directories->len; i++)
    list_directory (&g_array_index (directories, TslDirectory, i), n_listed, pids);
  return pids;
}

/**
 * tsl_page_remove_dead:
 *
 * Removes the names of pages of killed processes of this user. A program whose children publish
 * pages calls it when they have ended; creating or opening a page does the same.
 *
 * Since: 1.0
 */
void
tsl_page_remove_dead (void)
{
  g_autoptr (GArray) directories = tsl_directory_list (NULL);

  for (guint i = 0; i < directories->len; i++)
    {
      const TslDirectory *directory = &g_array_index (directories, TslDirectory, i);

      if (directory->owner == geteuid ())
        g_array_unref (tsl_page_name_list (directory->fd, 0));
    }
}

/* Opening. */

/* The name is not trusted, and the kernel reuses numbers: checks that the process itself created
 * the page and runs as the owner of the directory. */
static gboolean
is_of_process (const TslPageName *name, const TslDirectory *directory)
{
  g_autofree char *text = tsl_page_name_format (name);
  struct shmid_ds segment;
  struct stat file;
  uid_t user;

  return fstatat (directory->fd, text, &file, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG (file.st_mode)
         && file.st_uid == directory->owner && shmctl (name->segment, IPC_STAT, &segment) == 0
         && segment.shm_segsz == TSL_PAGE_SIZE && segment.shm_cpid == (pid_t) name->pid
         && segment.shm_perm.cuid == directory->owner && tsl_identity_find_user (name->pid, &user)
         && (user == directory->owner || directory->owner == 0);
}

/* While the segment is attached, the kernel does not reuse its number. */
static gboolean
attach (TslPageReader *self, const TslPageName *name, const TslDirectory *directory)
{
  void *memory = is_of_process (name, directory) ? shmat (name->segment, NULL, 0) : (void *) -1;

  if (memory == (void *) -1)
    return FALSE;
  if (is_of_process (name, directory))
    {
      self->memory = memory;
      self->user = directory->owner;
      return TRUE;
    }
  shmdt (memory);
  return FALSE;
}

/* Returns whether the process runs as this user or has ended. */
static gboolean
is_own_process (guint pid)
{
  uid_t user;

  return !tsl_identity_find_user (pid, &user) || user == geteuid ();
}

static gboolean
open_page (TslPageReader *self, GError **error)
{
  guint n_closed = 0, n_false = 0;
  g_autoptr (GArray) directories = tsl_directory_list (&n_closed);

  for (guint i = 0; i < directories->len; i++)
    {
      const TslDirectory *directory = &g_array_index (directories, TslDirectory, i);
      g_autoptr (GArray) names = tsl_page_name_list (directory->fd, self->pid);

      for (guint k = 0; k < names->len && k < MAX_OTHERS; k++)
        if (attach (self, &g_array_index (names, TslPageName, k), directory))
          return TRUE;
      n_false += names->len;
    }
  if (n_closed > 0 && !is_own_process (self->pid))
    g_set_error (error, TSL_ERROR, TSL_ERROR_PRIVILEGE,
                 _ ("cannot read the page of process %u: it belongs to another user; run as that "
                    "user or as root"),
                 self->pid);
  else if (n_false > 0)
    g_set_error (error, TSL_ERROR, TSL_ERROR_INVALID,
                 _ ("cannot use the page of process %u: another user has created it"), self->pid);
  else
    g_set_error (error, TSL_ERROR, TSL_ERROR_NOT_FOUND,
                 _ ("process %u has no page: it does not use libtsl, or publishes nothing"),
                 self->pid);
  return FALSE;
}

/* Reading. */

static gboolean
is_page (const TslPageHeader *header)
{
  return header->magic == TSL_PAGE_MAGIC && header->version == TSL_PAGE_VERSION
         && header->size == TSL_PAGE_SIZE && header->n_cells == TSL_PAGE_N_CELLS;
}

static gboolean
read_first (TslPageReader *self, gsize size)
{
  const TslPageWord *from = (const TslPageWord *) self->memory;
  TslPageWord *to = (TslPageWord *) self->fresh;

  for (gsize i = 0; i < size / sizeof (TslPageWord); i++)
    to[i] = __atomic_load_n (&from[i], __ATOMIC_ACQUIRE);
  return is_page (&self->fresh->header);
}

/* Reads the used part of a page only, while its cells are the known ones; otherwise the whole page. */
static gboolean
read_cells (TslPageReader *self)
{
  if (!read_first (self, self->used))
    return FALSE;
  return (is_page (&self->layout->header)
          && self->fresh->header.generation == self->layout->header.generation)
         || read_first (self, sizeof (TslPageLayout));
}

static gsize
find_used (const TslPageLayout *layout)
{
  guint n = TSL_PAGE_N_CELLS;

  while (n > 0 && !layout->cells[n - 1].is_used)
    n--;
  return G_STRUCT_OFFSET (TslPageLayout, cells) + n * sizeof (TslCell);
}

static void
take_fresh (TslPageReader *self)
{
  TslPageLayout *old = self->layout;

  self->layout = self->fresh;
  self->fresh = old;
  if (old->header.generation == self->layout->header.generation)
    return;
  self->used = find_used (self->layout);
  memcpy (self->fresh, self->layout, sizeof *self->fresh);
}

static gboolean
is_of_page (TslPageReader *self)
{
  return self->start_time != 0 && tsl_identity_find_start_time (self->pid) == self->start_time;
}

static void
copy_name (TslPageReader *self)
{
  const TslPageHeader *header = &self->layout->header;
  g_autofree char *name = g_strndup (header->name, sizeof header->name);

  self->name = g_utf8_make_valid (name, -1);
  self->start_time = header->start_time;
}

/* A pidfd shows the end of the process at low cost, and is not affected by the reuse of its number. */
static void
open_process (TslPageReader *self)
{
  self->process = syscall (SYS_pidfd_open, self->pid, 0);
  if (self->process < 0 || is_of_page (self))
    return;
  close (self->process);
  self->process = -1;
}

/**
 * tsl_page_reader_new:
 * @pid: a process
 * @error: reason why its page cannot be read
 *
 * Opens the page of a process for reading.
 *
 * Returns: (transfer full): a reader
 *
 * Since: 1.0
 */
TslPageReader *
tsl_page_reader_new (guint pid, GError **error)
{
  g_autoptr (TslPageReader) self = g_new0 (TslPageReader, 1);

  self->pid = pid;
  self->process = -1;
  self->used = sizeof (TslPageHeader);
  self->layout = g_aligned_alloc0 (1, sizeof (TslPageLayout), 64);
  self->fresh = g_aligned_alloc0 (1, sizeof (TslPageLayout), 64);
  if (!open_page (self, error) || !tsl_page_reader_update (self, error))
    return NULL;
  copy_name (self);
  open_process (self);
  return g_steal_pointer (&self);
}

/**
 * tsl_page_reader_free:
 * @self: (transfer full): a reader
 *
 * Closes a page.
 *
 * Since: 1.0
 */
void
tsl_page_reader_free (TslPageReader *self)
{
  g_return_if_fail (self);

  if (self->memory)
    shmdt (self->memory);
  if (self->process >= 0)
    close (self->process);
  g_aligned_free (self->layout);
  g_aligned_free (self->fresh);
  g_free (self->name);
  g_free (self);
}

/**
 * tsl_page_reader_get_pid:
 * @self: a reader
 *
 * Gets the number of the process that publishes the page.
 *
 * Returns: the process number
 *
 * Since: 1.0
 */
guint
tsl_page_reader_get_pid (TslPageReader *self)
{
  g_return_val_if_fail (self, 0);

  return self->pid;
}

/**
 * tsl_page_reader_get_user:
 * @self: a reader
 *
 * Gets the user of the process.
 *
 * Returns: the user's number
 *
 * Since: 1.0
 */
uid_t
tsl_page_reader_get_user (TslPageReader *self)
{
  g_return_val_if_fail (self, 0);

  return self->user;
}

/**
 * tsl_page_reader_get_name:
 * @self: a reader
 *
 * Gets the name under which the process publishes its page.
 *
 * Returns: the name, valid UTF-8
 *
 * Since: 1.0
 */
const char *
tsl_page_reader_get_name (TslPageReader *self)
{
  g_return_val_if_fail (self, NULL);

  return self->name;
}

/**
 * tsl_page_reader_is_alive:
 * @self: a reader
 *
 * Looks whether the process still runs. Another process with the same number does not count.
 *
 * Returns: %TRUE while it runs
 *
 * Since: 1.0
 */
gboolean
tsl_page_reader_is_alive (TslPageReader *self)
{
  struct pollfd end;

  g_return_val_if_fail (self, FALSE);

  if (self->process < 0)
    return is_of_page (self);
  end = (struct pollfd){ self->process, POLLIN, 0 };
  return poll (&end, 1, 0) <= 0;
}

/**
 * tsl_page_reader_update:
 * @self: a reader
 * @error: reason why the page cannot be read any more
 *
 * Reads the page again. If its process adds or removes cells during all attempts, the last values
 * stay.
 *
 * Returns: %TRUE unless the page is invalid
 *
 * Since: 1.0
 */
gboolean
tsl_page_reader_update (TslPageReader *self, GError **error)
{
  g_return_val_if_fail (self, FALSE);

  for (guint i = 0; i < MAX_TRIES; i++)
    {
      const guint64 *generation = &self->memory->header.generation;
      guint64 before = __atomic_load_n (generation, __ATOMIC_ACQUIRE);

      if (!read_cells (self))
        {
          g_set_error (error, TSL_ERROR, TSL_ERROR_INVALID,
                       _ ("cannot read the page of process %u: its version is not %d; use the same "
                          "version of libtsl in both programs"),
                       self->pid, TSL_PAGE_VERSION);
          return FALSE;
        }
      if (before == __atomic_load_n (generation, __ATOMIC_RELAXED)
          && before == self->fresh->header.generation && before % 2 == 0)
        {
          take_fresh (self);
          break;
        }
    }
  return TRUE;
}

/**
 * tsl_page_reader_get_generation:
 * @self: a reader
 *
 * Gets a number that changes when cells are added or removed.
 *
 * Returns: the generation
 *
 * Since: 1.0
 */
guint64
tsl_page_reader_get_generation (TslPageReader *self)
{
  g_return_val_if_fail (self, 0);

  return self->layout->header.generation;
}

/**
 * tsl_page_reader_get_n_cells:
 * @self: a reader
 *
 * Gets the number of places for cells.
 *
 * Returns: the number of places
 *
 * Since: 1.0
 */
guint
tsl_page_reader_get_n_cells (TslPageReader *self)
{
  g_return_val_if_fail (self, 0);

  return TSL_PAGE_N_CELLS;
}

/* Replaces invalid bytes, such as half a letter at the end of a truncated name. The replacement is
 * longer than the bytes. */
static void
copy_text (char *to, const char *from, gsize size)
{
  g_autofree char *text = g_strndup (from, size);
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  const char *end = valid + strlen (valid);

  while (end >= valid + size)
    end = g_utf8_find_prev_char (valid, end);
  g_strlcpy (to, valid, end - valid + 1);
}

/**
 * tsl_page_reader_get_info:
 * @self: a reader
 * @cell: a place, below [method@PageReader.get_n_cells]
 * @info: (out): the description of the cell
 *
 * Gets the description of the cell at a place.
 *
 * Returns: %TRUE if there is a cell
 *
 * Since: 1.0
 */
gboolean
tsl_page_reader_get_info (TslPageReader *self, guint cell, TslCellInfo *info)
{
  const TslCell *from;

  g_return_val_if_fail (self && info, FALSE);
  g_return_val_if_fail (cell < TSL_PAGE_N_CELLS, FALSE);

  from = &self->layout->cells[cell];
  if (!from->is_used || from->info.kind > TSL_CELL_KIND_KNOB || !(from->info.min <= from->info.max))
    return FALSE;
  *info = from->info;
  copy_text (info->mechanism, from->info.mechanism, sizeof info->mechanism);
  copy_text (info->group, from->info.group, sizeof info->group);
  copy_text (info->name, from->info.name, sizeof info->name);
  copy_text (info->unit, from->info.unit, sizeof info->unit);
  return TRUE;
}

/**
 * tsl_page_reader_find:
 * @self: a reader
 * @mechanism: the cell's mechanism
 * @group: the cell's group
 * @name: the cell's name
 *
 * Finds a cell with a linear search.
 *
 * Returns: its place, or -1 if there is none
 *
 * Since: 1.0
 */
int
tsl_page_reader_find (TslPageReader *self, const char *mechanism, const char *group,
                      const char *name)
{
  TslCellInfo info;

  g_return_val_if_fail (self && mechanism && group && name, -1);

  for (guint i = 0; i < TSL_PAGE_N_CELLS; i++)
    if (tsl_page_reader_get_info (self, i, &info) && strcmp (info.mechanism, mechanism) == 0
        && strcmp (info.group, group) == 0 && strcmp (info.name, name) == 0)
      return i;
  return -1;
}

/**
 * tsl_page_reader_get_value:
 * @self: a reader
 * @cell: the place of a cell
 *
 * Gets a cell's value in the last copy of the page.
 *
 * Returns: the value; counters beyond 2⁵³ are rounded
 *
 * Since: 1.0
 */
double
tsl_page_reader_get_value (TslPageReader *self, guint cell)
{
  const TslCell *from;

  g_return_val_if_fail (self, 0);
  g_return_val_if_fail (cell < TSL_PAGE_N_CELLS, 0);

  from = &self->layout->cells[cell];
  return from->info.kind == TSL_CELL_KIND_COUNTER ? tsl_cell_get_count (from) : tsl_cell_get (from);
}

/**
 * tsl_page_reader_ask:
 * @self: a reader
 * @cell: the place of a knob
 * @value: the requested value
 * @error: reason why the request is impossible
 *
 * Requests a new value of a knob. The process answers when it next reads its knobs. When
 * [method@PageReader.is_answered] returns %TRUE after an update, the knob's value is the answer.
 *
 * Returns: %TRUE if the request was made
 *
 * Since: 1.0
 */
gboolean
tsl_page_reader_ask (TslPageReader *self, guint cell, double value, GError **error)
{
  TslCell *knob;
  TslCellInfo info;
  guint64 bits;

  g_return_val_if_fail (self, FALSE);
  g_return_val_if_fail (cell < TSL_PAGE_N_CELLS, FALSE);

  if (!tsl_page_reader_get_info (self, cell, &info) || info.kind != TSL_CELL_KIND_KNOB
      || !(value >= info.min && value <= info.max))
    {
      g_set_error (error, TSL_ERROR, TSL_ERROR_INVALID,
                   _ ("cannot set a knob of process %2$u to %1$g: the value is not finite; choose "
                      "a finite value"),
                   value, self->pid);
      return FALSE;
    }
  knob = &self->memory->cells[cell];
  memcpy (&bits, &value, sizeof bits);
  __atomic_store_n (&knob->asked, bits, __ATOMIC_RELAXED);
  /* other processes may have made requests since the page was read */
  self->layout->cells[cell].n_asked = __atomic_add_fetch (&knob->n_asked, 1, __ATOMIC_RELEASE);
  return TRUE;
}

/**
 * tsl_page_reader_is_answered:
 * @self: a reader
 * @cell: the place of a knob
 *
 * Returns whether the process had answered all requests for a knob when the page was last read.
 *
 * Returns: %TRUE if nothing is pending
 *
 * Since: 1.0
 */
gboolean
tsl_page_reader_is_answered (TslPageReader *self, guint cell)
{
  const TslCell *from;

  g_return_val_if_fail (self, FALSE);
  g_return_val_if_fail (cell < TSL_PAGE_N_CELLS, FALSE);

  from = &self->layout->cells[cell];
  return from->n_asked == from->n_answered;
}
