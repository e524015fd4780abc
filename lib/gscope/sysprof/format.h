/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* A capture of Sysprof, version 1: a head, then frames, whose sizes are multiples of eight bytes. Numbers have the byte order of the
 * machine that wrote them, which the head tells; texts end with a zero. */

#define GSCOPE_SYSPROF_MAGIC "\x5e\x97\xca\xfd"
/* The metadata by which a capture is known as one of this library. */
#define GSCOPE_SYSPROF_OURS "gscope"
/* In our captures, the category and the group of signals whose names have no slash. */
#define GSCOPE_SYSPROF_PLAIN "signals"

typedef enum
{
  GSCOPE_SYSPROF_TIMESTAMP = 1,
  GSCOPE_SYSPROF_PROCESS = 4,
  GSCOPE_SYSPROF_DEFINITION = 8,
  GSCOPE_SYSPROF_VALUES = 9,
  GSCOPE_SYSPROF_MARK = 10,
  GSCOPE_SYSPROF_METADATA = 11,
} GscopeSysprofKind;

/* Places and sizes, bytes; places in a frame count from its begin. */
enum
{
  GSCOPE_SYSPROF_VERSION = 1,
  GSCOPE_SYSPROF_VERSION_AT = 4,
  /* 1 if the least significant byte of a number is the first */
  GSCOPE_SYSPROF_ORDER_AT = 5,
  GSCOPE_SYSPROF_DATE_AT = 8,
  GSCOPE_SYSPROF_DATE_SIZE = 64,
  GSCOPE_SYSPROF_BEGIN_AT = 72,
  GSCOPE_SYSPROF_HEAD_SIZE = 256,

  /* a frame begins with its size, a processor and a process */
  GSCOPE_SYSPROF_PID_AT = 4,
  GSCOPE_SYSPROF_TIME_AT = 8,
  GSCOPE_SYSPROF_KIND_AT = 16,
  GSCOPE_SYSPROF_FRAME_SIZE = 24,
  GSCOPE_SYSPROF_ALIGN = 8,
  GSCOPE_SYSPROF_MAX_FRAME = 65528,

  /* a definition or values: their number, and an array of counters or blocks */
  GSCOPE_SYSPROF_ARRAY_AT = 32,
  /* a counter: category, name, description, a number of three bytes, a type, and a value */
  GSCOPE_SYSPROF_CATEGORY_SIZE = 32,
  GSCOPE_SYSPROF_COUNTER_NAME_SIZE = 32,
  GSCOPE_SYSPROF_DESCRIPTION_SIZE = 52,
  GSCOPE_SYSPROF_COUNTER_ID_SIZE = 3,
  GSCOPE_SYSPROF_COUNTER_SIZE = 128,
  GSCOPE_SYSPROF_DOUBLE = 1,
  /* a block of values: their counters, each a number of four bytes, then the values */
  GSCOPE_SYSPROF_BLOCK_VALUES = 8,
  GSCOPE_SYSPROF_BLOCK_SIZE = 96,

  /* a mark: its duration, a group, a name, and a message up to the end of the frame */
  GSCOPE_SYSPROF_DURATION_AT = 24,
  GSCOPE_SYSPROF_GROUP_AT = 32,
  GSCOPE_SYSPROF_GROUP_SIZE = 24,
  GSCOPE_SYSPROF_MARK_NAME_AT = 56,
  GSCOPE_SYSPROF_MARK_NAME_SIZE = 40,
  GSCOPE_SYSPROF_MESSAGE_AT = 96,

  GSCOPE_SYSPROF_COMMAND_AT = 24,

  /* metadata: what it is, and a text up to the end of the frame */
  GSCOPE_SYSPROF_METADATA_ID_SIZE = 40,
  GSCOPE_SYSPROF_METADATA_AT = 64,
};

/* Returns how many of the first `n` bytes of a text in UTF-8 are whole characters; `n` is not beyond its end. */
static inline gsize
gscope_sysprof_cut (const char *text, gsize n)
{
  while (n > 0 && ((guchar) text[n] & 0xc0) == 0x80)
    n--;
  return n;
}
