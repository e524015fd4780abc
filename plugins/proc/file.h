/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Maximum number of bytes that are read of a file. */
#define PROC_MAX_FILE (1 << 20)

/* A text file that is opened once and read from its beginning repeatedly. */
typedef struct
{
  char *path;
  int fd;
  GString *text;
  /* Reason why the file was not read completely, a constant; NULL for none. */
  const char *problem;
} ProcFile;

ProcFile *proc_file_new (const char *path);
void proc_file_free (ProcFile *self);
/* Opens the file if it is not open or was replaced by another file of that name. */
void proc_file_open (ProcFile *self);
/* Reads the file into text. Returns FALSE, with the problem, if it cannot be read. */
gboolean proc_file_read (ProcFile *self);
