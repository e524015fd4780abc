/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/page/identity-private.h>

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* PROC_PID_INIT_INO in the kernel's include/linux/proc_ns.h. */
#define PID_NAMESPACE_OF_MACHINE 0xeffffffc

/* Bytes to read at most: the files of /proc that are read here are shorter. */
#define MAX_SIZE 4096

static int
read_file (const char *path, char text[MAX_SIZE])
{
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  gssize n;
  int code;

  if (fd < 0)
    return errno == ENOENT ? ESRCH : errno;
  n = read (fd, text, MAX_SIZE - 1);
  code = n < 0 ? errno : 0;
  close (fd);
  text[MAX (n, 0)] = '\0';
  return code;
}

static int
read_process_file (guint pid, const char *name, char text[MAX_SIZE])
{
  char path[64];

  g_snprintf (path, sizeof path, "/proc/%u/%s", pid, name);
  return read_file (path, text);
}

int
tsl_identity_read_start_time (guint pid, guint64 *start_time)
{
  char path[64];
  char text[MAX_SIZE];
  g_auto (GStrv) fields = NULL;
  const char *rest;

  int code;

  *start_time = 0;
  /* reading /proc/PID/stat is slower: it sums up all threads of the process */
  g_snprintf (path, sizeof path, "/proc/%u/task/%u/stat", pid, pid);
  code = read_file (path, text);
  if (code != 0)
    return code;
  /* the second field is a name in brackets that may contain any byte; the third is Z if the process
   * has ended but its parent has not waited for it */
  rest = strrchr (text, ')');
  fields = rest ? g_strsplit (rest + 1, " ", 22) : NULL;
  if (!fields || g_strv_length (fields) < 21 || fields[1][0] == 'Z')
    return ESRCH;
  *start_time = g_ascii_strtoull (fields[20], NULL, 10);
  return 0;
}

guint64
tsl_identity_find_start_time (guint pid)
{
  guint64 start_time;

  tsl_identity_read_start_time (pid, &start_time);
  return start_time;
}

/* The owner of /proc/PID would be root for a process that may not be traced. */
gboolean
tsl_identity_find_user (guint pid, uid_t *user)
{
  char text[MAX_SIZE];
  const char *line;
  guint real, effective;

  if (read_process_file (pid, "status", text) != 0)
    return FALSE;
  line = strstr (text, "\nUid:");
  if (!line || sscanf (line, "\nUid: %u %u", &real, &effective) != 2)
    return FALSE;
  *user = effective;
  return TRUE;
}

guint64
tsl_identity_find_namespace (const char *name)
{
  g_autofree char *path = g_strconcat ("/proc/self/ns/", name, NULL);
  struct stat status;

  return stat (path, &status) == 0 ? status.st_ino : 0;
}

gboolean
tsl_identity_is_in_pid_namespace (void)
{
  guint64 here = tsl_identity_find_namespace ("pid");

  return here != 0 && here != PID_NAMESPACE_OF_MACHINE;
}

int
tsl_identity_get_own (TslIdentity *self)
{
  char text[MAX_SIZE];
  int code;

  memset (self, 0, sizeof *self);
  self->pid = getpid ();
  code = tsl_identity_read_start_time (self->pid, &self->start_time);
  if (code != 0)
    return code;
  self->pid_namespace = tsl_identity_find_namespace ("pid");
  if (self->pid_namespace == 0)
    return errno;
  code = read_file ("/proc/sys/kernel/random/boot_id", text);
  if (code == 0)
    g_strlcpy (self->boot_id, g_strstrip (text), sizeof self->boot_id);
  return code;
}

gboolean
tsl_identity_is_of_here (const TslIdentity *self, const TslIdentity *own)
{
  return self->pid_namespace == own->pid_namespace
         && memcmp (self->boot_id, own->boot_id, sizeof self->boot_id) == 0;
}

static gboolean
has_capabilities (void)
{
  struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
  struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3] = { 0 };

  return syscall (SYS_capget, &header, data) == 0 && (data[0].permitted | data[1].permitted) != 0;
}

gboolean
tsl_identity_is_privileged (void)
{
  return getauxval (AT_SECURE) != 0 || (geteuid () != 0 && has_capabilities ());
}
