/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/guard/kind-private.h>

/* File descriptors of a guard: its end of the socket, and the directory of its journal. */
#define TSL_GUARD_FD 3
#define TSL_GUARD_DIRECTORY_FD 4

typedef enum
{
  TSL_GUARD_KEEP,
  /* for a setting that was registered before */
  TSL_GUARD_UNDO,
  TSL_GUARD_FORGET,
} TslGuardVerb;

/* A datagram from the owner to its guard, sometimes with a file descriptor. The guard answers each
 * datagram when it has processed it. The journal holds the datagram of each registered setting. */
typedef struct
{
  guint32 verb;
  /* number of the kind of settings; 0 in a free place of a journal */
  guint32 kind;
  guint32 id;
  /* number and start time of the thread or process that has the setting; 0 for none */
  guint32 pid;
  guint64 start_time;
  /* bytes; differs between versions of a kind */
  guint64 record_size;
  /* of 64-bit words, so that any structure is aligned */
  guint64 record[TSL_GUARD_RECORD_SIZE / sizeof (guint64)];
} TslGuardMessage;

/* Exit codes. */
enum
{
  TSL_GUARD_DONE,
  /* some settings were not restored and stay in the journal; an exit code that other programs do
   * not use */
  TSL_GUARD_NOT_DONE = 3,
};

typedef struct
{
  guint32 id;
  /* 0, or the reason of the refusal (errno.h) */
  gint32 code;
} TslGuardAnswer;
