/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* The file descriptors of a loaded program and its maps. */
typedef struct
{
  gpointer owner;
  /* descriptors of the maps; -1 for none */
  int words;
  int counts;
  int ring;
  gsize ring_size;
  guint n_cpus;
} KernelFiles;

/* Loads and attaches a program. It runs until it is unloaded or this process ends. */
gboolean kernel_load (const char *name, KernelFiles *files, GError **error);
void kernel_unload (KernelFiles *files);
