/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>
#include <sys/types.h>

/* A host's process from the router's side. Its socket reads end of file when the process ends. */
typedef struct
{
  const char *name;
  pid_t pid;
  int socket;
} MxtrafChild;

/* Names this process, and makes the kernel kill it when its parent ends. */
gboolean mxtraf_child_begin (const char *name, pid_t parent, GError **error);

/* Returns like fork(): 0 in the child, whose socket is the other end. */
pid_t mxtraf_child_fork (MxtrafChild *self, const char *name, GError **error);
/* Reaps a process that has ended, and sets the error to how it ended. */
void mxtraf_child_explain_end (MxtrafChild *self, GError **error);
/* Kills the process and waits for its end. */
void mxtraf_child_end (MxtrafChild *self);

/* Sends a file descriptor to another process through a socket. */
gboolean mxtraf_pass_send (int socket, int fd);
/* Waits for a file descriptor. Returns -1 if the other end was closed. */
int mxtraf_pass_receive (int socket);
