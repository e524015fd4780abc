/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/guard/kind-private.h>

/* Where a guard finds its end of the socket, and the directory of its journal. */
#define TSL_GUARD_FD 3
#define TSL_GUARD_DIRECTORY_FD 4

typedef enum
{
  TSL_GUARD_KEEP,
  /* about what was kept before */
  TSL_GUARD_UNDO,
  TSL_GUARD_FORGET,
} TslGuardVerb;

/* A datagram of the owner to its guard; a file descriptor may come with it. The guard sends an answer to each when
 * it is done. A journal has the same for each setting that is kept. */
typedef struct
{
  guint32 verb;
  /* of a kind; 0 for none, and in a free place of a journal */
  guint32 kind;
  guint32 id;
  /* the thread or process that has the setting, with its start time; 0 for none */
  guint32 pid;
  guint64 start_time;
  /* another version of a kind has a record of another size */
  guint64 record_size;
  /* aligned as any structure */
  guint64 record[TSL_GUARD_RECORD_SIZE / sizeof (guint64)];
} TslGuardMessage;

/* Exit codes. */
enum
{
  TSL_GUARD_DONE,
  /* some of it could not be put back, and stays in the journal; no other program ends so by chance */
  TSL_GUARD_NOT_DONE = 3,
};

typedef struct
{
  guint32 id;
  /* 0, or why the guard does not keep it (errno.h) */
  gint32 code;
} TslGuardAnswer;
