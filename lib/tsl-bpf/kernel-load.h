/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* The file descriptors that keep a program in the kernel. */
typedef struct
{
  gpointer owner;
  /* files of its maps; -1 for one that it has not */
  int words;
  int counts;
  int ring;
  gsize ring_size;
  guint n_cpus;
} KernelFiles;

/* Loads the program of a name and attaches it, until it is unloaded or this process ends. */
gboolean kernel_load (const char *name, KernelFiles *files, GError **error);
void kernel_unload (KernelFiles *files);
