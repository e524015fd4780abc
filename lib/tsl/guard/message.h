/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/page/cell.h>
#include <tsl/sched/private.h>

/* Where a guard finds its end of the socket, and the directory of its journal. */
#define TSL_GUARD_FD 3
#define TSL_GUARD_DIRECTORY_FD 4

typedef enum
{
  /* no message: a free place of a journal */
  TSL_GUARD_NONE,
  TSL_GUARD_FILE,
  TSL_GUARD_SCHED,
  TSL_GUARD_SOCKET_OPTION,
  TSL_GUARD_KNOB,
  /* about what was kept before */
  TSL_GUARD_UNDO,
  TSL_GUARD_FORGET,
} TslGuardKind;

/* A datagram of the owner to its guard; a file descriptor may come with it. The guard sends an answer to each when
 * it is done. */
typedef struct
{
  guint32 kind;
  guint32 id;
  /* of the thread, or of the process with a page, with its start time */
  guint32 pid;
  guint64 start_time;
  union
  {
    struct
    {
      char path[512];
      char text[128];
    } file;
    TslSchedAttr sched;
    struct
    {
      gint32 level;
      gint32 option;
      gint32 value;
      /* if there is one, it counts */
      char text[16];
      /* which one it is, in the journal: the descriptor is gone by then */
      guint64 inode;
      guint64 cookie;
    } socket;
    struct
    {
      char mechanism[TSL_MECHANISM_SIZE];
      char group[TSL_GROUP_SIZE];
      char name[TSL_NAME_SIZE];
      double value;
    } knob;
  };
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
