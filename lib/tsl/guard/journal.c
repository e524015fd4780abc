/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/guard/journal-private.h>

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <tsl/error.h>
#include <tsl/guard/guard.h>
#include <tsl/page/directory-private.h>
#include <tsl/page/identity-private.h>
#include <unistd.h>

/* The version in this prefix changes with TslGuardMessage and the header. The owner's process
 * number follows. */
#define PREFIX "guard-3-"
#define MAGIC G_GUINT64_CONSTANT (0x647261756700)

/* Limits: names to try for a new journal, entries to read of a directory. */
#define MAX_NAMES 100
#define MAX_ENTRIES 4096
/* Journals with more places are invalid. */
#define MAX_PLACES 100000

typedef struct
{
  guint64 magic;
  TslIdentity owner;
} Header;

/* The locks. */

/* An fcntl(2) lock is not inherited by children and ends when this process closes the file. */
static gboolean
lock_as_owner (int fd)
{
  struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET };

  return fcntl (fd, F_SETLK, &lock) == 0;
}

static gboolean
has_owner (int fd)
{
  struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET };

  return fcntl (fd, F_GETLK, &lock) != 0 || lock.l_type != F_UNLCK;
}

/* A journal whose settings were restored after it was opened has been deleted. */
static gboolean
is_free_to_take (int fd)
{
  struct stat status;

  return flock (fd, LOCK_EX | LOCK_NB) == 0 && fstat (fd, &status) == 0 && S_ISREG (status.st_mode)
         && status.st_uid == geteuid () && (status.st_mode & 0077) == 0 && status.st_nlink == 1;
}

/* Creating a journal. */

static int
write_header (int fd)
{
  Header header = { .magic = MAGIC };
  int code = tsl_identity_get_own (&header.owner);

  if (code != 0)
    return code;
  if (!lock_as_owner (fd))
    return errno;
  errno = ENOSPC;
  return pwrite (fd, &header, sizeof header, 0) == sizeof header ? 0 : errno;
}

static char *
make_file (int directory, int *fd)
{
  *fd = -1;
  for (guint i = 0; *fd < 0 && i < MAX_NAMES; i++)
    {
      g_autofree char *name = g_strdup_printf (PREFIX "%d-%08x", getpid (), g_random_int ());

      *fd = openat (directory, name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
      if (*fd >= 0)
        return g_steal_pointer (&name);
      if (errno != EEXIST)
        return NULL;
    }
  return NULL;
}

char *
tsl_guard_journal_create (int directory, int *fd, GError **error)
{
  g_autofree char *name = make_file (directory, fd);
  int code = name ? write_header (*fd) : errno;

  if (code == 0)
    return g_steal_pointer (&name);
  if (name)
    {
      unlinkat (directory, name, 0);
      close (*fd);
    }
  *fd = -1;
  g_set_error (error, TSL_ERROR, TSL_ERROR_UNSUPPORTED,
               _ ("cannot write a journal of the settings to restore: %s; no setting is changed"),
               g_strerror (code));
  return NULL;
}

/* Reading and writing a journal. */

static off_t
find_offset (guint place)
{
  return sizeof (Header) + place * (off_t) sizeof (TslGuardMessage);
}

static int
compare_ids (gconstpointer a, gconstpointer b)
{
  guint32 first = (*(const TslGuardKept *const *) a)->message.id;
  guint32 second = (*(const TslGuardKept *const *) b)->message.id;

  return (first > second) - (first < second);
}

static void
load (TslGuardJournal *self, GPtrArray *all)
{
  TslGuardMessage message;

  for (; self->n_places < MAX_PLACES
         && pread (self->fd, &message, sizeof message, find_offset (self->n_places))
                == sizeof message;
       self->n_places++)
    {
      TslGuardKept *kept = tsl_guard_kept_new (&message, -1);

      if (kept)
        {
          kept->place = self->n_places;
          g_ptr_array_add (all, kept);
        }
      else
        g_array_append_val (self->free, self->n_places);
    }
  g_ptr_array_sort (all, compare_ids);
}

void
tsl_guard_journal_close (TslGuardJournal *self)
{
  if (self->fd >= 0)
    close (self->fd);
  self->fd = -1;
  g_clear_pointer (&self->free, g_array_unref);
}

static gboolean
is_journal (int fd)
{
  Header header;

  return pread (fd, &header, sizeof header, 0) == sizeof header && header.magic == MAGIC;
}

void
tsl_guard_journal_open (TslGuardJournal *self, int directory, const char *name, GPtrArray *all)
{
  self->n_places = 0;
  self->free = g_array_new (FALSE, FALSE, sizeof (guint));
  self->fd = openat (directory, name, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (self->fd < 0 || !is_free_to_take (self->fd) || !is_journal (self->fd)
      || (!all && ftruncate (self->fd, sizeof (Header)) != 0))
    tsl_guard_journal_close (self);
  else if (all)
    load (self, all);
}

static gboolean
write_kind (TslGuardJournal *self, guint place, guint32 kind)
{
  return pwrite (self->fd, &kind, sizeof kind,
                 find_offset (place) + G_STRUCT_OFFSET (TslGuardMessage, kind))
         == sizeof kind;
}

/* The kind is written last: until then the place counts as free, even if the guard is killed in
 * between. */
int
tsl_guard_journal_add (TslGuardJournal *self, TslGuardKept *kept)
{
  TslGuardMessage message = kept->message;

  if (self->fd < 0)
    return ENOENT;
  kept->place =
      self->free->len > 0 ? g_array_index (self->free, guint, self->free->len - 1) : self->n_places;
  message.kind = 0;
  errno = ENOSPC;
  if (pwrite (self->fd, &message, sizeof message, find_offset (kept->place)) != sizeof message
      || !write_kind (self, kept->place, kept->message.kind))
    return errno;
  if (self->free->len > 0)
    g_array_set_size (self->free, self->free->len - 1);
  else
    self->n_places++;
  return 0;
}

void
tsl_guard_journal_remove (TslGuardJournal *self, const TslGuardKept *kept)
{
  if (self->fd < 0)
    return;
  write_kind (self, kept->place, 0);
  g_array_append_val (self->free, kept->place);
}

/* Journals of killed guards. */

typedef struct
{
  TslIdentity own;
  guint n_done;
  guint n_failed;
  /* of the first failure */
  char *reason;
} Recovery;

/* A process that opened and closed its own journal here would lose its lock on it. */
static gboolean
is_of_other_process (const char *name)
{
  guint pid;

  return sscanf (name, PREFIX "%u-", &pid) == 1 && pid != (guint) getpid ();
}

/* The thread numbers of a journal are valid in its own PID namespace only. */
static gboolean
is_left (Recovery *self, int fd)
{
  Header header;

  if (has_owner (fd) || pread (fd, &header, sizeof header, 0) != sizeof header)
    return FALSE;
  return header.owner.pid_namespace == self->own.pid_namespace
         && tsl_identity_find_start_time (header.owner.pid) != header.owner.start_time;
}

/* Settings of the kernel do not survive a reboot. */
static gboolean
is_of_this_boot (Recovery *self, int fd)
{
  Header header;

  return pread (fd, &header, sizeof header, 0) == sizeof header
         && tsl_identity_is_of_here (&header.owner, &self->own);
}

/* Restores the latest setting first. Returns whether all settings are restored. */
static gboolean
restore_all (Recovery *self, TslGuardJournal *journal, GPtrArray *all)
{
  guint n_failed = 0;

  for (guint i = all->len; i-- > 0;)
    {
      g_autofree char *reason = tsl_guard_kept_undo (all->pdata[i]);

      if (!reason)
        tsl_guard_journal_remove (journal, all->pdata[i]);
      n_failed += reason != NULL;
      if (reason && !self->reason)
        self->reason = g_steal_pointer (&reason);
    }
  self->n_done += all->len - n_failed;
  self->n_failed += n_failed;
  return n_failed == 0;
}

/* A running guard restores its settings itself; it holds a lock on its journal. */
static void
recover (Recovery *self, int directory, const char *name)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (tsl_guard_kept_free);
  TslGuardJournal journal;

  tsl_guard_journal_open (&journal, directory, name, all);
  if (journal.fd < 0)
    return;
  if (is_left (self, journal.fd)
      && (!is_of_this_boot (self, journal.fd) || restore_all (self, &journal, all)))
    unlinkat (directory, name, 0);
  tsl_guard_journal_close (&journal);
}

static void
recover_in (Recovery *self, int directory)
{
  g_autoptr (GPtrArray) names = tsl_directory_list_names (directory, PREFIX, MAX_ENTRIES);

  for (guint i = 0; i < names->len; i++)
    if (is_of_other_process (names->pdata[i]))
      recover (self, directory, names->pdata[i]);
}

static char *
describe (const Recovery *self)
{
  GString *text = g_string_new (NULL);

  if (self->n_done > 0)
    g_string_append_printf (
        text,
        g_dngettext (GETTEXT_PACKAGE,
                     "%u setting of programs that were killed together with their guards is "
                     "restored",
                     "%u settings of programs that were killed together with their guards are "
                     "restored",
                     self->n_done),
        self->n_done);
  if (self->n_done > 0 && self->n_failed > 0)
    g_string_append (text, "; ");
  if (self->n_failed > 0)
    g_string_append_printf (
        text,
        g_dngettext (GETTEXT_PACKAGE,
                     "%u setting of killed programs is not restored: %s; run a program of Gscope "
                     "with the needed privileges as this user",
                     "%u settings of killed programs are not restored: %s; run a program of Gscope "
                     "with the needed privileges as this user",
                     self->n_failed),
        self->n_failed, self->reason);
  return g_string_free (text, text->len == 0);
}

/**
 * tsl_guard_recover:
 *
 * Restores the settings of this user's programs that were killed together with their guards.
 * Programs that change or show such settings call it when they start; [ctor@Guard.new] calls it,
 * too. Settings that this program may not change stay in the journal for another program. A program
 * that is set-user-ID or has file capabilities restores nothing, since its user can write the
 * journals. Any thread may call it.
 *
 * Returns: (transfer full) (nullable): a clause for the user about the settings that were restored
 *   and those that were not; %NULL if there were no such settings
 *
 * Since: 1.0
 */
char *
tsl_guard_recover (void)
{
  g_autoptr (GArray) directories = NULL;
  Recovery self = { 0 };
  char *text;

  if (tsl_identity_is_privileged () || tsl_identity_get_own (&self.own) != 0)
    return NULL;
  directories = tsl_directory_list (NULL);
  for (guint i = 0; i < directories->len; i++)
    {
      const TslDirectory *directory = &g_array_index (directories, TslDirectory, i);

      if (directory->owner == geteuid ())
        recover_in (&self, directory->fd);
    }
  text = describe (&self);
  g_free (self.reason);
  return text;
}
