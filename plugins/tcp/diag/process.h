/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>
#include <sys/types.h>

/* The sockets of a process, or of all processes with a name, from /proc/PID/fd. Only root can read
 * it for other users' processes. */
typedef struct
{
  GHashTable *inodes;
  guint n_processes;
  guint n_denied;
} TcpProcessSet;

TcpProcessSet *tcp_process_set_new (const char *process);
void tcp_process_set_free (TcpProcessSet *self);
gboolean tcp_process_set_contains (TcpProcessSet *self, guint32 inode);

/* Sets the values of the table, whose keys are inodes of sockets, to the name of a process that has
 * the socket open, if one is visible. */
void tcp_process_find_names (GHashTable *names);

/* Parses a process number or a name; empty for any. Returns the text in normal form. */
char *tcp_process_parse (const char *text, GError **error);
/* Returns whether the process of this directory in /proc has the name. */
gboolean tcp_process_has_name (int folder, const char *name);
/* Finds a process by number or name. Among processes with the same name, prefers descendants of
 * this program, then the youngest. Returns 0 if there is none. */
pid_t tcp_pid_find (const char *process, gboolean *is_descendant);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TcpProcessSet, tcp_process_set_free)
