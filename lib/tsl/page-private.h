/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/cell.h>

#define TSL_PAGE_MAGIC G_GUINT64_CONSTANT (0x65676170206c7374)
#define TSL_PAGE_VERSION 1

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
  guint64 start_time;
  guint32 pid;
  guint32 n_cells;
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

G_STATIC_ASSERT (sizeof (TslPageHeader) == 128);
G_STATIC_ASSERT (sizeof (TslPageLayout) <= TSL_PAGE_SIZE);

/* The directory of a user's pages: of @uid if it is right, or NULL. */
char *tsl_page_build_directory (guint uid);
/* One that is there already is right if only this user may use it. */
gboolean tsl_page_make_directory (const char *path, GError **error);
/* When a process began, in clock ticks since the boot (proc(5), stat, field 22), or 0 if it has ended: with
 * the number it names a process for ever. */
guint64 tsl_page_find_start_time (guint pid);
