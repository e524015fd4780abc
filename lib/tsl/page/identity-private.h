/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>
#include <sys/types.h>

/* Size of a boot id (/proc/sys/kernel/random/boot_id) with its NUL byte. */
#define TSL_BOOT_ID_SIZE 37

/* Identifies a process or thread uniquely. Its number alone does not: the kernel reuses numbers,
 * and each boot and each namespace has its own. */
typedef struct
{
  guint64 start_time;
  /* the inode of /proc/self/ns/pid */
  guint64 pid_namespace;
  guint32 pid;
  char boot_id[TSL_BOOT_ID_SIZE];
} TslIdentity;

/* Reads the start time of a process or thread in clock ticks since boot (proc(5), stat, field 22).
 * Returns 0, ESRCH if it has ended, or another code of errno.h. */
int tsl_identity_read_start_time (guint pid, guint64 *start_time);
/* Returns the start time, or 0 if it cannot be read. */
guint64 tsl_identity_find_start_time (guint pid);
/* Finds the effective user of a process. Returns FALSE if the process has ended. */
gboolean tsl_identity_find_user (guint pid, uid_t *user);

/* Identifies the calling process. Returns 0, or a code of errno.h. */
int tsl_identity_get_own (TslIdentity *self);
/* Returns whether `self` was made in the same boot and the same PID namespace as `own`. */
gboolean tsl_identity_is_of_here (const TslIdentity *self, const TslIdentity *own);
/* Returns the inode of a namespace of this process, such as “pid”; 0 if it cannot be read. */
guint64 tsl_identity_find_namespace (const char *name);
/* Returns whether this process is in a PID namespace other than the machine's, such as a
 * container's, and therefore sees only some of the machine's processes. */
gboolean tsl_identity_is_in_pid_namespace (void);

/* Returns whether this process has more privileges than its user, because it is set-user-ID or has
 * capabilities. Such a process must not trust its environment and files, which the user can write. */
gboolean tsl_identity_is_privileged (void);
