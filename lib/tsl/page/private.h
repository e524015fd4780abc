/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/page/cell.h>

#define TSL_PAGE_MAGIC G_GUINT64_CONSTANT (0x65676170206c7374)
#define TSL_PAGE_VERSION 2

enum
{
  TSL_PAGE_N_CELLS = 340,
  TSL_PAGE_SIZE = 64 * 1024,
};

/* The first 128 bytes of a page. Its size and version come first; cells follow. */
typedef struct
{
  guint64 magic;
  guint32 version;
  guint32 size;
  /* of the process; the kernel says which one made it */
  guint64 start_time;
  guint64 n_cells;
  /* grows with every cell that comes or goes; odd while one does */
  guint64 generation;
  /* cells for which there was no room */
  guint64 n_left_out;
  char name[TSL_GROUP_SIZE];
} __attribute__ ((aligned (64))) TslPageHeader;

typedef struct
{
  TslPageHeader header;
  TslCell cells[TSL_PAGE_N_CELLS];
} TslPageLayout;

/* A page consists of words. Cells are written by stores with release semantics, after the generation became odd, and
 * read by loads with acquire semantics, before the generation is read again: a reader that saw any word of a change sees
 * the generation of that change, too, whatever the order in which a processor accesses memory. Fences would do as well,
 * but ThreadSanitizer does not support them. */
typedef guint64 __attribute__ ((may_alias)) TslPageWord;

G_STATIC_ASSERT (sizeof (TslPageHeader) == 128);
G_STATIC_ASSERT (sizeof (TslCell) % sizeof (TslPageWord) == 0);
G_STATIC_ASSERT (sizeof (TslPageLayout) <= TSL_PAGE_SIZE);

/* A page is a segment of shared memory (shmget(2)): nobody can make it shorter, as a file, which would end whoever
 * counts into it; the kernel says which process of which user made it; and it goes with the last process that has it.
 * An empty file in the user's directory has its name. The numbers are valid in the namespaces of the process;
 * pages of other namespaces are left alone. */
typedef struct
{
  guint pid;
  int segment;
  /* the inode of /proc/self/ns/ipc */
  guint64 ipc_namespace;
} TslPageName;

char *tsl_page_name_format (const TslPageName *self);
gboolean tsl_page_name_parse (TslPageName *self, const char *text);
/* Returns whether nobody counts into the page any more, as far as this process can see. */
gboolean tsl_page_name_is_dead (const TslPageName *self);
/* Entries of a directory that are pages of this IPC namespace: TslPageName. Of all processes with pid 0. Those that
 * are dead are removed. */
GArray *tsl_page_name_list (int directory, guint pid);
