/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/page/private.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/shm.h>
#include <tsl/page/directory-private.h>
#include <tsl/page/identity-private.h>
#include <unistd.h>

/* Entries to read of a directory, at most. */
#define MAX_ENTRIES 4096

#define FORMAT "%u-%d-%" G_GUINT64_FORMAT

char *
tsl_page_name_format (const TslPageName *self)
{
  return g_strdup_printf (FORMAT, self->pid, self->segment, self->ipc_namespace);
}

gboolean
tsl_page_name_parse (TslPageName *self, const char *text)
{
  g_autofree char *again = NULL;

  if (sscanf (text, FORMAT, &self->pid, &self->segment, &self->ipc_namespace) != 3)
    return FALSE;
  again = tsl_page_name_format (self);
  return self->pid > 0 && self->pid <= G_MAXINT32 && strcmp (again, text) == 0;
}

/* The kernel removes a segment with the last process that has it attached, which may be a child of
 * its creator. */
gboolean
tsl_page_name_is_dead (const TslPageName *self)
{
  struct shmid_ds status;
  guint64 start_time;

  if (shmctl (self->segment, IPC_STAT, &status) != 0)
    return errno == EINVAL || errno == EIDRM || errno == EACCES;
  if (status.shm_segsz != TSL_PAGE_SIZE)
    return TRUE;
  return status.shm_cpid == (pid_t) self->pid
         && tsl_identity_read_start_time (self->pid, &start_time) == ESRCH;
}

GArray *
tsl_page_name_list (int directory, guint pid)
{
  g_autofree char *prefix = pid > 0 ? g_strdup_printf ("%u-", pid) : g_strdup ("");
  g_autoptr (GPtrArray) texts = tsl_directory_list_names (directory, prefix, MAX_ENTRIES);
  GArray *names = g_array_new (FALSE, FALSE, sizeof (TslPageName));
  guint64 here = tsl_identity_find_namespace ("ipc");

  for (guint i = 0; i < texts->len; i++)
    {
      TslPageName name;

      if (!tsl_page_name_parse (&name, texts->pdata[i]) || name.ipc_namespace != here)
        continue;
      if (tsl_page_name_is_dead (&name))
        unlinkat (directory, texts->pdata[i], 0);
      else
        g_array_append_val (names, name);
    }
  return names;
}
