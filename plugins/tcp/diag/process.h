/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* The sockets of a process, or of all of one name: what /proc/PID/fd tells. Other users' processes
 * tell it to root only. */
typedef struct
{
  GHashTable *inodes;
  guint n_processes;
  guint n_denied;
} TcpProcessSet;

TcpProcessSet *tcp_process_set_new (const char *process);
void tcp_process_set_free (TcpProcessSet *self);
gboolean tcp_process_set_contains (TcpProcessSet *self, guint32 inode);

/* Gives each of the sockets in the table, by inode, the name of a process that has it open, where one may be seen. */
void tcp_process_find_names (GHashTable *names);

/* Takes a process number or a name; empty for any. Returns it as it was understood. */
char *tcp_process_parse (const char *text, GError **error);
/* Returns whether the process of this folder of /proc has the name. */
gboolean tcp_process_has_name (int folder, const char *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TcpProcessSet, tcp_process_set_free)
