/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* The output of gscope-decode, which reads a file of another program: frames, each a head and `size` bytes. Both ends are of
 * one installation and one machine. Notes come before the text to which they belong. */
typedef enum
{
  /* tuples with annotations; a frame may end anywhere */
  DECODE_TEXT,
  /* a sentence about a part that is left out */
  DECODE_NOTE,
  /* how much of the file was read, a number of 32 bits: thousandths */
  DECODE_PROGRESS,
  /* why a part is missing, a clause */
  DECODE_DAMAGE,
  /* the end; without it, the program was interrupted */
  DECODE_END,
  DECODE_N_KINDS,
} DecodeFrameKind;

typedef struct
{
  guint32 kind;
  guint32 size;
} DecodeFrame;

enum
{
  /* bytes after the head */
  DECODE_MAX_FRAME = 64 * 1024,
};
