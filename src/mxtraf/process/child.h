/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>
#include <sys/types.h>

/* A host's process as the router sees it: its socket reads the end of file when it ends. */
typedef struct
{
  const char *name;
  pid_t pid;
  int socket;
} MxtrafChild;

/* Names this process and has the kernel kill it when its parent ends. */
gboolean mxtraf_child_begin (const char *name, pid_t parent, GError **error);

/* Returns as fork() does: 0 in the child, with the socket's other end. */
pid_t mxtraf_child_fork (MxtrafChild *self, const char *name, GError **error);
/* Waits for the end of one that has ended, and says how. */
void mxtraf_child_explain_end (MxtrafChild *self, GError **error);
/* Ends it and waits for that. */
void mxtraf_child_end (MxtrafChild *self);
