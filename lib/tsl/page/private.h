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

/* The first 128 bytes of a page; the cells follow. */
typedef struct
{
  guint64 magic;
  guint32 version;
  guint32 size;
  /* start time of the process; the kernel knows its number */
  guint64 start_time;
  guint64 n_cells;
  /* incremented before and after cells are added or removed; odd in between */
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

/* A page consists of words. Cells are written with release stores after the generation became odd,
 * and read with acquire loads before the generation is read again: a reader that saw any word of a
 * change also sees that the generation changed. Fences would work as well, but ThreadSanitizer does
 * not support them. */
typedef guint64 __attribute__ ((may_alias)) TslPageWord;

G_STATIC_ASSERT (sizeof (TslPageHeader) == 128);
G_STATIC_ASSERT (sizeof (TslCell) % sizeof (TslPageWord) == 0);
G_STATIC_ASSERT (sizeof (TslPageLayout) <= TSL_PAGE_SIZE);

/* A page is a System V shared memory segment (shmget(2)). Unlike a file, nobody can truncate it,
 * which would kill the processes that access it; the kernel knows which process of which user
 * created it; and it ends with the last process that has it attached. An empty file in the user's
 * directory bears its name. The numbers in the name are valid in the namespaces of the process;
 * pages of other namespaces are ignored. */
typedef struct
{
  guint pid;
  int segment;
  /* the inode of /proc/self/ns/ipc */
  guint64 ipc_namespace;
} TslPageName;

char *tsl_page_name_format (const TslPageName *self);
gboolean tsl_page_name_parse (TslPageName *self, const char *text);
/* Returns whether the segment has no process any more, as far as this process can see. */
gboolean tsl_page_name_is_dead (const TslPageName *self);
/* Lists a directory's pages of this IPC namespace as TslPageName: the pages of a process, or with pid 0 of all
 * processes. Removes the entries of dead pages. */
GArray *tsl_page_name_list (int directory, guint pid);
