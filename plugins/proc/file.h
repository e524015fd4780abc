/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* The most of a file that is read. */
#define PROC_MAX_FILE (1 << 20)

/* A text file that is opened once and read from its beginning again and again. */
typedef struct
{
  char *path;
  int fd;
  char *text;
  gsize length;
  gsize capacity;
  /* Why it was not read, or not wholly; a constant. */
  const char *problem;
} ProcFile;

ProcFile *proc_file_new (const char *path);
void proc_file_free (ProcFile *self);
/* Looks whether there is a newer file of that name, and opens what is not open. */
void proc_file_open (ProcFile *self);
/* Afterwards text has length bytes and a zero. Returns whether there is something. */
gboolean proc_file_read (ProcFile *self);
