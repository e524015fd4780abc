/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "loads/load.h"

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <string.h>
#include <sys/mman.h>

#define MIB (1024 * 1024)
/* Number of bytes in the dissertation's experiment. */
#define MAX_SIZE (128 * MIB)
/* The load takes at most this fraction of the free memory. */
#define SHARE 4
#define MIN_SIZE (8 * MIB)

static gsize
choose_size (void)
{
  g_autofree char *text = NULL;
  const char *line;

  if (!g_file_get_contents ("/proc/meminfo", &text, NULL, NULL))
    return 0;
  line = strstr (text, "MemAvailable:");
  if (!line)
    return 0;
  return MIN (g_ascii_strtoull (line + strlen ("MemAvailable:"), NULL, 10) * 1024 / SHARE,
              MAX_SIZE);
}

static gpointer
open_memory (GError **error)
{
  if (choose_size () >= MIN_SIZE)
    return g_new0 (char, 1);
  g_set_error_literal (
      error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
      _ ("cannot load the memory: less than 32 MiB are free; close other programs"));
  return NULL;
}

/* Computes the size again, because the free memory may have decreased. */
static gboolean
work_memory (WorkloadLoad *load, gpointer state)
{
  gsize size = choose_size ();
  volatile char *memory;

  if (size < MIN_SIZE)
    return FALSE;
  memory = mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return FALSE;
  /* the load consists of page faults, so there must be one for each page */
  madvise ((void *) memory, size, MADV_NOHUGEPAGE);
  for (gsize i = 0; i < size && !workload_load_is_ending (load); i += sizeof (int))
    memory[i] = 1;
  munmap ((void *) memory, size);
  return TRUE;
}

const WorkloadLoadKind workload_load_memory = {
  .name = "memory",
  .title = N_ ("Memory"),
  .description = N_ (
      "Writes to each page of 128 MB and frees the memory; at most a quarter of the free memory"),
  .open = open_memory,
  .work = work_memory,
  .close = g_free,
};
