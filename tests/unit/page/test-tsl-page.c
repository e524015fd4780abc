/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/page-directory.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <math.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <tsl/page/private.h>
#include <tsl/tsl.h>
#include <unistd.h>

#define NOBODY 65534

/* The name of a process's page, which the caller frees, or NULL; and its segment. */
static char *
find_name (pid_t pid, int *segment)
{
  g_autofree char *prefix = g_strdup_printf ("%d-", pid);
  g_autofree char *path =
      g_strdup_printf ("%s/tsl-%u", g_getenv ("TSL_PAGE_DIR"), (guint) geteuid ());
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir && (name = g_dir_read_name (dir)))
    if (g_str_has_prefix (name, prefix))
      {
        g_assert_cmpint (sscanf (name + strlen (prefix), "%d-", segment), ==, 1);
        return g_build_filename (path, name, NULL);
      }
  return NULL;
}

/* As another process of this user may write to it. */
static TslPageLayout *
attach (void)
{
  int segment;
  g_autofree char *name = find_name (getpid (), &segment);
  void *memory;

  g_assert_nonnull (name);
  memory = shmat (segment, NULL, 0);
  g_assert_true (memory != (void *) -1);
  return memory;
}

/* Adds the i-th counter of a group, whose name no other counter has: to find a free name takes longer. */
static TslCell *
add_numbered (TslPage *page, const char *group, guint i)
{
  g_autofree char *name = g_strdup_printf ("%u", i);

  return tsl_page_add_counter (page, "test", group, name);
}

static TslPageReader *
open_own (void)
{
  g_autoptr (GError) error = NULL;
  TslPageReader *reader = tsl_page_reader_new (getpid (), &error);

  g_assert_no_error (error);
  return reader;
}

static double
read_value (TslPageReader *reader, const char *group, const char *name)
{
  g_autoptr (GError) error = NULL;
  int cell;

  g_assert_true (tsl_page_reader_update (reader, &error));
  g_assert_no_error (error);
  cell = tsl_page_reader_find (reader, "test", group, name);
  g_assert_cmpint (cell, >=, 0);
  return tsl_page_reader_get_value (reader, cell);
}

static void
test_counters (void)
{
  g_autoptr (TslPage) page = tsl_page_new ("the test", NULL);
  TslCell *counter = tsl_page_add_counter (page, "test", "a", "events");
  TslCell *gauge = tsl_page_add_gauge (page, "test", "a", "level", "ms", 0, 10);
  g_autoptr (TslPageReader) reader = open_own ();
  TslCellInfo info;

  tsl_cell_count (counter, 2);
  tsl_cell_count (counter, 40);
  tsl_cell_set (gauge, 2.5);
  g_assert_cmpfloat (read_value (reader, "a", "events"), ==, 42);
  g_assert_cmpfloat (read_value (reader, "a", "level"), ==, 2.5);
  g_assert_cmpstr (tsl_page_reader_get_name (reader), ==, "the test");
  g_assert_true (tsl_page_reader_is_alive (reader));
  g_assert_true (tsl_page_reader_get_info (
      reader, tsl_page_reader_find (reader, "test", "a", "level"), &info));
  g_assert_cmpstr (info.unit, ==, "ms");
  g_assert_cmpfloat (info.max, ==, 10);
  g_assert_cmpint (info.kind, ==, TSL_CELL_KIND_GAUGE);
}

/* Only its user sees it, and it goes with its process. */
static void
test_file (void)
{
  g_autoptr (TslPage) page = tsl_page_new ("first", NULL);
  int segment;
  g_autofree char *path = find_name (getpid (), &segment);
  g_autoptr (TslPage) second = NULL;
  g_autoptr (GError) error = NULL;
  struct shmid_ds memory;
  GStatBuf status;

  g_assert_cmpint (g_stat (path, &status), ==, 0);
  g_assert_cmpint (status.st_mode & 0777, ==, 0600);
  g_assert_cmpint (shmctl (segment, IPC_STAT, &memory), ==, 0);
  g_assert_cmpint (memory.shm_perm.mode & 0777, ==, 0600);
  second = tsl_page_new ("second", &error);
  g_assert_error (error, TSL_ERROR, TSL_ERROR_EXISTS);
  g_clear_pointer (&page, tsl_page_unref);
  g_assert_cmpint (g_stat (path, &status), !=, 0);
  g_assert_cmpint (shmctl (segment, IPC_STAT, &memory), !=, 0);
  g_clear_error (&error);
  g_assert_null (tsl_page_reader_new (getpid (), &error));
  g_assert_error (error, TSL_ERROR, TSL_ERROR_NOT_FOUND);
}

/* Truncating or removing the files of the directory ends neither the program nor its readers. */
static void
test_truncated (void)
{
  g_autoptr (TslPage) page = tsl_page_new ("truncated", NULL);
  TslCell *counter = tsl_page_add_counter (page, "test", "a", "events");
  g_autoptr (TslPageReader) reader = open_own ();
  int segment;
  g_autofree char *path = find_name (getpid (), &segment);

  g_assert_cmpint (truncate (path, 0), ==, 0);
  tsl_cell_count (counter, 1);
  g_assert_cmpfloat (read_value (reader, "a", "events"), ==, 1);
  g_assert_cmpint (g_unlink (path), ==, 0);
  for (guint i = 0; i < 1000; i++)
    tsl_cell_count (add_numbered (page, "many", i), 1);
  g_assert_cmpfloat (read_value (reader, "a", "events"), ==, 1);
}

static void
test_knobs (void)
{
  g_autoptr (TslPage) page = tsl_page_new ("knobs", NULL);
  TslCell *knob = tsl_page_add_knob (page, "test", "a", "overshoot", "µs", 0, 5000, 50);
  g_autoptr (TslPageReader) reader = open_own ();
  g_autoptr (GError) error = NULL;
  int cell = tsl_page_reader_find (reader, "test", "a", "overshoot");
  double asked = -1;

  g_assert_false (tsl_cell_take (knob, &asked));
  g_assert_true (tsl_page_reader_ask (reader, cell, 900, &error));
  g_assert_false (tsl_page_reader_is_answered (reader, cell));
  g_assert_true (tsl_cell_take (knob, &asked));
  g_assert_cmpfloat (asked, ==, 900);
  g_assert_cmpfloat (read_value (reader, "a", "overshoot"), ==, 50);
  /* the program accepts what it can */
  tsl_cell_answer (knob, 800);
  g_assert_false (tsl_cell_take (knob, &asked));
  g_assert_cmpfloat (read_value (reader, "a", "overshoot"), ==, 800);
  g_assert_true (tsl_page_reader_is_answered (reader, cell));
  g_assert_false (tsl_page_reader_ask (reader, cell, 5001, &error));
  g_assert_error (error, TSL_ERROR, TSL_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_false (tsl_page_reader_ask (reader, cell, NAN, &error));
  g_assert_error (error, TSL_ERROR, TSL_ERROR_INVALID);
}

/* Who asks while another one's wish is being carried out, or has been meanwhile, is heard, too. */
static void
test_two_ask (void)
{
  g_autoptr (TslPage) page = tsl_page_new ("knobs", NULL);
  TslCell *knob = tsl_page_add_knob (page, "test", "a", "overshoot", "µs", 0, 5000, 50);
  g_autoptr (TslPageReader) reader = open_own ();
  g_autoptr (TslPageReader) other = open_own ();
  int cell = tsl_page_reader_find (reader, "test", "a", "overshoot");
  double asked = -1;

  g_assert_true (tsl_page_reader_ask (reader, cell, 100, NULL));
  g_assert_true (tsl_cell_take (knob, &asked));
  g_assert_true (tsl_page_reader_ask (other, cell, 200, NULL));
  tsl_cell_answer (knob, asked);
  g_assert_cmpfloat (read_value (other, "a", "overshoot"), ==, 100);
  g_assert_false (tsl_page_reader_is_answered (other, cell));
  g_assert_true (tsl_cell_take (knob, &asked));
  g_assert_cmpfloat (asked, ==, 200);
  tsl_cell_answer (knob, asked);
  g_assert_true (tsl_page_reader_ask (reader, cell, 300, NULL));
  g_assert_true (tsl_cell_take (knob, &asked));
  g_assert_cmpfloat (asked, ==, 300);
}

/* A wish that is no number is answered by the value in force. */
static void
test_no_number (void)
{
  g_autoptr (TslPage) page = tsl_page_new ("knobs", NULL);
  TslCell *knob = tsl_page_add_knob (page, "test", "a", "overshoot", "µs", 0, 5000, 50);
  g_autoptr (TslPageReader) reader = open_own ();
  int cell = tsl_page_reader_find (reader, "test", "a", "overshoot");
  TslPageLayout *memory = attach ();
  double asked = NAN;

  g_assert_true (tsl_page_reader_ask (reader, cell, 100, NULL));
  memcpy (&memory->cells[cell].asked, &asked, sizeof asked);
  shmdt (memory);
  g_assert_false (tsl_cell_take (knob, &asked));
  g_assert_cmpfloat (read_value (reader, "a", "overshoot"), ==, 50);
  g_assert_true (tsl_page_reader_is_answered (reader, cell));
}

/* Of a name that is too long its begin is kept, in whole letters; its group can be removed. */
static void
test_long_names (void)
{
  g_autofree char *begin = g_strnfill (TSL_GROUP_SIZE - 2, 'x');
  g_autofree char *name = g_strconcat (begin, "ä and more", NULL);
  g_autoptr (TslPage) page = tsl_page_new ("long names", NULL);
  g_autoptr (TslPageReader) reader = NULL;
  TslCell *cell = tsl_page_add_counter (page, "test", name, "x");
  TslCellInfo info;

  reader = open_own ();
  g_assert_true (tsl_page_reader_get_info (reader, 0, &info));
  g_assert_cmpstr (info.group, ==, begin);
  tsl_page_remove_cells (page, &cell, 1);
  g_assert_true (tsl_page_reader_update (reader, NULL));
  g_assert_false (tsl_page_reader_get_info (reader, 0, &info));
}

/* Removed cells make room; a mechanism without room works, but is invisible. */
static void
test_groups (void)
{
  g_autoptr (TslPage) page = tsl_page_new ("groups", NULL);
  TslCell *cells[1000];
  g_autoptr (TslPageReader) reader = open_own ();
  guint64 generation = tsl_page_reader_get_generation (reader);

  for (guint round = 0; round < 3; round++)
    {
      for (guint i = 0; i < G_N_ELEMENTS (cells); i++)
        cells[i] = add_numbered (page, "many", i);
      tsl_cell_count (cells[G_N_ELEMENTS (cells) - 1], 7);
      g_assert_cmpint (tsl_cell_get_count (cells[G_N_ELEMENTS (cells) - 1]), ==, 7);
      tsl_page_remove_cells (page, cells, G_N_ELEMENTS (cells));
    }
  tsl_page_add_counter (page, "test", "few", "x");
  g_assert_cmpfloat (read_value (reader, "few", "x"), ==, 0);
  g_assert_cmpuint (tsl_page_reader_get_generation (reader), !=, generation);
  g_assert_cmpint (tsl_page_reader_find (reader, "test", "many", "0"), ==, -1);
}

/* Two sets of cells that a program calls the same are two: each is shown, counts on its own, and stays when the
 * other goes, in a page that is full as well. */
static void
check_same_names (guint n_before)
{
  g_autoptr (TslPage) page = tsl_page_new ("same names", NULL);
  g_autoptr (TslPageReader) reader = open_own ();
  TslCell *first, *second, *other;

  for (guint i = 0; i < n_before; i++)
    add_numbered (page, "fill", i);
  first = tsl_page_add_counter (page, "test", "main", "hard");
  second = tsl_page_add_counter (page, "test", "main", "hard");
  tsl_cell_count (first, 1);
  tsl_cell_count (second, 2);
  if (n_before == 0)
    {
      g_assert_cmpfloat (read_value (reader, "main", "hard"), ==, 1);
      g_assert_cmpfloat (read_value (reader, "main 2", "hard"), ==, 2);
    }
  tsl_page_remove_cells (page, &first, 1);
  other = tsl_page_add_counter (page, "test", "other", "bytes");
  tsl_cell_count (second, 5);
  g_assert_cmpint (tsl_cell_get_count (other), ==, 0);
  g_assert_cmpint (tsl_cell_get_count (second), ==, 7);
  if (n_before == 0)
    g_assert_cmpfloat (read_value (reader, "main 2", "hard"), ==, 7);
}

/* cells that the reader sees, each another one than before */
#define N_SEEN 500

typedef struct
{
  TslPage *page;
  /* posted for each cell that the reader sees */
  sem_t seen;
  gboolean must_end;
} Changes;

/* Waits for the reader at each 101st cell: a page that changes all the time is read by chance only. */
static gpointer
change_cells (gpointer data)
{
  Changes *self = data;

  for (guint i = 0; !g_atomic_int_get (&self->must_end); i++)
    {
      const char *name = i % 2 ? "odd" : "even";
      TslCell *cell = tsl_page_add_knob (self->page, name, name, name, name, i % 2, i % 2, i % 2);

      if (i % 101 == 0)
        g_assert_no_errno (sem_wait (&self->seen));
      tsl_page_remove_cells (self->page, &cell, 1);
    }
  return NULL;
}

/* While cells come and go, a reader sees each of them whole or not at all. */
static void
test_changes (void)
{
  g_autoptr (TslPage) page = tsl_page_new ("changes", NULL);
  g_autoptr (TslPageReader) reader = open_own ();
  Changes changes = { .page = page };
  GThread *thread;
  guint n_readings = 0, n_seen = 0;
  char last = 0;

  g_assert_no_errno (sem_init (&changes.seen, 0, 0));
  thread = g_thread_new ("changes", change_cells, &changes);
  for (; n_seen < N_SEEN; n_readings++)
    {
      TslCellInfo info;

      g_assert_true (tsl_page_reader_update (reader, NULL));
      if (!tsl_page_reader_get_info (reader, 0, &info))
        continue;
      g_assert_cmpstr (info.mechanism, ==, info.name);
      g_assert_cmpstr (info.group, ==, info.name);
      g_assert_cmpstr (info.unit, ==, info.name);
      g_assert_cmpfloat (info.min, ==, info.name[0] == 'o');
      g_assert_cmpfloat (info.max, ==, info.min);
      if (info.name[0] == last)
        continue;
      last = info.name[0];
      n_seen++;
      g_assert_no_errno (sem_post (&changes.seen));
    }
  g_test_message ("%u readings", n_readings);
  g_atomic_int_set (&changes.must_end, TRUE);
  g_assert_no_errno (sem_post (&changes.seen));
  g_thread_join (thread);
  g_assert_no_errno (sem_destroy (&changes.seen));
}

static void
test_same_names (void)
{
  check_same_names (0);
  check_same_names (1000);
}

/* A cell far behind is read as one at the begin, while none comes or goes and after. */
static void
test_far (void)
{
  g_autoptr (TslPage) page = tsl_page_new ("far", NULL);
  g_autoptr (TslPageReader) reader = open_own ();
  TslCell *cells[100], *last = NULL;
  TslCellInfo info;
  guint n = 0;

  for (guint i = 0; i < 100; i++)
    {
      g_autofree char *name = g_strdup_printf ("%u", i);

      last = cells[i] = tsl_page_add_counter (page, "test", i < 50 ? "near" : "far", name);
    }
  for (guint i = 1; i < 4; i++)
    {
      tsl_cell_count (last, 1);
      g_assert_cmpfloat (read_value (reader, "far", "99"), ==, i);
    }
  tsl_page_remove_cells (page, cells + 50, 50);
  for (guint i = 0; i < 4; i++)
    {
      g_assert_true (tsl_page_reader_update (reader, NULL));
      g_assert_cmpint (tsl_page_reader_find (reader, "test", "far", "99"), ==, -1);
    }
  for (guint i = 0; i < tsl_page_reader_get_n_cells (reader); i++)
    n += tsl_page_reader_get_info (reader, i, &info);
  g_assert_cmpuint (n, ==, 50);
}

static gboolean
is_listed (guint pid)
{
  g_autoptr (GArray) pids = tsl_page_reader_list_pids ();

  for (guint i = 0; i < pids->len; i++)
    if (g_array_index (pids, guint, i) == pid)
      return TRUE;
  return FALSE;
}

static void
look (pid_t child)
{
  g_autoptr (TslPageReader) reader = tsl_page_reader_new (child, NULL);

  g_assert_true (!reader || !tsl_page_reader_is_alive (reader));
}

static void
publish (pid_t child)
{
  g_autoptr (TslPage) page = tsl_page_new ("next", NULL);

  g_assert_nonnull (page);
}

/* A process that is killed leaves its page; the next one that looks, tidies up, or publishes its own, removes
 * it, even before the parent has waited for the process. */
static void
kill_before (void (*next) (pid_t child))
{
  g_autoptr (TslPageReader) reader = NULL;
  g_autofree char *left = NULL;
  siginfo_t info;
  int segment;
  int ready[2];
  pid_t child;
  char byte;

  g_assert_cmpint (pipe (ready), ==, 0);
  child = fork ();
  g_assert_cmpint (child, >=, 0);
  if (child == 0)
    {
      TslPage *page = tsl_page_new ("child", NULL);

      if (page && write (ready[1], "x", 1) == 1)
        pause ();
      _exit (1);
    }
  g_assert_cmpint (read (ready[0], &byte, 1), ==, 1);
  g_assert_true (is_listed (child));
  reader = tsl_page_reader_new (child, NULL);
  g_assert_true (tsl_page_reader_is_alive (reader));
  g_assert_cmpint (kill (child, SIGKILL), ==, 0);
  g_assert_cmpint (waitid (P_PID, child, &info, WEXITED | WNOWAIT), ==, 0);
  g_assert_false (tsl_page_reader_is_alive (reader));
  left = find_name (child, &segment);
  g_assert_nonnull (left);
  next (child);
  g_assert_false (g_file_test (left, G_FILE_TEST_EXISTS));
  g_assert_false (is_listed (child));
  g_assert_cmpint (waitpid (child, NULL, 0), ==, child);
  close (ready[0]);
  close (ready[1]);
}

static void
tidy (pid_t child)
{
  tsl_page_remove_dead ();
}

static void
test_killed (void)
{
  kill_before (look);
  kill_before (tidy);
  kill_before (publish);
}

/* A link in the place of a user's directory leads nowhere. */
static void
test_link (void)
{
  g_autofree char *link = g_build_filename (g_getenv ("TSL_PAGE_DIR"), "tsl-link", NULL);
  g_autofree char *elsewhere = g_build_filename (g_getenv ("TSL_PAGE_DIR"), "elsewhere", NULL);
  g_autofree char *file = g_strdup_printf ("%s/2147483647-0-1", elsewhere);

  g_assert_cmpint (g_mkdir (elsewhere, 0700), ==, 0);
  g_assert_true (g_file_set_contents (file, "not a page", -1, NULL));
  g_assert_cmpint (symlink (elsewhere, link), ==, 0);
  g_assert_null (tsl_page_reader_new (G_MAXINT32, NULL));
  g_assert_true (g_file_test (file, G_FILE_TEST_EXISTS));
  g_unlink (link);
  g_unlink (file);
  g_rmdir (elsewhere);
}

/* That others' pages may not be read is not why a process of one's own has none. */
static void
test_closed (void)
{
  g_autofree char *closed = g_build_filename (g_getenv ("TSL_PAGE_DIR"), "tsl-closed", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir (closed, 0), ==, 0);
  g_assert_null (tsl_page_reader_new (getpid (), &error));
  g_assert_error (error, TSL_ERROR, TSL_ERROR_NOT_FOUND);
  g_rmdir (closed);
}

/* Whatever another process writes into its page cannot harm. */
static void
test_hostile (void)
{
  g_autoptr (TslPage) page = tsl_page_new ("hostile", NULL);
  g_autoptr (TslPageReader) reader = NULL;
  g_autoptr (GError) error = NULL;
  TslPageLayout *memory = attach ();

  tsl_page_add_counter (page, "test", "a", "x");
  reader = open_own ();
  /* all but the header's magic, version and size, and an even generation */
  memset (memory->cells, 0xff, sizeof memory->cells);
  g_assert_true (tsl_page_reader_update (reader, &error));
  for (guint i = 0; i < tsl_page_reader_get_n_cells (reader); i++)
    {
      TslCellInfo info;

      g_assert_false (tsl_page_reader_get_info (reader, i, &info));
    }
  memory->header.version++;
  g_assert_false (tsl_page_reader_update (reader, &error));
  g_assert_error (error, TSL_ERROR, TSL_ERROR_INVALID);
  shmdt (memory);
}

static void
write_name (const char *directory, guint pid, int segment)
{
  g_autofree char *path = NULL;
  GStatBuf status;

  g_assert_cmpint (g_stat ("/proc/self/ns/ipc", &status), ==, 0);
  path = g_strdup_printf ("%s/%u-%d-%" G_GUINT64_FORMAT, directory, pid, segment,
                          (guint64) status.st_ino);
  g_assert_true (g_file_set_contents (path, "", 0, NULL));
  if (geteuid () == 0 && g_stat (directory, &status) == 0)
    g_assert_cmpint (chown (path, status.st_uid, status.st_gid), ==, 0);
}

/* A page belongs to the process that made it, whatever number its name has; a segment of another size is no page. */
static void
test_false_process (void)
{
  g_autofree char *directory =
      g_strdup_printf ("%s/tsl-%u", g_getenv ("TSL_PAGE_DIR"), (guint) geteuid ());
  g_autoptr (TslPage) page = tsl_page_new ("first", NULL);
  int other = shmget (IPC_PRIVATE, TSL_PAGE_SIZE / 2, IPC_CREAT | 0600);
  g_autoptr (GError) error = NULL;
  int segment;
  g_autofree char *path = find_name (getpid (), &segment);
  pid_t child = fork ();

  g_assert_cmpint (child, >=, 0);
  if (child == 0)
    for (;;)
      pause ();
  write_name (directory, 1, segment);
  g_assert_null (tsl_page_reader_new (1, &error));
  g_assert_error (error, TSL_ERROR, TSL_ERROR_INVALID);
  g_clear_error (&error);
  write_name (directory, child, segment);
  g_assert_null (tsl_page_reader_new (child, &error));
  g_assert_error (error, TSL_ERROR, TSL_ERROR_INVALID);
  g_clear_error (&error);
  write_name (directory, child, other);
  g_assert_null (tsl_page_reader_new (child, &error));
  g_assert_nonnull (error);
  g_assert_cmpint (shmctl (other, IPC_RMID, NULL), ==, 0);
  g_assert_cmpint (kill (child, SIGKILL), ==, 0);
  g_assert_cmpint (waitpid (child, NULL, 0), ==, child);
}

/* Publishes in a child of another user; waits until its end is closed. */
static pid_t
publish_as_nobody (int *end)
{
  int ready[2], stop[2];
  pid_t child;
  char byte;

  g_assert_true (pipe (ready) == 0 && pipe (stop) == 0);
  child = fork ();
  g_assert_cmpint (child, >=, 0);
  if (child == 0)
    {
      TslPage *page;

      close (stop[1]);
      if (setresgid (NOBODY, NOBODY, NOBODY) != 0 || setresuid (NOBODY, NOBODY, NOBODY) != 0)
        _exit (1);
      page = tsl_page_new ("nobody's", NULL);
      if (page && write (ready[1], "x", 1) == 1 && read (stop[0], &byte, 1) == 0)
        tsl_page_unref (page);
      _exit (page == NULL);
    }
  close (ready[1]);
  close (stop[0]);
  g_assert_cmpint (read (ready[0], &byte, 1), ==, 1);
  close (ready[0]);
  *end = stop[1];
  return child;
}

/* Root sees the pages of other users, unless they claim to be pages of root's processes. */
static void
test_users (void)
{
  g_autofree char *theirs = g_strdup_printf ("%s/tsl-%d", g_getenv ("TSL_PAGE_DIR"), NOBODY);
  g_autoptr (TslPageReader) reader = NULL;
  g_autoptr (TslPage) page = NULL;
  g_autoptr (GError) error = NULL;
  int segment, end;
  pid_t child;

  if (geteuid () != 0)
    {
      g_test_skip ("only root can become another user");
      return;
    }
  g_assert_cmpint (chmod (g_getenv ("TSL_PAGE_DIR"), 01777), ==, 0);
  child = publish_as_nobody (&end);
  reader = tsl_page_reader_new (child, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (tsl_page_reader_get_user (reader), ==, NOBODY);
  page = tsl_page_new ("root's", NULL);
  g_free (find_name (getpid (), &segment));
  g_clear_pointer (&reader, tsl_page_reader_free);
  write_name (theirs, getpid (), segment);
  write_name (theirs, 1, segment);
  reader = open_own ();
  g_assert_cmpstr (tsl_page_reader_get_name (reader), ==, "root's");
  g_assert_null (tsl_page_reader_new (1, NULL));
  close (end);
  g_assert_cmpint (waitpid (child, NULL, 0), ==, child);
}

/* The directory of a user's name that others may use, or have made, is left alone: there is another one. */
static void
test_directory (void)
{
  g_autofree char *path = g_strdup_printf ("%s/tsl-%u", g_getenv ("TSL_PAGE_DIR"), geteuid ());
  g_autofree char *name = NULL;
  g_autoptr (TslPage) page = NULL;
  int segment;

  g_assert_cmpint (g_chmod (path, 0777), ==, 0);
  if (geteuid () == 0)
    g_assert_cmpint (chown (path, NOBODY, NOBODY), ==, 0);
  page = tsl_page_new ("taken", NULL);
  g_assert_nonnull (page);
  name = find_name (getpid (), &segment);
  g_assert_null (name);
  g_assert_true (is_listed (getpid ()));
  tsl_page_reader_free (open_own ());
  g_clear_pointer (&page, tsl_page_unref);
  g_assert_false (is_listed (getpid ()));
  if (geteuid () == 0)
    g_assert_cmpint (chown (path, 0, 0), ==, 0);
  g_assert_cmpint (g_chmod (path, 0700), ==, 0);
}

/* A program of another PID namespace does not take pages for those of processes that have ended. */
static void
test_namespace (void)
{
  g_autoptr (TslPage) page = tsl_page_new ("host", NULL);
  int status;
  pid_t child = fork ();

  g_assert_cmpint (child, >=, 0);
  if (child == 0)
    {
      pid_t inner =
          unshare (CLONE_NEWPID | (geteuid () == 0 ? 0 : CLONE_NEWUSER)) == 0 ? fork () : -1;

      if (inner == 0)
        {
          tsl_page_remove_dead ();
          _exit (tsl_page_new ("guest", NULL) == NULL);
        }
      _exit (inner < 0 ? 77 : waitpid (inner, &status, 0) == inner && status == 0 ? 0 : 1);
    }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_true (WIFEXITED (status));
  if (WEXITSTATUS (status) == 77)
    g_test_skip ("this user may make no namespace");
  else
    g_assert_cmpint (WEXITSTATUS (status), ==, 0);
  g_assert_true (is_listed (getpid ()));
  tsl_page_reader_free (open_own ());
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tsl/page/counters", test_counters);
  g_test_add_func ("/tsl/page/file", test_file);
  g_test_add_func ("/tsl/page/truncated", test_truncated);
  g_test_add_func ("/tsl/page/knobs", test_knobs);
  g_test_add_func ("/tsl/page/two-requests", test_two_ask);
  g_test_add_func ("/tsl/page/not-a-number", test_no_number);
  g_test_add_func ("/tsl/page/long-names", test_long_names);
  g_test_add_func ("/tsl/page/groups", test_groups);
  g_test_add_func ("/tsl/page/changes", test_changes);
  g_test_add_func ("/tsl/page/same-names", test_same_names);
  g_test_add_func ("/tsl/page/far", test_far);
  g_test_add_func ("/tsl/page/killed", test_killed);
  g_test_add_func ("/tsl/page/link", test_link);
  g_test_add_func ("/tsl/page/closed", test_closed);
  g_test_add_func ("/tsl/page/hostile", test_hostile);
  g_test_add_func ("/tsl/page/false-process", test_false_process);
  g_test_add_func ("/tsl/page/users", test_users);
  g_test_add_func ("/tsl/page/directory", test_directory);
  g_test_add_func ("/tsl/page/namespace", test_namespace);
  return page_directory_run ();
}
