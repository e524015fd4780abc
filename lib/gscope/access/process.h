/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>
#include <sys/types.h>

/* A process of this machine at the other end of a Unix socket. */
typedef struct
{
  uid_t uid;
  /* 0 if the process is in a namespace that this one does not see */
  pid_t pid;
  /* ticks from the boot to its start, as in /proc/PID/stat: together with the number, it identifies the process */
  guint64 start_time;
  /* refers to the process even if its number is used again; -1 if the kernel has none (before Linux 6.5) */
  int pidfd;
} GscopeProcess;

/* Returns NULL if the kernel does not say who is at the other end. */
GscopeProcess *gscope_process_new (int socket);
void gscope_process_free (GscopeProcess *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeProcess, gscope_process_free)

/* Returns whether the process still runs, so that no other process has its number. */
gboolean gscope_process_is_there (const GscopeProcess *self);
