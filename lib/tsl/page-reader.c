/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/page-reader.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <tsl/error.h>
#include <tsl/page-private.h>
#include <tsl/page.h>
#include <unistd.h>

/* So often a page may change under a reader before it gives up, for this time. */
#define MAX_TRIES 8

struct _TslPageReader
{
  int fd;
  guint pid;
  guint64 start_time;
  char *name;
  /* of the process, or -1 */
  int process;
  /* as it was read last; whole, or the one before stands */
  TslPageLayout *layout;
  TslPageLayout *fresh;
  /* while no cell comes or goes, there is none after so many bytes in either */
  gsize used;
};

static void
list_directory (const char *directory, GArray *pids)
{
  DIR *dir = opendir (directory);
  const struct dirent *entry;

  while (dir && (entry = readdir (dir)))
    {
      char *end;
      guint64 pid = g_ascii_strtoull (entry->d_name, &end, 10);
      guint value = pid;

      if (end != entry->d_name && *end == '\0' && pid > 0 && pid <= G_MAXINT32)
        g_array_append_val (pids, value);
    }
  if (dir)
    closedir (dir);
}

/* The directories of all users that this one may read: root's readers see everybody's. */
static GPtrArray *
list_directories (void)
{
  g_autofree char *own = tsl_page_build_directory (geteuid ());
  g_autofree char *parent = g_path_get_dirname (own);
  GPtrArray *directories = g_ptr_array_new_with_free_func (g_free);
  DIR *dir = opendir (parent);
  const struct dirent *entry;

  while (dir && (entry = readdir (dir)))
    if (g_str_has_prefix (entry->d_name, "tsl-"))
      g_ptr_array_add (directories, g_build_filename (parent, entry->d_name, NULL));
  if (dir)
    closedir (dir);
  return directories;
}

/**
 * tsl_page_reader_list_pids:
 *
 * Lists the processes that have a page that this user may read. Some of them may have ended.
 *
 * Returns: (transfer full) (element-type guint): process numbers
 */
GArray *
tsl_page_reader_list_pids (void)
{
  GArray *pids = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GPtrArray) directories = list_directories ();

  for (guint i = 0; i < directories->len; i++)
    list_directory (directories->pdata[i], pids);
  return pids;
}

/* Anybody may put a directory or a link in the place of a user's directory. */
static gboolean
is_owners (int directory, int fd)
{
  struct stat owner, status;

  return fstat (directory, &owner) == 0 && fstat (fd, &status) == 0 && S_ISREG (status.st_mode)
         && status.st_uid == owner.st_uid;
}

/* A page that its process left behind, because it was killed, is removed by whoever may. */
static int
open_in (int directory, guint pid)
{
  g_autofree char *name = g_strdup_printf ("%u", pid);
  int fd = openat (directory, name, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);

  if (fd < 0)
    return -1;
  if (!is_owners (directory, fd))
    {
      close (fd);
      errno = ENOENT;
      return -1;
    }
  if (tsl_page_find_start_time (pid) == 0)
    unlinkat (directory, name, 0);
  return fd;
}

static int
open_directory (const char *path)
{
  return open (path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/* Or it has ended. */
static gboolean
is_own_process (guint pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%u", pid);
  struct stat status;

  return stat (path, &status) != 0 || status.st_uid == geteuid ();
}

static int
open_page (guint pid, gboolean *is_readable)
{
  g_autoptr (GPtrArray) directories = list_directories ();
  int fd = -1;

  *is_readable = TRUE;
  for (guint i = 0; fd < 0 && i < directories->len; i++)
    {
      int directory = open_directory (directories->pdata[i]);

      fd = directory >= 0 ? open_in (directory, pid) : -1;
      if (fd < 0 && errno == EACCES)
        *is_readable = is_own_process (pid);
      if (directory >= 0)
        close (directory);
    }
  return fd;
}

/**
 * tsl_page_remove_dead:
 *
 * Removes the pages that processes of this user left behind because they were killed. Programs that start
 * others which publish pages call it when those have ended; making a page, or reading one, does the same.
 */
void
tsl_page_remove_dead (void)
{
  g_autofree char *path = tsl_page_build_directory (geteuid ());
  g_autoptr (GArray) pids = g_array_new (FALSE, FALSE, sizeof (guint));
  int directory = open_directory (path);

  list_directory (path, pids);
  for (guint i = 0; i < pids->len && directory >= 0; i++)
    {
      guint pid = g_array_index (pids, guint, i);
      int fd = tsl_page_find_start_time (pid) == 0 ? open_in (directory, pid) : -1;

      if (fd >= 0)
        close (fd);
    }
  if (directory >= 0)
    close (directory);
}

static gboolean
is_page (const TslPageHeader *header)
{
  return header->magic == TSL_PAGE_MAGIC && header->version == TSL_PAGE_VERSION
         && header->size == TSL_PAGE_SIZE && header->n_cells == TSL_PAGE_N_CELLS;
}

static gboolean
read_first (TslPageReader *self, gsize size)
{
  return pread (self->fd, self->fresh, size, 0) == (gssize) size && is_page (&self->fresh->header);
}

/* Most pages have a few cells at their begin. One whose cells are others than those that are known is read whole. */
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
  return self->start_time != 0 && tsl_page_find_start_time (self->pid) == self->start_time;
}

static void
copy_name (TslPageReader *self)
{
  const TslPageHeader *header = &self->layout->header;
  g_autofree char *name = g_strndup (header->name, sizeof header->name);

  self->name = g_utf8_make_valid (name, -1);
  self->start_time = header->start_time;
}

/* Its end is cheaper to ask for than who has its number: from here on that is the one whose page it is. */
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
 * @error: why its page cannot be read
 *
 * Opens the page of a process.
 *
 * Returns: (transfer full): a reader
 */
TslPageReader *
tsl_page_reader_new (guint pid, GError **error)
{
  g_autoptr (TslPageReader) self = g_new0 (TslPageReader, 1);
  gboolean is_readable;

  self->pid = pid;
  self->process = -1;
  self->used = sizeof (TslPageHeader);
  self->layout = g_aligned_alloc0 (1, sizeof (TslPageLayout), 64);
  self->fresh = g_aligned_alloc0 (1, sizeof (TslPageLayout), 64);
  self->fd = open_page (pid, &is_readable);
  if (self->fd < 0)
    {
      if (is_readable)
        g_set_error (error, TSL_ERROR, TSL_ERROR_NOT_FOUND,
                     "process %u has no page: it does not link libtsl, or publishes nothing", pid);
      else
        g_set_error (error, TSL_ERROR, TSL_ERROR_PRIVILEGE,
                     "the page of process %u is another user's; run as that user or as root", pid);
      return NULL;
    }
  if (!tsl_page_reader_update (self, error))
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
 */
void
tsl_page_reader_free (TslPageReader *self)
{
  g_return_if_fail (self);

  if (self->fd >= 0)
    close (self->fd);
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
 * Gets the process whose page it is.
 *
 * Returns: its number
 */
guint
tsl_page_reader_get_pid (TslPageReader *self)
{
  g_return_val_if_fail (self, 0);

  return self->pid;
}

/**
 * tsl_page_reader_get_name:
 * @self: a reader
 *
 * Gets what the process calls itself.
 *
 * Returns: its name, valid UTF-8
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
 * Looks whether the process is there still: the same one, not another of its number.
 *
 * Returns: %TRUE while it is
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
 * @error: why the page cannot be read any more
 *
 * Reads the page again, in one system call or a few. If cells come and go all the while, what was read
 * before stands.
 *
 * Returns: %TRUE unless the page is none
 */
gboolean
tsl_page_reader_update (TslPageReader *self, GError **error)
{
  g_return_val_if_fail (self, FALSE);

  for (guint i = 0; i < MAX_TRIES; i++)
    {
      guint64 generation = 0;
      gsize place = G_STRUCT_OFFSET (TslPageHeader, generation);

      if (!read_cells (self)
          || pread (self->fd, &generation, sizeof generation, place) != sizeof generation)
        {
          g_set_error (error, TSL_ERROR, TSL_ERROR_INVALID,
                       "the page of process %u is cut short or of another version than %d",
                       self->pid, TSL_PAGE_VERSION);
          return FALSE;
        }
      if (generation == self->fresh->header.generation && generation % 2 == 0)
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
 * Gets a number that is another one when cells came or went.
 *
 * Returns: the generation
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
 * Gets how many cells there may be.
 *
 * Returns: the number of places
 */
guint
tsl_page_reader_get_n_cells (TslPageReader *self)
{
  g_return_val_if_fail (self, 0);

  return TSL_PAGE_N_CELLS;
}

/* What replaces invalid bytes, such as half a letter at the end of a name that was cut, is longer than they are. */
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
 * @info: (out): what is there
 *
 * Says what stands at a place.
 *
 * Returns: %TRUE if there is a cell
 */
gboolean
tsl_page_reader_get_info (TslPageReader *self, guint cell, TslCellInfo *info)
{
  const TslCell *from;

  g_return_val_if_fail (self && info, FALSE);
  g_return_val_if_fail (cell < TSL_PAGE_N_CELLS, FALSE);

  from = &self->layout->cells[cell];
  if (!from->is_used || from->info.kind > TSL_CELL_KNOB || !(from->info.min <= from->info.max))
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
 * @mechanism: what it belongs to
 * @group: which one of them
 * @name: its name
 *
 * Finds a cell, by looking at all of them.
 *
 * Returns: its place, or -1 if there is none
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
 * Gets the value that a cell had when the page was read last.
 *
 * Returns: the value; a counter's may be rounded beyond 2⁵³
 */
double
tsl_page_reader_get_value (TslPageReader *self, guint cell)
{
  const TslCell *from;

  g_return_val_if_fail (self, 0);
  g_return_val_if_fail (cell < TSL_PAGE_N_CELLS, 0);

  from = &self->layout->cells[cell];
  return from->info.kind == TSL_CELL_COUNTER ? tsl_cell_get_count (from) : tsl_cell_get (from);
}

/**
 * tsl_page_reader_ask:
 * @self: a reader
 * @cell: the place of a knob
 * @value: the value that it shall have
 * @error: why it cannot be asked for
 *
 * Asks the process to turn a knob. It does so where it looks at its knobs; what came of it is the knob's
 * value once [method@PageReader.is_answered] says %TRUE after an update.
 *
 * Returns: %TRUE if it was asked
 */
gboolean
tsl_page_reader_ask (TslPageReader *self, guint cell, double value, GError **error)
{
  TslCellInfo info;
  gsize place = G_STRUCT_OFFSET (TslPageLayout, cells) + cell * sizeof (TslCell);
  gsize counter = place + G_STRUCT_OFFSET (TslCell, n_asked);
  guint64 n_asked = 0;
  gboolean is_asked;

  g_return_val_if_fail (self, FALSE);
  g_return_val_if_fail (cell < TSL_PAGE_N_CELLS, FALSE);

  if (!tsl_page_reader_get_info (self, cell, &info) || info.kind != TSL_CELL_KNOB
      || !(value >= info.min && value <= info.max))
    {
      g_set_error (error, TSL_ERROR, TSL_ERROR_INVALID,
                   "%g is not a value that a knob of process %u may have", value, self->pid);
      return FALSE;
    }
  /* others may have asked since the page was read */
  is_asked = pread (self->fd, &n_asked, sizeof n_asked, counter) == sizeof n_asked;
  n_asked++;
  is_asked =
      is_asked
      && pwrite (self->fd, &value, sizeof value, place + G_STRUCT_OFFSET (TslCell, asked)) > 0
      && pwrite (self->fd, &n_asked, sizeof n_asked, counter) > 0;
  if (!is_asked)
    {
      g_set_error (error, TSL_ERROR, TSL_ERROR_PRIVILEGE,
                   "cannot write to the page of process %u: %s", self->pid, g_strerror (errno));
      return FALSE;
    }
  self->layout->cells[cell].n_asked = n_asked;
  return TRUE;
}

/**
 * tsl_page_reader_is_answered:
 * @self: a reader
 * @cell: the place of a knob
 *
 * Looks whether the process has answered all that was asked of a knob, when the page was read last.
 *
 * Returns: %TRUE if nothing is pending
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
