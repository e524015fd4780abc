/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/page/directory-private.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <tsl/error.h>
#include <unistd.h>

#define NAME "tsl"

/* Everybody may create directories here. */
#define SHARED "/dev/shm"
#define RUN "/run"
#define USERS "/run/user"

/* Limits, since anybody may fill a shared place: entries to read, directories to open, directories
 * of one user, names to try. */
#define MAX_ENTRIES 4096
#define MAX_DIRECTORIES 128
#define MAX_OF_USER 4
#define MAX_NAMES 100

/* Opening. */

static int
open_at (int parent, const char *name)
{
  return openat (parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

static gboolean
is_private (int fd)
{
  struct stat status;

  return fstat (fd, &status) == 0 && status.st_uid == geteuid () && (status.st_mode & 0077) == 0;
}

/* Returns whether only this user and root can change the directory's entries. */
static gboolean
is_own (int fd)
{
  struct stat status;

  return fstat (fd, &status) == 0 && status.st_uid == geteuid () && (status.st_mode & 0022) == 0;
}

static int
make_at (int parent, const char *name)
{
  int fd;

  if (mkdirat (parent, name, 0700) != 0 && errno != EEXIST)
    return -1;
  fd = open_at (parent, name);
  if (fd >= 0 && is_private (fd))
    return fd;
  if (fd >= 0)
    close (fd);
  errno = EEXIST;
  return -1;
}

/* Creates a directory in a place that belongs to this user. */
static int
make_in_own (const char *place)
{
  int parent = place && place[0] == '/' ? open (place, O_PATH | O_DIRECTORY | O_CLOEXEC) : -1;
  int fd = -1;

  if (parent >= 0 && is_own (parent))
    fd = make_at (parent, NAME);
  if (parent >= 0)
    close (parent);
  return fd;
}

/* The returned stream owns a copy of the descriptor. */
static DIR *
open_entries (int directory)
{
  int fd = open_at (directory, ".");
  DIR *dir = fd >= 0 ? fdopendir (fd) : NULL;

  if (!dir && fd >= 0)
    close (fd);
  return dir;
}

GPtrArray *
tsl_directory_list_names (int directory, const char *prefix, guint most)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  DIR *dir = open_entries (directory);
  const struct dirent *entry;

  for (guint n = 0; dir && n < most && (entry = readdir (dir)); n++)
    if (g_str_has_prefix (entry->d_name, prefix))
      g_ptr_array_add (names, g_strdup (entry->d_name));
  if (dir)
    closedir (dir);
  return names;
}

/* Finds this user's directory whose name has a suffix because another user had taken the usual
 * name. */
static int
find_suffixed (int parent, const char *name)
{
  g_autofree char *prefix = g_strconcat (name, "-", NULL);
  g_autoptr (GPtrArray) names = tsl_directory_list_names (parent, prefix, MAX_ENTRIES);

  for (guint i = 0; i < names->len; i++)
    {
      int fd = open_at (parent, names->pdata[i]);

      if (fd >= 0 && is_private (fd))
        return fd;
      if (fd >= 0)
        close (fd);
    }
  return -1;
}

static int
make_suffixed (int parent, const char *name)
{
  int fd = find_suffixed (parent, name);

  for (guint n = 0; fd < 0 && n < MAX_NAMES; n++)
    {
      g_autofree char *suffixed = g_strdup_printf ("%s-%08x", name, g_random_int ());

      fd = make_at (parent, suffixed);
      if (fd < 0 && errno != EEXIST)
        return -1;
    }
  return fd;
}

/* Creates a directory in a place where everybody may create files. */
static int
make_in_shared (const char *place, GError **error)
{
  g_autofree char *name = g_strdup_printf (NAME "-%u", (guint) geteuid ());
  int parent = open (place, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  int fd = parent >= 0 ? make_at (parent, name) : -1;

  if (parent >= 0 && fd < 0 && errno == EEXIST)
    fd = make_suffixed (parent, name);
  if (fd < 0)
    g_set_error (error, TSL_ERROR,
                 errno == EACCES || errno == EPERM || errno == EROFS ? TSL_ERROR_PRIVILEGE
                                                                     : TSL_ERROR_UNSUPPORTED,
                 _ ("cannot create the directory “%s/%s” for pages and journals: %s; free space, "
                    "or set XDG_RUNTIME_DIR to a directory of this user"),
                 place, name, g_strerror (errno));
  if (parent >= 0)
    close (parent);
  return fd;
}

int
tsl_directory_open (GError **error)
{
  const char *chosen = secure_getenv ("TSL_PAGE_DIR");
  g_autofree char *user = g_strdup_printf (USERS "/%u", (guint) geteuid ());
  int fd = -1;

  if (chosen)
    return make_in_shared (chosen, error);
  if (geteuid () == 0)
    fd = make_in_own (RUN);
  if (fd < 0)
    fd = make_in_own (secure_getenv ("XDG_RUNTIME_DIR"));
  if (fd < 0)
    fd = make_in_own (user);
  return fd >= 0 ? fd : make_in_shared (SHARED, error);
}

/* Listing. */

static void
clear (gpointer data)
{
  close (((TslDirectory *) data)->fd);
}

static gboolean
is_listed (GArray *directories, const struct stat *status)
{
  struct stat other;

  for (guint i = 0; i < directories->len; i++)
    if (fstat (g_array_index (directories, TslDirectory, i).fd, &other) == 0
        && other.st_dev == status->st_dev && other.st_ino == status->st_ino)
      return TRUE;
  return FALSE;
}

/* Limits the directories of a user, who could create many. */
static gboolean
has_room (GArray *directories, uid_t owner)
{
  guint n = 0;

  for (guint i = 0; i < directories->len; i++)
    n += g_array_index (directories, TslDirectory, i).owner == owner;
  return owner == geteuid () || (n < MAX_OF_USER && directories->len < MAX_DIRECTORIES);
}

/* Skips directories that other users than the owner can write to. */
static void
add (GArray *directories, int parent, const char *name, guint *n_closed)
{
  int fd = open_at (parent, name);
  struct stat status;

  if (fd < 0)
    {
      *n_closed += errno == EACCES;
      return;
    }
  if (fstat (fd, &status) == 0 && (status.st_mode & 0022) == 0
      && has_room (directories, status.st_uid) && !is_listed (directories, &status))
    {
      TslDirectory directory = { fd, status.st_uid };

      if (status.st_uid == geteuid ())
        g_array_prepend_val (directories, directory);
      else
        g_array_append_val (directories, directory);
      return;
    }
  close (fd);
}

static void
add_in (GArray *directories, const char *place, guint *n_closed)
{
  int parent = place ? open (place, O_PATH | O_DIRECTORY | O_CLOEXEC) : -1;

  if (parent < 0)
    return;
  add (directories, parent, NAME, n_closed);
  close (parent);
}

static void
add_shared (GArray *directories, const char *place, guint *n_closed)
{
  int parent = open (place, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  g_autoptr (GPtrArray) names = tsl_directory_list_names (parent, NAME "-", MAX_ENTRIES);
  g_autofree char *own = g_strdup_printf (NAME "-%u", (guint) geteuid ());

  /* this user's directory first, even if the place has more entries than are read */
  add (directories, parent, own, n_closed);
  for (guint i = 0; i < names->len; i++)
    add (directories, parent, names->pdata[i], n_closed);
  if (parent >= 0)
    close (parent);
}

static void
add_users (GArray *directories, guint *n_closed)
{
  int parent = open (USERS, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  g_autoptr (GPtrArray) names = tsl_directory_list_names (parent, "", MAX_ENTRIES);

  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *place = g_build_filename (USERS, names->pdata[i], NULL);

      if (g_ascii_isdigit (*(const char *) names->pdata[i]))
        add_in (directories, place, n_closed);
    }
  if (parent >= 0)
    close (parent);
}

GArray *
tsl_directory_list (guint *n_closed)
{
  const char *chosen = secure_getenv ("TSL_PAGE_DIR");
  GArray *directories = g_array_new (FALSE, FALSE, sizeof (TslDirectory));
  guint n = 0;

  g_array_set_clear_func (directories, clear);
  if (chosen)
    add_shared (directories, chosen, &n);
  else
    {
      add_in (directories, RUN, &n);
      add_in (directories, secure_getenv ("XDG_RUNTIME_DIR"), &n);
      add_users (directories, &n);
      add_shared (directories, SHARED, &n);
    }
  if (n_closed)
    *n_closed = n;
  return directories;
}
