/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "process/config.h"
#include "process/counters.h"

enum
{
  MXTRAF_BLOCKS_BUFFER = 16 * MXTRAF_BLOCK,
};

/* The reader's end of a measured flow: its blocks, whose latencies it writes into the ring. */
typedef struct
{
  gsize filled;
  guint8 buffer[MXTRAF_BLOCKS_BUFFER];
} MxtrafBlocks;

/* As recv() does. */
gssize mxtraf_blocks_read (MxtrafBlocks *self, int fd, MxtrafCounters *counters);
