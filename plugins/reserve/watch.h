/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "task.h"

/* Finds and reads all reserves; used by the worker. */
typedef struct _ReserveWatch ReserveWatch;

enum
{
  RESERVE_MAX_TASKS = 64
};

typedef struct
{
  /* ReserveTask */
  GPtrArray *added;
  GPtrArray *gone;
  gboolean any_changed;
  guint n_left_out;
  /* stuck threads that guards have freed */
  guint n_freed;
} ReserveNews;

ReserveWatch *reserve_watch_new (void);
void reserve_watch_free (ReserveWatch *self);
/* Reads all rows. Returns whether there are changes for the main thread. One thread at a time may
 * call it. */
gboolean reserve_watch_read (ReserveWatch *self, gint64 time);
/* Returns the time of the next reading; no value changes before it. */
gint64 reserve_watch_get_next (ReserveWatch *self);
void reserve_watch_pause (ReserveWatch *self);
/* Moves the changes to the caller. */
void reserve_watch_take_news (ReserveWatch *self, ReserveNews *news);

void reserve_news_clear (ReserveNews *self);
