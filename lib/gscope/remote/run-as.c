/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/remote/run-as.h>

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <grp.h>
#include <gscope/error.h>
#include <linux/capability.h>
#include <pwd.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum
{
  MAX_GROUPS = 256,
  N_CAPABILITIES = 64,
  /* the bytes of the texts in the entry of a user, which a directory service may fill */
  MIN_ENTRY = 4096,
  MAX_ENTRY = 1024 * 1024,
};

/* Where user and group ids had 16 bits first, the calls that take 32 bits have other names. */
#ifdef SYS_setgroups32
#define SET_GROUPS SYS_setgroups32
#define SET_GROUP SYS_setresgid32
#define SET_USER SYS_setresuid32
#else
#define SET_GROUPS SYS_setgroups
#define SET_GROUP SYS_setresgid
#define SET_USER SYS_setresuid
#endif

struct _GscopeRunAs
{
  uid_t uid;
  gid_t gid;
  gid_t groups[MAX_GROUPS];
  int n_groups;
  guint64 capabilities;
  char *name;
  char *home;
};

/* Reads the entry of a user, whose texts are in the buffer. */
static gboolean
read_entry (uid_t uid, struct passwd *entry, char **buffer)
{
  struct passwd *found = NULL;
  int code = ERANGE;

  for (gsize size = MIN_ENTRY; code == ERANGE && size <= MAX_ENTRY; size *= 2)
    {
      g_free (*buffer);
      *buffer = g_malloc (size);
      code = getpwuid_r (uid, entry, *buffer, size, &found);
    }
  return found != NULL;
}

GscopeRunAs *
gscope_run_as_new (uid_t uid, guint64 capabilities, GError **error)
{
  g_autofree char *buffer = NULL;
  struct passwd entry;
  GscopeRunAs *self;

  if (!read_entry (uid, &entry, &buffer))
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                   _ ("Cannot run a program for user %u: the system does not know this user. Add "
                      "the user to the system."),
                   (guint) uid);
      return NULL;
    }
  self = g_new0 (GscopeRunAs, 1);
  self->uid = uid;
  self->gid = entry.pw_gid;
  self->capabilities = capabilities;
  self->name = g_strdup (entry.pw_name);
  self->home = g_strdup (entry.pw_dir);
  self->n_groups = MAX_GROUPS;
  /* groups beyond the maximum give less access, not more */
  if (getgrouplist (self->name, self->gid, self->groups, &self->n_groups) < 0)
    self->n_groups = MAX_GROUPS;
  return self;
}

void
gscope_run_as_free (gpointer data)
{
  GscopeRunAs *self = data;

  g_free (self->name);
  g_free (self->home);
  g_free (self);
}

/* The functions from here to become() run between fork() and exec(): system calls only. */

static gboolean
change_user (const GscopeRunAs *self)
{
  return syscall (SET_GROUPS, self->n_groups, self->groups) == 0
         && syscall (SET_GROUP, self->gid, self->gid, self->gid) == 0
         && syscall (SET_USER, self->uid, self->uid, self->uid) == 0;
}

static gboolean
limit_capabilities (guint64 capabilities)
{
  struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
  struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3];

  for (guint i = 0; i < _LINUX_CAPABILITY_U32S_3; i++)
    {
      guint32 set = (guint32) (capabilities >> (32 * i));

      data[i] = (struct __user_cap_data_struct){ set, set, set };
    }
  return syscall (SYS_capset, &header, data) == 0;
}

static gboolean
hand_on (guint64 capabilities)
{
  for (guint i = 0; i < N_CAPABILITIES; i++)
    if (capabilities & (G_GUINT64_CONSTANT (1) << i)
        && prctl (PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, i, 0, 0) != 0)
      return FALSE;
  return TRUE;
}

static void
become (gpointer data)
{
  const GscopeRunAs *self = data;

  if (prctl (PR_SET_KEEPCAPS, 1, 0, 0, 0) == 0 && change_user (self)
      && limit_capabilities (self->capabilities) && hand_on (self->capabilities))
    return;
  /* the program must not run with more rights */
  _exit (126);
}

void
gscope_run_as_apply (GscopeRunAs *self, GSubprocessLauncher *launcher)
{
  g_autofree char *runtime = g_strdup_printf ("/run/user/%u", (guint) self->uid);

  g_subprocess_launcher_setenv (launcher, "HOME", self->home, TRUE);
  g_subprocess_launcher_setenv (launcher, "USER", self->name, TRUE);
  g_subprocess_launcher_setenv (launcher, "LOGNAME", self->name, TRUE);
  if (g_file_test (runtime, G_FILE_TEST_IS_DIR))
    g_subprocess_launcher_setenv (launcher, "XDG_RUNTIME_DIR", runtime, TRUE);
  else
    g_subprocess_launcher_unsetenv (launcher, "XDG_RUNTIME_DIR");
  g_subprocess_launcher_set_cwd (launcher, "/");
  g_subprocess_launcher_set_child_setup (launcher, become, self, gscope_run_as_free);
}
