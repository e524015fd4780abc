/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/guard-journal-private.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <tsl/error.h>
#include <tsl/guard.h>
#include <tsl/page-private.h>
#include <unistd.h>

/* Its number changes with TslGuardMessage. The owner's number and its start time follow. */
#define PREFIX "guard-1-"

char *
tsl_guard_journal_create (GError **error)
{
  g_autofree char *directory = tsl_page_build_directory (geteuid ());
  g_autofree char *path =
      g_strdup_printf ("%s/" PREFIX "%d-%" G_GUINT64_FORMAT "-XXXXXX", directory, getpid (),
                       tsl_page_find_start_time (getpid ()));
  int fd;

  if (!tsl_page_make_directory (directory, error))
    return NULL;
  fd = g_mkstemp_full (path, O_RDWR | O_CLOEXEC, 0600);
  if (fd < 0)
    {
      g_set_error (error, TSL_ERROR, TSL_ERROR_UNSUPPORTED, "cannot make “%s”: %s", path,
                   g_strerror (errno));
      return NULL;
    }
  close (fd);
  return g_steal_pointer (&path);
}

static gboolean
is_free_to_take (int fd)
{
  struct stat status;

  /* one that was restored since it was opened has no name any more */
  return flock (fd, LOCK_EX | LOCK_NB) == 0 && fstat (fd, &status) == 0 && S_ISREG (status.st_mode)
         && status.st_uid == geteuid () && status.st_nlink > 0;
}

static off_t
find_offset (guint place)
{
  return place * (off_t) sizeof (TslGuardMessage);
}

static int
compare_ids (gconstpointer a, gconstpointer b)
{
  guint32 first = (*(const TslGuardKept *const *) a)->message.id;
  guint32 second = (*(const TslGuardKept *const *) b)->message.id;

  return (first > second) - (first < second);
}

/* Texts end, whoever wrote them. */
static void
terminate (TslGuardMessage *message)
{
  switch (message->kind)
    {
    case TSL_GUARD_FILE:
    case TSL_GUARD_GROUP:
      message->file.path[sizeof message->file.path - 1] = '\0';
      message->file.text[sizeof message->file.text - 1] = '\0';
      break;
    case TSL_GUARD_KNOB:
      message->knob.mechanism[TSL_MECHANISM_SIZE - 1] = '\0';
      message->knob.group[TSL_GROUP_SIZE - 1] = '\0';
      message->knob.name[TSL_NAME_SIZE - 1] = '\0';
      break;
    default:
      break;
    }
}

static void
load (TslGuardJournal *self, GPtrArray *all)
{
  TslGuardMessage message;

  for (; pread (self->fd, &message, sizeof message, find_offset (self->n_places)) == sizeof message;
       self->n_places++)
    if (tsl_guard_kept_is_valid (&message))
      {
        TslGuardKept *kept = tsl_guard_kept_new (&message, -1);

        terminate (&kept->message);
        kept->place = self->n_places;
        g_ptr_array_add (all, kept);
      }
    else
      g_array_append_val (self->free, self->n_places);
  g_ptr_array_sort (all, compare_ids);
}

static void
let_go (TslGuardJournal *self)
{
  if (self->fd >= 0)
    close (self->fd);
  self->fd = -1;
  g_clear_pointer (&self->free, g_array_unref);
}

void
tsl_guard_journal_open (TslGuardJournal *self, const char *path, GPtrArray *all)
{
  self->n_places = 0;
  self->free = g_array_new (FALSE, FALSE, sizeof (guint));
  self->fd = path ? open (path, O_RDWR | O_CLOEXEC | O_NOFOLLOW) : -1;
  if (self->fd >= 0 && is_free_to_take (self->fd))
    load (self, all);
  else
    let_go (self);
}

static gboolean
write_kind (TslGuardJournal *self, guint place, guint32 kind)
{
  return pwrite (self->fd, &kind, sizeof kind,
                 find_offset (place) + G_STRUCT_OFFSET (TslGuardMessage, kind))
         == sizeof kind;
}

/* Its kind comes last: until then the place is free, should the guard be killed in between. What cannot be
 * written leaves what is there: what is forgotten must not stay. */
void
tsl_guard_journal_add (TslGuardJournal *self, TslGuardKept *kept)
{
  TslGuardMessage message = kept->message;

  if (self->fd < 0)
    return;
  if (self->free->len > 0)
    {
      kept->place = g_array_index (self->free, guint, self->free->len - 1);
      g_array_set_size (self->free, self->free->len - 1);
    }
  else
    kept->place = self->n_places++;
  message.kind = TSL_GUARD_NONE;
  if (pwrite (self->fd, &message, sizeof message, find_offset (kept->place)) == sizeof message
      && write_kind (self, kept->place, kept->message.kind))
    return;
  g_printerr (
      "tsl-guard: no room to note what is turned: it stays turned, should the guard and its "
      "program be killed at once; make room in the directory of pages\n");
}

void
tsl_guard_journal_remove (TslGuardJournal *self, const TslGuardKept *kept)
{
  if (self->fd < 0)
    return;
  write_kind (self, kept->place, TSL_GUARD_NONE);
  g_array_append_val (self->free, kept->place);
}

void
tsl_guard_journal_delete (TslGuardJournal *self, const char *path)
{
  if (self->fd >= 0)
    unlink (path);
  let_go (self);
}

/* What was left. */

static gboolean
is_left (const char *name)
{
  guint64 start_time;
  guint pid;

  return sscanf (name, PREFIX "%u-%" G_GUINT64_FORMAT "-", &pid, &start_time) == 2
         && tsl_page_find_start_time (pid) != start_time;
}

/* A guard that lives puts it back itself, and has it locked. Returns how many things there were. */
static guint
recover (const char *path)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (tsl_guard_kept_free);
  TslGuardJournal journal;

  tsl_guard_journal_open (&journal, path, all);
  if (journal.fd < 0)
    return 0;
  tsl_guard_kept_undo_all (all);
  tsl_guard_journal_delete (&journal, path);
  return all->len;
}

/**
 * tsl_guard_recover:
 *
 * Puts back what programs of this user turned that were killed together with their guards. Programs that turn
 * something, or show what may be turned, call it when they begin; making a guard does the same. It may take some
 * seconds where a process has to be ended. Any thread may call it.
 *
 * Returns: (transfer full) (nullable): a sentence for the user about what was put back; %NULL for nothing
 */
char *
tsl_guard_recover (void)
{
  g_autofree char *directory = tsl_page_build_directory (geteuid ());
  gboolean is_ours = tsl_page_make_directory (directory, NULL);
  g_autoptr (GDir) dir = is_ours ? g_dir_open (directory, 0, NULL) : NULL;
  const char *name;
  guint n = 0;

  while (dir && (name = g_dir_read_name (dir)))
    if (is_left (name))
      {
        g_autofree char *path = g_build_filename (directory, name, NULL);

        n += recover (path);
      }
  if (n == 0)
    return NULL;
  return g_strdup_printf ("What was turned by programs that were killed together with their guards "
                          "is put back: %u %s",
                          n, n == 1 ? "setting" : "settings");
}
