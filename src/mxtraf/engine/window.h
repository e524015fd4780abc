/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "engine/histogram.h"

enum
{
  MXTRAF_WINDOW_SLOTS = 50,
};

/* The times of the last slots, of which the newest is being filled. All zero is an empty one. */
typedef struct
{
  guint newest;
  MxtrafHistogram sum;
  MxtrafHistogram slots[MXTRAF_WINDOW_SLOTS];
} MxtrafWindow;

void mxtraf_window_add (MxtrafWindow *self, gint64 value);
/* Begins new slots; the oldest leave. */
void mxtraf_window_advance (MxtrafWindow *self, guint64 n);
