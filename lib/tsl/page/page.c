/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/page/page.h>

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <tsl/error.h>
#include <tsl/page/directory-private.h>
#include <tsl/page/identity-private.h>
#include <tsl/page/lock.h>
#include <tsl/page/private.h>
#include <tsl/page/rows-private.h>
#include <unistd.h>

struct _TslPage
{
  gatomicrefcount refs;
  TslLock lock;
  TslPageLayout *layout;
  /* directory and name of its entry; NULL if the page is not published */
  int directory;
  char *name;
  pid_t pid;
  /* cells for which the page has no room; invisible to other processes */
  GPtrArray *left_out;
};

static TslPage *
page_new (TslPageLayout *layout)
{
  TslPage *self = g_new0 (TslPage, 1);

  g_atomic_ref_count_init (&self->refs);
  tsl_lock_init (&self->lock);
  self->layout = layout;
  self->directory = -1;
  self->pid = getpid ();
  self->left_out = g_ptr_array_new_with_free_func (g_aligned_free);
  return self;
}

static gboolean
fail (GError **error, const char *format)
{
  int code = errno == EEXIST                     ? TSL_ERROR_EXISTS
             : errno == EACCES || errno == EPERM ? TSL_ERROR_PRIVILEGE
                                                 : TSL_ERROR_UNSUPPORTED;

  g_set_error (error, TSL_ERROR, code, format, g_strerror (errno));
  return FALSE;
}

/* The segment is marked for removal with the last process that has it. All of its memory is
 * touched, so that an out-of-memory error appears now and not at a later write. */
static TslPageLayout *
make_segment (int *segment, GError **error)
{
  void *memory = (void *) -1;

  *segment = shmget (IPC_PRIVATE, TSL_PAGE_SIZE, IPC_CREAT | 0600);
  if (*segment >= 0)
    memory = shmat (*segment, NULL, 0);
  if (memory == (void *) -1)
    fail (error, _ ("cannot publish a page: no shared memory: %s"));
  if (*segment >= 0)
    shmctl (*segment, IPC_RMID, NULL);
  if (memory == (void *) -1)
    return NULL;
  memset (memory, 0, TSL_PAGE_SIZE);
  return memory;
}

/* A process has at most one published page. */
static gboolean
make_name (int directory, const TslPageName *name, GError **error)
{
  g_autoptr (GArray) others = tsl_page_name_list (directory, name->pid);
  g_autofree char *text = tsl_page_name_format (name);
  int fd;

  if (others->len > 0)
    {
      errno = EEXIST;
      return fail (error, _ ("cannot publish a page: this process has published one already: %s"));
    }
  fd = openat (directory, text, O_RDONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (fd < 0)
    return fail (error, _ ("cannot publish a page: its directory is full: %s"));
  close (fd);
  return TRUE;
}

static void
write_header (TslPageLayout *layout, const char *name)
{
  TslPageHeader *header = &layout->header;

  header->version = TSL_PAGE_VERSION;
  header->size = TSL_PAGE_SIZE;
  header->start_time = tsl_identity_find_start_time (getpid ());
  header->n_cells = TSL_PAGE_N_CELLS;
  g_strlcpy (header->name, name, sizeof header->name);
  __atomic_store_n (&header->magic, TSL_PAGE_MAGIC, __ATOMIC_RELEASE);
}

/**
 * tsl_page_new:
 * @name: the name of the process for users; truncated to 31 bytes
 * @error: why there is none
 *
 * Publishes a page for this process. A process can publish only one page: pass it to all
 * mechanisms. The page ends with its last reference or with the process, even if the process is
 * killed.
 *
 * Returns: (transfer full): a page
 *
 * Since: 1.0
 */
TslPage *
tsl_page_new (const char *name, GError **error)
{
  TslPageName entry = { .pid = getpid () };
  TslPageLayout *layout;
  TslPage *self;
  int directory;

  g_return_val_if_fail (name, NULL);

  directory = tsl_directory_open (error);
  if (directory < 0)
    return NULL;
  entry.ipc_namespace = tsl_identity_find_namespace ("ipc");
  tsl_page_remove_dead ();
  layout = make_segment (&entry.segment, error);
  if (layout)
    write_header (layout, name);
  if (!layout || !make_name (directory, &entry, error))
    {
      if (layout)
        shmdt (layout);
      close (directory);
      return NULL;
    }
  self = page_new (layout);
  self->directory = directory;
  self->name = tsl_page_name_format (&entry);
  return self;
}

/**
 * tsl_page_new_unpublished:
 *
 * Creates a page that other processes cannot see.
 *
 * Returns: (transfer full): a page
 *
 * Since: 1.0
 */
TslPage *
tsl_page_new_unpublished (void)
{
  TslPageLayout *layout =
      mmap (NULL, TSL_PAGE_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  if (layout == MAP_FAILED)
    g_error ("no memory for a page of %d bytes", TSL_PAGE_SIZE);
  write_header (layout, "");
  return page_new (layout);
}

/**
 * tsl_page_ref:
 * @self: a page
 *
 * Takes a reference. Any thread may call it.
 *
 * Returns: (transfer full): the page
 *
 * Since: 1.0
 */
TslPage *
tsl_page_ref (TslPage *self)
{
  g_return_val_if_fail (self, NULL);

  g_atomic_ref_count_inc (&self->refs);
  return self;
}

/**
 * tsl_page_unref:
 * @self: (transfer full): a page
 *
 * Releases a reference. Releasing the last one removes the page, except in a forked child.
 *
 * Since: 1.0
 */
void
tsl_page_unref (TslPage *self)
{
  g_return_if_fail (self);

  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  if (self->name && self->pid == getpid ())
    unlinkat (self->directory, self->name, 0);
  if (self->name)
    shmdt (self->layout);
  else
    munmap (self->layout, TSL_PAGE_SIZE);
  if (self->directory >= 0)
    close (self->directory);
  g_ptr_array_unref (self->left_out);
  tsl_lock_clear (&self->lock);
  g_free (self->name);
  g_free (self);
}

static gboolean
is_taken (TslPage *self, const TslCellInfo *info)
{
  for (guint i = 0; i < TSL_PAGE_N_CELLS; i++)
    {
      const TslCell *cell = &self->layout->cells[i];

      if (cell->is_used && strcmp (cell->info.mechanism, info->mechanism) == 0
          && strcmp (cell->info.group, info->group) == 0
          && strcmp (cell->info.name, info->name) == 0)
        return TRUE;
    }
  return FALSE;
}

/* Readers distinguish cells by their names: a second group of the same name is called “NAME 2”. */
static void
make_unique (TslPage *self, TslCellInfo *info)
{
  g_autofree char *group = g_strdup (info->group);

  for (guint n = 2; is_taken (self, info); n++)
    {
      g_autofree char *suffix = g_strdup_printf (" %u", n);

      g_strlcpy (info->group, group, sizeof info->group - strlen (suffix));
      g_strlcat (info->group, suffix, sizeof info->group);
    }
}

static gboolean
is_published (TslPage *self, const TslCell *cell)
{
  return cell >= self->layout->cells && cell < self->layout->cells + TSL_PAGE_N_CELLS;
}

static TslCell *
find_free (TslPage *self)
{
  TslCell *cell;

  for (guint i = 0; i < TSL_PAGE_N_CELLS; i++)
    if (!self->layout->cells[i].is_used)
      return &self->layout->cells[i];
  cell = g_aligned_alloc0 (1, sizeof *cell, 64);
  g_ptr_array_add (self->left_out, cell);
  __atomic_fetch_add (&self->layout->header.n_left_out, 1, __ATOMIC_RELEASE);
  return cell;
}

/* Called with the lock held. Readers that see an odd generation retry. */
static void
change_generation (TslPage *self)
{
  __atomic_fetch_add (&self->layout->header.generation, 1, __ATOMIC_SEQ_CST);
}

/* Called while the generation is odd. */
static void
write_cell (TslCell *self, const TslCell *from)
{
  TslPageWord *to = (TslPageWord *) self;
  const TslPageWord *words = (const TslPageWord *) from;

  for (gsize i = 0; i < sizeof *self / sizeof *to; i++)
    __atomic_store_n (&to[i], words[i], __ATOMIC_RELEASE);
}

static TslCell *
add (TslPage *self, TslCellInfo *info, const char *mechanism, const char *group, const char *name)
{
  TslCell fresh = { .is_used = TRUE };
  TslCell *cell;

  g_strlcpy (info->mechanism, mechanism, sizeof info->mechanism);
  g_strlcpy (info->group, group, sizeof info->group);
  g_strlcpy (info->name, name, sizeof info->name);
  tsl_lock_take (&self->lock);
  change_generation (self);
  cell = find_free (self);
  if (is_published (self, cell))
    make_unique (self, info);
  fresh.info = *info;
  write_cell (cell, &fresh);
  change_generation (self);
  tsl_lock_release (&self->lock);
  return cell;
}

/**
 * tsl_page_add_counter:
 * @self: a page
 * @mechanism: the mechanism, such as "firm-timer"; at most 15 bytes
 * @group: the group, such as a thread's name; at most 31 bytes
 * @name: the cell's name in the group; at most 31 bytes
 *
 * Adds a counter. If a cell with these names exists, the group of the new one gets a number, such
 * as “main 2”. If the page is full, the counter is invisible to other processes, and the page
 * counts it as left out. Any thread may call it.
 *
 * Returns: (transfer none): the counter, valid until it is removed
 *
 * Since: 1.0
 */
TslCell *
tsl_page_add_counter (TslPage *self, const char *mechanism, const char *group, const char *name)
{
  TslCellInfo info = { .kind = TSL_CELL_KIND_COUNTER, .max = G_MAXINT64 };

  g_return_val_if_fail (self && mechanism && group && name, NULL);

  return add (self, &info, mechanism, group, name);
}

/**
 * tsl_page_add_gauge:
 * @self: a page
 * @mechanism: the mechanism; at most 15 bytes
 * @group: the group, such as a thread's name; at most 31 bytes
 * @name: the cell's name in the group; at most 31 bytes
 * @unit: the unit; at most 15 bytes
 * @min: the bottom of the usual range
 * @max: the top of the usual range
 *
 * Adds a gauge, which is 0 initially, as [method@Page.add_counter] adds a counter. Any thread may
 * call it.
 *
 * Returns: (transfer none): the gauge, valid until it is removed
 *
 * Since: 1.0
 */
TslCell *
tsl_page_add_gauge (TslPage *self, const char *mechanism, const char *group, const char *name,
                    const char *unit, double min, double max)
{
  TslCellInfo info = { .kind = TSL_CELL_KIND_GAUGE, .min = min, .max = max };

  g_return_val_if_fail (self && mechanism && group && name && unit, NULL);

  g_strlcpy (info.unit, unit, sizeof info.unit);
  return add (self, &info, mechanism, group, name);
}

/**
 * tsl_page_add_knob:
 * @self: a page
 * @mechanism: the mechanism; at most 15 bytes
 * @group: the group, such as a thread's name; at most 31 bytes
 * @name: the cell's name in the group; at most 31 bytes
 * @unit: the unit; at most 15 bytes
 * @min: the minimum
 * @max: the maximum
 * @value: the present value
 *
 * Adds a knob. The mechanism calls [method@Cell.take] at points where it can apply a new value. Any
 * thread may call it.
 *
 * Returns: (transfer none): the knob, valid until it is removed
 *
 * Since: 1.0
 */
TslCell *
tsl_page_add_knob (TslPage *self, const char *mechanism, const char *group, const char *name,
                   const char *unit, double min, double max, double value)
{
  TslCellInfo info = { .kind = TSL_CELL_KIND_KNOB, .min = min, .max = max };
  TslCell *cell;

  g_return_val_if_fail (self && mechanism && group && name && unit, NULL);
  g_return_val_if_fail (min <= max, NULL);

  g_strlcpy (info.unit, unit, sizeof info.unit);
  cell = add (self, &info, mechanism, group, name);
  tsl_cell_set (cell, value);
  return cell;
}

static void
remove_cell (TslPage *self, TslCell *cell)
{
  const TslCell none = { .is_used = FALSE };

  if (is_published (self, cell))
    write_cell (cell, &none);
  else
    g_ptr_array_remove_fast (self->left_out, cell);
}

/**
 * tsl_page_remove_cells:
 * @self: a page
 * @cells: (array length=n_cells): cells of this page; %NULL is skipped
 * @n_cells: number of cells
 *
 * Removes and frees cells. Any thread may call it.
 *
 * Since: 1.0
 */
void
tsl_page_remove_cells (TslPage *self, TslCell *const *cells, guint n_cells)
{
  g_return_if_fail (self && cells);

  tsl_lock_take (&self->lock);
  change_generation (self);
  for (guint i = 0; i < n_cells; i++)
    if (cells[i])
      remove_cell (self, cells[i]);
  change_generation (self);
  tsl_lock_release (&self->lock);
}

static TslCell **
find_member (const TslCellRow *row, gconstpointer object)
{
  return (TslCell **) ((gsize) object + row->offset);
}

void
tsl_page_add_rows (TslPage *self, const char *mechanism, const char *group, const TslCellRow *rows,
                   guint n_rows, gpointer object)
{
  for (guint i = 0; i < n_rows; i++)
    {
      TslCellInfo info = { .kind = rows[i].kind, .min = rows[i].min, .max = rows[i].max };
      TslCell *cell;

      g_strlcpy (info.unit, rows[i].unit, sizeof info.unit);
      cell = add (self, &info, mechanism, group, rows[i].name);
      if (rows[i].kind == TSL_CELL_KIND_KNOB)
        tsl_cell_set (cell, rows[i].min);
      *find_member (&rows[i], object) = cell;
    }
}

void
tsl_page_remove_rows (TslPage *self, const TslCellRow *rows, guint n_rows, gconstpointer object)
{
  g_autofree TslCell **cells = g_new (TslCell *, n_rows);

  for (guint i = 0; i < n_rows; i++)
    cells[i] = *find_member (&rows[i], object);
  tsl_page_remove_cells (self, cells, n_rows);
}
