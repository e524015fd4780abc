/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "process/loop.h"

/* Calls once, after a time. Its owner keeps it in place. */
typedef struct
{
  MxtrafWatch watch;
  void (*expired) (gpointer data);
  gpointer data;
} MxtrafTimer;

void mxtraf_timer_init (MxtrafTimer *self, MxtrafLoop *loop, void (*expired) (gpointer data),
                        gpointer data);
/* Nanoseconds from now; 0: not at all. */
void mxtraf_timer_set (MxtrafTimer *self, gint64 delay);
