/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>
#include <sys/types.h>

/* The bytes of a boot id (/proc/sys/kernel/random/boot_id) with the byte that ends it. */
#define TSL_BOOT_ID_SIZE 37

/* A process or thread for ever: numbers are used again, in another boot or namespace at once. */
typedef struct
{
  guint64 start_time;
  /* the inode of /proc/self/ns/pid */
  guint64 pid_namespace;
  guint32 pid;
  char boot_id[TSL_BOOT_ID_SIZE];
} TslIdentity;

/* When a process or thread began, in clock ticks since the boot (proc(5), stat, field 22). Returns 0, ESRCH if it
 * has ended, or why the kernel does not say. */
int tsl_identity_read_start_time (guint pid, guint64 *start_time);
/* The same; 0 where it is not known. */
guint64 tsl_identity_find_start_time (guint pid);
/* The user by whose rights a process acts. Returns FALSE if it has ended. */
gboolean tsl_identity_find_user (guint pid, uid_t *user);

/* The calling process. Returns 0, or why the kernel does not say. */
int tsl_identity_get_own (TslIdentity *self);
/* Returns whether this process sees the same numbers in the same boot. */
gboolean tsl_identity_is_of_here (const TslIdentity *self, const TslIdentity *own);
/* The inode of a namespace of this process, such as “pid”; 0 where it is not known. */
guint64 tsl_identity_find_namespace (const char *name);
/* Returns whether this process is in a PID namespace of its own, such as a container's: it sees a part of the machine's
 * processes only. */
gboolean tsl_identity_is_in_pid_namespace (void);

/* Returns whether this process may do more than other programs of its user, since it is set-user-ID or has
 * capabilities: the user can write its environment and files. */
gboolean tsl_identity_is_privileged (void);
